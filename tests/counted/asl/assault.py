"""asl.assault, from A7.2-.3, A7.8-.9, A10.2, A10.5, A10.6-.64, A11.11-.18, A11.4, A17, A18.11, A26.2, C1.51-.52 and C3.7-.74.

Left out are fire in the words of asl.fire, best play, heroes, commissars, the berserk, and what the sequence of play
refuses.
"""

import re
from collections import namedtuple
from fractions import Fraction

import _groups
from asl import _armor
from _turn import (balanced, bare, draw_broken, drawn_steps, fire_order,
                   is_end, is_left_out, leave_some, rally_phase_is_over, steps_of, withheld_by)
from asl._infantry import (Stack, Unit, after_result, after_result_of_two, casualty_reduction, casualty_vp, cell, change as put,
                           column_of, is_leader, is_smc, leaders_are_lost, leadership, line, morale, note_loss, rally_rank, random_selection, report)
from asl._ordnance import he_column
from asl.close_combat import given_up, kill_number
from asl.he_fire import critical_cell
from asl.rally import terrain_drm
from faces import Charts, End, TooLong, every_game, tally
from questions import expanded, fraction

LEAVES_OUT = ("best", "groups with two leaders or weapons that are no machine guns")
SIDE_EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order")
EVENTS = ("defender_gone", "nmc_or_better", "replaced", "attacker_goes_in", "close_combat", "attacker_ambushes",
          "defender_ambushes", "decided", "knocked_out", "stopped") + SIDE_EVENTS + tuple("attacker_" + name for name in SIDE_EVENTS)
MEASURES = tuple(f"{side}_{what}" for side in ("defenders", "attackers")
                 for what in ("eliminated", "reduced", "broken", "pinned", "unharmed", "unbroken", "points_lost",
                              "half_squads_lost", "crews_lost", "leaders_lost", "vehicles_lost", "guns_lost")) + (
    "defenders_captured", "defenders_points_captured", "points_won", "decided_after", "good_order_share", "attacker_good_order_share")
CLOSE_COMBAT = "close-combat", "capture"
NO_TIMES = tuple(name for name in MEASURES if name != "decided_after")
SIDES = ["4-6-7", "4-4-7", "2-4-7", "4-6-7 8-1", "4-4-7 8-0", "2*4-4-7", "4-2-6", "8-1", "9-2 4-4-7", "4-6-7 2-4-7",
         "4-4-7 2-2-8", "2-4-7 4-2-6 8-0", "8-0 7-0", "4-6-7 6+1", "8-1 7-0 4-2-6", "6+1 2-2-6"]


def shot_for(random):
    def attack(word):
        own = random.random() < 0.4
        power = random.choice(["x1", "x2", "x0.5", "x0.125"] if own else [1, 4, 8, 12])
        return f"{word} {power} {random.choice([-2, 0, 1, 3, 6])}"
    return attack


def shots(random):
    attack = shot_for(random)
    found = [attack(random.choice(["fire", "return"])) for _ in range(random.choice([0, 1, 1, 2]))]
    found += ["rout"] * (random.random() < 0.4) + ["next-turn"] * (random.random() < 0.1)
    found += ["close-combat"] * (random.random() < 0.85)
    if found and found[-1] == "close-combat" and random.random() < 0.2:
        found += ["next-turn"] * (random.random() < 0.5) + ["close-combat"]
    return "; ".join(found or ["close-combat"])


DRAW = {"steps": ["x"], "attacker": SIDES, "defender": SIDES, "attacker_factor": [0.5, 1, 2], "defender_factor": [0.5, 1],
        "attacker_drm": [-2, -1, 0, 1], "defender_drm": [-2, -1, 0, 1], "attacker_ambush_drm": [-2, 0, 1],
        "defender_ambush_drm": [-2, 0, 1], "fire_order": ["reversed"], "attacker_elr": [0, 1, 2], "defender_elr": [0, 1, 2],
        "defender_nationality": ["russian"], "attacker_nationality": ["german"], "defender_terrain": ["stone", "woods", "trench"],
        "attacker_terrain": ["stone", "foxhole", "rooftop"], "defender_rally_drm": [-3, -1, 1, 2],
        "attacker_rally_drm": [-3, -1, 1, 2], "defender_broken": [None, "some"], "attacker_broken": [None, "some"]}
ALWAYS = ("attacker", "when_decided")
# Readings: whom of two like units the owner gives to who tries to capture (A20.22): the one that is no rest of a squad; the
# pinned one or the other
PINNED_IS_GIVEN_FIRST = False
SIDES_AS_GROUPS = {"defender": ["defender"], "attacker": ["attacker"]}


GROUPED = (["5-4-8", "5-4-8 8-0", "4-6-7", "2*4-6-7", "4-6-7 8-1", "2-4-7", "4-6-7 8-0", "4-6-7 9-2", "2-4-7 4-6-7"],
           ["4-4-7", "4-4-7 8-0", "2-4-7", "4-2-6", "4-4-7 6+1", "8-1", "2*4-4-7"])


GROUNDS = ["open ground", "2 open ground", "3 woods", "2 debris", "open ground to stone", "2 brush to woods", "woods hindrance 1",
           "2 open ground drm 1", "2 shellhole subsequent_fire no", "open ground moves dash to wooden building", "2 grain range 3",
           "2 open ground cowering never"]


def smoke_words(random, to):
    """A24.1"""
    return random.choice(["", "", "1", "3"])


