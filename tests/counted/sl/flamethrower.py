"""sl.flamethrower, from 22, 37.2, 59.2, 63.9, 66.24, 75.4-.6, 90.11-.13, 97.5 and 102.11-.13."""

from faces import End, and_then, tally, turns
from fractions import Fraction
from sl import to_kill
from sl._infantry import SINGLE, apply, column_of, ift, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out",
          "stopped", "used_up", "fire")
MEASURES = ("eliminated", "broken", "unharmed", "behind_eliminated", "behind_broken", "good_order_share")
EMPTY_BURNS = True   # 59.2: a KIA sets the building on fire, where nobody is left, too
TARGETS = SINGLE + ["4-6-7 8-1", "2*4-4-7", "4-4-7 6+1", "2*4-6-7 9-1"]
DRAW = {"target": TARGETS, "behind": ["4-6-7", "4-4-7 8-0", "8-1"], "kill_number": [-1, 0, 2, 4, 7, 10],
        "firepower": [1, 6, 12, 20, 24, 30, 50], "breakdown_number": [5, 7, 9, 10, 12, 13], "bunker_modifier": [0, 1, 3, 5],
        "attacks": [1, 1, 2, 3], "vehicle": ["closed_topped", "open_topped", "unarmored", "shielded_gun",
                                             "unshielded_gun"]}


def change(question, random):
    if question.get("vehicle", "none") == "none":
        for name in ("vehicle", "facing", "crew_exposed", "kill_number"):
            question.pop(name, None)
        if random.random() < 0.2:                            # nothing is there: when is it used up?
            return {name: question[name] for name in ("attacks", "breakdown_number", "captured", "firepower") if name in question}
        question.setdefault("target", random.choice(TARGETS))
    return question


def nothing_there(q):
    return q["target"] == "none" and q["vehicle"] == "none"


def vehicle_burns(dice, original, q):
    gun = q["vehicle"].endswith("gun")
    kill = {"weapon": "flamethrower", "ammunition": "ap", "critical_hit": False, "hull_down": False, "side_armor": None,
            "already_immobilized": False, "height_advantage": 0, "rear_kill_number": None, "armor": 0, "boxed_armor": False,
            "target_kind": "closed_topped" if gun else q["vehicle"],
            # 63.9: a gun counts -5, through its shield, which is in front, -4
            "kill_drm": 0 if not gun else -4 if q["vehicle"] == "shielded_gun" and q["facing"] == "front" else -5,
            **{name: q[name] for name in ("facing", "crew_exposed", "kill_number", "range")}}
    return to_kill.play(dice, kill, original).outcome != "no_effect"


def attack(dice, state, q):
    units, behind, killed, used_up, fire = state
    units, behind = list(units), list(behind)
    left = any(now != "gone" for _, now in units + behind) or q["vehicle"] != "none" and not killed
    if used_up or not left and not nothing_there(q):
        return state
    factors = Fraction(str(q["firepower"])) / 2 ** (q["halved"] + q["captured"])     # 75.4, 90.13
    original = dice.dr()
    if q["vehicle"] != "none" and not killed:
        killed = vehicle_burns(dice, original, q)
    column = column_of(factors / (2 if q["concealed"] else 1))                       # 22: concealed, half
    occupied = any(now != "gone" for _, now in units)
    if column and (occupied or EMPTY_BURNS):
        result = ift(original + q["bunker_modifier"], column)
        apply(dice, units, result, None, q["marsh"])
        fire = fire or q["building"] and result == "KIA"     # 59.2
    if column_of(factors):                                   # 22: the same DR, but they are not concealed
        apply(dice, behind, ift(original, column_of(factors)))
    used_up = original >= q["breakdown_number"] - 2 * q["captured"]
    return tuple(units), tuple(behind), killed, used_up, fire


def ended(dice, state, q):
    units, behind, killed, used_up, fire = state
    before, before_behind = stack(q["target"]) if q["target"] != "none" else [], list(behind)
    outcome, events, measures = ("no_effect", [], {})
    if before:
        outcome, events, measures = report(before, units)
    if q["vehicle"] != "none":
        outcome = "no_effect" if not killed else "eliminated" if q["vehicle"].endswith("gun") else "burning_wreck"
        events = events + ["knocked_out", "stopped"] * killed
    if before_behind:
        measures = {**measures, "behind_eliminated": sum(now == "gone" for _, now in behind),
                    "behind_broken": sum(now == "broken" for _, now in behind)}
    return End(outcome, events + ["used_up"] * used_up + ["fire"] * fire, **measures)


def count(q):
    places = [tuple(stack(q[name])) if q[name] != "none" else () for name in ("target", "behind")]
    return tally(and_then(turns({(*places, False, False, False): 1}, q["attacks"], attack, q), ended, q))
