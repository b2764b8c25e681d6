"""asl.engagement without moves of the firer, special ammunition, exposed crews and Multiple Hits.

Return fire is that of one vehicle by name at another one, from where both stand.
From C2.24, C2.28, C3-C7, D5.5-.7 and A26.212. What a hit does is asl.to-kill's; A9.72 for the repairs and C7.42 for Shock in each Rally Phase.
"""

import re
from collections import namedtuple

from asl import to_hit, to_kill
from asl._ordnance import VEHICLES, keeps_rate, named_gun, shot, vehicle, vehicle_vp
from faces import End, and_then, every_game, tally
from fractions import Fraction

LEAVES_OUT = ("basic_to_kill", "russian_made", "armor", "turret_armor", "has_turret",
              "turning_drm", "turret", "stabilized", "bounding", "defensive_fire_at",
              "out_of_sight", "plan", "best", "against",
              *("return_" + name for name in (
                  "gun", "to_hit_numbers", "ammunition", "russian_made", "basic_to_kill")),
              *("firer_" + name for name in (
                  "vehicle", "armor", "turret_armor", "schuerzen", "schuerzen_increase", "has_turret", "crew_exposed",
                  "gunshield")),
              *("move_" + name for name in ("range", "facing", "armor", "turret_armor", "tem", "hindrance", "hull_down",
                                            "return_tem", "return_hull_down", "mp")))
EVENTS = ("knocked_out", "stopped", "target_knocked_out", "target_immobilized_first", "target_crew_survives", "decided",
          "firer_knocked_out")
MEASURES = ("target_points_lost", "firer_points_lost", "turn", "knocked_out_in_turn")
ARMED = [name for name in VEHICLES if name not in ("SPW 251/1", "PSW 222", "SPW 251/10", "T-60 M40", "T-60 M42", "StuIG 33B")]
DRAW = {**to_hit.DRAW, "gun": ["75", "75L", "88L", "50L", "45L", "76L", "57", "105", "PaK 38", "PaK 40", "45mm AT obr. 32",
                               "76mm ART obr. 39"],
        "vehicle": VEHICLES, "range": [1, 2, 3, 6, 7, 12, 18, 24], "turns": [1, 1, 2, 2, 3], "ammunition": ["ap", "ap", "he"], "depletion_number": [None],
        "crew_survival": [2, 5, 8], "crew_morale": [6, 7, 8, 9], "to_hit_drm": [-3, -1, 0, 1, 2], "armor_leader": [-1, 0, 1],
        "repair_number": [1, 2, 3], "first_acquisition": [-2, -1], "return_to_hit_drm": [-1, 0, 2],
        "return_armor_leader": [-1, 0, 1], "firer_crew_morale": [6, 7, 9],
        "return_tem": to_hit.DRAW["tem"], "vehicle_vp": to_kill.DRAW["vehicle_vp"], "firer_vehicle_vp": to_kill.DRAW["vehicle_vp"]}
ALWAYS = ("vehicle", "turns", "moving")

# gone: its Special Ammunition; stands: it could not move when the Player Turn began; exposed: its crew is CE; shaken: it has been stunned, `stunned` in this Player Turn
State = namedtuple("State", "gun acquired immobile shock what survives first turn shots fired stands exposed shaken stunned gone",
                   defaults=[False, False, False, False])


def change(question, random):
    if question.get("deliberate_immobilization"):
        question.pop("hull_down", None)
        question.pop("first_acquisition", None)
        question["range"] = min(question["range"], 6)
    if question.get("ammunition") == "he" and question["gun"] not in ("75", "75L", "76L", "88L", "105"):
        question.pop("ammunition")
    question["turns"] = min(question["turns"], 2 if question.get("rate_of_fire", 0) == 3 else 3)
    if question.get("return_fire"):
        for name in ("moving", "moving_shots", "ammunition", "to_hit_numbers", "captured", "return_captured", "crew_survival"):
            question.pop(name, None)
        question.update(gun=random.choice(ARMED), vehicle=random.choice(ARMED), turns=min(question["turns"], 2))
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
    return question


