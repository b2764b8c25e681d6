"""rb.as-printed: what the Reinforcement Group Charts print; nothing is rolled."""

from fractions import Fraction

from faces import Charts
from rb.platoon import DATES, line

MEASURES = ("observers", "spotter_planes", "fpp", "fpp_spent", "fpp_left", "san", "mol_capability", "cpp")
NO_TIMES = MEASURES
DRAW = {"date": DATES, "group": ["M1"],
        "fortifications": ["Trench", "6*A-P Mine 1", "Wire; Foxhole 3", "2*Trench; Foxhole 1; HIP 2", "Roadblock; A-T Mine 3",
                           "A-P Mine 3; 2*HIP 1; Foxhole 2", "Fortified Building; A-T Mine 9", "HIP 5; 3*Foxhole 1"]}


def change(question, random):
    side = question.get("side", "german")
    groups = ["M1", "M2", "M3"] if side == "russian" else ["M1", "M2", "O5", "O6"]
    question["group"] = random.choice(groups)
    if question["group"] != "M1":
        question.pop("fortifications", None)
    return question


def cost(words):
    """What '2*Trench; HIP 2' costs by the Fortification Table"""
    total = 0
    for part in words.split(";"):
        many, _, name = part.strip().rpartition("*")
        total += int(many or 1) * int(Charts.by("red-barricades/fortifications.csv", "fortification")[name]["fpp"])
    return total


def count(q):
    group = line(q)
    unit = group["unit"]
    what = (("fpp", int(unit.split()[0])) if unit.endswith("FPP") else ("san", 1) if unit.startswith("SAN") else
            ("observers", 1) if unit == "Offboard Observer" else ("spotter_planes", 1) if "Plane" in unit else
            ("mol_capability", 1))
    bought = {}
    if q["fortifications"] is not None:
        spent = cost(q["fortifications"])
        bought = {("measure", "fpp_spent", spent): Fraction(1), ("measure", "fpp_left", what[1] - spent): Fraction(1)}
    return {**bought, ("outcome", "as_printed"): Fraction(1), ("measure", *what): Fraction(1),
            ("measure", "cpp", int(group["cpp"])): Fraction(1)}
