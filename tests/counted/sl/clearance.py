"""sl.clearance, from 53 and 55; fire at the squads as in sl.fire."""

from sl import _work

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("turn", "eliminated", "broken", "good_order_share")
ALWAYS = ("turns",)
DRAW = {"units": ["4-6-7", "8-3-8", "2*4-6-7", "4-6-7 8-1", "8-3-8 4-6-7 9-2", "6-2-8 4-4-7 8-1", "2*4-6-7 7-0",
                  "4-3-6 6+1", "8-3-8 10-3 4-6-7"],
        "turns": [1, 2, 3], "firepower": [0.5, 2, 4, 8, 16, 30, "2*4-6-7"], "attacks": [1, 1, 2],
        "drm": [-2, 0, 1, 3, "woods", "stone", "open ground", "wall"]}


def count(q):
    return _work.count(q, lambda name: int(name.split("-")[0]), 0, "cleared")