def change(question, random):
    where = random.random()
    grouped, armored = where < 0.7, where < 0.25
    if armored:
        question["attacker"], question["defender"], question["steps"] = _armor.Drawing(random).drawn()
        for name in ("fire_order", "attacker_nationality", "defender_nationality", "any_order",
                     "optional_steps", "optional_returns"):
            question.pop(name, None)
        if re.search(r": vehicle ", question["attacker"] + question["defender"]):
            question.pop("casualty_vp", None)
    elif grouped:
        while True:                                          # what neither side takes long to work out
            question["attacker"], question["defender"], question["steps"] = _groups.drawn(
                random, GROUPED, lambda random: shot_for(random)("").strip(), smoke_words, GROUNDS, simple=True)
            units = expanded(_groups.of_units(question["attacker"])) + expanded(_groups.of_units(question["defender"]))
            rallies_ = sum(step.words[0] == "rally" for step in steps_of(question["steps"]))
            crossing = question["steps"].count("cross ")
            heavy = crossing * (1 + len(_groups.WEAPON.findall(question["defender"])))
            if crossing < 2 and len(units) + rallies_ + sum(map(is_leader, units)) + heavy <= (4 if crossing else 6):
                break
        question.pop("fire_order", None)
        question = leave_some(question, random)
    else:
        question["steps"] = shots(random) if random.random() < 0.2 else drawn_steps(random, shot_for(random))
        if random.random() < 0.3:
            steps = _groups.with_barrages(random, question["steps"].split("; "), ["attacker", "defender"], True)
            question["steps"] = "; ".join(steps)
        question = leave_some(question, random)
        if question["steps"].count("rally") > 2 or "oba " in question["steps"]:              # nor here
            question["attacker"], question["defender"] = (random.choice([side for side in SIDES if len(side) < 8])
                                                          for _ in range(2))
    if random.random() < 0.3 and not armored:                # some of the rounds are attempts to capture
        question["steps"] = re.sub("close-combat", lambda _: random.choice(CLOSE_COMBAT), question["steps"])
    if "capture" in question["steps"]:
        question.pop("fire_order", None)
    text = question["steps"].replace("capture", "close-combat")
    if not armored and (random.random() < 0.5 or not grouped):
        question["any_order"] = True
    if "stop_after" in question:
        question["stop_after"] = random.randint(1, max(1, len(steps_of(text))))
    for side in ("defender", "attacker"):
        draw_broken(question, side, random, lambda text: [unit for unit in expanded(_groups.of_units(
            _armor.apart({"defender": text})[0]["defender"])) if unit != "vehicle"])
        if "rally" not in text:
            for name in ("dm", "terrain", "rally_drm"):
                question.pop(f"{side}_{name}", None)
        if not question.get(f"{side}_broken") and not question.get(f"{side}_status"):
            question.pop(f"{side}_dm", None)
    if question.get("casualty_vp"):
        question.pop("defender_nationality", None)
        question.pop("attacker_nationality", None)
    if "close-combat" not in text:
        for name in ("hand_to_hand", "attacker_drm", "defender_drm", "attacker_factor", "defender_factor", "broken_drm",
                     "ambush_possible", "attacker_ambush_drm", "defender_ambush_drm", "night"):
            question.pop(name, None)
        if "advance" not in text:
            question.pop("advance", None)
    if not question.get("ambush_possible"):
        for name in ("attacker_ambush_drm", "defender_ambush_drm", "night"):
            question.pop(name, None)
    return question


def counts(q):
    if not all(map(_armor.is_gun, _armor.apart(q)[1].values())):
        return False
    return balanced(q["steps"]) and (_groups.has_groups(q) and _groups.sound(_armor.apart(q)[0], ["vehicle"]) or not _groups.has_groups(q) and all(
        len(step.words) == 3 for step in steps_of(q["steps"]) if step.words[0] in ("fire", "return")))


def able(key):
    return [unit for unit in key[0] if not unit.gone and not unit.broken]


def inherent(name):
    return 0 if is_leader(name) else int(name.split("-")[0])


def results_of(text, drm, firers):
    """{cell: Fraction} of one step of fire; `firers` is the key of the side that fires"""
    cowers, leader = 0, 0
    if text.startswith("x"):
        total = sum(Fraction(inherent(unit.name), 2 if unit.pinned else 1) for unit in able(firers)) * fraction(text[1:])
        leaders = [leadership(unit) for unit in able(firers) if is_leader(unit.name) and not unit.pinned]
        helps = leaders and min(leaders) <= 0
        leader = min(leaders) if helps else 0
        if not helps:                                        # A7.9, A19.33
            cowers = 2 if any(line(unit.name)["inexperienced"] == "true" for unit in able(firers)) else 1
    else:
        total = fraction(text)
    column = column_of(total)
    return every_game(lambda dice: dice.read_two(lambda one, other: cell(
        column - (cowers if one == other else 0), one + other + int(drm) + leader)))


def barrage_table(barrage):
    """{(cell,) or (cell of who has a Critical Hit, cell of the others): Fraction} of an attack of an FFE (C1.51, C3.7)"""
    power, tem = fraction(barrage.power) if barrage.calibre is None else Fraction(he_column(barrage.calibre)), 0
    if barrage.terrain:
        row = next(row for row in Charts.rows("asl/terrain.csv") if barrage.terrain in [row["terrain"], *row["also"].split("/")])
        power, tem = power / (2 if row["halves_he"] == "true" else 1), int(row["indirect"])

    def reading(total):
        normal = cell(column_of(power), total + barrage.drm + tem)
        return (normal,) if total > 2 else (critical_cell(power, 2 + barrage.drm - abs(tem)), normal)

    return every_game(lambda dice: dice.read(reading))


def after_barrage(stack, key, table):
    """{key of the stack: Fraction}"""
    after = {}
    for cells, chance in table.items():
        found = after_result(stack, key, cells[0]) if len(cells) == 1 else after_result_of_two(stack, key, cells)
        for now, share in found.items():
            add(after, now, chance * share)
    return after


def add(sums, key, chance):
    sums[key] = sums.get(key, 0) + chance


def unpinned(key):
    return tuple(unit._replace(pinned=False) for unit in key[0]), key[1]


def ambush_drm(key):
    """A11.4: +1 each for pinned, broken and Lax, and the best leader unless he is alone"""
    units = [unit for unit in key[0] if not unit.gone]
    drm = any(unit.pinned for unit in units) + any(unit.broken for unit in units)
    drm += any(line(unit.name)["inexperienced"] == "true" for unit in units)
    leaders = [leadership(unit) for unit in units if is_leader(unit.name) and not unit.broken and not unit.pinned]
    return drm + (min(leaders) if leaders and len(units) > 1 else 0)


def attack_drm(key):
    """The best able leader, where he is not alone and where it helps"""
    units = able(key)
    leaders = [leadership(unit) for unit in units if is_leader(unit.name) and not unit.pinned]
    return min(0, min(leaders)) if leaders and len(units) > 1 else 0


def close_power(unit):
    return 1 if is_smc(unit.name) else int(unit.name.split("-")[0])


def holds_prisoners(units):
    return any("held" in (unit.taken, unit.half) for unit in units)


