"""`combat-odds plan` with an income without dice, against an integer program of its own: a dynamic program over days, CPP at
hand and what was bought of a few groups, which goes through all plans. With wishes (--at-most, --at-least, --adjust), what is
there by a day, and on how many days."""

import itertools
from fractions import Fraction

from campaign import DAYS, brings, groups
from faces import Charts

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


def all_groups(side):
    return [row for row in Charts.rows("red-barricades/reinforcement-groups.csv") if row["side"] == side]


class Question:
    """A few groups on a few days: what is asked, and in which words."""

    def __init__(self, chance):
        self.side = chance.choice(["german", "russian"])
        everything = [row for row in groups(self.side) if row["id"][0] in "AI"]
        self.bought = chance.sample(everything, chance.choice([2, 3, 3, 4]))
        many = {2: 7, 3: 5, 4: 3}[len(self.bought)]
        self.days = DAYS[chance.randint(0, len(DAYS) - many):][:chance.randint(2, many)]
        self.incomes = [chance.randint(0, 16) for _ in self.days]
        self.name = chance.choice(sorted(OBJECTIVES))
        self.weights = OBJECTIVES[self.name]
        self.manner, self.by = chance.choice(["sum", "sum", "by", "days"]), chance.choice(self.days)
        if self.manner != "sum":
            measure = chance.choice(["squads", "afvs", "leaders"])
            self.name = {"by": f"{measure} by {self.by}", "days": measure[:-1] + "-days"}[self.manner]
            self.weights = {measure: 1}
        self.most = [int(row["cg3_max"]) for row in self.bought]
        self.least = [0] * len(self.bought)
        self.price = [int(row["cpp"]) for row in self.bought]
        self.words = []
        for place, row in enumerate(self.bought):
            if chance.random() < 0.25:
                self.most[place] = min(self.most[place], chance.randint(1, 3))
                self.words += ["--at-most", f"{row['id']}={self.most[place]}"]
            if chance.random() < 0.15:
                more = chance.randint(1, 4)
                self.price[place] += more
                self.words += ["--adjust", f"{row['id']}={more}"]
        place = chance.randrange(len(self.bought))
        if chance.random() < 0.2 and self.price[place] <= sum(self.incomes) and self.most[place] > 0:
            self.least[place] = 1
            self.words += ["--at-least", f"{self.bought[place]['id']}=1"]
        others = [row["id"] for row in all_groups(self.side) if row["id"] not in [row["id"] for row in self.bought]]
        self.words += [word for id in others for word in ("--without", id)]

    def brings(self, place, date, ordinal):
        """What one purchase adds to what is asked for"""
        if self.manner == "by" and date > self.by:
            return Fraction(0)
        one = worth(self.bought[place], date, ordinal, self.weights)
        return one * (int(self.days[-1][-2:]) - int(date[-2:]) + 1) if self.manner == "days" else one   # to the last of --to

    def best(self):
        """The greatest worth of any plan; None where the wishes can't be had"""
        states = {(0, (0,) * len(self.bought)): Fraction(0)}
        limits = [int(row["daily_max"]) for row in self.bought]
        for date, income in zip(self.days, self.incomes):
            after = {}
            for (at_hand, had), value in states.items():
                for numbers in itertools.product(*(range(min(limit, most - count) + 1)
                                                   for limit, most, count in zip(limits, self.most, had))):
                    left = at_hand + income - sum(number * price for number, price in zip(numbers, self.price))
                    if left < 0:
                        continue
                    key = left, tuple(count + number for count, number in zip(had, numbers))
                    sum_of = value + sum(self.brings(place, date, had[place] + k)
                                         for place, number in enumerate(numbers) for k in range(1, number + 1))
                    if sum_of > after.get(key, -1):
                        after[key] = sum_of
            states = after
        return max((value for (_, had), value in states.items()
                    if all(count >= least for count, least in zip(had, self.least))), default=None)


def differences(command, chance):
    question = Question(chance)
    best = question.best()
    while best is None:
        question = Question(chance)
        best = question.best()
    path = command.write("budget.csv", ["date", "side", "cpp"],
                         [[day, question.side, income] for day, income in zip(question.days, question.incomes)])
    text = command.run("plan", "--side", question.side, "--budget", path, "--from", question.days[0], "--to", question.days[-1],
                       "--best", question.name, *question.words, "--trials", 1000, "--out", command.folder + "/out")
    line = next((line for line in text.splitlines() if line.startswith(question.name + ":")), None)
    if line is None:
        return [f"no line '{question.name}: ...' in\n{text}"]
    value, _, proof = line[len(question.name) + 1:].strip().partition(", ")
    found = [] if proof.startswith("proven") else [f"not proven: {line}"]
    command.compared += 1
    if abs(float(value) - float(best)) > 1e-6 * max(1, float(best)):
        found.append(f"{question.name}: the best of all plans is worth {best} ({float(best):.9g}), the program's {value}")
    return found
