"""sl.speed-breakdown, from 79.1-.3."""

import math

from faces import Charts, End, every_game, tally
from questions import fraction

EVENTS = ("breakdown",)
MEASURES = ("breakdown_mp",)
DRAW = {"movement": [6, 12, 13, 16, "T-34", "PzKw IV F2", "M10"],
        "mp_used": [4, 6, 6.5, 8, 8.5, 9, 10, 11, 12, 12.5, 13, 14, 15.5, 16, 16.5, 17, 18, 19, 20]}


def play(dice, q):
    allowance = q["movement"]
    if isinstance(allowance, str):
        allowance = int(Charts.by("squad-leader/vehicle-points.csv", "vehicle")[allowance]["movement"])
    used = fraction(q["mp_used"])
    fast = used > fraction(allowance) * 2 / 3 if q["red"] else used >= allowance     # 79.1, 79.3
    if fast and dice.dr() == 12:
        # 79.12: along the same route, which ends where the move ended
        return End("immobilized", ["breakdown"], breakdown_mp=min(dice.dr(), allowance, math.floor(used)))
    if used > allowance and dice.dr() >= 12 - math.ceil(used - allowance):           # 79.2
        return End("immobilized_at_the_end", ["breakdown"], breakdown_mp=0)
    return End("arrives", breakdown_mp=0)


def count(q):
    return tally(every_game(play, q))