def attacked(dice, targets, by, factor, drm, q, taking=False, guards=False):
    """The units under attack after one attack of all of `by` on all of them (A11.11, A11.16); taking: to take prisoners
    (A20.22); guards: one of `by` guards some (A20.52)"""
    units = [unit for unit in targets if not unit.gone]
    powers = [Fraction(close_power(unit), 2 if unit.pinned else 1) for unit in able((by,))]
    mine = sum(powers, Fraction(0))
    if not units or not mine:
        return targets
    if guards and not any(unit.broken and not unit.gone for unit in by):
        mine -= min(powers) / 2
    number = kill_number(mine * fraction(factor) / sum(close_power(unit) for unit in units), q["hand_to_hand"])
    helps = q["broken_drm"] == "each" or all(unit.broken for unit in units)
    drm += attack_drm((by,))

    def reading(total):
        finals = [total + drm - (2 if unit.broken and helps else 0) +
                  (0 if not taking else -1 if line(unit.name)["inexperienced"] == "true" else 1) for unit in targets]
        return tuple("none" if unit.gone or final > number else "gone" if final < number else "reduced"
                     for unit, final in zip(targets, finals))

    found = dice.read(reading)
    stack = Stack(targets)
    for place, what in enumerate(found):
        if what == "gone":
            put(stack, place, gone=True, taken="held" if taking else "")
    if "reduced" in found and taking:                        # A20.22: its owner gives one
        place = min((place for place, what in enumerate(found) if what == "reduced"),
                    key=lambda place: (*given_up(stack.units[place]), stack.units[place].reduced,
                                       stack.units[place].pinned != PINNED_IS_GIVEN_FIRST))
        less = None if is_smc(stack.units[place].name) else line(stack.units[place].name)["reduced_to"]
        if less:
            put(stack, place, name=less, reduced=True, half="held")
        else:
            put(stack, place, gone=True, taken="held")
    elif "reduced" in found:
        for place in random_selection(dice, [place for place, what in enumerate(found) if what == "reduced"], 1):
            casualty_reduction(dice, stack, place)
    return tuple(stack.units)


def set_free(units):
    return tuple(unit._replace(**{name: "free" for name in ("taken", "half") if getattr(unit, name) == "held"}) for unit in units)


def round_of(dice, defender, inside, first, q, taking=False):
    """(the units of both sides after a round of close combat, who ambushes); taking: of the attackers' prisoners"""
    after, now, ambush = struck_in_round(dice, defender, inside, first, q, taking)
    if not any(not unit.gone for unit in now):               # A20.5: no captor is left
        after = set_free(after)
    return after, now, ambush


def struck_in_round(dice, defender, inside, first, q, taking):
    guards = holds_prisoners(defender)
    ambush = None
    if first and q["ambush_possible"] and able((defender,)):                     # A11.4
        mine = q["attacker_ambush_drm"] + ambush_drm((inside,))
        theirs = q["defender_ambush_drm"] + ambush_drm((defender,))
        ambush = dice.read_two(lambda one, other: "attacker" if one + mine <= other + theirs - (2 if q["night"] else 3)
                               else "defender" if other + theirs <= one + mine - 3 else None)
    mine = q["attacker_drm"] + {"attacker": -1, "defender": 1, None: 0}[ambush]
    theirs = q["defender_drm"] + {"attacker": 1, "defender": -1, None: 0}[ambush]
    if ambush == "defender":
        now = attacked(dice, inside, defender, q["defender_factor"], theirs, q)
        after = attacked(dice, defender, now, q["attacker_factor"], mine, q, taking, guards)
    else:
        after = attacked(dice, defender, inside, q["attacker_factor"], mine, q, taking, guards)
        now = attacked(dice, inside, after if ambush else defender, q["defender_factor"], theirs, q)
        if taking and not ambush and all(unit.gone for unit in now):             # A20.221
            after = defender
    return after, now, ambush


def lost_leader(key, now):
    """The key with what is left, and a note of a leader who died"""
    died = any(is_leader(unit.name) and unit.gone and not was.gone for was, unit in zip(key[0], now))
    return tuple(now), key[1] | ({"leader_lost"} if died else set())


def still_pinned(units, before):
    return tuple(unit._replace(pinned=was.pinned and not unit.broken and not unit.gone)
                 for unit, was in zip(units, before))


State = namedtuple("State", "defender attacker behind events defender_dm attacker_dm decided away own_away fought")


def present(key):
    return any(not unit.gone for unit in key[0])


LATER = "behind, and may go in in this Player Turn"


def advanced(state, q):
    """Who can advances (A4.7); the others stay behind until a Player Turn in which they can."""
    able_to = [not (unit.gone or unit.broken or unit.pinned or q["advance"] == "none") for unit in state.attacker[0]]
    if state.behind is None:
        behind = tuple(not can for can in able_to)
    else:
        behind = tuple(stays is True or stays == LATER and not can for stays, can in zip(state.behind, able_to))
    went = {"attacker_goes_in"} if not all(behind) else set()
    return state._replace(behind=behind, events=state.events | went)


def close_combat(state, q, seen, own_of, taking):
    """{State: Fraction} after a round"""
    if own_of == "attacker" or q["any_order"]:
        state = advanced(state, q)
    defender, attacker, behind = state.defender, state.attacker, state.behind
    inside = tuple(unit._replace(gone=unit.gone or stays) for unit, stays in zip(attacker[0], behind))
    if all(unit.gone for unit in inside) or not present(defender):
        return {state: Fraction(1)}
    # a further round is one of the next Player Turn: pins count for nothing there, but are told in the end
    first = not state.fought
    now_defender, now_inside = (units if first else tuple(unit._replace(pinned=False) for unit in units)
                                for units in (defender[0], inside))
    what = (now_defender, now_inside, first)
    if what not in seen:
        seen[what] = every_game(round_of, *what, q, taking)
    sums = {}
    for (after, now, ambush), chance in seen[what].items():
        after, now = still_pinned(after, defender[0]), still_pinned(now, inside)
        merged = [was if stays else unit for was, unit, stays in zip(attacker[0], now, behind)]
        more = state.events | {"close_combat"} | ({ambush + "_ambushes"} if ambush else set())
        # where it is no Melee any more the next who go in may ambush, and be ambushed
        melee = any(not unit.gone for unit in after) and any(not unit.gone for unit in now)
        add(sums, state._replace(defender=lost_leader(defender, after), attacker=lost_leader(attacker, merged),
                                 events=more, fought=melee), chance)
    return sums


