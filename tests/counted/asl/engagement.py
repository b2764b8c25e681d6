"""asl.engagement without Multiple Hits. Return fire is that of a vehicle by name, at another one or at a gun and its crew.

From C2.24, C2.28, C3-C7, D5.5-.7 and A26.212; the moves of the firer from C2.2, C5.2-.3, C6.1, C6.17 and C6.5. What a hit does is asl.to-kill's; A9.72 for the repairs and C7.42 for Shock in each Rally Phase.
"""

import re
from collections import namedtuple

from asl import to_hit, to_kill
from asl._infantry import cell, column_of
from asl._ordnance import VEHICLES, he_column, keeps_rate, named_gun, shot, vehicle, vehicle_vp
from faces import Charts, End, and_then, every_game, tally
from fractions import Fraction

LEAVES_OUT = ("best", "against", "firer_schuerzen", "firer_schuerzen_increase", "firer_has_turret",
              "firer_crew_exposed")
BY_NUMBERS = ("return_gun", "return_to_hit_numbers", "return_russian_made", "return_basic_to_kill", "firer_vehicle", "firer_armor",
              "firer_turret_armor")
MOVES = ("move_range", "move_facing", "move_tem", "move_hindrance", "move_hull_down", "move_return_tem", "move_return_hull_down",
         "turning_drm", "turret", "stabilized", "bounding", "defensive_fire_at", "out_of_sight", "move_mp", "plan")
EVENTS = ("knocked_out", "stopped", "target_knocked_out", "target_immobilized_first", "target_crew_survives", "decided", "target_hit",
          "firer_knocked_out", "firer_left")
MEASURES = ("target_points_lost", "firer_points_lost", "turn", "knocked_out_in_turn")
ARMED = [name for name in VEHICLES if name not in ("SPW 251/1", "PSW 222", "SPW 251/10", "T-60 M40", "T-60 M42", "StuIG 33B")]
GUNS = ["PaK 38", "PaK 40", "45mm AT obr. 32", "76mm ART obr. 39"]
DRAW = {**to_hit.DRAW, "gun": ["75", "75L", "88L", "50L", "45L", "76L", "57", "105", "PaK 38", "PaK 40", "45mm AT obr. 32",
                               "76mm ART obr. 39"],
        "vehicle": VEHICLES, "range": [1, 2, 3, 6, 7, 12, 18, 24], "turns": [1, 1, 2, 2, 3], "ammunition": ["ap", "ap", "he"], "depletion_number": [None],
        "crew_survival": [2, 5, 8], "crew_morale": [6, 7, 8, 9], "to_hit_drm": [-3, -1, 0, 1, 2], "armor_leader": [-1, 0, 1],
        "return_ammunition": ["he", "ap"], "repair_number": [1, 2, 3], "first_acquisition": [-2, -1], "return_to_hit_drm": [-1, 0, 2],
        "return_armor_leader": [-1, 0, 1], "firer_crew_morale": [6, 7, 9],
        "armor": to_kill.DRAW["armor"], "turret_armor": to_kill.DRAW["turret_armor"], "basic_to_kill": to_kill.DRAW["basic_to_kill"],
        "move_range": [1, 2, 3, 6, 7, 12, 18], "move_tem": to_hit.DRAW["tem"], "move_return_tem": to_hit.DRAW["tem"],
        "move_hindrance": [0, 1, 2], "turning_drm": [1, 2, 3, 4], "move_mp": [1, 2, 3, 4, 6],
        "return_tem": to_hit.DRAW["tem"], "vehicle_vp": to_kill.DRAW["vehicle_vp"], "firer_vehicle_vp": to_kill.DRAW["vehicle_vp"]}
ALWAYS = ("vehicle", "turns", "moving")

# turns: its gun has not been turned to where the target has moved (case A)
# gone: its Special Ammunition; stands: it could not move when the Player Turn began; exposed: its crew is CE; shaken: it has been stunned, `stunned` in this Player Turn
State = namedtuple("State", "gun acquired immobile shock what survives first turn shots fired stands exposed shaken stunned gone turns pinned hit",
                   defaults=[False, False, False, False, False, False, False])


