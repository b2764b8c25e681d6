"""sl.smoke, from 24, 33.3-.32, 63.22, 64.2, 64.52, 64.7 and 64.8; names of vehicles are left out."""

from faces import End, and_then, tally, turns
from sl import to_hit

EVENTS = ("smoke_gone",)
MEASURES = ("turns_with_smoke",)
ALWAYS = ("turns",)
DRAW = {"gun": ["75", "75*", "75L", "75LL", "88L", "105", "150*", "76*", "100"], "turns": [1, 2, 3, 5],
        "range": [0, 1, 2, 6, 7, 12, 13, 24, 25, 39], "to_hit_drm": [-6, -2, 0, 1, 3, 5, 8]}


def change(question, random):
    if question.get("source", "gun") != "gun":
        for name in ("gun", "range", "red_numbers", "to_hit_drm", "shots"):
            question.pop(name, None)
        if question["source"] == "dischargers":
            question.setdefault("discharger_number", random.randint(0, 6))
    else:
        question.setdefault("gun", random.choice(DRAW["gun"]))
        question.setdefault("range", random.choice(DRAW["range"]))
    if question.get("source") != "dischargers":
        question.pop("discharger_number", None)
    if question.get("source") != "close_defense_weapon":
        question.pop("last_use", None)
    return question


def gun_lays(dice, q):
    """(smoke, shells left) of one shot"""
    distance, barrel = q["range"], to_hit.barrel(q["gun"])
    drm = q["to_hit_drm"]
    if barrel in ("L", "LL") and distance >= 13:             # 64.21, 64.22
        drm -= 2 if barrel == "LL" and distance >= 25 else 1
    if barrel == "*":                                        # 64.23
        drm += 0 if distance <= 6 else 1 if distance <= 12 else 2 if distance <= 24 else 3
    if distance <= 1:                                        # J, K
        drm -= 2
    needed = to_hit.number({"to_hit_number": None, "captured": False, "target": "infantry_in_other", "range": distance,
                            "to_hit_numbers": "red" if q["red_numbers"] else "black"}) - drm
    original = dice.read(lambda total: 2 if total == 2 else "gone" if total >= 8 else total <= needed)
    if original == "gone":                                   # 63.22: that shot is an ordinary round
        return False, False
    if original == 2 and needed < 2:                         # 33.32
        return dice.read_die(lambda face: face + 2 - needed < 6), True
    return bool(original), True


def turn(dice, state, q):
    laid, left = state
    if not left:
        return state
    if q["source"] == "gun":
        for _ in range(q["shots"]):
            smoke, left = gun_lays(dice, q)
            if smoke or not left:
                return laid + smoke, left
        return laid, left
    if q["source"] == "close_defense_weapon":                # 64.52
        left = dice.read(lambda total: total < 8)
        return laid + (left or q["last_use"] == "smoke"), left
    has = dice.read_die(lambda face: face <= q["discharger_number"])         # 64.8: once in a game
    return laid + has, False


def ended(dice, state, q):
    laid, left = state
    return End("every_turn" if laid == q["turns"] else "some_turns" if laid else "no_turn",
               ["smoke_gone"] * (not left), turns_with_smoke=laid)


def count(q):
    return tally(and_then(turns({(0, True): 1}, q["turns"], turn, q), ended, q))