def rallies(dice, units, q, side, dm, own, mmc_tried=False):
    """One Rally Phase of a Stack (A10.6-.64); own: whether it is that of its own Player Turn (A18.11). Whether an MMC of the
    side has tried"""
    tried = set()

    def helper(place):
        found = [leadership(unit) for other, unit in enumerate(units.units)
                 if other != place and is_leader(unit.name) and not (unit.broken or unit.gone)]
        return min(found) if found else None

    def may(place):
        unit = units.units[place]
        if unit.gone or not unit.broken or place in tried:
            return False
        if helper(place) is not None:
            return True
        if unit.disrupted:                                   # A19.12: only a leader rallies them
            return False
        return line(unit.name)["kind"] in ("leader", "crew") or own and not mmc_tried

    while True:
        able_ones = sorted((place for place in range(len(units.units)) if may(place)),
                           key=lambda place: rally_rank(units, place))
        if not able_ones:
            return mmc_tried
        place = able_ones[0]
        tried.add(place)
        unit, leader = units.units[place], helper(place)
        mmc = not is_smc(unit.name)
        first_alone = mmc and own and not mmc_tried and leader is None
        mmc_tried = mmc_tried or mmc
        drm = q[f"{side}_rally_drm"] + terrain_of(q[f"{side}_terrain"]) + (4 if dm else 0)
        drm += 1 if leader is None else leader               # A10.63
        level = morale(units, unit)
        how = dice.read(lambda total: "fate" if total == 12 else total + drm <= level or total == 2 and first_alone)
        if how == "fate":                                    # A10.64
            casualty_reduction(dice, units, place)
            if is_leader(unit.name) and units.units[place].gone:
                note_loss(units, place, unit)
                leaders_are_lost(dice, units)
        elif how:
            put(units, place, broken=False, disrupted=False)


def terrain_of(value):
    return terrain_drm(value) if isinstance(value, str) else value


def rallied(state, stacks, q, words, own_of, seen):
    for side in ("defender", "attacker"):
        if words[1:] in ((), (side,)) and stacks[side]:
            key, dm = getattr(state, side), getattr(state, side + "_dm")
            what = (side, key, dm, own_of == side)

            def play(dice):
                units = stacks[side].again(key)
                rallies(dice, units, q, side, dm, own_of == side)
                return units.key()

            if what not in seen:
                seen[what] = every_game(play)
            if side == "defender":
                chances = {state._replace(defender=now): chance for now, chance in seen[what].items()}
            else:
                return {after._replace(attacker=now): share * chance
                        for after, share in chances.items() for now, chance in seen[what].items()} \
                    if words[1:] == () else {state._replace(attacker=now): chance for now, chance in seen[what].items()}
    return chances


def could_hurt(results):
    """A10.62: the attack could come to an NMC"""
    return any(result not in ("-", "PTC") for result in results)


def routed(state, side):
    key = getattr(state, side)
    name = "away" if side == "defender" else "own_away"
    away = tuple((place, unit) for place, unit in enumerate(key[0]) if unit.broken and not unit.gone)
    left = tuple(unit._replace(gone=unit.gone or unit.broken) for unit in key[0]), key[1]
    return state._replace(**{side: left, name: getattr(state, name) + away})


def played(state, stacks, q, words, own_of, seen):
    """{State: Fraction} after a step"""
    if words[0] in ("fire", "return"):
        side = "defender" if words[0] == "fire" else "attacker"
        firers = state.attacker if words[0] == "fire" else state.defender
        results, after = results_of(words[1], words[2], firers), {}
        if not present(getattr(state, side)):
            return {state: Fraction(1)}
        dm = getattr(state, side + "_dm") or could_hurt(results)
        for result, share in results.items():
            for now, part in after_result(stacks[side], getattr(state, side), result).items():
                add(after, state._replace(**{side: now, side + "_dm": dm}), share * part)
        return after
    if words[0] == "oba":
        side, table = words[1], barrage_table(_groups.barrage_of(words))
        if not stacks[side] or not present(getattr(state, side)):
            return {state: Fraction(1)}
        dm = getattr(state, side + "_dm") or could_hurt([result for cells in table for result in cells])
        return {state._replace(**{side: now, side + "_dm": dm}): chance
                for now, chance in after_barrage(stacks[side], getattr(state, side), table).items()}
    if words[0] == "rally":
        return rallied(state, stacks, q, words, own_of, seen)
    if words[0] == "rout":
        if words[1:] != ("attacker",):
            state = routed(state, "defender")
        if words[1:] in (("attacker",), ("both",)):
            state = routed(state, "attacker")
        return {state: Fraction(1)}
    if words[0] == "advance":
        return {advanced(state, q): Fraction(1)}
    if words[0] in CLOSE_COMBAT:
        return close_combat(state, q, seen, own_of, words[0] == "capture")
    behind = state.behind and tuple(LATER if stays else False for stays in state.behind)
    return {state._replace(defender=unpinned(state.defender), attacker=unpinned(state.attacker), behind=behind): Fraction(1)}


def decided(state, number, both):
    if state.decided is None and (not able(state.defender) or both and not able(state.attacker)):
        return state._replace(decided=number)
    return state


def value(unit, q, side):
    """Its BPV"""
    rows = [row for row in Charts.rows("asl/infantry-bpv.csv") if row["unit"] == unit.name]
    mine = [row for row in rows if row["nationality"] == q[f"{side}_nationality"]] or rows
    return int(mine[0]["bpv"]) if mine else 0


def points_lost(before, units, q, side):
    if q["casualty_vp"]:
        return casualty_vp(before, units)
    return sum(value(was, q, side) - (0 if now.gone else value(now, q, side)) for was, now in zip(before, units))


HALVES = {"squad": 2, "half_squad": 1}


def lost_by_kind(before, units):
    """A squad is two half-squads, and loses one where it is reduced"""
    lost = {"half_squads": 0, "crews": 0, "leaders": 0}
    for was, now in zip(before, units):
        kind = line(was.name)["kind"]
        if kind == "vehicle":
            continue
        if kind in HALVES:
            lost["half_squads"] += HALVES[kind] - (0 if now.gone else HALVES[line(now.name)["kind"]])
        else:
            lost["crews" if kind == "crew" else "leaders"] += now.gone
    return lost


