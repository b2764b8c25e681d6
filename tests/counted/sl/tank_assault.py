"""sl.tank-assault, from 35, 36.11-.12, 36.21-.24, 36.3-.4, 37.3, 66.1, 66.4, 72.1-.6, 72.81-.82, 72.86, 97.4-.6, Q&A 15.1.

A tank: no_effect (it drives), immobilized, or out of it. A unit that is held back in Close Combat or does not dare to stop the
tank is unbroken all the same.
"""

import re
from collections import namedtuple

from faces import End, and_then, every_game, tally
from questions import fraction
from sl import panzerfaust, to_kill
from sl._infantry import apply, column_of, ift, is_leader, leadership, printed_morale, report, stack
from sl.molotov import throw
from sl.overrun import firepower, row, terrain_drm
from sl.vehicle_under_small_arms import pre_afv_checks

EVENTS = ("knocked_out", "stopped", "tank_in_hex", "close_combat", "leader_lost", "broken_or_worse", "all_broken_or_worse",
          "eliminated_or_reduced", "good_order")
MEASURES = ("defenders_eliminated", "defenders_broken", "defenders_unharmed", "good_order_share")
TANKS = ["PzKw IV F2", "PzKw IV F1", "StuG III", "Brummbar", "T-34", "SU-122", "SU-152", "M4A4", "M4 105", "M10", "Priest"]
DRAW = {"steps": ["x"], "tank": TANKS, "main_armament": [2, 4, 8, 16, 12.5], "mg": [2, 4, 6, 8, 2.5],
        "defender": ["4-6-7", "4-4-7", "4-6-7 8-1", "4-4-7 8-0", "2*4-4-7", "2*4-6-7 9-1", "8-1", "8-0 6+1", "2-4-7 7-0",
                     "8-3-8 9-2", "4-4-7 8-1 8-0", "2*4-4-7 8-0", "3*4-4-7", "6-2-8 6+1", "4-6-7 9-2 8-1", "2*8-3-8 10-2 7-0",
                     "2-3-7 4-6-7 8-1"],
        "armor": [-2, 0, 0, 1, 2], "panzerfausts": [1, 1, 2, 3], "range": [1, 1, 2, 3], "to_hit_number": [-2, 1, 3, 6, 9],
        "to_hit_drm": [-2, 0, 1, 3], "kill_number": [3, 7, 10, 12], "rear_kill_number": [5, 10, 13], "kill_drm": [-2, 0, 1],
        "crew_morale": [5, 6, 8, 9], "molotovs": [1, 1, 2, 3],
        "molotov_to_hit": [3, 5, 6, 8, 12], "molotov_kill": [-1, 2, 4, 6, 9], "molotov_rear_kill": [0, 3, 5, 8, 10],
        "immobilization_number": [2, 3, 3, 4, 4, 6],
        "drm": [-1, 0, 1, 2, "woods", "entrenchment", "stone"], "armor_leader": [-2, -1, 0, 1, "8-1", "9-2", "6+1"]}
ALWAYS = ("tank",)
OUT = ("eliminated", "burning_wreck", "abandoned")

# led: the places of leaders who have directed an attack in the Defensive Fire
State = namedtuple("State", "tank inside units led fought")


def drawn_steps(random):
    found, overrun, immobilize = [], False, False
    for _ in range(random.choice([1, 1, 2, 2, 3, 4])):
        step = random.choice(["panzerfaust", "molotov", "immobilize", "immobilize", "overrun", "overrun", "panzerfaust"])
        if step == "overrun" and overrun or step == "immobilize" and immobilize or step == "panzerfaust" and overrun:
            continue
        overrun, immobilize = overrun or step == "overrun", immobilize or step == "immobilize"
        found.append(step)
    return found + ["close-combat"] * random.choice([0, 1, 1, 1, 2])


def change(question, random):
    if random.random() < 0.5:
        question.pop("tank", None)
        question.setdefault("armor", random.choice(DRAW["armor"]))
    else:
        for name in ("main_armament", "mg", "open_topped"):
            question.pop(name, None)
    steps = drawn_steps(random)
    question["steps"] = "; ".join(steps)
    needed = {"panzerfaust": ("panzerfausts", "range", "to_hit_number", "moving", "kill_number", "rear_kill_number"),
              "molotov": ("molotovs", "molotov_to_hit", "molotov_kill", "molotov_rear_kill"),
              "immobilize": ("immobilization_number",), "overrun": ("drm", "close_terrain", "armor_leader")}
    for step, names in needed.items():
        if step not in steps:
            for name in names:
                question.pop(name, None)
    if "molotov" in steps:
        for name in needed["molotov"][1:]:
            question.setdefault(name, random.choice(DRAW[name]))
    if "immobilize" in steps:
        question.setdefault("immobilization_number", random.choice(DRAW["immobilization_number"]))
    if "kill_number" in question or "rear_kill_number" in question:
        for name in ("kill_number", "rear_kill_number"):
            question.setdefault(name, random.choice(DRAW[name]))
    if not {"panzerfaust", "molotov"} & set(steps):
        for name in ("to_hit_drm", "kill_drm", "facing", "crew_morale"):
            question.pop(name, None)
        if "tank" not in question and "overrun" not in steps and "close-combat" not in steps:
            question.pop("main_armament", None)
    return question


