"""`combat-odds balance`: forces of equal points, each duel counted as sl.firefight is, both ways round.

A force is as many squads as its points buy; what is left over buys one more with that chance. The same with a price one
point off (--step).
"""

from fractions import Fraction

import questions
from faces import Charts
from sl import firefight

UNITS = [("german", "4-6-7"), ("german", "8-3-8"), ("german", "5-4-8"), ("russian", "4-4-7"), ("russian", "6-2-8")]


def force(points, price):
    """{number of squads: Fraction}"""
    many, over = divmod(points, price)
    return {many + extra: share for extra, share in ((0, 1 - Fraction(over, price)), (1, Fraction(over, price))) if share}


def differences(command, chance):
    price = {(row["nationality"], row["unit"]): int(row["points"]) for row in Charts.rows("squad-leader/infantry-points.csv")}
    units = chance.sample(UNITS, 2)
    points = max(price[unit] for unit in units) + chance.randint(0, 8)
    while any(points > 3 * price[unit] for unit in units):   # a counter plays each game: three squads at most
        units = chance.sample(UNITS, 2)
        points = max(price[unit] for unit in units) + chance.randint(0, 8)
    setting = {"range": chance.choice([1, 2, 4, 6]), "turns": chance.choice([1, 2]), "drm": chance.choice([0, 1, 2]),
               "stacking": chance.choice([1, 3]), "group": chance.choice([1, 3])}
    path = command.write("units.csv", ["nationality", "unit"], units)
    out = command.folder + "/out"
    command.run("balance", path, "--points", points, "--out", out, "--quiet",
                *(word for name, value in setting.items() for word in (f"--{name}", value)))
    defaults = {parameter.name: parameter.default for parameter in questions.parameters(command.program, "sl.firefight")}
    known = {}

    def fight(one, number, other, many):
        """{who holds: Fraction} of a duel, both ways round"""
        key = one, number, other, many
        if key not in known:
            sums = {}
            for turned in (False, True):
                sides = ((one, number), (other, many))
                q = {**defaults, "range": setting["range"], "turns": setting["turns"], "stacking": setting["stacking"]}
                for side, (unit, squads) in zip("ba" if turned else "ab", sides):
                    q.update({f"{side}_nationality": unit[0], f"{side}_units": f"{squads}*{unit[1]}",
                              f"{side}_drm": setting["drm"], f"{side}_group": setting["group"]})
                for (kind, name, *_), share in firefight.count(q).items():
                    if kind == "outcome":
                        mine = {"a_holds": "first", "b_holds": "second"}.get(name, "even")
                        if turned:
                            mine = {"first": "second", "second": "first"}.get(mine, mine)
                        sums[mine] = sums.get(mine, 0) + share / 2
            known[key] = sums
        return known[key]

    def score(one, cost, other):
        """of a force of the first, of which one costs so much"""
        holds = {}
        for number, p in force(points, cost).items():
            for many, r in force(points, price[other]).items():
                for who, share in fight(one, number, other, many).items():
                    holds[who] = holds.get(who, 0) + p * r * share
        return holds.get("first", 0) + Fraction(1, 2) * holds.get("even", 0)

    found = []
    for row in command.rows_of("out/matrix.csv"):
        names = [next(unit for unit in units if row[column] == " ".join(unit)) for column in ("unit", "opponent")]
        found += command.compare(" against ".join(" ".join(name) for name in names),
                                 score(names[0], price[names[0]], names[1]), row["score"])
    return found + stepped(command, path, points, units, price, score)


def stepped(command, path, points, units, price, score):
    """--step: one of them for a point more or less, and what people would field then: the better one alone"""
    command.run(*command.last[:1], path, *command.last[2:], "--step", "points=1", "--field", "--force")
    steps = command.rows_of("out/steps.csv")
    found = [] if len(steps) == 4 else [f"steps.csv: {len(steps)} lines, not 4"]
    for row in steps:
        one = next(unit for unit in units if row["unit"] == " ".join(unit))
        other = next(unit for unit in units if unit != one)
        cost = int(row["to"])
        if abs(cost - price[one]) != 1 or int(row["from"]) != price[one]:
            found.append(f"{row['unit']}: from {row['from']} to {row['to']}, listed at {price[one]}")
        for column, at in (("score_before", price[one]), ("score", cost)):
            if points > 3 * at:
                continue                                     # a counter plays three squads at most
            counted = score(one, at, other)
            found += command.compare(f"{row['unit']} at {at}", counted, row[column])
            if counted != Fraction(1, 2):
                share = row["share_before" if column == "score_before" else "share"]
                found += command.compare(f"share of {row['unit']} at {at}", Fraction(counted > Fraction(1, 2)), share)
    return found
