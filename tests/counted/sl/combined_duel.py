"""sl.combined-duel, from 8.4-.6, 9.1-.2, 10.6, 14.1-.6, 18.3, 33.3-.4, 34.3-.6, 39.3, 50.1, 63.14, 64.46, 66, 68."""

from fractions import Fraction

from faces import End, and_then, every_game, tally
from questions import expanded
from sl import to_hit, to_kill
from sl._infantry import column_of, ift, leadership, printed_morale
from sl.engagement import GUNS, Firer, column, named_armor
from sl.he import bore, calibre, row_of
from sl.near_miss import he
from sl.overrun import terrain_drm

SIDES = ("a_", "b_")
MEASURES = ("a_lost", "b_lost", "a_squads_lost", "b_squads_lost", "a_vehicles_lost", "b_vehicles_lost", "turns")
DRAW = {side + name: values for side in SIDES for name, values in {
    "infantry": ["4-6-7", "2*4-6-7", "2*4-4-7", "6-2-8", "6-6-6"],
    "leader": ["8-1", "8-0", "9-2"],
    "cover_drm": [-1, 0, 1, 2, 3, "woods", "entrenchment"], "antitank": [0, 1, 2], "antitank_to_hit": [4, 6, 8],
    "antitank_kill": [4, 6, 9], "vehicles": [0, 1, 1, 2], "number": [1, 1, 1, 2], "gun": GUNS,
    "rate_of_fire": [0, 1, 2], "to_hit_drm": [0, 1, 3],
    "kill_number": [3, 6], "rear_kill_number": [6, 8], "machine_guns": [0, 2, 4], "other_machine_guns": [0, 2, 4],
    "armor": [-2, 0, 1], "side_armor": [-1, 0, 1]}.items()}
DRAW.update(range=[1, 2, 4, 6, 8], turns=[1, 1, 2, 3, 3], crew_morale=[6, 7, 8])
ALWAYS = ("turns",)


def change(question, random):
    for side in SIDES:
        if question.get(side + "vehicles"):
            question.setdefault(side + "armor", 0)
            if side + "kill_number" in question:
                question.setdefault(side + "rear_kill_number", 8)
            else:
                question.pop(side + "rear_kill_number", None)
        else:
            question.pop(side + "vehicles", None)
            for name in ("gun", "to_hit_numbers", "rate_of_fire", "to_hit_drm", "kill_number", "rear_kill_number",
                         "machine_guns", "other_machine_guns", "facing", "armor", "side_armor", "aims_at"):
                question.pop(side + name, None)
            question.setdefault(side + "infantry", random.choice(DRAW[side + "infantry"]))
        if side + "infantry" not in question:
            for name in ("leader", "cover_drm", "cover_line", "antitank", "antitank_lasts"):
                question.pop(side + name, None)
        if question.get(side + "antitank"):
            question.setdefault(side + "antitank_to_hit", 6)
            question.setdefault(side + "antitank_kill", 6)
        else:
            for name in ("antitank", "antitank_to_hit", "antitank_kill", "antitank_lasts"):
                question.pop(side + name, None)
    for side in SIDES:                  # whether an Original 12 eliminates shows in the next Rally Phase but one (18.3)
        if question.get("turns") == 3 and side + "infantry" in question:
            question.setdefault(side + "leader", random.choice(DRAW[side + "leader"]))
    for side, other in (SIDES, SIDES[::-1]):
        if not question.get(other + "vehicles"):
            question.pop(side + "kill_number", None)
            question.pop(side + "rear_kill_number", None)
            for name in ("antitank", "antitank_to_hit", "antitank_kill", "antitank_lasts"):
                question.pop(side + name, None)
    return question


def counts(q):
    for side in SIDES:
        if not bore(q[side + "gun"])[:1].isdigit():
            return False
        if (q[side + "vehicles"] and q[side + "kill_number"] is None
                and (column(q[side + "gun"]), "ap") not in to_kill.COLUMNS):
            return False
        if q[side + "vehicles"] and q[side + "armor"] is None and named_armor(q[side + "gun"]) is None:
            return False
    return True


