"""sl.woods-breakdown, from 39.1."""

from faces import End, and_then, numbered_turns, tally

MEASURES = ("hexes_entered", "immobilized_in")


def enters(dice, stuck, q, number):
    if stuck:
        return stuck
    return number if dice.read_die(lambda face: face >= (5 if q["nationality"] == "german" else 6)) else 0


def ended(dice, stuck, q):
    return End("immobilized" if stuck else "passes", hexes_entered=stuck or q["hexes"], immobilized_in=stuck)


def count(q):
    chances = {0: 1}
    chances = numbered_turns(chances, q["hexes"], enters, q)
    return tally(and_then(chances, ended, q))
