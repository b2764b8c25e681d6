"""dice.roll: sums of dice, keeping the highest or lowest, and counting, by rolling all faces."""

import re

from faces import End, every_game, tally

MEASURES = ("total",)
DRAW = {"expression": lambda random: random.choice([
    f"{random.randint(1, 4)}d{random.choice([4, 6, 8, 10])}{random.choice(['', '+1', '+3', '-2'])}",
    f"{random.randint(2, 4)}d6 k{random.choice('hl')}{random.randint(1, 2)}",
    f"{random.randint(1, 5)}d6 c>={random.randint(2, 6)}"])}


def play(dice, expression):
    many, sides, add, keep, kept, least = re.fullmatch(
        r"(\d+)d(\d+)([+-]\d+)?(?: k([hl])(\d+))?(?: c>=(\d+))?", expression).groups()
    rolls = sorted(dice.of(tuple((face, 1) for face in range(1, int(sides) + 1))) for _ in range(int(many)))
    if keep:
        rolls = rolls[-int(kept):] if keep == "h" else rolls[:int(kept)]
    if least:
        return End(None, total=sum(face >= int(least) for face in rolls))
    return End(None, total=sum(rolls) + int(add or 0))


def count(q):
    return tally(every_game(play, q["expression"]))
