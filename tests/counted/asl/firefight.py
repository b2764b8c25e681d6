"""asl.firefight without MGs, rout, Heat of Battle and points, from A7.2-.9, A10.2, A10.6-.64, A10.7-.72, A18.11, A19.33.

Small stacks and few Player Turns: the counter goes through all of them.
"""

from fractions import Fraction

from asl._infantry import (Stack, Unit, after_result, casualty_reduction, casualty_vp, cell, change as put, column_of, is_leader,
                           leaders_are_lost, leadership, line, morale, note_loss, rally_rank)
from asl.flamethrower import unpinned
from faces import End, every_game, tally
from questions import expanded

LEAVES_OUT = tuple(f"{side}_{name}" for side in "ab" for name in (
    "nationality", "bpv", "leader_bpv", "machine_guns", "rout", "heat_of_battle", "no_quarter")) + ("most_shots",)
MEASURES = ("a_lost", "b_lost", "turns", "a_points_lost", "b_points_lost")
NO_TIMES = ("a_lost", "b_lost", "a_points_lost", "b_points_lost")
STACKS = ["4-6-7", "4-4-7", "2-4-7", "4-6-7 8-1", "4-4-7 8-0", "2*4-4-7", "4-2-6", "4-6-7 6+1", "8-1", "9-2 4-4-7",
          "4-6-7 2-4-7"]
DRAW = {"a_units": STACKS, "b_units": STACKS, "range": [1, 2, 4, 6, 8, 12], "turns": [1, 1, 2, 2, 3],
        "a_drm": [-1, 0, 1, 2, 3, 4], "b_drm": [-1, 0, 1, 2, 3, 4], "a_rally_drm": [-1, 0], "b_rally_drm": [-1, 0],
        "a_elr": [5, 3, 2, 0], "b_elr": [5, 3, 2, 0]}
ALWAYS = ("turns",)


def able(key):
    return [unit for unit in key[0] if not unit.gone and not unit.broken]


def rally(dice, key, stack, dm, own, rally_drm):
    """A10.6-.64: leaders first, then all under the best Good Order leader; alone A10.63 and A18.11"""
    units = stack.again(key)
    tried, mmc_tried = set(), False                          # who breaks in the phase has no DM: the procedure's text

    def helper(place):
        found = [leadership(unit) for other, unit in enumerate(units.units)
                 if other != place and is_leader(unit.name) and not (unit.broken or unit.gone)]
        return min(found) if found else None

    def may(place):
        unit = units.units[place]
        if unit.gone or not unit.broken or place in tried or unit.disrupted and helper(place) is None:       # A19.12
            return False
        return helper(place) is not None or is_leader(unit.name) or own and not mmc_tried

    while True:
        places = sorted((place for place in range(len(units.units)) if may(place)),
                        key=lambda place: rally_rank(units, place))
        if not places:
            return units.key()
        place = places[0]
        tried.add(place)
        unit, leader = units.units[place], helper(place)
        alone = not is_leader(unit.name) and leader is None
        mmc_tried = mmc_tried or not is_leader(unit.name)
        drm = rally_drm + (leader if leader is not None else 1) + (4 if dm else 0)
        level = morale(units, unit)
        how = dice.read(lambda total: "fate" if total == 12 else total + drm <= level or total == 2 and alone)
        if how == "fate":                                    # A10.64
            casualty_reduction(dice, units, place)
            if is_leader(unit.name) and units.units[place].gone:
                note_loss(units, place, unit)
                leaders_are_lost(dice, units)                # A10.2
        elif how:
            put(units, place, broken=False, disrupted=False)


def fire_of(q, side, key):
    """({cell: Fraction}, could it come to an NMC?) of all unbroken units of a side"""
    total, conscripts = Fraction(0), False
    for unit in able(key):
        if is_leader(unit.name):
            continue
        power, reach = (int(part) for part in unit.name.split("-")[:2])
        share = Fraction(power) * (2 if q["range"] == 1 else 1)          # A7.21
        share /= 1 if q["range"] <= reach else 2                         # A7.22
        share /= 2 if unit.pinned else 1                                 # A7.8
        if q["range"] <= 2 * reach:
            total += share
            conscripts = conscripts or line(unit.name)["inexperienced"] == "true"
    leaders = [leadership(unit) for unit in able(key) if is_leader(unit.name) and not unit.pinned]
    modifier = min(leaders) if leaders and min(leaders) <= 0 else None   # one with a +1 stands aside
    cowers = 0 if modifier is not None else {"never": 0, "inexperienced": 2}.get(
        q[side + "_cowering"], 2 if conscripts else 1)                   # A7.9, A19.33
    drm = q[side + "_drm"] + (modifier or 0)
    column = column_of(total)
    results = every_game(lambda dice: dice.read_two(
        lambda one, other: cell(column - (cowers if one == other else 0), one + other + drm)))
    return results, any(result not in ("-", "PTC") for result in results)


