"""asl.kindling, from B25.11, A22.611 and A22.613."""

from asl.flame import ec, numbers
from faces import End, every_game, tally

EVENTS = ("check_passed",)
DRAW = {"morale": [5, 6, 7, 8, 9, 10], "leadership": [-2, -1, 0, 1]}


def play(dice, q):
    # B25.11: the leader or SMC passes a NTC first
    if q["morale"] is not None and dice.dr() > q["morale"]:
        return End("ntc_failed")
    unit = q["unit"]
    passed = False
    if q["molotov"]:
        # A22.611: dr 3 or less; +1 half-squad or crew, +2 SMC, +1 CX, +1 against anything but an AFV
        drm = {"squad": 0, "half_squad": 1, "crew": 0 if q["antitank_crew"] else 1, "smc": 2}[unit]
        passed = dice.die() + drm + q["cx"] + 1 <= 3
    final = dice.dr() + ec(q, q["terrain"]) - q["leadership"] + q["drm"] + (2 if passed else 0)
    final += {"squad": 0, "half_squad": -1, "crew": -1, "smc": -2}[unit]
    return End("flame" if final >= numbers(q["terrain"])[0] else "no_flame", ["check_passed"] * passed)


def count(q):
    return tally(every_game(play, q))
