"""asl.sewer-movement, from B8.4-.41 and RB2."""

from faces import End, and_then, numbered_turns, tally

EVENTS = ("lost", "discovered")
MEASURES = ("turn",)
DRAW = {"morale": [7, 8, 9, 10], "moves": [1, 1, 2, 3], "turns": [1, 2, 3, 4, 6, 8], "enemy_mmc": [0, 1, 2]}


def emergence(dice, q, lost):
    final = dice.die() - q["friendly_manhole"] - q["unobserved"] + lost + q["enemy_mmc"] + q["enemy_in_sewer"]
    return final <= 4, final >= 7


def turn(dice, state, q, number):
    """state: (MPh from the manhole, or None outside; lost now; lost ever; discovered; turn of emergence)"""
    away, lost, ever, discovered, out = state
    if out:
        return state
    if away is None:
        if q["morale"] is not None and dice.dr() + 4 > q["morale"]:      # B8.4, RB2: a 4TC, without his own modifier
            return state
        away = q["moves"]
    lost = dice.read_die(lambda face: face + lost >= 6)      # B8.41: 6, or 5 of those who were lost already
    if lost:
        return (away + 1 if q["when_lost"] == "farther" else max(1, away)), True, True, discovered, 0
    if away == 0:                                            # who did not emerge has to move on
        away = 1 if q["other_manhole"] else 2
    away -= 1
    if away > 0:
        return away, False, ever, discovered, 0
    emerges, found = emergence(dice, q, False)
    return 0, False, ever, discovered or found, number if emerges else 0


def ended(dice, state):
    left, _, ever, discovered, out = state
    outcome = "emerges" if out else "stays_out" if left is None else "still_below"
    return End(outcome, ["lost"] * ever + ["discovered"] * discovered, turn=out)


def count(q):
    return tally(and_then(numbered_turns({(None, False, False, False, 0): 1}, q["turns"], turn, q), ended))
