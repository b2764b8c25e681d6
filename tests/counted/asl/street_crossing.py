"""asl.street-crossing of one unit, or of two one by one, under one squad or half-squad without MG and perhaps a leader:
A4.6, A7.2-.3, A7.8-.9, A8.1-.26, A8.3-.31, A24.1-.7.

Left out are stacks, a second group, MGs with their Fire Lanes and Heat of Battle.
"""

from collections import namedtuple
from fractions import Fraction

from asl._infantry import COLUMNS, SINGLE, Stack, after_result, casualty_vp, cell, column_of, printed, report
from faces import Charts, End, every_game, tally

LEAVES_OUT = ("fire_lane", "second_firers", "second_range", "second_cowering", "second_fire_lane",
              "heat_of_battle", "no_quarter", "no_known_enemy")
EVENTS = ("all_across", "malfunction", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced", "good_order")
MEASURES = ("across", "pinned", "broken", "eliminated", "casualty_vp", "good_order_share")
FIRERS = ["4-6-7", "4-4-7", "2-4-7", "6-2-8", "8-3-8", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 9-2", "4-2-6"]
TERRAIN = ["open ground", "woods", "brush", "grain", "stone building", "wooden building", "debris", "shellhole"]
PAIRS = ["2*4-6-7", "4-6-7 2-4-7", "2*4-4-7", "2-4-7 4-4-7"]
DRAW = {"target": SINGLE + PAIRS * 4, "target_state": ["encircled", "fanatic"], "firers": FIRERS,
        "range": [1, 1, 2, 3, 4, 6, 8],
        "street": [0, 1, 1, 2, 3], "street_terrain": TERRAIN, "goal": TERRAIN, "hindrance": [0, 1, 2],
        "drm": [-1, 0, 1, 2], "lays_smoke": [1, 2, 3, 4, 5, "4-6-7", "5-4-8", "8-3-8 AE"]}
ALWAYS = ("range",)

# of the firers: leads, pinned; marker 'over' when broken; residual: the Residual FP in each Location
State = namedtuple("State", "target marker leads pinned residual")


def change(question, random):
    if question.get("moves") == "assault":
        question["street"] = 0
    elif question.get("moves") == "dash":
        question["street"] = 1
    question.pop("together", None)
    if question["target"][0] not in "23456" or question["target"].startswith("2-") or question.get("street") == 0:
        question.pop("lays_smoke", None)                     # A24.1: squads
    if "lays_smoke" in question:
        question.pop("smoke", None)
    if question["target"] in PAIRS:
        question["together"] = "one_by_one"
        question.pop("drm", None)                            # it is not said whether it comes from the target's hex
    return question


def counts(q):
    named = q["firers"].split()
    if any("*" in name for name in named) or len(named) > 2:
        return False                                         # one MMC and perhaps a leader
    many = sum(int(part.split("*")[0]) if "*" in part else 1 for part in q["target"].split())
    return many == 1 or q["target"] in PAIRS and q["together"] == "one_by_one" and q["drm"] == 0


def terrain(named):
    return next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])


def firers(q):
    """(name of the MMC, modifier of the leader or None)"""
    parts = q["firers"].split()
    return parts[0], (parts[1] if len(parts) > 1 else None)


def can_go_on(key):
    unit = key[0][0]
    return not (unit.gone or unit.broken or unit.pinned)


def firepower(q, state, in_street, kind):
    """A7.2-.24, A8.3-.31, A4.63"""
    power, reach = (int(part) for part in firers(q)[0].split("-")[:2])
    if q["range"] > reach and (kind != "first" or q["range"] > 2 * reach):
        return Fraction(0)
    total = Fraction(power) * {0: 3, 1: 2}.get(q["range"], 1)
    halvings = (q["range"] > reach) + (kind != "first") + state.pinned + (q["moves"] == "dash" and in_street)
    return total / 2 ** halvings


def smoke(q, number):
    """A24.2, A24.5: the DRM of SMOKE in a Location"""
    if number > q["street"]:
        return 0
    return 2 if q["laid"] and number == 1 else q["smoke"]


def drm(q, number):
    row = terrain(q["street_terrain"] if number <= q["street"] else q["goal"])
    hindrance = q["hindrance"] + smoke(q, number)
    total = q["drm"] + hindrance + int(row["drm"])
    total -= q["moves"] != "assault"                         # A4.6: FFNAM
    total -= row["open"] == "true" and hindrance == 0        # FFMO
    return total


def their_check(q, state, original):
    """A8.31: the DR of Final Protective Fire is a NMC of the firers, the leader first and without his own modifier"""
    mmc, leader = firers(q)
    leads = state.leads
    if leader and leads:
        leads = original < printed(leader) and original < 12
        helped = int(leader[-2:]) if leads else 0
    else:
        helped = 0
    if original == 12 or original + helped > printed(mmc):
        return state._replace(marker="over", leads=leads)
    return state._replace(leads=leads, pinned=state.pinned or original + helped == printed(mmc))


def residual_of(column, outside):
    """A8.2, A8.26: half the column used, one counter less for each +1 from outside the target's hex"""
    if column < 0:
        return 0
    left = int(Charts.by("asl/residual-firepower.csv", "column")[str(COLUMNS[column])]["residual"])
    counters = [0, 1, 2, 4, 6, 8, 12]
    return counters[max(0, counters.index(left) - max(0, outside))]


