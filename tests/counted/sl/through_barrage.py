"""sl.through-barrage, from 10.6, 12 and 46.5: an attack in each blast hex that is entered, on those who still move."""

from fractions import Fraction

from faces import End, and_then, every_game, tally
from sl._infantry import STACKS, apply, column_of, good_order_share, ift, report, stack

EVENTS = ("all_through", "leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("through", "broken", "eliminated", "good_order_share")
DRAW = {"units": STACKS, "firepower": [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 30, 36, 50],
        "hexes": ["-2", "1", "-2 -2", "-2 -2 3", "0 4", "2 -1 -2", "-4 -2", "-2 -2 -2 -2", "5"]}


def blast(dice, units, column, drm):
    """Who is broken or gone is left behind, and takes no part in what follows."""
    there = [place for place, (_, state) in enumerate(units) if state == "good"]
    now = [units[place] for place in there]
    if now:
        apply(dice, now, dice.read(lambda total: ift(total + drm, column)))
    units = list(units)
    for place, unit in zip(there, now):
        units[place] = unit
    return tuple(units)


def ended(dice, after, before):
    outcome, events, measures = report(before, after)
    through = measures["unharmed"]
    if len(before) == 1:
        outcome = "through" if through else outcome
    else:
        numbers = {"through": through, "broken": measures["broken"], "eliminated": measures["eliminated"]}
        outcome = " + ".join(f"{number} {name}" for name, number in numbers.items() if number)
    return End(outcome, events + ["all_through"] * (through == len(before)), through=through, broken=measures["broken"],
               eliminated=measures["eliminated"], **good_order_share(measures))


def count(q):
    before = tuple(stack(q["units"]))
    column = column_of(Fraction(str(q["firepower"])))
    chances = {before: 1}
    for drm in str(q["hexes"]).split():
        chances = and_then(chances, blast, column, int(drm))
    return tally(and_then(chances, ended, before))
