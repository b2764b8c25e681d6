"""asl.machine-gun, from A9.2, A9.3, A9.7, A9.72 and A.11."""

from faces import Charts, End, and_then, tally, turns

EVENTS = ("malfunction",)
MEASURES = ("shots",)
DRAW = {"weapon": ["German LMG", "German MMG", "German HMG", "Russian LMG", "Russian MMG", "Russian HMG",
                   "Russian .50 HMG"], "fire_phases": [1, 2, 3, 4], "most_shots": [1, 2, 3, 4]}


def fire_phase(dice, state, q):
    works, shots, ever = state                               # 'fires', 'malfunctions' or 'lost'
    row = Charts.by("asl/machine-guns.csv", "weapon")[q["weapon"]]
    printed = int(row["breakdown"])
    number = printed - (2 if q["sustained"] else 0) - (1 if q["inexperienced"] else 0)    # A9.3, A19.32
    if works == "fires":
        for _ in range(1 if q["sustained"] else q["most_shots"]):
            def reading(coloured, white):
                total = coloured + white
                broken = "lost" if number < printed and total >= printed else "malfunctions"   # A.11
                return broken if total >= number else "again" if coloured <= int(row["rof"]) else "done"
            how = dice.read_two(reading)
            shots += 1                                       # A9.7: the shot counts
            if how in ("lost", "malfunctions"):
                works, ever = how, True
            if how != "again":
                break
    for _ in range(q["repairs"]):                            # A9.72: the Rally Phases that follow
        if works == "malfunctions":
            works = dice.read_die(lambda face: "fires" if face <= int(row["repair"]) else
                                  "lost" if face == 6 else "malfunctions")
    return works, shots, ever


def ended(dice, state):
    return End(state[0], ["malfunction"] * state[2], shots=state[1])


def count(q):
    chances = {("fires", 0, False): 1}
    chances = turns(chances, q["fire_phases"], fire_phase, q)
    return tally(and_then(chances, ended))
