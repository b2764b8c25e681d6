"""asl.cowering, from A7.9."""

from faces import End, and_then, tally, turns

MEASURES = ("times",)
DRAW = {"attacks": [1, 2, 3, 5]}


def attack(dice, times, q):
    return times + (dice.die() == dice.die())                # Original doubles


def ended(dice, times):
    return End("cowers" if times else "does_not_cower", times=times)


def count(q):
    return tally(and_then(turns({0: 1}, q["attacks"], attack, q), ended))
