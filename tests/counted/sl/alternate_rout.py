"""sl.alternate-rout, from Supplement C, 12.22 and 13.6."""

from faces import End, and_then, tally
from sl._infantry import apply, column_of, ift, stack
from sl._infantry import SINGLE

EVENTS = ("any_eliminated",)
MEASURES = ("eliminated", "get_away")
ATTACKS = ["8", "4", "2", "12", "30", "8 4", "4 4 2", "16 8", "1", "6 2 2", "0.5 8"]
DRAW = {"units": SINGLE + ["4-6-7 8-1", "2*4-4-7", "2*4-4-7 8-0", "4-3-6 7-0", "8-1 8-0", "4-6-7 6+1"],
        "attacks": ATTACKS, "drm": [-2, -1, 0, 1, 3], "broken_morale": [4, 5, 6, 8, 9]}


def fire(dice, units, q, factors):
    units = list(units)
    apply(dice, units, dice.read(lambda total: ift(total - 2 + q["drm"], column_of(factors))), q["broken_morale"])
    return tuple(units)


def ended(dice, units):
    gone = sum(now == "gone" for _, now in units)
    outcome = "all_get_away" if not gone else "all_eliminated" if gone == len(units) else "some_get_away"
    return End(outcome, ["any_eliminated"] * (gone > 0), eliminated=gone, get_away=len(units) - gone)


def count(q):
    chances = {tuple(stack(q["units"], "broken")): 1}
    for factors in str(q["attacks"]).split():
        if column_of(factors):
            chances = and_then(chances, fire, q, factors)
    return tally(and_then(chances, ended))
