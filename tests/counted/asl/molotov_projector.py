"""asl.molotov-projector, from C13.5-.59, C3.6-.7, C3.74, C7.34-.35, D.8, A22.6111 and Red Barricades 5."""

from asl._infantry import (SINGLE, Stack, after_result, after_result_of_two, cell, column_of, ends_of, exposed_to, heat_asked_for,
                           heat_counts)
from asl._ordnance import ask_vp, lost_afv, shot
from asl.molotov import burns
from faces import Charts, End, every_game, tally

EVENTS = ("hit", "critical_hit", "malfunctions", "weapon_lost", "flame_target", "nmc_or_better", "replaced",
          "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced",
          "knocked_out", "stopped", "good_order", "heat_of_battle")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp",
            "exposed_eliminated", "exposed_reduced", "exposed_broken", "exposed_pinned")
DRAW = {"target": SINGLE + ["2*4-6-7", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 2-2-8"] * 3 + ["afv"] * 14,
        "target_state": ["encircled", "fanatic"], "exposed": ["2-2-8", "4-6-7", "2-2-8 4-6-7", "8-1"],
        "exposed_drm": [2, 0, -1, 1], "drm": [-3, -1, 0, 1, 2, 4, 6], "effects_drm": [-2, -1, 0, 1]}


def counts(q):
    return heat_counts(q)


def change(question, random):
    question = ask_vp(heat_asked_for(question, random), random)
    if question["target"] == "afv":
        for name in ("status", "target_state", "effects_drm"):
            question.pop(name, None)
    else:
        for name in ("exposed", "exposed_drm", "rear", "open_topped", "target_size"):
            question.pop(name, None)
    if "exposed" not in question:
        question.pop("exposed_drm", None)
    return question


def fire(dice, q):
    """(what is hit, events)"""
    number = int(Charts.by("asl/mol-projector.csv", "range")[str(q["range"])]["to_hit"])
    if q["red_barricades"]:                                  # Red Barricades 5
        number -= {"other": 2, "large": 3, "very_large": 4}[q["target_size"]]
    hit, coloured, white = shot(dice, number - q["drm"] - q["tem"], "area")          # C13.52: critical on a 2, as LATW
    events = set()
    if coloured + white >= 11:                               # C13.59
        events.add("malfunctions")
    if coloured + white == 12:
        events.add("weapon_lost")
    if hit != "miss":
        events |= {"hit"} | ({"critical_hit"} if hit == "critical_hit" else set())
        if coloured == 1 and burns(q["target_terrain"], white, q):         # C13.57
            events.add("flame_target")
    return hit, frozenset(events)


def count_vehicle(q):
    ends = {}
    for (hit, events), chance in every_game(fire, q).items():
        number = 6 * (2 if hit == "critical_hit" else 1) + q["rear"] + q["open_topped"]      # C13.54
        for total, share in every_game(lambda dice: dice.dr()).items():
            destroyed = hit != "miss" and total <= number and total < 12         # C7.35
            outcome = ("burning_wreck" if total < number else "eliminated") if destroyed else "afv_unharmed"
            riders = exposed_to(q, 4, total) if q["exposed"] and hit != "miss" and not destroyed else {(): 1}
            for measures, part in riders.items():
                end = End(outcome, events | (frozenset(("knocked_out", "stopped")) if destroyed else frozenset()),
                          **{**NOBODY, **lost_afv(q, destroyed), **dict(measures)})
                ends[end] = ends.get(end, 0) + chance * share * part
    return tally(ends)


NOBODY = {"exposed_" + name: 0 for name in ("eliminated", "reduced", "broken", "pinned")}


def count(q):
    if q["target"] == "afv":
        return count_vehicle(q)
    stack = Stack.of(q)
    ends = {}
    for (hit, events), chance in every_game(fire, q).items():
        for total, share in (every_game(lambda dice: dice.dr()) if hit != "miss" else {0: 1}).items():
            normal = cell(column_of(4), total + q["effects_drm"]) if hit != "miss" else "-"
            if hit == "critical_hit":                        # C13.56, C3.71: 8 FP, positive TEM reversed
                critical = cell(column_of(8), total + q["effects_drm"] - q["tem"])
                after = after_result_of_two(stack, stack.key(), (critical, normal))
            else:
                after = after_result(stack, stack.key(), normal)
            for key, part in after.items():
                end = ends_of(stack, key, events)
                ends[end] = ends.get(end, 0) + chance * share * part
    return tally(ends)
