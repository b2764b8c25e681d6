"""sl.minefield: one unit or a vehicle, from 55, 61.4 and 66.4."""

from faces import End, and_then, tally, turns
from sl._infantry import SINGLE, apply, column_of, ift, report

LEAVES_OUT = ("building", "movement")
EVENTS = ("leader_lost", "broken_or_worse", "eliminated_or_reduced", "knocked_out", "stopped")
DRAW = {"target": SINGLE, "factors": [0.5, 1, 2, 4, 6, 7, 8, 12, 20], "hexes": [1, 1, 2, 3], "crew_morale": [6, 7, 8]}


def change(question, random):
    if random.random() < 0.6:
        question.setdefault("target", random.choice(SINGLE))
        question.pop("vehicle", None)
        question.pop("crew_morale", None)
    else:
        question.pop("target", None)
        question.setdefault("vehicle", random.choice(["truck", "halftrack", "tank"]))
        if question["vehicle"] == "truck":
            question.pop("crew_morale", None)
        else:
            question.setdefault("crew_morale", 7)
    return question


def attacks(q):
    return 2 * q["hexes"] - q["stops"]                       # 55.2: on entering each hex and on leaving it


def on_unit(dice, unit, q):
    if unit[1] != "good":                                    # who breaks stays where he is
        return unit
    units = [unit]
    apply(dice, units, dice.read(lambda total: ift(total + q["snow"], column_of(q["factors"]))))
    return units[0]


def on_vehicle(dice, state, q):
    if state != "no_effect":
        return state
    drm = {"truck": -3, "halftrack": -1, "tank": 0}[q["vehicle"]] + q["snow"]

    def kia():
        return dice.read(lambda total: ift(total + drm, column_of(q["factors"])) == "KIA")

    if not kia():
        return state
    if q["vehicle"] == "truck" or kia():                     # 55.6: immobilized and attacked once more
        return "eliminated"
    return "immobilized" if dice.read(lambda total: total <= q["crew_morale"]) else "abandoned"      # 66.4


def count(q):
    if q["vehicle"] == "none":
        before = (q["target"], "good")
        chances = {before: 1}
        chances = turns(chances, attacks(q) if column_of(q["factors"]) else 0, on_unit, q)

        def ended(dice, unit):
            outcome, events, _ = report([before], [unit])
            return End(outcome, events)
        return tally(and_then(chances, ended))
    chances = {"no_effect": 1}
    chances = turns(chances, attacks(q) if column_of(q["factors"]) else 0, on_vehicle, q)
    gone = ("eliminated", "abandoned")
    return tally(and_then(chances, lambda dice, state: End(
        state, ["knocked_out", "stopped"] if state in gone else ["stopped"] if state == "immobilized" else [])))
