"""asl.to-kill, from C3.8, C7.1-.7, D5.1-.7, D.8, D11.2 and Crucible of Steel 6.2."""

import re
from collections import namedtuple

from asl._ordnance import VEHICLES, exposed_crew, vehicle, vehicle_vp
from faces import Charts, End, every_game, tally

LEAVES_OUT = ("machine_gun_firepower",)
EVENTS = ("knocked_out", "stopped", "crew_survives", "shock", "dud")
MEASURES = ("needed", "casualty_vp")
SHAPED_CHARGES = {"PF": 16, "PFk": 12, "PSK": 12, "BAZ43": 8, "BAZ44+": 8, "PIAT": 8}      # their FP, C8.31
STEPS = [0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26]                # D1.6
DRAW = {"weapon": ["75L", "50L", "37L", "76L", "88L", "75", "57", "45L", "MG", "105", "20L", "ATR", *SHAPED_CHARGES],
        "ammunition": ["ap", "ap", "he", "heat", "apcr", "apds"], "range": [0, 1, 2, 3, 6, 7, 12, 18, 19, 25, 31, 40],
        "armor": [0, 1, 2, 3, 4, 6, 8, 11, 14, 18], "turret_armor": [0, 3, 6, 8, 11], "crew_survival": [2, 5, 8],
        "crew_morale": [6, 7, 8, 9], "basic_to_kill": [4, 9, 13, 20], "vehicle": VEHICLES + ["unarmored"] * 3,
        "vehicle_vp": [3, 5, 7, *VEHICLES]}
ALWAYS = ("armor", "range")


def change(question, random):
    if question["weapon"] in SHAPED_CHARGES:
        question.pop("ammunition", None)
        question.pop("range", None)
    if question.get("ammunition") in ("he", "heat"):
        question.pop("range", None)
    if question["weapon"] != "ATR" and question["weapon"] != "76L":
        question.pop("russian_made", None)
    if random.random() < 0.4:
        question["vehicle"] = random.choice(DRAW["vehicle"])
    if question.get("vehicle"):
        for name in ("armor", "turret_armor", "has_turret", "crew_survival"):
            question.pop(name, None)
    if question.get("vehicle") == "unarmored":
        for name in ("facing", "turret_facing", "schuerzen", "schuerzen_increase", "schuerzen_against_heat",
                     "crew_exposed", "shaken", "recuperation", "red_crew_survival", "basic_to_kill"):
            question.pop(name, None)
    elif not question.get("vehicle") and "schuerzen" in question:
        question["has_turret"] = random.random() < 0.5
    if question.get("has_turret") is False:
        question.pop("turret_facing", None)
    if question.get("multiple_hit"):
        question["weapon"] = random.choice(["37L", "20L", "20L"])
        question["range"] = question.get("range") or random.choice(DRAW["range"])
        if question.get("hull_down"):
            question["location"] = "turret"
        for name in ("crew_exposed", "critical_hit", "ammunition", "russian_made"):          # which of the two DR it takes is open
            question.pop(name, None)
    if not question.get("casualty_vp"):
        question.pop("vehicle_vp", None)
    elif question.get("vehicle") in (None, "unarmored"):
        question.setdefault("vehicle_vp", random.choice(DRAW["vehicle_vp"]))
    return question


def calibre(q):
    return 7 if q["weapon"] in ("MG", "ATR") else int(re.match(r"\d+", q["weapon"])[0])


def heat(q):
    return q["ammunition"] == "heat" or q["weapon"] in SHAPED_CHARGES


def unarmored_number(q):
    """C7.311, C7.331, C7.342"""
    if heat(q):
        return 11
    if q["ammunition"] == "he":
        row = Charts.rows("asl/to-kill-he-flame.csv")[1]
        return max(int(value) for name, value in row.items() if name.isdigit() and int(name) <= calibre(q))
    rows = [int(row["final_tk"]) for row in Charts.rows("asl/to-kill-ap-unarmored.csv")]
    return rows[sum(calibre(q) >= least for least in (37, 65, 85, 100))]


