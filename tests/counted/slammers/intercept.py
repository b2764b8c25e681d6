"""slammers.intercept, from Supplement 4: coloured triangles, Thunder Run, Anti-ATGW Enhanced Data Link, ADS."""

from faces import End, and_then, tally, turns
from slammers._rules import needs

MEASURES = ("leaks", "helpers_spent")
DRAW = {"missiles": [1, 1, 2, 3], "rolls": [1, 2, 3], "helper_rolls": [1, 2, 3], "helpers": [0, 1, 2, 3]}


def change(question, random):
    if question.get("triangle") != "none":
        question.setdefault("rolls", random.choice([1, 2]))
    if question.get("helper_triangle", "none") != "none":
        question.setdefault("helper_rolls", random.choice([1, 2]))
    return question


def missile(dice, state, q):
    leaks, spent = state
    own = q["qr_modifier"] - q["thunder_run"] + q["confire"] - (q["triangle"] == "blue")
    if q["triangle"] != "none" and stops(dice, needs(q["quality"], own), q["rolls"]):
        return state
    helping = q["helper_qr_modifier"] - q["helper_thunder_run"] + q["helper_confire"] - 1 - (
        q["helper_triangle"] == "blue")
    while spent < q["helpers"] and q["helper_triangle"] != "none":
        needed = needs(q["helper_quality"] or q["quality"], helping)
        if needed is None:                                   # below untrained there is no roll: nobody fires
            break
        spent += 1
        if stops(dice, needed, q["helper_rolls"]):
            return leaks, spent
    if q["ads"] and dice.die() == 6:
        return leaks, spent
    return leaks + 1, spent


def stops(dice, needed, rolls):
    return needed is not None and any([dice.die() >= needed for _ in range(rolls)])


def ended(dice, state):
    return End("leaks" if state[0] else "intercepted", leaks=state[0], helpers_spent=state[1])


def count(q):
    chances = {(0, 0): 1}
    chances = turns(chances, q["missiles"], missile, q)
    return tally(and_then(chances, ended))
