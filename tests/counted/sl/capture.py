"""sl.capture, from 13.42, 20.83, 20.9, 75.6, 83.5, 89.1, 89.21-.22 and 89.3."""

from faces import End, and_then, tally
from sl._infantry import apply, column_of, good_order_share, ift, is_leader, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "any_captured",
          "all_lost")
MEASURES = ("captured", "eliminated", "units_counted", "own_captured", "own_eliminated", "good_order_share")
CAPTURED_IS = "gone"     # for the events: 89.1 counts a captured unit as lost; the measure `eliminated` does not have it
UNITS = ["4-6-7", "4-4-7", "8-1", "4-3-6", "2*4-4-7", "4-6-7 8-1", "2*4-4-7 8-0", "6-2-8 7-0", "4-4-7 6+1", "8-1 8-0"]
DRAW = {"units": UNITS, "attacks": ["8", "4", "2", "12", "30", "8 4", "4 4 2", "1", "0.5 8"], "melee_with": UNITS,
        "drm": [-2, -1, 0, 1, 2, 4], "broken_morale": [4, 5, 6, 8, 9]}


def change(question, random):
    if "melee_with" in question:
        for name in ("not_adjacent", "spared", "status"):
            question.pop(name, None)
        question["attacks"] = question["attacks"].split()[0]
    else:
        question.pop("no_russians", None)
    return question


def surrender(units, enemies, no_quarter):
    """89.22: who breaks in a melee surrenders to the enemy's unbroken units there; 20.9: where there are none, it dies."""
    taken = any(now == "good" for _, now in enemies) and not no_quarter
    return [(name, ("captured" if taken else "gone") if now == "broken" else now) for name, now in units]


def attack(dice, state, q, factors):
    units, own = list(state[0]), list(state[1])
    result = dice.read(lambda total: ift(total + q["drm"], column_of(factors)))
    apply(dice, units, result, q["broken_morale"], q["marsh"])
    if own:                                                  # 20.83: the roll strikes both sides
        low = q["marsh"] == "russians" or q["marsh"] == "others" and q["no_russians"]        # 75.6
        apply(dice, own, result, None, "others" if low else "none")
        units, own = surrender(units, own, q["no_quarter"]), surrender(own, units, False)      # no quarter for `units`
    return tuple(units), tuple(own)


def rout_phase(units, q):
    """89.21"""
    if q["not_adjacent"]:
        now_broken = "broken" if q["spared"] else "gone"
    else:
        now_broken = "gone" if q["no_quarter"] else "captured"
    return [(name, now_broken if now == "broken" else now) for name, now in units]


def ended(dice, state, q, before):
    units, own = state
    if not own:
        units = rout_phase(units, q)
    states = [now for _, now in units]
    captured, gone = states.count("captured"), states.count("gone")
    _, events, measures = report(before, [(name, CAPTURED_IS if now == "captured" else now) for name, now in units])
    events += ["any_captured"] * (captured > 0) + ["all_lost"] * (captured + gone == len(states))
    outcome = "all_captured" if captured == len(states) else "some_captured" if captured else "nobody_captured"
    mine = [now for _, now in own]
    return End(outcome, events, captured=captured, eliminated=gone, units_counted=gone + 2 * captured,      # 89.1
               own_captured=mine.count("captured"), own_eliminated=mine.count("gone"), **good_order_share(measures))


def count(q):
    before = stack(q["units"], q["status"])
    own = stack(q["melee_with"]) if q["melee_with"] != "none" else []
    chances = {(tuple(before), tuple(own)): 1}
    for factors in str(q["attacks"]).split():
        if column_of(factors):
            chances = and_then(chances, attack, q, factors)
    return tally(and_then(chances, ended, q, before))
