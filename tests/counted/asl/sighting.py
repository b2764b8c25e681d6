"""asl.sighting, from E7.3-.32 and Red Barricades (Gutted Buildings 7.6)."""

from faces import End, every_game, tally

EVENTS = ("recall",)
TERRAIN = {"open_ground": 0, "building": 3, "woods": 3, "rubble": 3, "orchard_in_season": 3, "brush": 1, "grain": 1,
           "marsh": 1, "crag": 1, "graveyard": 1, "gutted_building": 3, "roofless_gutted_building": 2, "light_woods": 2,
           "rail_car": 2, "debris": 1}
DRAW = {"drm": [-3, -1, 0, 1, 2], "smoke": [0, 1, 2, 3, 5]}


def play(dice, q):
    drm = q["drm"] + q["smoke"] + TERRAIN[q["terrain"]] + q["friends_near"] + q["mist"]
    drm -= q["vehicle"] + q["moved"] + q["column"] + q["attacked_before"] + 2 * q["unconcealed"]
    total = dice.dr()
    outcome = "mistaken_attack" if total + drm >= 12 else "sighted" if total + drm <= q["number"] else "not_sighted"
    return End(outcome, ["recall"] * (total == 12))          # E7.31, E7.32


def count(q):
    return tally(every_game(play, q))
