"""Plans that are odd: ten kinds, each against the dynamic program of plan.py, or refused as docs/plan.md says."""

import itertools
from fractions import Fraction

import plan


def question(chance, **changes):
    """One that is worth something, perhaps changed"""
    while True:
        one = plan.Question(chance)
        if one.manner != "chance" and not one.kept_lines and one.best():
            return one


def empty_days(command, chance):
    """Days without a line in the budget bring nothing; what is at hand stays"""
    one = question(chance)
    paid = chance.randrange(len(one.days))
    one.incomes = [income + 1 if day == paid or chance.random() < 0.3 else 0 for day, income in enumerate(one.incomes)]
    one.least = [0] * len(one.least)
    one.words = without(one.words, "--at-least")
    one.silent = True
    return plan.compared(command, one, one.best())


def no_money(command, chance):
    """A budget of nothing buys nothing"""
    one = question(chance)
    one.incomes, one.least = [0] * len(one.days), [0] * len(one.least)
    one.words = without(one.words, "--at-least")
    return plan.compared(command, one, Fraction(0))


def ties(command, chance):
    """The same money on each day, for one of the dearest: many plans are as good, the worth is one"""
    one = question(chance)
    one.incomes = [max(one.price)] * len(one.days)
    return plan.compared(command, one, one.best())


def one_purchase(command, chance):
    """One of one group in all"""
    one = question(chance)
    place = chance.randrange(len(one.bought))
    one.most = [int(number == place) for number in range(len(one.bought))]
    one.least = [0] * len(one.least)
    one.words = without(without(one.words, "--at-least"), "--at-most")
    one.words += [word for row, most in zip(one.bought, one.most) for word in ("--at-most", f"{row['id']}={most}")]
    return plan.compared(command, one, one.best())


def limit_none(command, chance):
    """--at-most 0 of everything"""
    one = question(chance)
    one.most, one.least = [0] * len(one.bought), [0] * len(one.bought)
    one.words = without(without(one.words, "--at-least"), "--at-most")
    one.words += [word for row in one.bought for word in ("--at-most", f"{row['id']}=0")]
    return plan.compared(command, one, Fraction(0))


def no_weight(command, chance):
    """A weight of 0 beside another one, and alone"""
    one = question(chance)
    measure, other = chance.sample(["squads", "afvs", "leaders"], 2)
    alone = chance.random() < 0.5
    one.manner, one.by = "sum", one.days[-1]
    one.name, one.weights = (f"0*{measure}", {}) if alone else (f"0*{measure} + {other}", {other: 1})
    return plan.compared(command, one, one.best())


def out_of_reach(command, chance):
    """A chance of more than there can be is 0, and a purchase that can't be paid is refused"""
    one = question(chance)
    if chance.random() < 0.5:
        one.manner, one.goal, one.name, one.weights = "chance", 999, "squads>=999", {"squads": 1}
        one.words = without(one.words, "--at-least")
        return plan.compared(command, one, Fraction(0))
    place = chance.randrange(len(one.bought))
    many = min(sum(one.incomes) // one.price[place], one.most[place], one.daily[place] * len(one.days)) + 1
    one.words = without(one.words, "--at-least") + ["--at-least", f"{one.bought[place]['id']}={many}"]
    return refused(command, one, "--at-least")


def dates_outside(command, chance):
    """A day of no campaign, and --to before --from"""
    one = question(chance)
    if chance.random() < 0.5:
        one.days = ["1942-12-01"] + one.days[1:]
        return refused(command, one, "budget.csv", at_first=one.days[1])
    return refused(command, one, "--to", at_first=one.days[-1], at_last=one.days[0])


def twice(command, chance):
    """The same purchase in two lines of what is kept: both count, or it is refused"""
    one = question(chance)
    place = next((place for place, many in enumerate(one.daily) if many >= 2 and one.most[place] >= 2), None)
    if place is None:
        return twice(command, chance)
    one.kept[0][place] = 2
    price = one.price[place] = int(one.bought[place]["cpp"])
    one.words = without(one.words, "--adjust")
    one.price = [int(row["cpp"]) for row in one.bought]
    one.incomes[0] += 2 * price
    one.kept_lines = [[one.days[0], one.side, one.bought[place]["id"], 1]] * 2
    return plan.compared(command, one, one.best())


def to_the_end(command, chance):
    """No --to: what little money there is waits for the best of thirty days"""
    one = plan.Question(chance, "german", lambda rows: [row for row in rows if row["id"] in ("I1", "I2")])
    one.manner, one.goal, one.first = "sum", None, 0
    one.name, one.weights = "squads", {"squads": 1}
    one.days = [f"1942-10-{day}" for day in range(17, 32)] + [f"1942-11-{day:02}" for day in range(1, 16)]
    one.incomes = [0] * len(one.days)
    for _ in range(3):
        one.incomes[chance.randrange(len(one.days))] = chance.randint(5, 15)
    one.kept, one.kept_lines = [[0, 0] for _ in one.days], []
    one.price, one.most, one.least = [int(row["cpp"]) for row in one.bought], [int(row["cg3_max"]) for row in one.bought], [0, 0]
    one.words = [word for row in plan.all_groups("german") if row["id"] not in ("I1", "I2") for word in ("--without", row["id"])]
    one.last = None
    return plan.compared(command, one, one.best())


KINDS = [empty_days, no_money, ties, one_purchase, limit_none, no_weight, out_of_reach, dates_outside, twice, to_the_end]


def without(words, option):
    """The words without an option and its value"""
    kept = list(words)
    while option in kept:
        at = kept.index(option)
        del kept[at:at + 2]
    return kept


def refused(command, one, begins, at_first=None, at_last=None):
    path = command.write("budget.csv", ["date", "side", "cpp"],
                         [[day, one.side, income] for day, income in zip(one.days, one.incomes)])
    said = command.refusal("plan", "--side", one.side, "--budget", path, "--from", at_first or one.days[0],
                           "--to", at_last or one.days[-1], "--best", one.name, *one.words, "--out", command.folder + "/out")
    command.compared += 1
    is_one_line = said is not None and len(said.strip().splitlines()) == 1
    return [] if is_one_line and begins in said.split(":")[0] else [f"not refused by {begins}, but: {said}"]


NEXT = itertools.cycle(KINDS)


def differences(command, chance):
    return next(NEXT)(command, chance)