def shot(dice, state, q, number):
    """One attack of the group: (its state, cell of the IFT)"""
    in_street = number <= q["street"]
    leader = firers(q)[1]
    kind = {"none": "first", "first": "subsequent", "final": "protective", "over": None}[state.marker]
    if kind is None or kind == "subsequent" and not q["subsequent_fire"] or \
            kind == "protective" and not (q["protective_fire"] and q["range"] <= 1):
        return state, "-"
    power = firepower(q, state, in_street, kind)
    if power < 1:
        return state, "-"
    modifier = int(leader[-2:]) if leader and state.leads else None
    cowers = {"never": 0, "inexperienced": 2}.get(q["cowering"], 2 if firers(q)[0] == "4-2-6" else 1)
    cowers = cowers if modifier is None else 0
    one, other = dice.two()
    cowered = one == other and cowers > 0
    column = column_of(power) - (cowers if cowered else 0)
    left = residual_of(column, q["hindrance"])
    residual = tuple(max(was, left) if place == number else was for place, was in enumerate(state.residual, start=1))
    state = state._replace(residual=residual)
    result = cell(column, one + other + drm(q, number) + (modifier or 0))
    if kind == "protective":
        return their_check(q, state, one + other), result
    return state._replace(marker="final" if cowered or kind == "subsequent" else "first"), result


def residual_attack(dice, state, q, number):
    """A8.2, A8.22: first of all, with what is in the Location and no Hindrance from outside"""
    if not state.residual[number - 1]:
        return state, "-"
    row = terrain(q["street_terrain"] if number <= q["street"] else q["goal"])
    here = smoke(q, number)
    total = int(row["drm"]) + here - (q["moves"] != "assault") - (row["open"] == "true" and here == 0)
    column = column_of(state.residual[number - 1])
    return state, dice.read(lambda dr: cell(column, dr + total))


def crosses(q, stack, chances):
    """{(its key, does it stay in the street, State of the firers): Fraction} of one unit that goes through all Locations"""
    stays = {}
    for number in range(1, q["street"] + 2):
        in_street = number <= q["street"]
        spent = 1 + (smoke(q, number) > 0) if in_street else q["goal_mf"]        # A24.7
        sees = number >= q["open_fire_at"] and (in_street or q["sees_goal"])
        for attack in [residual_attack] + [shot] * (spent if sees else 0):
            after = {}
            for state, chance in chances.items():
                if not can_go_on(state.target):
                    after[state] = after.get(state, 0) + chance
                    continue
                for (now, result), share in every_game(attack, state, q, number).items():
                    for key, part in after_result(stack, state.target, result).items():
                        then = now._replace(target=key)
                        after[then] = after.get(then, 0) + chance * share * part
            chances = after
        going = {}
        for state, chance in chances.items():
            if can_go_on(state.target) and in_street:
                going[state] = going.get(state, 0) + chance
            else:
                end = (state.target, in_street, state._replace(target=None))
                stays[end] = stays.get(end, 0) + chance
        chances = going
    return stays


def grenades(dice, q):
    """A24.1: one try before they set out"""
    needs = q["lays_smoke"]
    if isinstance(needs, str):
        needs = int(Charts.by("asl/smoke-exponents.csv", "squad")[needs]["exponent"])
    if not needs:
        return "none"
    return dice.read_die(lambda face: "over" if face == 6 else "laid" if face <= needs else "none")


def outcome_of(key, in_street):
    if key is None:
        return "stays"
    unit = key[0][0]
    return "eliminated" if unit.gone else "broken" if unit.broken else "pinned" if in_street else "across"


def count(q):
    stack = Stack.of({**q, "status": "good"})
    units = [Stack([unit], q["elr"], stack.states) for unit in stack.units]
    ends = {}
    for how, share in every_game(grenades, q).items():
        for end, chance in all_cross({**q, "laid": how == "laid"}, units, how == "over").items():
            ends[end] = ends.get(end, 0) + share * chance
    return tally(ends)


def all_cross(q, units, stays):
    """{End: Fraction}; `stays`: the first ended its MPh by a 6"""
    chances = {((), State(None, "none", True, False, (0,) * (q["street"] + 1))): Fraction(1)}
    for number, unit in enumerate(units):
        after = {}
        for (before, state), chance in chances.items():
            crossed = {(None, True, state): 1} if stays and not number else \
                crosses(q, unit, {state._replace(target=unit.key()): Fraction(1)})
            for (key, in_street, now), share in crossed.items():
                end = before + ((key, in_street),), now
                after[end] = after.get(end, 0) + chance * share
        chances = after
    ends = {}
    for (crossed, _), chance in chances.items():
        outcomes = [outcome_of(*one) for one in crossed]
        keys = [key or unit.key() for unit, (key, _) in zip(units, crossed)]
        _, events, measures = report(Stack([key[0][0] for key in keys], states=units[0].states))
        events |= {name for key in keys for name in key[1]} & {"leader_lost"}
        measures = {name: value for name, value in measures.items() if name == "good_order_share"}
        measures["casualty_vp"] = sum(casualty_vp(unit.units, key[0]) for unit, key in zip(units, keys))
        names = ("stays", "across", "pinned", "broken", "eliminated")
        outcome = outcomes[0] if len(outcomes) == 1 else " + ".join(
            f"{outcomes.count(name)} {name}" for name in names if name in outcomes)
        end = End(outcome, events | ({"all_across"} if set(outcomes) == {"across"} else set()),
                  **{name: outcomes.count(name) for name in names[1:]}, **measures)
        ends[end] = ends.get(end, 0) + chance
    return ends
