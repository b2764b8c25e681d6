"""asl.rally, from A10.6-.64, A10.2, A10.7-.72, A15.1-.5, A18.11, A18.2 and A25.222."""

from asl._infantry import (GERMAN, RUSSIAN, Stack, Unit, berserk_leaders_drag_along, casualty_reduction, casualty_vp,
                           change as put, heat_asked, heat_of_battle, is_berserk, is_commissar, is_leader,
                           leaders_are_lost, leadership, line, morale, note_loss)
from faces import Charts, End, TooLong, and_then, best_of, stack_outcome, tally
from questions import expanded

LEAVES_OUT = ("best",)
EVENTS = ("all_rallied", "fate", "leader_lost", "replaced", "leader_created", "heat_of_battle", "berserk")
MEASURES = ("rally_phase", "rallied", "eliminated", "casualty_vp")
NO_TIMES = ("casualty_vp",)
DRAW = {"unit": ["4-6-7", "4-4-7", "4-2-6", "2-4-7", "2-2-8", "8-1", "9-2", "7-0", "2*4-6-7", "4-6-7 8-1", "4-4-7 8-0",
                 "4-6-7 2-2-8", "8-1 7-0", "4-4-7 9-1", "9-0", "10-0 4-2-6", "4-4-7 4-2-6", "6+1", "6+1 2-2-6", "4-5-8 1-2-7"],
        "leader": ["8-1", "9-2", "8-0", "7-0", "10-2", "9-0", "10-0"], "rally_phases": [1, 1, 2, 3, 4], "dm_phases": [0, 0, 1, 2, 5],
        "terrain": ["stone", "woods", "open ground", "pillbox", "foxhole", "rooftop", "rubble"],
        "state": ["encircled", "fanatic"], "drm": [-2, -1, 0, 1, 3]}


def change(question, random):
    for name in ("heat_of_battle", "no_quarter", "no_known_enemy"):
        question.pop(name, None)
    if random.random() < 0.35:
        nation = random.choice(("german", "russian"))
        unit = random.choice(GERMAN if nation == "german" else RUSSIAN)
        question["unit"] = random.choice((unit, "8-1", "6+1", "8-0", f"{unit} 8-1", f"2*{unit}", f"{unit} 2-2-8", "10-3"))
        question["rally_phases"] = random.choice((1, 1, 2))
        question["heat_of_battle"] = nation
        if nation == "german" and question.get("leader", "none") in ("9-0", "10-0"):
            question.pop("leader")
        for name in ("no_quarter", "no_known_enemy"):
            if random.random() < 0.4:
                question[name] = True
    return question


def leader_created(dice, units, level):
    """A18.11, A18.2: a dr after the Original 2 of the first MMC that tries alone, on this Morale Level; a name or None"""
    drm = 1 + {"german": -1, "russian": 1}[units.heat.nation] + (-1 if level >= 8 else 1 if level <= 6 else 0)

    def reading(face):
        for row in Charts.rows("asl/leader-creation.csv"):
            if face + drm <= int(row["final_dr_at_most"]):
                return None if row["leader"] == "none" else row["leader"]

    return dice.read_die(reading)


def terrain_drm(name):
    row = next(row for row in Charts.rows("asl/rally-terrain.csv") if name in [row["terrain"], *row["also"].split("/")])
    return int(row["drm"])


def fails_under_commissar(dice, units, place):
    """A25.222: Replaced by the next lower quality; the lowest squad is reduced, who can't be Replaced dies."""
    unit = units.units[place]
    kind = line(unit.name)["kind"]
    if kind == "leader" and unit.name != "6+1":              # the procedure's text: the rule names MMC, and a 6+1 is lost
        return
    if line(unit.name)["replaced_by"]:
        units.events.add("replaced")
        put(units, place, name=line(unit.name)["replaced_by"])
    elif kind == "squad":
        units.events.add("replaced")                         # by its half-squad: poorer, too
        casualty_reduction(dice, units, place)
    else:
        put(units, place, gone=True)
        if is_leader(unit.name):
            note_loss(units, place, unit)
            leaders_are_lost(dice, units)


