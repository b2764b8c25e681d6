"""asl.check, from A10.1-.31, A7.8 and A19.13."""

from faces import End, every_game, tally

EVENTS = ("passes", "replaced")
DRAW = {"morale": [1, 2, 3, 5, 6, 7, 8, 9, 10, "4-6-7", "4-2-6", "8-3-8", "8-1", "2-2-8"], "drm": [-10, -3, -2, -1, 0, 1, 2, 4, 10, "8-1", "9-2", "6+1"],
        "check": [0, 1, 2, 3, 4, 5]}
ALWAYS = ("morale",)


def change(question, random):
    if question.get("kind") == "tc":
        question.pop("broken", None)
    if question.get("kind") == "tc" or question.get("broken"):
        question.pop("elr", None)
    if question.get("broken") and isinstance(question["morale"], str):
        question["morale"] = random.choice([5, 6, 7, 8])
    return question


def level(value):
    """The Morale Level, of a unit that of its front"""
    if not isinstance(value, str):
        return value
    return int(value.split("-")[2]) if value.count("-") == 2 else int(value[:-2])


def count(q):
    morale = level(q["morale"])
    drm = q["check"] + (int(q["drm"][-2:]) if isinstance(q["drm"], str) else q["drm"])

    def play(dice):
        roll = dice.dr()
        final = roll + drm
        if q["kind"] == "tc":
            return End("passed", ["passes"]) if final <= morale else End("failed")
        if roll < 12 and final <= morale:                    # A7.8: the highest DR that may pass pins
            pinned = not q["broken"] and (roll == 11 or final + 1 > morale)
            return End("pinned" if pinned else "passed", ["passes"])
        if q["broken"]:
            return End("eliminated" if roll == 12 else "reduced")
        replaced = q["elr"] is not None and final - morale > q["elr"]            # A19.13
        return End("reduced_broken" if roll == 12 else "broken", ["replaced"] * replaced)
    return tally(every_game(play))
