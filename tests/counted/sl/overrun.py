"""sl.overrun, from 16.5, 35, 36.11-.13, 36.4, 54.4, 72.1-.7, 92.7 and the calibres' columns of 34.5."""

from faces import Charts, End, and_then, tally
from questions import expanded, fraction
from sl._infantry import STACKS, apply, apply_each, column_of, ift, is_leader, report, stack
from sl.fire import GROUPS, parted
from sl.near_miss import he
from sl.vehicle_under_small_arms import attack, attackers, leaders_try, pre_afv_checks

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order",
          "vehicle_immobilized", "vehicle_destroyed", "target_all_out")
MEASURES = ("eliminated", "broken", "unharmed", "passengers_eliminated", "passengers_broken", "good_order_share")
DRAW = {"main_armament": [2, 4, 8, 16, 12.5, "T-34", "PzKw IV F2", "M10", "SU-152"],
        "mg": [2, 4, 6, 8, "T-34", "PzKw IV F2", "SPW 251 armed", "M16"],
        "passengers": [4, 6, 8, "4-6-7", "2*4-6-7"], "leadership": [-2, -1, 0, 1],
        "drm": [-2, -1, 0, 1, 4, "woods", "entrenchment", "stone"], "target": STACKS + GROUPS,
        "exposed_passengers": ["4-6-7", "8-1", "4-6-7 8-1", "4-4-7 7-0"]}


def change(question, random):
    if not any(name in question for name in ("main_armament", "mg", "passengers")):
        question["mg"] = random.choice(DRAW["mg"])
    if "exposed_passengers" not in question:
        question.pop("fire_group", None)
    return question


def row(name):
    return Charts.by("squad-leader/vehicle-points.csv", "vehicle")[name]


def number(value):
    """A number, which may stand as a word; None where a name stands"""
    try:
        return fraction(value)
    except ValueError:
        return None


def firepower(q):
    main, mg, riders = (number(q[name]) for name in ("main_armament", "mg", "passengers"))
    multi = q["multi_shot"]
    if main is None:
        vehicle = row(q["main_armament"])
        multi = multi or int(vehicle["rate_of_fire"]) > 1
        main = fraction(he(int(vehicle["main_gun"].rstrip("*L")))[0])
    if mg is None:
        mg = sum(int(part) for part in row(q["mg"])["mg"].split("/") if part.isdigit())
    if riders is None:
        riders = sum(int(name.split("-")[0]) for name in expanded(q["passengers"]) if not is_leader(name))
    total = 4 + main / (1 if multi else 2) + mg + riders     # 72.1, 72.2
    return total / (2 if q["close_terrain"] else 1)          # 72.4


def terrain_drm(drm, entrenched=4):
    if number(drm) is not None:
        return int(drm)
    if drm.startswith("entrench"):
        return entrenched                                    # 54.7: +4 against an Overrun or a barrage
    return next(int(row["drm"]) for row in Charts.rows("squad-leader/terrain-effects.csv")
                if drm in [row["terrain"], *row["also"].split("/")])


def drives_over(dice, state, q):
    least = 11 if q["close_terrain"] else 12                 # 72.5

    def reading(total):
        vehicle = "immobilized" if total >= least else "destroyed" if q["open_topped"] and total == least - 1 else (
            "no_effect")                                     # 72.6
        column = column_of(firepower(q))
        drm = q["leadership"] + terrain_drm(q["drm"])
        return tuple(ift(total + drm + own, column) for _, own in groups), vehicle

    groups = parted(q["target"])
    results, vehicle = dice.read(reading)
    units = list(state)
    if len(groups) == 1:
        apply(dice, units, results[0])
    else:                                                    # 16.5, 54.4, 92.7: one DR, each as it finds them
        apply_each(dice, units, [cell for (there, _), cell in zip(groups, results) for _ in stack(there)])
    return tuple(units), vehicle


def counterattack(units, vehicle, q):
    """{(vehicle, riders): Fraction} after the survivors' attacks (36.11-.13, 72.3, 72.31)"""
    riders = tuple(stack(q["exposed_passengers"])) if q["exposed_passengers"] != "none" else ()
    if vehicle == "destroyed":
        return {("destroyed", tuple((name, "gone") for name, _ in riders)): 1}
    good = [unit for unit in units if unit[1] == "good"]
    # Who does not try to stop a vehicle that stands already needs no Morale Check to fire at its passengers.
    tries = q["immobilization_number"] is not None and vehicle != "immobilized"
    if not tries and not riders or not good:
        return {(vehicle, riders): 1}
    how = {**q, "crew_exposed": False, "fire_drm": 0, "stops_on": q["immobilization_number"]}
    checked = and_then({tuple(good): 1}, lambda dice, units: attackers(
        how, pre_afv_checks(dice, units) if tries else units))
    after = {}
    for (squads, leaders), chance in checked.items():
        states = {(vehicle, riders, "good", leaders): chance}
        for power, dares in squads:
            states = and_then(states, attack, how, power, dares and tries)
        if tries:
            states = and_then(states, leaders_try)
        for (now, who, _, _), share in states.items():
            after[now, who] = after.get((now, who), 0) + share
    return after


def count(q):
    before = tuple(unit for there, _ in parted(q["target"]) for unit in stack(there))
    ends = {}
    for (units, vehicle), chance in and_then({before: 1}, drives_over, q).items():
        _, events, measures = report(before, units)
        outcome = report(before, units)[0]
        if all(now != "good" for _, now in units):
            events = events + ["target_all_out"]
        for (now, riders), share in counterattack(units, vehicle, q).items():
            more = {"immobilized": ["vehicle_immobilized"], "destroyed": ["vehicle_destroyed"]}.get(now, [])
            end = End(outcome, events + more, **measures,
                      passengers_eliminated=sum(state == "gone" for _, state in riders),
                      passengers_broken=sum(state == "broken" for _, state in riders))
            ends[end] = ends.get(end, 0) + chance * share
    return tally(ends)