def count(q):
    def stack_of(side):
        elr = q[side + "_elr"] if q[side + "_elr"] is not None else 99
        return Stack([Unit(name, False, False, False, False, False) for name in expanded(q[side + "_units"])], elr)

    stacks = {side: stack_of(side) for side in "ab"}
    finished = {}

    def add(sums, key, chance):
        sums[key] = sums.get(key, 0) + chance

    def fought(going, firer, number):
        """One side fires at the other: who goes on"""
        target = "b" if firer == "a" else "a"
        after = {}
        for (keys, dm, turn), chance in going.items():
            mine, theirs = keys["ab".index(firer)], keys["ab".index(target)]
            results, marks = fire_of(q, firer, mine)
            for result, share in results.items():
                for now, part in after_result(stacks[target], theirs, result).items():
                    both = (mine, now) if firer == "a" else (now, mine)
                    under = tuple(was or marks and side == target for side, was in zip("ab", dm))
                    add(after, (both, under, turn), chance * share * part)
        return after

    def over(going, number):
        after = {}
        for state, chance in going.items():
            keys = state[0]
            if able(keys[0]) and able(keys[1]):
                add(after, state, chance)
            else:
                add(finished, (keys, number), chance)
        return after

    start = (tuple(stacks[side].key() for side in "ab"), (False, False))
    going = {}
    for first in {"die": "ab", "a": "a", "b": "b"}[q["first"]]:
        add(going, (*start, first), Fraction(1, 2 if q["first"] == "die" else 1))
    for number in range(1, q["turns"] + 1):
        for index, side in enumerate("ab"):                  # RPh: side A before side B
            after, seen = {}, {}
            for (keys, dm, turn), chance in going.items():
                enemy = able(keys[1 - index])                # A10.62: a Known armed enemy unit is ADJACENT
                under = dm[index] or q["range"] == 1 and not all(is_leader(unit.name) for unit in enemy)
                what = (keys[index], under, turn == side)
                if what not in seen:
                    seen[what] = every_game(rally, unpinned(keys[index]), stacks[side], under, turn == side,
                                            q[side + "_rally_drm"])
                for now, share in seen[what].items():
                    both = (now, keys[1]) if index == 0 else (keys[0], now)
                    add(after, (both, dm, turn), chance * share)
            going = after
        fresh = {}
        for (keys, dm, turn), chance in going.items():       # DM ends with the RPh
            add(fresh, (keys, (False, False), turn), chance)
        going = over(fresh, number)                          # Fate and its LLMC may leave nobody
        for order in (0, 1):                                 # first whose turn it is
            sides = {}
            for state, chance in going.items():
                firer = state[2] if order == 0 else "b" if state[2] == "a" else "a"
                sides.setdefault(firer, {})[state] = chance
            going = {}
            for firer, states in sides.items():
                for state, chance in over(fought(states, firer, number), number).items():
                    add(going, state, chance)
        turned = {}
        for (keys, dm, turn), chance in going.items():
            if number == q["turns"]:
                add(finished, (keys, number), chance)
            add(turned, (keys, dm, "b" if turn == "a" else "a"), chance)
        going = turned

    def lost(side, key):
        """Squads eliminated, two reduced ones counted as one; where there are none half-squads and crews"""
        units = [(unit, line(was.name)["kind"] == "squad") for unit, was in zip(key[0], stacks[side].units)
                 if not is_leader(was.name)]
        if any(squad for _, squad in units):                 # a half-squad counts as half of one beside them
            return sum((2 if squad else 1) if unit.gone else squad and unit.reduced for unit, squad in units) // 2
        return sum(unit.gone for unit, _ in units)

    def points(keys):
        """A26.22, of the side that has Casualty VP asked for"""
        return {side + "_points_lost": casualty_vp(stacks[side].units, key[0])
                for side, key in zip("ab", keys) if q[side + "_casualty_vp"]}

    ends = {}
    for (keys, number), chance in finished.items():
        holds = bool(able(keys[0])), bool(able(keys[1]))
        outcome = {(True, True): "both", (True, False): "a_holds", (False, True): "b_holds", (False, False): "neither"}[holds]
        add(ends, End(outcome, a_lost=lost("a", keys[0]), b_lost=lost("b", keys[1]), turns=number, **points(keys)), chance)
    return tally(ends)
