"""`combat-odds campaign`: what purchases bring, added up, and a short chain of losses from day to day.

What a company, a platoon or a module comes to are the counters of rb.company, rb.platoon and rb.oba-module.
"""

from fractions import Fraction
from math import comb

from asked import convolved
from faces import Charts, every_game
from rb import company, oba_module, platoon

DAYS = [f"1942-10-{day}" for day in range(17, 24)]
COUNTERS = {"Coy": (company, {"ordinal": 1, "cg2_scenario": False}), "Pltn": (platoon, {}), "Module": (oba_module, {})}
MEASURES = ("squads", "leaders", "leadership", "support_weapons", "afvs", "oba_modules")


def groups(side):
    return [row for row in Charts.rows("red-barricades/reinforcement-groups.csv") if row["side"] == side and
            (row["id"][0] == "A" or row["group"].endswith("Coy") or row["unit"].endswith("OBA Module")) and
            "n" not in row["notes"]]                         # note n: not before 5 November


def brings(row, date, ordinal):
    """{value of each measure of one purchase: Fraction}, by measure"""
    kind = "Pltn" if row["id"][0] == "A" else "Coy" if row["group"].endswith("Coy") else "Module"
    counter, more = COUNTERS[kind]
    q = {"side": row["side"], "group": row["id"], "date": date, "balance_drm": 0, **more}
    if "ordinal" in q:
        q["ordinal"] = ordinal
    found = {}
    for end, chance in every_game(counter.play, q).items():
        for name, value in end.measures:
            if name in MEASURES:
                values = found.setdefault(name, {})
                values[value] = values.get(value, 0) + chance
    return found


def drawn(chance):
    """[(date, chart line, quantity)] in order of date, and the sides that buy"""
    sides = chance.choice([["german"], ["russian"], ["german", "russian"]])
    bought = {}
    for _ in range(chance.randint(1, 5)):
        row = chance.choice(groups(chance.choice(sides)))
        date, so_far = chance.choice(DAYS), sum(number for (_, id, side), number in bought.items()
                                                if (id, side) == (row["id"], row["side"]))
        number = min(chance.choice([1, 1, 2]), int(row["daily_max"]), int(row["cg3_max"]) - so_far)
        if (date, row["id"], row["side"]) not in bought and number > 0:
            bought[date, row["id"], row["side"]] = number
    by_id = {(row["id"], row["side"]): row for side in sides for row in groups(side)}
    return [(date, by_id[id, side], number) for (date, id, side), number in sorted(bought.items())]


def differences(command, chance):
    plan = drawn(chance)
    path = command.write("plan.csv", ["date", "side", "group", "quantity"],
                         [[date, row["side"], row["id"], number] for date, row, number in plan])
    words, lines = [], []
    if chance.random() < 0.6:
        words, lines = losses(command, plan, chance)
    out = command.folder + "/out"
    command.run("campaign", path, "--out", out, "--trials", 1000, *words, "--quiet")
    said = {}
    for row in command.rows_of("out/campaign-distribution.csv"):
        said.setdefault((row["side"], row["date"], row["measure"]), {})[int(row["value"])] = \
            row["exact_fraction"] or row["exact"]
    found, bought = [], {}
    for side in sorted({row["side"] for _, row, _ in plan}):
        so_far, ordinal = bought.setdefault(side, {}), {}
        for date, row, number in plan:
            if row["side"] != side:
                continue
            for _ in range(number):
                ordinal[row["id"]] = ordinal.get(row["id"], 0) + 1
                for name, chances in brings(row, date, ordinal[row["id"]]).items():
                    for when in (date, "total"):
                        so_far[when, name] = convolved(so_far.get((when, name), {0: Fraction(1)}), chances)
        for (when, name), chances in so_far.items():
            found += compared(command, (side, when, name), chances, said)
    found += ahead(command, bought, lines, "--fought" in words)
    for side, name, by_day in lines:
        for date, chances in by_day.items():
            found += compared(command, (side, date, f"on_map {name}"), chances, said)
    return found


