"""sl.ift, from 8 to 12: the cell of the chart for one DR; the attackers' sums are those of sl.fire."""

from faces import End, every_game, tally
from questions import fraction
from sl import fire
from sl._infantry import column_of, ift

OUTCOMES = ["no_effect", "m0", "m1", "m2", "m3", "m4", "kia"]
EVENTS = ("any_result", "m1_or_worse", "m2_or_worse", "m3_or_worse", "m4_or_worse")
ALWAYS = ("firepower",)
DRAW = {name: values for name, values in fire.DRAW.items() if name not in ("target", "behind", "sustained_firepower", "smoke_dice")}


def change(question, random):
    return fire.at_night(fire.by_whom(question, random), random)


def counts(q):
    return fire.counts(q)


def count(q):
    words = q["attackers"] is not None
    column = column_of(fire.firepower_in_words(q) if words else fraction(q["firepower"]))
    drm = fire.drm_in_words(q)

    def reading(total):
        cell = "-" if column is None else ift(total + drm, column)
        return "no_effect" if cell == "-" else "kia" if cell == "KIA" else "m0" if cell == "M" else "m" + cell

    def play(dice):
        found = dice.read(reading)
        return End(found, [event for least, event in enumerate(EVENTS, start=1) if OUTCOMES.index(found) >= (1 if event == "any_result" else least)])
    return tally(every_game(play))
