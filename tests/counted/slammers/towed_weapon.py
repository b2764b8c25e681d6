"""slammers.towed-weapon, from Supplement 4, Towing weapons, and the play sheet for infantry on board."""

from faces import End, and_then, tally, turns
from slammers._rules import dv, fire_modifier, needs
from slammers.direct_fire import weapon_of

EVENTS = ("vehicle_destroyed", "vehicle_damaged")
ORDER = ["unaffected", "suppressed", "destroyed", "vaporised"]
DRAW = {"weapon": ["powergun_rifle", "powergun_smg", "flechette_shotgun", "infantry_laser_rifle_pack"],
        "shots": [1, 2, 3, 4], "fp_infantry": [0, 1, 3, 5], "fp_vehicle": [0, 2, 4, 6], "dv": [3, 6, 8, 10],
        "cargo_dv": [5, 7, 9]}
ALWAYS = ("dv",)


def change(question, random):
    if "weapon" in question:
        for name in ("shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"):
            question.pop(name, None)
    else:
        for name in ("shots", "fp_infantry", "fp_vehicle"):
            question.setdefault(name, random.choice(DRAW[name]))
    if question.get("cargo") == "infantry":
        question.setdefault("cargo_dv", random.choice(DRAW["cargo_dv"]))
    return question


def shot(dice, state, q, needed, against_vehicle, against_cargo, cargo_dv):
    cargo, vehicle = state
    if needed is None or dice.die() < needed:
        return state
    total = dice.die() + against_vehicle
    if total < dv(q["dv"]):
        return state
    roll = dice.die() + (total - dv(q["dv"]) if q["overkill"] == "excess" else 0)
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
    chances = turns({("unaffected", 0): 1}, shots, shot, q, needs(q["quality"], fire_modifier(q, close_quarter)), vehicle,
                    infantry + close_quarter, cargo_dv)
    return tally(and_then(chances, ended))
