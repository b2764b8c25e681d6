"""asl.air-attack, from E7.401-.422, C3.6-.74, C7.12, C7.21-.23, C7.35, C.7 and A7.3."""

from fractions import Fraction

from asl._infantry import SINGLE, Stack, after_result, after_result_of_two, cell, column_of, ends_of, line
from asl._ordnance import VEHICLES, aerial, ask_vp, he_column, lost_afv, shot
from asl.he_fire import critical_cell
from faces import Charts, End, and_then, every_game, tally, turns

EVENTS = ("bomb_hits", "critical_hit", "nmc_or_better", "replaced", "leader_lost", "broken_or_worse",
          "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "knocked_out", "stopped", "good_order")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
TERRAIN = ["stone", "wooden", "woods", "open ground", "wall", "foxhole", "debris", "height advantage", 0, 1, 2, 3]
DRAW = {"target": SINGLE + ["2*4-6-7", "4-4-7 8-0", "4-6-7 8-1"] * 2 + ["afv"] * 18, "mg": [0, 4, 4, 6, 8],
        "bomb": [0, 50, 70, 100, 150, 200, 250, 500], "drm": [-3, -1, 0, 1, 2], "to_hit_drm": [-3, -1, 0, 1, 3, 6, 9],
        "planes": [1, 1, 2], "aerial_armor": [0, 1, 2, 3, 4, *VEHICLES], "target_state": ["encircled", "fanatic"], "tem": TERRAIN}


def change(question, random):
    drop = []
    if question["target"] == "afv":
        drop += ["status", "target_state", "elr", "tem", "drm", "bomb_type"]
        question.setdefault("aerial_armor", random.choice(DRAW["aerial_armor"]))
    else:
        drop += ["aerial_armor", "open_topped"]
    if question.get("attack") == "strafing":
        drop += ["bomb", "bomb_type"] + (["to_hit_drm"] if question["target"] != "afv" else [])
    if question.get("bomb") == 0:
        drop += ["bomb_type"] + (["to_hit_drm"] if question["target"] != "afv" else [])
    for name in drop:
        question.pop(name, None)
    return ask_vp(question, random)


def tem(named):
    """E7.4: no TEM of walls, hedges and roadblocks, nor of a height"""
    if str(named).lstrip("-").isdigit():
        return int(named)
    row = next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])
    return int(row["aerial"])


def mg_attacks(q):
    return 0 if not q["mg"] else 2 if q["attack"] == "point" else 1


def bombs(q):
    return q["attack"] == "point" and q["bomb"] > 0


# --- at units

def pinned(stack, key):
    """E7.403: all unbroken Infantry that is fired on, but who is never pinned"""
    def pin(unit):
        immune = unit.gone or unit.broken or "berserk" in stack.states or line(unit.name)["kind"] == "hero"
        return unit if immune else unit._replace(pinned=True)
    return tuple(pin(unit) for unit in key[0]), key[1]


def add(sums, key, chance):
    sums[key] = sums.get(key, 0) + chance


def with_mg(q, stack, chances):
    """{(key, events, is the MG disabled): Fraction} after an attack of the MG, if it still fires"""
    after = {}
    for (key, events, disabled), chance in chances.items():
        if disabled:
            add(after, (key, events, True), chance)
            continue
        for total, share in every_game(lambda dice: dice.dr()).items():
            result = cell(column_of(q["mg"]), total + q["drm"] + tem(q["tem"]))
            for now, part in after_result(stack, key, result).items():
                add(after, (now, events, total == 12), chance * share * part)            # E7.41
    return after


def with_bomb(q, stack, chances):
    area = q["bomb_type"] == "area"
    number = int(Charts.by("asl/to-hit.csv", "target")["area" if area else "infantry_black"]["0-6"])
    to_hit_drm = q["to_hit_drm"] + (0 if area else tem(q["tem"]))
    firepower = he_column(q["bomb"])
    heavy = max(0, q["bomb"] - 200) // 50                    # C.7
    hits = every_game(lambda dice: shot(dice, number - to_hit_drm, "area" if area else "infantry", number, to_hit_drm)[0])
    after = {}
    for (key, events, disabled), chance in chances.items():
        for hit, share in hits.items():
            if hit == "miss":
                add(after, (key, events, disabled), chance * share)
                continue
            now_events = events | {"bomb_hits"} | ({"critical_hit"} if hit == "critical_hit" else set())
            for total, part in every_game(lambda dice: dice.dr()).items():
                normal = cell(column_of(Fraction(firepower, 2)), total + q["drm"] + tem(q["tem"])) if area else \
                    cell(column_of(firepower), total + q["drm"] - heavy)
                if hit == "critical_hit":
                    critical = critical_cell(firepower, total + q["drm"] - max(0, tem(q["tem"])) - heavy)
                    found = after_result_of_two(stack, key, (critical, normal))
                else:
                    found = after_result(stack, key, normal)
                for now, more in found.items():
                    add(after, (now, now_events, disabled), chance * share * part * more)
    return after


