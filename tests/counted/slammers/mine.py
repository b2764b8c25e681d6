"""slammers.mine, from the play sheet, mines."""

from faces import Charts, End, and_then, tally, turns
from slammers._rules import UNHURT, dv, hits, needs, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse")
MEASURES = ("suppression", "weapons_lost", "gone_off")
DRAW = {"dv": [3, 5, 6, 7, 8, 9, 10], "mines": [1, 1, 2, 3], "firepower": [0, 2, 5]}
ALWAYS = ("dv",)


def one(dice, state, q):
    target, gone_off = state
    if target[0]:
        return state
    row = Charts.by("slammers/mines.csv", "mine")[q["mine"]]
    vehicle = q["target"] == "vehicle"
    if q["fired"] == "contact":
        at_least = int(row["set_off_by_vehicle_on_at_least" if vehicle else "set_off_by_infantry_on_at_least"])
        goes = at_least <= 1 or at_least <= 6 and dice.die() >= at_least
    else:
        needed = needs(q["quality"], -1 if q["fired"] == "remote_unobserved" else 0)
        goes = needed is not None and dice.die() >= needed
    if not goes:
        return state
    firepower = q["firepower"] if q["firepower"] is not None else int(row["fp_vehicle" if vehicle else "fp_infantry"])
    return hits(dice, target, q, q["target"], firepower, dv(q["dv"]), q["overkill"] == "excess"), gone_off + 1


def ended(dice, state, q):
    outcome, events, measures = what_came(state[0], q["target"])
    return End(outcome, events, gone_off=state[1], **measures)


def count(q):
    chances = {(UNHURT, 0): 1}
    chances = turns(chances, q["mines"], one, q)
    return tally(and_then(chances, ended, q))
