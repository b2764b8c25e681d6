"""slammers.towed-weapon, from Supplement 4, Towing weapons, and the play sheet for infantry on board."""

from faces import End, and_then, tally, turns
from slammers._rules import dv, fire_modifier, needs
from slammers.direct_fire import weapon_of

EVENTS = ("vehicle_destroyed", "vehicle_damaged")
ORDER = ["unaffected", "suppressed", "destroyed", "vaporised"]
DRAW = {"weapon": ["powergun_rifle", "powergun_smg", "flechette_shotgun", "infantry_laser_rifle_pack"],
        "shots": [1, 2, 3, 4], "fp_infantry": [0, 1, 3, 5], "fp_vehicle": [0, 2, 4, 6], "dv": [3, 6, 8, 10],
        "cargo_dv": [5, 7, 9]}


BEFORE_DAMAGE = ("quality", "shots", "fp_vehicle", "range", "cover", "thunder_run", "confire", "qr_modifier", "dv",
                 "overkill")


def change(question, random):
    if "damage_rolls" in question:                           # in place of fire
        for name in BEFORE_DAMAGE:
            question.pop(name, None)
    else:
        question.setdefault("dv", random.choice(DRAW["dv"]))
    if "weapon" in question:
        for name in ("shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"):
            question.pop(name, None)
    else:
        for name in ("fp_infantry",) if "damage_rolls" in question else ("shots", "fp_infantry", "fp_vehicle"):
            question.setdefault(name, random.choice(DRAW[name]))
    if question.get("cargo") == "infantry":
        question.setdefault("cargo_dv", random.choice(DRAW["cargo_dv"]))
    return question


def shot(dice, state, q, needed, against_vehicle, against_cargo, cargo_dv):
    if needed is None or dice.die() < needed:
        return state
    total = dice.die() + against_vehicle
    if total < dv(q["dv"]):
        return state
    excess = total - dv(q["dv"]) if q["overkill"] == "excess" else 0
    return damage_roll(dice, state, q, against_cargo, cargo_dv, excess)


def damage_roll(dice, state, q, against_cargo, cargo_dv, excess=0):
    cargo, vehicle = state
    roll = dice.die() + excess
    if roll <= 4:
        mends = q["field_mechanic"] != "none" and dice.die() >= needs(q["field_mechanic"])
        return cargo, vehicle if mends else max(vehicle, 1)
    if roll == 5:
        came = "destroyed" if dice.die() + against_cargo >= cargo_dv else "suppressed"
    else:
        came = "vaporised"
    return max(cargo, came, key=ORDER.index), 2


def ended(dice, state):
    cargo, vehicle = state
    return End(cargo, ["vehicle_destroyed"] * (vehicle == 2) + ["vehicle_damaged"] * (vehicle == 1))


def count(q):
    shots, infantry, vehicle, close_quarter, powergun = weapon_of(q)
    cargo_dv = dv(q["cargo_dv"]) if q["cargo_dv"] is not None else 9 if powergun else 8
    if q["damage_rolls"] is not None:
        return tally(and_then(turns({("unaffected", 0): 1}, q["damage_rolls"], damage_roll, q, infantry + close_quarter,
                                    cargo_dv), ended))
    chances = turns({("unaffected", 0): 1}, shots, shot, q, needs(q["quality"], fire_modifier(q, close_quarter)), vehicle,
                    infantry + close_quarter, cargo_dv)
    return tally(and_then(chances, ended))
