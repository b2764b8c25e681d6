"""asl.rate-of-fire, from A9.2, A9.7, C2.24, C2.28 and C5.6."""

from asl._ordnance import VEHICLES
from faces import Charts, End, every_game, tally

EVENTS = ("two_or_more", "three_or_more", "four_or_more", "five_or_more")
MEASURES = ("shots",)
MACHINE_GUNS = ["German LMG", "German MMG", "German HMG", "Russian LMG", "Russian MMG", "Russian HMG", "Russian .50 HMG"]
GUNS = ["PaK 38", "PaK 40", "leIG 18", "sIG 33", "45mm AT obr. 32", "45mm AT obr. 42", "76mm ART obr. 39", "76mm INF obr. 27"]
DRAW = {"weapon": MACHINE_GUNS + GUNS + [name for name in VEHICLES if name != "SPW 251/1"], "most_shots": [1, 2, 3, 4, 5, 6, 8]}
ALWAYS = ("weapon",)


def change(question, random):
    if random.random() < 0.4:
        question.pop("weapon", None)
        question.setdefault("rate", random.choice([0, 1, 2, 3]))
    elif question.get("weapon") in MACHINE_GUNS:
        question.pop("intensive_fire", None)
    return question


def count(q):
    rate, number = q["rate"], q["breakdown"]
    if q["weapon"] is not None:
        row = next(lines[q["weapon"]] for lines in (Charts.by("asl/machine-guns.csv", "weapon"), Charts.by("asl/guns.csv", "gun"),
                                                    Charts.by("asl/afv.csv", "vehicle")) if q["weapon"] in lines)
        rate = int(row["rof"] or 0) if rate is None else rate
        number = int(row.get("breakdown") or 12) if number is None else number
    number = 12 if number is None else number

    def play(dice):
        shots, intensive = 0, False
        while True:
            lower = 2 if intensive else 0
            how = dice.read_two(lambda one, other: "malfunctions" if one + other >= number - lower else
                                "again" if one <= rate and not intensive else "works")
            shots += 1                                       # A9.7: it counts
            if how != "malfunctions" and shots < q["most_shots"]:
                if how == "again":
                    continue
                if q["intensive_fire"] and not intensive:    # C5.6: when the rate is lost, and without one
                    intensive = True
                    continue
            events = [event for least, event in enumerate(EVENTS, start=2) if shots >= least]
            return End("malfunctions" if how == "malfunctions" else "works", events, shots=shots)
    return tally(every_game(play))
