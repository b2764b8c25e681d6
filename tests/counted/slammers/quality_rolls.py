"""slammers.quality-rolls, from Supplement 4: a die for each; a natural 1 always fails."""

from fractions import Fraction
from math import comb

from slammers._rules import needs

EVENTS = ("all_succeed", "natural_1")
MEASURES = ("successes",)
DRAW = {"rolls": [1, 1, 2, 3, 4, 6, 10], "needed": [1, 1, 2, 3, 5]}


def change(question, random):
    question["rolls"] = max(question.get("rolls", 1), question.get("needed", 1))
    return question


def count(q):
    least, rolls = needs(q["quality"], q["modifier"]), q["rolls"]
    succeeds = Fraction(7 - least, 6)
    of = {number: comb(rolls, number) * succeeds ** number * (1 - succeeds) ** (rolls - number) for number in range(rolls + 1)}
    enough = sum(chance for number, chance in of.items() if number >= q["needed"])
    names = ("succeeds", "fails") if rolls == 1 else ("enough", "too_few")
    return {("outcome", names[0]): enough, ("outcome", names[1]): 1 - enough, ("event", "all_succeed"): of[rolls],
            ("event", "natural_1"): 1 - Fraction(5, 6) ** rolls,
            **{("measure", "successes", number): chance for number, chance in of.items()}}
