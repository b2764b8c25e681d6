"""What shots of ordnance have in common: hits and misses of C3.6-.9, vehicles by name, exposed crews of D.8."""

from asl._infantry import cell, column_of, riders_of, riders_vp
from faces import Charts, whole

VEHICLES = ["StuG IIIB", "StuG IIIG", "StuIG 33B", "PzIIIH", "PzIIIL", "PzIVF1", "PzIVF2", "PSW 222", "SPW 251/1",
            "SPW 251/10", "T-60 M40", "T-60 M42", "T-70", "T-34 M41", "T-34 M43", "KV-1 M42"]


def tem(named):
    """The TEM that fire from outside its Location finds, of a terrain or a number"""
    if str(named).lstrip("-").isdigit():
        return int(named)
    row = next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])
    return int(row["drm"])


def modifier_of(leader):
    """A leader's modifier, as a number or of one by name: -1 of an 8-1"""
    return leader if isinstance(leader, int) else int(leader[-2:])


def morale_of(unit):
    """A Morale Level, as a number or of a unit by name, 7 of a 4-6-7; None"""
    return unit if unit is None or isinstance(unit, int) else int(unit[-1])


def vehicle_vp(number, named):
    """A26.212: an AFV 1, its MA 1, each five of its strongest AF 1 (FRU), its crew 2"""
    if str(number).isdigit():
        return int(number)
    row = Charts.by("asl/afv.csv", "vehicle")[number or named]
    strongest = max(int(value) for name, value in row.items() if name.startswith(("hull_", "turret_")))
    return 1 + 1 + -(-strongest // 5) + 2


def ask_vp(question, random):
    """vehicle_vp where the Casualty VP of an AFV are asked for"""
    if question["target"] == "afv" and question.get("casualty_vp"):
        question["vehicle_vp"] = random.choice([1, 3, 5, 7, *VEHICLES])
    else:
        question.pop("vehicle_vp", None)
    return question


def lost_afv(q, lost, exposed=None):
    """{casualty_vp: those of an AFV and of who rides exposed on it}: A26.212; exposed: (stack, key) as they are then"""
    if not q["casualty_vp"]:
        return {}
    if exposed is None and q.get("exposed"):
        exposed = riders_of(q), riders_of(q).key()
    riders = riders_vp(*exposed, all_lost=True) if exposed else 0
    return {"casualty_vp": vehicle_vp(q["vehicle_vp"], None) + riders if lost else 0}


def shot(dice, needed, kind, number=0, drm=0, hull_down=False, deliberate=False, in_motion=False):
    """(what is hit, coloured die, white die) of a To Hit DR; `kind` is vehicle, infantry or area; in_motion: the lower die twice (C4)"""
    coloured, white = dice.two()
    original = coloured + white
    least = 3 if in_motion else 2
    total = original + (min(coloured, white) if in_motion else 0)
    vehicle = kind == "vehicle"

    def place():
        if not vehicle:
            return "hit"
        turret = coloured < white                            # C3.9
        if hull_down and not turret:
            return "miss"
        return "turret_hit" if turret else "hull_hit"

    outcome = place() if total <= needed else "miss"
    if needed < least:                                       # C3.6: Improbable Hit
        if original == 2:
            face = dice.die()
            if face == 1:
                outcome = "critical_hit"
            elif vehicle:
                outcome = {2: "turret_hit", 3: "miss" if hull_down else "hull_hit"}.get(face, "miss")
            else:
                outcome = "hit" if face <= 3 else "miss"
    elif kind == "infantry":                                 # C3.7
        if total <= needed and 2 * (total + drm) < number:
            outcome = "critical_hit"
        elif original == 2:
            face = dice.die()
            if face == 1 or 2 * face <= number:
                outcome = "critical_hit"
    elif original == 2:                                      # C3.7
        if needed == least:
            face = dice.die()
            outcome = "critical_hit" if face == 1 else "turret_hit" if vehicle and hull_down else \
                "hull_hit" if vehicle else "hit"
        else:
            outcome = "critical_hit"
    if deliberate and outcome == "critical_hit":             # C5.72: no Critical Hit
        outcome = "hull_hit"
    return outcome, coloured, white


AERIAL = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 6: 3, 8: 4, 11: 4}   # asl-notes-2, section 0: by the worst AF


def aerial(named):
    """The Aerial AF, as a number or of an AFV by its worst AF, turret or hull"""
    if str(named).isdigit():
        return int(named)
    row = Charts.by("asl/afv.csv", "vehicle")[named]
    return AERIAL[min(int(value) for name, value in row.items() if name.startswith(("hull_", "turret_")))]


def vehicle(q):
    """The question with the numbers of a vehicle that is named, as its counter has them."""
    if q["vehicle"] in (None, "unarmored"):
        return q
    row = Charts.by("asl/afv.csv", "vehicle")[q["vehicle"]]
    turret = row["turret"] == "yes"

    def factor(where, facing):                               # the chart has one factor for sides and rear
        return int(row[f"{where}_{'front' if facing == 'front' else 'side'}"])

    turret_facing = q["turret_facing"] if turret and q["turret_facing"] else q["facing"]
    return {**q, "armor": factor("hull", q["facing"]), "turret_armor": factor("turret", turret_facing),
            "turret_facing": turret_facing, "has_turret": turret,
            "crew_survival": int(row["crew_survival"]) if q["crew_survival"] is None else q["crew_survival"],
            "target_size": (whole(row["size"]) or 0) if q.get("target_size") is None else q["target_size"]}


def named_gun(q):
    """The question with the calibre, To Hit numbers, rate of fire and B# of a gun or vehicle that is named."""
    row = Charts.by("asl/guns.csv", "gun").get(q["gun"]) or Charts.by("asl/afv.csv", "vehicle").get(q["gun"])
    if row is None:
        return q
    return {**q, "gun": row["main_armament"], "to_hit_numbers": "red" if row["nationality"] == "russian" else "black",
            "rate_of_fire": (whole(row["rof"]) or 0) if q["rate_of_fire"] is None else q["rate_of_fire"],
            "breakdown_number": whole(row.get("breakdown")) if q["breakdown_number"] is None else q["breakdown_number"]}


def keeps_rate(q, coloured):
    """C2.24, C3.33, C5.4, C5.6, A21.11-.13"""
    if q["pinned"] or q["intensive_fire"] or q["target_type"] == "area" and not q["mortar"]:
        return False
    return coloured <= (q["rate_of_fire"] or 0) - q["captured"] - q["non_qualified"]


def he_column(calibre):
    """The IFT column of HE, C11 and the headings of the IFT"""
    row = Charts.rows("asl/ift-columns.csv")[0]
    return max(int(name) for name, least in row.items() if name.isdigit() and int(least) <= calibre)


def exposed_crew(dice, firepower, total, morale, drm=2):
    """D.8, D5.34-.341: what the same DR does to a crew that is CE: None, 'stunned' or 'recalled'"""
    result = cell(column_of(firepower), total + drm)
    if result.endswith("KIA") or result.startswith("K/"):
        return "recalled"
    if result in ("-", "PTC"):
        return None
    number = 0 if result == "NMC" else int(result[:-2])
    check = dice.dr()
    return "recalled" if check == 12 else "stunned" if check + number > morale else None
