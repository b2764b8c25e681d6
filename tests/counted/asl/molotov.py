"""asl.molotov, from A22.61-.62, A22.611-.612, A22.6111, A7.307, A7.9, A7.3, C7.34 and D.8; of attackers in words squads and
half-squads, and weapons by what is printed on them."""

import re

from asl._infantry import (SINGLE, Stack, after_result, casualty_vp, cell, column_of, heat_asked_for, heat_counts, report,
                           riders_vp)
from asl._location import GROUPS, after_cells, ends_of_groups, groups_of, whole_stack
from asl._ordnance import ask_vp, lost_afv
from asl.fire import OF_FIREPOWER, drm_in_words, firepower_in_words
from asl.flame import EC
from faces import End, every_game, tally
from questions import expanded, fraction

LEAVES_OUT = ("best",)
EVENTS = ("check_passed", "thrower_broken", "flame_target", "flame_thrower", "nmc_or_better", "replaced",
          "leader_lost", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order",
          "all_broken_or_worse", "target_broken_or_worse", "knocked_out", "stopped",
          "heat_of_battle", "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp",
            *(f"{who}_{what}" for who in ("exposed", "others") for what in ("eliminated", "reduced", "broken", "pinned")))
ALWAYS = ("firepower",)
PLACES = ["open_ground", "building", "fortified_building", "rubble", "woods", "brush", "grain", "orchard", "debris"]
EXPOSED = ["2-2-8", "4-6-7", "2-2-8 4-6-7", "8-1", "4-4-7 8-0"]
DRAW = {"target": SINGLE + ["2*4-6-7", "4-4-7 8-0"] + ["afv"] * 12 + GROUPS, "exposed": EXPOSED,
        "others": EXPOSED + ["4-6-7@-2; 4-6-7", "8-1@1; 2-4-7@-1", "4-4-7@2"],
        "exposed_drm": [2, 0, -1, 1], "firepower": [0, 2, 3, 4, 6, 8, 12], "group_firepower": [0, 4, 8],
        "drm": [-2, -1, 0, 1, 2, 3, 4], "leadership": [-2, -1, 0, 1], "target_terrain": PLACES, "thrower_terrain": PLACES,
        "attackers": ["4-6-7", "2-4-7", "2*4-6-7", "4-6-7 4-4-7 3-8", "2-4-7 4-6-7", "2-4-7 4-6-7 3-8",
                      "5-4-8 6-2-8", "2*2-4-7", "6-2-8 2*4-6-7 2*3-8", "4-6-7 2-4-7 4-10", "2-4-7 2-3-7 2-6"],
        "range": [0, 1], "leader": ["8-0", "9-1", "10-2", "6+1"], "hindrance": [0, 1, 2],
        "phase": ["prep", "defensive_first", "final", "advancing", "opportunity"],
        "terrain": ["stone", "wooden", "woods", "open ground", "grain", "foxhole", "wall", "hedge", "debris"],
        "target_moves": ["no", "assault", "non_assault", "hazardous", "dash"],
        "target_state": ["encircled", "fanatic"], "cowering": ["none", "cower", "inexperienced"]}


def change(question, random):
    question = ask_vp(heat_asked_for(question, random), random)
    if question["target"] == "afv":
        for name in ("status", "target_state", "elr"):
            question.pop(name, None)
        if "exposed" not in question:
            question.pop("exposed_drm", None)
    else:
        for name in ("from", "armor", "moving", "from_above", "exposed", "exposed_drm", "others"):
            question.pop(name, None)
    if random.random() < 0.5:
        return with_attackers(question, random)
    for name in WORDS:
        question.pop(name, None)
    return question


WORDS = OF_FIREPOWER + ("terrain", "hindrance", "leader", "target_moves", "encircled")


