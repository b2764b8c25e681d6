"""asl.firefight, from A7.2-.9, A9.2, A9.4, A9.7-.72, A10.2, A10.53, A10.6-.64, A10.7-.72, A15, A18.11-.2, A19.32-.33.

Small stacks and few Player Turns: the counter goes through all of them.
"""

import re
from collections import namedtuple
from fractions import Fraction

from asl._infantry import (Heat, Stack, Unit, after_result, berserk_leaders_drag_along, casualty_reduction, casualty_vp, cell,
                           change as put, column_of, heat_of_battle, is_leader, leaders_are_lost, leadership, line, morale,
                           note_loss, rally_rank, random_selection)
from asl.flamethrower import unpinned
from asl.rally import leader_created
from asl.rout import one_hex
from faces import Charts, End, TooLong, every_game, tally
from questions import expanded

LEAVES_OUT = ("Heat of Battle beside machine guns, routs and three units", "of a leader in two turns beside strong fire")
MACHINE_GUNS = ["German LMG", "German MMG", "German HMG", "Russian LMG", "Russian MMG", "Russian HMG", "Russian .50 HMG",
                "2*German LMG", "Russian LMG Russian MMG", "German LMG German HMG"]
MEASURES = ("a_lost", "b_lost", "turns", "a_points_lost", "b_points_lost")
NO_TIMES = ("a_lost", "b_lost", "a_points_lost", "b_points_lost")
STACKS = ["4-6-7", "4-4-7", "2-4-7", "4-6-7 8-1", "4-4-7 8-0", "2*4-4-7", "4-2-6", "4-6-7 6+1", "8-1", "9-2 4-4-7",
          "4-6-7 2-4-7"]
DRAW = {"a_units": STACKS, "b_units": STACKS, "range": [1, 2, 4, 6, 8, 12], "turns": [1, 1, 2, 2, 3],
        "a_drm": [-1, 0, 1, 2, 3, 4], "b_drm": [-1, 0, 1, 2, 3, 4], "a_rally_drm": [-1, 0], "b_rally_drm": [-1, 0],
        "a_elr": [5, 3, 2, 0], "b_elr": [5, 3, 2, 0], "a_bpv": [7, 10, 13], "b_bpv": [7, 10, 13], "a_leader_bpv": [5, 9],
        "b_leader_bpv": [5, 9], "most_shots": [1, 2, 3], "a_machine_guns": MACHINE_GUNS, "b_machine_guns": MACHINE_GUNS}
ALWAYS = ("turns",)
# crew: its place among those of the shot who may be marked by cowering, None of who is pinned
Gun = namedtuple("Gun", "place power rof crew number printed inexperienced")
Fire = namedtuple("Fire", "power drm cowers guns firing")


def change(question, random):
    if not {"a_machine_guns", "b_machine_guns"} & set(question):
        question.pop("most_shots", None)
    elif "range" in question and random.random() < 0.2:
        question["range"] = random.choice([16, 17, 20, 24, 33])
    heats(question, random)
    for side in "ab":
        if question.get(f"{side}_casualty_vp"):
            for name in ("nationality", "bpv", "leader_bpv"):
                question.pop(f"{side}_{name}", None)
    return question


def heats(question, random):
    sides = [side for side in "ab" if question.get(f"{side}_heat_of_battle", "none") != "none"]
    if random.random() < 0.6:
        sides = []
    for side in "ab":
        if side not in sides:
            for name in ("heat_of_battle", "no_quarter"):
                question.pop(f"{side}_{name}", None)
        else:
            squads = ["4-6-7", "4-4-7", "5-4-8"] if question[f"{side}_heat_of_battle"] == "german" else ["4-4-7", "4-2-6", "6-2-8"]
            question[f"{side}_units"] = random.choice(squads + ["2-4-7", squads[0] + " 8-0", "8-1 " + squads[0]])
    for name in ("machine_guns", "rout"):
        for side in "ab" if sides else "":
            question.pop(f"{side}_{name}", None)
    if sides:
        question.pop("most_shots", None)
        question["turns"] = random.choice((1, 1, 2))
    if sides and question["turns"] == 2 and any(" " in question[f"{side}_units"] for side in sides):
        few_results(question, sides, random)


