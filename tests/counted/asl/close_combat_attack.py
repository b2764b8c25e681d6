"""asl.close-combat-attack, from A11.11 and J2.31."""

import re
from fractions import Fraction

from asl.close_combat import kill_number
from faces import End, every_game, tally

EVENTS = ("eliminated_or_reduced",)
DRAW = {"odds": ["1-1", "3-2", "2-1", "1-2", "1-4", "1-6", "1-8", "1-9", "10-1", "11-1", "21-2", "6-1", "8-1", "4-1", "3-1", "7:4", "5-6",
                 "2.5-4", "12-5", "47-6", "200-1", "1-200", "15:8", "3.5-7", "0.5:4", "31-8", "5.9-1"],
        "drm": [-10, -3, -2, -1, 0, 1, 2, 3, 10]}


def counts(q):
    return re.fullmatch(r"[\d.]+[-:][\d.]+", q["odds"]) is not None


def count(q):
    mine, theirs = re.split("[-:]", q["odds"])
    number = kill_number(Fraction(mine) / Fraction(theirs), q["hand_to_hand"])

    def play(dice):
        final = dice.dr() + q["drm"]
        found = "eliminated" if final < number else "reduced" if final == number else "no_effect"
        return End(found, ["eliminated_or_reduced"] * (found != "no_effect"))
    return tally(every_game(play))
