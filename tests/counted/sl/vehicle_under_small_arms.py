"""sl.vehicle-under-small-arms, from 17.3, 33.3-.32, 36.1, 36.4, 39.3, 47.6, 64.31-.32, 64.44, 66.1-.4, 68, 72.3, 88."""

from faces import Charts, End, and_then, tally, turns
from sl._infantry import (STACKS, all_check, check, checking_order, column_of, ift, is_leader, leadership,
                          stack)
from sl.to_hit import band
from sl.to_kill import burns

EVENTS = ("knocked_out", "stopped", "crew_stunned", "recalled", "atr_breakdown")
MEASURES = ("passengers_eliminated", "passengers_broken")
NUMBERS = {"wheatfield": 2, "building": 3, "shellhole": 3, "entrenchment": 3, "woods": 4, "large_building": 4}
DRAW = {"units": STACKS, "passengers": ["4-6-7", "4-4-7", "2*4-6-7", "4-6-7 8-1", "8-1", "2-4-7"],
        "machine_guns": [1, 2, 3], "atrs": [1, 1, 2], "crew_morale": [6, 7, 8, 9], "fire_drm": [-2, 0, 1],
        "to_hit_drm": [-3, 0, 2, 5, 8], "armor": [-5, -5, -3, 0, 1], "side_armor": [-5, -2, 0], "kill_drm": [-2, 0, 1],
        "mg_kill_number": [-3, 0, 3, 6], "atr_kill_number": [-2, 0, 3, 6], "atr_rear_kill_number": [0, 4, 8],
        "breakdown_number": [9, 11, 12, 13]}


def change(question, random):
    if "units" in question:
        question.setdefault("terrain", random.choice(list(NUMBERS)))
    else:
        for name in ("terrain", "fire_group", "passengers", "crew_exposed", "fire_drm"):
            question.pop(name, None)
    if "atrs" in question:
        question.setdefault("atr_kill_number", 3)
        question.setdefault("atr_rear_kill_number", 4)
    else:
        for name in [name for name in question if name.startswith("atr_")] + [
                "red_numbers", "to_hit_drm", "breakdown_number"]:
            question.pop(name, None)
    if "machine_guns" not in question:
        question.pop("machine_gun", None)
        question.pop("mg_kill_number", None)
    if "atrs" in question or "machine_guns" in question:
        question.setdefault("armor", random.choice(DRAW["armor"]))
    else:
        for name in ("armor", "side_armor", "facing", "target_kind", "kill_drm"):
            question.pop(name, None)
    return question


def armor(q, facing):
    side = q["side_armor"] if q["side_armor"] is not None else q["armor"]
    return q["armor"] if facing == "front" else side         # 64.31, 64.32


def hit(dice, target, q, number, drm, side, could):
    """A roll on the AFV Kill chart; one that could have killed an immobilized AFV tries its crew (39.3, 66.4)"""
    total = dice.dr() + drm
    if total == number and side and target != "immobilized":         # 66.1
        if dice.die() >= 4:
            return "immobilized"
    if total <= number:
        return "burning_wreck" if burns(total, number) else "eliminated"
    if target == "immobilized" and could and dice.dr() > q["crew_morale"]:
        return "abandoned"
    return target


def atr(dice, state, q):
    target, broke = state
    if target not in ("no_effect", "immobilized"):
        return state
    colour = "red" if q["red_numbers"] else "black"
    row = Charts.by("squad-leader/to-hit.csv", "target")[q["atr_target"]]
    needed = int(row[f"{colour}_{band(q['atr_range'])}"]) - q["to_hit_drm"] + 2 * (q["atr_range"] <= 1)  # J, K
    original = dice.dr()
    strikes, critical = original <= needed, False
    if original == 2:
        third = dice.die()
        if needed < 2:
            strikes = third + 2 - needed < 6                 # 33.32
        critical = strikes and (third == 1 or 2 * third < needed)                    # 68.1
    broke = broke or original >= q["breakdown_number"]
    if not strikes:
        return target, broke
    rear = critical and q["facing"] != "rear"
    number = q["atr_rear_kill_number"] if rear and q["atr_rear_kill_number"] is not None else q["atr_kill_number"]
    drm = usual = q["kill_drm"] + armor(q, q["facing"])
    if critical:                                             # 68.2, 68.3
        drm = q["kill_drm"] + min(0, armor(q, "rear")) - 1
    could = q["atr_kill_number"] - usual >= 2                # 66.4: barring critical hits
    side = (critical or q["facing"] != "front") and q["atr_target"] != "vehicle_hull_down"       # 66.1
    return hit(dice, target, q, number, drm, side, could), broke


