"""sl.wire, from 53.52: wire takes the MF of a die, and one hex may always be moved."""

from faces import End, every_game, tally

EVENTS = ("gets_there",)
MEASURES = ("hexes", "mf_lost")


def play(dice, q):
    die = dice.die()
    left = q["allowance"] - die - q["weapon_cost"]
    paid = max(0, left) // q["cost"]
    moved = max(1, paid)                                     # how far it could go; the first hex without weapons if need be
    outcome = "not_so_far" if moved < q["hexes"] else "as_far" if paid else "without_weapons"
    return End(outcome, ["gets_there"] * (moved >= q["hexes"]), hexes=moved, mf_lost=die)


def count(q):
    return tally(every_game(play, q))