def ahead(command, bought, lines, by_chance):
    """campaign-ahead.csv: which side has more of what was bought up to a day, or of what stands there"""
    if len(bought) < 2:
        return []
    rows = {(row["date"], row["measure"], row["counted"]): row for row in command.rows_of("out/campaign-ahead.csv")}
    found = []

    def compare(date, name, counted, german, russian):
        row = rows.get((date, name, counted))
        if row is None:
            return [f"{date} {name} {counted}: not in campaign-ahead.csv"]
        pairs = [(one, other, p * q) for one, p in german.items() for other, q in russian.items()]
        what = f"{date} {name} {counted}"
        return (command.compare(f"{what} german mean", sum(value * share for value, share in german.items()),
                                float_of(row["first_mean"])) +
                command.compare(f"{what} russian mean", sum(value * share for value, share in russian.items()),
                                float_of(row["second_mean"])) +
                command.compare(f"{what} german ahead", sum(share for one, other, share in pairs if one > other),
                                float_of(row["first_ahead"])) +
                command.compare(f"{what} russian ahead", sum(share for one, other, share in pairs if one < other),
                                float_of(row["second_ahead"])))

    for name in ("squads", "leaders", "afvs"):
        if not any((measure == name) for side in bought.values() for _, measure in side):
            continue
        totals = {side: {0: Fraction(1)} for side in bought}
        for date in DAYS:
            for side, days in bought.items():
                totals[side] = convolved(totals[side], days.get((date, name), {0: Fraction(1)}))
            found += compare(date, name, "so_far", totals["german"], totals["russian"])
    there = {(side, name): by_day for side, name, by_day in lines}
    for name in {name for _, name in there}:
        both = [there.get((side, name)) for side in ("german", "russian")]
        if all(both) and not by_chance:
            for date in set(both[0]) & set(both[1]):
                found += compare(date, name, "on_map", both[0][date], both[1][date])
    return found


def float_of(text):
    """A number that is compared as a double"""
    return text if "." in text or "e" in text else text + ".0"


def compared(command, key, chances, said):
    values = said.get(key)
    if values is None and set(chances) == {0}:
        return []                                            # a measure that is never there
    if values is None:
        return [f"{' '.join(key)}: not in campaign-distribution.csv"]
    found = []
    for value, chance in chances.items():
        if value in values:
            found += command.compare(f"{' '.join(key)} {value}", chance, values[value])
        elif chance > Fraction(1, 10**12):
            found.append(f"{' '.join(key)} {value}: counted {chance}, the program has no line")
    return found + [f"{' '.join(key)} {value}: the program {said}, cannot be"
                    for value, said in values.items() if value not in chances and Fraction(said)]


# Losses: what stood there is lost man by man, or by dice; then what comes in place of it, then today's purchases.


def losses(command, plan, chance):
    """(words of the command, [(side, measure, {date: what stands there})]), of the one side or of both"""
    sides = sorted({row["side"] for _, row, _ in plan})
    fought = chance.choice(["", "", "80%", "50%"])
    name = chance.choice(["squads", "afvs"])
    lines, rows = [], []
    for side in sides if chance.random() < 0.7 else sides[:1]:
        initial, lost = chance.choice([0, 2, 5]), chance.choice(["10%", "1/12", "d3-1", "d6-4"])
        replaced = chance.choice(["", "1", "d2-1"])
        rows.append([side, name, initial, lost, replaced])
        lines.append((side, name, from_day_to_day(plan, side, name, initial, lost, replaced, fought)))
    path = command.write("losses.csv", ["side", "measure", "initial", "lost", "replaced"], rows)
    return ["--losses", path] + (["--fought", fought] if fought else []), lines


def from_day_to_day(plan, side, name, initial, lost, replaced, fought):
    happens = Fraction(fought.rstrip("%")) / 100 if fought else Fraction(1)
    today, by_day, ordinal = {}, {}, {}
    for date, row, number in plan:
        for _ in range(number if row["side"] == side else 0):
            ordinal[row["id"]] = ordinal.get(row["id"], 0) + 1
            for measure, chances in brings(row, date, ordinal[row["id"]]).items():
                if measure == name:
                    today[date] = convolved(today.get(date, {0: Fraction(1)}), chances)
    there = {initial: Fraction(1)}
    for number, date in enumerate(date for date in DAYS if date <= plan[-1][0]):
        if number:                                           # the fighting of the day before
            after = {}
            for many, chance_of in there.items():
                after[many] = after.get(many, 0) + chance_of * (1 - happens)
                for left, share in fighting(many, lost, replaced).items():
                    after[left] = after.get(left, 0) + chance_of * happens * share
            there = after
        there = convolved(there, today.get(date, {0: Fraction(1)}))
        by_day[date] = there
    return by_day


def number(text):
    """{value: Fraction} of '2' or 'd3-1', never below none"""
    if not text.startswith("d"):
        return {int(text or 0): Fraction(1)}
    faces, less = (int(part) for part in text[1:].split("-"))
    found = {}
    for face in range(1, faces + 1):
        value = max(0, face - less)
        found[value] = found.get(value, 0) + Fraction(1, faces)
    return found


def fighting(many, lost, replaced):
    if lost.startswith("d"):
        left = {}
        for gone, share in number(lost).items():
            left[max(0, many - gone)] = left.get(max(0, many - gone), 0) + share
    else:
        p = Fraction(lost.rstrip("%")) / 100 if lost.endswith("%") else Fraction(lost)
        left = {many - gone: comb(many, gone) * p**gone * (1 - p)**(many - gone) for gone in range(many + 1)}
    return convolved(left, number(replaced))
