"""sl.sewer, from 27.22."""

from faces import End, and_then, tally, turns

EVENTS = ("enough_arrive",)
MEASURES = ("arrived",)


def count(q):
    chances = {0: 1}
    chances = turns(chances, q["stacks"], lambda dice, arrived: arrived + dice.read_die(lambda face: face <= 4))
    return tally(and_then(chances, lambda dice, arrived: End(
        "all_arrive" if arrived == q["stacks"] else "some_arrive" if arrived else "all_lost",
        ["enough_arrive"] * (arrived >= q["wanted"]), arrived=arrived)))
