"""slammers.close-assault, from the play sheet, phase 6, and Supplement 4, Vehicle Close Assault."""

import re

from faces import Charts, End, and_then, every_game, tally
from questions import expanded
from slammers._rules import LEVELS, UNHURT, damage, dv, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "all_stopped", "reaches_damage_chart")
MEASURES = ("weapons_lost", "attackers_killed", "attackers_suppressed")
TUS = ["elite", "trained", "2*elite", "veteran untrained", "trained+flamers", "warriors 5", "3*untrained", "0",
       "fanatics+flamers commissars", "2*veteran+flamers", "4*trained"]
DRAW = {"attackers": TUS, "defenders": TUS, "dv": ["8", "10", "6", "12", "9"], "top_dv": [5, 7, 10],
        "ca_modifier": [-2, 0, 1, 3], "infantry_dv": [4, 6, 8], "in_arc": [0, 1, 2]}


def change(question, random):
    if question.get("target") == "infantry":
        question.setdefault("defenders", random.choice(TUS))
        keep = ("target", "attackers", "defenders", "hard_cover", "ca_modifier")
        return {name: value for name, value in question.items() if name in keep}
    question.pop("defenders", None)
    question.pop("hard_cover", None)
    many = len(expanded(question["attackers"]))
    question["dv"] = " ".join(random.choice(DRAW["dv"]) for _ in range(random.choice([1, many])))
    if question.get("rounds") == 2:
        question.setdefault("top_dv", random.choice(DRAW["top_dv"]))
    else:
        question.pop("top_dv", None)
    if question.get("ads", "none") != "none":
        question.setdefault("infantry_dv", random.choice(DRAW["infantry_dv"]))
        if "in_arc" in question:
            question["in_arc"] = min(question["in_arc"], many)
    else:
        question.pop("infantry_dv", None)
        question.pop("in_arc", None)
    return question


def close_assault(word):
    """(CA, whether it has flamers) of a quality, a class or a number"""
    name, _, flamers = word.partition("+")
    if re.fullmatch(r"\d+", name):
        return int(name), bool(flamers)
    classes = Charts.by("slammers/troop-classes.csv", "class")
    level = classes[name]["fights_as"] if name in classes else name
    assert level in LEVELS
    return int(Charts.by("slammers/quality.csv", "quality")[level]["close_assault"]), bool(flamers)


def arrives(dice, q):
    """Which attackers an ADS lets arrive, and how many it killed and suppressed"""
    many = len(expanded(q["attackers"]))
    here, killed, suppressed = [], 0, 0
    row = Charts.by("slammers/ads.csv", "system").get(q["ads"])
    arc = many if q["in_arc"] is None else q["in_arc"]
    for place in range(many):
        if row and place < arc and dice.die() >= int(row["stops_on_at_least"]):
            if dice.die() + int(row["fp_infantry"]) >= dv(q["infantry_dv"]):
                killed += 1
            else:
                suppressed += 1
        else:
            here.append(place)
    return tuple(here), killed, suppressed, UNHURT, False


def assault(dice, state, q, number):
    here, killed, suppressed, vehicle, reached = state
    if not here or vehicle[0]:
        return state
    words = expanded(q["attackers"])
    quarters = [int(word) for word in str(q["dv"]).split()]
    reach = min(quarters[place] if len(quarters) > 1 else quarters[0] for place in here)
    if number == 2 and q["top_dv"] is not None:
        reach = min(reach, dv(q["top_dv"]))
    power = q["ca_modifier"] + sum(ca + 2 * flamers for ca, flamers in (close_assault(words[place]) for place in here))
    if dice.read(lambda total: total + power >= reach):
        vehicle, reached = damage(dice, vehicle, q), True
    return here, killed, suppressed, vehicle, reached


def ended(dice, state):
    here, killed, suppressed, vehicle, reached = state
    outcome, events, measures = what_came(vehicle, "vehicle")
    events = events + ["all_stopped"] * (not here) + ["reaches_damage_chart"] * reached
    return End(outcome, events, attackers_killed=killed, attackers_suppressed=suppressed, **measures)


def total_of(dice, tus):
    return sum(dice.die() for _ in tus) + sum(tus)


def count(q):
    if q["target"] == "infantry":
        flames = 2 if q["hard_cover"] else 1
        mine = [ca + flames * flamers for ca, flamers in map(close_assault, expanded(q["attackers"]))]
        theirs = [ca + flamers for ca, flamers in map(close_assault, expanded(q["defenders"]))]
        ours, others = every_game(total_of, mine), every_game(total_of, theirs)
        better, worse = 0, 0
        for total, chance in ours.items():
            for other, share in others.items():
                better += chance * share * (total + q["ca_modifier"] > other)
                worse += chance * share * (total + q["ca_modifier"] < other)
        if not better + worse:
            return {}
        return {("outcome", "attackers_win"): better / (better + worse),         # a tie is rolled again
                ("outcome", "defenders_win"): worse / (better + worse)}
    chances = and_then({None: 1}, lambda dice, _: arrives(dice, q))
    for number in range(1, q["rounds"] + 1):
        chances = and_then(chances, assault, q, number)
    return tally(and_then(chances, ended))
