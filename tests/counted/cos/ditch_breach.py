"""cos.ditch-breach, from Crucible of Steel 5.2 and A23.7-.71."""

from asl._infantry import SINGLE, Stack, Unit, after_result, casualty_vp, cell, column_of, report
from faces import End, every_game, tally
from fractions import Fraction
from questions import expanded

MEASURES = ("turn", "units_eliminated", "units_reduced", "units_broken", "units_pinned", "casualty_vp")
NO_TIMES = ("casualty_vp",)
DRAW = {"target": SINGLE + ["2*4-6-7", "4-6-7 8-1", "4-4-7 8-0"], "target_state": ["encircled", "fanatic"],
        "morale": [6, 7, 8, 9], "leadership": [-2, -1, 0, 1], "turns": [1, 2, 3, 4, 6]}


def change(question, random):
    if "target" not in question:
        for name in ("status", "elr", "target_state"):
            question.pop(name, None)
    return question


def turn(dice, state, q, number):
    """A23.7: set in a Player Turn of its own, with -1 (5.2), and detonated in a later one of either side"""
    if state == "set":
        return number if dice.dr() + q["leadership"] <= q["morale"] else "set"
    if state == "not_set" and number % 2 == 1 and dice.die() - 1 + q["leadership"] <= q["us_number"]:
        return "set"
    return state


def add(sums, key, chance):
    sums[key] = sums.get(key, 0) + chance


def count(q):
    broken = q["status"] == "broken"
    units = [Unit(name, broken, False, False, False, broken) for name in expanded(q["target"] or "")]
    stack = Stack(units, q["elr"], tuple((q["target_state"] or "").split()), broken)
    going, ends = {"not_set": Fraction(1)}, {}

    def end(outcome, chance, key, number=0):
        measures = report(stack.again(key))[2] if units else {}
        found = {"units_" + name: measures.get(name, 0) for name in ("eliminated", "reduced", "broken", "pinned")}
        add(ends, End(outcome, turn=number, **found, casualty_vp=casualty_vp(units, key[0])), chance)

    for number in range(1, q["turns"] + 1):
        after = {}
        for state, chance in going.items():
            for now, share in every_game(turn, state, q, number).items():
                add(after, now, chance * share)
        chance, going = after.pop(number, 0), after
        for total, share in every_game(lambda dice: dice.dr()).items() if chance else ():
            if total + len(units) >= 12:                     # each of them makes it likelier to malfunction
                end("malfunction", chance * share, stack.key(), number)
                continue
            breached = cell(column_of(36), total - 3).endswith("KIA")            # 5.2: a Final KIA
            half = cell(column_of(18), total - 3)            # 5.2: units in the hex at half FP
            hit = after_result(stack, stack.key(), half) if units else {stack.key(): 1}
            for key, part in hit.items():
                end("breached" if breached else "not_breached", chance * share * part, key, number)
    for state, chance in going.items():
        end({"set": "not_detonated"}.get(state, state), chance, stack.key())
    return tally(ends)
