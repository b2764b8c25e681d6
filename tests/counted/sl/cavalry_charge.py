"""sl.cavalry-charge, from 54.7, 92.7, 92.72 and 92.84-.88 with its example.

A reading: the outcome and what is said of the defenders are those of the first hex."""

from faces import End, and_then, every_game, tally
from fractions import Fraction
from sl._infantry import apply, best_leader, column_of, good_order_share, ift, is_leader, morale, report, stack
from sl.fire import parted

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "cavalry_broken",
          "cavalry_eliminated", "every_hex_charged")
MEASURES = ("defenders_fired", "defenders_eliminated", "defenders_broken", "defenders_unharmed", "hexes_charged",
            "further_eliminated", "further_broken", "good_order_share")
DEFENDERS = ["4-6-7", "2-4-7", "4-6-7 2-4-7", "2*4-6-7", "4-6-7 8-1", "4-4-7 6+1", "8-3-8", "2*4-4-7 7-0", "8-0", "4-3-6"]
DRAW = {"cavalry": ["5-3-7", "4-4-7", "5-3-7 8-1", "6-2-8 7-0", "5-3-7 6+1", "4-3-6"], "target": DEFENDERS,
        "entrenched_target": DEFENDERS, "defensive_drm": [-2, -1, 0, 1, 3], "charge_drm": [-2, -1, 0, 1, 3],
        "further": ["2-4-7", "4-6-7@4", "2-4-7; 4-6-7@4", "4-6-7 8-1@1", "2*4-4-7@-1; 8-0", "8-0 2-4-7@2; 2-4-7@-2; 4-3-6"]}


def change(question, random):
    if "entrenched_target" not in question:
        question.setdefault("target", random.choice(DEFENDERS))
    return question


def factors(name):
    return int(name.split("-")[0])


def dares(place_units, place, original):
    """92.86: the DR of the check is the DR of the attack."""
    return original <= morale(*place_units[place]) - best_leader(place_units, place)


def attacks(hexes, q):
    """[[(units of its place, its number)]] of those who fire one after the other, or together."""
    firers = [(tuple(units), place) for units in hexes for place, (name, _) in enumerate(units) if not is_leader(name)]
    if q["defensive_fire"] == "none" or not firers:
        return []
    return [[firer] for firer in firers] if q["fire_as"] == "each" else [firers]


def fire(dice, state, q, attack):
    """(riders, the squad first; how many defenders fired)"""
    riders, fired = list(state[0]), state[1]
    if riders[0][1] != "good":                               # 92.72: the charge is over
        return state
    near = q["defensive_fire"] == "point_blank"

    def reading(original):
        who = [name for units, place in attack for name in [units[place][0]] if not near or dares(units, place, original)]
        column = column_of(sum(factors(name) for name in who) * (2 if near else 1))
        return len(who), ift(original - 3 + q["defensive_drm"], column) if column else "-"     # 92.7, 92.87
    who, result = dice.read(reading)
    riding = [place for place, (_, now) in enumerate(riders) if now == "good"]
    those = [riders[place] for place in riding]              # 92.5, 92.72: who broke is off the horse that moves
    apply(dice, those, result)
    for place, unit in zip(riding, those):
        riders[place] = unit
    return tuple(riders), fired + who


def struck(dice, units, result):
    units = list(units)
    apply(dice, units, result)
    return tuple(units)


def charge(dice, power, drm, hexes):
    """Both hexes take the same DR (92.88); an entrenchment counts 4 against an overrun (54.7)."""
    results = dice.read(lambda total: tuple(ift(total + drm + cover, column_of(power)) for cover in (0, 4)))
    return tuple(dice.drawn(every_game(struck, units, result)) for units, result in zip(hexes, results))


def further_hexes(q):
    """[(units, DRM of the charge there)]"""
    return [(tuple(stack(units)), drm) for units, drm in parted(q["further"])]


def goes_on(dice, state, q, power, units, drm):
    """92.85: it charges the next hex, whose defenders fire before that"""
    riders, fired, hexes, charged, eliminated, broken = state
    for attack in attacks((units,), q):
        riders, _ = fire(dice, (riders, fired), q, attack)
    if riders[0][1] != "good":
        return riders, fired, hexes, charged, eliminated, broken
    result = dice.read(lambda total: ift(total + drm - 2, column_of(power)))
    after = report(units, dice.drawn(every_game(struck, units, result)))[2]
    return riders, fired, hexes, charged + 1, eliminated + after["eliminated"], broken + after["broken"]


def ended(dice, state, before, further):
    riders, fired, hexes, charged, eliminated, broken_there = state
    _, events, measures = report(before[0] + before[1], hexes[0] + hexes[1])
    unharmed, broken = measures["unharmed"], measures["broken"]
    outcome = ("repulsed" if not charged else "no_effect" if not broken + measures["eliminated"] else "target_hurt"
               if unharmed else "target_defeated" if broken else "target_eliminated")
    events = events + ["cavalry_broken"] * (riders[0][1] == "broken") + ["cavalry_eliminated"] * (riders[0][1] == "gone")
    if further:
        events = events + ["every_hex_charged"] * (charged == 1 + further)
    return End(outcome, events, defenders_fired=fired, defenders_eliminated=measures["eliminated"],
               defenders_broken=broken, defenders_unharmed=unharmed, hexes_charged=charged, further_eliminated=eliminated,
               further_broken=broken_there, **good_order_share(measures))


def count(q):
    riders = tuple(sorted(stack(q["cavalry"]), key=lambda unit: is_leader(unit[0])))
    before = tuple(tuple(stack(q[name])) if q[name] != "none" else () for name in ("target", "entrenched_target"))
    chances = {(riders, 0): 1}
    for attack in attacks(before, q):
        chances = and_then(chances, fire, q, attack)
    power = 2 * Fraction(factors(riders[0][0])) / (2 if q["wheatfield"] else 1)              # 92.88
    hit = every_game(charge, power, q["charge_drm"] - 2, before)
    ends = {}
    for (riders, fired), chance in chances.items():
        charges = riders[0][1] == "good"
        for hexes, share in (hit if charges else {before: 1}).items():
            end = riders, fired, hexes, int(charges), 0, 0
            ends[end] = ends.get(end, 0) + chance * share
    for units, drm in further_hexes(q):
        after = {}
        for state, chance in ends.items():                   # what became of the first hex does not matter here
            there = every_game(goes_on, state, q, power, units, drm) if state[0][0][1] == "good" else {state: 1}
            for end, share in there.items():
                after[end] = after.get(end, 0) + chance * share
        ends = after
    return tally(and_then(ends, ended, before, len(further_hexes(q))))
