"""asl.flamethrower, from A22.1-.5, A22.34, A7.8-.9, C7.344, C7.35 and D.8."""

from asl._infantry import (SINGLE, cell, column_of, heat_asked_for, heat_counts, riders_after, riders_measures, riders_of)
from asl._location import GROUPS, after_cells, ends_of_groups, groups_of, whole_stack
from asl._ordnance import ask_vp, lost_afv
from faces import End, every_game, tally
from fractions import Fraction

EVENTS = ("used_up", "nmc_or_better", "replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse",
          "pinned_or_worse", "eliminated_or_reduced", "knocked_out", "stopped", "good_order", "heat_of_battle",
          "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("shots", "eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp",
            "exposed_eliminated", "exposed_reduced", "exposed_broken", "exposed_pinned")
NOT_ABOVE_0 = [text for text in GROUPS if all(drm <= 0 for _, drm in groups_of(text))] + ["4-4-7@-1; 2-4-7; 8-0@-3"]    # A22.1
DRAW = {"target": SINGLE + ["2*4-6-7", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 2-2-8"] * 3 + ["afv"] * 14 +
        NOT_ABOVE_0 * 2,
        "target_state": ["encircled", "fanatic"], "exposed": ["2-2-8", "4-6-7", "2-2-8 4-6-7", "8-1"],
        "exposed_drm": [2, 0, -1, 1], "shots": [1, 1, 2, 3], "drm": [-3, -1, 0, 1, 2, 4]}


def counts(q):
    if q["shots"] > 1 and q["target"] and len(whole_stack(q).units) > 2:         # minutes
        return False
    return heat_counts(q, q["shots"])


def change(question, random):
    question = ask_vp(heat_asked_for(question, random, "shots"), random)
    if question["target"] == "afv":
        for name in ("status", "target_state", "cowering"):
            question.pop(name, None)
    else:
        for name in ("exposed", "exposed_drm", "rear", "open_topped", "crew_exposed"):
            question.pop(name, None)
    if "exposed" not in question:
        question.pop("exposed_drm", None)
    return question


def runs_out(q, total):
    """A22.5, A22.3"""
    return total >= {"elite": 10, "non_elite": 8, "captured": 8, "captured_non_elite": 6}[q["user"]]


def firepower(q):
    full = Fraction(12 if q["range"] == 2 else 24)           # A22.1
    return full / (2 if q["two_levels"] else 1) / 2 ** q["area_fire"]


def add(sums, key, chance):
    sums[key] = sums.get(key, 0) + chance


def count_vehicle(q):
    number = (4 if q["range"] == 2 else 8) + q["crew_exposed"] + 2 * q["open_topped"]        # A22.34
    number += q["rear"] or q["range"] == 0                   # C7.21
    riders = riders_of(q)
    nobody = riders_measures(riders, riders.key(), q)
    ends, going = {}, {riders.key(): Fraction(1)}
    for shot in range(1, q["shots"] + 1):
        after = {}
        for key, chance in going.items():
            key = unpinned(key)
            for total, share in every_game(lambda dice: dice.dr()).items():
                used = {"used_up"} if runs_out(q, total) else set()
                if total <= number and total < 12:           # C7.35
                    add(ends, End("burning_wreck" if total < number else "eliminated",
                                  used | {"knocked_out", "stopped"}, shots=shot,
                                  **{**nobody, **lost_afv(q, True, (riders, key))}), chance * share)
                    continue
                for now, part in riders_after(riders, key, q, firepower(q), total + q["drm"]).items():
                    if used or shot == q["shots"]:
                        add(ends, End("afv_unharmed", used, shots=shot, **riders_measures(riders, now, q)),
                            chance * share * part)
                    else:
                        add(after, now, chance * share * part)
        going = after
    return tally(ends)


def unpinned(key):
    """A7.8: pins end with the Player Turn"""
    return tuple(unit._replace(pinned=False) for unit in key[0]), key[1]


def count(q):
    if q["target"] == "afv":
        return count_vehicle(q)
    stack, groups = whole_stack(q), groups_of(q["target"])
    cowers = {"cower": 1, "inexperienced": 2, "never": 0}[q["cowering"]]          # A7.9, and no leader prevents it
    column = column_of(firepower(q))
    rolls = every_game(lambda dice: dice.read_two(lambda one, other: (
        one + other, tuple(cell(column - (cowers if one == other else 0), one + other + q["drm"] + own)
                           for _, own in groups))))
    ends, going = {}, {stack.key(): Fraction(1)}
    for shot in range(1, q["shots"] + 1):
        after = {}
        for key, chance in going.items():
            key = unpinned(key)
            for (total, results), share in rolls.items():
                for now, part in after_cells(stack, key, results, groups).items():
                    used = runs_out(q, total)
                    if used or shot == q["shots"] or all(unit.gone for unit in now[0]):
                        add(ends, ends_of_groups(stack, now, groups, {"used_up"} if used else (), shots=shot), chance * share * part)
                    else:
                        add(after, now, chance * share * part)
        going = after
    return tally(ends)
