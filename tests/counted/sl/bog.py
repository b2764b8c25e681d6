"""sl.bog, from 75.8-.83 and 102.84."""

from faces import End, and_then, numbered_turns, tally, turns

EVENTS = ("bogs_down",)
MEASURES = ("hexes_passed", "rally_phase")
DRAW = {"armor_leader": [-2, -1, 0, 1], "hexes": [1, 2, 3], "rally_phases": [0, 1, 3, 6]}


def enters(dice, state, q):
    how, passed, phase = state
    if how == "bogged":
        return state
    if q["low_ground_pressure"]:
        bogs = dice.read(lambda total: total >= (10 if q["mud"] else 12))
    else:
        bogs = dice.read_die(lambda face: face >= (4 if q["mud"] else 6))
    return ("bogged", passed, 0) if bogs else (how, passed + 1, 0)


def frees(dice, state, q, number):
    how, passed, phase = state
    if how != "bogged":
        return state
    # 75.8: a 1 after the armor leader's modifier
    free = dice.read_die(lambda face: face + q["armor_leader"] <= 1)
    return ("freed", passed, number) if free else state


def count(q):
    chances = {("passes", 0, 0): 1}
    chances = turns(chances, q["hexes"], enters, q)
    chances = numbered_turns(chances, q["rally_phases"], frees, q)
    return tally(and_then(chances, lambda dice, state: End(
        state[0], ["bogs_down"] * (state[0] != "passes"), hexes_passed=state[1], rally_phase=state[2])))
