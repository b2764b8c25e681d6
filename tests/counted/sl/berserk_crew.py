"""sl.berserk-crew, from Supplement D, 18.4, 70.1, 70.5-.6 and 95.3."""

from faces import End, and_then, numbered_turns, tally
from sl._infantry import column_of, ift

MEASURES = ("shots", "phases")
DRAW = {"phases": [1, 2, 3, 6, 12], "firepower": [0.5, 1, 2, 4, 6, 8, 12, 16, 24, 36], "drm": [-4, -2, 0, 1, 3, 6]}


def change(question, random):
    if question.get("weapon") != "gun":
        question.pop("rate_of_fire", None)
    if "firepower" not in question:
        question.pop("drm", None)
    return question


def fire_phase(dice, state, q, number):
    fate, shots, phases = state
    if fate != "still_fires":
        return state
    for _ in range(q["rate_of_fire"] + 1 if q["weapon"] == "gun" else 1):        # 70.1
        shots += 1
        if dice.read(lambda total: total >= q["breakdown_number"] - 2):          # 70.5, 95.3
            return "weapon_unusable", shots, number          # 70.6: its other shots are lost
    column = column_of(q["firepower"])
    if column and dice.read(lambda total: ift(total + q["drm"], column) == "KIA"):
        return "crew_eliminated", shots, number              # 18.4: nothing else harms who is berserk
    return fate, shots, number


def ended(dice, state):
    fate, shots, phases = state
    return End(fate, shots=shots, phases=phases)


def count(q):
    chances = numbered_turns({("still_fires", 0, 0): 1}, q["phases"], fire_phase, q)
    return tally(and_then(chances, ended))
