"""asl.to-hit, from C2.24, C2.28, C3.2-.9, C4, C5, C6, C8.9 and A.11."""

import re

from asl._ordnance import keeps_rate, named_gun, shot, tem
from faces import Charts, End, every_game, tally

EVENTS = ("any_hit", "multiple_hit", "may_fire_again", "malfunctions", "weapon_lost", "ammunition_gone")
MEASURES = ("needed",)
DRAW = {"gun": ["75", "75L", "88L", "37L", "50L", "45L", "76L", "75LL", "76*", "57", "20L", "105", "150*"],
        "range": [0, 1, 2, 3, 6, 7, 12, 13, 18, 24, 30, 36, 50, 60], "to_hit_drm": [-6, -3, -1, 0, 1, 2, 4],
        "armor_leader": [-2, -1, 0, 1], "rate_of_fire": [0, 1, 2, 3],
        "fire_phase": ["prep", "first_fire", "final_fire", "opportunity", "advancing", "bounding_first"],
        "ammunition": ["heat", "apcr", "apds", "smoke"], "depletion_number": [3, 5, 6, 7, 8, 10, 11, 12],
        "tem": [0, 1, 2, 3, "stone", "woods", "open ground", "wall", "foxhole", "height", "factory interior", "rooftop"]}
BANDS = [(6, "0-6"), (12, "7-12"), (18, "13-18"), (24, "19-24"), (30, "25-30"), (36, "31-36"), (42, "37-42"),
         (48, "43-48"), (54, "49-54"), (999, "55+")]


def change(question, random):
    if question.get("ammunition", "usual") == "usual":
        question.pop("depletion_number", None)
    else:
        question.setdefault("depletion_number", random.choice(DRAW["depletion_number"]))
        if question["ammunition"] == "smoke":
            question["target_type"] = "area"
        elif question.get("target_type") == "area":
            question.pop("target_type")
    phase = question.get("fire_phase")
    if phase != "advancing":
        question.pop("entered_hex", None)
    if phase != "bounding_first":
        question.pop("firer_in_motion", None)
        question.pop("firer_mp", None)
    if phase == "bounding_first" or question.get("entered_hex"):
        question["traverse"] = random.choice(["fast", "slow", "none"])
    else:
        question.pop("stabilized", None)
    if phase == "bounding_first":
        question.pop("hexspines", None)
    elif "hexspines" in question:
        question["traverse"] = random.choice(["fast", "slow", "none"])
    elif not question.get("entered_hex"):
        question.pop("traverse", None)
    return question


def band(distance):
    return next(name for most, name in BANDS if distance <= most)


def modified_number(q):
    """C3, C4"""
    red = q["to_hit_numbers"] == "red" or q["captured"] or q["non_qualified"]
    kind = q["target_type"]
    row = "area" if kind == "area" else f"{kind}_{'red' if red else 'black'}"
    where = band(q["range"])
    number = int(Charts.by("asl/to-hit.csv", "target")[row][where])
    calibre, barrel = re.fullmatch(r"(\d+)(\*|LL|L)?", str(q["gun"])).groups()
    lines = Charts.by("asl/to-hit-gun.csv", "gun")
    if barrel:
        number += int(lines[{"*": "short_barrel", "L": "l", "LL": "ll"}[barrel]][where])
    if int(calibre) <= 57:
        number += int(lines["at_most_57mm"][where])
    if int(calibre) <= 40:
        number += int(lines["at_most_40mm"][where])
    kind = q.get("ammunition")
    if kind in ("apcr", "apds", "smoke"):                    # C4
        number += int(lines["smoke" if kind == "smoke" else "apcr_apds"][where])
    return number


def turns(q):
    """A: the first hexspine, and each further one"""
    first = {"fast": 1, "slow": 2, "none": 3}
    spines = q.get("hexspines", 0)
    total = first[q["traverse"]] + spines - 1 if spines else 0
    return total * (2 if q["firer_in_terrain"] else 1)


