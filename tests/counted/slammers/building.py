"""slammers.building, from Supplement 4, Multi-story buildings."""

from faces import End, and_then, tally, turns
from slammers._rules import needs

MEASURES = ("floors_destroyed",)
DRAW = {"floors": [1, 2, 3], "occupied": [1, 2, 3], "shots": [1, 2, 3, 4], "firepower": [0, 2, 5], "dv": [4, 7, 9]}


def shot(dice, state, q):
    floors, occupied = state                                 # floors destroyed from the top; the occupied one is
    needed = needs(q["quality"], q["qr_modifier"])
    if occupied and q["fire"] == "direct" or floors == q["floors"] or needed is None or dice.die() < needed:
        return state
    if dice.die() + q["firepower"] < q["dv"] or dice.die() < q["destroyed_at_least"]:
        return state
    if q["fire"] == "direct":
        return floors + 1, True
    return floors + 1, q["floors"] - floors - 1 < q["occupied"]


def ended(dice, state):
    floors, occupied = state
    return End("occupied_floor_destroyed" if occupied else "other_floors_destroyed" if floors else "stands",
               floors_destroyed=floors)


def count(q):
    chances = {(0, False): 1}
    chances = turns(chances, q["shots"], shot, q)
    return tally(and_then(chances, ended))
