"""asl.oba, from C1.2-.4, C1.5-.55, C1.7-.73, C1.9, C3.71, C3.74, C.7, E12.1-.11, E12.51, A7.8 and Red Barricades 11.

next_access and out_of_contact are played as they are described. C1.5 (the FFE:2 is flipped after its resolution) with
C1.34 has after_ffe_2, and C1.22 (the FFE is resolved on without contact) mission_goes_on: neither is the default.
"""

from collections import namedtuple
from fractions import Fraction

from asl._infantry import SINGLE, cell, column_of
from asl._location import GROUPS, ends_of_groups, groups_of, location_of, whole_stack
from asl._ordnance import he_column
from asl.flamethrower import unpinned
from asl.he_fire import critical_cell
from faces import Charts, End, every_game, numbered_turns, tally

EVENTS = ("fire", "access", "battery_lost", "nmc_or_better", "replaced", "leader_lost", "broken_or_worse",
          "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order",
          "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("missions", "ffe_attacks", "first_attack", "eliminated", "reduced", "broken", "pinned", "unharmed",
            "good_order_share", "casualty_vp")
LEAVES_OUT = ("conditions",)                               # but for fair ones SMOKE is refused
FEW = [text for text in GROUPS if len(text) < 18]              # an FFE attacks over and over
LARGE = ["4*4-6-7 8-1", "2*4-6-7 2*4-4-7 9-1", "4-6-7 2-4-7 2-2-8 4-4-7 8-0", "3*4-6-7 8-1 7-0", "5*4-4-7 8-0", "4*2-4-7 6+1",
         "2*4-6-7 2*4-2-6 8-1", "5*4-6-7 8-1 8-0", "3*4-4-7 1-4-9 9-2", "4*4-6-7@1; 8-1", "2*4-6-7 8-1@-1; 2*4-4-7"]
DRAW = {"fire": ["he", "harassing", "rockets", "barrage", "smoke", "smoke_barrage", "smoke_barrage", "ir", "ir"],
        "turns": [1, 2, 3, 4, 5, 6], "contact": [6, 7, 9, 11], "accuracy_drm": [0, 0, 1, 2],
        "calibre": [70, 80, 105, 122, 150, 200],
        "tem": ["stone", "woods", "open ground", "foxhole", "wall", "marsh", 0, 1, 2, 3, -1], "drm": [-2, -1, 0, 1],
        "target": SINGLE + ["2*4-6-7", "4-4-7 8-0"] + FEW, "target_state": ["encircled", "fanatic"]}
BARRAGES = ("barrage", "smoke_barrage")                      # E12.51: SMOKE comes as other Barrages do


def change(question, random):
    barrage = question.get("fire") in BARRAGES
    if question.get("fire") == "smoke_barrage" and random.random() < 0.9:            # note p of Red Barricades
        question.pop("red_barricades", None)
    if question.get("fire") in ("smoke", "smoke_barrage", "ir"):
        question.pop("target", None)
    if question.get("fire") == "ir":
        question.pop("accuracy_drm", None)
        question.pop("spotting_round", None)
        if question.get("illumination") != "unseen":
            question.pop("off_target", None)
    else:
        for name in ("illumination", "off_target", "mortars"):
            question.pop(name, None)
    if barrage:
        question["pre_registered"] = "target"
    else:
        question.pop("barrage_place", None)
    if not barrage or "target" not in question:
        question.pop("barrage_firepower", None)
    elif "barrage_firepower" not in question:
        question["barrage_firepower"] = random.choice([2, 3, 6, 12, 20])
    if "target" not in question:
        for name in ("calibre", "tem", "drm", "status", "elr", "target_state"):
            question.pop(name, None)
    else:
        question.setdefault("calibre", random.choice(DRAW["calibre"]))
        if random.random() < 0.1:                            # the program plays these body by body
            question["target"] = random.choice(LARGE)
            question["turns"] = 2                            # a second attack takes the counter a minute
            question["pre_registered"] = "no"
    if question.get("observer", "offboard") == "offboard":
        question.pop("contact", None)
        question.pop("battalion_mortar", None)
        question.pop("out_of_contact", None)
    elif question.get("side") not in (None, "german", "russian"):
        question.setdefault("contact", random.choice(DRAW["contact"]))
    if question.get("pre_registered") != "target" or question.get("fire") == "rockets":
        question.pop("spotting_round", None)
    if question.get("fire") == "rockets":
        question.pop("accuracy_drm", None)
        question.pop("next_access", None)
    return question


