"""sl.cavalry-charge, from 54.7, 92.7, 92.72 and 92.84-.88 with its example."""

from faces import End, and_then, every_game, tally
from fractions import Fraction
from sl._infantry import apply, best_leader, column_of, ift, is_leader, morale, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "cavalry_broken",
          "cavalry_eliminated")
MEASURES = ("defenders_fired", "defenders_eliminated", "defenders_broken", "defenders_unharmed")
DEFENDERS = ["4-6-7", "2-4-7", "4-6-7 2-4-7", "2*4-6-7", "4-6-7 8-1", "4-4-7 6+1", "8-3-8", "2*4-4-7 7-0", "8-0", "4-3-6"]
DRAW = {"cavalry": ["5-3-7", "4-4-7", "5-3-7 8-1", "6-2-8 7-0", "5-3-7 6+1", "4-3-6"], "target": DEFENDERS,
        "entrenched_target": DEFENDERS, "defensive_drm": [-2, -1, 0, 1, 3], "charge_drm": [-2, -1, 0, 1, 3]}


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


def ended(dice, state, before):
    riders, fired, hexes = state
    charges = riders[0][1] == "good"
    _, events, measures = report(before[0] + before[1], hexes[0] + hexes[1])
    unharmed, broken = measures["unharmed"], measures["broken"]
    outcome = ("repulsed" if not charges else "no_effect" if not broken + measures["eliminated"] else "target_hurt"
               if unharmed else "target_defeated" if broken else "target_eliminated")
    events = events + ["cavalry_broken"] * (riders[0][1] == "broken") + ["cavalry_eliminated"] * (riders[0][1] == "gone")
    return End(outcome, events, defenders_fired=fired, defenders_eliminated=measures["eliminated"],
               defenders_broken=broken, defenders_unharmed=unharmed)


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
        after = hit if riders[0][1] == "good" else {before: 1}
        for hexes, share in after.items():
            ends[riders, fired, hexes] = ends.get((riders, fired, hexes), 0) + chance * share
    return tally(and_then(ends, ended, before))
