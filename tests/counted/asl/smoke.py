"""asl.smoke, from A24.1-.2, A24.5, A24.8, A4.6 and the smoke exponents of the counters; the attack is that of asl.fire."""

from asl._infantry import STACKS, Stack, after_result, casualty_vp, cell, column_of, is_leader, report
from faces import Charts, End, every_game, tally
from questions import expanded, fraction

EVENTS = ("nmc_or_better", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced", "good_order")
MEASURES = ("casualty_vp", "good_order_share")
TERRAIN = ["open ground", "woods", "brush", "grain", "stone building", "wooden building", "debris", "shellhole", "wall", 0, 1,
           3]
DRAW = {"target": STACKS, "target_state": ["encircled", "fanatic", "encircled fanatic"], "terrain": TERRAIN,
        "firepower": [0, 1, 2, 4, 6, 7, 8, 12, 16, 20, 36, "4-6-7", "2*4-4-7"], "drm": [-2, -1, 0, 1, 3],
        "lays_smoke": [1, 2, 3, 4, 5, "4-6-7", "5-4-8", "8-3-8", "5-4-8 AE", "8-3-8 AE", "6-2-8 AE"]}


def change(question, random):
    if question.get("firepower", 0) != 0:
        question.setdefault("target", random.choice(STACKS))
    else:
        for name in ("firepower", "target", "target_state", "elr", "drm", "terrain", "hindrance", "moves", "where"):
            question.pop(name, None)
    return question


def exponent(q):
    if isinstance(q["lays_smoke"], str):
        return int(Charts.by("asl/smoke-exponents.csv", "squad")[q["lays_smoke"]]["exponent"])
    return q["lays_smoke"]


def grenades(dice, q):
    """A24.1: one try in the MPh"""
    def reading(face):
        return "movement_over" if face == 6 else "placed" if face <= exponent(q) else "not_placed"

    how = dice.read_die(reading)
    if how == "placed" and q["uphill"] and dice.read_die(lambda face: face >= 4):
        return "in_own_location"
    return how


def terrain(value):
    """(TEM, whether FFMO applies)"""
    if not isinstance(value, str):
        return value, value <= 0
    row = next(row for row in Charts.rows("asl/terrain.csv") if value in [row["terrain"], *row["also"].split("/")])
    return int(row["drm"]), row["open"] == "true"


def drm(q, smoke):
    tem, is_open = terrain(q["terrain"])
    total = q["drm"] + q["hindrance"] + tem + smoke
    total -= q["moves"] == "non_assault"                     # FFNAM, which SMOKE does not cancel (A24.2)
    total -= is_open and q["hindrance"] == 0 and smoke == 0  # FFMO
    return total


def power(q):
    if isinstance(q["firepower"], str):
        return sum(int(name.split("-")[0]) for name in expanded(q["firepower"]) if not is_leader(name))
    return fraction(q["firepower"])


def count(q):
    ends = {}
    stack = Stack.of({**q, "status": "good"}) if q["target"] else None

    def end(key, outcome, chance):
        events, measures = report(stack.again(key))[1:] if stack else (set(), {})
        if stack and "pinned_or_worse" not in events:
            events.add("good_order")
        measures = {name: value for name, value in measures.items() if name == "good_order_share"}
        now = End(outcome, events, **measures, casualty_vp=casualty_vp(stack.units, key[0]) if stack else 0)
        ends[now] = ends.get(now, 0) + chance

    for how, chance in every_game(grenades, q).items():
        if not stack or how == "movement_over":              # they enter nothing
            end(stack and stack.key(), how, chance)
            continue
        smoke = (3 if q["where"] == "firers" else 2) if how == "placed" else 0     # A24.5, A24.8
        column, added = column_of(power(q)), drm(q, smoke)
        for result, share in every_game(lambda dice: dice.read(lambda total: cell(column, total + added))).items():
            for key, part in after_result(stack, stack.key(), result).items():
                end(key, how, chance * share * part)
    return tally(ends)
