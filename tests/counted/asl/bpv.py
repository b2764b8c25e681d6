"""asl.bpv: the sum of A25's prices; nothing is rolled."""

from fractions import Fraction

from faces import Charts

MEASURES = ("bpv",)
NO_TIMES = MEASURES
DRAW = {"units": ["8-3-8"]}
ENGINEERS = ("8-3-8", "6-2-8")


def prices(nation):
    return {row["unit"]: int(row["bpv"]) for row in Charts.rows("asl/infantry-bpv.csv")
            if row["nationality"] == nation}


def change(question, random):
    nation = random.choice(["german", "russian"])
    units = [random.choice(sorted(prices(nation))) for _ in range(random.randint(1, 4))]
    question["units"] = " ".join(random.choice(["", "2*", "5*", "12*"]) + unit for unit in units)
    question["nationality"] = nation
    if not any(unit in ENGINEERS for unit in units):
        question.pop("assault_engineers", None)
    return question


def count(q):
    total = 0
    for word in q["units"].split():
        number, _, unit = word.rpartition("*")
        each = prices(q["nationality"])[unit]
        if q["assault_engineers"] and unit in ENGINEERS:      # index.csv: they cost 1 more
            each += 1
        total += int(number or 1) * each
    return {("outcome", "priced"): Fraction(1), ("measure", "bpv", total): Fraction(1)}
