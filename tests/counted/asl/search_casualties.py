"""asl.search-casualties, from A12.154 (the compilation prints the searchers' list below it)."""

from asl._infantry import random_selection
from faces import End, and_then, tally, turns

MEASURES = ("casualty_reductions",)
DRAW = {"searching_units": [1, 1, 2, 3, 4], "casualty_drs": [1, 1, 2, 3]}


def modifier(q):
    drm = -q["stealthy_defenders"] + q["defending_leadership"] + q["lax_defenders"] + q["drm"]
    drm -= max(0, q["defending_half_squads"] - 1)
    if q["searchers_count"]:
        drm += searchers(q)
    return drm


def searchers(q):
    return (-q["stealthy_searchers"] - max(0, q["searching_half_squads"] - 1) + q["searching_leadership"]
            + q["lax_or_cx_searchers"] + (2 if q["japanese"] else 0))


def one(dice, reduced, q):
    if dice.die() + modifier(q) > 1:                         # a Final 1 or less is a Casualty Reduction
        return reduced
    units = q["searching_units"]                             # Random Selection: all that tie for the highest
    if units == 1:
        return reduced + 1
    return reduced + len(random_selection(dice, range(units), 1))


def ended(dice, reduced):
    return End("casualties" if reduced else "unharmed", casualty_reductions=reduced)


def count(q):
    chances = {0: 1}
    chances = turns(chances, q["casualty_drs"], one, q)
    return tally(and_then(chances, ended))
