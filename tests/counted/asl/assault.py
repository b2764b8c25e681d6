"""asl.assault, from A7.2-.3, A7.8-.9, A10.5, A11.11-.18, A11.4 and A17; fire by FP and DRM or by what is left of a side.

Fire in the words of asl.fire, points and best play are left out, and so are heroes, commissars and the berserk; so are
rallies, what is repeated or has a condition, and the sequence of play.
"""

from fractions import Fraction

from asl._infantry import (Stack, Unit, after_result, casualty_reduction, cell, change as put, column_of, is_leader, is_smc,
                           leadership, line, random_selection, report)
from asl.close_combat import kill_number
from faces import End, every_game, tally
from questions import expanded, fraction

LEAVES_OUT = ("defender_nationality", "attacker_nationality", "casualty_vp", "best", "first_turn", "any_order", "attacker_broken",
              "defender_broken", "attacker_dm", "defender_dm", "attacker_terrain", "defender_terrain", "attacker_rally_drm",
              "defender_rally_drm")
EVENTS = ("defender_gone", "nmc_or_better", "replaced", "attacker_goes_in", "close_combat", "attacker_ambushes",
          "defender_ambushes", "leader_lost", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced",
          "attacker_leader_lost", "attacker_broken_or_worse", "attacker_pinned_or_worse", "attacker_eliminated_or_reduced")
MEASURES = tuple(f"{side}_{what}" for side in ("defenders", "attackers")
                 for what in ("eliminated", "reduced", "broken", "pinned", "unharmed"))
SIDES = ["4-6-7", "4-4-7", "2-4-7", "4-6-7 8-1", "4-4-7 8-0", "2*4-4-7", "4-2-6", "8-1", "9-2 4-4-7", "4-6-7 2-4-7"]


def steps(random):
    def attack(word):
        own = random.random() < 0.4
        power = random.choice(["x1", "x2", "x0.5"] if own else [4, 8, 12])
        return f"{word} {power} {random.choice([-2, 0, 1, 3])}"

    found = [attack(random.choice(["fire", "return"])) for _ in range(random.choice([0, 1, 1, 2]))]
    found += ["rout"] * (random.random() < 0.4) + ["next-turn"] * (random.random() < 0.1)
    found += ["close-combat"] * (random.random() < 0.85)
    if found and found[-1] == "close-combat" and random.random() < 0.2:
        found += ["next-turn"] * (random.random() < 0.5) + ["close-combat"]
    return "; ".join(found or ["close-combat"])


DRAW = {"steps": steps, "attacker": SIDES, "defender": SIDES, "attacker_factor": [0.5, 1, 2], "defender_factor": [0.5, 1],
        "attacker_drm": [-2, -1, 0, 1], "defender_drm": [-2, -1, 0, 1], "attacker_ambush_drm": [-2, 0, 1],
        "defender_ambush_drm": [-2, 0, 1], "fire_order": ["as_written"], "advance": ["all"]}
ALWAYS = ("attacker",)


def change(question, random):
    question.setdefault("attacker", random.choice(SIDES))
    question["any_order"] = True
    if "close-combat" not in question["steps"]:
        for name in ("hand_to_hand", "attacker_drm", "defender_drm", "attacker_factor", "defender_factor", "broken_drm",
                     "ambush_possible", "attacker_ambush_drm", "defender_ambush_drm", "night"):
            question.pop(name, None)
    if not question.get("ambush_possible"):
        for name in ("attacker_ambush_drm", "defender_ambush_drm", "night"):
            question.pop(name, None)
    return question


def counts(q):
    return all(step.strip().split()[0] in ("fire", "return", "rout", "next-turn", "close-combat") and
               len(step.split()) in (1, 3) for step in q["steps"].split(";") if step.strip())


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


def attacked(dice, targets, by, factor, drm, q):
    """The units under attack after one attack of all of `by` on all of them (A11.11, A11.16)"""
    units = [unit for unit in targets if not unit.gone]
    mine = sum((Fraction(close_power(unit), 2 if unit.pinned else 1) for unit in able((by,))), Fraction(0))
    if not units or not mine:
        return targets
    number = kill_number(mine * fraction(factor) / sum(close_power(unit) for unit in units), q["hand_to_hand"])
    helps = q["broken_drm"] == "each" or all(unit.broken for unit in units)
    drm += attack_drm((by,))

    def reading(total):
        finals = [total + drm - (2 if unit.broken and helps else 0) for unit in targets]
        return tuple("none" if unit.gone or final > number else "gone" if final < number else "reduced"
                     for unit, final in zip(targets, finals))

    found = dice.read(reading)
    stack = Stack(targets)
    for place, what in enumerate(found):
        if what == "gone":
            put(stack, place, gone=True)
    if "reduced" in found:
        for place in random_selection(dice, [place for place, what in enumerate(found) if what == "reduced"], 1):
            casualty_reduction(dice, stack, place)
    return tuple(stack.units)


