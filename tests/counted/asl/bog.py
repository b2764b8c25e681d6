"""asl.bog, from D8.2-.3, B23.41, O3 and O5."""

from faces import End, and_then, tally, turns
from fractions import Fraction

EVENTS = ("bogs",)
MEASURES = ("entered", "attempts", "mp_left")
DRAW = {"checks": [1, 1, 2, 3, 4], "attempts": [0, 1, 2, 3, 5], "armor_leader": [-2, -1, 0, 1]}
TERRAIN = {"other": 0, "woods": 3, "graveyard": 3, "wooden_building": 3, "stone_building": 4, "wooden_rubble": 3,
           "stone_rubble": 3, "factory": 1, "debris": 1, "factory_debris": 2, "wire": 2}


def enters(dice, state, q):
    where, entered, attempts, left = state
    if where != "goes on":
        return state
    coloured, white = dice.two()
    drm = TERRAIN[q["terrain"]] + {"low": 0, "normal": 1, "high": 2}[q["ground_pressure"]] + q["drm"]
    drm += sum(q[name] for name in ("soft_ground", "deep_snow", "not_fully_tracked", "truck", "towing",
                                    "abrupt_elevation", "uphill_woods"))
    if q["terrain"] in ("wooden_building", "stone_building") and coloured == 6:   # B23.41: into the cellar
        return "falls_in_cellar", entered, attempts, left
    if coloured + white + drm >= 12:                         # D8.21
        return "bogged", entered, attempts, left
    return where, entered + 1, attempts, left


def frees_itself(dice, state, q):
    where, entered, attempts, left = state
    if where not in ("bogged", "mired"):
        return state
    coloured, white = dice.two()
    final = coloured + (1 if where == "mired" else 0) - (1 if q["helped"] else 0) + q["armor_leader"]
    attempts += 1
    if final <= 4:
        cost = coloured * white * (2 if q["not_fully_tracked"] else 1)
        return "freed", entered, attempts, max(0, q["mp"] - cost) if q["mp"] else None
    return ("mired" if final == 5 else "immobile"), entered, attempts, left


def ended(dice, state, q):
    where, entered, attempts, left = state
    bogs = where in ("bogged", "mired", "immobile", "freed")
    return End("passes" if where == "goes on" else where, ["bogs"] * bogs, entered=entered, attempts=attempts,
               mp_left=left or 0)


def count(q):
    if q["begins"] != "moving":
        chances = {(q["begins"], 0, 0, None): Fraction(1)}
    else:
        chances = turns({("goes on", 0, 0, None): Fraction(1)}, q["checks"], enters, q)
    chances = turns(chances, q["attempts"], frees_itself, q)
    return tally(and_then(chances, ended, q))
