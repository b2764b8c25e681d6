"""`combat-odds balance` of assaults: forces of equal points, each once as attacker and once as defender, each fight counted as
sl.assault or asl.assault is."""

from fractions import Fraction

import questions
from asl import assault as of_asl
from balance import force
from sl import assault as of_sl

GAMES = {"sl.assault": (of_sl, [("4-6-7", 21), ("4-4-7", 14), ("8-3-8", 54), ("5-4-8", 30)], ["8-0", "8-1"]),
         "asl.assault": (of_asl, [("4-6-7", 10), ("4-4-7", 7), ("8-3-8", 16), ("5-4-8", 13)], ["8-0", "8-1"])}
STEPS = ["fire assault at front 8 2; close-combat", "return front at assault 6 1; close-combat", "close-combat",
         "fire assault at front 4 -1; rout; close-combat", "return front at assault 12 3; fire assault at front 6 0"]


def differences(command, chance):
    name = chance.choice(sorted(GAMES))
    counter, listed, leaders = GAMES[name]
    units = chance.sample(listed, 2)
    prices = [price for _, price in units]
    while max(prices) >= 3 * min(prices):                        # two squads at most: a counter plays each game
        units = chance.sample(listed, 2)
        prices = [price for _, price in units]
    squads = chance.randint(max(prices), max(max(prices), 2 * min(prices)))
    with_leader = chance.choice([None, 0, 1])
    leader = [chance.choice(leaders) if place == with_leader else "" for place in (0, 1)]
    points = squads + (30 if with_leader is not None else 0)
    if with_leader is not None:                                  # the other side has its points for squads
        while points > 2 * prices[1 - with_leader]:
            with_leader, leader, points = None, ["", ""], squads
            break
    steps = chance.choice(STEPS)
    path = command.write("units.csv", ["procedure", "name", "points", "units", "leader", "leader_points"],
                         [[name, f"unit {place}", price, unit, leader[place], 30 if leader[place] else ""]
                          for place, (unit, price) in enumerate(units)])
    command.run("balance", path, "--points", points, "--set", f"steps={steps}", "--out", command.folder + "/out", "--quiet")
    defaults = {parameter.name: parameter.default for parameter in questions.parameters(command.program, name)}
    known = {}

    def side(place, number):
        return " ".join([units[place][0]] * number + [leader[place]] * bool(leader[place]))

    def scores(attacker, many, defender, others):
        """What the attacker scores"""
        key = attacker, many, defender, others
        if key not in known:
            q = {**defaults, "steps": steps, "attacker": "assault: " + side(attacker, many), "by_kind": True,
                 "defender": "front: " + side(defender, others)}
            known[key] = sum(share * {"attacker_holds": Fraction(1), "defender_holds": Fraction(0)}.get(end, Fraction(1, 2))
                             for (kind, end, *_), share in counter.count(q).items() if kind == "outcome")
        return known[key]

    found = []
    for row in command.rows_of("out/matrix.csv"):
        one, other = (int(row[column][-1]) for column in ("unit", "opponent"))
        as_attacker = as_defender = Fraction(0)
        for number, p in force(points - (30 if leader[one] else 0), prices[one]).items():
            for many, r in force(points - (30 if leader[other] else 0), prices[other]).items():
                as_attacker += p * r * scores(one, number, other, many)
                as_defender += p * r * (1 - scores(other, many, one, number))
        what = f"{side(one, 1)} against {side(other, 1)}"
        found += command.compare(what, (as_attacker + as_defender) / 2, row["score"])
        found += command.compare(what + " as attacker", as_attacker, row["score_as_attacker"])
        found += command.compare(what + " as defender", as_defender, row["score_as_defender"])
    return found