class Force:
    def __init__(self, q, side, other):
        self.q, self.side, self.other = q, side, other
        names = expanded(q[side + "infantry"]) if q[side + "infantry"] != "none" else []
        many = q[side + "number"]
        self.squads, self.vehicles = many * len(names), many * q[side + "vehicles"]
        self.antitank = many * q[side + "antitank"]
        self.kind = names[0] if names else None
        row = row_of(q[side + "gun"])
        rate = q[side + "rate_of_fire"]
        self.rate = rate if rate is not None else int(row["rate_of_fire"]) if row else 1
        self.drm = terrain_drm(q[side + "cover_drm"], 2)
        self.firers = {}

    def own(self, name):
        return self.q[self.side + name]

    def firer(self, line):
        if line not in self.firers:
            q, other = self.q, self.other
            armor = q[other + "armor"] if q[other + "armor"] is not None else named_armor(q[other + "gun"])
            hit = {"range": q["range"], "target": line, "to_hit_number": None, "captured": False, "target_size": 0,
                   "inexperienced": False, "buttoned_up": False, "bore_sighted": False, "armor_leader": 0,
                   "breakdown_number": 13, "to_hit_drm": self.own("to_hit_drm"), "deliberate_immobilization": "none",
                   "moving_drm": 0}
            kill = {"facing": q[other + "facing"], "target_kind": "closed_topped", "armor": armor,
                    "side_armor": q[other + "side_armor"], "boxed_armor": False,
                    "kill_number": self.own("kill_number"), "rear_kill_number": self.own("rear_kill_number"),
                    "kill_drm": 0, "ammunition": "ap", "height_advantage": 0}
            self.firers[line] = Firer((hit, kill, self.own("gun"), self.own("to_hit_numbers"), self.own("rate_of_fire"),
                                       False), q["crew_morale"])
        return self.firers[line]

    def shell_hits(self, line):
        """The chance that a shell hits infantry on this line"""
        hit = {**self.firer(line).hit, "acquisition": 0, "intensive_fire": False, "moving": False}
        needed = to_hit.number(hit) - to_hit.drm(hit)

        def play(dice):
            original = dice.dr()
            return original <= needed or original == 2 and needed < 2 and dice.die() + 2 - needed < 6        # 33.32
        return every_game(play).get(True, Fraction(0))


# A side: (unbroken squads, broken since the last Rally Phase, broken before, vehicles, immobilized ones, AT weapons)


def struck(dice, enemy, power, force, stacking):
    """An attack on one hex; its squads check each for itself (10.6, 12.1)"""
    good, fresh, old = enemy[:3]
    here = min(good, stacking)
    at = column_of(power)
    if not here or at is None:
        return enemy
    result = dice.read(lambda total: ift(total + force.drm, at))
    if result == "KIA":
        return (good - here, fresh, old) + enemy[3:]
    if result != "-":
        added = 0 if result == "M" else int(result)
        for _ in range(here):
            if dice.read(lambda total: total + added > printed_morale(force.kind)):
                good, fresh = good - 1, fresh + 1
    return (good, fresh, old) + enemy[3:]


def gun_shot(dice, state, mine, theirs, near):
    """state: the enemy, whether a gun of this vehicle fired at a vehicle"""
    enemy, at_vehicle = state
    able, stuck = enemy[3], enemy[4]
    infantry = enemy[0] > 0
    if (able or stuck) and not (mine.own("aims_at") == "infantry" and infantry):
        came = dice.drawn(merged(mine.firer("vehicle_in_other").shot(0, False, False, not able, False)))
        if able:
            able, stuck = {"no_effect": (able, stuck), "immobilized": (able - 1, stuck + 1)}.get(came, (able - 1, stuck))
        elif came != "immobilized":
            stuck -= 1
        return enemy[:3] + (able, stuck) + enemy[5:], True
    if not infantry:
        return state
    line = "infantry_in_" + theirs.own("cover_line")
    if dice.chance(mine.shell_hits(line)):
        power, heavy = he(calibre(mine.own("gun")))
        enemy = struck(dice, enemy, Fraction(power) * (2 if near else 1), theirs, mine.q["stacking"])
    return enemy, at_vehicle


def merged(chances):
    found = {}
    for (came, *_), chance in chances.items():
        found[came] = found.get(came, 0) + chance
    return found


def machine_guns(dice, state, mine, theirs, near, number):
    """64.46: those of one vehicle are one attack; the coaxial ones fire along the line of its gun"""
    enemy, busy = state
    coaxial = mine.own("machine_guns") if not busy[number] or mine.q["same_hex"] else 0
    power = Fraction(coaxial + mine.own("other_machine_guns")) * (2 if near else 1)
    return struck(dice, enemy, power, theirs, mine.q["stacking"]), busy


def antitank(dice, state, mine):
    """37.3: a weapon hits and kills, on its numbers"""
    enemy, left = state
    able, stuck = enemy[3], enemy[4]
    if not left or not (able or stuck):
        return state
    if not mine.own("antitank_lasts"):
        left -= 1
    if dice.read(lambda total: total <= mine.own("antitank_to_hit")) and dice.read(
            lambda total: total <= mine.own("antitank_kill")):
        able, stuck = (able - 1, stuck) if able else (able, stuck - 1)
    return enemy[:3] + (able, stuck) + enemy[5:], left