# `way` of an error: 1 or -1 along the row of a Barrage, 0 to one side of it
State = namedtuple("State", "contact radio black red blacks reds lost marker off way access missions attacks first last")


def draw(dice, state):
    """A chit of the pile"""
    return dice.of((("black", state.black), ("red", state.red))) if state.black and state.red else \
        "black" if state.black else "red" if state.red else None


def cancelled(state):
    return state._replace(marker=None, access=False)


def extra_draw(dice, state, q):
    """C1.21: whether the mission goes on; the chit goes back"""
    return q["target_known"] or draw(dice, state) != "red"


def accurate(dice, q, registered=False):
    """C1.3, C1.63, C1.73"""
    best = int(Charts.by("asl/oba.csv", "nationality")[q["side"]]["accuracy_dr_at_most"])
    best = 1 if q["observer"] == "offboard" else best
    return dice.read_die(lambda face: face <= 4 if registered else face + q["accuracy_drm"] <= best)


def erred(dice, state, q, off):
    """Where the marker falls: of the six directions two are those of the row (E12.11)."""
    way = dice.read_die(lambda face: {1: 1, 4: -1}.get(face, 0)) if off and q["fire"] in BARRAGES else 0
    return state._replace(off=off, way=way)


def covers(state, q):
    """Whether the target hex lies in the Blast Area; that of a Barrage is a row of nine."""
    if q["fire"] in BARRAGES:
        return state.off == 0 or state.way != 0 and abs(q["barrage_place"] - state.way * state.off) <= 4
    return state.off <= blast(q)


def near(state, q):
    """Whether the target hex is that of the marker or next to it; of a Barrage any hex of the row (the procedure's text)"""
    if q["fire"] not in BARRAGES or not state.way:
        return state.off <= 1
    return abs(q["barrage_place"] - state.way * state.off) <= 4 + 1


def blast(q):
    return 1 if q["fire"] in ("he", "smoke") else 2          # C1.9: that of Harassing Fire


def resolved(state, q, number):
    """An FFE attacks who is in its Blast Area."""
    return lit(state, number) if covers(state, q) else state


def in_contact(dice, state, q):
    """C1.2-.22: (state, whether he has contact, whether his set is broken after this pass)"""
    if q["observer"] == "offboard":
        return state, True, False
    row = Charts.by("asl/oba.csv", "nationality")[q["side"]]
    needs = q["contact"] if q["contact"] is not None else \
        int(row["radio_contact" if q["observer"] == "radio" else "field_phone_contact"])
    total = dice.dr()
    drm = -(2 if q["battalion_mortar"] else 1) if state.contact else 0
    has = total + drm <= needs
    return state._replace(contact=has), has, total == 12


def battery_access(dice, state, q):
    """C1.21, Red Barricades 11"""
    chit = draw(dice, state)
    if chit == "black":
        return state._replace(black=state.black - 1, blacks=state.blacks + 1, access=True, missions=state.missions + 1)
    state = cancelled(state)
    if chit is None or q["red_barricades"] and state.reds == 1 and state.blacks < 2:
        return state
    state = state._replace(red=state.red - 1, reds=state.reds + 1)
    return state._replace(lost=state.reds >= 2)