def ended(stacks, state, q, there=None, inside=None, freed=()):
    if there is None:
        there = [unit for unit in state.defender[0] if not unit.gone]
        freed = [unit for unit in state.defender[0] if "free" in (unit.taken, unit.half)]
        inside = [unit for unit, stays in zip(state.attacker[0], state.behind or ()) if not stays and not unit.gone]
    there = there or not inside and freed                    # A20.5: they hold it, if nobody else does
    outcome = "melee" if inside and there else "attacker_holds" if inside else "defender_holds" if there else "nobody_holds"
    events, counted = set(state.events), {}
    events |= {"defender_gone"} if not there else set()
    if q["when_decided"] and state.decided is not None:
        events.add("decided")
        counted["decided_after"] = state.decided
    for side, away in (("defender", state.away), ("attacker", state.own_away)):
        if not stacks[side]:
            continue
        key = getattr(state, side)
        units = list(key[0])
        for place, unit in away:
            units[place] = unit
        before = units
        units = [unit._replace(gone=False, reduced=True, broken=False, pinned=False) if unit.taken == "free" else unit
                 for unit in units]
        name = "" if side == "defender" else "attacker_"
        _, found, measures = report(stacks[side].again((tuple(units), key[1])))
        fine = [not (unit.gone or unit.broken or unit.pinned or unit.reduced or unit.was_broken) for unit in units]
        if all(fine):
            found.add("good_order")
        found.discard("leader_lost")                         # as all of these: what is so in the end
        if any(is_leader(unit.name) and (unit.gone or unit.broken and not unit.was_broken) for unit in units):
            found.add("leader_lost")
        if side == "attacker":
            found -= {"nmc_or_better", "replaced"}
        events |= {name + event for event in found}
        counted |= {f"{side}s_{what}": number for what, number in measures.items()}
        counted[f"{side}s_unbroken"] = len(able(key))
        if len(units) > 1:
            counted[name + "good_order_share"] = int(Fraction(100 * sum(fine), len(units)) + Fraction(1, 2))
        if q["by_kind"]:
            counted |= {f"{side}s_{kind}_lost": number for kind, number in lost_by_kind(stacks[side].units, units).items()}
        if q["casualty_vp"] or q[f"{side}_nationality"]:
            counted[f"{side}s_points_lost"] = points_lost(stacks[side].units, units, q, side)
        if side == "defender":
            held = [unit for unit in before if unit.taken == "held"]
            halves = sum(unit.half == "held" for unit in before)
            counted["defenders_captured"] = len(held) + halves
            if q["casualty_vp"]:                             # A26.222
                counted["defenders_points_lost"] -= sum(unit.half == "free" for unit in before)
                counted["defenders_points_captured"] = halves + casualty_vp(held, held)
    if "defenders_points_lost" in counted and "attackers_points_lost" in counted:
        counted["points_won"] = counted["defenders_points_lost"] - counted["attackers_points_lost"]
    return End(outcome, events, **counted)


def beginning(q, side):
    named = q.get(f"{side}_broken")
    broken = expanded(named) if named not in (None, "none") else []
    all_broken = q.get(f"{side}_status") == "broken"
    units = []
    for name in expanded(q[side] or ""):
        it_is = all_broken and name != "vehicle" or name in broken
        if name in broken:
            broken.remove(name)
        units.append(Unit(name, it_is, False, False, False, it_is))
    return Stack(units, q[f"{side}_elr"], (), any(unit.broken for unit in units)) if units else None


def firepower_at(power, reach, distance):
    """A7.22"""
    return Fraction(power) if distance <= reach else Fraction(power, 2) if distance <= 2 * reach else Fraction(0)


def chart_of(weapon):
    row = Charts.by("asl/support-weapons.csv", "weapon")[weapon]
    return int(row["firepower"]), int(row["normal_range"]), int(Charts.by("asl/machine-guns.csv", "weapon")[weapon]["rof"])


# crew: which unit mans it, None where none of who cower does; number: its B#
Gun = namedtuple("Gun", "power rof crew inexperienced name number")


def crew_of_group(units, weapons, distance):
    """(FP before range 1 and the phase, [Gun], how many MMC fire unpinned, whether the leader fires) of a group"""
    fit = [unit for unit in units if not unit.gone and not unit.broken]
    mmc = [unit for unit in fit if not is_smc(unit.name)]
    leaders = [unit for unit in fit if is_leader(unit.name) and not unit.pinned]
    crews = [unit for unit in mmc if not unit.pinned] or mmc or leaders
    alone = not mmc
    strongest = sorted(weapons, key=lambda weapon: -firepower_at(*chart_of(weapon)[:2], distance))

    def own(unit):
        power, reach = (int(part) for part in unit.name.split("-")[:2])
        return firepower_at(power, reach, distance) / (2 if unit.pinned else 1)

    def worth(way):
        total, load = Fraction(0), [0] * len(crews)
        for weapon, place in way:
            load[place] += 1
            total += firepower_at(*chart_of(weapon)[:2], distance) / (2 if alone or crews[place].pinned else 1)
        for unit in mmc:
            if not any(unit is crew for crew in crews):
                total += own(unit)
        for unit, many in zip(crews, load):
            squad = not alone and line(unit.name)["kind"] == "squad"
            if many > (2 if squad else 1):                   # A7.351-.352
                return None
            if not alone and many < (2 if squad else 1):
                total += own(unit)
        return total

    total, way = _groups.manned(crews, strongest, worth)
    guns = []
    for weapon, place in way:
        power, reach, rof = chart_of(weapon)
        poor = not alone and line(crews[place].name)["inexperienced"] == "true"
        if firepower_at(power, reach, distance):
            guns.append(Gun(firepower_at(power, reach, distance) / (2 if alone or crews[place].pinned else 1),
                            0 if crews[place].pinned else rof, None if alone else place, poor, weapon,
                            int(Charts.by("asl/machine-guns.csv", "weapon")[weapon]["breakdown"]) - poor))
    return total or Fraction(0), guns, sum(not unit.pinned for unit in mmc), alone and bool(way)