def count_units(q):
    stack = Stack.of(q)
    chances = {(stack.key(), frozenset()): Fraction(1)}
    for _ in range(q["planes"]):
        flying = {(key, events, False): chance for (key, events), chance in chances.items()}
        for attack in range(mg_attacks(q)):
            flying = with_mg(q, stack, flying)
            if attack == 0 and q["attack"] == "point":
                fresh = {}
                for (key, events, disabled), chance in flying.items():
                    add(fresh, (pinned(stack, key), events, disabled), chance)
                flying = fresh
        if bombs(q):
            flying = with_bomb(q, stack, flying)
        chances = {}
        for (key, events, _), chance in flying.items():
            add(chances, (key, events), chance)
    ends = {}
    for (key, events), chance in chances.items():
        add(ends, ends_of(stack, key, events), chance)
    return tally(ends)


# --- at an AFV

# A reading: an immobile vehicle is worse off than a shocked one (asl.to-kill has it the other way in a Multiple Hit).
WORSE = ["afv_unharmed", "stunned", "shocked", "immobilized", "eliminated", "burning_wreck"]


def advantage(q):
    """C7.21, C7.22, less the Aerial AF of C7.12"""
    return 1 + (2 if q["open_topped"] else 1) - aerial(q["aerial_armor"])


def basic_number(q):
    column = "0-6" if q["attack"] == "point" else "7-12"     # E7.41: strafing is at an Aerial Range of eight hexes
    return int(Charts.by("asl/to-hit.csv", "target")["vehicle_black"][column])


def mg_at(dice, state, q):
    """state: (what happened, events, was it immobilized, is the MG disabled)"""
    what, events, immobile, disabled = state
    if disabled or what in ("eliminated", "burning_wreck"):
        return state
    hit, coloured, white = shot(dice, basic_number(q) - q["to_hit_drm"], "vehicle")
    disabled = coloured + white == 12                        # E7.41
    if hit != "miss":
        needs = 4 + advantage(q)                             # a MG has no Critical Hit
        found = dice.read(lambda total: "afv_unharmed" if total == 12 or total > needs else "stunned" if total == needs
                          else "burning_wreck" if 2 * total <= needs else "eliminated")
        what = max(what, found, key=WORSE.index)
    return what, events, immobile, disabled


def counts(q):
    return not 0 < q["bomb"] < 20                          # below the chart's first calibre


def bomb_at(dice, state, q):
    what, events, immobile, disabled = state
    if what in ("eliminated", "burning_wreck"):
        return state
    number = basic_number(q)
    hit, coloured, white = shot(dice, number - q["to_hit_drm"], "vehicle")
    if hit == "miss":
        return state
    events = events | {"bomb_hits"} | ({"critical_hit"} if hit == "critical_hit" else set())
    row = Charts.rows("asl/to-kill-he-flame.csv")[0]
    basic = max(int(value) for name, value in row.items() if name.isdigit() and int(name) <= q["bomb"])
    direct = 2 * (coloured + white + q["to_hit_drm"]) <= number                  # E7.421
    basic = basic * 2 if hit == "critical_hit" else basic if direct else basic // 2
    needs, turret = basic + advantage(q), hit == "turret_hit"
    found = dice.read(lambda total: "afv_unharmed" if total == 12 or total > needs + 1 else
                      ("shocked" if turret else "immobilized") if total >= needs else
                      "burning_wreck" if 2 * total <= needs else "eliminated")
    return max(what, found, key=WORSE.index), frozenset(events), immobile or found == "immobilized", disabled


def end_of_vehicle(dice, state, q):
    what, events, immobile, _ = state
    lost = what in ("eliminated", "burning_wreck")
    return End(what, list(events) + ["knocked_out"] * lost + ["stopped"] * (lost or immobile), **lost_afv(q, lost))


def count_vehicle(q):
    chances = {("afv_unharmed", frozenset(), False, False): Fraction(1)}
    for _ in range(q["planes"]):
        chances = turns(chances, mg_attacks(q), mg_at, q)
        if bombs(q):
            chances = and_then(chances, bomb_at, q)
        chances = and_then(chances, lambda dice, state: state[:3] + (False,))    # the next plane
    return tally(and_then(chances, end_of_vehicle, q))


def count(q):
    return count_vehicle(q) if q["target"] == "afv" else count_units(q)