def round_of(dice, defender, inside, first, q):
    """(the units of both sides after a round of close combat, who ambushes)"""
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
        after = attacked(dice, defender, now, q["attacker_factor"], mine, q)
    else:
        after = attacked(dice, defender, inside, q["attacker_factor"], mine, q)
        now = attacked(dice, inside, after if ambush else defender, q["defender_factor"], theirs, q)
    return after, now, ambush


def lost_leader(key, now):
    """The key with what is left, and a note of a leader who died"""
    died = any(is_leader(unit.name) and unit.gone and not was.gone for was, unit in zip(key[0], now))
    return tuple(now), key[1] | ({"leader_lost"} if died else set())


def still_pinned(units, before):
    return tuple(unit._replace(pinned=was.pinned and not unit.broken and not unit.gone)
                 for unit, was in zip(units, before))


def close_combat(state, q, seen):
    """{(key of the defender, of the attacker, who of him stays behind or None, events): Fraction}"""
    defender, attacker, behind, events = state
    first = behind is None
    if first:                                                # who can advances; the others stay behind for good
        behind = tuple(unit.gone or unit.broken or unit.pinned for unit in attacker[0])
    inside = tuple(unit._replace(gone=unit.gone or stays) for unit, stays in zip(attacker[0], behind))
    if all(unit.gone for unit in inside):
        return {(defender, attacker, behind, events): Fraction(1)}
    events = events | {"attacker_goes_in"}
    if all(unit.gone for unit in defender[0]):
        return {(defender, attacker, behind, events): Fraction(1)}
    events = events | {"close_combat"}
    # a further round is one of the next Player Turn: pins count for nothing there, but are told in the end
    now_defender, now_inside = (units if first else tuple(unit._replace(pinned=False) for unit in units)
                                for units in (defender[0], inside))
    what = (now_defender, now_inside, first)
    if what not in seen:
        seen[what] = every_game(round_of, *what, q)
    sums = {}
    for (after, now, ambush), chance in seen[what].items():
        after, now = still_pinned(after, defender[0]), still_pinned(now, inside)
        merged = [was if stays else unit for was, unit, stays in zip(attacker[0], now, behind)]
        more = events | ({ambush + "_ambushes"} if ambush else set())
        add(sums, (lost_leader(defender, after), lost_leader(attacker, merged), behind, more), chance)
    return sums


def renamed(events, before):
    return {before + name for name in events if name not in ("nmc_or_better", "replaced", "all_broken_or_worse")}


def ended(stacks, state, routed):
    defender, attacker, behind, events = state
    units = list(defender[0])
    for place, unit in routed:
        units[place] = unit
    _, found, measures = report(stacks["defender"].again((tuple(units), defender[1])))
    _, theirs, more = report(stacks["attacker"].again(attacker))
    inside = [unit for unit, stays in zip(attacker[0], behind or ()) if not stays and not unit.gone]
    there = [unit for unit in defender[0] if not unit.gone]
    outcome = "melee" if inside and there else "attacker_holds" if inside else "defender_holds" if there else "nobody_holds"
    events = set(events) | (found - {"all_broken_or_worse"}) | renamed(theirs, "attacker_")
    events |= {"defender_gone"} if not there else set()
    counted = {f"defenders_{name}": value for name, value in measures.items()}
    counted |= {f"attackers_{name}": value for name, value in more.items()}
    return End(outcome, events, **counted)


def count(q):
    broken = q["defender_status"] == "broken"
    stacks = {"defender": Stack([Unit(name, broken, False, False, False, broken) for name in expanded(q["defender"])],
                                q["defender_elr"], (), broken),
              "attacker": Stack([Unit(name, False, False, False, False, False) for name in expanded(q["attacker"])],
                                q["attacker_elr"])}
    going = {((stacks["defender"].key(), stacks["attacker"].key(), None, frozenset()), ()): Fraction(1)}
    for step in [text.split() for text in q["steps"].split(";") if text.strip()]:
        after, seen = {}, {}
        for (state, routed), chance in going.items():
            defender, attacker, behind, events = state
            if step[0] == "fire":
                for result, share in results_of(step[1], step[2], attacker).items():
                    for now, part in after_result(stacks["defender"], defender, result).items():
                        add(after, ((now, attacker, behind, events), routed), chance * share * part)
            elif step[0] == "return":
                for result, share in results_of(step[1], step[2], defender).items():
                    for now, part in after_result(stacks["attacker"], attacker, result).items():
                        add(after, ((defender, now, behind, events), routed), chance * share * part)
            elif step[0] == "rout":
                away = tuple((place, unit) for place, unit in enumerate(defender[0]) if unit.broken and not unit.gone)
                left = tuple(unit._replace(gone=unit.gone or unit.broken) for unit in defender[0]), defender[1]
                add(after, ((left, attacker, behind, events), routed + away), chance)
            elif step[0] == "next-turn":
                add(after, ((unpinned(defender), unpinned(attacker), behind, events), routed), chance)
            else:
                for now, share in close_combat(state, q, seen).items():
                    add(after, (now, routed), chance * share)
        going = after
    ends = {}
    for (state, routed), chance in going.items():
        add(ends, ended(stacks, state, routed), chance)
    return tally(ends)
