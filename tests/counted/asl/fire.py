"""asl.fire, from A7.3, A7.8, A7.9, A10.2-.31, A17 and A19.1, given the firepower."""

from asl._infantry import STACKS, Stack, after_attack, cell, column_of, is_leader, report
from faces import End, and_then, every_game, tally

LEAVES_OUT = ("rate_of_fire", "most_shots", "rate_firepower", "heat_of_battle", "no_quarter", "no_known_enemy",
              "attackers", "range", "phase", "terrain", "hindrance", "leader", "target_moves", "concealed", "pinned",
              "cx", "encircled", "spraying_fire", "snap_shot", "assault_fire", "sustained_fire", "first_fire_marker")
EVENTS = ("nmc_or_better", "replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed")
ALWAYS = ("firepower",)
DRAW = {"target": STACKS, "drm": [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8], "attacks": [1, 1, 1, 2],
        "firepower": [0.5, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 20, 24, 30, 36, 50],
        "target_state": ["encircled", "fanatic", "encircled fanatic", "berserk"]}


def counts(q):
    many = len(Stack.of(q).units)
    return (q["attacks"] == 1 or many == 1) and not ("berserk" in (q["target_state"] or "") and
                                                     (q["status"] == "broken" or any(
                                                         is_leader(unit.name) for unit in Stack.of(q).units)))


def effect(dice, column, drm, cowers):
    # A7.9: Original doubles with nobody directing: one column left, two with Inexperienced in the group
    return dice.read_two(lambda one, other: cell(column - (cowers if one == other else 0), one + other + drm))


def ended(dice, key, stack):
    outcome, events, measures = report(stack.again(key))
    return End(outcome, events, **measures)


def count(q):
    stack = Stack.of(q)
    cowers = {"none": 0, "never": 0, "cower": 1, "inexperienced": 2}[q["cowering"]]
    results = every_game(effect, column_of(q["firepower"]), q["drm"], cowers)
    chances = {stack.key(): 1}
    for _ in range(q["attacks"]):
        chances = after_attack(stack, chances, results)
    return tally(and_then(chances, ended, stack))
