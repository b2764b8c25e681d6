"""asl.sewer-emergence, from B8.4-.41."""

from faces import End, and_then, tally

EVENTS = ("discovered",)
MEASURES = ("turn",)


def attempt(dice, state, q, turn):
    emerged, discovered = state
    if emerged:
        return state
    final = dice.die() - q["friendly_manhole"] - q["unobserved"] + q["lost"] + q["enemy_mmc"] + q["enemy_in_sewer"]
    return (turn if final <= 4 else 0), discovered or final >= 7


def ended(dice, state):
    return End("emerges" if state[0] else "still_below", ["discovered"] * state[1], turn=state[0])


def count(q):
    chances = {(0, False): 1}
    for turn in range(1, q["turns"] + 1):
        chances = and_then(chances, attempt, q, turn)
    return tally(and_then(chances, ended))