def change(question, random):
    if question.get("deliberate_immobilization"):
        question.pop("hull_down", None)
        question.pop("first_acquisition", None)
        question["range"] = min(question["range"], 6)
    if question.get("ammunition") == "he" and question["gun"] not in ("75", "75L", "76L", "88L", "105"):
        question.pop("ammunition")
    question["turns"] = min(question.get("turns", 3), 2 if question.get("rate_of_fire", 0) == 3 else 3)
    if question.get("return_fire"):
        for name in ("moving", "moving_shots", "ammunition", "to_hit_numbers", "captured", "return_captured", "crew_survival"):
            question.pop(name, None)
        question.update(gun=random.choice(ARMED), vehicle=random.choice(ARMED), turns=min(question["turns"], 2))
        if random.random() < 0.35:                           # a gun and its crew
            question.update(gun=random.choice(GUNS))
            for name in ("firer_facing", "firer_turret_facing", "firer_vehicle_vp", "return_hull_down", "buttoned_up",
                         "armor_leader"):
                question.pop(name, None)
        else:
            question.pop("firer_gunshield", None)
        if random.random() < 0.8:                            # else its fractions have more than 40 digits
            question.update(rate_of_fire=0, return_rate_of_fire=0)
    else:
        for name in [name for name in question if name.startswith(("return_", "firer_"))]:
            question.pop(name)
    if question.get("crew_exposed") and (question.get("return_fire") or question["vehicle"] == "unarmored"):
        question.pop("crew_exposed")
    if random.random() < 0.2 and not question.get("return_fire"):                # only a small gun finds them other than none
        question.update(gun=random.choice(["45L", "45LL", "45mm AT obr. 32"]), facing="side", range=random.choice([1, 3, 6]),
                        schuerzen=random.choice(["crucible_of_steel", "crucible_of_steel", "rulebook"]))
        question.pop("ammunition", None)
    else:
        for name in ("schuerzen_increase", "schuerzen_against_heat"):
            question.pop(name, None)
    question.pop("fallback", None)
    if random.random() < 0.2 and not question.get("return_fire"):
        question.update(ammunition=random.choice(["heat", "apcr", "apds"]), depletion_number=random.choice([3, 4, 5, 6, 7, 9, 11]),
                        fallback=random.choice(["ap", "ap", "he"]))
        if question["ammunition"] == "apds":
            question["gun"] = random.choice(["57", "57L", "57LL", "76LL"])
    if not question.get("casualty_vp"):
        for name in ("vehicle_vp", "firer_vehicle_vp"):
            question.pop(name, None)
    question = by_its_numbers(question, random)
    return firer_moves(both_by_numbers(question, random), random)


def both_by_numbers(question, random):
    """Now and then a return gun that is not the vehicle's own, and a firer that is a vehicle but has no name"""
    for name in BY_NUMBERS:
        question.pop(name, None)
    if not question.get("return_fire") or question["gun"] in GUNS or question.get("casualty_vp") or random.random() < 0.5:
        return question
    if random.random() < 0.6:
        question["return_gun"] = random.choice(["75", "75L", "88L", "50L", "76L"])
        question["return_to_hit_numbers"] = random.choice(["black", "red"])
        if question["return_gun"] == "76L" and random.random() < 0.6:
            question["return_russian_made"] = True
        elif question.get("return_ammunition") != "he" and random.random() < 0.3:
            question["return_basic_to_kill"] = random.choice([8, 13, 17])
    if random.random() < 0.6:
        question["gun"] = random.choice(["75", "75L", "88L", "50L", "57"])
        if random.random() < 0.5:
            question["firer_vehicle"] = random.choice(ARMED)
        else:
            question["firer_armor"] = random.choice([3, 6, 8, 11])
            if random.random() < 0.5:
                question["firer_turret_armor"] = random.choice([4, 8, 11])
            question.pop("firer_turret_facing", None)
    return question


def is_a_vehicle(q):
    return q["gun"] in VEHICLES or q["firer_vehicle"] is not None or q["firer_armor"] is not None


def by_its_numbers(question, random):
    """Now and then a target that has no name"""
    if random.random() < 0.2 and not question.get("return_fire") and not question.get("casualty_vp"):
        question.pop("vehicle")
        question.setdefault("armor", random.choice(DRAW["armor"]))
        question["has_turret"] = random.random() < 0.7
        if not question["has_turret"]:
            question.pop("turret_facing", None)
    else:
        for name in ("armor", "turret_armor", "has_turret"):
            question.pop(name, None)
    if question.get("vehicle") == "unarmored":
        question.pop("basic_to_kill", None)
    if question.get("return_fire"):
        question.pop("russian_made", None)
        question.pop("basic_to_kill", None)
    if question.get("russian_made"):
        question["gun"] = random.choice(["76L", "76L", "76LL"])
        question.pop("captured", None)
    return question


