"""asl.rubble, from B24.11-.12, B23.41 and Table 23."""

from asl._infantry import Unit, casualty_vp, cell, column_of
from faces import End, every_game, tally
from questions import expanded

EVENTS = ("collapse", "falling_rubble", "afv_in_cellar")
MEASURES = ("direction", "casualty_vp")
NO_TIMES = ("casualty_vp",)
DRAW = {"firepower": [4, 8, 12, 16, 20, 24, 30, 36, 40], "top_level": [0, 1, 2, 3], "level": [0, 1, 2],
        "occupants": ["4-6-7", "2*4-6-7 8-1", "2-4-7 9-2", "2-2-8", "1-4-9 4-4-7", "6+1", "10-0 4-2-6", "2-2-8 AMMC"]}


def change(question, random):
    if question.get("attack", "building") != "building":
        question.pop("occupants", None)
    return question


def falls(dice, level, top):
    """B24.12: the coloured die +1 for each rubbled level above the ground, the white die is the direction"""
    coloured, white = dice.two()
    above = top - max(level, 1) + 1 if top >= 1 else 0
    return white if coloured + above >= 7 else 0


def play(dice, q):
    end = comes_down(dice, q)
    named = [] if q["occupants"] == "none" else expanded(q["occupants"])
    units = [Unit(name, False, False, False, False, False) for name in named]
    lost = casualty_vp(units, [unit._replace(gone=end.outcome == "rubble") for unit in units])       # B24.11, A26.211
    return End(end.outcome, end.events, casualty_vp=lost, **dict(end.measures))


def comes_down(dice, q):
    if q["attack"] == "open_ground":
        kia = cell(column_of(q["firepower"]), dice.dr()).endswith("KIA")
        return End("shellholes" if kia else "no_change", direction=0)
    if q["attack"] == "afv_entry":                           # the coloured die of the Bog Check
        coloured = dice.die()
        cellar = q["cellar"] and coloured == 6
        final = coloured - (q["building"] == "wooden") - (q["top_level"] == 0)
        if final > 0:
            return End("no_change", ["afv_in_cellar"] * cellar, direction=0)
        direction = falls(dice, 0, q["top_level"])
        return End("rubble", ["falling_rubble"] * (direction > 0), direction=direction)
    result = cell(column_of(q["firepower"]), dice.dr())
    if not result.endswith("KIA") or dice.die() + (q["building"] == "stone") > int(result[:-3]):
        return End("no_change", direction=0)
    collapse = False
    level = q["level"]
    if level > 0:                                            # B24.11: +1 for each level above the one that was hit
        number = 6 if q["collapse_rule"] == "b24.11" else 8
        collapse = dice.die() + q["top_level"] - level >= number
    direction = falls(dice, 0 if collapse else level, q["top_level"])
    return End("rubble", ["collapse"] * collapse + ["falling_rubble"] * (direction > 0), direction=direction)


def count(q):
    return tally(every_game(play, q))
