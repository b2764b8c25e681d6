"""asl.leader-creation, from A18.11-.2."""

from faces import Charts, End, every_game, tally

EVENTS = ("created",)


def play(dice, q):
    drm = {row["who"]: int(row["drm"]) for row in Charts.rows("asl/leader-creation-drm.csv")}
    total = drm.get(q["nation"], 0)
    total += drm["morale_8_or_more"] if q["morale"] >= 8 else drm["morale_6_or_less"] if q["morale"] <= 6 else 0
    if q["broken"] or q["occasion"] == "self_rally":         # it always is before a Self-Rally
        total += drm["broken"]
    total += drm["vehicle"] if q["against_vehicle"] else 0
    total += drm["column_below_1_1"] * q["columns_below_1_1"]
    final = dice.die() + total
    leader = next(row["leader"] for row in Charts.rows("asl/leader-creation.csv")
                  if final <= int(row["final_dr_at_most"]))
    return End(leader, ["created"] * (leader != "none"))


def count(q):
    return tally(every_game(play, q))
