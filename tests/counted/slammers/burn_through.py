"""slammers.burn-through, from Supplement 5, Laser Burn Through."""

from faces import End, and_then, tally, turns
from slammers._rules import UNHURT, dv, hits, needs, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse", "burned_out")
MEASURES = ("suppression", "weapons_lost")
DRAW = {"dv": [3, 5, 6, 7, 8, 9, 10], "shots": [1, 2, 3, 4], "fp_infantry": [0, 1, 3], "fp_vehicle": [0, 2, 4]}
ALWAYS = ("dv",)


def shot(dice, state, q):
    target, burned = state
    needed = needs(q["quality"], q["qr_modifier"])
    if burned or needed is None or dice.die() < needed:
        return state
    second = dice.read_die(lambda face: {1: "burns", 6: "six"}.get(face, "more"))
    firepower = q["fp_vehicle"] if q["target"] == "vehicle" else q["fp_infantry"]
    firepower += q["fp_infantry"] if second == "six" else 1 if second == "more" else 0
    return hits(dice, target, q, q["target"], firepower, dv(q["dv"]), q["overkill"] == "excess"), second == "burns"


def ended(dice, state, q):
    outcome, events, measures = what_came(state[0], q["target"])
    return End(outcome, events + ["burned_out"] * state[1], **measures)


def count(q):
    chances = {(UNHURT, False): 1}
    chances = turns(chances, q["shots"], shot, q)
    return tally(and_then(chances, ended, q))
