"""cos.wire-bog, from Crucible of Steel 9 and D8.2."""

from faces import End, and_then, tally, turns

MEASURES = ("hexspines_before_bog",)


def turns_by_one(dice, state, q):
    bogged, made = state
    if bogged:
        return state
    bogs = dice.read(lambda total: total + 2 + q["drm"] >= 12)           # +2 as for moving into Wire; D8.21
    return bogs, made + (not bogs)


def count(q):
    chances = turns({(False, 0): 1}, q["hexspines"], turns_by_one, q)
    return tally(and_then(chances, lambda dice, state: End("bogged" if state[0] else "free",
                                                           hexspines_before_bog=state[1])))
