"""asl.fire, from A7.2-.3, A7.8, A7.9, A10.2-.31, A17 and A19.1; of attackers in words squads and half-squads."""

import re

from asl._infantry import COMMISSARS, STACKS, Stack, after_attack, cell, column_of, is_leader, report
from faces import Charts, End, and_then, every_game, tally
from questions import expanded, fraction

LEAVES_OUT = ("rate_of_fire", "most_shots", "rate_firepower", "heat_of_battle", "no_quarter", "no_known_enemy",
              "spraying_fire", "snap_shot", "assault_fire", "sustained_fire", "first_fire_marker", "from_cellar")
EVENTS = ("nmc_or_better", "replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed")
ALWAYS = ("firepower",)
DRAW = {"target": STACKS + COMMISSARS, "drm": [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8], "attacks": [1, 1, 1, 2],
        "firepower": [0.5, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 20, 24, 30, 36, 50],
        "attackers": ["4-6-7", "2*4-6-7", "4-4-7", "3*4-4-7", "2-4-7", "6-2-8", "8-3-8", "5-4-8 2-3-8"],
        "range": [1, 2, 3, 4, 5, 6, 8, 12], "leader": ["8-0", "9-1", "10-2", "6+1"], "hindrance": [0, 1, 2, 3],
        "phase": ["prep", "defensive_first", "final", "advancing", "opportunity"],
        "terrain": ["stone", "wooden", "woods", "open ground", "grain", "brush", "foxhole", "wall", "hedge", "debris"],
        "target_moves": ["no", "assault", "non_assault"],
        "target_state": ["encircled", "fanatic", "encircled fanatic", "berserk"]}


IN_WORDS = ("attackers", "range", "phase", "terrain", "leader", "target_moves", "concealed", "pinned", "cx",
            "encircled", "hindrance")


def change(question, random):
    if random.random() < 0.5:
        question.pop("firepower", None)
        question.pop("cowering", None)
        question.setdefault("attackers", random.choice(DRAW["attackers"]))
        question.setdefault("range", random.choice(DRAW["range"]))
        question["attacks"] = 1                              # A7.83: pinned by the first, other modifiers in the second
        if question.get("target_moves", "no") != "no":
            question["phase"] = "defensive_first"
    else:
        for name in IN_WORDS:
            question.pop(name, None)
    return question


def counts(q):
    many = len(Stack.of(q).units)
    return (q["attacks"] == 1 or many == 1) and not ("berserk" in (q["target_state"] or "") and
                                                     (q["status"] == "broken" or any(
                                                         is_leader(unit.name) for unit in Stack.of(q).units)))


def firepower_in_words(q):
    """A7.2-.36"""
    total = fraction(0)
    for name in expanded(q["attackers"]):
        power, reach = (int(part) for part in name.split("-")[:2])
        total += power if q["range"] <= reach else fraction(power) / 2 if q["range"] <= 2 * reach else 0   # A7.22
    total *= {0: 3, 1: 2}.get(q["range"], 1)                 # A7.21: Triple Point Blank and Point Blank Fire
    for halved in (q["phase"] == "advancing", q["concealed"], q["pinned"]):      # A7.24, A7.23, A7.8
        total /= 2 if halved else 1
    return total


def drm_in_words(q):
    total = q["drm"] + q["hindrance"] + q["cx"] + q["encircled"]
    total += int(re.fullmatch(r"\d+([-+]\d)", q["leader"])[1]) if q["leader"] else 0
    is_open = True                                           # no terrain named: open ground
    if q["terrain"]:
        row = next(row for row in Charts.rows("asl/terrain.csv")
                   if q["terrain"] in [row["terrain"], *row["also"].split("/")])
        total += int(row["drm"])
        is_open = row["open"] == "true"
    if q["target_moves"] == "non_assault":                   # A4.6: FFNAM
        total -= 1
    if q["target_moves"] != "no" and is_open and q["hindrance"] == 0:            # FFMO
        total -= 1
    return total


def effect(dice, column, drm, cowers):
    # A7.9: Original doubles with nobody directing: one column left, two with Inexperienced in the group
    return dice.read_two(lambda one, other: cell(column - (cowers if one == other else 0), one + other + drm))


def ended(dice, key, stack):
    outcome, events, measures = report(stack.again(key))
    return End(outcome, events, **measures)


def count(q):
    stack = Stack.of(q)
    cowers = {"none": 0, "never": 0, "cower": 1, "inexperienced": 2}[q["cowering"]]
    firepower, drm = q["firepower"], q["drm"]
    if q["attackers"] is not None:
        firepower, drm = firepower_in_words(q), drm_in_words(q)
        cowers = 0 if q["leader"] else 1                     # A7.9: nobody directs
    results = every_game(effect, column_of(firepower), drm, cowers)
    chances = {stack.key(): 1}
    for _ in range(q["attacks"]):
        chances = after_attack(stack, chances, results)
    return tally(and_then(chances, ended, stack))