def counts(q):
    return bool(re.search(r"\w", q["steps"]))


class Tank:
    """The numbers of the tank, named or not"""

    def __init__(self, q):
        line = row(q["tank"]) if q["tank"] else None
        self.main = q["tank"] or q["main_armament"]
        self.mg = sum(int(part) for part in line["mg"].split("/") if part.isdigit()) if line else fraction(q["mg"])
        self.open_topped = line["kind"] == "open_topped" if line else q["open_topped"]
        self.armor = q["armor"] if q["armor"] is not None else int(line["armor"]) if line else None


def unbroken(units):
    return [place for place, (_, now) in enumerate(units) if now == "good"]


def men(units):
    """Squads and crews who are unbroken"""
    return [place for place in unbroken(units) if not is_leader(units[place][0])]


def who_directs(units, but, among=None):
    """36.4, 15.7, Q&A 15.1: the best leader who has directed nothing"""
    able = [place for place in (unbroken(units) if among is None else among)
            if is_leader(units[place][0]) and place not in but and leadership(units[place][0]) <= 0]
    return min(able, key=lambda place: (leadership(units[place][0]), -printed_morale(units[place][0])), default=None)


def led_by(state, among=None):
    """(the modifier of who directs the next attack, the state in which he has)"""
    leader = who_directs(state.units, state.led, among)
    if leader is None:
        return 0, state
    return leadership(state.units[leader][0]), state._replace(led=state.led | {leader})


def over(state):
    return state.tank in OUT or not unbroken(state.units)


def shot(dice, q, tank, already, modifier):
    """What a panzerfaust does (37.3)"""
    how = {**q, "weapon": "panzerfaust", "leadership": modifier, "hull_down": False, "captured": False, "after_movement": False,
           "deliberate_immobilization": "none", "ammunition": "ap", "already_immobilized": already, "side_armor": None,
           "armor": tank.armor, "boxed_armor": False, "height_advantage": 0, "crew_exposed": False,
           "target_kind": "open_topped" if tank.open_topped else "closed_topped"}
    hit, critical = panzerfaust.strikes(dice, dice.dr(), panzerfaust.to_hit(how), True)
    if not hit:
        return "no_effect"
    how["critical_hit"] = critical
    return to_kill.after_check(dice, to_kill.play(dice, how).outcome, how, q["crew_morale"])


def bottle(dice, q, tank, already, modifier, inside):
    """What a Molotov Cocktail does (97); the modifiers that are asked for are those of the panzerfaust (37.3, 85.52)"""
    rear = q["molotov_rear_kill"]
    return throw(dice, {
        "target": "vehicle", "leadership": modifier, "drm": 0, "to_hit_number": q["molotov_to_hit"],
        "vehicle": "open_topped" if tank.open_topped else "closed_topped", "already_immobilized": already,
        "facing": "rear" if inside else q["facing"], "kill_number": rear if inside else q["molotov_kill"],    # 97.51
        "rear_kill_number": rear, "kill_drm": 0, "crew_morale": q["crew_morale"]})[1]


def shoots(dice, state, q, tank, kind):
    """One Panzerfaust or Molotov Cocktail"""
    if over(state):
        return state
    modifier, state = led_by(state)
    already = state.tank == "immobilized"
    what = shot(dice, q, tank, already, modifier) if kind == "panzerfaust" else \
        bottle(dice, q, tank, already, modifier, state.inside)
    return state if what == "no_effect" else state._replace(tank=what)


def volley(chances, q, tank, kind):
    most = q["panzerfausts" if kind == "panzerfaust" else "molotovs"]
    sums = {}
    for state, chance in chances.items():                    # nobody breaks meanwhile
        after = {state: chance}
        for _ in range(min(most, len(men(state.units)))):
            after = and_then(after, shoots, q, tank, kind)
        for now, share in after.items():
            sums[now] = sums.get(now, 0) + share
    return sums


def those_who_dare(dice, units, q):
    """36.11: the places of those who pass; all unbroken ones check"""
    places = unbroken(units)
    checked = pre_afv_checks(dice, [units[place] for place in places], q.get("marsh", "none"))
    return tuple(place for place, (_, now) in zip(places, checked) if now == "good")


def tries_to_stop(dice, state, q, squad, dare):
    """36.12, 36.3: a squad, and who directs it"""
    if state.tank != "no_effect":
        return state
    modifier, state = led_by(state, dare)
    return state._replace(tank=dice.read(lambda total: "immobilized" if total + modifier <= q["immobilization_number"]
                                         else "no_effect"))


