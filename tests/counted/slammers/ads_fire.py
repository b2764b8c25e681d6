"""slammers.ads-fire, from the play sheet and Supplement 4: an ADS has a number of its own, and no Quality Roll."""

from faces import Charts, End, and_then, tally, turns
from slammers._rules import UNHURT, dv, hits, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse")
MEASURES = ("suppression", "weapons_lost")
DRAW = {"dv": [2, 3, 4, 5, 6, 7, 8, 9]}


def change(question, random):
    if question.get("target") != "firefly":
        question.setdefault("dv", random.choice(DRAW["dv"]))
    elif question.get("destroyed_by") != "dv_reached":       # any hit destroys it
        question.pop("dv", None)
    return question


def one(dice, target, q):
    row = Charts.by("slammers/ads.csv", "system")[q["ads"]]
    for _ in range(int(row["shots"])):
        if dice.die() >= int(row["stops_on_at_least"]):
            firepower = int(row["fp_vehicle" if q["target"] == "vehicle" else "fp_infantry"])
            reach = dv("firefly" if q["dv"] is None else q["dv"])
            target = hits(dice, target, q, q["target"], firepower, reach, q["overkill"] == "excess")
    return target


def ended(dice, target, q):
    outcome, events, measures = what_came(target, q["target"])
    return End(outcome, events, **measures)


def count(q):
    return tally(and_then(turns({UNHURT: 1}, q["systems"], one, q), ended, q))