def counts(q):
    calibre = re.match(r"\d+", named_gun(q)["gun"])
    if q["crew_exposed"] and q["return_fire"]:               # who is stunned answers no more in that Player Turn
        return False
    if q["vehicle"] not in VEHICLES + ["unarmored", None]:   # a shrunk one has lost a word
        return False
    if q["depletion_number"] is not None and not all(
            to_kill.counts({**prepared(q), "ammunition": kind, "critical_hit": False}) for kind in (q["ammunition"], q["fallback"]) if kind != "none"):
        return False
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
        q = {**q, "ammunition": q["ammunition"] if special else q["fallback"]}
        state = state._replace(gone=state.gone or coloured + white == q["depletion_number"])
    acquired = 0 if broken else max(-2, state.acquired - 1)  # C6.5
    goes_on = not broken and not intensive and keeps_rate(now, coloured)
    uses = q["intensive_fire"] == "always" or q["intensive_fire"] == "last_turn" and number == q["turns"]
    shots = "rate" if goes_on else "intensive" if not intensive and not broken and uses else "none"
    if q["moving_shots"] and in_own_turn(q, number):
        state = state._replace(fired=state.fired + 1)
        goes_on = moving and not state.immobile and not state.shock and not state.stunned
        shots = "none" if goes_on and state.fired >= q["moving_shots"] else shots            # C6.17
    state = state._replace(gun=gun, acquired=acquired, shots=shots)
    if hit == "miss":
        return state
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
        for now, chance in every_game(fires, state, q, number).items():
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
    return {**q, **{name: q["return_" + name] for name in AS_ASKED}, "gun": q["vehicle"], "vehicle": q["gun"],
            "captured": q["return_captured"], "facing": q["firer_facing"], "turret_facing": q["firer_turret_facing"],
            "crew_morale": q["firer_crew_morale"], "crew_survival": None, "ammunition": "ap", "first_acquisition": 0,
            "until": "knocked_out", "deliberate_immobilization": False}


def holds(hold_fire, own):
    """Whether a side does not fire in a Player Turn, `own` or the enemy's"""
    return hold_fire == ("prep" if own else "defensive")


def both_fire(q):
    """State of each one's fire: its own gun, and what became of the other one"""
    asked = [prepared(q), prepared(answers(q))]
    seen = [{}, {}]
    start = tuple(State("ok", side["first_acquisition"], False, 0, None, False, False, 0, "rate", 0, False) for side in asked)
    chances, over, out = {start: Fraction(1)}, [], []

    def rallies(dice, states, number):
        if any(state.what for state in states):
            return states
        after = []
        for side, state in enumerate(states):
            state = state._replace(shots="rate", fired=0)
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
                    fire_phase(mine, asked[side], number, seen[side])
                for now, share in fired.items():
                    theirs = other
                    if now.shock and not mine.shock:         # C6.5: its acquisition is lost
                        theirs = other._replace(acquired=0)
                    both = (now, theirs) if side == 0 else (theirs, now)
                    after[both] = after.get(both, 0) + chance * share
            chances = after
        over.append(by_now(chances, lambda states: both_decided(states, q)))
        out.append(by_now(chances, lambda states: states[0].what))

    def both_ended(dice, states):
        at_target, at_firer = states
        end = ended(dice, at_target, q)
        outcome, events = end.outcome, set(end.events) - {"decided"}
        out = {"burning_wreck": "firer_eliminated", "eliminated": "firer_eliminated", "died_of_shock": "firer_eliminated",
               "abandoned": "firer_abandoned"}.get(at_firer.what)
        if out and not at_target.what:
            outcome = out
        events |= {"firer_knocked_out"} if out else set()
        decided = both_decided(states, q)
        lost = {}
        if q["casualty_vp"]:                                 # whether the firer's crew survives is not followed
            lost = {"target_points_lost": points(q["vehicle_vp"], q["vehicle"], at_target, at_firer.gun == "ok"),
                    "firer_points_lost": points(q["firer_vehicle_vp"], q["gun"], at_firer._replace(survives=False),
                                                at_target.gun == "ok")}
        return End(outcome, events | ({"decided"} if decided else set()), **lost)
    return {**tally(and_then(chances, both_ended)), **times(over, out)}


def prepared(q):
    gun = named_gun(q)
    return vehicle({"fire_phase": "prep", "target_moves": "no", "firer_in_terrain": False, "pinned": False, "mortar": False,
                    "concealed": False, "ffnam": False, "ffmo": False, "hazardous": False, **gun, "weapon": gun["gun"],
                    "russian_made": gun["gun"] == "76L" and gun["gun"] != q["gun"] and gun["to_hit_numbers"] == "red"})


def count(q):
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
