"""`combat-odds plan --choose MINE --against THEIRS`: each plan against each, added up from single draws, and the game of
choosing one, solved over all corners in fractions."""

from fractions import Fraction
from itertools import combinations

from asked import convolved
from campaign import DAYS, brings, groups

DAYS_OF = {"squads": "squad-days", "leaders": "leader-days", "afvs": "afv-days"}
OTHER = {"german": "russian", "russian": "german"}


def drawn(side, chance):
    """{(date, id): number}"""
    bought = {}
    for _ in range(chance.randint(1, 3)):
        row, date = chance.choice([row for row in groups(side) if row["id"][0] in "AI"]), chance.choice(DAYS)
        so_far = sum(number for (_, id), number in bought.items() if id == row["id"])
        number = min(chance.choice([1, 1, 2]), int(row["daily_max"]), int(row["cg3_max"]) - so_far)
        if number > 0 and (date, row["id"]) not in bought:
            bought[date, row["id"]] = number
    return bought


def standing(plan, side, measure):
    """[{number: Fraction} that has come by each of DAYS]"""
    by_id = {row["id"]: row for row in groups(side)}
    now, ordinal, all_days = {0: Fraction(1)}, {}, []
    for day in DAYS:
        for (date, id), number in sorted(plan.items()):
            for _ in range(number if date == day else 0):
                ordinal[id] = ordinal.get(id, 0) + 1
                now = convolved(now, brings(by_id[id], date, ordinal[id]).get(measure, {0: Fraction(1)}))
        all_days.append(now)
    return all_days


def compared(mine, theirs):
    """(ahead, behind)"""
    pairs = [(a, b, p * q) for a, p in mine.items() for b, q in theirs.items()]
    return sum(s for a, b, s in pairs if a > b), sum(s for a, b, s in pairs if a < b)


def solved(rows):
    """The one solution of linear equations, the right side last, or None"""
    rows = [list(row) for row in rows]
    for column in range(len(rows[0]) - 1):
        pivot = next((r for r in range(column, len(rows)) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r, row in enumerate(rows):
            if r != column and row[column]:
                factor = row[column] / rows[column][column]
                rows[r] = [x - factor * y for x, y in zip(row, rows[column])]
    return [row[-1] / row[i] for i, row in enumerate(rows[:len(rows[0]) - 1])]


def best_mixes(payoff):
    """(value, corners of the set of best mixes) of who chooses the row: of the mix and its value, as many bounds are tight
    as there are choices"""
    n = len(payoff)
    bounds = [[Fraction(i == k) for k in range(n)] + [Fraction(0)] for i in range(n)]
    bounds += [[row[j] for row in payoff] + [Fraction(-1)] for j in range(len(payoff[0]))]
    corners = []
    for tight in combinations(bounds, n):
        found = solved([row + [Fraction(0)] for row in tight] + [[Fraction(1)] * n + [Fraction(0), Fraction(1)]])
        if found and all(sum(b * x for b, x in zip(bound, found)) >= 0 for bound in bounds):
            corners.append(found)
    value = max(corner[-1] for corner in corners)
    return value, [corner[:-1] for corner in corners if corner[-1] == value]


def near(command, what, counted, said, tolerance=1e-8):
    command.compared += 1
    return [] if abs(float(counted) - float(said)) <= tolerance else [f"{what}: counted {float(counted):.9g}, the program {said}"]


def differences(command, chance):
    side = chance.choice(sorted(OTHER))
    plans = {one: [drawn(one, chance) for _ in range(chance.randint(1, 3))] for one in OTHER}
    measure, last, on_days = chance.choice(sorted(DAYS_OF)), chance.randrange(3, len(DAYS)), chance.random() < 0.5
    files = {one: [command.write(f"{one}-{n}.csv", ["date", "side", "group", "quantity"],
                                 [[date, one, id, number] for (date, id), number in sorted(plan.items())])
                   for n, plan in enumerate(plans[one])] for one in OTHER}
    what = f"{DAYS_OF[measure] if on_days else measure} by {DAYS[last]}"
    command.run("plan", "--side", side, *(word for path in files[side] for word in ("--choose", path)),
                *(word for path in files[OTHER[side]] for word in ("--against", path)),
                "--best", what, "--out", command.folder + "/out", "--quiet")
    stands = {one: [standing(plan, one, measure) for plan in plans[one]] for one in OTHER}
    days = range(last + 1) if on_days else [last]
    payoff, found = [], []
    game = {(row["mine"], row["theirs"]): row for row in command.rows_of("out/plan-game.csv")}
    for m, mine in enumerate(stands[side]):
        payoff.append([])
        for t, theirs in enumerate(stands[OTHER[side]]):
            both = [compared(mine[day], theirs[day]) for day in days]
            ahead, behind = (sum((one[k] for one in both), Fraction(0)) / len(both) for k in (0, 1))
            payoff[-1].append(ahead + (1 - ahead - behind) / 2)
            row = game[f"{side}-{m}", f"{OTHER[side]}-{t}"]
            for name, number in (("ahead", ahead), ("behind", behind), ("score", payoff[-1][-1])):
                found += near(command, f"{row['mine']} against {row['theirs']}, {name}", number, row[name], 1e-12)
    their_payoff = [[1 - row[t] for row in payoff] for t in range(len(payoff[0]))]
    mixes = command.rows_of("out/plan-mix.csv")
    for one, table in ((side, payoff), (OTHER[side], their_payoff)):
        value, corners = best_mixes(table)
        rows = [next(row for row in mixes if row["side"] == one and row["plan"] == f"{one}-{n}") for n in range(len(table))]
        shares = [float(row["share"]) for row in rows]
        found += near(command, f"shares of {one}", 1, sum(shares))
        found += near(command, f"what the mix of {one} brings at least", value,
                      min(sum(x * float(row[j]) for x, row in zip(shares, table)) for j in range(len(table[0]))))
        for n, row in enumerate(rows):
            for name, end in (("least_share", min), ("most_share", max)):
                found += near(command, f"{row['plan']} {name}", end(corner[n] for corner in corners), row[name], 1e-6)
            if not float(row["least_share"]) - 1e-8 <= shares[n] <= float(row["most_share"]) + 1e-8:
                found.append(f"{row['plan']}: a share of {shares[n]} outside its ends")
    return found