def firer_moves(question, random):
    """The firer is a vehicle that may move, in half of the situations with return fire"""
    for name in ("move_armor", "move_turret_armor"):
        question.pop(name, None)
    moves = {name: question.pop(name) for name in MOVES if name in question}
    moves.pop("plan", None)
    if random.random() > (0.5 if question.get("return_fire") else 0.15) or "firer_gunshield" in question or \
            question.get("return_fire") and question["gun"] not in VEHICLES:
        return question
    plan = random.choice(["move_then_fire", "move_and_fire", "move_and_fire", "leave"])
    question.update(gun=random.choice(ARMED), plan=plan)
    for name in ("russian_made", "captured", "non_qualified", "bore_sighted", "return_bore_sighted", "deliberate_immobilization",
                 "turret_facing"):
        question.pop(name, None)
    if plan == "leave":
        question["out_of_sight"] = True
    else:
        moves.setdefault("move_range", random.choice(DRAW["move_range"]))
        question.update({name: value for name, value in moves.items() if name not in ("turret", "stabilized", "bounding") or
                         plan == "move_and_fire"})
        if not question.get("return_fire"):
            for name in ("move_return_tem", "move_return_hull_down", "turning_drm", "defensive_fire_at"):
                question.pop(name, None)
    if plan != "leave" and "armor" in question and "vehicle" not in question and random.random() < 0.7:
        question["move_facing"] = random.choice([name for name in ("front", "side", "rear") if name != question.get("facing", "front")])
        question["move_armor"] = random.choice([2, 3, 6, 8])
        if random.random() < 0.5:
            question["move_turret_armor"] = random.choice([3, 4, 8])
    if "move_mp" in moves:
        question["move_mp"] = moves["move_mp"]
    if random.random() < 0.6:
        for name in ("rate_of_fire", "return_rate_of_fire"):
            question[name] = 0
    return question


def counts(q):
    calibre = re.match(r"\d+", named_gun(q)["gun"])
    if q["crew_exposed"] and q["return_fire"]:               # who is stunned answers no more in that Player Turn
        return False
    if q["return_fire"] and not is_a_vehicle(q) and q["gun"] not in GUNS:                 # a shrunk one
        return False
    if q["plan"] != "fire" and q["gun"] not in VEHICLES:
        return False
    if q["vehicle"] not in VEHICLES + ["unarmored", None]:   # a shrunk one has lost a word
        return False
    if q["depletion_number"] is not None and not all(
            to_kill.counts({**prepared(q), "ammunition": kind, "critical_hit": False}) for kind in (q["ammunition"], q["fallback"]) if kind != "none"):
        return False
    if q["return_fire"] and q["gun"] not in VEHICLES and int(re.match(r"\d+", named_gun({**q, "gun": q["return_gun"] or q["vehicle"]})["gun"])[0]) <= 40:
        return False                                         # Multiple Hits
    return calibre and int(calibre[0]) > 40


def rally_phase(dice, state, q, number, able=True):
    state = state._replace(stunned=False)
    if state.what:
        return state
    if state.gun == "malfunctions" and able and not done(state, q):      # A9.72; a captured one is never repaired
        face = dice.die()
        state = state._replace(gun="ok" if face <= q["repair_number"] else "lost" if face == 6 else "malfunctions")
    if state.shock == 1:                                     # C7.42
        state = state._replace(shock=0 if dice.die() <= 2 else 2)
    elif state.shock == 2:
        state = state._replace(shock=0) if dice.die() <= 3 else state._replace(what="died_of_shock", turn=number)
    return state._replace(stands=state.immobile or state.shock > 0)


def in_own_turn(q, number):
    """Whether it is the target's Player Turn, in which it moves if it can"""
    return q["moving"] != "no" and (number % 2 == 0) == (q["first_turn"] == "own")


def moves(state, q, number):
    """Who has entered a hex in this MPh is a moving target to its end, Immobile or not (C.8, D2.1)"""
    if q.get("entered_none") and (state.immobile or state.shock or state.stunned):
        return False
    return in_own_turn(q, number) and not state.stands