def bounding(q):
    """C, C1, C2, C4, beside B"""
    if q["fire_phase"] != "bounding_first" and not q.get("entered_hex"):
        return 0
    total = 1 if q["stabilized"] else {"fast": 2, "slow": 2, "none": 3}[q["traverse"]]
    total += {"over_3": 0, "up_to_3": 1, "up_to_2": 2}[q["firer_mp"]]
    return total + (q["firer_in_motion"] and q["stabilized"])


def drm(q):
    """C5, C6"""
    total = q["to_hit_drm"] + (q["target_size"] or 0) + tem(q["tem"]) + q["hindrance"] + q["armor_leader"]
    total += q["acquisition"]                                # N
    total += q["buttoned_up"]                                # I
    total += 2 * q["captured"] + 2 * q["non_qualified"]      # H
    total -= 2 * q["bore_sighted"]                           # M
    total += 2 * q["pinned"]                                 # D
    total += 2 * q["intensive_fire"]                         # F
    total += 5 * q["deliberate_immobilization"]              # G
    total += turns(q) + bounding(q)
    if q["fire_phase"] in ("advancing", "bounding_first"):   # B
        total += 3 if q["firer_in_terrain"] else 2
    if q["range"] == 0:                                      # E
        total += 4 if q["firer_in_terrain"] else 2
    if q["target_moves"] != "no":                            # J, J1, J2
        total += 2
        if q["target_moves"] in ("stopped", "in_motion"):
            total += {"over_3": 0, "up_to_3": 1, "up_to_1": 2}[q["target_mp"]]
    total -= q["ffnam"] + q["ffmo"] + 2 * q["hazardous"]     # J3, J4, O
    total += 2 * q["concealed"]                              # K
    if q["target_type"] != "area" and q["target_moves"] != "in_motion" and not q.get("firer_in_motion"):       # L: not in the same hex
        total -= {1: 2, 2: 1}.get(q["range"], 0)
    return total


def breaks_down(q, total):
    """C2.28, A.11: a use that lowers the B# makes an X# of the old one; captured and non-qualified doubles it (A21.13)"""
    printed = q["breakdown_number"] if q["breakdown_number"] is not None else 12
    lower = 2 * q["intensive_fire"] + 2 * q["captured"] + 2 * q["non_qualified"] + q["inexperienced"]
    if total >= printed - lower:
        return ["weapon_lost" if lower and total >= printed else "malfunctions"]
    return []


def is_multiple(q, hit, coloured, white, needed):
    """C3.8, whose last sentence excepts Improbable Hits"""
    calibre = int(re.match(r"\d+", str(q["gun"]))[0])
    least = 3 if q.get("firer_in_motion") and not q.get("stabilized") else 2
    return 15 <= calibre <= 40 and coloured == white and q["target_type"] != "area" and needed >= least and \
        hit in ("turret_hit", "hull_hit", "hit") and not q["deliberate_immobilization"]


def play(dice, q):
    number = modified_number(q)
    needed = number - drm(q)
    outcome, coloured, white = shot(dice, needed, q["target_type"], number, drm(q), q["hull_down"],
                                    q["deliberate_immobilization"], q["firer_in_motion"] and not q["stabilized"])
    original, gone = coloured + white, q["depletion_number"] or 99
    if original > gone:
        outcome = "not_fired"                                # C8.9
    events = ["any_hit"] * (outcome not in ("miss", "not_fired")) + ["ammunition_gone"] * (original >= gone) + breaks_down(q, coloured + white)
    if keeps_rate(q, coloured) and q["fire_phase"] != "advancing" and outcome != "not_fired" and "malfunctions" not in events and \
            "weapon_lost" not in events:
        events.append("may_fire_again")
    if is_multiple(q, outcome, coloured, white, needed):
        events.append("multiple_hit")
    return End(outcome, events, needed=needed)


def count(q):
    return tally(every_game(play, named_gun(q)))
