"""asl.climb, from B11.4-.433; fire at a climber by A7.3, A10 and B11.42."""

from asl._infantry import SINGLE, Stack, after_result, casualty_vp, cell, column_of, is_smc
from faces import End, and_then, every_game, numbered_turns, tally
from questions import expanded, fraction

MEASURES = ("levels", "turn", "casualty_vp")
NO_TIMES = ("casualty_vp",)
DRAW = {"levels": [1, 2, 3], "turns": [1, 1, 2, 3], "firepower": [1, 2, 4, 8, 16, 36, "4-6-7", "2*4-4-7"],
        "fire_drm": [-3, -2, -1, 0, 1, 3], "attacks": [1, 2], "target": SINGLE}


def change(question, random):
    if question.get("firepower") or question.get("casualty_vp"):
        question.setdefault("target", random.choice(SINGLE + ["1-4-9", "2-2-8 AMMC"]))
    else:
        question.pop("target", None)
    if not question.get("firepower"):
        for name in ("firepower", "fire_drm", "attacks"):
            question.pop(name, None)
    return question


def power(q):
    if isinstance(q["firepower"], str):
        return sum(int(name.split("-")[0]) for name in expanded(q["firepower"]))
    return fraction(q["firepower"])


def attacked(q, stack, key):
    """{its key, None once it is shot down: Fraction} after one attack; no LLMC, LLTC or pin concerns it (B11.42)"""
    after = {}
    column = column_of(power(q))
    cells = every_game(lambda dice: dice.read(lambda total: cell(column, total + q["fire_drm"])))
    for result, share in cells.items():
        for (units, events), part in after_result(stack, key, result).items():
            unit = units[0]
            down = unit.gone or unit.broken or unit.reduced and is_smc(unit.name)
            now = None if down else ((unit._replace(pinned=False),), frozenset())
            after[now] = after.get(now, 0) + share * part
    return after


def movement_phase(dice, state, q, turn, stack, known):
    levels, how, climber = state
    if how:
        return state
    final = dice.dr() + q["drm"]
    if q["commando"]:                                        # B11.433: kept by a Final 12, falls on 13 or more
        climbs, falls = final <= 11, final >= 13
    else:
        climbs, falls = final <= 9, final >= 12
    levels += climbs
    if falls or levels == q["levels"]:
        return levels, "falls" if falls else turn, climber
    for _ in range(q["attacks"] if q["firepower"] else 0):            # at who is still on the way
        if climber not in known:
            known[climber] = attacked(q, stack, climber)
        climber = dice.drawn(known[climber])
        if climber is None:
            return levels, "shot_down", None
    return levels, None, climber


def ended(dice, state, stack, q):
    levels, how, climber = state
    arrived = how if isinstance(how, int) else 0
    lost = {}
    if q["casualty_vp"]:                                     # A26.211, A26.221
        now = [unit._replace(gone=how in ("falls", "shot_down")) for unit in (climber or stack.key())[0]]
        lost = {"casualty_vp": casualty_vp(stack.units, now)}
    return End("arrives" if arrived else how or "still_climbing", levels=levels, turn=arrived, **lost)


def count(q):
    stack = Stack.of({**q, "status": "good", "elr": 5, "target_state": None}) if q["target"] else None
    chances = {(0, None, stack.key() if stack else None): 1}
    return tally(and_then(numbered_turns(chances, q["turns"], movement_phase, q, stack, {}), ended, stack, q))