def few_results(question, sides, random):
    """Two turns of a leader and an MMC have too many ends under every fire: one side has Heat of Battle, the other is weak
    and far away."""
    heated = next(side for side in sides if " " in question[f"{side}_units"])
    other = "b" if heated == "a" else "a"
    question[f"{other}_units"] = random.choice(["2-4-7", "4-2-6", "4-4-7"])
    question["range"] = random.choice([5, 6, 8])
    for name in ("heat_of_battle", "no_quarter"):
        question.pop(f"{other}_{name}", None)


def heat_of(q, side):
    return None if q[f"{side}_heat_of_battle"] == "none" else Heat(q[f"{side}_heat_of_battle"], q[f"{side}_no_quarter"], False)


def counts(q):
    if heat_of(q, "a") or heat_of(q, "b"):
        for side in "ab":
            if q[f"{side}_machine_guns"] or q[f"{side}_rout"] is not None or len(expanded(q[f"{side}_units"])) > 2:
                return False
    return all(re.fullmatch(r"((\d\*)?(German|Russian) [.\w ]*MG ?)*", q[f"{side}_machine_guns"] or "") for side in "ab")


def guns_of(text):
    """The names of the MGs"""
    found = []
    for many, name in re.findall(r"(?:(\d)\*)?((?:German|Russian) (?:\.50 )?[LMH]MG)", text or ""):
        found += [name] * int(many or 1)
    return found


def charged(units):
    """A15.431: the berserk have left"""
    return tuple(unit._replace(gone=True, heat="left") if unit.heat == "berserk" and not unit.gone else unit for unit in units)


def told(key):
    """The same without what nobody asks for any more"""
    return charged(key[0]), frozenset()


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
            return told(units.key())
        place = places[0]
        tried.add(place)
        unit, leader = units.units[place], helper(place)
        alone = not is_leader(unit.name) and leader is None and own and not mmc_tried            # A18.11
        mmc_tried = mmc_tried or not is_leader(unit.name)
        drm = rally_drm + (leader if leader is not None else 1) + (4 if dm else 0)
        level = morale(units, unit)
        mmc = line(unit.name)["kind"] in ("squad", "half_squad")
        heats = units.heat and (alone and mmc or leader is not None and (mmc or is_leader(unit.name)))
        how, two = dice.read(lambda total: ("fate" if total == 12 else total + drm <= level or total == 2 and alone, heats and total == 2))
        if how == "fate":                                    # A10.64
            casualty_reduction(dice, units, place)
            if is_leader(unit.name) and units.units[place].gone:
                note_loss(units, place, unit)
                leaders_are_lost(dice, units)                # A10.2
        elif how:
            put(units, place, broken=False, disrupted=False)
        if two and alone:                                    # A18.11-.2
            created = leader_created(dice, units, level)
            if created:
                units.units.append(Unit(created, False, False, False, False, False))
        elif two:                                            # A15.1
            heat_of_battle(dice, units, place, unit)
        berserk_leaders_drag_along(dice, units)
        units.berserk_leaders.clear()
        units.units = list(charged(units.units))


def reaching(power, reach, distance):
    """A7.21-.22"""
    return Fraction(power) * (2 if distance == 1 else 1) / (1 if distance <= reach else 2) if distance <= 2 * reach else Fraction(0)


