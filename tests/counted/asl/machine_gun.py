"""asl.machine-gun, from A9.2, A9.3, A9.7, A9.72 and A.11, and of AFV from RB III.9 and CoS 7.4."""

from faces import Charts, End, and_then, tally, turns

EVENTS = ("malfunction",)
MEASURES = ("shots",)
VEHICLES = ["vehicle 3", "vehicle 3/5", "vehicle -/4", "vehicle 2/4/-/2", "vehicle -/-/2", "PzIIIL", "StuG IIIG", "KV-1 M42",
            "3-8 5-12", "4-8 2-12"]
DRAW = {"weapon": ["German LMG", "German MMG", "German HMG", "Russian LMG", "Russian MMG", "Russian HMG",
                   "Russian .50 HMG"] + VEHICLES, "fire_phases": [1, 2, 3, 4], "most_shots": [1, 2, 3, 4]}


def change(question, random):
    if question.get("weapon") in VEHICLES:
        for name in ("most_shots", "sustained", "inexperienced"):
            question.pop(name, None)
    else:
        question.pop("gun_disabled", None)
    return question


def guns_of(weapon):
    """How many machine guns an AFV has"""
    if weapon[0].isdigit():                                  # '3-8 5-12': BMG and CMG
        return len(weapon.split())
    text = weapon.removeprefix("vehicle ")
    text = text if text != weapon else Charts.by("asl/vehicle-machine-guns.csv", "vehicle")[weapon]["mg"]
    return sum(part != "-" for part in text.split("/"))


def vehicle_phase(dice, state, q):
    """Each of its machine guns fires once: B12, R1"""
    guns, shots, ever, recalled = state
    if recalled:
        return state
    guns = list(guns)
    for place, gun in enumerate(guns):
        if gun == "fires":
            shots += 1                                       # A9.7: the shot counts
            if dice.read(lambda total: total == 12):
                guns[place], ever = "malfunctions", True
    if q["gun_disabled"] and "fires" not in guns:            # CoS 7.4: at once, and no repair negates it
        return tuple(guns), shots, ever, True
    for _ in range(q["repairs"]):                            # A9.72, RB III.9: each of them in each Rally Phase
        for place, gun in enumerate(guns):
            if gun == "malfunctions":
                guns[place] = dice.read_die(lambda face: {1: "fires", 6: "lost"}.get(face, "malfunctions"))
        if q["gun_disabled"] and "fires" not in guns:
            return tuple(guns), shots, ever, True
    return tuple(sorted(guns)), shots, ever, False


def vehicle_ended(dice, state):
    guns, shots, ever, recalled = state
    outcome = "recalled" if recalled else next(name for name in ("fires", "malfunctions", "lost") if name in guns)
    return End(outcome, ["malfunction"] * ever, shots=shots)


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
    if q["weapon"] not in {row["weapon"] for row in Charts.rows("asl/machine-guns.csv")}:
        chances = {(("fires",) * guns_of(q["weapon"]), 0, False, False): 1}
        return tally(and_then(turns(chances, q["fire_phases"], vehicle_phase, q), vehicle_ended))
    chances = {("fires", 0, False): 1}
    chances = turns(chances, q["fire_phases"], fire_phase, q)
    return tally(and_then(chances, ended))
