"""asl.to-kill, from C7.1-.7, D5.5-.6; of the crew only its checks, no collateral attack."""

import re

from faces import Charts, End, every_game, tally

LEAVES_OUT = ("vehicle", "schuerzen", "schuerzen_increase", "schuerzen_against_heat", "has_turret", "crew_exposed",
              "multiple_hit", "machine_gun_firepower", "shaken", "hull_down", "turret_facing", "russian_made")
EVENTS = ("knocked_out", "stopped", "crew_survives", "shock", "dud")
MEASURES = ("needed",)
DRAW = {"weapon": ["75L", "50L", "37L", "76L", "88L", "75", "57", "45L", "MG", "105", "20L", "PF", "PSK"],
        "ammunition": ["ap", "ap", "he", "heat"], "range": [0, 1, 2, 3, 6, 7, 12, 18, 19, 25, 31, 40],
        "armor": [0, 1, 2, 3, 4, 6, 8, 11, 14, 18], "turret_armor": [0, 3, 6, 8, 11], "crew_survival": [2, 5, 8],
        "crew_morale": [6, 7, 8, 9], "basic_to_kill": [4, 9, 13, 20]}
ALWAYS = ("armor", "range")


def change(question, random):
    if question["weapon"] in ("PF", "PSK"):
        question.pop("ammunition", None)
        question.pop("range", None)
    if question.get("ammunition") in ("he", "heat"):
        question.pop("range", None)
    return question


def basic(q):
    """C7.31, C7.33, C7.34"""
    if q["basic_to_kill"] is not None:
        return q["basic_to_kill"]
    weapon = q["weapon"]
    if q["ammunition"] == "he":
        calibre = int(re.match(r"\d+", weapon)[0])
        row = Charts.rows("asl/to-kill-he-flame.csv")[0]
        return max(int(value) for name, value in row.items() if name.endswith("+") and int(name[:-1]) <= calibre)
    name = "asl/to-kill-heat.csv" if q["ammunition"] == "heat" or weapon in ("PF", "PSK") else "asl/to-kill-ap.csv"
    wanted = re.match(r"\d+", weapon)[0] if q["ammunition"] == "heat" else weapon
    for row in Charts.rows(name):
        values = list(row.values())
        if wanted in re.split(r"[ /;]", values[0]) or wanted in re.split(r"[ /;]", values[-1]):
            return int(values[1] if wanted in re.split(r"[ /;]", values[0]) else values[0])
    raise KeyError(weapon)


def range_change(q):
    """C7.31, Case D: AP and machine guns"""
    if q["ammunition"] != "ap" or q["weapon"] in ("PF", "PSK"):
        return 0
    calibre = 7 if q["weapon"] == "MG" else int(re.match(r"\d+", q["weapon"])[0])
    row = Charts.rows("asl/to-kill-ap-range.csv")[0 if calibre <= 25 else 1 if calibre <= 57 else 2]
    for name, value in row.items():
        if name[0].isdigit():
            low, _, high = name.partition("-")
            if int(low.rstrip("+")) <= q["range"] <= int(high or low.rstrip("+")) or (
                    name.endswith("+") and q["range"] >= int(name[:-1])):
                return int(value) if value else None
    return 0


def counts(q):
    if q["critical_hit"] and q["weapon"] == "MG":
        return False
    try:
        basic({**q})
    except (KeyError, ValueError, AttributeError, TypeError):
        return False
    return q["range"] is not None or q["ammunition"] != "ap" or q["weapon"] in ("PF", "PSK")


def play(dice, q):
    turret = q["location"] == "turret"
    armor = q["turret_armor"] if turret and q["turret_armor"] is not None else q["armor"]
    number = basic(q) * (2 if q["critical_hit"] else 1) + (q["facing"] == "rear") + range_change(q) - armor
    total = dice.dr()
    machine_gun, he = q["weapon"] == "MG", q["ammunition"] == "he"
    morale = q["crew_morale"] if q["crew_morale"] is not None else 8         # D5.1
    outcome, events = "no_effect", []
    if total == 12:                                          # C7.35: a dud
        return End("no_effect", ["dud"], needed=number)
    burns = total - (1 if q["red_crew_survival"] else 0)     # D5.7
    if total < number:
        outcome = "burning_wreck" if 2 * burns <= number else "eliminated"
    elif total == number or total == number + 1 and he:
        if machine_gun:
            outcome = "stunned"
        else:
            outcome = "shocked" if turret else "immobilized"
    elif total == number + 1 and not machine_gun:            # a possible Shock: the crew takes a NTC
        if dice.dr() > morale:
            outcome = "shocked"
    if outcome == "immobilized" and q["already_immobilized"]:
        outcome = "no_effect"
    if outcome == "immobilized":
        if dice.dr() > morale:                               # D5.5
            outcome = "abandoned"
    elif outcome == "no_effect" and q["already_immobilized"] and not machine_gun:
        # D5.5: hit by what could have destroyed or shocked it with an Original 5
        # (a Shock that depends on a NTC is not counted: open)
        could = 5 < number or turret and (5 == number or he and 5 == number + 1)
        if could and dice.dr() > morale:
            outcome = "abandoned"
    if outcome == "shocked":
        events.append("shock")
        if q["recuperation"]:                                # C7.42
            if dice.die() > 2 and dice.die() > 3:
                outcome = "died_of_shock"
            else:
                outcome = "no_effect"
    if outcome == "eliminated" and q["crew_survival"] is not None:
        if dice.dr() <= q["crew_survival"]:                  # D5.6
            events.append("crew_survives")
    if outcome in ("burning_wreck", "eliminated", "abandoned", "died_of_shock"):
        events += ["knocked_out", "stopped"]
    elif outcome == "immobilized":
        events.append("stopped")
    return End(outcome, events, needed=number)


def count(q):
    return tally(every_game(play, q))