def rally_phase(dice, state, stack, q, phase):
    key, given_lost, last = state
    units = stack.again(key)
    own = (phase % 2 == 1) == (q["first_phase"] == "own")
    tried, fresh, mmc_tried = set(), set(), False            # fresh: broken in this phase, so under DM

    def rank(place):
        unit = units.units[place]
        if q["order"] == "as_named":
            return (0, place)
        return ((0, -morale(units, unit), leadership(unit), place) if is_leader(unit.name) else (1, 0, 0, place))

    def commissar_rallies():
        """A25.222; a reading: one who is berserk gives his Morale Level (A25.221), but neither helps nor hinders others"""
        return any(is_commissar(unit.name) and not (unit.gone or unit.broken or is_berserk(units, unit)) for unit in units.units)

    def helper(place):
        if is_commissar(units.units[place].name):
            return None                                      # A25.222: only by himself
        found = [leadership(unit) for other, unit in enumerate(units.units)
                 if other != place and is_leader(unit.name) and not (unit.broken or unit.gone or is_berserk(units, unit)) and
                 (is_commissar(unit.name) or not commissar_rallies())]
        return min(found) if found else None

    def may(place):
        unit = units.units[place]
        if unit.gone or not unit.broken or place in tried:
            return False
        if unit.disrupted and helper(place) is None:
            return False                                     # A19.12: only a leader rallies them
        if helper(place) is not None or line(unit.name)["kind"] in ("leader", "commissar", "crew"):
            return True
        return q["self_rally"] == "all" or q["self_rally"] == "first_mmc" and own and not mmc_tried

    if all(not unit.broken or unit.gone for unit in units.units[:len(expanded(q["unit"]))]):
        return state                                         # nobody is left to rally: the question is answered
    while True:
        able = sorted((place for place in range(len(units.units)) if may(place)), key=rank)
        if not able:
            break
        place = dice.choose(able) if q["order"] == "decided" and len(able) > 1 else able[0]
        tried.add(place)
        unit = units.units[place]
        mmc = line(unit.name)["kind"] in ("squad", "half_squad", "crew")
        first_alone = mmc and own and not mmc_tried and helper(place) is None
        mmc_tried = mmc_tried or mmc
        leader = helper(place)
        drm = q["drm"] + terrain_drm(q["terrain"]) + (leader if leader is not None else 1)       # A10.63: +1 alone
        under_commissar = leader is not None and commissar_rallies()
        if (phase <= q["dm_phases"] or place in fresh) and not under_commissar:                  # A10.62, A25.222
            drm += 4
        level = morale(units, unit)
        # A18.11: an Original 2 of the first MMC alone rallies it whatever the modifiers
        heats = units.heat is not None and (leader is not None and line(unit.name)["kind"] not in ("crew", "hero") or first_alone)

        def reading(total):
            how = "fate" if total == 12 else total + drm <= level or total == 2 and first_alone
            return how, heats and total == 2

        how, two = dice.read(reading)
        if how == "fate":                                    # A10.64
            units.events.add("fate")
            casualty_reduction(dice, units, place)
            if is_leader(unit.name) and units.units[place].gone:
                before = list(units.units)
                note_loss(units, place, unit)
                leaders_are_lost(dice, units)                # A10.2, at once
                berserk_leaders_drag_along(dice, units)
                units.berserk_leaders.clear()
                fresh |= {other for other, was in enumerate(before) if not was.broken and units.units[other].broken}
        elif how:
            put(units, place, broken=False, disrupted=False)
            last = phase
        if two and first_alone:
            created = leader_created(dice, units, level)
            if created:
                units.events.add("leader_created")
                units.units.append(Unit(created, False, False, False, False, False))
        elif two:                                            # A15.1
            heat_of_battle(dice, units, place, unit)
            if not units.units[place].broken:
                last = phase
            berserk_leaders_drag_along(dice, units)
            units.berserk_leaders.clear()
        if how in ("fate", False) and units.units[place].broken and under_commissar and not units.units[place].gone:
            fails_under_commissar(dice, units, place)
    return units.key(), given_lost, last


def ended(dice, state, stack, q):
    units = stack.again(state[0])
    mine = units.units[:len(expanded(q["unit"]))]
    states = ["eliminated" if unit.gone else "broken" if unit.broken else "rallied" for unit in mine]
    events = set(units.events) - {"leader_lost", "disrupted"}
    if all(name == "rallied" for name in states):
        events.add("all_rallied")
    if any(unit.heat == "berserk" for unit in units.units):
        events.add("berserk")
    if any(unit.gone or unit.broken for unit in units.units[len(mine):len(stack.units)]):
        events.add("leader_lost")
    created = units.units[len(stack.units):]                 # a leader by A18 counts as any other (A26.22)
    outcome = states[0] if len(states) == 1 else stack_outcome(states, ("rallied", "broken", "eliminated"))
    return End(outcome, events, rally_phase=state[2] if "all_rallied" in events else 0,
               rallied=states.count("rallied"), eliminated=states.count("eliminated"),
               casualty_vp=casualty_vp([*stack.units, *created], state[0][0]))


def beginning(q):
    units = [Unit(name, True, False, False, False, False) for name in expanded(q["unit"])]
    if q["leader"] != "none":
        units += [Unit(name, False, False, False, False, False) for name in expanded(q["leader"])]
    return Stack(units, q["elr"], tuple((q["state"] or "").split()), heat=heat_asked(q))


BEST = ("order", ["mean rallied", "all_rallied", "mean rallied-mean eliminated", "mean eliminated:least"])
BEST_DRAW = {"unit": ["4-4-7 8-0", "4-6-7 4-4-7", "2*4-4-7 7-0", "8-1 7-0", "4-6-7 2-2-8", "4-6-7 8-1", "4-2-6 6+1 2-2-8"],
             "rally_phases": [1, 1, 2]}


def best(q, worth):
    """Who tries next of those who may is the player's choice."""
    stack, known = beginning(q), {}
    if len(stack.units) > 3 or q["rally_phases"] > 2:
        raise TooLong

    def from_phase(phase, state):
        if phase > q["rally_phases"]:
            return worth(ended(None, state, stack, q))
        if (phase, state) not in known:
            known[phase, state] = best_of(rally_phase, lambda after: from_phase(phase + 1, after), state, stack,
                                          {**q, "order": "decided"}, phase)
        return known[phase, state]

    return from_phase(1, (stack.key(), False, 0))


def count(q):
    stack = beginning(q)
    chances = {(stack.key(), False, 0): 1}
    for phase in range(1, q["rally_phases"] + 1):
        chances = and_then(chances, rally_phase, stack, q, phase)
    return tally(and_then(chances, ended, stack, q))
