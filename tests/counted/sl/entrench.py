"""sl.entrench, from 54.2 and Supplement J; fire at the diggers as in sl.fire."""

from sl import _work

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("turn", "eliminated", "broken", "good_order_share")
ALWAYS = ("turns",)
DRAW = {"units": ["4-6-7", "4-4-7", "2*4-6-7", "4-6-7 8-1", "2*4-4-7 9-2", "3*4-6-7", "2*4-6-7 7-0", "4-3-6 6+1", "2*4-3-6"],
        "turns": [1, 2, 3], "firepower": [0.5, 2, 4, 8, 16, 30, "2*4-6-7"], "attacks": [1, 1, 2],
        "drm": [-2, 0, 1, 3, "woods", "shellhole", "open ground", "wall", "entrenchment"]}


def count(q):
    number = 6 if q["russian"] else 5                        # 54.2; Supplement J
    return _work.count(q, lambda name: number, 2 * q["snow"], "entrenched")
