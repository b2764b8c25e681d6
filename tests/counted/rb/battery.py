"""rb.battery, from O11.6201 and notes c and d of the Reinforcement Group Charts."""

import re

from faces import Charts, End, every_game, tally
from rb.platoon import DATES, historical, line

MEASURES = ("guns", "crews", "support_weapons", "cpp")
DRAW = {"date": DATES, "group": ["G1"]}


def change(question, random):
    side = question.get("side", "german")
    groups = [row for row in Charts.rows("red-barricades/reinforcement-groups.csv")
              if row["side"] == side and "c" in row["notes"] and "d" in row["notes"]]
    group = random.choice(groups)
    if "MOL-P" not in group["unit"]:
        question.pop("projector_crews", None)
    return {**question, "group": group["id"]}


def play(dice, q):
    group = line(q)
    full = dice.dr() + historical(q) + q["balance_drm"] <= q["full_at_most"]
    guns = machine_guns = projectors = 0
    for part in group["unit"].split(" + "):
        number = re.match(r"(\d+) ", part)
        many = (int(number[1]) if number else 1) - (0 if full else 1)   # note d: one less of each type
        if "HMG" in part or "MMG" in part:
            machine_guns += many
        elif "MOL-P" in part:
            projectors += many
        else:
            guns += many
    crews = guns + machine_guns + (projectors if q["projector_crews"] else 0)     # note c
    return End("full" if full else "depleted", guns=guns, crews=crews, support_weapons=machine_guns + projectors,
               cpp=int(group["cpp"]))


def count(q):
    return tally(every_game(play, q))
