"""asl.booby-traps, from B28.9 and RB15."""

from asl._infantry import (SINGLE, Stack, alive, casualty_reduction, casualty_vp, leaders_are_lost, note_losses,
                           random_selection, report)
from faces import End, and_then, tally, turns

EVENTS = ("goes_off", "broken_or_worse", "eliminated_or_reduced", "replaced", "leader_lost", "all_broken_or_worse",
          "pinned_or_worse", "good_order")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
DRAW = {"target": SINGLE + ["2*4-6-7", "4-6-7 2-4-7", "4-6-7 8-0"], "task_checks": [1, 1, 2, 3],
        "target_state": ["encircled", "fanatic", "wounded"]}


def counts(q):
    return "wounded" not in (q["target_state"] or "")


def task_check(dice, state, stack, q):
    key, off = state
    units = stack.again(key)
    if not alive(units):
        return state
    goes = {"c": (12,), "b": (11,), "a": (11, 12)}[q["level"]]
    if not dice.read(lambda total: total in goes):
        return state
    before = list(units.units)
    for place in random_selection(dice, sorted(alive(units)), 1):
        casualty_reduction(dice, units, place)
    note_losses(units, before)
    leaders_are_lost(dice, units)
    return units.key(), True


def ended(dice, state, stack):
    outcome, events, measures = report(stack.again(state[0]))
    return End(outcome, set(events) | {"goes_off"} if state[1] else events, **measures,
               casualty_vp=casualty_vp(stack.units, state[0][0]))


def count(q):
    stack = Stack.of(q)
    chances = {(stack.key(), False): 1}
    chances = turns(chances, q["task_checks"], task_check, stack, q)
    return tally(and_then(chances, ended, stack))
