"""rb.as-printed: what the Reinforcement Group Charts print; nothing is rolled."""

from fractions import Fraction

from rb.platoon import DATES, line

MEASURES = ("observers", "spotter_planes", "fpp", "san", "mol_capability", "cpp")
DRAW = {"date": DATES, "group": ["M1"]}


def change(question, random):
    side = question.get("side", "german")
    groups = ["M1", "M2", "M3"] if side == "russian" else ["M1", "M2", "O5", "O6"]
    return {**question, "group": random.choice(groups)}


def count(q):
    group = line(q)
    unit = group["unit"]
    what = (("fpp", int(unit.split()[0])) if unit.endswith("FPP") else ("san", 1) if unit.startswith("SAN") else
            ("observers", 1) if unit == "Offboard Observer" else ("spotter_planes", 1) if "Plane" in unit else
            ("mol_capability", 1))
    return {("outcome", "as_printed"): Fraction(1), ("measure", *what): Fraction(1),
            ("measure", "cpp", int(group["cpp"])): Fraction(1)}