def fires(dice, state, q, number):
    """One shot: what becomes of the target and the gun"""
    # N goes neither with M (C6.4) nor with G (C5.7)
    intensive = state.shots == "intensive"
    deliberate = q["deliberate_immobilization"] and not state.immobile
    moving = moves(state, q, number)
    now = {**q, "target_moves": "in_motion" if moving else "no", "target_mp": q["moving"][:-3] if moving else "over_3",
           "acquisition": 0 if deliberate or q["bore_sighted"] else state.acquired,
           "intensive_fire": intensive, "target_type": "vehicle", "deliberate_immobilization": deliberate}
    if state.turns:                                          # case A
        now["to_hit_drm"] = now["to_hit_drm"] + q["turning_drm"]
        state = state._replace(turns=False)
    if q["depletion_number"] is not None and state.gone:
        now["ammunition"] = q["fallback"]
    modified, drm = to_hit.modified_number(now), to_hit.drm(now)
    hit, coloured, white = shot(dice, modified - drm, "vehicle", hull_down=q["hull_down"], deliberate=deliberate)
    broken = to_hit.breaks_down(now, coloured + white)
    gun = "lost" if "weapon_lost" in broken or broken and q["captured"] else "malfunctions" if broken else "ok"
    special = q["depletion_number"] is not None and not state.gone
    if special and coloured + white > q["depletion_number"]:                     # C8.9: it was not fired
        return state._replace(gone=True, gun=gun, acquired=0 if broken else state.acquired)
    if q["depletion_number"] is not None:
        if not special:                                      # the number that is given is that of the Special Ammunition
            q = {**q, "ammunition": q["fallback"], "basic_to_kill": None}
        state = state._replace(gone=state.gone or coloured + white == q["depletion_number"])
    acquires = q["fire_phase"] != "bounding_first" or q["stabilized"]            # C6.5
    acquired = 0 if broken else max(-2, state.acquired - 1) if acquires else state.acquired
    bounding = q["fire_phase"] != "prep"                     # C5.2-.3, C5.6: one shot in the AFPh, and none intensively
    goes_on = not broken and not intensive and keeps_rate(now, coloured) and q["fire_phase"] != "advancing"
    uses = not bounding and not q["pinned"] and (q["intensive_fire"] == "always" or q["intensive_fire"] == "last_turn" and number == q["turns"])
    shots = "rate" if goes_on else "intensive" if not intensive and not broken and uses else "none"
    if q["moving_shots"] and in_own_turn(q, number):
        state = state._replace(fired=state.fired + 1)
        goes_on = moving and not state.immobile and not state.shock and not state.stunned
        shots = "none" if goes_on and state.fired >= q["moving_shots"] else shots            # C6.17
    state = state._replace(gun=gun, acquired=acquired, shots=shots)
    if hit == "miss":
        return state
    state = state._replace(hit=bool(q["hits"]))
    if deliberate:
        if hit == "turret_hit":
            return state
        state = state._replace(immobile=True, first=True)
        leaves = not state.shock and not state.stunned and dice.read(
            lambda total: total > (q["crew_morale"] if q["crew_morale"] is not None else 8) - state.shaken)
        return state._replace(what="abandoned", turn=number) if leaves else state
    turret = hit == "turret_hit" or hit == "critical_hit" and q["hull_down"]
    end = to_kill.play(dice, {**q, "critical_hit": hit == "critical_hit", "location": "turret" if turret else "hull",
                              "already_immobilized": state.immobile, "in_shock": state.shock > 0 or state.stunned,
                              "crew_exposed": state.exposed, "shaken": state.shaken,
                              "recuperation": False, "vehicle": None, "casualty_vp": False})
    if end.outcome in ("burning_wreck", "eliminated", "abandoned"):
        first = state.first or end.outcome == "abandoned" and not state.immobile
        return state._replace(what=end.outcome, turn=number, survives="crew_survives" in end.events, first=first)
    if end.outcome == "shocked":
        return state._replace(shock=1, exposed=False)
    if end.outcome in ("stunned", "recalled"):               # D5.34, D5.341; it may have been immobilized besides
        immobile = state.immobile or "stopped" in end.events
        state = state._replace(immobile=immobile, first=immobile, exposed=False, shaken=True, stunned=True)
        return state._replace(what="recalled", turn=number) if end.outcome == "recalled" else state
    if end.outcome == "immobilized":
        return state._replace(immobile=True, first=True)
    return state


