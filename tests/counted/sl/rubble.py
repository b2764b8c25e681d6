"""sl.rubble, from 58.1 and 59.3."""

from faces import End, and_then, numbered_turns, tally
from sl._infantry import column_of, ift

EVENTS = ("collapses",)
MEASURES = ("attack",)
DRAW = {"firepower": [1, 2, 4, 8, 12, 16, 20, 30, 36], "drm": [-2, 0, 2, 3, 5], "attacks": [1, 2, 3, 6]}


def attack(dice, state, q, number):
    if state[0] != "stands" or column_of(q["firepower"]) is None:
        return state

    def kia():
        return dice.read(lambda total: ift(total + q["drm"], column_of(q["firepower"])) == "KIA")

    if not kia():
        return state
    return ("burning" if q["sets_fires"] and kia() else "rubble"), number


def count(q):
    chances = {("stands", 0): 1}
    chances = numbered_turns(chances, q["attacks"], attack, q)
    return tally(and_then(chances, lambda dice, state: End(
        state[0], ["collapses"] * (state[1] > 0), attack=state[1])))