def first_shot(q, side, key, works):
    """The fire of all unbroken units of a side, and of the MGs that work, as Fire"""
    distance = q["range"]
    units = [unit for unit in able(key) if not is_leader(unit.name)]
    leaders = [leadership(unit) for unit in able(key) if is_leader(unit.name) and not unit.pinned]
    modifier = min(leaders) if leaders and min(leaders) <= 0 else None   # one with a +1 stands aside

    def own(unit):
        power, reach = (int(part) for part in unit.name.split("-")[:2])
        reach = 3 if unit.name == "1-4-9" and unit.reduced else reach            # a wounded hero is a 1-3-8
        return reaching(power, reach, distance) / (2 if unit.pinned else 1)      # A7.8

    def of_gun(name):
        row = Charts.by("asl/support-weapons.csv", "weapon")[name]
        power = reaching(int(row["firepower"]), int(row["normal_range"]), distance)
        return power if distance <= 16 else power / 2 if modifier is not None else Fraction(0)       # A9.4

    guns = [(place, name) for place, name in enumerate(guns_of(q[side + "_machine_guns"])) if works[place] == "works"]
    guns.sort(key=lambda gun: (-of_gun(gun[1]), gun[0]))
    squads = [unit for unit in units if line(unit.name)["kind"] == "squad"]
    others = [unit for unit in units if line(unit.name)["kind"] != "squad"]

    def poor(unit):
        return line(unit.name)["inexperienced"] == "true"

    # who mans a MG first, as the procedure's text has it
    crews = sorted(squads, key=lambda unit: (unit.pinned, poor(unit))) + sorted(others, key=lambda unit: (unit.pinned, poor(unit), own(unit)))
    manned, silent = [], []
    for unit in crews:
        if not guns or not of_gun(guns[0][1]):
            break
        gives = of_gun(guns[0][1]) / (2 if unit.pinned else 1)
        if unit in others or line(unit.name)["kind"] != "squad":         # A7.352: in place of its own
            if gives <= own(unit):
                continue
            silent.append(unit)
        manned.append((unit, guns.pop(0), gives))
    firing = [unit for unit in units if own(unit) or any(unit is crew for crew, *_ in manned)]
    marked = [unit for unit in firing if not unit.pinned]
    found = []
    for unit, (place, name), gives in manned:
        row = Charts.by("asl/machine-guns.csv", "weapon")[name]
        crew = next((index for index, other in enumerate(marked) if other is unit), None)
        found.append(Gun(place, gives, 0 if unit.pinned else int(row["rof"]), crew, int(row["breakdown"]) - poor(unit),
                         int(row["breakdown"]), poor(unit)))
    total = sum((own(unit) for unit in units if not any(unit is other for other in silent)), Fraction(0)) + sum(gun.power for gun in found)
    cowers = 0 if modifier is not None else {"never": 0, "inexperienced": 2}.get(
        q[side + "_cowering"], 2 if any(map(poor, firing)) else 1)       # A7.9, A19.33
    heroes = [unit for unit in firing if line(unit.name)["kind"] == "hero"]
    if all(unit in heroes or unit.heat == "fanatic" for unit in firing):
        cowers = 0
    return Fire(total, q[side + "_drm"] + (modifier or 0) - len(heroes), cowers, tuple(found), len(marked))      # A15.24


def results_of(fire):
    """{(cell, MGs that go on, ((MG, what became of it) ...)): Fraction}"""
    column = column_of(fire.power)
    if column < 0:                                           # nobody fires in vain
        return {("-", (), ()): Fraction(1)}

    def play(dice):
        def reading(one, other):
            doubles = bool(one == other and fire.cowers)
            keep = tuple(gun for gun in fire.guns if one <= gun.rof)             # A9.2
            over = tuple(gun for gun in fire.guns if one + other >= gun.number)  # A9.7
            states = tuple("lost" if gun.number < gun.printed and one + other >= gun.printed else "malfunctions" for gun in over)    # A.11
            return cell(column - (fire.cowers if doubles else 0), one + other + fire.drm), keep, over, states, doubles and bool(keep)
        result, keep, over, states, lost = dice.read_two(reading)
        chosen = random_selection(dice, list(range(len(over))), 1) if len(over) > 1 else range(len(over))        # A9.71
        jams = tuple((over[place].place, states[place]) for place in chosen)
        keep = tuple(gun for gun in keep if gun.place not in dict(jams))
        if lost and keep and fire.firing:                    # A7.9: who is marked by chance
            marked = random_selection(dice, list(range(fire.firing)), 1)
            keep = tuple(gun for gun in keep if gun.crew not in marked)
        return result, keep, jams
    return every_game(play)


def again(fire, guns, cowering):
    crews = sorted({gun.crew for gun in guns if gun.crew is not None})
    cowers = fire.cowers and (2 if any(gun.inexperienced for gun in guns) or cowering == "inexperienced" else 1)
    return Fire(sum(gun.power for gun in guns), fire.drm, cowers,
                tuple(gun._replace(crew=crews.index(gun.crew)) for gun in guns), len(crews))