def fires(dice, state, q, number):
    """What he does who has contact."""
    if q["fire"] == "rockets":
        return rockets(dice, state, q, number)
    if q["fire"] == "ir":
        return illuminates(dice, state, q, number)
    if state.marker == "FFE:1" or state.marker == "FFE:2":
        if state.marker == "FFE:2":
            state = state._replace(marker="FFE:C")
            if q["next_access"] == "after_ffe_c":
                return state
        else:
            if not covers(state, q):                         # C1.4: a Correction, which errs by a hex at most
                if not extra_draw(dice, state, q):
                    return cancelled(state)
                state = erred(dice, state, q, 0 if accurate(dice, q, q["pre_registered"] == "target") else 1)
            return resolved(state._replace(marker="FFE:2"), q, number)
    if state.marker == "FFE:C":
        state = battery_access(dice, state._replace(access=False), q)
        if not state.access:
            return state
        if not extra_draw(dice, state, q):                   # C1.21: on Converting an FFE:C, too
            return cancelled(state)
        return resolved(state._replace(marker="FFE:1"), q, number)
    if not state.access:
        state = battery_access(dice, state, q)
        if not state.access:
            return state
    if state.marker is None:
        if not extra_draw(dice, state, q):
            return cancelled(state)
        registered = q["pre_registered"] == "target"
        off = 0 if accurate(dice, q, registered) else dice.die()
        off = (off + 1) // 2 if registered else off          # C1.73
        if registered and not q["spotting_round"]:
            return resolved(erred(dice, state, q, off)._replace(marker="FFE:1"), q, number)
        return erred(dice, state, q, off)._replace(marker="SR")
    # an SR: converted in place, or corrected and converted at once
    if not covers(state, q):
        if not extra_draw(dice, state, q):
            return cancelled(state)
        most = -(-state.off // 3)                            # C1.4: one hex for each three of the Correction, FRU
        registered = q["pre_registered"] == "target"         # C1.73: a reading, that it holds for Corrections to it, too
        state = erred(dice, state, q, 0 if accurate(dice, q, registered) else
                      dice.read_die(lambda face: min(face, most)))
    if near(state, q) and not extra_draw(dice, state, q):
        return cancelled(state)
    return resolved(state._replace(marker="FFE:1"), q, number)


def illuminates(dice, state, q, number):
    """E1.93, as the procedure tells it: a round in each pass, two of a chit"""
    if state.marker == "FFE:1":
        marker = "FFE:2"
    else:
        marker = "FFE:1"
        if state.marker == "FFE:2":
            state = state._replace(marker="FFE:C")
            if q["next_access"] == "after_ffe_c":
                return state
        if state.marker == "FFE:C":                          # E1.931: the old chit goes back, and a new one is drawn
            state = battery_access(dice, state._replace(access=False, black=state.black + 1), q)
        elif not state.access:
            state = battery_access(dice, state, q)
        if not state.access:
            return state
    if not extra_draw(dice, state, q):
        return cancelled(state)
    state = state._replace(marker=marker)
    return lit(state, number) if lights(dice, q) else state


def lights(dice, q):
    """E1.932: whether a round, which errs in any case, is within six hexes of the target"""
    if q["illumination"] == "seen":
        return True                                          # at most three hexes off
    way, error, off = dice.die(), dice.die(), q["off_target"]
    if way in (3, 5):                                        # at 120 degrees of where the hex lies that is aimed at
        return max(off, error) <= 6
    return (abs(off - error) if way == 4 else off + error) <= 6


def lit(state, number):
    return state._replace(attacks=state.attacks + 1, first=state.first or number, last=number)


def rockets(dice, state, q, number):
    """C1.9: one Fire Mission, no SR, no Accuracy dr, no Correction"""
    if state.marker == "FFE:1":
        return resolved(state._replace(marker="FFE:2"), q, number)
    if state.marker == "FFE:2" or state.missions and not state.access:
        return state._replace(marker=None, access=False)
    if not state.access:
        state = battery_access(dice, state, q)
        if not state.access:
            return state
    if not extra_draw(dice, state, q):                       # C1.21 applies
        return cancelled(state)
    off = dice.die()
    off = (off + 1) // 2 if q["pre_registered"] == "target" else off
    return resolved(state._replace(marker="FFE:1", off=off), q, number)


def turn(dice, state, q, number):
    if state.lost:
        return state
    if state.radio == "broken":                              # one dr each Rally Phase
        face = dice.die()
        state = state._replace(radio="ok" if face == 1 else "gone" if face == 6 else "broken")
    over = ("FFE:C",) if q["next_access"] == "after_ffe_c" else ("FFE:2", "FFE:C")
    goes_on = q["out_of_contact"] == "mission_goes_on" and q["fire"] != "ir"         # an IR waits
    if goes_on and state.marker in over and not state.contact and \
            q["observer"] != "offboard":
        state = cancelled(state)                             # C1.22: at the end of the RPh in which it is a FFE:C
    breaks = False
    has = state.radio == "ok"
    if has:
        state, has, breaks = in_contact(dice, state, q)
    if has:
        state = fires(dice, state, q, number)
    elif goes_on:
        if state.marker == "FFE:1":
            state = resolved(state._replace(marker="FFE:2"), q, number)
        elif state.marker == "FFE:2":
            state = state._replace(marker="FFE:C")
    if breaks:
        state = state._replace(radio="broken" if q["observer"] == "radio" else "gone", contact=False)
    return state


def machine(q):
    """{State: Fraction} after all turns"""
    row = Charts.by("asl/oba.csv", "nationality")[q["side"]]
    black = int(row["black"]) + (q["ammo"] == "plentiful") + (q["pre_registered"] != "no")
    red = int(row["red"]) + (q["ammo"] == "scarce")
    state = State(False, "ok", black, red, 0, 0, False, None, 0, 0, False, 0, 0, 0, 0)
    if q["access_granted"]:
        state = state._replace(black=black - 1, blacks=1, access=True, missions=1)
    return numbered_turns({state: Fraction(1)}, q["turns"], turn, q)


def events_of(state):
    return ["fire"] * (state.attacks > 0) + ["access"] * (state.missions > 0) + ["battery_lost"] * state.lost


def tem(named):
    if str(named).lstrip("-").isdigit():
        return int(named)
    row = next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])
    return int(row["indirect"])


