"""sl.crew-exposed, from 64.44 and 91.1."""

from faces import End, and_then, numbered_turns, tally
from sl._infantry import column_of, ift

EVENTS = ("buttoned_up",)
MEASURES = ("attack",)
DRAW = {"firepower": [1, 2, 4, 8, 12, 16, 24, 36], "drm": [-2, -1, 0, 1, 3], "morale": [6, 7, 8, 9],
        "attacks": [1, 2, 3, 5]}


def attack(dice, state, q, number):
    if state[0] != "no_effect" or column_of(q["firepower"]) is None:
        return state
    result = dice.read(lambda total: ift(total + q["drm"] + 2 + q["firer_lower"], column_of(q["firepower"])))
    if result == "KIA":
        return "recalled", number
    if result == "-":
        return state
    added = 0 if result == "M" else int(result)
    return state if dice.read(lambda total: total + added <= q["morale"]) else ("stunned", number)


def count(q):
    chances = {("no_effect", 0): 1}
    chances = numbered_turns(chances, q["attacks"], attack, q)
    return tally(and_then(chances, lambda dice, state: End(
        state[0], ["buttoned_up"] * (state[1] > 0), attack=state[1])))
