"""slammers.vehicle-flamer, from the play sheet, flamethrowers of vehicles."""

from faces import Charts, End, and_then, tally, turns
from slammers._rules import UNHURT, dv, hits, needs, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse", "on_fire")
MEASURES = ("suppression", "weapons_lost")
DRAW = {"shots": [1, 2, 3], "dv": [3, 5, 6, 7, 8, 9, 10]}
ALWAYS = ("dv",)


def flames(dice, target, q, when):
    row = Charts.by("slammers/flamers.csv", "turn")[when]
    firepower = int(row["fp_vehicle" if q["target"] == "vehicle" else "fp_infantry"])
    target = hits(dice, target, q, q["target"], firepower, dv(q["dv"]), q["overkill"] == "excess")
    if q["target"] == "infantry" and not target[0]:          # whoever lives has more markers
        markers = target[1] + int(row["suppression"])
        killed = q["suppression_kills"] and markers >= q["suppression_kills"]
        target = ("killed" if killed else None, markers) + target[2:]
    return target


def shot(dice, state, q):
    target, burns = state
    needed = needs(q["quality"], q["qr_modifier"])
    if needed is None or dice.die() < needed:
        return state
    return flames(dice, target, q, "first"), True


def burns_on(dice, state, q):
    target, burns = state
    if not burns or q["target"] == "vehicle" and target[0]:  # a hull is no target any more
        return state
    return flames(dice, target, q, "next"), True


def ended(dice, state, q):
    target, burns = state
    outcome, events, measures = what_came(target, q["target"])
    return End(outcome, events + ["on_fire"] * burns, **measures)


def count(q):
    chances = turns({(UNHURT, False): 1}, q["shots"], shot, q)
    chances = and_then(chances, burns_on, q)
    return tally(and_then(chances, ended, q))
