"""asl.light-anti-tank, from C13.1-.63, C3.6-.9, C5-C6 and, for what a hit does, asl.to-kill."""

from asl import to_kill
from asl._ordnance import VEHICLES, modifier_of, morale_of, shot, tem, vehicle
from faces import Charts, End, every_game, tally

EVENTS = ("fires", "any_hit", "critical_hit", "knocked_out", "stopped", "crew_survives", "shock", "dud", "firer_pinned",
          "firer_broken", "firer_reduced", "malfunctions", "weapon_lost")
MEASURES = ("to_hit", "casualty_vp", "firer_points_lost")
WEAPONS = ["ATR", *to_kill.SHAPED_CHARGES]
DRAW = {"weapon": WEAPONS + ["PF"] * 4, "range": [1, 1, 1, 2, 2, 3, 4, 8, 12], "to_hit_drm": [-3, -1, 0, 1, 2, 4],
        "leader": [-2, -1, 0, 1, "8-1", "6+1", "10-2"], "armor": [0, 1, 2, 3, 4, 6, 8, 11, 14, 18], "turret_armor": [0, 3, 6, 8, 11],
        "crew_survival": [2, 5, 8], "crew_morale": [6, 7, 8, 9, "4-6-7", "2-2-8"], "vehicle": VEHICLES + ["unarmored"] * 3,
        "to_hit_number": [5, 7, 8, 9, 10], "hindrance": [0, 1, 2],
        "tem": [0, 1, 2, 3, "stone", "woods", "open ground", "hedge", "debris", "height"], "vehicle_vp": to_kill.DRAW["vehicle_vp"]}
ALWAYS = ("armor",)
FAUSTS = ("PF", "PFk")


def change(question, random):
    question = to_kill.change(question, random)
    question["range"] = random.choice(DRAW["range"])
    weapon = question["weapon"]
    if weapon in ("BAZ43", "BAZ44+", "PSK", "PIAT"):
        question.setdefault("to_hit_number", random.choice(DRAW["to_hit_number"]))
    else:
        question.pop("to_hit_number", None)
    if weapon not in ("BAZ43", "BAZ44+", "PSK"):
        question.pop("removal_number", None)
    if weapon in FAUSTS:
        question["range"] = random.choice([1, 1, 2, 3]) if question.get("period") in ("jun_1944", "1945") else 1
    else:
        for name in ("unit", "period", "allotted", "point_blank"):
            question.pop(name, None)
    if weapon in ("ATR", "PIAT"):
        question.pop("from_building", None)
    if question.get("deliberate_immobilization"):
        question.pop("hull_down", None)
    if question.get("vehicle") == "unarmored" and random.random() < 0.9:
        question.pop("hull_down", None)
        question.pop("deliberate_immobilization", None)
    return question


def drm(q):
    """C5, C6: those cases that apply to LATW"""
    total = q["to_hit_drm"] + modifier_of(q["leader"]) + (q["target_size"] or 0) + tem(q["tem"]) + q["hindrance"] + q["cx"]
    total += 2 * q["advancing"] + 2 * q["from_building"]     # C3: each
    total += 2 * q["pinned"] + 2 * q["concealed"]            # D, K
    total += 5 * q["deliberate_immobilization"]              # G
    total += 2 * (q["target_moves"] != "no")                 # J
    own_table = q["weapon"] not in ("ATR", *FAUSTS)          # C6.3: no Point Blank for weapons with one
    if q["target_moves"] != "in_motion" and not own_table and (q["weapon"] == "ATR" or q["point_blank"]):
        total -= {1: 2, 2: 1}.get(q["range"], 0)             # L
    return total


def number(q):
    if q["weapon"] in FAUSTS:
        return 10 - 2 * q["range"]                           # C13.33
    if q["weapon"] == "ATR":                                 # C13.2: black, up to 12 hexes
        return int(Charts.by("asl/to-hit.csv", "target")["vehicle_black"]["0-6" if q["range"] <= 6 else "7-12"])
    return q["to_hit_number"]


def has_one(dice, q, events):
    """C13.31: the PF Check"""
    if q["weapon"] not in FAUSTS or q["allotted"]:
        return True
    check = {"squad": 0, "half_squad": 1, "crew": 1, "smc": 2}[q["unit"]] + q["cx"] + (q["vehicle"] == "unarmored")
    check += {"aug_1943": 1, "1945": -1}.get(q["period"], 0)
    face = dice.die()
    if face == 6:
        events.append("firer_broken" if q["pinned"] else "firer_pinned")
    return face != 6 and face + check <= 3


def breaks_down(q, total, events):
    """(whether it is a miss for that) C13.26, C13.36, C13.47, C13.63; A.11 and A19.32 of the Inexperienced"""
    lower = 1 if q["inexperienced"] else 0
    if q["weapon"] in FAUSTS:
        if total >= 12 - lower:
            events.append("firer_reduced")
            return True
    elif q["weapon"] in ("ATR", "PIAT"):
        breakdown = 12 if q["weapon"] == "ATR" else 10
        if total >= breakdown - lower:
            events.append("weapon_lost" if lower and total >= breakdown else "malfunctions")
    elif q["removal_number"] is not None and total >= q["removal_number"] - lower:
        events.append("weapon_lost")
    return False


def play(dice, q):
    end = fires(dice, vehicle({**q, "crew_morale": morale_of(q["crew_morale"])}))
    lost = 0
    if "firer_reduced" in end.events:                        # C13.36, A17.11, A26.221
        lost = {"squad": 1, "half_squad": 1, "crew": 2, "smc": 0}[q["unit"]]
        if q["unit"] == "smc":
            lost = 1 if dice.die() >= 5 else 0
    return End(end.outcome, end.events, firer_points_lost=lost, **dict(end.measures),
               **to_kill.lost_with(q, end.outcome, end.events))


def fires(dice, q):
    events = []
    needed = number(q) - drm(q)
    if not has_one(dice, q, events):
        return End("no_effect", events, to_hit=needed)
    events.append("fires")
    hit, coloured, white = shot(dice, needed, "vehicle", hull_down=q["hull_down"],
                                deliberate=q["deliberate_immobilization"])
    if breaks_down(q, coloured + white, events) or hit == "miss":
        return End("no_effect", events, to_hit=needed)
    events.append("any_hit")
    if hit == "critical_hit":
        events.append("critical_hit")
    if q["deliberate_immobilization"]:                       # C5.7: a hull hit immobilizes, without a To Kill DR
        if hit == "turret_hit":
            return End("no_effect", events, to_hit=needed)
        morale = q["crew_morale"] if q["crew_morale"] is not None else 7 if q["vehicle"] == "unarmored" else 8
        left = dice.dr() > morale                            # D5.5
        return End("abandoned" if left else "immobilized", events + ["stopped"] + ["knocked_out"] * left, to_hit=needed)
    # C3.9: a Critical Hit strikes where the dice say, and the turret of who is hull down
    turret = hit == "turret_hit" or hit == "critical_hit" and q["hull_down"]
    end = to_kill.play(dice, {"basic_to_kill": None, "already_immobilized": False, "shaken": False, "recuperation": False,
                              **q, "ammunition": "ap", "location": "turret" if turret else "hull",
                              "critical_hit": hit == "critical_hit"})
    return End(end.outcome, set(events) | end.events, to_hit=needed)


def count(q):
    return tally(every_game(play, q))
