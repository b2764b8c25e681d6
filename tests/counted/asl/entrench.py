"""asl.entrench, from B27.11 and B24.8."""

from faces import End, and_then, numbered_turns, tally

MEASURES = ("turn",)
DRAW = {"turns": [1, 2, 3, 5], "leadership": [-2, -1, 0, 1]}


def dig(dice, state, q, number):
    turn, labor = state
    if turn:
        return state
    final = dice.dr() + labor + q["leadership"] + q["drm"] - q["russian"]
    final += {"squad": 0, "half_squad": 1}[q["unit"]] + {"plain": 0, "mud": 1, "snow": 2}[q["ground"]]
    if final <= 5:
        return number, labor
    return 0, max(labor - 1, -2)                             # B24.8


def ended(dice, state):
    return End("entrenched" if state[0] else "not_entrenched", turn=state[0])


def count(q):
    return tally(and_then(numbered_turns({(0, q["labor_status"]): 1}, q["turns"], dig, q), ended))