def tries_himself(dice, state, leader):
    """36.4: 2, and his own modifier"""
    own = leadership(state.units[leader][0])
    if state.tank != "no_effect" or leader in state.led or own > 0:
        return state
    return state._replace(led=state.led | {leader}, tank=dice.read(lambda total: "immobilized" if total + own <= 2
                                                                   else "no_effect"))


def immobilized(chances, q):
    sums = {}
    for state, chance in chances.items():
        if over(state) or state.tank != "no_effect":
            sums[state] = sums.get(state, 0) + chance
            continue
        for dare, share in every_game(those_who_dare, state.units, q).items():
            after = {state: chance * share}
            for squad in [place for place in dare if not is_leader(state.units[place][0])]:
                after = and_then(after, tries_to_stop, q, squad, dare)
            for leader in [place for place in dare if is_leader(state.units[place][0])]:
                after = and_then(after, tries_himself, leader)
            for now, part in after.items():
                sums[now] = sums.get(now, 0) + part
    return sums


def overruns(dice, state, q, tank):
    if over(state) or state.tank != "no_effect":
        return state
    power = firepower({"main_armament": tank.main, "mg": tank.mg, "passengers": 0, "multi_shot": False,
                       "close_terrain": q["close_terrain"]})
    modifier = q["armor_leader"] if not isinstance(q["armor_leader"], str) else leadership(q["armor_leader"])
    drm, column, least = terrain_drm(q["drm"]) + modifier, column_of(power), 11 if q["close_terrain"] else 12

    def reading(total):                                      # 72.5, 72.6
        return ift(total + drm, column) if column else "-", "immobilized" if total >= least else "eliminated" if \
            tank.open_topped and total == least - 1 else "no_effect"

    result, vehicle = dice.read(reading)
    units = list(state.units)
    here = [place for place, (_, now) in enumerate(units) if now not in ("gone", "captured", "routed")]
    those = [units[place] for place in here]
    apply(dice, those, result, q.get("broken_morale"), q.get("marsh", "none"), q.get("berserk", "none"))
    for place, unit in zip(here, those):
        units[place] = unit
    return state._replace(tank=vehicle, inside=True, units=tuple(units))


def attacks(dice, state, q, tank, place, dare):
    """36.23: one attack in Close Combat"""
    name, now = state.units[place]
    if state.tank in OUT or now != "good":
        return state
    if is_leader(name):
        modifier, number = leadership(name), 2
        if place in state.led:
            return state
        state = state._replace(led=state.led | {place})
    else:
        modifier, state = led_by(state, [other for other in dare if state.units[other][1] == "good"])
        number = int(name.split("-")[0])
    drm = modifier - (tank.open_topped or not q["buttoned_up"]) - (not tank.mg)          # 72.81, 72.82
    how = dice.read(lambda total: "lost" if total == 12 else "exact" if total + drm == number else total + drm < number)
    state = state._replace(fought=True)
    if how == "lost":                                        # 72.86
        return state._replace(units=tuple((who, "gone") if other == place else (who, was)
                                          for other, (who, was) in enumerate(state.units)))
    if how == "exact" and state.tank == "no_effect":         # 66.1
        return state._replace(tank="immobilized" if dice.read_die(lambda face: face >= 4) else "eliminated")
    return state._replace(tank="eliminated") if how else state


def close_combat(chances, q, tank):
    sums = {}
    for state, chance in chances.items():
        if over(state):
            sums[state] = sums.get(state, 0) + chance
            continue
        # 36.21: who is in its hex needs no check
        daring = {tuple(unbroken(state.units)): 1} if state.inside else every_game(those_who_dare, state.units, q)
        for dare, share in daring.items():
            after = {state._replace(led=frozenset()): chance * share}            # 36.4: another phase
            squads = [place for place in dare if not is_leader(state.units[place][0])]
            for place in squads + [place for place in dare if place not in squads]:
                after = and_then(after, attacks, q, tank, place, dare)
            for now, part in after.items():
                now = now._replace(led=frozenset())
                sums[now] = sums.get(now, 0) + part
    return sums


def ended(state, before):
    _, events, measures = report(before, state.units)
    events = events + (["knocked_out"] * (state.tank in OUT) + ["stopped"] * (state.tank != "no_effect") +
                       ["tank_in_hex"] * state.inside + ["close_combat"] * state.fought)
    found = {f"defenders_{name}": measures[name] for name in ("eliminated", "broken", "unharmed")}
    if len(before) > 1:
        found["good_order_share"] = measures["good_order_share"]
    return End(state.tank, events, **found)


def count(q):
    before, tank = tuple(stack(q["defender"])), Tank(q)
    chances = {State("no_effect", False, before, frozenset(), False): 1}
    for step in [step.strip() for step in q["steps"].split(";") if step.strip()]:
        if step in ("panzerfaust", "molotov"):
            chances = volley(chances, q, tank, step)
        elif step == "immobilize":
            chances = immobilized(chances, q)
        elif step == "overrun":
            chances = and_then(chances, overruns, q, tank)
        else:
            chances = close_combat(chances, q, tank)
    ends = {}
    for state, chance in chances.items():
        end = ended(state, before)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
