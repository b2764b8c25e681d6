"""asl.random-selection, from A.9: a die for each; the highest, and all that tie with the last of them."""

import itertools
from fractions import Fraction
from math import comb

EVENTS = ("all_asked", "tie", "everybody")
MEASURES = ("units_selected",)


def change(question, random):
    for name in ("at_least", "asked"):
        if name in question:
            question[name] = min(question[name], question["units"])
    return question


def faces_of(many):
    """[(how many dice show each face, in how many ways)]"""
    found = []
    for cuts in itertools.combinations(range(many + 5), 5):
        counts = [right - left - 1 for left, right in zip((-1, *cuts), (*cuts, many + 5))]
        ways, left = 1, many
        for number in counts:
            ways *= comb(left, number)
            left -= number
        found.append((counts, ways))
    return found


def count(q):
    units, least, asked = q["units"], q["at_least"], q["asked"]
    mine, others, sums = faces_of(asked), faces_of(units - asked), {}

    def add(key, ways):
        sums[key] = sums.get(key, 0) + Fraction(ways, 6 ** units)

    for (own, ways), (rest, more) in itertools.product(mine, others):
        selected = of_mine = 0
        for face in range(5, -1, -1):                        # from the highest down, until there are enough
            if selected < least:
                selected += own[face] + rest[face]
                of_mine += own[face]
        names = ("selected", "spared") if asked == 1 else ("some_selected", "none_selected")
        add(("outcome", names[0 if of_mine else 1]), ways * more)
        add(("measure", "units_selected", selected), ways * more)
        for event, so in (("all_asked", of_mine == asked), ("tie", selected > least), ("everybody", selected == units)):
            if so:
                add(("event", event), ways * more)
    return sums
