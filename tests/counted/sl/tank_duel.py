"""sl.tank-duel, from 18.2, 33.3-.4, 39.3, 63.14, 64.1-.6, 64.44, 66.1-.4, 67.1, 68, 69.1-.6, 69.8, 69.85 and 70.

Left out is Supplement M, the location of hits.
"""

from collections import namedtuple
from fractions import Fraction

from faces import End, and_then, every_game, tally
from sl import to_kill
from sl.engagement import GUNS, OUT, Firer, column, named_armor, phase, shots_in_sight
from sl._infantry import column_of, ift
from sl.he import bore, row_of

SIDES = ("first_", "second_")
LEAVES_OUT = ("location_of_hits", "best", "against")
BEST = ("first_plan", ["first_wins", "first_wins-second_wins", "first_wins-first_gun_lost"])
EVENTS = ("first_immobilized", "second_immobilized", "first_gun_lost", "second_gun_lost", "first_stunned", "second_stunned",
          "first_driven_off", "second_driven_off")
MEASURES = ("turn",)
DRAW = {side + name: values for side in SIDES for name, values in {
    "gun": GUNS + ["SU-152", "M4A4"], "ammunition": ["ap", "ap", "he"], "rate_of_fire": [1, 2],
    "breakdown_number": [10, 11, 12, 13],
    "to_hit_drm": [-2, 0, 1, 3], "kill_front": [-1, 3, 6], "kill_side": [None], "facing": ["front", "side", "rear"], "moving_facing": ["front", "side", "rear"],
    "reaches": ["side", "rear"], "kill_rear": [4, 8],
    "kill_drm": [-1, 0, 1], "armor": [-2, 0, 1, 2], "side_armor": [-2, 0, 1], "target_size": [-1, 0, 1],
    "plan": ["fire", "fire", "move_then_fire", "move_and_fire", "wait", "turn_then_fire"], "moves": [0, 0, 1, 2],
    "hexes": [-3, 0, 2, 5], "moving_drm": [0, 1],
    "moving_mp": [0, 1, 2, 3, 4, 6, 8], "moving_allowance": [4, 12, 15, 16], "infantry_fire": [0.5, 2, 4, 8, 16],
    "infantry_drm": [-1, 0, 1]}.items()}
DRAW.update(range=[7, 12, 13, 18, 25], turns=[1, 1, 2, 3], crew_morale=[6, 7, 8], repair_number=[1, 2])


def change(question, random):
    if random.random() < 0.4:                                # few dice: else a stunned crew has no fractions to compare
        for side in SIDES:
            question[side + "breakdown_number"] = 13
            question[side + "to_hit_drm"] = random.choice([-5, 0, 15])
            for name in ("rate_of_fire", "intensive_fire", "moves", "hexes", "moving_drm"):
                question.pop(side + name, None)
            question[side + "plan"] = random.choice(["fire", "wait"])
        stunned = random.choice(SIDES)
        question[stunned + "infantry_fire"] = random.choice([4, 8, 16])
        question.pop(stunned + "stunned", None)
        question.pop(stunned + "buttoned_up", None)
        question.pop("tank_superiority", None)
        question["turns"] = random.choice([1, 2, 2, 3])
    for side in SIDES:
        question.setdefault(side + "armor", random.choice(DRAW[side + "armor"]))
        if side + "kill_front" in question:
            question[side + "kill_side"] = question[side + "kill_front"] + 1
            question.setdefault(side + "kill_rear", 8)
        else:
            question.pop(side + "kill_rear", None)
        if not question.get(side + "moves"):
            if question.get(side + "plan", "").startswith("move"):
                question[side + "moves"] = 1
            else:
                for name in ("moves", "hexes", "moved_target", "moving_drm", "moving_mp", "moving_allowance", "moving_facing",
                             "reaches", "reached_target"):
                    question.pop(side + name, None)
        elif not question.get(side + "plan", "").startswith("move"):
            question[side + "plan"] = random.choice(["move_then_fire", "move_and_fire"])
        if question.get(side + "moves") and random.random() < 0.6:
            question.setdefault(side + "moving_mp", random.choice(DRAW[side + "moving_mp"]))
            question.setdefault(side + "moving_allowance", random.choice(DRAW[side + "moving_allowance"]))
        else:
            question.pop(side + "moving_mp", None)
            question.pop(side + "moving_allowance", None)
        if question.get(side + "stunned") or question.get(side + "buttoned_up"):
            question.pop(side + "infantry_fire", None)
        if side + "infantry_fire" not in question:
            question.pop(side + "infantry_drm", None)
    if question.get("tank_superiority", "none") != "none":   # Supplement N: of German closed-topped tanks
        superior = question["tank_superiority"] + "_"
        question[superior + "gun"] = "PzKw IV F2"
        if random.random() < 0.5:
            question[superior + "intensive_fire"] = True
    return question


