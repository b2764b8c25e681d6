"""asl.sniper, from A14.1-.4, A10.2, A17 and A.9."""

from fractions import Fraction

from asl._infantry import (SINGLE, Stack, alive, casualty_reduction, casualty_vp, change as put, is_leader, is_smc, leaders_are_lost,
                           leadership, line, note_losses, random_selection, report)
from faces import TOTALS, End, every_game, tally

EVENTS = ("activated", "sniper_attack", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "leader_lost", "replaced",
          "all_broken_or_worse", "good_order", "sniper_eliminated", "sniper_pinned")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp", "attacks")
DRAW = {"target": SINGLE + ["2*4-6-7", "4-6-7 8-0", "4-4-7 9-2", "4-6-7 2-4-7 8-1", "1-4-9 4-4-7", "2-2-8 6+1", "8-1 8-0"],
        "target_state": ["encircled", "fanatic"], "san": [2, 3, 4, 5, 7], "rolls": [1, 2, 3, 8, 20]}


def change(question, random):
    if "san" in question or "rolls" in question:
        question.setdefault("san", random.choice(DRAW["san"]))
        question.setdefault("rolls", random.choice(DRAW["rolls"]))
    return question


def check_drm(stack):
    """A14.4: all who are in Good Order and not pinned search together; None where nobody is"""
    units = [] if "berserk" in stack.states else [
        unit for unit in stack.units if not (unit.gone or unit.broken or unit.pinned)]
    if not units:
        return None
    drm = -sum({"squad": 2, "half_squad": 1, "crew": 1, "hero": 1}.get(line(unit.name)["kind"], 0) for unit in units)
    leaders = [leadership(unit) for unit in units if is_leader(unit.name)]
    return drm + (min(0, *leaders) if leaders and len(units) > 1 else 0)


def attack(dice, q):
    """The first effective attack"""
    stack = Stack.of(q)
    first = dice.one_of((1, 2))
    before = list(stack.units)
    chosen = random_selection(dice, sorted(alive(stack)), 1)
    # of those that tie the one who stands first, a leader, takes the dr that there is; the others have one of their own
    chosen.sort(key=lambda place: (not is_leader(before[place].name), place))
    for index, place in enumerate(chosen):
        result = first if index == 0 else dice.die()
        unit = stack.units[place]
        if result == 1:
            if is_smc(unit.name):
                put(stack, place, gone=True)
            elif unit.broken:
                casualty_reduction(dice, stack, place)
            else:
                put(stack, place, broken=True, pinned=False)
        elif result == 2:
            if is_smc(unit.name):
                casualty_reduction(dice, stack, place)
            elif not unit.broken:
                put(stack, place, pinned=True)
    note_losses(stack, before)
    leaders_are_lost(dice, stack)
    found = "none"
    drm = check_drm(stack)
    if q["sniper_check"] and drm is not None:
        found = dice.read(lambda total: "eliminated" if total + drm <= 2 else "pinned" if total + drm == 3 else "none")
    events = {"sniper_attack"} | ({"sniper_" + found} if found != "none" else set())
    return stack.key(), frozenset(events)


def effective(q):
    """{(effective attacks, activated): Fraction}: A14.1, A14.3"""
    if q["san"] is None:
        return {(0, True): Fraction(4, 6), (1, True): Fraction(2, 6)}
    active = Fraction(dict(TOTALS)[q["san"]], 36)
    chances = {(0, False): Fraction(1)}
    for _ in range(q["rolls"]):
        after = {}
        for (number, before), chance in chances.items():
            for now, share in (((number, before), 1 - active), ((number, True), active * Fraction(2, 3)),
                               ((number + 1, True), active / 3)):
                after[now] = after.get(now, 0) + chance * share
        chances = after
    return chances


def count(q):
    stack = Stack.of(q)
    numbers = effective(q)
    ends = {}
    struck = every_game(attack, q)
    for (number, activated), chance in numbers.items():
        for (key, events), share in struck.items() if number else [((stack.key(), frozenset()), Fraction(1))]:
            outcome, more, measures = report(stack.again(key))
            events = events | ({"activated"} if activated else set())
            end = End(outcome, set(more) | events, attacks=number, casualty_vp=casualty_vp(stack.units, key[0]), **measures)
            ends[end] = ends.get(end, 0) + chance * share
    return tally(ends)
