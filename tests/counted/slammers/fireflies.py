"""slammers.fireflies, from Supplement 4, Fireflies: six shots each, FP 1+1/1, -1 QR to hit them, DV 9."""

from faces import End, and_then, tally, turns
from slammers._rules import UNHURT, hits, needs, what_came

EVENTS = ("target_harmed",)
MEASURES = ("fireflies_left", "turns")
DRAW = {"dv": [3, 5, 6, 7], "turns": [1, 2, 3], "return_shots": [1, 2, 3, 4], "return_fp_infantry": [1, 3, 5]}
ALWAYS = ("dv",)


def change(question, random):
    if question.get("return_shots"):
        if question.get("destroyed_by") != "dv_reached":     # whatever its FP
            question.pop("return_fp_infantry", None)
        else:
            question.setdefault("return_fp_infantry", random.choice(DRAW["return_fp_infantry"]))
    else:
        for name in [name for name in question if name.startswith("return_")] + ["destroyed_by"]:
            question.pop(name, None)
    return question


def fires(dice, state, q):
    target, flies, taken = state
    needed = needs(q["quality"], q["qr_modifier"])
    if target[0] or needed is None or dice.die() < needed:
        return state
    infantry = q["target"] == "infantry"
    return hits(dice, target, q, q["target"], 2 if infantry else 1, q["dv"], q["overkill"] == "excess"), flies, taken


def fires_back(dice, state, q):
    target, flies, taken = state
    needed = needs(q["return_quality"], q["return_qr_modifier"] - 1)
    if target[0] or not flies or needed is None or dice.die() < needed:
        return state
    gone = q["destroyed_by"] == "any_hit" or hits(dice, UNHURT, q, "firefly", q["return_fp_infantry"], 9, False)[0]
    return target, flies - bool(gone), taken


def ended(dice, state, q):
    target, flies, taken = state
    harmed = what_came(target, q["target"])[0] != "no_effect"
    outcome = "target_killed" if target[0] else "both_left" if flies else "fireflies_lost"
    return End(outcome, ["target_harmed"] * harmed, fireflies_left=flies, turns=taken)


def count(q):
    q = {**q, "suppression_kills": 0}
    chances = {(UNHURT, q["number"], 0): 1}
    for number in range(1, q["turns"] + 1):
        over = {state: chance for state, chance in chances.items() if state[0][0] or not state[1]}
        now = {(target, flies, number): chance for (target, flies, _), chance in chances.items()
               if not target[0] and flies}
        fired = {}
        for flies in {state[1] for state in now}:
            these = {state: chance for state, chance in now.items() if state[1] == flies}
            for state, chance in turns(these, 6 * flies, fires, q).items():
                fired[state] = fired.get(state, 0) + chance
        for state, chance in turns(fired, q["return_shots"], fires_back, q).items():
            over[state] = over.get(state, 0) + chance
        chances = over
    return tally(and_then(chances, ended, q))