def counts(q):
    for side in SIDES:
        if not bore(q[side + "gun"])[:1].isdigit():
            return False
        if q[side + "kill_front"] is None and (column(q[side + "gun"]), q[side + "ammunition"]) not in to_kill.COLUMNS:
            return False
        if q[side + "armor"] is None and named_armor(q[side + "gun"]) is None:
            return False
    return True


class Duel:
    def __init__(self, q):
        self.q, self.known = q, {}

    def own(self, side, name):
        return self.q[SIDES[side] + name]

    def turret(self, side):
        row = row_of(self.own(side, "gun"))
        given = self.own(side, "turret")
        return given if given is not None else row["turret"] == "yes" if row else True

    def sherman(self, side):
        given = self.own(side, "sherman")
        return given if given is not None else str(self.own(side, "gun")).startswith("M4")

    def worse(self, side, stun, number):
        """64.44: +1 To Hit after a stun, and +1 for being buttoned up where it was not, and can be"""
        if not 0 < stun[0] < number:
            return 0
        return 1 + (not self.own(side, "buttoned_up") and self.own(side, "target_kind") == "closed_topped")

    def firer(self, side, distance, line, drm, facing):
        """What this side's gun does at the other one there, who shows it this facing"""
        key = side, distance, line, drm, facing
        if key not in self.known:
            other = 1 - side
            armor = self.own(other, "armor")
            armor = named_armor(self.own(other, "gun")) if armor is None else armor
            hit = {"range": distance, "target": line, "to_hit_number": None, "captured": False, "inexperienced": False,
                   "target_size": self.own(other, "target_size"), "buttoned_up": self.own(side, "buttoned_up"),
                   "bore_sighted": False, "armor_leader": 0, "breakdown_number": self.own(side, "breakdown_number"),
                   "to_hit_drm": self.own(side, "to_hit_drm") + drm,
                   "deliberate_immobilization": "none", "moving_drm": self.own(other, "moving_drm")}
            kill = {"facing": facing, "target_kind": self.own(other, "target_kind"), "armor": armor,
                    "side_armor": self.own(other, "side_armor"), "boxed_armor": self.own(other, "front_boxed" if facing == "front" else "side_boxed"),
                    "kill_number": self.own(side, "kill_" + facing), "rear_kill_number": self.own(side, "kill_rear"),
                    "kill_drm": self.own(side, "kill_drm"), "ammunition": self.own(side, "ammunition"),
                    "height_advantage": 0}
            self.known[key] = Firer((hit, kill, self.own(side, "gun"), self.own(side, "to_hit_numbers"),
                                     self.own(side, "rate_of_fire"), self.own(side, "intensive_fire")),
                                    self.q["crew_morale"])
        return self.known[key]


# became: what became of it; moves: left; line: that of its target; stood: whether it was ever immobilized; shows: the facing
# that its hull shows the enemy; bears: whether its gun points at him
Vehicle = namedtuple("Vehicle", "became gun acquired moves line stood stun shows bears")
# A stun: (the last player turn of it, or 0; 'checked', 'killed' or 'gone')