def attacked(q, stack, groups, chances):
    """The same after an FFE, C1.51-.52"""
    firepower = Fraction(he_column(q["calibre"]), 2 if q["tem"] == "marsh" else 1)           # B16.31
    drm = q["drm"] + tem(q["tem"])
    critical_drm = q["drm"] - abs(tem(q["tem"]))
    column = column_of(q["barrage_firepower"] if q["fire"] == "barrage" else
                       Fraction(firepower, 3 if q["fire"] == "harassing" else 1))
    of_cells = {}
    for total, share in every_game(lambda dice: dice.dr()).items():
        results = tuple((cell(column, total + drm + own), critical_cell(firepower, total + critical_drm - abs(own))
                         if total == 2 else None) for _, own in groups)          # C3.7
        of_cells[results] = of_cells.get(results, 0) + share
    after = {}
    for results, share in of_cells.items():
        for now, part in location_of(stack, groups).after(chances, results).items():
            after[now] = after.get(now, 0) + share * part
    return after


def count(q):
    ends = {}
    if q["target"] is None:
        for state, chance in machine(q).items():
            end = End("fire_comes" if state.attacks else "no_fire", events_of(state), missions=state.missions,
                      ffe_attacks=state.attacks, first_attack=state.first)
            ends[end] = ends.get(end, 0) + chance
        return tally(ends)
    stack, groups = whole_stack(q), groups_of(q["target"])
    after = [{stack.key(): Fraction(1)}]
    for state, chance in machine(q).items():
        while len(after) <= state.attacks:
            fresh = {}
            for key, share in after[-1].items():             # A7.8: each in another Player Turn
                fresh[unpinned(key)] = fresh.get(unpinned(key), 0) + share
            after.append(attacked(q, stack, groups, fresh))
        for key, share in after[state.attacks].items():
            key = key if state.last == q["turns"] else unpinned(key)
            end = ends_of_groups(stack, key, groups, ["fire"] * (state.attacks > 0))
            ends[end] = ends.get(end, 0) + chance * share
    return tally(ends)
