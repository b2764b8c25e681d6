"""sl.battlefield-integrity, from 93.1-.8 and 12."""

from faces import Charts, End, every_game, tally
from questions import expanded
from sl._infantry import SINGLE, printed_morale

MEASURES = ("loss_percent", "levels_lost", "morale")
FORCES = {"german": ["3*4-6-7 8-1", "4-6-7 8-3-8 2-4-7 9-2", "5*4-3-6 7-0 8-0", "2*4-6-7"],
          "russian": ["3*4-4-7 8-1", "5*4-4-7 6-2-8 9-1 7-0", "2*4-3-6 6+1 8-0", "2*4-4-7 2-3-7"],
          "rumanian": ["4*3-4-7 8-0", "3-4-7 8-1 7-0"]}
DRAW = {"force": ["x"], "losses": ["x"], "reinforcements": ["x"], "own_afvs": [1, 2, 3, 5], "enemy_afvs": [1, 2, 3, 6, 7, 11],
        "unit": SINGLE}


def change(question, random):
    lists = FORCES[question.get("nationality", "german")]
    question["force"] = random.choice(lists)
    units = expanded(question["force"])
    question.pop("losses", None)
    if random.random() < 0.9:
        question["losses"] = " ".join(random.sample(units, random.randint(1, len(units))))
    if "reinforcements" in question:
        question["reinforcements"] = random.choice(lists)
    return question


def points(text, q):
    """93.1: squads, leaders and crews"""
    values = {row["unit"]: int(row["points"]) for row in Charts.rows("squad-leader/infantry-points.csv")
              if row["nationality"] == q["nationality"] and row["kind"] in ("squad", "leader", "crew")}
    return sum(values[name] for name in expanded(text)) if text != "none" else 0


def first_level(q):
    if q["own_afvs"] and q["enemy_afvs"] <= 2 * q["own_afvs"]:
        return 50                                            # 93.5
    if q["enemy_afvs"] and not q["own_afvs"] and not q["at_guns"]:
        return 30                                            # 93.6
    return 40                                                # 93.2


def play(dice, q):
    lost, total = points(q["losses"], q), points(q["force"], q) + points(q["reinforcements"], q)     # 93.4
    levels = sum(100 * lost >= percent * total for percent in range(first_level(q), 101, 20))        # 93.3
    morale = printed_morale(q["unit"]) - levels
    passes = dice.read(lambda total: total + q["check"] <= morale)
    return End("passed" if passes else "failed", loss_percent=100 * lost // total, levels_lost=levels, morale=morale)


def count(q):
    return tally(every_game(play, q))
