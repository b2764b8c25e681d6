"""asl.weapon-repair, from A9.72: the R# or less repairs it, a 6 is its end, any other dr changes nothing."""

from faces import Charts, End, and_then, numbered_turns, tally

MEASURES = ("rally_phase",)
WEAPONS = ["German LMG", "German MMG", "German HMG", "Russian LMG", "Russian MMG", "Russian HMG", "Russian .50 HMG"]
DRAW = {"weapon": WEAPONS, "rally_phases": [1, 2, 3, 4, 6, 10, 17, 29, 30]}


def change(question, random):
    if "weapon" not in question:                             # of a MG the R# is on its counter
        question.setdefault("repair_number", random.randint(1, 5))
    return question


def counts(q):
    return q["weapon"] is not None or q["repair_number"] is not None


def repair_number(q):
    if q["repair_number"] is not None:                       # in place of that of the counter
        return q["repair_number"]
    return int(Charts.by("asl/machine-guns.csv", "weapon")[q["weapon"]]["repair"])


def rally_phase(dice, state, q, number):
    """(how it is, the Rally Phase that repaired it)"""
    if state[0] != "malfunctions":
        return state
    face = dice.die()
    if face == 6:
        return "lost", 0
    return ("repaired", number) if face <= repair_number(q) else state


def ended(dice, state):
    how, repaired_by = state
    return End(how, rally_phase=repaired_by)


def count(q):
    return tally(and_then(numbered_turns({("malfunctions", 0): 1}, q["rally_phases"], rally_phase, q), ended))
