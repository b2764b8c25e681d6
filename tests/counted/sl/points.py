"""sl.points: the sum of what the point lists print; nothing is rolled."""

from fractions import Fraction

from faces import Charts

MEASURES = ("points",)
NO_TIMES = MEASURES
NATIONS = ("german", "russian", "rumanian", "american")
DRAW = {"units": ["4-6-7"], "date": ["1941-06", "1942-12", "1943-07", "1944-01", "1945"]}


def month(text):
    return text if "-" in text else text + "-12"             # a year is its last month


def price_list(nation, date):
    """What the nation can buy in that month, by name: its price, by name without the year, too."""
    prices = {}
    for chart, name in (("infantry", "unit"), ("vehicle", "vehicle")):
        for row in Charts.rows(f"squad-leader/{chart}-points.csv"):
            if row["nationality"] not in (nation, "any"):
                continue
            first, last = row["from"] or "1900-01", row.get("to") or "1999-12"
            if date is None or first <= month(date) <= last:
                prices.setdefault(row[name], int(row["points"]))
                stem, _, year = row[name].partition("_4")
                if date is not None and len(year) == 1:
                    prices.setdefault(stem, int(row["points"]))
    return prices


def items(force, names):
    """(number, name) of each, the longest name first."""
    words = force.split()
    while words:
        number, _, first = words[0].rpartition("*")
        for end in range(len(words), 0, -1):
            name = " ".join([first, *words[1:end]])
            if name in names:
                yield int(number or 1), name
                words = words[end:]
                break
        else:
            raise KeyError(force)


def change(question, random):
    nation = random.choice(NATIONS)
    names = sorted(price_list(nation, question.get("date")))
    picked = [(random.randint(1, 12), random.choice(names)) for _ in range(random.randint(1, 5))]
    question["units"] = " ".join(f"{number}*{name}" if number > 1 else name for number, name in picked)
    question["nationality"] = nation
    return question


def count(q):
    prices = price_list(q["nationality"], q.get("date"))
    total = sum(number * prices[name] for number, name in items(q["units"], prices))
    return {("outcome", "priced"): Fraction(1), ("measure", "points", total): Fraction(1)}
