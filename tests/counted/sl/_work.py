"""Squads that dig in or clear a hex, and are fired at after each turn's work: 53, 54.2, 55, 8.8, 12."""

from fractions import Fraction

from faces import TOTALS, End, and_then, numbered_turns, tally
from sl._infantry import (apply, column_of, factors_of, good_order_share, ift, is_leader, leadership, report, stack,
                          terrain)


def ways(number):
    return sum(many for total, many in TOTALS if total <= number)


def numbers(units, number_of, drm):
    """The final number that each unbroken squad needs; a leader helps where it makes the failure of all least likely."""
    needs = [number_of(name) - drm for name, state in units if state == "good" and not is_leader(name)]
    helping = [leadership(name) for name, state in units if state == "good" and is_leader(name)]
    choices = [needs] + [needs[:place] + [needs[place] - modifier] + needs[place + 1:]    # he need not help
                         for modifier in helping for place in range(len(needs))]

    def all_fail(choice):
        chance = Fraction(1)
        for number in choice:
            chance *= Fraction(36 - ways(number), 36)
        return chance
    return min(choices, key=all_fail)


def turn(dice, state, q, turn_number, number_of, drm):
    units, done = list(state[0]), state[1]
    if done or not any(now == "good" and not is_leader(name) for name, now in units):
        return state
    for number in numbers(units, number_of, drm):
        if dice.read(lambda total: total <= number):
            return state[0], turn_number                     # the first success ends the work
    column = column_of(factors_of(q["firepower"]))
    for _ in range(q["attacks"] if column else 0):
        apply(dice, units, dice.read(lambda total: ift(total + terrain(q["drm"])[0], column)))
    return tuple(units), 0


def count(q, number_of, drm, done_name):
    before = stack(q["units"])

    def ended(dice, state):
        units, done = state
        working = any(now == "good" and not is_leader(name) for name, now in units)
        _, events, measures = report(before, units)
        outcome = done_name if done else f"not_{done_name}" if working else "stopped"
        return End(outcome, events, turn=done, eliminated=measures["eliminated"], broken=measures["broken"],
                   **good_order_share(measures))
    chances = numbered_turns({(tuple(before), 0): 1}, q["turns"], turn, q, number_of, drm)
    return tally(and_then(chances, ended))
