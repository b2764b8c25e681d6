"""asl.to-hit, from C2.24, C2.28, C3.2-.9, C4, C5, C6, C8.9 and A.11."""

import re

from asl._ordnance import keeps_rate, named_gun, shot, tem
from faces import Charts, End, every_game, tally

LEAVES_OUT = ("stabilized", "firer_in_motion", "entered_hex", "firer_mp", "traverse", "hexspines",
              "ammunition", "depletion_number")
EVENTS = ("any_hit", "multiple_hit", "may_fire_again", "malfunctions", "weapon_lost")
MEASURES = ("needed",)
DRAW = {"gun": ["75", "75L", "88L", "37L", "50L", "45L", "76L", "75LL", "76*", "57", "20L", "105", "150*"],
        "range": [0, 1, 2, 3, 6, 7, 12, 13, 18, 24, 30, 36, 50, 60], "to_hit_drm": [-6, -3, -1, 0, 1, 2, 4],
        "armor_leader": [-2, -1, 0, 1], "rate_of_fire": [0, 1, 2, 3],
        "fire_phase": ["prep", "first_fire", "final_fire", "opportunity", "advancing"],
        "tem": [0, 1, 2, 3, "stone", "woods", "open ground", "wall", "foxhole", "height", "factory interior", "rooftop"]}
BANDS = [(6, "0-6"), (12, "7-12"), (18, "13-18"), (24, "19-24"), (30, "25-30"), (36, "31-36"), (42, "37-42"),
         (48, "43-48"), (54, "49-54"), (999, "55+")]


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
    return number


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
    if q["fire_phase"] == "advancing":                       # B
        total += 3 if q["firer_in_terrain"] else 2
    if q["range"] == 0:                                      # E
        total += 4 if q["firer_in_terrain"] else 2
    if q["target_moves"] != "no":                            # J, J1, J2
        total += 2
        if q["target_moves"] in ("stopped", "in_motion"):
            total += {"over_3": 0, "up_to_3": 1, "up_to_1": 2}[q["target_mp"]]
    total -= q["ffnam"] + q["ffmo"] + 2 * q["hazardous"]     # J3, J4, O
    total += 2 * q["concealed"]                              # K
    if q["target_type"] != "area" and q["target_moves"] != "in_motion":       # L: not in the same hex, nor Area
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
    return 15 <= calibre <= 40 and coloured == white and q["target_type"] != "area" and needed >= 2 and \
        hit in ("turret_hit", "hull_hit", "hit") and not q["deliberate_immobilization"]


def play(dice, q):
    number = modified_number(q)
    needed = number - drm(q)
    outcome, coloured, white = shot(dice, needed, q["target_type"], number, drm(q), q["hull_down"],
                                    q["deliberate_immobilization"])
    events = ["any_hit"] * (outcome != "miss") + breaks_down(q, coloured + white)
    if keeps_rate(q, coloured) and q["fire_phase"] != "advancing" and "malfunctions" not in events and \
            "weapon_lost" not in events:
        events.append("may_fire_again")
    if is_multiple(q, outcome, coloured, white, needed):
        events.append("multiple_hit")
    return End(outcome, events, needed=needed)


def count(q):
    return tally(every_game(play, named_gun(q)))
