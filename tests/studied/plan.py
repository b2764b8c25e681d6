"""`combat-odds plan` with an income without dice, against an integer program of its own: a dynamic program over days, CPP at
hand and what was bought of a few groups, which goes through all plans. With wishes (--at-most, --at-least, --adjust), purchases
that stand (--keep, on days before --from, too), what is there by a day, and on how many days; and the chance of at least so many,
by the distributions of all plans. Ten kinds of odd question: odd_plans.py. Dice in the budget: waiting.py."""

import itertools
import os
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
    """A few groups on a few days: what is asked, and in which words. The days before `first` are those of kept purchases."""

    def __init__(self, chance, side=None, groups_of=None):
        self.side = side or chance.choice(["german", "russian"])
        everything = [row for row in groups(self.side) if row["id"][0] in "AI"]
        self.manner = chance.choice(["sum", "sum", "by", "days", "chance"])
        self.bought = groups_of(everything) if groups_of else chance.sample(
            everything, chance.choice([2, 2, 3] if self.manner == "chance" else [2, 3, 3, 4]))
        many = {1: 7, 2: 7, 3: 5, 4: 3}[len(self.bought)] - (3 if self.manner == "chance" else 0)
        self.days = DAYS[chance.randint(0, len(DAYS) - many):][:chance.randint(2, many)]
        self.first = 0
        self.incomes = [chance.randint(0, 16) for _ in self.days]
        self.most = [int(row["cg3_max"]) for row in self.bought]
        self.least = [0] * len(self.bought)
        self.price = [int(row["cpp"]) for row in self.bought]
        self.daily = [int(row["daily_max"]) for row in self.bought]
        self.kept = [[0] * len(self.bought) for _ in self.days]
        self.words, self.kept_lines = [], []
        self.silent, self.last = False, self.days[-1]        # whether days of no CPP have no line; --to
        self.ask_for(chance)
        self.draw_wishes(chance)
        others = [row["id"] for row in all_groups(self.side) if row["id"] not in [row["id"] for row in self.bought]]
        self.words += [word for id in others for word in ("--without", id)]

    def ask_for(self, chance):
        self.by, self.goal = self.days[-1], None

        def come(weights):
            return any(worth(row, self.days[0], 1, weights) for row in self.bought)
        if self.manner == "sum":
            self.name = chance.choice([name for name in sorted(OBJECTIVES) if come(OBJECTIVES[name])])
            self.weights = OBJECTIVES[self.name]
            return
        measure = chance.choice([name for name in ("squads", "afvs", "leaders") if come({name: 1})])
        self.weights = {measure: 1}
        if self.manner == "days":
            self.name = measure[:-1] + "-days"
            return
        self.by = chance.choice(self.days[self.first:])
        self.name = f"{measure} by {self.by}"
        if self.manner == "chance":
            self.aim(measure, 1)

    def aim(self, measure, goal):
        self.goal, self.weights = goal, {measure: 1}
        self.name = f"{measure}>={goal} by {self.by}"

    def draw_wishes(self, chance):
        if chance.random() < 0.3:
            self.keep(chance)
        stands = [sum(day[place] for day in self.kept) for place in range(len(self.bought))]
        for place, row in enumerate(self.bought):
            if chance.random() < 0.25:
                self.most[place] = min(self.most[place], max(stands[place], chance.randint(1, 3)))
                self.words += ["--at-most", f"{row['id']}={self.most[place]}"]
            if chance.random() < 0.15 and not self.kept_lines:
                more = chance.randint(1, 4)
                self.price[place] += more
                self.words += ["--adjust", f"{row['id']}={more}"]
        place = chance.randrange(len(self.bought))
        if chance.random() < 0.2 and self.price[place] <= sum(self.incomes) and self.most[place] > 0 and self.manner != "chance":
            self.least[place] = 1
            self.words += ["--at-least", f"{self.bought[place]['id']}=1"]

    def keep(self, chance):
        """Purchases that stand, paid on their day: on one of the days, or before the first"""
        self.first = chance.randint(0, min(2, len(self.days) - 1))
        if self.by < self.days[self.first]:
            self.first = 0
        for _ in range(chance.randint(1, 2)):
            day, place = chance.choice([day for day, date in enumerate(self.days) if date <= self.by]), chance.randrange(len(self.bought))
            if self.kept[day][place] >= min(self.daily[place], 1):
                continue
            self.kept[day][place] += 1
            self.incomes[day] += self.price[place]
            self.kept_lines.append([self.days[day], self.side, self.bought[place]["id"], 1])

    def brings(self, place, date, ordinal):
        """What one purchase adds to what is asked for"""
        if self.manner == "by" and date > self.by:
            return Fraction(0)
        one = worth(self.bought[place], date, ordinal, self.weights)
        return one * (int(self.days[-1][-2:]) - int(date[-2:]) + 1) if self.manner == "days" else one   # to the last of --to

    def drawn(self, place, date, ordinal, known={}):
        """{number: Fraction} of what one purchase brings of what a chance is asked for"""
        if date > self.by:
            return {0: Fraction(1)}
        measure, row = next(iter(self.weights)), self.bought[place]
        key = row["side"], row["id"], date, ordinal, measure
        if key not in known:
            known[key] = brings(row, date, ordinal).get(measure, {0: Fraction(1)})
        return known[key]

    def purchases(self, day, had, at_hand):
        """(numbers, CPP left) of each way to buy on a day: no less than what is kept, before the first day no more"""
        for numbers in itertools.product(*(
                range(kept, (kept if day < self.first else min(limit, most - count)) + 1)
                for limit, most, count, kept in zip(self.daily, self.most, had, self.kept[day]))):
            left = at_hand + self.incomes[day] - sum(number * price for number, price in zip(numbers, self.price))
            if left >= 0:
                yield numbers, left

    def best(self):
        """The greatest worth of any plan; None where the wishes can't be had"""
        if self.goal is not None:
            return self.best_chance()
        states = {(0, (0,) * len(self.bought)): Fraction(0)}
        for day, date in enumerate(self.days):
            after = {}
            for (at_hand, had), value in states.items():
                for numbers, left in self.purchases(day, had, at_hand):
                    key = left, tuple(count + number for count, number in zip(had, numbers))
                    sum_of = value + sum(self.brings(place, date, had[place] + k)
                                         for place, number in enumerate(numbers) for k in range(1, number + 1))
                    if sum_of > after.get(key, -10**9):
                        after[key] = sum_of
            states = after
        return max((value for (_, had), value in states.items()
                    if all(count >= least for count, least in zip(had, self.least))), default=None)

    def best_chance(self):
        """The greatest chance of the goal: what each plan brings, as (chance of 0, of 1, ... of the goal or more)"""
        nothing = (Fraction(1),) + (Fraction(0),) * self.goal
        states = {(0, (0,) * len(self.bought)): {nothing}}
        for day, date in enumerate(self.days):
            after = {}
            for (at_hand, had), there in states.items():
                for numbers, left in self.purchases(day, had, at_hand):
                    now = there
                    for place, number in enumerate(numbers):
                        for k in range(1, number + 1):
                            more = self.drawn(place, date, had[place] + k)
                            now = {self.added(chances, more) for chances in now}
                    key = left, tuple(count + number for count, number in zip(had, numbers))
                    after.setdefault(key, set()).update(now)
            states = {key: undominated(all_of) for key, all_of in after.items()}
        return max((chances[-1] for all_of in states.values() for chances in all_of), default=None)

    def added(self, chances, more):
        sums = [Fraction(0)] * len(chances)
        for number, share in enumerate(chances):
            for value, p in more.items():
                sums[min(self.goal, number + value)] += share * p
        return tuple(sums)

    def asked(self, command):
        """(value that is told, whether it is proven, what the command prints) """
        path = command.write("budget.csv", ["date", "side", "cpp"],
                             [[day, self.side, income] for day, income in zip(self.days, self.incomes)
                              if income or not self.silent])
        words = self.words + (["--to", self.last] if self.last else [])
        if self.kept_lines:
            words = words + ["--keep", command.write("keep.csv", ["date", "side", "group", "quantity"], self.kept_lines)]
        text = command.run("plan", "--side", self.side, "--budget", path, "--from", self.days[self.first],
                           "--best", self.name, *words, "--trials", 1000, "--out", command.folder + "/out")
        line = next((line for line in text.splitlines() if line.startswith(self.name + ":")), None)
        if line is None:
            return None, False, text
        value, _, proof = line[len(self.name) + 1:].strip().partition(", ")
        if self.goal is not None:
            planned = [row["planned"] for row in command.rows_of("out/check.csv")] if os.path.exists(
                command.folder + "/out/check.csv") else ["0"]
            value = planned[0]
        return float(value), proof.startswith("proven"), text


