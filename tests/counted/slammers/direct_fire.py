"""slammers.direct-fire, from Supplement 4 and the play sheet, phase 5."""

import re

from faces import Charts, End, and_then, tally
from questions import expanded
from slammers._rules import UNHURT, dv, fire_modifier, hits, needs, what_came

LEAVES_OUT = ("hold_fire", "best")
EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse", "jammed", "firer_suppressed")
MEASURES = ("suppression", "weapons_lost", "jams", "leadership_points")
BEST = ("hold_fire", ["knocked_out-0.3*mean jams", "mean suppression-firer_suppressed", "weapon_destroyed-0.5*jammed",
                      "stopped-0.1*mean jams"])
DRAW = {"shots": [1, 2, 3], "fp_infantry": [0, 1, 2, 4, 6], "fp_vehicle": [0, 1, 3, 5], "dv": [3, 5, 6, 7, 8, 9, 10],
        "weapons": [1, 1, 2], "weapon": ["powergun_rifle", "powergun_smg", "flechette_shotgun", "infantry_laser_rifle_pack",
                                         "low_tech_assault_rifle"],
        "armament": ["powergun_rifle", "tribarrel_2cm(3,4/4) powergun_rifle", "2*gun(1,3/5) powergun_smg",
                     "powergun_smg flechette_shotgun", "flechette_shotgun(1,2/3) gun(2,0/6)", "3*powergun_rifle"]}


def change(question, random):
    if "armament" in question:
        for name in ("weapon", "weapons", "shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"):
            question.pop(name, None)
    elif "weapon" in question:
        for name in ("shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"):
            question.pop(name, None)
    else:
        question.setdefault("shots", random.choice(DRAW["shots"]))
        vehicle = question.get("target") == "vehicle"
        question.setdefault("fp_vehicle" if vehicle else "fp_infantry", random.choice(DRAW["fp_infantry"]))
        question.pop("fp_infantry" if vehicle else "fp_vehicle", None)
    if question.get("rapid_fire_price") and "armament" not in question:
        question["weapons"] = random.choice((2, 3))          # one weapon costs the same
        question.setdefault("rapid_fire", "rapid_fire")
    if question.get("target") != "firefly":
        question.setdefault("dv", random.choice(DRAW["dv"]))
    elif question.get("destroyed_by") != "dv_reached":       # any hit destroys it
        question.pop("dv", None)
    return question


def of_chart(name, *numbers):
    """shots, FP against infantry, FP against vehicles, close quarter, powergun; a name without a line has neither"""
    row = Charts.by("slammers/weapons.csv", "weapon").get(name, {})
    numbers = numbers or (row["shots"], row["fp_infantry"], row["fp_vehicle"])
    return (*map(int, numbers), row.get("close_quarter") == "yes", row.get("powergun") == "yes")


def weapons_of(q):
    """The weapons in the order in which they fire"""
    if q["armament"]:
        return [of_chart(*re.findall(r"\w+", word)) for word in expanded(q["armament"])]
    return [weapon_of(q)] * q["weapons"]


def weapon_of(q):
    if q["weapon"]:
        return of_chart(q["weapon"])
    return q["shots"], q["fp_infantry"], q["fp_vehicle"], bool(q["close_quarter"]), bool(q["powergun"])


def aimed(q, weapon):
    """QR modifier, FP and what it must reach"""
    _, infantry, vehicle, close_quarter, powergun = weapon
    modifier = fire_modifier(q, close_quarter) - (q["target"] == "firefly")
    if q["target"] == "vehicle":
        return modifier, vehicle, dv(q["dv"])
    reach = dv("firefly" if q["dv"] is None else q["dv"])
    if q["target"] == "infantry" and q["cover"] != "none":
        reach += 2 if powergun or q["cover"] == "heavy" else 1
    return modifier, infantry + close_quarter, reach


def shot(dice, state, q, needed, firepower, reach, risky):
    target, jammed, hurt = state
    if needed is None:                                       # below untrained there is no fire at all
        return state
    face = dice.die()
    if risky and face == 1:                                  # Rapid Fire: a natural 1
        if q["firer"] == "vehicle":
            jammed = True
        else:
            hurt = True
    if face >= needed and face > 1:
        stopped = False
        if q["ads"] != "none":
            row = Charts.by("slammers/ads.csv", "system")[q["ads"]]
            stopped = dice.die() >= int(row["stops_on_at_least"])
        if not stopped:
            target = hits(dice, target, q, q["target"], firepower, reach, q["overkill"] == "excess")
    return target, jammed, hurt


def ended(dice, state, q, weapons):
    outcome, events, measures = what_came(state[0], q["target"])
    points = 2 * q["confire"]
    if q["rapid_fire"] in ("rapid_fire", "off_turn"):
        points += 3 * (1 if q["rapid_fire_price"] == "tu" else weapons)
    if q["rapid_fire"] == "double_tap":
        points += weapons
    return End(outcome, events + ["jammed"] * (state[1] > 0) + ["firer_suppressed"] * (state[2] > 0), jams=state[1],
               leadership_points=points, **measures)


def bursts_of(q):
    """[(shots, quality roll, FP, what it reaches, whether it is a risky burst, whether it is a second one)]"""
    bursts = []
    for number, weapon in enumerate(weapons_of(q)):
        modifier, firepower, reach = aimed(q, weapon)
        for burst in range(2 if q["rapid_fire"] in ("rapid_fire", "double_tap") else 1):
            needed = needs(q["quality"], modifier + (q["dead_eye"] and number == 0 and burst == 0))
            bursts.append((weapon[0], needed, firepower, reach, burst == 1 or q["rapid_fire"] == "off_turn", burst == 1))
    return bursts


def after_burst(chances, q, burst):
    within = {((target, False, False), jams, marks): chance for (target, jams, marks), chance in chances.items()}
    for _ in range(burst[0]):
        within = one_shot(within, q, *burst[1:5])
    after = {}
    for ((target, jammed, hurt), jams, marks), chance in within.items():
        key = (target, jams + jammed, marks + hurt)
        after[key] = after.get(key, 0) + chance
    return after


def best(q, worth):
    """Each weapon's second burst, once all before it are known"""
    bursts = sorted(bursts_of(q), key=lambda burst: burst[5])  # all first bursts, then the second ones
    known = {}

    def from_burst(number, state):
        if number == len(bursts):
            return worth(ended(None, state, q, len(weapons_of(q))))
        if (number, state) not in known:
            fired = sum(chance * from_burst(number + 1, after)
                        for after, chance in after_burst({state: 1}, q, bursts[number]).items())
            known[number, state] = max(fired, from_burst(number + 1, state)) if bursts[number][5] else fired
        return known[number, state]

    return from_burst(0, (UNHURT, 0, 0))


def count(q):
    chances = {(UNHURT, 0, 0): 1}
    for burst in bursts_of(q):
        chances = after_burst(chances, q, burst)
    return tally(and_then(chances, ended, q, len(weapons_of(q))))


def one_shot(within, *arguments):
    def play(dice, state):
        return shot(dice, state[0], *arguments), state[1], state[2]
    return and_then(within, play)