def machine_gun(dice, target, q):
    """47.6: hits by itself, without a leader; 66.24: never immobilizes"""
    if target not in ("no_effect", "immobilized"):
        return target
    number = q["mg_kill_number"]
    if number is None:
        column = "ap_mg" if q["machine_gun"] == "mmg_or_hmg" else "ap_50cal_20mm"
        number = int(Charts.by("squad-leader/afv-kill.csv", "facing")[q["facing"]][column])
    drm = armor(q, q["facing"]) + q["kill_drm"]
    return hit(dice, target, q, number, drm, False, number - drm >= 2)


def pre_afv_checks(dice, units, marsh="none"):
    """36.11: everybody for himself; who fails is not broken, but does not dare"""
    units = list(units)
    for place in checking_order(units):
        check(dice, units, place, 0, None, marsh)
    return tuple(units)


def attackers(q, units):
    """(squads as (firepower, dares), those who dare first, modifiers of the leaders who dare, best first)"""
    squads = [(int(name.split("-")[0]), now == "good") for name, now in units if not is_leader(name)]
    if q["fire_group"] and squads:                           # 72.3: one roll, one try
        squads = [(sum(power for power, _ in squads), any(dares for _, dares in squads))]
    leaders = sorted(leadership(name) for name, now in units
                     if is_leader(name) and now == "good" and leadership(name) <= 0)         # Q&A 15.1
    return tuple(sorted(squads, key=lambda squad: not squad[1])), tuple(leaders)


def attack(dice, state, q, firepower, dares):
    """A squad's roll, the next leader modifying it: to stop the AFV, and on the IFT at who is exposed"""
    target, riders, crew, leaders = state
    exposed = q["crew_exposed"] and crew == "good" or any(now != "gone" for _, now in riders)
    if not dares and not exposed:
        return state
    modifier, leaders = (leaders[0], leaders[1:]) if leaders else (0, ())            # 36.4
    total = dice.dr() + modifier
    if dares and total <= q["stops_on"] and target == "no_effect":
        target = "immobilized"                               # 36.12
    if exposed:                                              # 36.13, 64.44: adjacent, +2
        result = ift(total + 2 + q["fire_drm"], column_of(2 * firepower))
        may_stun = q["crew_exposed"] and crew == "good"      # 64.44: who is stunned is buttoned up
        riders = list(riders)
        if result == "KIA":
            riders = [(name, "gone") for name, _ in riders]
            crew = "recalled" if may_stun else crew
        elif result != "-":
            added = 0 if result == "M" else int(result)
            all_check(dice, riders, added)
            if may_stun and dice.read(lambda total: total + added > q["crew_morale"]):
                crew = "stunned"
    return target, tuple(riders), crew, leaders


def leaders_try(dice, state):
    """36.4: who modifies no roll tries himself, on 2"""
    target, riders, crew, leaders = state
    for own in leaders:
        if target == "no_effect" and dice.read(lambda total: total + own <= 2):
            target = "immobilized"
    return target, riders, crew, ()


def count(q):
    q = {**q, "stops_on": NUMBERS.get(q["terrain"])}
    chances = {("immobilized" if q["already_immobilized"] else "no_effect", False): 1}
    chances = turns(chances, q["atrs"], atr, q)
    for _ in range(q["machine_guns"]):
        chances = and_then(chances, lambda dice, state: (machine_gun(dice, state[0], q), state[1]))
    riders = tuple(stack(q["passengers"])) if q["passengers"] != "none" else ()
    ends = {}

    def add(end, chance):
        ends[end] = ends.get(end, 0) + chance

    checked, unchecked = {}, {}
    if q["units"] != "none":
        checked = and_then({None: 1}, lambda dice, _: attackers(q, pre_afv_checks(dice, stack(q["units"]))))
        unchecked = {attackers(q, stack(q["units"])): 1}     # nobody tries to stop an AFV that stands (36.11)
    for (target, broke), chance in chances.items():
        if target not in ("no_effect", "immobilized") or not checked:
            add(ended(q, (target, riders, "good"), broke), chance)
            continue
        for (squads, leaders), share in (unchecked if target == "immobilized" else checked).items():
            states = {(target, riders, "good", leaders): chance * share}
            for squad in squads:
                states = and_then(states, attack, q, *squad)
            for state, part in and_then(states, leaders_try).items():
                add(ended(q, state[:3], broke), part)
    return tally(ends)


def ended(q, state, broke):
    target, riders, crew = state
    if target == "immobilized" and q["already_immobilized"]:
        target = "no_effect"
    events = {"no_effect": [], "immobilized": ["stopped"]}.get(target, ["knocked_out", "stopped"])
    events = events + ["crew_stunned"] * (crew != "good") + ["recalled"] * (crew == "recalled")
    return End(target, events + ["atr_breakdown"] * broke,
               passengers_eliminated=sum(now == "gone" for _, now in riders),
               passengers_broken=sum(now == "broken" for _, now in riders))
