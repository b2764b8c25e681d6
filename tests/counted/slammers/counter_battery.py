"""slammers.counter-battery, from Supplement 4, Master of Artillery, and the outline of Returning Fire."""

from faces import End, every_game, tally

MEASURES = ("leadership_points",)
DRAW = {"detected_at_least": [1, 3, 5, 6, 7, 8, 10, 12, 13], "hit_at_least": [1, 3, 5, 6, 7, 8, 10, 12, 13]}


def play(dice, q):
    added = q["drm"] + q["master_of_artillery"]
    points = 2 if q["master_of_artillery"] else 4

    def reaches(least):
        return (dice.dr() if q["dice"] == "two" else dice.die()) + added >= least

    if not reaches(q["detected_at_least"]):
        return End("undetected", leadership_points=points)
    return End("battery_hit" if reaches(q["hit_at_least"]) else "detected", leadership_points=points)


def count(q):
    return tally(every_game(play, q))