def fires_at_gun(dice, state, q, number):
    """One shot at a gun and its crew: C3.2 the Infantry Target Type, C11.4"""
    intensive = state.shots == "intensive"
    now = {**q, "acquisition": 0 if q["bore_sighted"] else state.acquired, "intensive_fire": intensive, "target_type": "infantry"}
    modified, drm = to_hit.modified_number(now), to_hit.drm(now)
    hit, coloured, white = shot(dice, modified - drm, "infantry", number=modified, drm=drm)
    broken = to_hit.breaks_down(now, coloured + white)
    gun = "lost" if "weapon_lost" in broken or broken and q["captured"] else "malfunctions" if broken else "ok"
    uses = q["intensive_fire"] == "always" or q["intensive_fire"] == "last_turn" and number == q["turns"]
    shots = "rate" if not broken and not intensive and keeps_rate(now, coloured) else \
        "intensive" if not intensive and not broken and uses else "none"
    state = state._replace(gun=gun, acquired=0 if broken else max(-2, state.acquired - 1), shots=shots)
    if hit == "miss":
        return state
    if hit == "critical_hit":
        return state._replace(what="gun_destroyed", turn=number)
    calibre = int(re.match(r"\d+", str(now["gun"]))[0])
    firepower = (2 if calibre >= 37 else 1) if q["ammunition"] == "ap" else he_column(calibre)

    def reading(total):
        found = cell(column_of(firepower), total)
        return found if "K" in found else cell(column_of(firepower), total + 2 * q["gunshield"])

    result = dice.read(reading)
    if "K" in result:                                        # KIA; K: the crew of the gun is reduced, that is eliminated
        return state._replace(what="gun_destroyed", turn=number)
    if result == "-":
        return state
    morale = q["crew_morale"] if q["crew_morale"] is not None else 8
    if result == "PTC":
        return state._replace(pinned=state.pinned or dice.read(lambda check: check > morale))
    add = 0 if result == "NMC" else int(result[:-2])
    check = dice.read(lambda check: "dies" if check == 12 else "breaks" if check + add > morale else
                      "pinned" if check == min(11, morale - add) else "passes")
    if check in ("dies", "breaks"):
        return state._replace(what="crew_" + check, turn=number)
    return state._replace(pinned=state.pinned or check == "pinned")


def done(state, q):
    return state.what or q["until"] == "immobilized" and state.immobile


def points(number, named, state, works):
    """A26.212: what is lost with a vehicle; its crew is not where it survives, nor its MA where that does not work"""
    if state.what not in ("burning_wreck", "eliminated", "died_of_shock"):
        return 0
    return vehicle_vp(number, named) - 2 * bool(state.survives) - (not works)


def ended(dice, state, q):
    events = []
    outcome = {"burning_wreck": "target_burning", "eliminated": "target_eliminated", "abandoned": "target_abandoned",
               "died_of_shock": "target_died_of_shock"}.get(state.what)
    if outcome:
        events += ["knocked_out", "stopped", "target_knocked_out"]
    elif state.what == "recalled":
        outcome = "target_recalled"
    elif state.shock:
        outcome = "target_shocked"
    elif state.immobile:
        outcome = "target_immobilized"
    elif state.gun == "lost":
        outcome = "gun_lost"
    else:
        outcome = "undecided"
    if state.immobile and "stopped" not in events:
        events.append("stopped")
    events += ["target_immobilized_first"] * bool(state.first) + ["target_crew_survives"] * bool(state.survives)
    events += ["target_hit"] * state.hit
    decided = is_decided(state, q)
    lost = {"target_points_lost": points(q["vehicle_vp"], q["vehicle"], state, True)} if q["casualty_vp"] else {}
    return End(outcome, events + ["decided"] * bool(decided), **lost)


def times(decided, knocked_out):
    """The measures of when, of the chances that it has happened by the end of each Player Turn"""
    found = {}
    for name, chances in (("turn", decided), ("knocked_out_in_turn", knocked_out)):
        before = 0
        for number, chance in enumerate(chances, start=1):
            found["measure", name, number] = chance - before
            before = chance
    return found


def by_now(chances, happened):
    return sum((chance for state, chance in chances.items() if happened(state)), Fraction(0))


def is_decided(state, q):
    return state.what or not state.shock and (state.gun == "lost" or q["until"] == "immobilized" and state.immobile)


def both_decided(states, q):
    at_target, at_firer = states
    return at_target.what or at_firer.what or (done(at_target, q) or at_target.gun == at_firer.gun == "lost") and not (
        at_target.shock or at_firer.shock)


def stops(state, q):
    silent = state.gone and q["fallback"] == "none"
    return done(state, q) or state.gun != "ok" or state.shots == "none" or silent


def fire_phase(state, q, number, seen):
    """{state: Fraction} after all shots of a Player Turn: a rate of fire that is kept leads to the same again"""
    if stops(state, q):
        return {state: Fraction(1)}
    if (state, number) not in seen:
        sums, again = {}, Fraction(0)
        for now, chance in every_game(fires_at_gun if q.get("at_gun") else fires, state, q, number).items():
            if now == state:
                again += chance
                continue
            for end, share in fire_phase(now, q, number, seen).items():
                sums[end] = sums.get(end, 0) + chance * share
        seen[state, number] = {end: chance / (1 - again) for end, chance in sums.items()}
    return seen[state, number]


