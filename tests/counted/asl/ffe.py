"""asl.ffe, from C1.5, C1.52-.53, C1.56, C1.72, C1.9, C3.71, C3.74-.75, C.6-.7, B13.3, B16.31, A7.3, A7.8 and A10.2-.31.

A reading, that of asl.he-fire: of a Critical Hit into a marsh half of the doubled FP is left (B16.31), for it is the
halvings of how it is fired that C3.71 does not have."""

from fractions import Fraction

from asl._infantry import COMMISSARS, HEROES, STACKS, cell, column_of, is_smc, line
from asl._location import GROUPS, after_cells, ends_of_groups, groups_of, whole_stack
from asl._ordnance import he_column
from faces import Charts, every_game, tally

EVENTS = ("nmc_or_better", "replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced", "good_order", "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "casualty_vp", "good_order_share")
ALWAYS = ("target", "calibre")
LARGE = ["4*4-6-7 8-1", "2*4-6-7 2*4-4-7 9-1", "4-6-7 2-4-7 2-2-8 4-4-7 8-0", "3*4-6-7 8-1 7-0", "5*4-4-7 8-0", "3*4-4-7 1-4-9 9-2",
         "4*4-6-7@4; 8-1", "2*4-6-7 8-1@-1; 2*4-4-7", "4-4-7@4; 4-4-7@-2; 9-0@4", "2*4-2-6 6+1@3; 2-2-6"]
TERRAIN = ["open ground", "stone", "wood", "woods", "light woods", "marsh", "marsh", "marsh", "foxhole", "trench", "wall", "hedge",
           "bocage", "rail car", "crag", "shellhole", "debris", "stone factory interior", "stone factory debris",
           "factory debris", "roofless stone factory", "gutted", "roofless gutted", "fortified stone", "cellar", "wood cellar",
           "rooftop", "height", "wreck", "grain", "emplacement", "storage tank"]
DRAW = {"calibre": [70, 75, 79, 80, 81, 99, 100, 105, 119, 120, 122, 149, 150, 152, 199, 200, 249],
        "tem": TERRAIN + [-2, -1, 1, 2, 3, 4, 5, 6, 10, -6], "drm": [-4, -3, -2, -1, 1, 2, 3, 5, 8],
        "target": STACKS + COMMISSARS + HEROES + 3 * GROUPS + LARGE,
        "target_state": ["encircled", "fanatic", "encircled fanatic", "berserk", "wounded", "wounded encircled", "fanatic wounded"]}


def change(question, random):
    states = question.get("target_state", "").split()
    smc = any(is_smc(name) for units, _ in groups_of(question["target"]) for name in units)
    if "wounded" in states and not smc:
        question.pop("target_state")
    if random.random() < 0.3:                                # else a Critical Hit eliminates whom it strikes, whatever its FP
        question["drm"] = random.randint(5, 10)
        if random.random() < 0.4:
            question["tem"] = "marsh"
    return question


def counts(q):
    """Nobody is broken and berserk; no hero goes berserk (A15.1); a squad of underlined morale may fall apart (A19.13)"""
    if q["target"] is None:
        return False
    lines = [line(name) for units, _ in groups_of(q["target"]) for name in units]
    if any(row["kind"] == "squad" and row["underlined_morale"] == "true" for row in lines):
        return False
    return "berserk" not in (q["target_state"] or "") or q["status"] != "broken" and all(row["kind"] != "hero" for row in lines)


def terrain(named):
    """(TEM against Indirect Fire, what is left of HE there): C1.52, B13.3, B16.31"""
    if str(named).lstrip("-").isdigit():
        return int(named), 1
    row = next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])
    return int(row["indirect"]), Fraction(1, 2 if row["terrain"] == "marsh" else 1)


def reversed_tem(tem):
    """C3.71: that of an Air Burst, and movement, is as it was"""
    return -tem if tem > 0 else tem


def critical(firepower, final):
    """C3.71: the column of twice the FP; C.7: -1 for each whole 8 FP above 36"""
    twice = 2 * firepower
    while twice >= 36 + 8:
        twice, final = twice - 8, final - 1
    return cell(column_of(min(36, twice)), final)


def cells(q, groups, coloured, white):
    """One DR for the hex: of each group the cell of the IFT, and that of whom a Critical Hit strikes, or None"""
    tem, share = terrain(q["tem"])
    full = he_column(q["calibre"]) * share                   # C.6
    firepower = Fraction(full, 3) if q["fire"] == "harassing" else Fraction(full)    # C1.72, C1.9
    original = coloured + white
    found = []
    for _, own in groups:
        struck = None
        if original == 2:                                    # C1.53, C3.75: with the full FP of Harassing Fire, too
            struck = critical(full, original + q["drm"] + reversed_tem(tem) + reversed_tem(own))
        found.append((cell(column_of(firepower), original + q["drm"] + tem + own), struck))
    return tuple(found)


def count(q):
    stack, groups = whole_stack(q), groups_of(q["target"])
    ends = {}
    for found, chance in every_game(lambda dice: cells(q, groups, *dice.two())).items():
        for key, share in after_cells(stack, stack.key(), found, groups).items():
            end = ends_of_groups(stack, key, groups)
            ends[end] = ends.get(end, 0) + chance * share
    return tally(ends)
