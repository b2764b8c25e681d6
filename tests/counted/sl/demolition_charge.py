"""sl.demolition-charge, from 16.5, 23, 54.4, 58.1, 66.1, 66.4, 67.1, 75.6, 77.3, 83.4, 90.11-.13 and 103.1-.12."""

from faces import End, every_game, tally
from fractions import Fraction
from sl import to_kill
from sl._infantry import STACKS, apply, apply_each, column_of, ift, is_leader, leadership, report, stack
from sl.fire import GROUPS, parted

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out",
          "stopped", "rubble", "thrower_broken", "thrower_eliminated")
MEASURES = ("eliminated", "broken", "unharmed", "good_order_share")
TRAINED = ("8-3-8", "6-2-8", "8-4-7", "6-5-8")               # 22, 83.4, 90.1
DRAW = {"target": STACKS + GROUPS + ["vehicle"] * 20, "drm": [-2, -1, 0, 1, 2, 3, 4],
        "thrower": ["8-3-8", "6-2-8", "4-6-7", "9-2", "8-1", "6-5-8", "8-4-7"], "thrower_drm": [0, 1, 2, 3],
        "armor": [-4, -2, 0, 1, 3], "side_armor": [-3, 0, 1, 3], "kill_number": [0, 3, 6, 10], "rear_kill_number": [None],
        "kill_drm": [-2, 0, 1]}
OF_VEHICLES = ("moving", "already_immobilized", "facing", "target_kind", "armor", "side_armor",
               "kill_number", "height_advantage", "kill_drm")


def change(question, random):
    vehicle = question["target"] == "vehicle"
    for name in ("drm", "concealed", "building", "marsh") if vehicle else OF_VEHICLES:
        question.pop(name, None)
    if question.get("target_kind") == "unarmored" and vehicle:
        for name in ("armor", "side_armor", "already_immobilized", "facing", "height_advantage", "rear_kill_number"):
            question.pop(name, None)
    elif vehicle:
        question.setdefault("armor", random.choice(DRAW["armor"]))
    if question.get("placement") == "thrown":
        question.setdefault("thrower", random.choice(DRAW["thrower"]))
    else:
        for name in ("thrower", "thrower_drm", "moving"):
            question.pop(name, None)
    return question


def unqualified(q):
    if q["unqualified"] is not None:
        return q["unqualified"]
    name = q["thrower"]
    if name is None:
        return False
    return leadership(name) > -2 if is_leader(name) else name not in TRAINED         # 23, 90.11


def play(dice, q):
    thrown = q["placement"] == "thrown"
    half = Fraction(1, 2) if unqualified(q) else 1           # 90.13
    original = dice.dr()
    dud = q["malfunction"] == "dud" and original >= (10 if unqualified(q) else 12)   # 23.8, 90.12
    thrower, events, measures = [(q["thrower"], "good")] if thrown else [], [], {}
    if q["target"] == "vehicle":
        outcome = "no_effect"
        if not dud:
            kill = {**q, "weapon": "demolition_charge", "ammunition": "ap", "critical_hit": False, "hull_down": False, "boxed_armor": False,
                    "range": 1, "kill_drm": q["kill_drm"] + 2 * (thrown and q["moving"])}     # 103.1
            end = to_kill.play(dice, kill, original)
            outcome, events = to_kill.after_check(dice, end.outcome, kill, q["crew_morale"]), list(end.events)
            events += ["knocked_out", "stopped"] * (outcome == "abandoned")
    else:
        groups = [(stack(there), drm) for there, drm in parted(q["target"])]
        before = [unit for there, _ in groups for unit in there]
        units = list(before)
        if not dud:
            column = column_of(30 * half / (2 if q["concealed"] else 1))             # 23.5
            results = [ift(original + q["drm"] + drm + thrown, column) for _, drm in groups]
            if q["building"] and "KIA" in results:           # 58.1: with everybody in it
                events, results = ["rubble"], ["KIA"] * len(groups)
            if len(groups) == 1:
                apply(dice, units, results[0], None, q["marsh"])
            else:
                apply_each(dice, units, [cell for (there, _), cell in zip(groups, results) for _ in there], q["marsh"])
        outcome, more, measures = report(before, units)
        events = events + more
    if thrown and not dud:                                   # 103.11: the same DR and his own terrain
        apply(dice, thrower, ift(original + q["thrower_drm"], column_of(30 * half)))
        events = events + {"broken": ["thrower_broken"], "gone": ["thrower_eliminated"]}.get(thrower[0][1], [])
    return End(outcome, events, **measures)


def count(q):
    return tally(every_game(play, q))
