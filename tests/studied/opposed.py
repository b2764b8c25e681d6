"""`combat-odds plan --against THEIRS --sectors SECTORS`: what stands on both sides by day and by sector, added up from single
draws for the plan that the command wrote."""

from fractions import Fraction

from campaign import DAYS, groups
from choose import OTHER, compared, drawn, near, standing
from plan import all_groups

MEASURES = ("squads", "leaders", "afvs")
PARTS = ["60%", "1/2", "25%", "1/3", "0%", "100%"]


def part(text):
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def sectors(chance):
    """[(name, weight, [(from what day on, mine, theirs)])]; the parts are 1 together at most"""
    names = ["Rail yard", "Hall 4", "Volga"][:chance.randint(1, 3)]
    changes = chance.choice([None, chance.choice(DAYS[1:])])
    found, left = [], {day: [Fraction(1), Fraction(1)] for day in (None, changes)}
    for name in names:
        lines = []
        for day in (None, changes) if changes else (None,):
            pair = []
            for side in (0, 1):
                text = chance.choice([text for text in PARTS if part(text) <= left[day][side]])
                left[day][side] -= part(text)
                pair.append(text)
            lines.append((day, *pair))
        found.append((name, chance.choice([1, 2, 0.5]), lines))
    return found


def differences(command, chance):
    side = chance.choice(sorted(OTHER))
    other, theirs = OTHER[side], drawn(OTHER[side], chance)
    mine = chance.sample([row for row in groups(side) if row["id"][0] in "AI"], 3)
    days = DAYS[:chance.randint(3, len(DAYS))]
    budget = command.write("budget.csv", ["date", "side", "cpp"], [[day, side, chance.randint(4, 14)] for day in days])
    enemy = command.write("theirs.csv", ["date", "side", "group", "quantity"],
                          [[date, other, id, number] for (date, id), number in sorted(theirs.items())])
    places = sectors(chance)
    where = command.write("sectors.csv", ["sector", "mine", "theirs", "weight", "from"],
                          [[name, one, two, weight, day or ""] for name, weight, lines in places for day, one, two in lines])
    others = [row["id"] for row in all_groups(side) if row["id"] not in [row["id"] for row in mine]]
    command.run("plan", "--side", side, "--budget", budget, "--from", days[0], "--to", days[-1], "--best", "squads + 2*afvs",
                *(word for id in others for word in ("--without", id)), "--against", enemy, "--sectors", where,
                "--trials", 1000, "--out", command.folder + "/out", "--quiet")
    ids = {row["group"]: row["id"] for row in mine} | {row["id"]: row["id"] for row in mine}
    plan = {}
    for row in command.rows_of("out/plan.csv"):
        id = ids.get(row["group"]) or next(one["id"] for one in mine if row["group"] in (one["id"], one["group"], one["unit"]))
        plan[row["date"], id] = plan.get((row["date"], id), 0) + int(row["quantity"])
    found = []
    opposed = {(row["date"], row["measure"]): row for row in command.rows_of("out/opposed.csv")}
    told = {(row["date"], row["measure"], row["sector"]): row for row in command.rows_of("out/sectors.csv")}
    for measure in MEASURES:
        both = standing(plan, side, measure), standing(theirs, other, measure)
        for number, day in enumerate(DAYS):
            if (day, measure) not in opposed:
                continue
            row = opposed[day, measure]
            means = [sum(value * share for value, share in one[number].items()) for one in both]
            ahead, behind = compared(both[0][number], both[1][number])
            for name, value in (("mine", means[0]), ("theirs", means[1]), ("ahead", ahead), ("behind", behind)):
                found += near(command, f"{day} {measure} {name}", value, row[name], 1e-9)
            weights, sum_of = Fraction(0), Fraction(0)
            for name, weight, lines in places:
                _, one, two = next(line for line in reversed(lines) if line[0] is None or line[0] <= day)
                here = part(one) * means[0], part(two) * means[1]
                share = here[0] / sum(here) if sum(here) else Fraction(1, 2)
                weights, sum_of = weights + Fraction(weight), sum_of + Fraction(weight) * share
                line = told[day, measure, name]
                for column, value in (("mine", here[0]), ("theirs", here[1]), ("share", share)):
                    found += near(command, f"{day} {measure} in {name}, {column}", value, line[column], 1e-9)
            found += near(command, f"{day} {measure} in all", sum_of / weights, told[day, measure, "all"]["share"], 1e-9)
    return found