class Groups:
    """What befalls groups of ASL"""

    one_by_one = False                                       # a crossing is one step, also under two groups

    def present(self, unit):
        return not unit.gone

    def able(self, unit):
        return not unit.gone and not unit.broken

    def may_go(self, unit):
        return not (unit.gone or unit.broken or unit.pinned)

    def is_squad(self, unit):
        return line(unit.name)["kind"] == "squad"

    def hot_at_first(self, q, side):
        return q[f"{side}_dm"]

    def units_at_first(self, q, side, groups):
        text = " ".join(" ".join(group.units) for group in groups)
        stack = beginning({**q, side: text}, side) if text else None
        return stack.units if stack else []

    def turn_ends(self, entry):
        return entry._replace(units=tuple(unit._replace(pinned=False) for unit in entry.units))

    def rout(self, entry):
        away = tuple((place, unit) for place, unit in zip(entry.places, entry.units) if unit.broken and not unit.gone)
        return entry._replace(units=tuple(unit._replace(gone=unit.gone or unit.broken) for unit in entry.units),
                              away=entry.away + away)

    def rally(self, q, entry, own, mmc_tried):
        def play(dice):
            units = Stack(entry.units, q[f"{entry.side}_elr"])
            units.events = set(entry.notes)
            tried = rallies(dice, units, q, entry.side, entry.hot, own, mmc_tried)
            return tuple(units.units), frozenset(units.events), tried if own else mmc_tried
        return every_game(play)

    def round(self, q, defenders, attackers, first, taking=False):
        before = defenders, attackers
        if not first:
            defenders, attackers = (tuple(unit._replace(pinned=False) for unit in units) for units in before)
        sums = {}
        games = every_game(round_of, defenders, attackers, first, q, taking)
        for (after, now, ambush), chance in games.items():
            events = frozenset({"close_combat"} | ({ambush + "_ambushes"} if ambush else set()))
            add(sums, (tuple(still_pinned(after, before[0])), tuple(still_pinned(now, before[1])), events), chance)
        return sums

    def shot(self, q, target, shot):
        """{Entry: Fraction} after an attack and the further shots of its MGs (A9.2)"""
        stack = Stack(target.units, q[f"{target.side}_elr"])
        shots = self.first_shot(shot)
        going = {((target.units, target.notes), shots[0], ()): Fraction(1)}
        hurt, ends = target.hot, {}
        for number in range(4):
            after = {}
            for (key, fire, before), chance in going.items():
                for (result, guns, jammed, _), share in fire.results().items():
                    hurt = hurt or could_hurt([result])
                    lost = tuple(sorted(before + jammed))
                    for now, part in after_result(stack, key, result).items():
                        if guns and number < 3:
                            add(after, (now, fire.again(guns), lost), chance * share * part)
                        else:
                            add(ends, (now, lost), chance * share * part)
            going = after
        return {(target._replace(units=units, notes=notes, hot=hurt), lost): chance
                for ((units, notes), lost), chance in ends.items()}

    def barrage(self, q, target, barrage):
        """{Entry: Fraction}"""
        table = barrage_table(barrage)
        hot = target.hot or could_hurt([result for cells in table for result in cells])
        after = after_barrage(Stack(target.units, q[f"{target.side}_elr"]), (target.units, target.notes), table)
        return {target._replace(units=units, notes=notes, hot=hot): chance for (units, notes), chance in after.items()}

    def machine_guns(self, power, drm, guns):
        """Those of a vehicle, {name: FP}: they never cower, have no rate of fire and a B# of 12 each (A7.9, A9.7)"""
        return Fire(power, drm, 0, tuple(Gun(mine, 0, None, False, name, 12) for name, mine in guns.items()), 0)

    def first_shot(self, shot):
        if isinstance(shot.power, Fire):                     # of a vehicle
            return [shot.power]
        if shot.power is not None:
            return [Fire(fraction(shot.power), shot.drm, 0, (), 0)]
        if shot.factor is not None:
            total, leaders, smc_only, poor = Fraction(0), [], True, False
            for _, entry in shot.firers:
                fit = able((entry.units,))
                mine = sum(Fraction(inherent(unit.name), 2 if unit.pinned else 1) for unit in fit)
                if mine:
                    total += mine
                    poor = poor or any(line(unit.name)["inexperienced"] == "true" for unit in fit)
                    leaders.append(self.directs(fit))
            leader = None if None in leaders or not leaders else max(leaders)
            cowers = 0 if leader is not None else 2 if poor else 1
            return [Fire(total * fraction(shot.factor), shot.drm + (leader or 0), cowers, (), 0)]
        total, guns, firing, leaders, poor, alone = Fraction(0), [], 0, [], False, False
        for group, entry in shot.firers:
            distance = shot.range or group.range or 1
            fit = able((entry.units,))
            power, theirs, many, by_leader = crew_of_group(entry.units, group.weapons, distance)
            if not power:
                continue
            double = 2 if distance == 1 else 1               # A7.21
            total += power * double
            guns += [gun._replace(power=gun.power * double, crew=None if gun.crew is None else gun.crew + firing,
                                  name=(group.name, gun.name)) for gun in theirs]
            firing += many
            poor = poor or any(line(unit.name)["inexperienced"] == "true" for unit in fit)
            leaders.append(None if by_leader else self.directs(fit))
            alone = by_leader
        # A7.52: a leader in each Location, the worst of them
        leader = None if None in leaders or not leaders else max(leaders)
        cowers = 0 if leader is not None or alone and len(leaders) == 1 else 2 if poor else 1
        if shot.advancing:                                   # A7.24; no rate of fire
            total /= 2
            guns = [gun._replace(rof=0) for gun in guns]
        drm = shot.drm + (leader or 0)
        if shot.terrain:
            drm += int(next(row["drm"] for row in Charts.rows("asl/terrain.csv")
                            if shot.terrain in [row["terrain"], *row["also"].split("/")]))
        return [Fire(total, drm, cowers, tuple(guns), firing)]

    def fires(self, shot, group, entry):
        return True                                          # nothing of ASL asks

    def grenades(self, assault, state, words):
        """A24.1: one try of the able squad of the highest exponent"""
        words = [word.rstrip("?") for word in words]
        name = next((word for word in words[1:] if word in assault.names["attacker"]), assault.names["attacker"][0])
        if (name, "laid") in state.laid or (name, "over") in state.laid or (name, "none") in state.laid:
            return {state: Fraction(1)}                      # one try in a MPh
        source = assault.behind(state, name)
        exponents = {row["squad"]: int(row["exponent"]) for row in Charts.rows("asl/smoke-exponents.csv")}
        given = int(words[-1]) if words[-1].isdigit() else None
        found = [exponents.get(unit.name, 0) if given is None else given for unit in source.units
                 if self.may_go(unit) and self.is_squad(unit)]
        if not max(found, default=0):
            return {state: Fraction(1)}
        sums = {}
        for face in range(1, 7):
            how = "over" if face == 6 else "laid" if face <= max(found) else "none"
            add(sums, state._replace(laid=state.laid | {(name, how)}), Fraction(1, 6))
        return sums

    def crosses(self, assault, state, words):
        """A8.1-.3: through each Location under First Fire and Subsequent First Fire"""
        name, ground, firers = assault.crossing(words)
        source = assault.behind(state, name)
        moving = [index for index, unit in enumerate(source.units) if self.may_go(unit)]
        if not moving or (name, "over") in state.laid:
            return {state: Fraction(1)}
        groups = []
        for firer in firers:
            entry = assault.active(state, firer)
            if entry and not assault.melee(state, entry.where):
                groups.append((assault.working(state, assault.by_name[firer]), entry.units))
        way, units = Crossing(ground, (name, "laid") in state.laid), tuple(source.units[index] for index in moving)
        what = "cross", way.key, units, source.notes, tuple(groups)
        if what not in assault.seen:
            assault.seen[what] = way.ends(self, Stack(units, assault.q["attacker_elr"]), source.notes, groups)
        sums = {}
        for (after, across, notes, jammed, hot), chance in assault.seen[what].items():
            now, goes = list(source.units), [False] * len(source.units)
            for index, unit, over in zip(moving, after, across):
                now[index], goes[index] = unit, over
            then = assault.put(state, {source: source._replace(units=tuple(now), notes=notes, hot=source.hot or hot)})
            then = then._replace(jammed=tuple(sorted(state.jammed + jammed)))
            add(sums, assault.goes_across(then, name, goes), chance)
        return sums

    def directs(self, units):
        found = [leadership(unit) for unit in units if is_leader(unit.name) and not unit.pinned]
        return min(found) if found and min(found) <= 0 else None


