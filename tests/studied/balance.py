"""`combat-odds balance`: forces of equal points, each duel counted as sl.firefight is, both ways round.

A force is as many squads as its points buy; what is left over buys one more with that chance. The same with a price one
point off (--step). Armies of two kinds (--kinds): each duel counted as asl.firefight is; where people would field some of
them, no army does better than half against that mix.
"""

from fractions import Fraction

import questions
from asl import firefight as of_asl
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
    return found + stepped(command, path, points, units, price, score) + kinds(command, chance)


def armies(points, prices):
    """[{numbers of each kind: Fraction}] of all that the points buy; what is left buys one more of one kind with the chance that
    makes the points right"""
    most = [points // price for price in prices]
    found = []
    for one in range(most[0] + 1):
        for other in range(most[1] + 1):
            left = points - one * prices[0] - other * prices[1]
            if left < 0:
                continue
            for kind, price in enumerate(prices):
                if left < price and (one, other)[kind] + (1 if left else 0):
                    more = (one + (kind == 0), other + (kind == 1))
                    share = Fraction(left, price)
                    found.append({key: part for key, part in (((one, other), 1 - share), (more, share)) if part})
    return found


def average(army):
    return tuple(sum(numbers[kind] * share for numbers, share in army.items()) for kind in (0, 1))


def numbers_in(text, names):
    """(2, 0.6) of '2 second, 0.6 riflemen', rounded as it is printed"""
    said = dict(reversed(part.split(" ", 1)) for part in text.split(", "))
    return tuple(Fraction(said.get(name, 0)) for name in names)


def kinds(command, chance):
    """balance --field --kinds 2, of squads of one nation"""
    prices = [chance.randint(9, 11), chance.randint(6, 8)]
    points = chance.randint(max(prices), 2 * min(prices) - 1)                    # two squads at most, as each game is played
    names, units = ["riflemen", "second"], ["4-6-7", "4-4-7"]
    setting = {"range": chance.choice([2, 4, 6]), "turns": 1}
    path = command.write("kinds.csv", ["procedure", "name", "points", "units", "nationality", "drm"],
                         [["asl.firefight", name, price, unit, "german", 1] for name, price, unit in zip(names, prices, units)])
    command.run("balance", path, "--points", points, "--field", "--kinds", 2, "--out", command.folder + "/kinds", "--quiet",
                *(word for name, value in setting.items() for word in (f"--{name}", value)))
    defaults = {parameter.name: parameter.default for parameter in questions.parameters(command.program, "asl.firefight")}
    known = {}

    def duel(mine, theirs):
        """The score of these numbers against those, both ways round"""
        if (theirs, mine) in known:
            return 1 - known[theirs, mine]
        if (mine, theirs) not in known:
            total = Fraction(0)
            for turned in (False, True):
                q = {**defaults, **setting, "a_drm": 1, "b_drm": 1}
                for side, numbers in zip("ba" if turned else "ab", (mine, theirs)):
                    q[f"{side}_units"] = " ".join(f"{many}*{unit}" for many, unit in zip(numbers, units) if many)
                own = "b_holds" if turned else "a_holds"
                for (kind, name, *_), share in of_asl.count(q).items():
                    if kind == "outcome":
                        total += share * (1 if name == own else Fraction(1, 2) if name in ("both", "neither") else 0)
            known[mine, theirs] = total / 2
        return known[mine, theirs]

    rows, counted = command.rows_of("kinds/armies.csv"), armies(points, prices)
    share, score = {}, {}
    for row in rows:
        told = numbers_in(row["army"], names)
        meant = [index for index, army in enumerate(counted)
                 if all(abs(one - other) <= Fraction(51, 10000) for one, other in zip(told, average(army)))]
        if len(meant) != 1 or meant[0] in score:
            return [f"armies.csv: {row['army']} is not one army of those that {points} points buy"]
        share[meant[0]], score[meant[0]] = Fraction(row["share"]), row["score"]
    if len(score) != len(counted):
        return [f"armies.csv: {len(score)} armies, counted {len(counted)}"]
    found = []
    for index, army in enumerate(counted):
        against_mix = sum(p * r * share[other] * duel(mine, theirs) for other, enemy in enumerate(counted) if share[other]
                          for mine, p in army.items() for theirs, r in enemy.items())
        what = " and ".join(f"{float(number):g} {name}" for number, name in zip(average(army), names))
        found += command.compare(what, against_mix, score[index])
        if against_mix > Fraction(1, 2) + Fraction(1, 10**6):
            found.append(f"{what}: better than half against the mix, {float(against_mix)}")
    return found


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