AS_ASKED = ("rate_of_fire", "breakdown_number", "buttoned_up", "armor_leader", "non_qualified", "inexperienced",
            "bore_sighted", "target_size", "tem", "hindrance", "hull_down", "to_hit_drm", "intensive_fire")


def answers(q):
    """The question of the target's gun at the firer"""
    return {**q, **{name: q["return_" + name] for name in AS_ASKED}, "gun": q["return_gun"] or q["vehicle"],
            "vehicle": q["firer_vehicle"] or (q["gun"] if q["gun"] in VEHICLES else None),
            "armor": q["firer_armor"], "turret_armor": q["firer_turret_armor"], "has_turret": q["firer_has_turret"],
            "to_hit_numbers": q["return_to_hit_numbers"], "russian_made": q["return_russian_made"],
            "basic_to_kill": q["return_basic_to_kill"],
            "captured": q["return_captured"], "facing": q["firer_facing"], "turret_facing": q["firer_turret_facing"],
            "crew_morale": q["firer_crew_morale"], "crew_survival": None, "first_acquisition": 0,
            "ammunition": "he" if q["return_ammunition"] == "he" else "ap",
            "until": "knocked_out", "deliberate_immobilization": False}


def holds(hold_fire, own):
    """Whether a side does not fire in a Player Turn, `own` or the enemy's"""
    return hold_fire == ("prep" if own else "defensive")


def both_fire(q):
    """State of each one's fire: its own gun, and what became of the other one"""
    at_gun = not is_a_vehicle(q)
    asked = [prepared(q), prepared(answers(q))]
    if at_gun:
        size = Charts.by("asl/guns.csv", "gun")[q["gun"]].get("size")
        asked[1].update(at_gun=True, gunshield=q["firer_gunshield"], target_size=int(size or 0) if q["return_target_size"] is None
                        else q["return_target_size"], ammunition="ap" if q["return_ammunition"] == "ap" else "he")
    seen = {}
    start = tuple(State("ok", side["first_acquisition"], False, 0, None, False, False, 0, "rate", 0, False) for side in asked)
    chances, over, out = {start: Fraction(1)}, [], []

    def rallies(dice, states, number):
        if any(state.what for state in states):
            return states
        after = []
        for side, state in enumerate(states):
            state = state._replace(shots="rate", fired=0, pinned=False)
            # who is in Shock repairs nothing (C7.42)
            after.append(rally_phase(dice, state, asked[side], number, not states[1 - side].shock))
        return tuple(after)

    for number in range(1, q["turns"] + 1):
        chances = and_then(chances, rallies, number)
        own = (number % 2 == 1) == (q["first_turn"] == "own")
        for side in (0, 1) if own else (1, 0):
            held = holds(q["return_hold_fire" if side else "hold_fire"], own != bool(side))
            after = {}
            for states, chance in chances.items():
                mine, other = states[side], states[1 - side]
                # who is out, or in Shock, does not fire
                fired = {mine: Fraction(1)} if held or mine.what or done(states[0], q) or other.what or other.shock else \
                    fire_phase(mine, {**asked[side], "pinned": other.pinned}, number, seen.setdefault((side, other.pinned), {}))
                for now, share in fired.items():
                    theirs = other
                    if now.shock and not mine.shock:         # C6.5: its acquisition is lost
                        theirs = other._replace(acquired=0)
                    both = (now, theirs) if side == 0 else (theirs, now)
                    after[both] = after.get(both, 0) + chance * share
            chances = after
        over.append(by_now(chances, lambda states: both_decided(states, q)))
        out.append(by_now(chances, lambda states: states[0].what))

    return {**tally(and_then(chances, both_end, q)), **times(over, out)}


def both_end(dice, states, q):
    at_target, at_firer = states
    end = ended(dice, at_target, q)
    outcome, events = end.outcome, set(end.events) - {"decided"}
    out = {"burning_wreck": "firer_eliminated", "eliminated": "firer_eliminated", "died_of_shock": "firer_eliminated",
           "abandoned": "firer_abandoned", "gun_destroyed": "firer_eliminated", "crew_dies": "firer_eliminated",
           "crew_breaks": "firer_broken"}.get(at_firer.what)
    if out and not at_target.what:
        outcome = out
    events |= {"firer_knocked_out"} if out and out != "firer_broken" else set()
    decided = both_decided(states, q)
    lost = {}
    if q["casualty_vp"]:                                 # whether the firer's crew survives is not followed
        lost = {"target_points_lost": points(q["vehicle_vp"], q["vehicle"], at_target, at_firer.gun == "ok"),
                "firer_points_lost": {"gun_destroyed": 4, "crew_dies": 2}.get(at_firer.what, 0) if q["gun"] not in VEHICLES else
                points(q["firer_vehicle_vp"], q["gun"], at_firer._replace(survives=False),
                                            at_target.gun == "ok")}
    return End(outcome, events | ({"decided"} if decided else set()), **lost)


