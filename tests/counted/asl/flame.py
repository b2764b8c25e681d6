"""asl.flame, from B25.12-.13, B25.15-.151, B25.6, B23.94, B24.11 and B24.6."""

from faces import Charts, End, and_then, every_game, numbered_turns, tally
from questions import fraction

EVENTS = ("spread",)
MEASURES = ("blaze_phase", "spread_phase")
DRAW = {"firepower": [1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36, 40, 10, 11], "phases": [0, 1, 2, 3, 5, 8],
        "spread_to": ["wooden_building", "stone_building", "wooden_rubble", "stone_rubble", "woods", "brush", "grain",
                      "vineyard", "orchard", "olive_grove", "cactus", "light_woods"]}
EC = {"snow": -3, "mud": -3, "wet": -2, "moist": -1, "moderate": 0, "dry": 1, "very_dry": 2}   # B25.5


def numbers(terrain):
    row = Charts.by("asl/kindling-and-spread.csv", "terrain")[terrain.replace("rubble", "building")]
    return int(row["kindling"]), int(row["spread"])


def ec(q, terrain):
    return 0 if terrain.endswith("building") else EC[q["ec"]]      # B25.5: not in buildings


def result(final, firepower):
    rows = Charts.rows("asl/ift.csv")
    columns = [int(name) for name in rows[0] if name != "final_dr"]
    fits = [column for column in columns if column <= firepower]
    return rows[min(15, max(0, final))][str(fits[-1])] if fits else "-"


def placed(dice, q):
    """'no_flame', 'rubble' or 'flame'"""
    if q["cause"] in ("existing", "blaze"):
        return "flame" if q["cause"] == "existing" else "blaze"
    kindling, _ = numbers(q["terrain"])
    fortified = -1 if q["fortified"] else 0
    if q["cause"] == "white_phosphorus":
        if q["ec"] not in ("dry", "very_dry"):               # WP only in dry conditions
            return "no_flame"
        drm = -2 if q["terrain"].endswith("building") else 1
        return "flame" if dice.dr() + drm + fortified >= kindling else "no_flame"
    firepower = fraction(q["firepower"])
    original = result(dice.dr(), firepower)
    if q["cause"] == "he":
        if not original.endswith("KIA"):
            return "no_flame"
        building = q["terrain"].endswith("building")
        rubbles = q["makes_rubble"] if q["makes_rubble"] is not None else firepower >= 12
        if building and rubbles:                             # B24.11: dr (+1 stone) <= the number of the KIA
            if dice.die() + (1 if q["terrain"].startswith("stone") else 0) <= int(original[:-3]):
                return "rubble"
    elif not original.endswith("KIA") and not original.startswith("K/"):
        return "no_flame"
    return "flame" if dice.dr() + ec(q, q["terrain"]) + fortified >= kindling else "no_flame"


def phase(dice, state, q, number):
    what, blaze, spread = state
    if what == "blaze":
        if spread == 0 and q["spread_to"]:                   # from the phase after on
            _, target = numbers(q["spread_to"])
            if dice.dr() + q["spread_drm"] + ec(q, q["spread_to"]) >= target:
                spread = number
    elif what == "flame":
        final = dice.dr() + ec(q, q["terrain"]) + (-1 if q["fortified"] else 0)
        if final >= numbers(q["terrain"])[1]:                # B25.15
            what, blaze = "blaze", number
        elif final <= 2:
            what = "extinguished"
    return what, blaze, spread


def ended(dice, state):
    what, blaze, spread = state
    return End(what, ["spread"] * (spread > 0), blaze_phase=blaze, spread_phase=spread)


def count(q):
    chances = {(what, 0, 0): chance for what, chance in every_game(placed, q).items()}
    chances = numbered_turns(chances, q["phases"], phase, q)
    return tally(and_then(chances, ended))
