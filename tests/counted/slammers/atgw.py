"""slammers.atgw, from Supplement 4: More on ATGWs, More on Snipers, Enhanced Data Link; the play sheet, phases 5 and 7a."""

from fractions import Fraction

from faces import End, and_then, tally, turns
from slammers._rules import UNHURT, dv, hits, needs, what_came
from slammers.intercept import DRAW as OF_INTERCEPT, either_list, missile as comes_through

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "lock_lost", "launcher_empty")
MEASURES = ("weapons_lost", "arrived")
DRAW = {"top_dv": [5, 7, 9, 12], "firepower": [0, 2, 5, 8], "missiles": [1, 1, 2, 3], "helpers": [0, 1, 2],
        "designator_killed": [3, 10, 18], "designator_suppressed": [5, 18], "launcher_destroyed": [4, 12, 36],
        "target_rolls": [1, 2], "helper_rolls": [1, 2],
        "helper_list": OF_INTERCEPT["helper_list"]}


def change(question, random):
    question = either_list(question)
    if question.get("target_triangle", "none") != "none":
        question.setdefault("target_rolls", random.choice([1, 2]))
    if question.get("helper_triangle", "none") != "none":
        question.setdefault("helper_rolls", random.choice([1, 2]))
    if question.get("line_of_sight") == "designator":
        question["designator"] = True
    if not question.get("designator"):
        question.pop("designator_killed", None)
        question.pop("designator_suppressed", None)
    return question


def flight(dice, state, q):
    """While it flies: whether the lock is lost, and whether the designator still helps"""
    if q["target_closes"]:
        return True, False
    lost = dice.chance(Fraction(q["launcher_destroyed"], 36))
    helps = q["designator"]
    if helps:
        now = dice.drawn({"killed": Fraction(q["designator_killed"], 36),
                          "suppressed": Fraction(q["designator_suppressed"], 36),
                          "well": 1 - Fraction(q["designator_killed"] + q["designator_suppressed"], 36)})
        helps = now == "well"
        lost = lost or now == "killed" and q["line_of_sight"] == "designator"
    return lost, helps


def guards(q):
    """The question as slammers.intercept asks it"""
    found = {name[len("target_"):]: value for name, value in q.items() if name.startswith("target_")}
    return {**q, **found}


def missile(dice, state, q):
    lost, helps, target, spent, arrived, empty, how = state
    if empty:                                                # that was the last one
        return state
    modifier = q["qr_modifier"] - q["thunder_run"] + q["confire"]
    hit = False
    if needs(q["quality"], modifier + q["designator"]) is not None:      # as things stood when it was launched
        face = dice.die()
        empty = q["last_round"] and face == 1                # a fail, and the last round
        needed = needs(q["quality"], modifier + helps)
        hit = needed is not None and face >= needed
    if lost or not hit:
        return lost, helps, target, spent, arrived, empty, "missed"
    leaks, spent = comes_through(dice, (0, spent), guards(q))
    if not leaks:
        return lost, helps, target, spent, arrived, empty, "intercepted"
    target = hits(dice, target, q, "vehicle", q["firepower"], dv(q["top_dv"]), q["overkill"] == "excess")
    return lost, helps, target, spent, arrived + 1, empty, "arrived"


def ended(dice, state, q):
    lost, _, target, _, arrived, empty, how = state
    outcome, events, measures = what_came(target, "vehicle")
    if lost:
        outcome = "lock_lost"
    elif q["missiles"] == 1 and how != "arrived":
        outcome = how
    return End(outcome, events + ["lock_lost"] * lost + ["launcher_empty"] * empty, arrived=arrived, **measures)


def count(q):
    chances = and_then({None: 1}, flight, q)
    chances = {(lost, helps, UNHURT, 0, 0, False, None): chance for (lost, helps), chance in chances.items()}
    chances = turns(chances, q["missiles"], missile, q)
    return tally(and_then(chances, ended, q))
