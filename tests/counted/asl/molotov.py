"""asl.molotov at infantry, from A22.61-.62, A22.611, A22.6111, A7.9 and A7.3."""

from asl._infantry import SINGLE, Stack, after_result, cell, column_of, ends_of
from asl.flame import EC
from faces import every_game, tally
from questions import fraction

LEAVES_OUT = ("from", "armor", "moving", "from_above", "exposed", "exposed_drm", "others", "attackers", "range", "phase",
              "terrain", "hindrance", "leader", "target_moves", "concealed", "pinned", "encircled", "spraying_fire",
              "snap_shot", "assault_fire", "sustained_fire", "first_fire_marker", "from_cellar", "heat_of_battle", "no_quarter",
              "no_known_enemy", "best")
EVENTS = ("check_passed", "thrower_broken", "flame_target", "flame_thrower", "nmc_or_better", "replaced",
          "leader_lost", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order",
          "all_broken_or_worse")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
ALWAYS = ("firepower",)
PLACES = ["open_ground", "building", "fortified_building", "rubble", "woods", "brush", "grain", "orchard", "debris"]
DRAW = {"target": SINGLE + ["2*4-6-7", "4-4-7 8-0"], "firepower": [0, 2, 3, 4, 6, 8, 12], "group_firepower": [0, 4, 8],
        "drm": [-2, -1, 0, 1, 2, 3, 4], "leadership": [-2, -1, 0, 1], "target_terrain": PLACES, "thrower_terrain": PLACES,
        "target_state": ["encircled", "fanatic"], "cowering": ["none", "cower", "inexperienced"]}


def counts(q):
    return q["unit"] != "smc" or q["firepower"] == 0


def burns(place, white, q):
    """22.6111: burnable terrain, and a white die that is still 1 or more"""
    if place in ("open_ground", "debris"):
        return False
    if place.endswith("building"):
        return white - (place == "fortified_building") >= 1
    return white + EC[q["ec"]] >= 1


def throw(dice, q):
    """(result of the IFT, events)"""
    own, group, events = fraction(q["firepower"]), fraction(q["group_firepower"]), set()
    passed = False
    if q["use"]:
        drm = {"squad": 0, "half_squad": 1, "crew": 0 if q["antitank_crew"] else 1, "smc": 2}[q["unit"]] + q["cx"] + 1
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
    total = own + group + molotov
    column = column_of(total)
    if column < 0:
        return "-", frozenset(events)
    drm = q["drm"] + (q["leadership"] if own + group > 0 else 0)         # A22.62: never for the MOL's four FP alone
    if coloured == white:                                    # A7.9
        column -= {"none": 0, "never": 0, "cower": 1, "inexperienced": 2}[q["cowering"]]
    return cell(column, coloured + white + drm), frozenset(events)


BEST = ("use", ["broken_or_worse-thrower_broken", "broken_or_worse-0.5*thrower_broken", "flame_target-flame_thrower",
                "eliminated_or_reduced-0.5*flame_target", "nmc_or_better:least"])


def best(q, worth):
    """Nobody has to try for one."""
    return max(sum(chance * worth(end) for end, chance in chances_of({**q, "use": use}).items()) for use in (True, False))


def count(q):
    return tally(chances_of(q))


def chances_of(q):
    """{End: Fraction}"""
    stack = Stack.of(q)
    ends = {}
    for (result, events), chance in every_game(throw, q).items():
        for key, share in after_result(stack, stack.key(), result).items():
            end = ends_of(stack, key, events)
            ends[end] = ends.get(end, 0) + chance * share
    return ends