class FirstShot:
    """A gun whose first shot is another one"""

    def __init__(self, first, others):
        self.next, self.others = first, others
        self.rate, self.intensive, self.after, self.hit = others.rate, others.intensive, others.after, others.hit

    def shot(self, *how):
        firer, self.next = self.next, self.others
        return firer.shot(*how)


def changed(vehicles, side, **what):
    return tuple(vehicle._replace(**what) if place == side else vehicle for place, vehicle in enumerate(vehicles))


def infantry(dice, state, duel, target, number):
    """64.44: fire at the exposed crew of one, before the guns of the phase"""
    vehicles, distance, over = state
    vehicle, power = vehicles[target], duel.own(target, "infantry_fire")
    if power is None or vehicle.stun[0] or decided(state) or column_of(power) is None:
        return state
    drm = 2 + duel.own(target, "infantry_drm")
    result = dice.read(lambda total: ift(total + drm, column_of(power)))
    if result == "KIA":
        stun = number + 1, "killed"
    elif result != "-" and dice.read(lambda total: total + (0 if result == "M" else int(result)) > duel.q["crew_morale"]):
        stun = number + 1, "checked"
    else:
        return state
    return changed(vehicles, target, acquired=0, stun=stun), distance, over      # 69.6: it does not fire


def leaves(state, number):
    """64.44: after a KIA it has to leave the board when the stun is over; an immobilized one cannot"""
    vehicles, distance, over = state
    if over or any(vehicle.became in OUT for vehicle in vehicles):
        return state
    after = tuple(vehicle._replace(stun=(number, "gone")) if vehicle.became == "no_effect" and vehicle.stun == (number, "killed")
                  else vehicle for vehicle in vehicles)
    return after, distance, -1 if after != vehicles else over


def fires(dice, state, duel, side, moving, phase_, number):
    """phase_: prep, defensive, advancing (after it entered a hex) or turned (in the Advancing Fire Phase, in its hex)"""
    vehicles, distance, over = state
    mine, enemy = vehicles[side], vehicles[1 - side]
    if over or mine.became in OUT or enemy.became in OUT or mine.stun[0] >= number:
        return state
    drm, turret, outside = duel.worse(side, mine.stun, number), duel.turret(side), 0
    stays = duel.q["defensive_fire_at"] == "start" and mine.became == "immobilized"      # it never left its hex
    if phase_ == "advancing":
        drm += 5 * (not stays)                               # case F
    elif phase_ == "turned":
        drm += 2 if turret else 3                            # 64.123, case G
    if not mine.bears and mine.gun == "works":
        if not turret and (phase_ != "defensive" or mine.became == "immobilized"):           # whose hull does not turn
            return changed(vehicles, side, acquired=0), distance, over
        if turret:
            outside = 2                                      # case D, until it has turned (64.121)
        else:
            drm += 4                                         # I, 48.5
        mine = mine._replace(bears=True, shows=mine.shows if turret else "front")
    turned = enemy.line == "vehicle_hull_down" and duel.turret(1 - side) and enemy.bears             # 64.11
    facing = "front" if turned else enemy.shows
    firer = duel.firer(side, distance, enemy.line, drm, facing)
    if outside:
        firer = FirstShot(duel.firer(side, distance, enemy.line, drm + outside, facing), firer)
    late = phase_ in ("advancing", "turned")
    intensive = firer.intensive and not late                 # 70.3
    came, gun, acquired, _, _, stood, _ = phase(dice, (enemy.became, mine.gun, mine.acquired, False, False, enemy.stood, False), firer,
                                             firer.rate + intensive, intensive, moving, "knocked_out",
                                             duel.q["tank_superiority"] == ("first", "second")[side],
                                             shots_in_sight(duel.own(1 - side, "moving_mp"),
                                                            duel.own(1 - side, "moving_allowance"), firer.rate))
    if mine.gun != "works":
        acquired = 0                                         # 69.6
    elif late and not (duel.sherman(side) and gun == "works"):
        acquired = 0                                         # 69.2
    mine = mine._replace(gun=gun, acquired=acquired)
    enemy = enemy._replace(became=came, stood=stood)
    return (mine, enemy) if side == 0 else (enemy, mine), distance, over


