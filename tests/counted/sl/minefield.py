"""sl.minefield, from 12.22, 12.4, 55, 58.1, 61.4 and 66.4; buildings for a single unit only."""

from faces import End, and_then, tally, turns
from questions import expanded
from sl._infantry import SINGLE, apply, check, checking_order, column_of, ift, is_leader, report, stack

LEAVES_OUT = ("buildings with several units",)
EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out",
          "stopped", "rubble")
MEASURES = ("eliminated", "broken", "unharmed", "good_order_share")
STACKS = ["4-6-7 8-1", "2*4-4-7 8-0", "4-6-7 9-2", "2*4-6-7", "2*4-3-6 6+1", "4-4-7 2-4-7 8-1", "2*4-6-7 8-1"]
DRAW = {"target": SINGLE + 2 * STACKS, "factors": [0.5, 1, 2, 4, 6, 7, 8, 12, 20], "hexes": [1, 1, 2, 3], "crew_morale": [6, 7, 8]}


def change(question, random):
    if random.random() < 0.6:
        question.setdefault("target", random.choice(DRAW["target"]))
        question.pop("vehicle", None)
        question.pop("crew_morale", None)
        units = expanded(question["target"])
        leaders = [name for name in units if is_leader(name)]
        if len(units) == 1 or not leaders:
            question.pop("movement", None)
        if len(units) > 1:
            question.pop("building", None)
    else:
        for name in ("target", "movement", "building"):
            question.pop(name, None)
        question.setdefault("vehicle", random.choice(["truck", "halftrack", "tank"]))
        if question["vehicle"] == "truck":
            question.pop("crew_morale", None)
        else:
            question.setdefault("crew_morale", 7)
    return question


def attacks(q):
    return 2 * q["hexes"] - q["stops"]                       # 55.2: on entering each hex and on leaving it


def passes(dice, units, place, q, there=()):
    """One that goes alone; `there` are the places of those who have stopped in its last hex"""
    for number in range(attacks(q)):
        if units[place][1] != "good":                        # who breaks stays where he is
            return
        last = q["stops"] and number == attacks(q) - 1
        helping = [other for other in there if last and units[other][1] == "good"]
        those = [units[place]] + [units[other] for other in helping if is_leader(units[other][0])]
        result = cell(dice, q)
        if result == "KIA":
            units[place] = (units[place][0], "gone")
        elif result != "-":
            check(dice, those, 0, 0 if result == "M" else int(result))
            units[place] = those[0]


def cell(dice, q):
    return dice.read(lambda total: ift(total + q["snow"], column_of(q["factors"])))


def singly(dice, units, q):
    """55.24: the leader first"""
    units = list(units)
    order = sorted(range(len(units)), key=lambda place: not is_leader(units[place][0]))
    for index, place in enumerate(order):
        passes(dice, units, place, q, order[:index])
    return tuple(units)


def on_stack(dice, units, q, broken_here):
    """(units, who broke in this hex) after one DR on all who move"""
    units = list(units)
    moving = [place for place, unit in enumerate(units) if unit[1] == "good"]
    result = cell(dice, q)
    if result == "-":
        return units, broken_here
    failures = 0
    before = list(units)
    if result == "KIA":
        for place in moving:
            failures += is_leader(units[place][0])
            units[place] = (units[place][0], "gone")
    in_hex = moving + [place for place in broken_here if units[place][1] == "broken"]
    for place in [place for place in checking_order(units) if place in in_hex]:
        hit = [0 if result == "M" else int(result)] if place in moving and result != "KIA" else []
        failed = 0
        for number in hit + [0] * failures:                  # 12.22
            if units[place][1] != "gone":
                those = [units[place]] + [units[other] for other in in_hex if other != place]
                failed += not check(dice, those, 0, number)
                units[place] = those[0]
        if is_leader(units[place][0]):
            failures += failed
    return units, broken_here + [place for place in moving if units[place][1] == "broken" and before[place][1] == "good"]


def stack_goes(dice, units, q):
    broken_here = []
    for number in range(attacks(q)):
        leads = any(now == "good" and is_leader(name) for name, now in units)
        if number % 2 == 0:
            broken_here = []
        if leads:
            units, broken_here = on_stack(dice, units, q, broken_here)
        else:                                                # the others go on one by one
            units = list(units)
            for place, (name, now) in enumerate(units):
                if now == "good":
                    those = [units[place]]
                    apply(dice, those, cell(dice, q))
                    units[place] = those[0]
    return tuple(units)


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
        before = tuple(stack(q["target"]))
        chances = {before: 1}
        if column_of(q["factors"]):
            chances = and_then(chances, stack_goes if q["movement"] == "stack" else singly, q)

        def ended(dice, units):
            outcome, events, measures = report(before, units)
            measures = {name: value for name, value in measures.items() if name in MEASURES}
            return End(outcome, events + ["rubble"] * (q["building"] and "gone" in [now for _, now in units]), **measures)
        return tally(and_then(chances, ended))
    chances = {"no_effect": 1}
    chances = turns(chances, attacks(q) if column_of(q["factors"]) else 0, on_vehicle, q)
    gone = ("eliminated", "abandoned")
    return tally(and_then(chances, lambda dice, state: End(
        state, ["knocked_out", "stopped"] if state in gone else ["stopped"] if state == "immobilized" else [])))