def fire_phase(chances, mine, theirs, place):
    """All that a side fires; a state is (side a, side b)"""
    q = mine.q
    near = q["range"] <= 1
    after = {}
    for state, chance in chances.items():
        me, enemy = state[place], state[1 - place]
        states = {(enemy, ()): chance}
        for _ in range(me[3] + me[4]):
            states = {((enemy, False), busy): part for (enemy, busy), part in states.items()}
            for _ in range(mine.rate):
                states = and_then(states, lambda dice, state: (gun_shot(dice, state[0], mine, theirs, near), state[1]))
            told, states = states, {}
            for ((enemy, at_vehicle), busy), part in told.items():               # the text: who fires all its MGs is first
                key = enemy, tuple(sorted(busy + (at_vehicle,)))
                states[key] = states.get(key, 0) + part
        for number in range(me[3] + me[4]):
            states = and_then(states, machine_guns, mine, theirs, near, number)
        guns = {}
        for (enemy, _), part in states.items():
            guns[enemy, me[5]] = guns.get((enemy, me[5]), 0) + part
        for _ in range(min(me[0], me[5])):
            guns = and_then(guns, antitank, mine)
        for (enemy, left), part in guns.items():
            power = Fraction(0)
            if mine.kind:
                factors, reach = (int(word) for word in mine.kind.split("-")[:2])
                power = Fraction(me[0] * factors) * (2 if near else 1 if q["range"] <= reach else
                                                     Fraction(1, 2) if q["range"] <= 2 * reach else 0)
            for now, share in and_then({enemy: part}, struck, power, theirs, q["stacking"]).items():
                mine_now = me[:5] + (left,)
                key = (mine_now, now) if place == 0 else (now, mine_now)
                after[key] = after.get(key, 0) + share
    return after


def rally(dice, state, force):
    """14.1-.6, 18.3: those that broke since the last Rally Phase with 4 less"""
    good, fresh, old = state[:3]
    if force.own("leader") is None or not fresh + old:
        return (good, 0, old + fresh) + state[3:]
    left = 0
    for number in range(fresh + old):
        american = force.kind in ("6-6-6", "8-4-7")
        needs = printed_morale(force.kind) - leadership(force.own("leader")) - 4 * (number < fresh and not american)
        how = dice.read(lambda total: "gone" if total == 12 else total <= needs) if needs >= 2 else False
        good, left = good + (how is True), left + (how is False)
    return (good, 0, left) + state[3:]


def over(state):
    return any(side[0] + side[3] + side[4] == 0 for side in state)


def groups_lost(force, side):
    """Whole groups' worth of squads and vehicles: the losses together, by the number that a group has of both"""
    lost = force.squads - side[0] + force.vehicles - side[3] - side[4]
    return lost * force.own("number") // (force.squads + force.vehicles)


def count(q):
    forces = [Force(q, "a_", "b_"), Force(q, "b_", "a_")]
    start = tuple((force.squads, 0, 0, force.vehicles, 0, force.antitank) for force in forces)
    orders = {"a": {0: 1}, "b": {1: 1}, "die": {0: Fraction(1, 2), 1: Fraction(1, 2)}}[q["first"]]
    ends = {}
    for first, share in orders.items():
        chances = {(start, 0): Fraction(share)}
        place = first
        for number in range(1, q["turns"] + 1):
            done = {key: chance for key, chance in chances.items() if over(key[0])}
            now = {state: chance for (state, _), chance in chances.items() if not over(state)}
            if number > 1:
                now = and_then(now, lambda dice, state: tuple(
                    rally(dice, side, force) for side, force in zip(state, forces)))
            for side in (place, 1 - place):
                ready = {state: chance for state, chance in now.items() if not over(state)}
                for state in ready:
                    del now[state]
                for state, chance in fire_phase(ready, forces[side], forces[1 - side], side).items():
                    now[state] = now.get(state, 0) + chance
            chances = done
            for state, chance in now.items():
                chances[state, number] = chances.get((state, number), 0) + chance
            place = 1 - place
        for (state, number), chance in chances.items():
            a, b = state
            lost = [groups_lost(forces[place], state[place]) for place in (0, 1)]
            alive = [side[0] + side[3] + side[4] > 0 for side in state]
            end = End("both" if all(alive) else "a_holds" if alive[0] else "b_holds", turns=number,
                      a_lost=lost[0], b_lost=lost[1],
                      a_squads_lost=forces[0].squads - a[0], b_squads_lost=forces[1].squads - b[0],
                      a_vehicles_lost=forces[0].vehicles - a[3] - a[4], b_vehicles_lost=forces[1].vehicles - b[3] - b[4])
            ends[end] = ends.get(end, 0) + chance
    return tally(ends)
