"""slammers.salvo, from Supplement 4, coloured triangles: each success destroys a round; the play sheet, phase 7."""

from faces import End, and_then, tally
from slammers._rules import needs
from slammers.artillery import intercepts

EVENTS = ("any_stopped",)
MEASURES = ("intercepted", "through", "hits")
DRAW = {"rounds": [1, 2, 3, 5], "defenders": [1, 2, 3], "defender_rolls": [1, 2]}
ALWAYS = ("defender_rolls",)


def change(question, random):
    if question.get("defender_triangle") == "none":
        for name in [name for name in question if name.startswith("defender") and name != "defender_triangle"]:
            question.pop(name)
    return question


def hit(dice, state, needed):
    left, hits = state
    return left, hits + (needed is not None and dice.read_die(lambda face: face >= needed))


def count(q):
    salvo = {(q["rounds"], 0): 1}
    if q["defender_triangle"] != "none":
        modifier = q["defender_qr_modifier"] - q["defender_thunder_run"] + q["defender_confire"]
        needed = needs(q["defender_quality"], modifier - (q["defender_triangle"] == "blue"))
        for _ in range(q["defenders"] * q["defender_rolls"]):
            salvo = and_then(salvo, intercepts, needed)
    total = {}
    for (left, stopped), chance in salvo.items():
        landed = {(left, 0): chance}
        for _ in range(left):
            landed = and_then(landed, hit, needs(q["quality"], q["qr_modifier"]))
        for (_, hits), share in landed.items():
            end = End("some_through" if left else "all_stopped", ["any_stopped"] * (stopped > 0),
                      intercepted=stopped, through=left, hits=hits)
            total[end] = total.get(end, 0) + share
    return tally(total)
