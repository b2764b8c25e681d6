"""sl.backblast, from 103.2 and 12.22."""

from faces import End, and_then, tally, turns
from sl._infantry import STACKS, all_check, good_order_share, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "crew_stunned")
MEASURES = ("broken", "eliminated", "shots_fired", "good_order_share")
DRAW = {"passengers": STACKS, "crew_morale": [6, 7, 8, 10], "shots": [1, 2, 3, 4]}


def shot(dice, state, q):
    units, stunned, fired = state
    if all(now != "good" for _, now in units):
        return state
    units = list(units)
    all_check(dice, units, 0)                                # a normal MC for every passenger
    if q["crew_morale"] is not None and not stunned:
        stunned = dice.read(lambda total: total > q["crew_morale"])
    return tuple(units), stunned, fired + 1


def ended(dice, state, before):
    units, stunned, fired = state
    _, events, measures = report(before, units)
    unbroken = sum(now == "good" for _, now in units)
    outcome = "all_unbroken" if unbroken == len(units) else "some_broken" if unbroken else "nobody_unbroken"
    return End(outcome, events + ["crew_stunned"] * stunned, broken=measures["broken"],
               eliminated=measures["eliminated"], shots_fired=fired, **good_order_share(measures))


def count(q):
    before = stack(q["passengers"])
    chances = turns({(tuple(before), False, 0): 1}, q["shots"], shot, q)
    return tally(and_then(chances, ended, before))
