"""asl.sniper: one attack of a Sniper who is activated, from A14.1-.3, A10.2, A17 and A.9."""

from asl._infantry import (SINGLE, Stack, alive, casualty_reduction, change as put, is_leader, is_smc, leaders_are_lost,
                           note_losses, random_selection, report)
from faces import End, every_game, tally

LEAVES_OUT = ("san", "rolls", "sniper_check")
EVENTS = ("sniper_attack", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "leader_lost", "replaced",
          "all_broken_or_worse", "good_order")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share")
DRAW = {"target": SINGLE + ["2*4-6-7", "4-6-7 8-0", "4-4-7 9-2", "4-6-7 2-4-7 8-1"], "target_state": ["encircled", "fanatic"]}


def play(dice, q):
    stack = Stack.of(q)
    first = dice.die()
    if first > 2:
        outcome, events, measures = report(stack)
        return End(outcome, events, **measures)
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
    outcome, events, measures = report(stack)
    return End(outcome, set(events) | {"sniper_attack"}, **measures)


def count(q):
    return tally(every_game(play, {**q}))
