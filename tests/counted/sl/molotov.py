"""sl.molotov, from 33.32, 67.1, 68, 77.3 and 97.4-.82; 39.3 and 66.4."""

from faces import End, and_then, tally, turns
from sl import to_kill
from sl.panzerfaust import strikes

LEAVES_OUT = ("best",)
EVENTS = ("knocked_out", "stopped", "hit")
MEASURES = ("used",)
BEST = ("throws", ["knocked_out-0.05*used", "stopped-0.1*used", "hit-0.2*used", "stopped"])
DRAW = {"molotovs": [1, 1, 2, 3, 6], "leadership": [-2, -1, 0, 1], "drm": [-2, 0, 1, 3, 5], "to_hit_number": [2, 3, 5, 6, 8, 12],
        "kill_number": [-2, 1, 2, 4, 6, 9], "rear_kill_number": [0, 3, 5, 8, 10], "kill_drm": [-2, 0, 1],
        "fire_number": [2, 3, 5, 8, 10]}


def change(question, random):
    if question.get("target") == "building":
        for name in ("to_hit_number", "vehicle", "facing", "kill_number", "rear_kill_number", "kill_drm"):
            question.pop(name, None)
        question.setdefault("fire_number", random.choice(DRAW["fire_number"]))
    else:
        question.pop("fire_number", None)
        for name in ("to_hit_number", "kill_number", "rear_kill_number"):
            question.setdefault(name, random.choice(DRAW[name]))
        if question.get("vehicle") == "unarmored" or question.get("facing") == "rear":
            question.pop("rear_kill_number")                 # the kill number is that of the rear already
    return question


def throw(dice, q):
    """(hit, what it does)"""
    drm = q["leadership"] + q["drm"]
    if q["target"] == "building":                            # 97.82
        return False, "fire" if dice.read(lambda total: total + drm <= q["fire_number"]) else "no_effect"
    needed, afv = q["to_hit_number"] - drm, q["vehicle"] != "unarmored"      # 97.4, 97.6
    hit, critical = strikes(dice, dice.dr(), needed, afv)
    if not hit:
        return False, "no_effect"
    kill = {"weapon": "molotov", "ammunition": "ap", "target_kind": q["vehicle"], "critical_hit": critical, "range": 1,
            "height_advantage": 0, "hull_down": False,
            **{name: q[name] for name in ("already_immobilized", "facing", "kill_number", "rear_kill_number", "kill_drm")}}
    outcome = to_kill.play(dice, kill).outcome               # 97.5: what it kills burns
    return True, to_kill.after_check(dice, outcome, kill, q["crew_morale"])


def throw_next(dice, state, q):
    hit, outcome, used = state
    if outcome != "no_effect":
        return state
    one_hit, outcome = throw(dice, q)
    return hit or one_hit, outcome, used + 1                 # 97.53


def ended(dice, state):
    hit, outcome, used = state
    events = ["hit"] * hit + (["knocked_out", "stopped"] if outcome in ("burning_wreck", "abandoned") else [])
    return End(outcome, events, used=used)


def best(q, worth):
    """97.53: each is removed once it is thrown"""
    known = {}

    def with_left(many, state):
        if (many, state) not in known:
            known[many, state] = worth(ended(None, state))
            if many and state[1] == "no_effect":
                thrown = and_then({state: 1}, throw_next, q)
                known[many, state] = max(known[many, state], sum(
                    chance * with_left(many - 1, after) for after, chance in thrown.items()))
        return known[many, state]

    return with_left(q["molotovs"], (False, "no_effect", 0))


def count(q):
    chances = turns({(False, "no_effect", 0): 1}, q["molotovs"] if q["throws"] == "all" else 1, throw_next, q)
    return tally(and_then(chances, ended))
