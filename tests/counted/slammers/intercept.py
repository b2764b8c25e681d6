"""slammers.intercept, from Supplement 4: coloured triangles, Thunder Run, Anti-ATGW Enhanced Data Link, ADS."""

from faces import End, and_then, tally, turns
from slammers._rules import needs, triangles

MEASURES = ("leaks", "helpers_spent")
DRAW = {"missiles": [1, 1, 2, 3], "rolls": [1, 2, 3], "helper_rolls": [1, 2, 3], "helpers": [0, 1, 2, 3],
        "helper_list": ["elite red 2; 2*veteran blue 1", "trained red 3", "untrained blue 1; commissars red 1 confire",
                        "2*veteran red 1; fanatics blue 2 confire", "trained blue 1; elite red 1"]}


def either_list(question):
    """A list of helpers in place of helpers who are all alike"""
    if "helper_list" in question:
        return {name: value for name, value in question.items() if name == "helper_list" or not name.startswith("helper")}
    return question


def change(question, random):
    question = either_list(question)
    if "launch_qr_modifier" in question:
        question.setdefault("launch_quality", random.choice(["elite", "veteran", "trained"]))
    if question.get("triangle") != "none":
        question.setdefault("rolls", random.choice([1, 2]))
    if question.get("helper_triangle", "none") != "none":
        question.setdefault("helper_rolls", random.choice([1, 2]))
    return question


def fired(dice, state, q):
    """A missile from its launch: who fires it needs a Quality Roll, where he is named"""
    leaks, spent, _ = state
    needed = needs(q["launch_quality"], q["launch_qr_modifier"]) if q["launch_quality"] else None
    if q["launch_quality"] and (needed is None or not dice.read_die(lambda face: face >= needed)):
        return leaks, spent, True
    return *missile(dice, (leaks, spent), q), False


def missile(dice, state, q):
    leaks, spent = state
    own = q["qr_modifier"] - q["thunder_run"] + q["confire"] - (q["triangle"] == "blue")
    if q["triangle"] != "none" and stops(dice, needs(q["quality"], own), q["rolls"]):
        return state
    # Anti-ATGW Enhanced Data Link: -1 for helping; below untrained there is no roll: nobody fires
    able = [(needed, rolls) for quality, modifier, rolls in triangles(q, "helper")
            if (needed := needs(quality, modifier - 1)) is not None]
    for needed, rolls in able[spent:]:
        spent += 1
        if stops(dice, needed, rolls):
            return leaks, spent
    if q["ads"] and dice.read_die(lambda face: face == 6):
        return leaks, spent
    return leaks + 1, spent


def stops(dice, needed, rolls):
    return needed is not None and any(dice.read_die(lambda face: face >= needed) for _ in range(rolls))


def ended(dice, state, q):
    leaks, spent, missed = state
    outcome = "missed" if missed and q["missiles"] == 1 else "leaks" if leaks else "intercepted"
    return End(outcome, leaks=leaks, helpers_spent=spent)


def count(q):
    chances = {(0, 0, False): 1}
    chances = turns(chances, q["missiles"], fired, q)
    return tally(and_then(chances, ended, q))