def basic(q):
    """C7.31, C7.33, C7.34"""
    if q["basic_to_kill"] is not None:
        return q["basic_to_kill"]
    weapon = q["weapon"]
    if q["ammunition"] == "he":
        row = Charts.rows("asl/to-kill-he-flame.csv")[0]
        return max(int(value) for name, value in row.items() if name.rstrip("+").isdigit()
                   and int(name.rstrip("+")) <= calibre(q))
    name = f"asl/to-kill-{'heat' if heat(q) else q['ammunition']}.csv"
    wanted = re.match(r"\d+", weapon)[0] if q["ammunition"] == "heat" else weapon
    if q["russian_made"]:
        wanted += "_russian"
    for row in Charts.rows(name):
        values = list(row.values())
        if wanted in re.split(r"[ /;]", values[0]):
            return int(values[1])
    raise KeyError(weapon)


def range_change(q):
    """C7.31, C7.32, Case D: AP and machine guns; APCR and APDS"""
    if q["ammunition"] in ("he", "heat") or q["weapon"] in SHAPED_CHARGES:
        return 0
    if q["ammunition"] == "ap":
        row = Charts.rows("asl/to-kill-ap-range.csv")[0 if calibre(q) <= 25 else 1 if calibre(q) <= 57 else 2]
    else:
        row = Charts.rows("asl/to-kill-apcr-range.csv")[2 if q["ammunition"] == "apds" else calibre(q) > 57]
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
    if q["weapon"] == "MG" and (q["crew_exposed"] or q["vehicle"] == "unarmored"):
        return False                                         # its FP and the star line are not followed here
    try:
        basic({**q})
    except (KeyError, ValueError, AttributeError, TypeError):
        return False
    return q["range"] is not None or q["ammunition"] in ("he", "heat") or q["weapon"] in SHAPED_CHARGES


def covered(q, turret):
    """D11.2: Schuerzen stand on the hull sides, the turret sides and its rear; without turret on the sides."""
    if q["schuerzen"] == "none":
        return False
    if not turret or not q["has_turret"]:
        return q["facing"] == "side"
    return (q["turret_facing"] or q["facing"]) in ("side", "rear")


def effects_firepower(q):
    """What attacks an exposed crew: HE and HEAT with their equivalent (C8.31), AP with 1 or 2 FP"""
    if q["weapon"] in SHAPED_CHARGES:
        return SHAPED_CHARGES[q["weapon"]]
    if q["ammunition"] in ("ap", "apcr", "apds"):
        return 0 if q["weapon"] == "ATR" else 2 if calibre(q) >= 37 else 1
    if q["ammunition"] == "heat" and calibre(q) in (37, 40, 47):                     # C8.31: H#[9]
        return 12
    row = Charts.rows("asl/ift-columns.csv")[0]
    columns = [int(name) for name, least in row.items() if name.isdigit() and int(least) <= calibre(q)]
    return columns[-1] if q["ammunition"] == "he" else columns[-2] if len(columns) > 1 else 0


def lost_with(q, outcome, events):
    """{casualty_vp: those that are lost with the vehicle}: A26.212; the crew is not lost where it survives"""
    if not q["casualty_vp"]:
        return {}
    lost = outcome in ("burning_wreck", "eliminated", "died_of_shock")
    return {"casualty_vp": (vehicle_vp(q["vehicle_vp"], q["vehicle"]) - 2 * ("crew_survives" in events)) if lost else 0}


WORST = ["none", "possible_shock", "stunned", "immobilized", "shocked", "eliminated", "burning_wreck"]
# one To Kill DR: what it comes to, the DR, the number, the location, and the location that its dice name
Hit = namedtuple("Hit", "result original number turret doubled second")


def to_kill_dr(dice, q, turret):
    """What one hit comes to, before any check of the crew"""
    machine_gun, he, unarmored = q["weapon"] == "MG", q["ammunition"] == "he", q["vehicle"] == "unarmored"
    doubled = False
    if unarmored:                                            # C7.11, C7.24: neither armor, range nor rear
        number = unarmored_number(q) * (2 if q["critical_hit"] else 1)
    else:
        armor = q["turret_armor"] if turret and q["turret_armor"] is not None else q["armor"]
        if covered(q, turret):
            of_steel = q["schuerzen"] == "crucible_of_steel"
            if of_steel and q["weapon"] not in SHAPED_CHARGES and calibre(q) <= 45:          # Crucible of Steel 6.2
                armor = armor + 1 if q["schuerzen_increase"] == "by_one" else \
                    min((step for step in STEPS if step > armor), default=armor)
            doubled = heat(q) and (not of_steel or q["schuerzen_against_heat"])
        rear = (q["turret_facing"] or q["facing"]) if turret else q["facing"]
        number = basic(q) * (2 if q["critical_hit"] else 1) + (rear == "rear") + range_change(q) - armor

    def reading(one, other):
        total = one + other + (min(one, other) if doubled else 0)                # D11.2: the lower die twice
        burns = total - (1 if q["red_crew_survival"] else 0)                     # D5.7
        result = "none"
        if one + other == 12:                                # C7.35: a dud
            result = "dud"
        elif total < number:
            result = "burning_wreck" if 2 * burns <= number else "eliminated"
        elif total == number or total == number + 1 and he and not unarmored:
            result = "immobilized" if unarmored else "stunned" if machine_gun else "shocked" if turret else "immobilized"
        elif total == number + 1 and not machine_gun and not unarmored:          # a possible Shock: the crew takes a NTC
            result = "possible_shock"
        return Hit(result, one + other, number, turret, doubled, one < other)

    return dice.read_two(reading)


