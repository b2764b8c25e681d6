"""asl.climb, from B11.4-.433."""

from faces import End, and_then, tally

LEAVES_OUT = ("firepower", "fire_drm", "attacks", "target", "elr", "target_state")
MEASURES = ("levels", "turn")


def movement_phase(dice, state, q, turn):
    levels, arrived, fallen = state
    if arrived or fallen:
        return state
    final = dice.dr() + q["drm"]
    if q["commando"]:                                        # B11.433: kept by a Final 12, falls on 13 or more
        climbs, falls = final <= 11, final >= 13
    else:
        climbs, falls = final <= 9, final >= 12
    levels += climbs
    return levels, turn if levels == q["levels"] else 0, falls


def ended(dice, state):
    levels, arrived, fallen = state
    return End("arrives" if arrived else "falls" if fallen else "still_climbing", levels=levels, turn=arrived)


def count(q):
    chances = {(0, 0, False): 1}
    for turn in range(1, q["turns"] + 1):
        chances = and_then(chances, movement_phase, q, turn)
    return tally(and_then(chances, ended))