def rally(dice, state, q, number):
    vehicles, distance, over = state
    if over or any(vehicle.became in OUT for vehicle in vehicles):
        return state
    after = []
    for vehicle in vehicles:
        gun = vehicle.gun
        if gun == "jammed" and vehicle.stun[0] < number:
            gun = dice.read_die(lambda face: "lost" if face == 6 else "works" if face <= q["repair_number"] else "jammed")
        after.append(vehicle._replace(gun=gun))
    return tuple(after), distance, over


def sets_out(state, duel, side):
    """It leaves its hex: its acquisition is lost, that of the enemy is not (69.3)"""
    vehicles, distance, over = state
    facing = duel.own(side, "moving_facing")
    vehicles = changed(vehicles, side, acquired=0, moves=vehicles[side].moves - 1, shows=facing, bears=facing == "front")
    return vehicles, distance, over


def arrives(state, duel, side):
    """In the hex where its move ends; after the last one it may have reached the enemy's flank"""
    vehicles, distance, over = state
    vehicles = changed(vehicles, side, line=duel.own(side, "moved_target") or "vehicle_in_other")
    reaches, line = duel.own(side, "reaches"), duel.own(side, "reached_target")
    if not vehicles[side].moves:
        if reaches:
            vehicles = changed(vehicles, 1 - side, shows=reaches, bears=reaches == "front")
        if line:
            vehicles = changed(vehicles, 1 - side, line=line)
    return vehicles, max(1, distance - duel.own(side, "hexes")), over


def faces_the_enemy(state, side):
    """At the end of its move, if it still can"""
    vehicles, distance, over = state
    if vehicles[side].became != "no_effect":
        return state
    return changed(vehicles, side, shows="front", bears=True), distance, over


def each(states, change):
    after = {}
    for state, chance in states.items():
        now = change(state)
        after[now] = after.get(now, 0) + chance
    return after


def decided(state):
    vehicles, _, over = state
    return (over or any(vehicle.became in OUT for vehicle in vehicles) or
            all(vehicle.gun == "lost" for vehicle in vehicles))


def acts(state, duel, side, number, plan):
    """{state: Fraction} after what a side does in its turn, once both have rallied"""
    if decided(state):
        return {guns_are_lost(leaves(state, number)): Fraction(1)}
    ends = {}
    for now, chance in and_then({state: Fraction(1)}, infantry, duel, 1 - side, number).items():
        for end, share in acts_now(now, duel, side, number, plan).items():
            ends[end] = ends.get(end, 0) + chance * share
    return ends


def can_fire(mine, duel, side):
    """Whether it can fire in Prep Fire: who can't turns towards the enemy instead (the program's habit)"""
    return mine.gun == "works" and (mine.bears or duel.turret(side))


