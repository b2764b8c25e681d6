"""sl.river-crossing, from 60.2, 60.3 and 60.5."""

from faces import End, and_then, numbered_turns, tally

EVENTS = ("mist_lifts",)
MEASURES = ("ashore", "all_ashore_in", "under_mist", "mist_gone_in")
ALWAYS = ("turns",)
DRAW = {"turns": [1, 2, 3, 5, 8], "squads": [1, 2, 3, 7, 9, 12, 20, 40]}


def turn(dice, state, q, number):
    ashore, last, under_mist, lifted = state
    if q["mist"] and not lifted and number >= 2 and dice.read_die(lambda face: face == 1):   # 60.5
        lifted = number
    waiting = q["squads"] - ashore
    if waiting:
        landed = dice.read(lambda total: min(total, waiting))                # 60.3
        ashore += landed
        under_mist += landed if q["mist"] and not lifted else 0
        last = number if ashore == q["squads"] else 0
    return ashore, last, under_mist, lifted


def ended(dice, state, q):
    ashore, last, under_mist, lifted = state
    return End("all_ashore" if last else "some_wait", ["mist_lifts"] * bool(lifted), ashore=ashore, all_ashore_in=last,
               under_mist=under_mist, mist_gone_in=lifted)


def count(q):
    return tally(and_then(numbered_turns({(0, 0, 0, 0): 1}, q["turns"], turn, q), ended, q))
