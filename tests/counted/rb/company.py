"""rb.company, from O11.620-.6207, the Strength, Leader and Leader DRM charts of Red Barricades CG III."""

import re

from faces import Charts, End, every_game, tally
from rb.platoon import DATES, historical, line

BETTER = ("8-1", "9-1", "9-2", "10-2")
EVENTS = ("full_strength", "depleted", *("leader_" + name.replace("-", "_") + "_or_better" for name in BETTER))
MEASURES = ("squads", "leaders", "leadership", "support_weapons", "cpp", "points")
DRAW = {"date": DATES, "group": ["I1"], "squad_points": [0, 5, 12]}
ALWAYS_FULL = ("Pioneer Coy", "Engineer Coy", "Militia Coy")


def change(question, random):
    side = question.get("side", "german")
    groups = [row for row in Charts.rows("red-barricades/reinforcement-groups.csv")
              if row["side"] == side and row["group"].endswith("Coy")]
    group = random.choice(groups)
    question = {**question, "group": group["id"]}
    if side == "russian" or group["group"] != "Rifle Coy":
        question.pop("ordinal", None)
    if side == "russian":
        question.pop("cg2_scenario", None)
    if group["group"] in ALWAYS_FULL:
        question.pop("balance_drm", None)
        question.pop("strength", None)
    if question.get("strength", "rolled") != "rolled":
        question.pop("balance_drm", None)
    return question


def leader_drm(q, group, full):
    drm = {row["condition"]: int(row["drm"]) for row in Charts.rows("red-barricades/leader-drm.csv")
           if row["side"] == q["side"]}
    name = group["group"]
    total = drm.get(name, 0)
    if not full:
        total += drm["depleted"]
    if q["side"] == "german":
        if name == "Rifle Coy" and 6 <= q["ordinal"] <= 8:
            total += drm["sixth to eighth German Rifle Coy purchased"]
        if name == "Rifle Coy" and q["ordinal"] >= 9:        # the tenth and later ones: as the ninth (open point)
            total += drm["ninth German Rifle Coy purchased"]
        total += drm["CG II scenario"] if q["cg2_scenario"] else 0
    else:
        total += drm["Guards Coy"] if name.startswith("Gds") else 0
        total += drm["first line SMG Coy"] if name == "SMG Coy" else 0
    return total


def squad_points(group):
    """BPV of one of its squads, of Assault Engineers (footnote e) 1 more; None where the chart has none"""
    for row in Charts.rows("asl/infantry-bpv.csv"):
        if (row["nationality"], row["unit"]) == (group["side"], group["unit"]):
            return int(row["bpv"]) + ("e" in group["notes"])
    return None


def as_good_as(name, least):
    """By Morale Level and modifier, neither worse"""
    level, modifier = (int(part) for part in re.fullmatch(r"(\d+)([-+]\d)", name).groups())
    wanted, most = (int(part) for part in re.fullmatch(r"(\d+)([-+]\d)", least).groups())
    return level >= wanted and modifier <= most


def play(dice, q):
    group = line(q)
    strength = q.get("strength", "rolled")  # a study asks for companies that are rolled for
    full = group["group"] in ALWAYS_FULL or strength == "full"
    if not full and strength == "rolled":
        full = dice.dr() + historical(q) + q["balance_drm"] <= 8
    row = min(13, max(1, dice.dr() + leader_drm(q, group, full)))
    leaders = Charts.by("red-barricades/leaders.csv", "final_dr")[str(row)][q["side"]]
    names = leaders.split()
    weapons = next(row for row in Charts.rows("red-barricades/support-weapons.csv")
                   if row["side"] == q["side"] and row["company"] == group["group"])
    squads = int(group["full" if full else "depleted"])
    each = q["squad_points"] if q.get("squad_points") is not None else squad_points(group)
    points = {} if each is None else {"points": squads * each}
    events = ["full_strength" if full else "depleted"]
    for least in BETTER:
        if any(as_good_as(name, least) for name in names):
            events.append("leader_" + least.replace("-", "_") + "_or_better")
    return End(("full " if full else "depleted ") + leaders, events,
               squads=squads, leaders=len(names),
               leadership=sum(-int(name[-1]) if "-" in name else int(name[-1]) for name in names),
               support_weapons=sum(int(value or 0) for key, value in weapons.items() if key not in ("side", "company")),
               cpp=int(group["cpp"]), **points)


def count(q):
    return tally(every_game(play, q))