class Fire(namedtuple("Fire", "power drm cowers guns firing")):
    """One shot; guns: its MGs; firing: how many units are marked by chance where they cower"""

    def results(self, marks=False):
        """{(cell, the guns that go on, the names of those that malfunction, who is marked): Fraction}"""
        column = column_of(self.power)
        if column < 0:
            return {("-", (), (), ()): Fraction(1)}

        def play(dice):
            def reading(one, other):
                doubles = one == other and self.cowers
                keep = tuple(gun for gun in self.guns if one <= gun.rof)
                over = tuple(gun for gun in self.guns if one + other >= gun.number)
                return cell(column - (self.cowers if doubles else 0), one + other + self.drm), keep, over, bool(
                    doubles and (keep or marks))
            result, keep, over, lost = dice.read_two(reading)
            if len(over) > 1:                                # A9.71
                over = tuple(over[place] for place in random_selection(dice, list(range(len(over))), 1))
            keep = tuple(gun for gun in keep if gun not in over)
            chosen = ()
            if lost:
                chosen = tuple(random_selection(dice, list(range(self.firing)), 1)) if self.firing else ()
                keep = tuple(gun for gun in keep if gun.crew not in chosen)
            return result, keep, tuple(gun.name for gun in over), chosen
        return every_game(play)

    def again(self, guns):
        crews = sorted({gun.crew for gun in guns if gun.crew is not None})
        cowers = self.cowers and (2 if any(gun.inexperienced for gun in guns) else 1)
        return Fire(sum(gun.power for gun in guns), self.drm, cowers,
                    tuple(gun._replace(crew=None if gun.crew is None else crews.index(gun.crew)) for gun in guns), len(crews))


# of a group that fires: marker 'none', 'first' or 'final'; kept: MGs that keep their rate; marked: who is marked by cowering
Firers = namedtuple("Firers", "marker kept marked jammed")


class Crossing:
    """The Locations of a crossing, and what is fired at those who are in them"""

    def __init__(self, ground, laid):
        self.key = ground, laid
        words = list(ground)

        def value(word, default):
            if word not in words:
                return default
            at = words.index(word)
            found = words[at + 1]
            del words[at:at + 2]
            return found

        self.range = value("range", None)
        self.hindrance, self.drm = int(value("hindrance", 0)), int(value("drm", 0))
        self.subsequent = value("subsequent_fire", "yes") in ("yes", "true")
        self.cowering = value("cowering", None)
        self.dash = value("moves", None) == "dash"
        many = int(words.pop(0)) if words and words[0].isdigit() else 1
        goal = " ".join(words[words.index("to") + 1:]) if "to" in words else None
        street = " ".join(words[:words.index("to")] if goal else words) or "open ground"
        # (terrain, MF, SMOKE, in the street) of each Location; without a goal of its own the last of the street is it
        self.way = [(street, 1, 0, True)] * many
        self.way = self.way + [(goal, 2, 0, False)] if goal else self.way[:-1] + [(street, 1, 0, False)]
        if laid:                                             # A24.5, A24.7
            place, spent, _, in_street = self.way[0]
            self.way[0] = place, spent + 1, 2, in_street

    def location_drm(self, terrain, smoke):
        row = next(row for row in Charts.rows("asl/terrain.csv") if terrain in [row["terrain"], *row["also"].split("/")])
        hindrance = self.hindrance + smoke
        return self.drm + hindrance + int(row["drm"]) - 1 - (row["open"] == "true" and hindrance == 0)

    def fire(self, game, group, units, firers, drm, in_street, shots, spent):
        """The next shot of a group as (Fire, what it is), None where it has none"""
        distance = int(self.range or group.range or 1)
        first = game.first_shot(Shot(group, units, distance, drm))[0]
        first = first._replace(firing=len(self.crews(units)))                    # A7.9: who is marked may be pinned, too
        if self.cowering == "never":
            first = first._replace(cowers=0)
        if firers.marker == "none":
            fire, kind = first, "first"
        elif firers.kept:
            if shots >= spent:
                return None
            fire, kind = first.again(firers.kept), "rate"
        elif firers.marker == "first" and self.subsequent and shots < spent:
            fire, kind = self.subsequent_fire(first, group, units, firers, distance), "subsequent"
        else:
            return None
        if self.dash and in_street:
            fire = fire._replace(power=fire.power / 2)
        return (fire, kind) if fire.power >= 1 else None

    @staticmethod
    def crews(units):
        found = [unit for unit in able((units,)) if not is_smc(unit.name)]
        return [unit for unit in found if not unit.pinned] + [unit for unit in found if unit.pinned]

    def subsequent_fire(self, first, group, units, firers, distance):
        """A8.3: half FP, Normal Range; B# two lower; without those marked by cowering and their MGs"""
        double = 2 if distance == 1 else 1
        total, guns = Fraction(0), []
        for gun in first.guns:
            power, reach, _ = chart_of(gun.name[1])
            if gun.name not in firers.jammed and gun.crew not in firers.marked and distance <= reach:
                guns.append(gun._replace(power=gun.power / 2, rof=0, number=gun.number - 2))
                total += gun.power / 2
        for place, unit in enumerate(self.crews(units)):
            power, reach = (int(part) for part in unit.name.split("-")[:2])
            if distance <= reach and place not in firers.marked:                 # A7.351-.352: also of who mans a MG
                total += Fraction(power, 4 if unit.pinned else 2) * double
        return first._replace(power=total, guns=tuple(guns))

    def ends(self, game, stack, notes, groups):
        """{(units, who is across, notes, MGs that malfunctioned, whether they were hurt): Fraction}"""
        start = tuple(Firers("none", (), (), ()) for _ in groups)
        chances = {(tuple(stack.units), (False,) * len(stack.units), notes, start, False): Fraction(1)}
        for terrain, spent, smoke, in_street in self.way:
            drm = self.location_drm(terrain, smoke)
            for index in range(len(groups)):
                for shots in range(spent):
                    chances = self.shoot(game, stack, chances, groups, index, (drm, in_street, shots, spent))
                    if len(chances) > 1000:
                        raise TooLong
            if in_street:
                after = {}
                for (units, stays, *rest), chance in chances.items():
                    stays = tuple(stay or not game.may_go(unit) for stay, unit in zip(stays, units))
                    add(after, (units, stays, *rest), chance)
                chances = after
        sums = {}
        for (units, stays, notes, firers, hot), chance in chances.items():
            across = tuple(not stay and not unit.gone and not unit.broken for stay, unit in zip(stays, units))
            add(sums, (units, across, notes, tuple(sorted(name for one in firers for name in one.jammed)), hot), chance)
        return sums

    def shoot(self, game, stack, chances, groups, index, where):
        after, (group, firing) = {}, groups[index]
        for state, chance in chances.items():
            units, stays, notes, firers, hot = state
            here = [place for place, stay in enumerate(stays) if not stay]
            shot = None
            if any(game.may_go(units[place]) for place in here):
                shot = self.fire(game, group, firing, firers[index], *where)
            if shot is None:
                add(after, state, chance)
                continue
            fire, kind = shot
            results = fire.results(marks=kind != "subsequent")
            hurt = hot or could_hurt([result for result, *_ in results])
            part_stack = Stack([units[place] for place in here], stack.elr)
            for (result, kept, jammed, marked), share in results.items():
                mine = firers[index]
                if kind == "rate":                           # those who are marked, by their places in the group
                    crews = sorted({gun.crew for gun in mine.kept if gun.crew is not None})
                    kept = tuple(gun._replace(crew=None if gun.crew is None else crews[gun.crew]) for gun in kept)
                    marked = tuple(crews[place] for place in marked)
                now = Firers("final" if kind == "subsequent" else "first", () if kind == "subsequent" else kept,
                             mine.marked + marked, tuple(sorted(mine.jammed + jammed)))
                for (those, more), part in after_result(part_stack, (tuple(part_stack.units), notes), result).items():
                    then = list(units)
                    for place, unit in zip(here, those):
                        then[place] = unit
                    everybody = firers[:index] + (now,) + firers[index + 1:]
                    add(after, (tuple(then), stays, more, everybody, hurt), chance * share * part)
        return after