def undominated(distributions):
    """Without those that another one is never behind: it has any number or more at least as likely"""
    tails = {chances: tuple(itertools.accumulate(reversed(chances))) for chances in distributions}
    kept = []
    for chances in sorted(distributions, key=lambda one: tails[one], reverse=True):
        if not any(all(a >= b for a, b in zip(tails[other], tails[chances])) for other in kept):
            kept.append(chances)
    return set(kept)


def differences(command, chance):
    question, best = drawn(chance)
    return compared(command, question, best)


def drawn(chance):
    """(question, what its best plan is worth); a chance is mostly neither 0 nor 1"""
    best = None
    while best is None:
        question = Question(chance)
        best = question.best()
    tries = 12 if question.goal is not None else 0
    while tries and best in (0, 1):
        measure = chance.choice(["squads", "squads", "afvs", "leaders"])
        question.aim(measure, chance.randint(1, {"squads": 36, "afvs": 7, "leaders": 9}[measure]))
        best, tries = question.best(), tries - 1
    return question, best


def compared(command, question, best):
    value, is_proven, text = question.asked(command)
    if value is None:
        return [f"no line '{question.name}: ...' in\n{text}"]
    found = [] if is_proven else [f"not proven:\n{text}"]
    command.compared += 1
    if abs(value - float(best)) > 1e-6 * max(1, abs(float(best))):
        found.append(f"{question.name}: the best of all plans is worth {best} ({float(best):.9g}), the program's {value}")
    return found
