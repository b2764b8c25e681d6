"""Every game that the dice can bring, played one by one.

A counter is a game written down as a player would play it: it rolls, looks at the chart, rolls again.
`every_game` plays it once for every way the dice can fall and adds up how likely each result is. Nothing is
shared with the program under test: no graph, no tables worked out beforehand, no floating point.
"""

import csv
import itertools
import math
import os
from fractions import Fraction

FACES = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))
HALF_FACES = ((1, 2), (2, 2), (3, 2))
TOTALS = tuple((total, 6 - abs(7 - total)) for total in range(2, 13))
PAIRS = tuple(((a, b), 1) for a in range(1, 7) for b in range(1, 7))


class TooLong(Exception):
    """There are more games than anybody wants to play: the situation is left out."""


class Dice:
    """The dice of one game. What fell before the last roll that changes falls again."""

    def __init__(self, path):
        self.path = path
        self.rolled = 0
        self.weight = 1
        self.ways = 1

    def of(self, faces):
        """One of `faces`, pairs of a value and how many ways lead to it."""
        if self.rolled == len(self.path):
            self.path.append([0, faces, sum(ways for _, ways in faces)])
        index, faces, ways = self.path[self.rolled]
        self.rolled += 1
        value, weight = faces[index]
        if ways is not None:
            self.weight *= weight
            self.ways *= ways
        return value

    def choose(self, options):
        """A decision of the player: see best_of."""
        if self.rolled == len(self.path):
            self.path.append([0, [(option, None) for option in options], None])
        return self.of(None)

    def die(self):
        return self.of(FACES)

    def dr(self):
        """The total of two dice."""
        return self.of(TOTALS)

    def two(self):
        """The coloured and the white die."""
        return self.of(FACES), self.of(FACES)

    def read(self, reading):
        """What `reading` makes of the total of two dice, totals that read alike being one case."""
        return self.of(None if self.rolled < len(self.path) else _cases(TOTALS, reading))

    def read_die(self, reading):
        return self.of(None if self.rolled < len(self.path) else _cases(FACES, reading))

    def read_two(self, reading):
        """What `reading(coloured, white)` makes of two dice."""
        return self.of(None if self.rolled < len(self.path) else
                       _cases(PAIRS, lambda pair: reading(*pair)))

    def one_of(self, values):
        """Each of them as likely as any other."""
        values = list(values)
        return values[0] if len(values) == 1 else self.of(tuple((value, 1) for value in values))

    def chance(self, probability):
        """True with this probability, a Fraction."""
        probability = Fraction(probability)
        if probability in (0, 1):
            return probability == 1
        return self.of(((True, probability.numerator),
                        (False, probability.denominator - probability.numerator)))

    def drawn(self, chances):
        """A key of `chances`, which maps results to Fractions that add up to 1."""
        denominator = math.lcm(*(share.denominator for share in chances.values()))
        return self.of(tuple((key, int(share * denominator)) for key, share in chances.items()))


def _cases(faces, reading):
    cases = {}
    for face, ways in faces:
        case = reading(face)
        cases[case] = cases.get(case, 0) + ways
    return tuple(cases.items())


def every_game(play, *arguments, most=60000):
    """{result of play(dice, *arguments): Fraction}"""
    counted = {}
    path = []
    for games in itertools.count():
        if games == most:
            raise TooLong
        dice = Dice(path)
        key = (play(dice, *arguments), dice.ways)
        counted[key] = counted.get(key, 0) + dice.weight
        while path and path[-1][0] + 1 == len(path[-1][1]):
            path.pop()
        if not path:
            break
        path[-1][0] += 1
    chances = {}
    for (result, ways), weight in counted.items():
        chances[result] = chances.get(result, 0) + Fraction(weight, ways)
    return chances


def turns(chances, times, play, *arguments):
    """{state: Fraction} after play(dice, state, *arguments) so many times from each state of `chances`."""
    seen = {}
    for _ in range(times):
        chances = and_then(chances, play, *arguments, seen=seen)
    return chances


def numbered_turns(chances, times, play, q, *arguments):
    """The same of a play that is told which turn it is: play(dice, state, q, number, *arguments)."""
    for number in range(1, times + 1):
        chances = and_then(chances, play, q, number, *arguments)
    return chances


def and_then(chances, play, *arguments, seen=None):
    """{result: Fraction} after play(dice, state, *arguments) from each state of `chances`."""
    after = {}
    seen = {} if seen is None else seen
    for state, chance in chances.items():
        if state not in seen:
            seen[state] = every_game(play, state, *arguments)
        for result, share in seen[state].items():
            after[result] = after.get(result, 0) + chance * share
    return after


def best_of(play, worth, *arguments):
    """What play(dice, *arguments) comes to on average, in worth(result), if each dice.choose() takes what is worth most"""
    known = {}                                               # worth() may be a game of its own

    def worth_once(result):
        if result not in known:
            known[result] = worth(result)
        return known[result]

    def value(path):
        deeper = list(path)
        result = play(Dice(deeper), *arguments)
        if len(deeper) == len(path):
            return worth_once(result)
        _, faces, total = deeper[len(path)]
        worths = [value(deeper[:len(path)] + [[index, faces, total]]) for index in range(len(faces))]
        if total is None:
            return max(worths)
        return sum(ways * found for (_, ways), found in zip(faces, worths)) / Fraction(total)

    return value([])


class End:
    """How a game ended: an outcome (or None where units are counted), events, measures."""

    def __init__(self, outcome, events=(), **measures):
        self.outcome = outcome
        self.events = frozenset(events)
        self.measures = tuple(sorted(measures.items()))
        self.key = (outcome, self.events, self.measures)

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self.key == other.key


def tally(chances):
    """{('outcome', name) or ('event', name) or ('measure', name, value): Fraction} of {End: Fraction}"""
    sums = {}

    def add(key, chance):
        sums[key] = sums.get(key, 0) + chance

    for end, chance in chances.items():
        if end.outcome is not None:
            add(("outcome", end.outcome), chance)
        for event in end.events:
            add(("event", event), chance)
        for measure, value in end.measures:
            if value is not None:
                add(("measure", measure, value), chance)
    return sums


class Charts:
    """The printed charts, as `combat-odds charts --export` writes them."""

    folder = None
    _read = {}

    @classmethod
    def rows(cls, name):
        """The lines of a chart such as asl/ift.csv, each a dict."""
        if name not in cls._read:
            with open(os.path.join(cls.folder, name), newline="", encoding="utf-8") as file:
                cls._read[name] = list(csv.DictReader(file))
        return cls._read[name]

    @classmethod
    def by(cls, name, column):
        """{the value of a column: its line}"""
        if (name, column) not in cls._read:
            cls._read[name, column] = {row[column]: row for row in cls.rows(name)}
        return cls._read[name, column]


def whole(text):
    return None if text in (None, "") else int(text)


def stack_outcome(states, order):
    """'no_effect' or a state of a single unit; '1 eliminated + 2 broken + 1 unharmed' of several."""
    if len(states) == 1:
        return states[0]
    if all(state == "no_effect" for state in states):
        return "no_effect"
    parts = [f"{states.count(name)} {name}" for name in order if name in states]
    unharmed = states.count("no_effect")
    return " + ".join(parts + [f"{unharmed} unharmed"] * (unharmed > 0))