def Shot(group, units, distance, drm):
    entry = _groups.Entry("defender", group.name, group.name, units, (), False, frozenset(), ())
    return _groups.Shot(None, [(group, entry)], None, None, drm, distance, None, False)


def count_groups(q):
    ends = {}
    for (end, _, _), chance in ends_of_groups(q).items():
        add(ends, end, chance)
    return tally(ends)


def ends_of_groups(q):
    """{(End, the defenders, the attackers): Fraction}"""
    q, things = _armor.apart(q)
    assault, ends = _armor.Assault(q, Groups(), things) if things else _groups.Assault(q, Groups()), {}
    where = assault.reported_hex()
    stacks = {side: None for side in ("defender", "attacker")}
    for side, names in assault.names.items():
        if names:
            stacks[side] = beginning({**q, side: " ".join(" ".join(assault.by_name[name].units) for name in names)}, side)
    for state, chance in assault.ends().items():
        keys, away = {}, {}
        for side in ("defender", "attacker"):
            mine = [entry for entry in state.entries if entry.side == side]
            keys[side] = (tuple(assault.units_of(state, side)),
                          frozenset(note for entry in mine for note in entry.notes))
            away[side] = tuple(pair for entry in mine for pair in entry.away)
        events = state.events | (assault.events(state) if things else set())
        plain = State(keys["defender"], keys["attacker"], None, events, False, False, state.decided, away["defender"],
                      away["attacker"], False)
        freed = [unit for entry in state.entries if entry.where == where for unit in entry.units if "free" in (unit.taken, unit.half)]
        end = ended(stacks, plain, q, assault.holders(state, "defender", where), assault.holders(state, "attacker", where), freed)
        if things and q["by_kind"]:
            lost = assault.lost_by_kind(state, "defender") | assault.lost_by_kind(state, "attacker")
            end = End(end.outcome, end.events, **{**dict(end.measures), **lost})
        if things and q["casualty_vp"]:
            measures = dict(end.measures)
            sides = [side for side in ("defender", "attacker") if stacks[side]]
            for side in sides:
                measures[f"{side}s_points_lost"] += assault.points_lost(state, side)
            if len(sides) == 2:
                measures["points_won"] = measures["defenders_points_lost"] - measures["attackers_points_lost"]
            end = End(end.outcome, end.events, **measures)
        units = {side: list(keys[side][0]) for side in keys}
        for side, left in away.items():
            for place, unit in left:
                units[side][place] = unit
        add(ends, (end, tuple(units["defender"]), tuple(units["attacker"])), chance)
    return ends


def count(q):
    if _groups.has_groups(q) or any(step.words[0] in _groups.CROSSING for step in steps_of(q["steps"])):
        return count_groups(q)
    stacks = {side: beginning(q, side) for side in ("defender", "attacker")}
    both = stacks["attacker"] is not None
    own = stacks["attacker"].key() if both else ((), frozenset())
    start = State(stacks["defender"].key(), own, None, frozenset(), q["defender_dm"], q["attacker_dm"], None, (), (), False)
    going = {decided(start, 0, both): Fraction(1)}
    steps = _groups.barrages(steps_of(q["steps"]), SIDES_AS_GROUPS)[:q.get("stop_after")]
    steps, turn = fire_order(steps, q["fire_order"] == "reversed"), q["first_turn"]
    for index, step in enumerate(steps):
        if is_left_out(step.words, q):
            continue
        step, after, seen = bare(step), {}, {}
        for state, chance in going.items():
            withheld = withheld_by(step.conditions, {"defender": state.defender, "attacker": state.attacker},
                                   lambda key: not able(key), lambda key: not present(key),
                                   lambda key: sum(line(unit.name)["kind"] == "squad" for unit in able(key)),
                                   lambda key: len(able(key)))
            chances = {state: Fraction(1)} if withheld else played(state, stacks, q, step.words, turn, seen)
            for now, share in chances.items():
                if rally_phase_is_over(steps, index, withheld):        # A10.62
                    now = now._replace(defender_dm=False, attacker_dm=False)
                add(after, decided(now, index + 1, both), chance * share)
        going = after
        if is_end(step.words):
            turn = "defender" if turn == "attacker" else "attacker"
    ends = {}
    for state, chance in going.items():
        add(ends, ended(stacks, state, q), chance)
    return tally(ends)
