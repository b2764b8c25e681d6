"""asl.breach, from O5.331 and A23.3: an attempt breaches on a Final DR of the number or less, unless its DC is a dud."""

from faces import End, every_game, tally

MEASURES = ("attempt",)
DRAW = {"drm": [-3, -1, 0, 1, 2, 5, 10]}


def play(dice, q):
    for attempt in range(1, q["attempts"] + 1):
        if dice.read(lambda total: total < q["dud_number"] and total + q["drm"] <= q["breach_number"]):
            return End("breached", attempt=attempt)
    return End("stands")


def count(q):
    return tally(every_game(play, q))
