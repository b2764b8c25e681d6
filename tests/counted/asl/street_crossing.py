"""asl.street-crossing of one unit, under one squad or half-squad without MG and perhaps a leader: A4.6, A7.2-.3, A7.8-.9,
A8.1-.14, A8.3-.31.

Left out are stacks, Residual FP (which waits for those who come later), a second group, MGs with their Fire Lanes and
Heat of Battle.
"""

from collections import namedtuple
from fractions import Fraction

from asl._infantry import SINGLE, Stack, cell, column_of, printed, report
from asl._infantry import after_result
from faces import Charts, End, every_game, tally

LEAVES_OUT = ("together", "fire_lane", "second_firers", "second_range", "second_cowering", "second_fire_lane",
              "heat_of_battle", "no_quarter", "no_known_enemy")
EVENTS = ("all_across", "malfunction", "leader_lost", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced")
FIRERS = ["4-6-7", "4-4-7", "2-4-7", "6-2-8", "8-3-8", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 9-2", "4-2-6"]
TERRAIN = ["open ground", "woods", "brush", "grain", "stone building", "wooden building", "debris", "shellhole"]
DRAW = {"target": SINGLE, "target_state": ["encircled", "fanatic"], "firers": FIRERS, "range": [1, 1, 2, 3, 4, 6, 8],
        "street": [0, 1, 1, 2, 3], "street_terrain": TERRAIN, "goal": TERRAIN, "hindrance": [0, 1, 2],
        "drm": [-1, 0, 1, 2]}
ALWAYS = ("range",)

State = namedtuple("State", "target marker leads pinned")    # of the firers: leads, pinned; marker 'over' when broken


def change(question, random):
    if question.get("moves") == "assault":
        question["street"] = 0
    elif question.get("moves") == "dash":
        question["street"] = 1
    return question


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


def drm(q, in_street):
    row = terrain(q["street_terrain"] if in_street else q["goal"])
    hindrance = q["hindrance"] + (q["smoke"] if in_street else 0)
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


def shot(dice, state, q, in_street):
    """One attack of the group: (its state, cell of the IFT)"""
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
    result = cell(column_of(power) - (cowers if cowered else 0), one + other + drm(q, in_street) + (modifier or 0))
    if kind == "protective":
        return their_check(q, state, one + other), result
    return state._replace(marker="final" if cowered or kind == "subsequent" else "first"), result


def count(q):
    stack = Stack.of({**q, "status": "good"})
    chances = {State(stack.key(), "none", True, False): Fraction(1)}
    stays = {}                                               # who does not go on, and where
    mf = [1] * q["street"] + [q["goal_mf"]]
    for number, spent in enumerate(mf, start=1):
        in_street = number <= q["street"]
        sees = number >= q["open_fire_at"] and (in_street or q["sees_goal"])
        for _ in range(spent if sees else 0):
            after = {}
            for state, chance in chances.items():
                if not can_go_on(state.target):
                    after[state] = after.get(state, 0) + chance
                    continue
                for (now, result), share in every_game(shot, state, q, in_street).items():
                    for key, part in after_result(stack, state.target, result).items():
                        then = now._replace(target=key)
                        after[then] = after.get(then, 0) + chance * share * part
            chances = after
        going = {}
        for state, chance in chances.items():
            place = state if can_go_on(state.target) and in_street else None
            if place:
                going[state] = going.get(state, 0) + chance
            else:
                end = (state.target, in_street)
                stays[end] = stays.get(end, 0) + chance
        chances = going
    ends = {}
    for (key, in_street), chance in stays.items():
        unit = key[0][0]
        outcome = "eliminated" if unit.gone else "broken" if unit.broken else "pinned" if in_street else "across"
        _, events, _ = report(stack.again(key))
        end = End(outcome, set(events) | ({"all_across"} if outcome == "across" else set()))
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