def with_attackers(question, random):
    for name in ("firepower", "group_firepower", "leadership", "cowering", "unit", "antitank_crew", "crucible_of_steel"):
        question.pop(name, None)
    question.setdefault("attackers", random.choice(DRAW["attackers"]))
    question.setdefault("range", random.choice(DRAW["range"]))
    if ";" in question["target"] or "@" in question["target"] or "@" in question.get("others", ""):
        question.pop("target_moves", None)                   # its DRM stand behind the @
    if question.get("target_moves", "no") != "no" or "snap_shot" in question:
        question["phase"] = "defensive_first"
    if question.get("assault_fire") and random.random() < 0.6:
        question["phase"] = "advancing"
    if question.get("phase") != "advancing":
        question.pop("assault_fire", None)
    if question.get("phase") != "final":
        question.pop("first_fire_marker", None)
    return question


def in_numbers(q):
    """The question with the FP of the thrower, who fires no SW, and of the rest, and with DRM and leader as numbers"""
    if q["attackers"] is None:
        return q
    thrower, *rest = expanded(q["attackers"])
    leads = int(re.fullmatch(r"\d+([-+]\d)", q["leader"])[1]) if q["leader"] else 0
    if not q["use"]:                                         # then he may fire a SW as well
        thrower, rest = q["attackers"], []
    from_hex = "same_hex" if q["range"] == 0 else q["from"]   # thrown in the AFV's own hex
    return {**q, "attackers": None, "from": from_hex, "unit": "squad" if int(thrower.split("*")[-1].split("-")[0]) >= 4 else "half_squad",
            "firepower": firepower_in_words({**q, "attackers": thrower}),
            "group_firepower": firepower_in_words({**q, "attackers": " ".join(rest)}) if rest else 0,
            "drm": drm_in_words({**q, "leader": None}), "leadership": leads, "cowering": "none" if q["leader"] else "cower"}


def counts(q):
    if q["attackers"] is not None:                           # a shrunk one has half a name
        return q["attackers"] in DRAW["attackers"] and not (q["snap_shot"] and q["range"] == 0) and heat_counts(q)
    return (q["unit"] != "smc" or q["firepower"] == 0) and heat_counts(q)


def burns(place, white, q):
    """22.6111: burnable terrain, which a gutted building is not (V7.5), and a white die that is still 1 or more"""
    if place in ("open_ground", "debris", "gutted_building"):
        return False
    if place.endswith("building"):
        return white - (place == "fortified_building") >= 1
    return white + EC[q["ec"]] >= 1


def throw(dice, q, groups):
    """(result of the IFT, events) at infantry; at an AFV (what becomes of it, the cells on who is exposed and on the others, events)"""
    afv = q["target"] == "afv"
    own, group, events = fraction(q["firepower"]), fraction(q["group_firepower"]), set()
    passed = False
    if q["use"]:
        drm = {"squad": 0, "half_squad": 1, "crew": 0 if q["antitank_crew"] else 1, "smc": 2}[q["unit"]] + q["cx"] + (not afv)
        passed = dice.read_die(lambda face: face + drm <= 3)             # A22.611; +1 against anything but an AFV
    coloured, white = dice.two()
    molotov = 0
    if passed:
        events.add("check_passed")
        molotov = 4
        if coloured == 6:                                    # the thrower breaks, its FP and the MOL's are void
            events.add("thrower_broken")
            if burns(q["thrower_terrain"], white, q):
                events.add("flame_thrower")
            own = molotov = 0
        elif coloured == 1 and burns(q["target_terrain"], white, q):
            events.add("flame_target")
    elif q["use"] and q["unit"] != "squad":                  # A22.611: a failed check spends all of its attack
        own = 0
    if afv:
        return at_afv(q, own + group, molotov, coloured, white, groups) + (frozenset(events),)
    total = own + group + molotov
    column = column_of(total)
    if column < 0:
        return ("-",) * len(groups), frozenset(events)
    drm = q["drm"] + ((q["leadership"] or 0) if own + group > 0 else 0)         # A22.62: never for the MOL's four FP alone
    if coloured == white:                                    # A7.9
        column -= {"none": 0, "never": 0, "cower": 1, "inexperienced": 2}[q["cowering"]]
    return tuple(cell(column, coloured + white + drm + each) for _, each in groups), frozenset(events)


