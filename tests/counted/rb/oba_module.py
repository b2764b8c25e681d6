"""rb.oba-module, from O11.6201 and the OBA columns of the Gun Battery/OBA Module table."""

from faces import Charts, End, every_game, tally
from rb.platoon import DATES, historical, line

MEASURES = ("oba_modules", "cpp")
DRAW = {"date": DATES, "group": ["O1"]}


def change(question, random):
    side = question.get("side", "german")
    groups = [row for row in Charts.rows("red-barricades/reinforcement-groups.csv")
              if row["side"] == side and row["unit"].endswith("OBA Module")]
    group = random.choice(groups)
    if "Rocket" in group["unit"]:
        question.pop("balance_drm", None)
    return {**question, "group": group["id"]}


def play(dice, q):
    group = line(q)
    if "Rocket" in group["unit"]:                            # one mission, nothing is rolled
        ammunition = "rocket"
    else:
        final = dice.dr() + historical(q) + q["balance_drm"]
        ammunition = next(row["ammo"] for row in Charts.rows("red-barricades/oba-ammo.csv")
                          if row["side"] == q["side"] and final <= int(row["final_dr_at_most"]))
    return End(ammunition, oba_modules=1, cpp=int(group["cpp"]))


def count(q):
    return tally(every_game(play, q))
