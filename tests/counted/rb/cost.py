"""rb.cost: what the Reinforcement Group Charts and the Fortification Table print; nothing is rolled."""

from fractions import Fraction

from faces import Charts

MEASURES = ("fpp", "cpp", "german_cpp", "russian_cpp")
NO_TIMES = MEASURES
DRAW = {"items": ["Wire"], "side": ["german", "russian"], "fpp": [0, 5, 20, 21, 40, 41, 90],
        "pre_registered": [0, 1, 2, 3, 4], "stuka_cpp": [1, 2]}
PILLBOXES = ("1-3-5", "2-5-7", "3-5-7")


def groups(side):
    return {row["group"]: row for row in Charts.rows("red-barricades/reinforcement-groups.csv") if row["side"] == side}


def fortifications():
    prices = {row["fortification"]: int(row["fpp"]) for row in Charts.rows("red-barricades/fortifications.csv")}
    # Fortification Table: three times the sum of a pillbox's three numbers
    return {**prices, **{f"{box} Pillbox": 3 * sum(map(int, box.split("-"))) for box in PILLBOXES}}


def listed(q):
    """(number, name) of each."""
    names = sorted([*groups(q["side"]), *fortifications()], key=len, reverse=True)
    rest = q["items"]
    while rest:
        first, star, behind = rest.partition("*")
        number = int(first) if star and first.isdigit() else 1
        rest = behind if star and first.isdigit() else rest
        name = next(name for name in names if rest == name or rest.startswith(name + " "))
        yield number, name
        rest = rest[len(name):].lstrip()


def hexes(q):
    """Footnote p: two for each module that may have any."""
    return 2 * sum(number for number, name in listed(q)
                   if "p" in groups(q["side"]).get(name, {"notes": ""})["notes"])


def change(question, random):
    question.setdefault("side", "german")
    names = [*groups(question["side"]), *fortifications()]
    picked = [(random.randint(1, 3), random.choice(names)) for _ in range(random.randint(1, 4))]
    question["items"] = " ".join(f"{number}*{name}" if number > 1 else name for number, name in picked)
    question["pre_registered"] = min(question.get("pre_registered", 0), hexes(question))
    if "Stuka" not in question["items"]:
        question.pop("stuka_cpp", None)
    return question


def count(q):
    charts, table = groups(q["side"]), fortifications()
    fpp = cpp = 0
    for number, name in listed(q):
        if name in table:
            fpp += number * table[name]
        elif name == "Stuka":
            cpp += number * q["stuka_cpp"]                    # footnote b
        else:
            cpp += number * int(charts[name]["cpp"])
    bought = charts["Fortifications"]
    of_one = int(bought["unit"].split()[0])
    cpp += -(-(fpp + q["fpp"]) // of_one) * int(bought["cpp"]) + q["pre_registered"]
    spent = {("measure", "fpp", fpp): Fraction(1)} if fpp else {}
    return {**spent, ("outcome", "priced"): Fraction(1), ("measure", "cpp", cpp): Fraction(1)}