def after_the_move(q):
    """The question of the firer where it has moved to, and that of its target at it there"""
    def moved(name, before):
        return before if q["move_" + name] is None else q["move_" + name]

    mine = {**q, "range": moved("range", q["range"]), "facing": moved("facing", q["facing"]), "tem": moved("tem", q["tem"]),
            "armor": moved("armor", q["armor"]), "turret_armor": q["move_turret_armor"] if q["move_armor"] is not None else q["turret_armor"],
            "hindrance": moved("hindrance", q["hindrance"]), "hull_down": moved("hull_down", q["hull_down"])}
    theirs = answers(q)
    theirs.update(range=mine["range"], tem=moved("return_tem", theirs["tem"]),
                  hindrance=moved("hindrance", theirs["hindrance"]), hull_down=moved("return_hull_down", theirs["hull_down"]))
    return mine, theirs


def with_moves(q):
    """Both sides, the firer of which moves in the first Player Turn of its own in which it can (--plan)"""
    new = after_the_move(q)
    asked = {"old": (prepared(q), prepared(answers(q)) if q["return_fire"] else None),
             "new": (prepared(new[0]), prepared(new[1]) if q["return_fire"] else None)}
    row = Charts.by("asl/afv.csv", "vehicle")[q["gun"]]
    turret = q["turret"] if q["turret"] is not None else row["turret"] == "yes"
    seen = {}

    def start(side):
        return State("ok", side["first_acquisition"] if side else 0, False, 0, None, False, False, 0, "rate", 0, False,
                     side is asked["old"][0] and q["crew_exposed"])

    def rallies(dice, states, number):
        mine, other, place, moving = states
        if q["return_fire"] and (mine.what or other.what):
            return states
        after = []
        for index, state in enumerate((mine, other)):
            side = asked["old"][index]
            state = state._replace(shots="rate", fired=0)
            if side:                                         # who is in Shock repairs nothing (C7.42), nor who has left
                able = place != "left" and not (mine, other)[1 - index].shock
                state = rally_phase(dice, state, side, number, able)
            after.append(state)
        return (*after, place, False)

    def fired(chances, index, number, words, may):
        """All shots of a side: `words` what differs from Prep Fire"""
        after = {}
        for states, chance in chances.items():
            mine, other, place = states[index], states[1 - index], states[2]
            side = None if place == "left" else asked[place][index]
            able = side and may(states) and not (mine.what or done(states[0], q) or other.what or other.shock or other.stunned)
            known = seen.setdefault((index, place, tuple(sorted(words.items()))), {})
            for now, share in (fire_phase(mine, {**side, **words}, number, known) if able else {mine: Fraction(1)}).items():
                theirs = other
                if (now.shock or now.stunned) and not (mine.shock or mine.stunned):           # C6.5: its acquisition is lost
                    theirs = other._replace(acquired=0)
                end = (now, theirs, *states[2:]) if index == 0 else (theirs, now, *states[2:])
                after[end] = after.get(end, 0) + chance * share
        return after

    def each(chances, change):
        after = {}
        for states, chance in chances.items():
            now = change(*states)
            after[now] = after.get(now, 0) + chance
        return after

    def stopped(other):
        return other.what or other.immobile or other.shock or other.stunned

    def arrives(mine, other, place, moving):
        if not moving or place != "old" or stopped(other):
            return mine, other, place, moving
        if q["plan"] == "leave":                             # unless it is over, as both have lost their weapons on the way
            both_lost = q["return_fire"] and mine.gun == other.gun == "lost"
            return mine, other, place if both_lost else "left", moving
        return mine, other._replace(turns=bool(q["turning_drm"])), "new", moving

    mp = q["move_mp"]
    at_mover = {"moving": "over_3_mp" if mp is None or mp > 3 else "up_to_3_mp" if mp > 1 else "up_to_1_mp",
                "moving_shots": mp}
    bounding = {"traverse": "fast" if turret else "none", "stabilized": q["stabilized"], "firer_mp": "over_3",
                "firer_in_motion": False}
    first = {**bounding, "fire_phase": "bounding_first", "entered_hex": True,
             "firer_mp": "over_3" if mp is None or mp > 3 else "up_to_3" if mp > 2 else "up_to_2"}
    chances, over, out = {(start(asked["old"][0]), start(asked["old"][1]), "old", False): Fraction(1)}, [], []
    for number in range(1, q["turns"] + 1):
        chances = and_then(chances, rallies, number)
        own = (number % 2 == 1) == (q["first_turn"] == "own")
        if not own:
            chances = fired(chances, 1, number, {}, lambda states: not holds(q["return_hold_fire"], True))
            chances = fired(chances, 0, number, {}, lambda states: not holds(q["hold_fire"], False))
        else:
            def begins(mine, other, place, moving):
                over = mine.what or other.what or q["until"] == "immobilized" and mine.immobile or \
                    mine.gun == "lost" and (not q["return_fire"] or other.gun == "lost")
                moving = place == "old" and not over and not stopped(other)
                # a reading of C6.5: its acquisition is lost even where it does not come away
                return mine._replace(acquired=0) if moving else mine, other, place, moving
            chances = each(chances, begins)
            chances = fired(chances, 0, number, {}, lambda states: not states[3] and not holds(q["hold_fire"], True))
            at_end = q["defensive_fire_at"] == "end" and q["plan"] != "leave"
            fires_then = q["plan"] == "move_and_fire"
            in_mph = fires_then and q["bounding"] == "first_fire"
            if at_end:
                chances = each(chances, arrives)
                if in_mph:
                    chances = fired(chances, 0, number, first, lambda states: states[3])
            moves_now = {**at_mover, "first_turn": "own" if number % 2 == 0 else "enemy",
                         "entered_none": not at_end}
            may = not holds(q["return_hold_fire"], False)
            chances = fired(chances, 1, number, moves_now, lambda states: may and states[3])
            chances = fired(chances, 1, number, {}, lambda states: may and not states[3])
            if not at_end:
                chances = each(chances, arrives)
                if in_mph:
                    chances = fired(chances, 0, number, first, lambda states: states[3] and states[2] == "new")
            if fires_then:
                for place in ("old", "new"):
                    if place == "new" and in_mph:
                        continue
                    words = {**bounding, "fire_phase": "advancing", "entered_hex": place == "new"}
                    chances = fired(chances, 0, number, words, lambda states, place=place: states[3] and states[2] == place)
        def is_over(states):
            if states[2] == "left":                          # all that is open is how a Shock of the target ends (C7.42)
                return states[0].what
            return both_decided(states[:2], q) if q["return_fire"] else is_decided(states[0], q)
        over.append(by_now(chances, is_over))
        out.append(by_now(chances, lambda states: states[0].what not in (None, "recalled")))

    def both_ended(dice, states):
        at_target, at_firer, place, _ = states
        end = both_end(dice, (at_target, at_firer), q) if q["return_fire"] else ended(dice, at_target, q)
        events = end.events | {"firer_left"} if place == "left" else end.events
        if place == "left" and not at_target.what:
            events -= {"decided"}
        return End(end.outcome, events, **dict(end.measures))
    return {**tally(and_then(chances, both_ended)), **times(over, out)}