def play(dice, q):
    q = vehicle(q)
    machine_gun, he, unarmored = q["weapon"] == "MG", q["ammunition"] == "he", q["vehicle"] == "unarmored"
    hits = [to_kill_dr(dice, q, q["location"] == "turret")]
    if q.get("multiple_hit") and not (q["hull_down"] and not hits[0].second):    # C3.8
        hits.append(to_kill_dr(dice, q, hits[0].second))
    morale = q["crew_morale"] if q["crew_morale"] is not None else 7 if unarmored else 8       # D5.1
    morale -= q["shaken"]                                    # D5.34: +1 to all DR of a crew that has been stunned

    def fails():
        return dice.read(lambda check: check > morale)

    number = hits[0].number
    events = ["dud"] if all(hit.result == "dud" for hit in hits) else []         # else the other DR is taken
    worst = max((hit for hit in hits if hit.result != "dud"), key=lambda hit: WORST.index(hit.result), default=None)
    if worst is None:
        return End("no_effect", events, needed=number, **lost_with(q, "no_effect", ()))
    original = worst.original
    outcome = {"none": "no_effect", "possible_shock": "no_effect"}.get(worst.result, worst.result)
    if worst.result == "possible_shock" and fails():
        outcome = "shocked"
    if outcome == "immobilized" and q["already_immobilized"]:
        outcome = "no_effect"
    if outcome == "immobilized":
        if not q.get("in_shock") and fails():                # D5.5: not of a crew in Shock
            outcome = "abandoned"
    elif outcome == "no_effect" and q["already_immobilized"] and not machine_gun:
        # D5.5: hit by what could have destroyed or shocked it with an Original 5
        # (a Shock that depends on a NTC is not counted: open)
        def could(hit):
            five = 6 if hit.doubled else 5                   # a 1 and a 4
            return five < hit.number or hit.turret and not unarmored and (
                five == hit.number or he and five == hit.number + 1)

        if any(could(hit) for hit in hits if hit.result != "dud") and not q.get("in_shock") and fails():
            outcome = "abandoned"
    stopped = outcome in ("immobilized", "abandoned")
    if q["crew_exposed"] and outcome in ("no_effect", "immobilized") and effects_firepower(q):
        happens = exposed_crew(dice, effects_firepower(q), original, morale)
        if happens == "stunned" and q["shaken"]:             # D5.34: a second Stun
            happens = "recalled"
        immobile = q["already_immobilized"] or outcome == "immobilized"
        outcome = "abandoned" if happens == "recalled" and immobile else happens or outcome      # D5.341
    elif outcome == "stunned" and q["shaken"]:
        outcome = "abandoned" if q["already_immobilized"] else "recalled"
    if outcome == "shocked":
        events.append("shock")
        if q["recuperation"]:                                # C7.42
            if dice.die() > 2 and dice.die() > 3:
                outcome = "died_of_shock"
            else:
                outcome = "no_effect"
    if outcome == "eliminated" and q["crew_survival"] is not None:
        if dice.read(lambda check: check + (q["shaken"] or q.get("in_shock", False)) <= q["crew_survival"]):   # D5.6
            events.append("crew_survives")
    if outcome in ("burning_wreck", "eliminated", "abandoned", "died_of_shock"):
        events += ["knocked_out", "stopped"]
    elif stopped:
        events.append("stopped")
    return End(outcome, events, needed=number, **lost_with(q, outcome, events))


def count(q):
    return tally(every_game(play, q))