BEST = ("use", ["broken_or_worse-thrower_broken", "broken_or_worse-0.5*thrower_broken", "flame_target-flame_thrower",
                "eliminated_or_reduced-0.5*flame_target", "nmc_or_better:least"])


def best(q, worth):
    """Nobody has to try for one."""
    return max(sum(chance * worth(end) for end, chance in chances_of({**q, "use": use}).items()) for use in (True, False))


def count(q):
    return tally(chances_of(q))


def at_afv(q, power, molotov, coloured, white, groups):
    """A22.612: the To Kill DR of the MOL is that of the attack on who is exposed (D.8), and of the small arms on the others"""
    fate, total = "afv_unharmed", coloured + white
    if molotov:                                              # C7.34
        number = 6 + {"buttoned_up": 0, "crew_exposed": 1, "open_topped": 2}[q["armor"]] - 2 * q["moving"]
        number += q["from"] != "other"
        number += (2 if q["armor"] == "open_topped" else 1) if q["from_above"] else 0
        fate = "burning_wreck" if total < number else "eliminated" if total == number else fate
    cowers = {"none": 0, "never": 0, "cower": 1, "inexperienced": 2}[q["cowering"]] if coloured == white else 0
    leads = (q["leadership"] or 0) if power > 0 else 0

    def result(factors, drm):
        column = column_of(factors)
        return "-" if column < 0 else cell(column - cowers, total + drm)

    exposed = result(power + molotov, q["exposed_drm"] + (0 if molotov else leads))
    return fate, exposed if fate == "afv_unharmed" else "-", tuple(result(power, q["drm"] + leads + own) for _, own in groups)


def stack_there(q, units):
    return Stack.of({**q, "target": units or "", "status": "good", "target_state": None})


def at_vehicle(q):
    """{End: Fraction}"""
    groups = groups_of(q["others"] or "")
    stacks = {"exposed": stack_there(q, q["exposed"]),
              "others": stack_there(q, " ".join(name for units, _ in groups for name in units))}
    ends = {}
    for (fate, exposed, others, events), chance in every_game(throw, q, groups).items():
        for first, share in after_result(stacks["exposed"], stacks["exposed"].key(), exposed).items():
            for second, part in after_cells(stacks["others"], stacks["others"].key(), others, groups).items():
                measures, more = {}, set(events)
                for name, key in (("exposed", first), ("others", second)):
                    counted = report(stacks[name].again(key))[2]
                    measures.update({f"{name}_{what}": counted[what] for what in ("eliminated", "reduced", "broken", "pinned")})
                if fate != "afv_unharmed":
                    more |= {"knocked_out", "stopped"}
                if q["casualty_vp"]:
                    measures.update(lost_afv(q, True) if fate != "afv_unharmed" else
                                    {"casualty_vp": riders_vp(stacks["exposed"], first)})
                    measures["casualty_vp"] += casualty_vp(stacks["others"].units, second[0])
                end = End(fate, more, **measures)
                ends[end] = ends.get(end, 0) + chance * share * part
    return ends


def chances_of(q):
    """{End: Fraction}"""
    q = in_numbers(q)
    if q["target"] == "afv":
        return at_vehicle(q)
    stack, groups = whole_stack(q), groups_of(q["target"])
    ends = {}
    for (results, events), chance in every_game(throw, q, groups).items():
        for key, share in after_cells(stack, stack.key(), results, groups).items():
            end = ends_of_groups(stack, key, groups, events)
            if "broken_or_worse" in end.events:
                end = End(end.outcome, end.events | {"target_broken_or_worse"}, **dict(end.measures))
            ends[end] = ends.get(end, 0) + chance * share
    return ends
