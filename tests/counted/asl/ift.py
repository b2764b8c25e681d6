"""asl.ift, from A7.3 and A7.9: the cell of the chart for one DR; the attackers' sums are those of asl.fire."""

from asl import fire
from asl._infantry import cell, column_of
from faces import End, every_game, tally

OUTCOMES = ["no_effect", "ptc", "nmc", "1mc", "2mc", "3mc", "4mc", "k1", "k2", "k3", "k4", "1kia", "2kia", "3kia", "4kia", "5kia",
            "6kia", "7kia"]                                  # from the best to the worst for the target
AT_LEAST = {"nmc_or_worse": "nmc", "k_or_worse": "k1", "kia": "1kia", "any_result": "ptc", "1mc_or_worse": "1mc",
            "2mc_or_worse": "2mc", "3mc_or_worse": "3mc", "4mc_or_worse": "4mc", "2kia_or_worse": "2kia", "3kia_or_worse": "3kia"}
EVENTS = tuple(AT_LEAST)
ALWAYS = ("firepower",)
DRAW = {name: values for name, values in fire.DRAW.items() if name not in ("target", "target_state", "attacks")}
DRAW["firepower"] = DRAW["firepower"] + [0, 0.9, 35, 44, 100]


def change(question, random):
    question["target"] = "4-6-7"
    where = random.random()
    if where < 0.25:
        question = fire.by_a_vehicle(question, random)
    else:
        for name in fire.OF_VEHICLES:
            question.pop(name, None)
        if where < 0.65:
            question.pop("firepower", None)
            question.setdefault("attackers", random.choice(DRAW["attackers"]))
            question.setdefault("range", random.choice(DRAW["range"]))
            question = fire.how_it_fires(question, random)
        else:
            for name in fire.OF_FIREPOWER:
                question.pop(name, None)
    del question["target"]
    return question


def counts(q):
    return fire.counts({**q, "target": "4-6-7", "target_state": None, "status": "good", "elr": 5, "attacks": 1, "heat_of_battle": "none"})


def outcome(result):
    return "no_effect" if result == "-" else result.lower().replace("/", "")


def count(q):
    cowers = fire.cowers_at_given_fp(q)
    firepower, drm = q["firepower"], fire.drm_in_words(q)
    if q["attackers"] is not None:
        vehicle = q["attackers"] in fire.VEHICLES
        firepower = fire.machine_guns(q) if vehicle else fire.firepower_in_words(q)
        cowers = 0 if vehicle else fire.cowers_in_words(q)
    column = column_of(firepower)

    def read(dice):
        found = dice.read_two(lambda one, other: outcome(cell(column - (cowers if one == other else 0), one + other + drm)))
        return End(found, [event for event, least in AT_LEAST.items() if OUTCOMES.index(found) >= OUTCOMES.index(least)])

    return tally(every_game(read))
