"""slammers.thunder-run, from Supplement 4, Thunder Run and Troops, and the 1-2-4 rule."""

from faces import End, and_then, tally
from slammers.leadership import counts, value                # noqa: F401

EVENTS = ("as_planned",)
MEASURES = ("distance", "last_turn", "leadership_points_spent", "tokens")
DRAW = {"moves": ["3 3 0", "2", "1 2", "3 3", "3 3 1", "0 2 2", "2 0 3", "1 1 1 1"], "vehicles": [1, 1, 2, 3, 4],
        "speed": [15, 30], "approach": [0, 10, 20], "losses": [0, 1, 3, 8], "leader_value": [0, 2, 6]}


def cost(moves):
    return sum((1, 2, 4)[:moves])


def turn(dice, state, q, planned):
    free, tokens, began, held, distance, _, spent = state
    leads = q["rank"] != "none" or q["leader_value"] is not None
    value_now = value(q) + 2 * (q["inspirational_leader"] + q["technician"] + q["command_tank"]) if leads else 0

    def reading(total):
        points = max(0, total + value_now - q["losses"])
        return max(moves for moves in range(planned + 1) if q["vehicles"] * cost(moves) <= points)

    moves = dice.read(reading)
    easy = moves - (moves > 0 and not began and q["approach"] > 0)
    here = (free + easy) * q["speed"] + (moves - easy) * q["approach"]
    if q["declared"] and easy and tokens < 2:                # two tokens at most
        free, tokens = free + easy, tokens + 1
    return free, tokens, began or moves > 0, held or moves < planned, distance + here, here, (
        spent + q["vehicles"] * cost(moves))


def ended(dice, state):
    _, tokens, _, held, distance, last, spent = state
    return End("held_up" if held else "as_planned", ["as_planned"] * (not held), distance=distance, last_turn=last,
               leadership_points_spent=spent, tokens=tokens)


def count(q):
    chances = {(0, 0, False, False, 0, 0, 0): 1}
    for word in str(q["moves"]).split():
        chances = and_then(chances, turn, q, int(word))
    return tally(and_then(chances, ended))
