"""`combat-odds plan` with dice for CPP: the policy and what keeping CPP is worth (waiting.csv), by going through every
state of a few days and groups. In many cases one purchase of the day before stands (--keep), and what it leaves is at hand."""

import itertools
import re
from fractions import Fraction

from campaign import DAYS, groups
from plan import OBJECTIVES, all_groups, worth

DICE = ["d6", "d6+2", "d6+5", "d3+3", "2d6+1", "d3", "7"]


def income(text):
    """{CPP: Fraction}"""
    dice, sides, plus = re.fullmatch(r"(?:(\d*)d(\d+))?\+?(\d+)?", text).groups()
    sums = {int(plus or 0): Fraction(1)}
    for _ in range(int(dice or 1) if sides else 0):
        sums = {total: sum(sums.get(total - face, 0) for face in range(1, int(sides) + 1)) / int(sides)
                for total in range(min(sums) + 1, max(sums) + int(sides) + 1)}
    return sums


class Game:
    """`kept`: the day before, what it is paid from, and which of the groups is bought then; or None"""

    def __init__(self, bought, days, dice, weights, kept=None):
        self.bought, self.days, self.weights, self.kept = bought, days, weights, kept
        self.had, self.carried, self.stands = (0,) * len(bought), 0, Fraction(0)
        if kept:
            day, cpp, place = kept
            self.had = tuple(int(number == place) for number in range(len(bought)))
            self.carried, self.stands = cpp - int(bought[place]["cpp"]), worth(bought[place], day, 1, weights)
        self.incomes = [income(text) for text in dice]
        self.most = sum(int(row["cpp"]) * (int(row["cg3_max"]) - count)            # more buys nothing, and is not counted
                        for row, count in zip(bought, self.had))
        self.known = {}

    def buys(self, at_hand, had):
        """Every purchase of a day that can be paid: (numbers, CPP, whether nothing can be added)"""
        limits = [min(int(row["daily_max"]), int(row["cg3_max"]) - count) for row, count in zip(self.bought, had)]
        costs = [int(row["cpp"]) for row in self.bought]
        for numbers in itertools.product(*(range(limit + 1) for limit in limits)):
            spent = sum(number * cost for number, cost in zip(numbers, costs))
            if spent <= at_hand:
                full = all(number == limit or spent + cost > at_hand for number, limit, cost in zip(numbers, limits, costs))
                yield numbers, spent, full

    def all_bring(self):
        """Whether each purchase is worth something: a group that never is is left out of the plan"""
        return all(worth(row, day, k, self.weights) > 0
                   for row in self.bought for day in self.days for k in range(1, int(row["cg3_max"]) + 1))

    def brings(self, day, had, numbers):
        return sum(worth(row, self.days[day], count + k, self.weights)
                   for row, count, number in zip(self.bought, had, numbers) for k in range(1, number + 1))

    def value(self, day, at_hand, had, numbers, spent):
        """of buying so much, and going on as well as can be"""
        after = tuple(count + number for count, number in zip(had, numbers))
        later = 0
        if day + 1 < len(self.days):
            later = sum(share * self.best(day + 1, min(at_hand - spent + cpp, self.most), after)[0]
                        for cpp, share in self.incomes[day + 1].items())
        return self.brings(day, had, numbers) + later

    def best(self, day, at_hand, had):
        """(value, purchases that bring it, value of the best one to which nothing can be added)"""
        key = day, at_hand, had
        if key not in self.known:
            values = [(self.value(day, at_hand, had, numbers, spent), numbers, spent, full)
                      for numbers, spent, full in self.buys(at_hand, had)]
            top = max(value for value, *_ in values)
            self.known[key] = (top, [(numbers, spent) for value, numbers, spent, _ in values if value == top],
                               max(value for value, _, _, full in values if full))
        return self.known[key]


def drawn(chance):
    """A game whose best purchases are the only ones in every state that comes up, so that there is one policy; (days with
    their states, ...)"""
    while True:
        side = chance.choice(["german", "russian"])
        bought = chance.sample([row for row in groups(side) if row["id"][0] in "AI"], 2)
        start = chance.randint(0, 3)
        days = DAYS[start:start + 3]
        dice = [chance.choice(DICE) for _ in days]
        objective = chance.choice(sorted(OBJECTIVES))
        kept = None
        if start and chance.random() < 0.5:
            place = chance.randrange(len(bought))
            kept = DAYS[start - 1], int(bought[place]["cpp"]) + chance.randint(0, 5), place
        game = Game(bought, days, dice, OBJECTIVES[objective], kept)
        states, by_day, alone = {}, [], game.all_bring()
        for cpp, share in game.incomes[0].items():
            key = min(game.carried + cpp, game.most), game.had
            states[key] = states.get(key, 0) + share
        for day in range(len(days)):
            by_day.append(states)
            if not alone:
                break
            after = {}
            for (at_hand, had), share in states.items():
                _, best, _ = game.best(day, at_hand, had)
                alone = alone and len(best) == 1
                numbers, spent = best[0]
                if day + 1 < len(days):
                    for cpp, part in game.incomes[day + 1].items():
                        key = min(at_hand - spent + cpp, game.most), tuple(count + number for count, number in zip(had, numbers))
                        after[key] = after.get(key, 0) + share * part
            states = after
        if alone and any("d" in text for text in dice):
            return side, game, dice, objective, by_day


def differences(command, chance):
    side, game, dice, objective, by_day = drawn(chance)
    lines, words = [[day, side, text] for day, text in zip(game.days, dice)], []
    if game.kept:
        day, cpp, place = game.kept
        lines.insert(0, [day, side, cpp])
        words = ["--keep", command.write("keep.csv", ["date", "side", "group", "quantity"],
                                         [[day, side, game.bought[place]["id"], 1]])]
    path = command.write("budget.csv", ["date", "side", "cpp"], lines)
    others = [row["id"] for row in all_groups(side) if row["id"] not in [kept["id"] for kept in game.bought]]
    command.run("plan", "--side", side, "--budget", path, "--from", game.days[0], "--to", game.days[-1], "--best", objective, *words,
                *(word for id in others for word in ("--without", id)), "--trials", 1000, "--out", command.folder + "/out")
    rows = {row["date"]: row for row in command.rows_of("out/waiting.csv")}
    found = []
    for day, states in enumerate(by_day):
        sums = dict.fromkeys(("at_hand", "spent", "kept", "waiting"), Fraction(0))
        for (at_hand, had), share in states.items():
            value, [(_, spent)], full = game.best(day, at_hand, had)
            for name, number in (("at_hand", at_hand), ("spent", spent), ("kept", at_hand - spent), ("waiting", value - full)):
                sums[name] += share * number
        for name, number in sums.items():
            command.compared += 1
            said = float(rows[game.days[day]][name])
            if abs(float(number) - said) > 1e-9 * max(1, abs(said)):
                found.append(f"{game.days[day]} {name}: counted {float(number):.9g}, the program {said:.9g}")
    best = game.stands + sum(share * game.best(0, at_hand, had)[0] for (at_hand, had), share in by_day[0].items())
    worths = command.rows_of("out/worth.csv")
    command.compared += 1
    if abs(float(best) - float(worths[0]["exact"])) > 1e-9 * max(1, abs(float(best))):
        found.append(f"the policy: counted {float(best):.9g}, the program {worths[0]}")
    return found
