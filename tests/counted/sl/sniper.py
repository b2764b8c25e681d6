"""sl.sniper, from 12.22, 75.6, 96.3-.52, 96.6 and 96.7; the list of 96.5 as `describe` reads it."""

from faces import End, and_then, numbered_turns, tally
from fractions import Fraction
from sl._infantry import SINGLE, all_check, check, column_of, good_order_share, ift, is_leader, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "sniper_found")
MEASURES = ("shots_fired", "others_eliminated", "others_broken", "good_order_share")
ALWAYS = ("shots", "others")
DRAW = {"sniper_drm": [-4, -3, -2, -1, 0], "firepower": [1, 1, 2, 3, 4], "drm": [-2, -1, 0, 1, 2, 3], "target": SINGLE,
        "others": ["4-6-7", "2*4-4-7", "8-1", "4-6-7 9-2", "4-3-6 7-0", "8-1 8-0", "6+1"], "shots": [1, 1, 2, 3, 4],
        "suspected_hexes": [1, 2, 3, 5, 8, 20], "broken_morale": [5, 6, 7, 9]}


def sniper_drm(q):
    """96.7: it is doubled or halved in place of the firepower, fractions dropped."""
    drm = -q["sniper_drm"] * Fraction({"point_blank": 2, "long_range": Fraction(1, 2)}.get(q["range"], 1))
    return -int(drm / 2 if q["area_fire"] else drm)


def shot(dice, state, q, number):
    units, last, hexes, found = list(state[0]), state[1], state[2], state[3]
    if units[0][1] == "gone":
        return state
    name, was = units[0]
    result = dice.read(lambda total: ift(total + q["drm"] + sniper_drm(q), column_of(q["firepower"])))
    morale_is = q["broken_morale"], q["marsh"]
    lost = False
    if is_leader(name):
        if result == "KIA":
            units[0] = (name, "gone")
            lost = True
        elif result != "-":
            lost = not check(dice, units, 0, 0 if result == "M" else int(result), *morale_is)
    elif result == "KIA":                                    # 96.6: it makes a squad check its morale
        check(dice, units, 0, 0, *morale_is)
    if lost:                                                 # 96.4, 12.22
        all_check(dice, units, 0, *morale_is, but=0)
    askers = sum(now == "good" for _, now in units)
    if hexes and not found:                                  # 96.51
        found = dice.chance(Fraction(min(askers, hexes), hexes))
        hexes -= min(askers, hexes)
    return tuple(units), number, hexes, found


def ended(dice, state, q, before):
    units, last, _, found = state
    _, events, measures = report(before, units)
    outcome = report(before[:1], units[:1])[0]
    _, _, others = report(before[1:], units[1:]) if units[1:] else (None, None, {})
    return End(outcome, events + ["sniper_found"] * found, shots_fired=last,
               others_eliminated=others.get("eliminated", 0), others_broken=others.get("broken", 0), **good_order_share(measures))


def count(q):
    before = stack(q["target"], q["status"]) + (stack(q["others"]) if q["others"] != "none" else [])
    start = (tuple(before), 0, q["suspected_hexes"], False)
    return tally(and_then(numbered_turns({start: 1}, q["shots"], shot, q), ended, q, before))