def acts_now(state, duel, side, number, plan):
    """The same after the infantry's Prep Fire"""
    vehicles, distance, over = state
    mine = vehicles[side]
    states = {state: Fraction(1)}
    mobile = mine.stun[0] < number and mine.became == "no_effect"
    if mobile and mine.moves > 0 and plan.startswith("move"):
        there = sets_out(state, duel, side)
        at_end = duel.q["defensive_fire_at"] == "end"
        states = and_then({arrives(there, duel, side) if at_end else there: Fraction(1)}, infantry, duel, side, number)
        states = and_then(states, fires, duel, 1 - side, True, "defensive", number)
        if not at_end:                                       # who is immobilized stays in the hex that it was to leave
            states = each(states, lambda now: arrives(now, duel, side) if now[0][side].became != "immobilized" else now)
        states = each(states, lambda now: faces_the_enemy(now, side))
        if plan == "move_and_fire" and duel.turret(side):
            states = and_then(states, fires, duel, side, False, "advancing", number)
    elif mobile and mine.shows != "front" and plan != "wait" and (plan == "turn_then_fire" or not can_fire(mine, duel, side)):
        turned, *rest = faces_the_enemy(state, side)
        turning = (changed(turned, side, acquired=0), *rest)                     # 69.6: it does not fire in Prep Fire
        states = and_then({turning: Fraction(1)}, infantry, duel, side, number)
        states = and_then(states, fires, duel, 1 - side, duel.q["turning_is_moving"], "defensive", number)
        states = and_then(states, fires, duel, side, False, "turned", number)
    else:
        if plan != "wait":
            states = and_then(states, fires, duel, side, False, "prep", number)
        else:                                                # 69.6: it fails to engage
            states = {(changed(vehicles, side, acquired=0), distance, over): Fraction(1)}
        states = and_then(states, infantry, duel, side, number)
        states = and_then(states, fires, duel, 1 - side, False, "defensive", number)
    after = {}
    for end, share in states.items():
        if any(vehicle.became in OUT for vehicle in end[0]):
            end = end[:2] + (end[2] or number,)
        end = guns_are_lost(leaves(end, number))
        after[end] = after.get(end, 0) + share
    return after


def guns_are_lost(state):
    """The duel ends with the player turn in which the second of the guns is lost"""
    vehicles, distance, over = state
    return vehicles, distance, over or (-1 if all(vehicle.gun == "lost" for vehicle in vehicles) else 0)


def player_turn(chances, duel, side, number):
    after = {}
    for state, chance in and_then(chances, rally, duel.q, number).items():
        for end, share in acts(state, duel, side, number, duel.own(side, "plan")).items():
            after[end] = after.get(end, 0) + chance * share
    return after


def beginning(q, duel):
    return (tuple(Vehicle("no_effect", "works", 0, duel.own(side, "moves"), duel.own(side, "target"), False,
                          (duel.own(side, "stunned"), "checked"), duel.own(side, "facing"), duel.own(side, "facing") == "front")
                  for side in (0, 1)), q["range"], 0)


def best(q, worth):
    """What the first vehicle does in each of its turns, once the infantry has fired; the other keeps to its plan"""
    duel = Duel(q)
    known = {}

    def of_plan(number, side, ends):
        return sum(share * from_turn(number + 1, 1 - side, after) for after, share in ends.items())

    def in_turn(number, side, state):
        if decided(state):
            return of_plan(number, side, acts(state, duel, side, number, None))
        plans = ("fire", "move_then_fire", "move_and_fire", "turn_then_fire", "wait") if side == 0 else [duel.own(1, "plan")]
        return sum(chance * max(of_plan(number, side, acts_now(now, duel, side, number, plan)) for plan in plans)
                   for now, chance in and_then({state: Fraction(1)}, infantry, duel, 1 - side, number).items())

    def from_turn(number, side, state):
        if number > q["turns"]:
            return worth(ended(None, state))
        if (number, state) not in known:
            known[number, state] = sum(chance * in_turn(number, side, rallied)
                                       for rallied, chance in every_game(rally, state, q, number).items())
        return known[number, state]

    return from_turn(1, 0 if q["begins"] == "first" else 1, beginning(q, duel))


def ended(dice, state):
    (first, second), _, number = state
    outcome = "first_wins" if second.became in OUT else "second_wins" if first.became in OUT else "undecided"
    events = [name + event for name, vehicle in zip(SIDES, (first, second)) for event, holds in (
        ("immobilized", vehicle.stood), ("gun_lost", vehicle.gun == "lost"), ("stunned", vehicle.stun[0] > 0),
        ("driven_off", vehicle.stun[1] == "gone")) if holds]
    return End(outcome, events, turn=max(0, number))


def count(q):
    duel = Duel(q)
    chances = {beginning(q, duel): Fraction(1)}
    side = 0 if q["begins"] == "first" else 1
    for number in range(1, q["turns"] + 1):
        chances = player_turn(chances, duel, side, number)
        side = 1 - side
    return tally(and_then(chances, ended))
