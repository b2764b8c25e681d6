"""sl.to-hit, from 33.3-.32, 63.16, 63.22, 64.2-.6, 64.9, 66.2, 68.1, 69-70, 77.21, 78.4, 90.12-.13, 94.3, 103.31."""

import re

from faces import Charts, End, every_game, tally

EVENTS = ("any_hit", "breakdown", "out_of_ammunition", "special_ammunition_gone")
MEASURES = ("needed",)
GUNS = ["75", "75*", "75L", "75LL", "88L", "37", "50", "50L", "105", "150", "76*", "20", "150*"]
DRAW = {"gun": GUNS, "range": [0, 1, 2, 6, 7, 12, 13, 18, 24, 25, 30, 39], "to_hit_drm": [-6, -3, -1, 0, 1, 2, 5, 9],
        "to_hit_number": [-2, 0, 2, 5, 8, 10], "armor_leader": [-2, -1, 0, 1], "depletion_number": [5, 6, 8, 10],
        "moving_drm": [0, 1, 3]}


def change(question, random):
    if question.get("ammunition") == "smoke":                # 63.22
        question["target"] = "infantry_in_other"
        question["gun"] = random.choice([gun for gun in GUNS if int(re.match(r"\d+", gun)[0]) >= 70])
        question.pop("deliberate_immobilization", None)
    if question.get("turret_turned"):                        # 64.123
        question.update(firer_moved="pivoted", fire_phase="advancing")
        question.pop("firer", None)
        if question.get("gun") in ("SU-152", "StuG III"):
            question["gun"] = "75"
    return question


def band(distance):
    return "1_6" if distance <= 6 else "7_12" if distance <= 12 else "13_24" if distance <= 24 else "25"


def barrel(gun):
    return re.fullmatch(r"\d+(\*|LL|L)?", gun)[1] or ""


def drm(q):
    distance, kind = q["range"], barrel(q["gun"])
    total = q["to_hit_drm"] + q["target_size"] + q["acquisition"] + q["moving_drm"] + q["armor_leader"]
    if kind == "L" and not q["limbered"] and distance >= 13:
        total -= 1                                           # 64.21
    if kind == "LL" and not q["limbered"] and distance >= 13:
        total -= 1 if distance <= 24 else 2                  # 64.22
    if kind == "*":                                          # 64.23
        total += 0 if distance <= 6 else 1 if distance <= 12 else 2 if distance <= 24 else 3 if distance <= 39 else 4
    if distance <= 1:
        total -= 2                                           # J, K
    total += q["buttoned_up"]                                # 64.47
    total -= 2 * q["bore_sighted"]                           # 78.4
    total += 2 * q["intensive_fire"]                         # 70.2
    total += {"none": 0, "side": 3, "rear": 5}[q["deliberate_immobilization"]]   # 66.2
    total += 2 * q["captured"]                               # 90.13
    total += 2 * q.get("outside_arc", 0)                            # 70.8
    total += 2 * q["moving"] + 2 * q["concealed"] + 5 * q["no_crest_counter"]
    if q["firer_moved"] == "entered_hex" and q["fire_phase"] == "advancing":
        total += 5                                           # F
    if q["firer_moved"] == "pivoted":
        if q["fire_phase"] == "advancing":
            total += 3 if q["firer"] == "sp_gun" else 4 if q.get("turret_turned") else 2         # G; 64.123
        if q["fire_phase"] == "defensive":
            total += 4                                       # I, a tank too (64.121)
    return total


def counts(q):
    if q["target"] == "gun" and (q["to_hit_numbers"] == "red" or q["captured"]) and q["range"] > 24:
        return False                                         # the chart allows no hit
    return not (q["firer_moved"] == "entered_hex" and q["firer"] == "sp_gun")


def number(q):
    if q["to_hit_number"] is not None:
        return q["to_hit_number"]
    colour = "red" if q["to_hit_numbers"] == "red" or q["captured"] else "black"
    return int(Charts.by("squad-leader/to-hit.csv", "target")[q["target"]][f"{colour}_{band(q['range'])}"])


def play(dice, q):
    needed = number(q) - drm(q)
    smoke = 0
    if q["smoke"] in ("still_air", "mild_breeze"):
        for _ in range(q["smoke_dice"]):
            face = dice.die()
            smoke += face if q["smoke"] == "still_air" else (face + 1) // 2
    original = dice.dr()
    now = needed - smoke
    gone = q["depletion_number"] is not None and original >= q["depletion_number"]           # 63.16, 63.22
    vehicle = q["target"].startswith("vehicle")
    outcome = "hit" if original <= now else "miss"
    if original == 2:
        may_be_critical = vehicle and q["deliberate_immobilization"] == "none" and q["ammunition"] != "smoke"
        if now < 2 or may_be_critical:
            third = dice.die()                               # one die serves for both
            if now < 2:
                outcome = "hit" if third + 2 - now < 6 else "miss"           # 33.32
            if outcome == "hit" and may_be_critical and (third == 1 or 2 * third < now):
                outcome = "critical_hit"                     # 68.1
    if q["ammunition"] == "smoke" and gone:                  # 63.22: it was no smoke, which does not appear
        outcome = "miss"
    breaks = q["breakdown_number"] - 2 * q["intensive_fire"] - 2 * q["captured"] - q["inexperienced"]
    events = []
    if q["breakdown_number"] <= 12 and original >= breaks:
        events.append("breakdown")
    calibre = int(re.match(r"\d+", q["gun"])[0])
    if calibre >= 150 and original >= 11:                    # 64.9: disabled for good, not jammed
        events = ["out_of_ammunition"]
    if "breakdown" in events and q["ammunition_depletion"]:
        if dice.die() >= 4:                                  # Supplement K: 1-3 a jam, 4-6 the ammunition is gone
            events = ["out_of_ammunition"]
    if q["ammunition"] != "standard" and gone:
        events.append("special_ammunition_gone")
    if outcome != "miss":
        events.append("any_hit")                             # a critical one, too
    return End(outcome, events, needed=needed)


def count(q):
    if q["ammunition"] == "smoke" and q["depletion_number"] is None:
        q = {**q, "depletion_number": 8}
    return tally(every_game(play, q))
