"""asl.wound, from A17.11."""

from faces import End, every_game, tally


def play(dice, q):
    return End("dies" if dice.die() + bool(q["wounded_before"]) >= 5 else "survives")


def count(q):
    return tally(every_game(play, q))
