"""sl.night, from 49.1."""

from faces import End, and_then, numbered_turns, tally

EVENTS = ("in_sight",)
MEASURES = ("turns_in_sight", "first_turn")


def turn(dice, state, q, number):
    seen, first = state
    sees = dice.read(lambda total: total + q["drm"] + 3 * q["vehicle"] >= q["range"])
    return seen + sees, first or (number if sees else 0)


def ended(dice, state, q):
    seen, first = state
    outcome = "always" if seen == q["game_turns"] else "sometimes" if seen else "never"
    return End(outcome + "_in_sight", ["in_sight"] * (seen > 0), turns_in_sight=seen, first_turn=first)


def count(q):
    chances = {(0, 0): 1}
    chances = numbered_turns(chances, q["game_turns"], turn, q)
    return tally(and_then(chances, ended, q))
