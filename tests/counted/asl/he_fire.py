"""asl.he-fire, from C3.32-.33, C3.331, C3.5-.74, C3.8, C.7 and A7.3; the To Hit DR is that of asl.to-hit."""

import re

from asl import to_hit
from asl._infantry import SINGLE, cell, column_of, heat_asked_for, heat_counts
from asl._location import GROUPS, after_cells, effects_drm, ends_of_groups, grouped, groups_of, shots, to_hit_drm, whole_stack
from asl._ordnance import VEHICLES, he_column, keeps_rate, named_gun
from faces import Charts, every_game, tally
from fractions import Fraction

EVENTS = ("hit", "critical_hit", "multiple_hit", "may_fire_again", "malfunctions", "weapon_lost", "nmc_or_better",
          "replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced", "good_order", "heat_of_battle", "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
DRAW = {**to_hit.DRAW, "target": SINGLE + ["2*4-6-7", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 2-2-8"] * 2 + GROUPS,
        "gun": to_hit.DRAW["gun"] + ["81*", "50*", "122L", "PaK 38", "PaK 40", "leIG 18", "sIG 33", "45mm AT obr. 32",
                                     "76mm INF obr. 27"] + [name for name in VEHICLES if name != "SPW 251/1"],
        "tem": [0, 1, 2, 3], "target_state": ["encircled", "fanatic"], "effects_drm": [-2, -1, 0, 1, 2],
        "terrain": ["stone", "woods", "woods", "marsh", "open ground", "foxhole", "wooden building", "debris", "grain", "crag"],
        "range": [1, 2, 3, 6, 7, 12, 13, 18, 24, 30, 50]}


def counts(q):
    return heat_counts(q)


def change(question, random):
    return change_shot(heat_asked_for(question, random), random)


def change_shot(question, random):
    if random.random() < 0.7:                                # else there is hardly a hit
        for name in ("to_hit_drm", "non_qualified", "captured"):
            question.pop(name, None)
    if question.get("mortar"):
        question["target_type"] = "area"
    if "terrain" in question:
        question.pop("tem", None)
    if grouped(question.get("target")):                      # their DRM stand behind the @
        for name in ("ffnam", "ffmo", "hazardous"):
            question.pop(name, None)
    return question


def in_terrain(q):
    """The same with the TEM of the terrain that is named, and the FP in `share`: a mortar's is indirect fire"""
    if q["terrain"] is None:
        return {**q, "share": 1}
    row = next(row for row in Charts.rows("asl/terrain.csv") if q["terrain"] in [row["terrain"], *row["also"].split("/")])
    return {**q, "tem": int(row["indirect" if q["mortar"] else "drm"]), "share": 2 if row["terrain"] == "marsh" else 1}


def fire(dice, q, groups=((None, 0),)):
    """(what is hit of each group, whether twice, events)"""
    number, drm = to_hit.modified_number(q), to_hit.drm({**q, "tem": 0 if q["target_type"] == "area" else q["tem"]})
    drms = [drm + to_hit_drm(q["target_type"], own) for _, own in groups]
    hits, coloured, white = shots(dice, q["target_type"], number, drms)
    events = set(to_hit.breaks_down(q, coloured + white))
    if not events and keeps_rate(q, coloured):
        events.add("may_fire_again")
    multiple = any(to_hit.is_multiple(q, hit, coloured, white, number - each) for hit, each in zip(hits, drms))
    if multiple:
        events.add("multiple_hit")
    events |= {"hit"} if set(hits) != {"miss"} else set()
    events |= {"critical_hit"} if "critical_hit" in hits else set()
    return tuple(hits), multiple, frozenset(events)


def effects(dice, hits, multiple):
    if set(hits) == {"miss"}:
        return 0
    return min(dice.dr(), dice.dr()) if multiple else dice.dr()          # C3.8: the better of two


def critical_cell(firepower, final):
    """C3.71, C.7: twice the full FP, and -1 for each 8 FP above 36"""
    return cell(column_of(2 * firepower), final - max(0, 2 * firepower - 36) // 8)


def cells(q, hits, total, groups):
    """A cell for each group; of a Critical Hit that of those whom it strikes, too (C3.74)"""
    firepower = Fraction(he_column(int(re.match(r"\d+", q["gun"])[0])), q["share"])
    area = q["target_type"] == "area"                        # C3.331: half the FP, and TEM on the Effects DR
    moving = q["ffnam"] + q["ffmo"] + 2 * q["hazardous"]
    found = []
    for hit, (_, own) in zip(hits, groups):
        drm = q["effects_drm"] + (q["tem"] if area else 0) + effects_drm(q["target_type"], own)
        critical = q["effects_drm"] - abs(q["tem"]) - moving - abs(own)
        found.append(("-" if hit == "miss" else cell(column_of(Fraction(firepower, 2 if area else 1)), total + drm),
                      critical_cell(firepower, total + critical) if hit == "critical_hit" else None))
    return tuple(found)


def count(q):
    q = named_gun({**q, "fire_phase": "prep", "target_moves": "no", "deliberate_immobilization": False,
                   "firer_in_terrain": False})
    q = in_terrain(q)
    stack, groups = whole_stack(q), groups_of(q["target"])
    ends = {}
    for (hits, multiple, events), chance in every_game(fire, q, groups).items():
        for total, share in every_game(effects, hits, multiple).items():
            for key, part in after_cells(stack, stack.key(), cells(q, hits, total, groups), groups).items():
                end = ends_of_groups(stack, key, groups, events)
                ends[end] = ends.get(end, 0) + chance * share * part
    return tally(ends)
