"""asl.search-casualties, from A12.154 (the compilation prints the searchers' list below it)."""

from asl._infantry import (Stack, Unit, alive, casualty_reduction, casualty_vp, leaders_are_lost, note_losses,
                           random_selection)
from faces import End, and_then, tally, turns
from questions import expanded

MEASURES = ("casualty_reductions", "casualty_vp")
NO_TIMES = ("casualty_vp",)
DRAW = {"searching_units": [1, 1, 2, 3, 4], "casualty_drs": [1, 1, 2, 3],
        "target": ["4-6-7", "2-4-7", "2-2-8", "8-1", "9-2", "6+1", "1-4-9", "4-6-7 8-1", "2*4-6-7", "4-4-7 8-0", "2-4-7 9-1",
                   "4-2-6 6+1", "8-1 7-0", "4-6-7 2-3-7 8-1", "4-5-8 1-4-9", "9-0 4-4-7", "9-2 8-0 2-4-7", "2-2-8 AMMC 8-0"]}


def change(question, random):
    if question.get("casualty_vp") or random.random() < 0.3:
        question["casualty_vp"] = True
        question.setdefault("target", random.choice(DRAW["target"]))
        question.pop("searching_units", None)
    else:
        question.pop("target", None)
    return question


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


def one_named(dice, state, q, stack):
    """A17.11, and A10.2 for a leader who dies of it"""
    key, reduced = state
    if dice.die() + modifier(q) > 1:
        return state
    units = stack.again(key)
    there = alive(units)
    if not there:
        return state
    before = list(units.units)
    for place in random_selection(dice, there, 1):
        casualty_reduction(dice, units, place)
    note_losses(units, before)
    leaders_are_lost(dice, units)
    return units.key(), True


def ended_named(dice, state, stack):
    key, reduced = state
    return End("casualties" if reduced else "unharmed", casualty_vp=casualty_vp(stack.units, key[0]))


def ended(dice, reduced):
    return End("casualties" if reduced else "unharmed", casualty_reductions=reduced)


def count(q):
    if q["casualty_vp"]:
        stack = Stack([Unit(name, False, False, False, False, False) for name in expanded(q["target"])], 5)
        chances = turns({(stack.key(), False): 1}, q["casualty_drs"], one_named, q, stack)
        return tally(and_then(chances, ended_named, stack))
    chances = {0: 1}
    chances = turns(chances, q["casualty_drs"], one, q)
    return tally(and_then(chances, ended))