def routs(dice, key, stack, hexes):
    """A10.53: each of the broken by itself; who has left is gone, and not lost"""
    units = stack.again(key)
    for place, unit in enumerate(units.units):
        if unit.gone or not unit.broken:
            continue
        now = (unit.name, unit.reduced, False, False, 0)
        for _ in range(hexes):
            now = one_hex(dice, now, None, 0)
        name, reduced = now[:2]
        put(units, place, name=name or unit.name, reduced=reduced, gone=True, heat="" if name is None else "left", pinned=False)
    return units.key()


def count(q):
    def stack_of(side):
        elr = q[side + "_elr"] if q[side + "_elr"] is not None else 99
        return Stack([Unit(name, False, False, False, False, False) for name in expanded(q[side + "_units"])], elr, heat=heat_of(q, side))

    stacks = {side: stack_of(side) for side in "ab"}
    finished, fights = {}, {}

    def add(sums, key, chance):
        sums[key] = sums.get(key, 0) + chance

    def fought(going, firer, number):
        """One side fires at the other, and again with MGs that keep their rate: who goes on"""
        target = "b" if firer == "a" else "a"
        index, after = "ab".index(firer), {}
        for (keys, dm, turn, works), chance in going.items():
            mine, theirs = keys[index], keys[1 - index]
            what = firer, mine, works[index], theirs
            if what not in fights:
                fights[what] = fire_phase(firer, mine, works[index], theirs)
            for (now, jammed, marks), share in fights[what].items():
                both = (mine, now) if firer == "a" else (now, mine)
                under = tuple(was or marks and side == target for side, was in zip("ab", dm))
                guns = tuple(jammed if other == index else states for other, states in enumerate(works))
                add(after, (both, under, turn, guns), chance * share)
        return after

    def fire_phase(firer, mine, works, theirs):
        """{(the target, the MGs, whether it could have come to an NMC): Fraction}"""
        stack = stacks["b" if firer == "a" else "a"]
        going, ends = {(theirs, works, first_shot(q, firer, mine, works), False): Fraction(1)}, {}
        for number in range(1, q["most_shots"] + 1):
            after = {}
            for (key, works, fire, marks), chance in going.items():
                results = results_of(fire)
                marks = marks or any(result not in ("-", "PTC") for result, *_ in results)
                for (result, keep, jams), share in results.items():
                    now_works = tuple(dict(jams).get(place, state) for place, state in enumerate(works))
                    for now, part in after_result(stack, key, result).items():
                        now = told(now)
                        if keep and number < q["most_shots"] and able(now):
                            add(after, (now, now_works, again(fire, keep, q[firer + "_cowering"]), marks), chance * share * part)
                        else:
                            add(ends, (now, now_works, marks), chance * share * part)
            going = after
            if len(going) > 3000:
                raise TooLong
        return ends

    def repaired(guns, side, key):
        """{MGs after their repair rolls: Fraction} (A9.72)"""
        if "malfunctions" not in guns or not able(key):
            return {guns: Fraction(1)}

        def play(dice):
            now = list(guns)
            for place, name in enumerate(guns_of(q[side + "_machine_guns"])):
                if guns[place] == "malfunctions":
                    repair = int(Charts.by("asl/machine-guns.csv", "weapon")[name]["repair"])
                    now[place] = dice.read_die(lambda face: "works" if face <= repair else "lost" if face == 6 else "malfunctions")
            return tuple(now)
        return every_game(play)

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
    works = tuple(("works",) * len(guns_of(q[side + "_machine_guns"])) for side in "ab")
    going = {}
    for first in {"die": "ab", "a": "a", "b": "b"}[q["first"]]:
        add(going, (*start, first, works), Fraction(1, 2 if q["first"] == "die" else 1))
    for number in range(1, q["turns"] + 1):
        for index, side in enumerate("ab"):                  # RPh: side A before side B
            after, seen = {}, {}
            for (keys, dm, turn, works), chance in going.items():
                enemy = able(keys[1 - index])                # A10.62: a Known armed enemy unit is ADJACENT
                under = dm[index] or q["range"] == 1 and not all(is_leader(unit.name) for unit in enemy)
                what = (keys[index], under, turn == side)
                if what not in seen:
                    seen[what] = every_game(rally, unpinned(keys[index]), stacks[side], under, turn == side,
                                            q[side + "_rally_drm"])
                for now, share in seen[what].items():
                    both = (now, keys[1]) if index == 0 else (keys[0], now)
                    for guns, part in repaired(works[index], side, now).items():
                        both_guns = (guns, works[1]) if index == 0 else (works[0], guns)
                        add(after, (both, dm, turn, both_guns), chance * share * part)
            going = after
        fresh = {}
        for (keys, dm, turn, works), chance in going.items():                    # DM ends with the RPh
            add(fresh, (keys, (False, False), turn, works), chance)
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
        for index, side in enumerate("ab"):                  # the Rout Phase
            if q[side + "_rout"] is None:
                continue
            after, seen = {}, {}
            for (keys, dm, turn, works), chance in going.items():
                if keys[index] not in seen:
                    seen[keys[index]] = every_game(routs, keys[index], stacks[side], q[side + "_rout"])
                for now, share in seen[keys[index]].items():
                    add(after, ((now, keys[1]) if index == 0 else (keys[0], now), dm, turn, works), chance * share)
            going = after
        turned = {}
        for (keys, dm, turn, works), chance in going.items():
            if number == q["turns"]:
                add(finished, (keys, number), chance)
            add(turned, (keys, dm, "b" if turn == "a" else "a", works), chance)
        going = turned

    def in_the_end(key):
        """The units, those who have routed away not gone"""
        return [unit._replace(gone=False) if unit.heat == "left" else unit for unit in key[0]]

    def lost(side, key):
        """Squads eliminated, two reduced ones counted as one; where there are none half-squads and crews"""
        units = [(unit, line(was.name)["kind"] == "squad") for unit, was in zip(in_the_end(key), stacks[side].units)
                 if not is_leader(was.name)]
        if any(squad for _, squad in units):                 # a half-squad counts as half of one beside them
            return sum((2 if squad else 1) if unit.gone else squad and unit.reduced for unit, squad in units) // 2
        return sum(unit.gone for unit, _ in units)

    def bpv(side, name):
        if is_leader(name):
            return q[side + "_leader_bpv"] or 0
        rows = [row for row in Charts.rows("asl/infantry-bpv.csv") if row["unit"] == name] if q[side + "_nationality"] else []
        own = [row for row in rows if row["nationality"] == q[side + "_nationality"]] or rows
        # a reading: of a price without a nation all have that price, half-squads half of it
        return int(own[0]["bpv"]) if own else (q[side + "_bpv"] or 0) // (2 if line(name)["kind"] == "half_squad" else 1)

    def points(keys):
        """A26.22, of the side that has Casualty VP asked for, else BPV"""
        found = {}
        for side, key in zip("ab", keys):
            units, before = in_the_end(key), stacks[side].units
            if q[side + "_casualty_vp"]:
                found[side + "_points_lost"] = casualty_vp(before, units)
            elif any(q[side + name] for name in ("_nationality", "_bpv", "_leader_bpv")):
                first = next((unit.name for unit in before if not is_leader(unit.name)), before[0].name)
                mine = q[side + "_bpv"]

                def value(name, first=first, mine=mine, side=side):
                    return mine if mine and name == first else bpv(side, name)

                # a reading: a leader by A18.2 has the price of the others, as the hardened gain theirs; heroes have none
                created = sum(value(now.name) for now in units[len(before):] if is_leader(now.name) and not now.gone)
                found[side + "_points_lost"] = sum(value(was.name) - (0 if now.gone else value(now.name))
                                                   for was, now in zip(before, units)) - created
        return found

    ends = {}
    for (keys, number), chance in finished.items():
        holds = bool(able(keys[0])), bool(able(keys[1]))
        outcome = {(True, True): "both", (True, False): "a_holds", (False, True): "b_holds", (False, False): "neither"}[holds]
        add(ends, End(outcome, a_lost=lost("a", keys[0]), b_lost=lost("b", keys[1]), turns=number, **points(keys)), chance)
    return tally(ends)
