"""sl.to-kill, from 33.4, 63.9, 64.31-.35, 66.1, 66.24, 67.1, 68, 77.3, 97.5, 102.12-.13 and the base game's AFV Kill chart."""

from faces import Charts, End, every_game, tally

EVENTS = ("knocked_out", "stopped")
MEASURES = ("needed",)
LEAVES_OUT = ("location_of_hits", "turret_facing", "turret_kill_number")
COLUMNS = {("37", "ap"): "ap_37", ("50", "ap"): "ap_50", ("75", "ap"): "ap_75", ("76", "ap"): "ap_75",
           ("20", "ap"): "ap_50cal_20mm", ("37", "he"): "he_37", ("50", "he"): "he_50", ("75", "he"): "he_75", ("76", "he"): "he_75",
           ("105", "he"): "he_105", ("120", "he"): "he_120", ("150", "he"): "he_150", ("105", "heat"): "heat_h6",
           ("mg", "ap"): "ap_mg", ("hmg_50cal", "ap"): "ap_50cal_20mm", ("panzerfaust", "ap"): "panzerfaust",
           ("panzerschreck", "ap"): "panzerfaust", ("bazooka", "ap"): "bazooka",
           ("flamethrower", "ap"): "flamethrower", ("demolition_charge", "ap"): "demolition_charge"}
DRAW = {"weapon": ["37", "50", "75", "76", "20", "105", "120", "150", "mg", "hmg_50cal", "panzerfaust", "panzerschreck",
                   "bazooka", "flamethrower", "88L", "molotov"],
        "kill_number": [-3, 0, 2, 5, 7, 10, 12], "rear_kill_number": [0, 4, 8, 12], "range": [0, 1, 2, 10, 24, 25],
        "kill_drm": [-3, -1, 0, 1, 3], "target_kind": ["closed_topped", "open_topped", "unarmored", "shielded_gun", "unshielded_gun"],
        "armor": [-5, -4, -2, -1, 0, 1, 2, 4], "side_armor": [-5, -3, -1, 0, 1, 3]}
SOFT_TOO = True      # 102.13 doubles the numbers of the AFV KILL table next door: also those of its row for soft vehicles
FLAMES = ("flamethrower", "molotov")


def is_gun(q):
    return q["target_kind"].endswith("gun")


def counts(q):
    if is_gun(q) and q["weapon"] == "molotov":               # 63.9 does not speak of it
        return False
    if rolls_at_gun(q) is None:
        return True
    # numbers of the player's own chart, and the charts' own; half a negative number is left as it stands
    return q["kill_number"] is not None or (q["weapon"], q["ammunition"]) in COLUMNS


def change(question, random):
    kind = question.get("target_kind", "closed_topped")
    if kind.endswith("gun"):
        for name in ("armor", "side_armor", "boxed_armor", "hull_down", "crew_exposed", "critical_hit", "already_immobilized",
                     "rear_kill_number"):
            question.pop(name, None)
    elif kind != "unarmored" and question.get("weapon") not in FLAMES:
        question.setdefault("armor", random.choice(DRAW["armor"]))
    if random.random() < 0.7:
        question.pop("kill_number", None)
        question.pop("rear_kill_number", None)
    return question


def rolls_at_gun(q):
    """63.9: the modifier at a gun, None where a hit is enough"""
    if q["target_kind"] == "shielded_gun" and q["facing"] == "front":
        return -4
    return -5 if q["weapon"] in ("mg", "hmg_50cal", "atr", "flamethrower") or not is_gun(q) else None


def base(q, facing):
    row = "unarmored" if q["target_kind"] == "unarmored" else facing
    return int(Charts.by("squad-leader/afv-kill.csv", "facing")[row][COLUMNS[(q["weapon"], q["ammunition"])]])


def burns(final, number):
    """67.1: half of the kill number or less; half of a negative one is left as it stands"""
    return 2 * final <= number or number < 0 and final <= number


def play(dice, q, original=None):
    flames = q["weapon"] in FLAMES
    if rolls_at_gun(q) is None:
        return End("eliminated", ["knocked_out", "stopped"])
    afv = q["target_kind"] != "unarmored" and not is_gun(q)
    critical = q["critical_hit"] and afv
    facing = "rear" if critical else q["facing"]             # 68.2
    if q["kill_number"] is None and critical and q["facing"] != "rear" and q["rear_kill_number"] is not None:
        number = q["rear_kill_number"]                       # the player's own chart before the program's
    elif q["kill_number"] is None:
        number = base(q, facing)
    else:
        number = q["rear_kill_number"] if critical and q["facing"] != "rear" else q["kill_number"]
    if q["weapon"] == "flamethrower" and (q["range"] <= 1 and (afv or SOFT_TOO) or q["target_kind"] == "open_topped"
                                          or afv and q["crew_exposed"]):
        number *= 2                                          # 102.13: once
    if q["weapon"] == "molotov" and q["target_kind"] == "open_topped":
        number *= 2                                          # 97.52
    drm = q["kill_drm"]
    if afv and not flames:
        front = q["armor"]
        side = q["side_armor"] if q["side_armor"] is not None else front
        armor = front if facing == "front" else side         # 64.31, 64.32
        if q["boxed_armor"] and q["hull_down"] and not critical:     # the box is that of the facing that is asked
            armor += 1                                       # 64.35
        drm += armor if not critical or armor < 0 else 0     # 68.3
    if is_gun(q):
        drm += rolls_at_gun(q)
    if critical:
        drm -= 1
    if q["height_advantage"] >= 2 and q["range"] <= 24:      # 77.3
        drm -= 3 if q["target_kind"] == "open_topped" else 1
    final = (dice.dr() if original is None else original) + drm
    machine_gun = q["weapon"] in ("mg", "hmg_50cal")
    outcome = "no_effect"
    if final <= number:
        outcome = "burning_wreck" if (flames or burns(final, number)) and not is_gun(q) else "eliminated"
        if (final == number and facing in ("side", "rear") and afv and not q["hull_down"]
                and not q["already_immobilized"] and not flames and not machine_gun):
            if dice.die() >= 4:                              # 66.1
                outcome = "immobilized"
    events = ["knocked_out", "stopped"] if outcome in ("eliminated", "burning_wreck") else \
        ["stopped"] if outcome == "immobilized" else []
    return End(outcome, events, needed=number - drm)


def after_check(dice, outcome, q, crew_morale):
    """39.3, 66.4: the crew of an AFV that stands and was hit by what could have killed it, criticals aside"""
    if outcome != "no_effect" or not q["already_immobilized"] or q["target_kind"] == "unarmored":
        return outcome
    could = dict(play(dice, {**q, "critical_hit": False}, 99).measures)["needed"] >= 2
    return "abandoned" if could and dice.dr() > crew_morale else outcome


def count(q):
    return tally(every_game(play, q))
