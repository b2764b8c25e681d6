"""rb.platoon, from O11.6201 and the Strength and Historical DRM charts of Red Barricades CG III."""

from faces import Charts, End, every_game, tally

MEASURES = ("afvs", "cpp")
DATES = [f"1942-10-{day}" for day in range(17, 32)] + [f"1942-11-{day:02}" for day in range(1, 16)]
DRAW = {"date": DATES, "group": ["A1"]}


def change(question, random):
    side = question.get("side", "german")
    groups = [row["id"] for row in Charts.rows("red-barricades/reinforcement-groups.csv")
              if row["side"] == side and row["id"].startswith("A")]
    return {**question, "group": random.choice(groups)}


def line(q):
    return next(row for row in Charts.rows("red-barricades/reinforcement-groups.csv")
                if row["side"] == q["side"] and q["group"] in (row["id"], row["group"]))


def historical(q):
    """11.6161: the friendly Historical DRM of the day."""
    return int(Charts.by("red-barricades/historical-drm.csv", "date")[q["date"]][q["side"]])


def play(dice, q):
    group = line(q)
    final = dice.dr() + historical(q) + q["balance_drm"]
    full = final <= 8                                        # Strength Table: 8 or less is Full
    return End("full" if full else "depleted", afvs=int(group["full" if full else "depleted"]), cpp=int(group["cpp"]))


def count(q):
    return tally(every_game(play, q))
