"""`combat-odds plan --fpp` and `points --side`: the Fortification Table of Red Barricades, all sets one by one."""

import csv
import io
import itertools
import re
from fractions import Fraction

from faces import Charts

PILLBOXES = ["1-3-5 Pillbox", "2-3-5 Pillbox", "1-5-7 Pillbox"]
EACH_CPP = {"german": 20, "russian": 40}                     # the line M1 of both reinforcement tables


def price(name):
    """A pillbox costs three times the sum of its numbers."""
    if name.endswith("Pillbox"):
        return 3 * sum(int(number) for number in name.split()[0].split("-"))
    return int(next(row["fpp"] for row in Charts.rows("red-barricades/fortifications.csv") if row["fortification"] == name))


def names():
    return [row["fortification"] for row in Charts.rows("red-barricades/fortifications.csv")] + PILLBOXES


def differences(command, chance):
    return costs(command, chance) if chance.random() < 0.4 else best_set(command, chance)


def costs(command, chance):
    side = chance.choice(sorted(EACH_CPP))
    wanted = [(name, chance.randint(1, 7)) for name in chance.sample(names(), chance.randint(1, 4))]
    path = command.write("list.csv", ["fortification", "quantity"], wanted)
    text = command.run("points", path, "--side", side)
    total = sum(price(name) * many for name, many in wanted)
    groups = -(-total // EACH_CPP[side])
    command.compared += 3
    found = re.search(r"in all +(\d+)\n\w+: (\d+) CPP buy (\d+) FPP \(1 CPP each (\d+)\), and (\d+) are left", text)
    said = tuple(int(number) for number in found.groups()) if found else text
    expected = (total, groups, groups * EACH_CPP[side], EACH_CPP[side], groups * EACH_CPP[side] - total)
    return [] if said == expected else [f"counted {expected}, the program {said}"]


def best_set(command, chance):
    budget = chance.randint(5, 45)
    lines, sets = [], []
    for name in chance.sample(names(), chance.randint(2, 4)):
        most = chance.choice([None, None, 1, 2, 5])
        own = chance.choice([None, None, None, 2, 5, 11])
        value = chance.choice([1, 2, 3, 5, 8, 12, 2.5])
        each = own or price(name)
        lines.append([name, value, most or "", own or ""])
        sets.append([(many * each, many * Fraction(str(value)))
                     for many in range(min(budget // each, most if most is not None else budget) + 1)])
    worths = sorted((sum(value for _, value in chosen) for chosen in itertools.product(*sets)
                     if sum(cost for cost, _ in chosen) <= budget), reverse=True)
    path = command.write("values.csv", ["fortification", "value", "most", "fpp"], lines)
    text = command.run("plan", "--fpp", budget, "--values", path)
    command.compared += 1
    found = re.search(r"([\d.]+) for (\d+) of (\d+) FPP, proven", text)
    if not found:
        return [] if worths[0] == 0 else [f"the best of all sets has {worths[0]}; the program says\n{text}"]
    wrong = []
    if Fraction(found[1]) != worths[0]:
        wrong.append(f"the best of all sets has {worths[0]}, that of the program {found[1]}")
    rows = list(csv.DictReader(io.StringIO(command.run("plan", "--fpp", budget, "--values", path, "--format", "csv"))))
    of = {name: (Fraction(str(value)), own or price(name), most) for name, value, most, own in lines}
    spent = sum(int(row["quantity"]) * of[row["fortification"]][1] for row in rows)
    worth = sum(int(row["quantity"]) * of[row["fortification"]][0] for row in rows)
    command.compared += 2
    if worth != worths[0] or spent > budget or spent != int(found[2]):
        wrong.append(f"its set costs {spent} and has {worth}; it says {found[0]}")
    if any(most and int(row["quantity"]) > most for row in rows for most in [of[row["fortification"]][2]]):
        wrong.append(f"more than are of use: {rows}")
    following = re.search(r"the next best has ([\d.]+)", text)
    if following:
        command.compared += 1
        if Fraction(following[1]) != (worths + [0])[1]:
            wrong.append(f"the next best set has {worths[1]}, that of the program {following[1]}")
    return wrong
