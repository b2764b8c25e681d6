"""`combat-odds plan` with an income without dice: all plans of a few days and groups, one by one."""

import itertools
from fractions import Fraction

from campaign import DAYS, brings, groups

OBJECTIVES = {"squads": {"squads": 1}, "afvs": {"afvs": 1}, "leaders": {"leaders": 1},
              "squads + 3*leaders - leadership": {"squads": 1, "leaders": 3, "leadership": -1},
              "2*squads + 5*afvs": {"squads": 2, "afvs": 5}}


def worth(row, date, ordinal, weights, known={}):
    """The expected worth of one purchase"""
    key = row["side"], row["id"], date, ordinal
    if key not in known:
        known[key] = {name: sum(value * share for value, share in values.items())
                      for name, values in brings(row, date, ordinal).items()}
    return sum(weight * known[key].get(name, 0) for name, weight in weights.items())


def differences(command, chance):
    side = chance.choice(["german", "russian"])
    everything = [row for row in groups(side) if row["id"][0] in "AI"]
    bought = chance.sample(everything, 3)
    days = DAYS[chance.randint(0, 3):][:3]
    incomes = [chance.randint(0, 16) for _ in days]
    objective = chance.choice(sorted(OBJECTIVES))
    weights = OBJECTIVES[objective]
    limits = [int(row["daily_max"]) for row in bought]
    best = Fraction(0)
    for plan in itertools.product(*(itertools.product(*(range(limit + 1) for limit in limits)) for _ in days)):
        at_hand, counts, value = 0, [0] * len(bought), Fraction(0)
        for date, income, numbers in zip(days, incomes, plan):
            at_hand += income
            for place, number in enumerate(numbers):
                at_hand -= number * int(bought[place]["cpp"])
                for _ in range(number):
                    counts[place] += 1
                    value += worth(bought[place], date, counts[place], weights)
            if at_hand < 0:
                break
        if at_hand >= 0 and all(count <= int(row["cg3_max"]) for count, row in zip(counts, bought)):
            best = max(best, value)
    others = [row["id"] for row in all_groups(side) if row["id"] not in [kept["id"] for kept in bought]]
    path = command.write("budget.csv", ["date", "side", "cpp"], [[day, side, income] for day, income in zip(days, incomes)])
    out = command.folder + "/out"
    words = [word for id in others for word in ("--without", id)]
    text = command.run("plan", "--side", side, "--budget", path, "--from", days[0], "--to", days[-1], "--best", objective,
                       *words, "--trials", 1000, "--out", out)
    line = next((line for line in text.splitlines() if line.startswith(objective + ":")), None)
    if line is None:
        return [f"no line '{objective}: ...' in\n{text}"]
    value, _, proof = line[len(objective) + 1:].strip().partition(", ")
    found = [] if proof.startswith("proven") else [f"not proven: {line}"]
    command.compared += 1
    if abs(float(value) - float(best)) > 1e-6 * max(1, float(best)):
        found.append(f"{objective}: the best of all plans is worth {best} ({float(best):.9g}), the program's {value}")
    return found


def all_groups(side):
    from faces import Charts
    return [row for row in Charts.rows("red-barricades/reinforcement-groups.csv") if row["side"] == side]