def prepared(q):
    gun = named_gun(q)
    return vehicle({"fire_phase": "prep", "target_moves": "no", "firer_in_terrain": False, "pinned": False, "mortar": False,
                    "concealed": False, "ffnam": False, "ffmo": False, "hazardous": False, **gun, "weapon": gun["gun"],
                    "russian_made": q["russian_made"] or gun["gun"] == "76L" and gun["gun"] != q["gun"] and gun["to_hit_numbers"] == "red"})


def count(q):
    if q["plan"] != "fire":
        return with_moves(q)
    if q["return_fire"]:
        return both_fire(q)
    q = prepared(q)
    start = State("ok", q["first_acquisition"], False, 0, None, False, False, 0, "rate", 0, False, q["crew_exposed"])
    chances, seen = {start: Fraction(1)}, {}
    over, out = [], []
    for number in range(1, q["turns"] + 1):
        # a Shock goes on where nobody fires any more
        chances = and_then(chances, lambda dice, state: rally_phase(
            dice, state._replace(shots="rate", fired=0), q, number))
        after = {}
        held = holds(q["hold_fire"], (number % 2 == 1) == (q["first_turn"] == "own"))
        for state, chance in chances.items():
            for end, share in ({state: 1} if held else fire_phase(state, q, number, seen)).items():
                after[end] = after.get(end, 0) + chance * share
        chances = after
        over.append(by_now(chances, lambda state: is_decided(state, q)))
        out.append(by_now(chances, lambda state: state.what not in (None, "recalled")))
    return {**tally(and_then(chances, ended, q)), **times(over, out)}
