"""sl.near-miss, from 34.5, 63.8, 66.1, 75.5-.6 and 100.1-.6."""

from fractions import Fraction

from faces import Charts, End, every_game, tally
from sl._infantry import STACKS, apply, column_of, good_order_share, ift, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out",
          "stopped", "vehicle_eliminated", "vehicle_immobilized")
MEASURES = ("landing_hex", "target_eliminated", "target_broken", "neighbours_eliminated", "neighbours_broken",
            "good_order_share")
DRAW = {"to_hit": [2, 3, 5, 7, 9, 11, 12], "calibre": [100, 105, 120, 122, 150, 152, 200, 249, 250, 300, "SU-152"],
        "kill_number": [-1, 2, 5, 8, 12], "target": STACKS, "drm": [-2, 0, 1, 3],
        "neighbours": ["2=4-6-7@1", "1=4-6-7; 4=8-1", "2=4-6-7@1; 5=4-6-7 8-1", "6=2*4-4-7@-2", "3=4-3-6 7-0@3"],
        "out_of_sight": ["3", "3 4", "1 2 3", "1 2 3 4 5 6", "2 4 6", "1", "6 5"]}


def change(question, random):
    if question.get("target_type", "infantry") != "infantry":
        question.setdefault("kill_number", random.choice(DRAW["kill_number"]))
    else:
        question.pop("kill_number", None)
    if question.get("target_type") != "afv":
        question.pop("side_or_rear", None)
    if question.get("target_type", "infantry") == "infantry" or random.random() < 0.5:
        question.setdefault("target", random.choice(STACKS))
    if not question.get("target") and not question.get("neighbours"):
        question["neighbours"] = random.choice(DRAW["neighbours"])
    return question


def calibre(q):
    if isinstance(q["calibre"], str):
        return int(Charts.by("squad-leader/vehicle-points.csv", "vehicle")[q["calibre"]]["main_gun"].rstrip("*L"))
    return q["calibre"]


def he(millimetres):
    """34.5: (firepower of the column, 63.8: -1 for each 50mm above 200)"""
    fits = [int(row["column"]) for row in Charts.rows("squad-leader/ift-he-columns.csv")
            if int(row["he_calibre_mm_at_least"]) <= millimetres]
    return fits[-1], -max(0, (millimetres - 200) // 50)


def neighbours(q):
    """{hex: (units, drm)}"""
    found = {}
    if q["neighbours"] != "none":
        for part in q["neighbours"].split(";"):
            where, who = part.strip().split("=")
            names, _, drm = who.partition("@")
            found[int(where)] = (stack(names), int(drm or 0))
    return found


def lands(rolled, hidden):
    """100.3: the hex rolled, else the nearest that the gun sees, of two the clockwise one (open)"""
    for away in (0, 1, -1, 2, -2, 3):
        where = (rolled - 1 + away) % 6 + 1
        if where not in hidden:
            return where
    return -1


def play(dice, q):
    hidden = set() if q["out_of_sight"] == "none" else {int(word) for word in q["out_of_sight"].split()}
    target = stack(q["target"]) if q["target"] != "none" else []
    around = neighbours(q)
    hexes = {0: list(target), **{where: list(units) for where, (units, _) in around.items()}}
    power, heavy = he(calibre(q))
    vehicle = None
    attack = None                                            # the hex and the share of the firepower
    total = dice.dr()
    if total <= q["to_hit"]:
        outcome, landing = "hit", 0
        if q["target_type"] == "infantry":
            attack = (0, Fraction(1))
        else:
            kill = dice.dr()
            if kill == q["kill_number"] and q["side_or_rear"]:       # 66.1
                vehicle = "immobilized" if dice.die() >= 4 else "eliminated"
            elif kill <= q["kill_number"]:
                vehicle = "eliminated"
            if vehicle != "eliminated":                      # 100.6
                attack = (0, Fraction(1, 2))
    elif total == q["to_hit"] + 1:                           # 100.2
        outcome, landing = "target_hex", 0
        attack = (0, Fraction(1, 2))
    else:                                                    # 100.3
        landing = lands(dice.die(), hidden)
        outcome = "dud" if landing < 0 else "adjacent_hex"
        attack = (landing, Fraction(1, 2)) if landing > 0 else None
    if attack and attack[0] in hexes:
        where, share = attack
        wet = q["marsh"] != "none" and where == 0            # 75.5
        column = column_of(power * share / (2 if wet else 1))
        drm = q["drm"] if where == 0 else around[where][1]
        soft = where == 0 and q["target_type"] == "soft_vehicle" and outcome == "target_hex"
        if column is not None and (hexes[where] or soft):
            result = dice.read(lambda total: ift(total + drm + heavy, column))
            apply(dice, hexes[where], result, None, q["marsh"] if where == 0 else "none")
            if soft and result == "KIA":                     # 100.4
                vehicle = "eliminated"
    none = {"eliminated": 0, "broken": 0}
    _, events, near = report(target, hexes[0]) if target else (None, [], none)
    events = events + {"eliminated": ["vehicle_eliminated", "knocked_out", "stopped"],
                       "immobilized": ["vehicle_immobilized", "stopped"]}.get(vehicle, [])
    far = report([unit for units, _ in around.values() for unit in units],
                 [unit for where in around for unit in hexes[where]])[2] if around else none
    return End(outcome, events, landing_hex=landing, target_eliminated=near["eliminated"], target_broken=near["broken"],
               neighbours_eliminated=far["eliminated"], neighbours_broken=far["broken"],
               **good_order_share(near))


def count(q):
    return tally(every_game(play, q))
