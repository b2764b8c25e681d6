"""sl.tank-duel, from 18.2, 33.3-.4, 39.3, 63.14, 64.1-.6, 64.44, 66.1-.4, 67.1, 68, 69.1-.6, 69.8, 69.85 and 70.

Left out: flanks that are shown or reached, turning, and Supplement M; the plans of who faces the enemy all the time.
"""

from fractions import Fraction

from faces import End, and_then, every_game, tally
from sl import to_kill
from sl.engagement import GUNS, OUT, Firer, column, named_armor, phase, shots_in_sight
from sl._infantry import column_of, ift
from sl.he import bore, row_of

SIDES = ("first_", "second_")
LEAVES_OUT = tuple(side + name for side in SIDES for name in (
    "facing", "moving_facing", "reaches", "reached_target", "side_boxed")) + (
        "turning_is_moving", "location_of_hits", "best", "against", "plans that turn and fire")
BEST = ("first_plan", ["first_wins", "first_wins-second_wins", "first_wins-first_gun_lost"])
EVENTS = ("first_immobilized", "second_immobilized", "first_gun_lost", "second_gun_lost", "first_stunned", "second_stunned",
          "first_driven_off", "second_driven_off")
MEASURES = ("turn",)
DRAW = {side + name: values for side in SIDES for name, values in {
    "gun": GUNS + ["SU-152", "M4A4"], "ammunition": ["ap", "ap", "he"], "rate_of_fire": [1, 2],
    "breakdown_number": [10, 11, 12, 13],
    "to_hit_drm": [-2, 0, 1, 3], "kill_front": [-1, 3, 6], "kill_side": [None], "kill_rear": [4, 8],
    "kill_drm": [-1, 0, 1], "armor": [-2, 0, 1, 2], "side_armor": [-2, 0, 1], "target_size": [-1, 0, 1],
    "plan": ["fire", "fire", "move_then_fire", "move_and_fire", "wait"], "moves": [0, 0, 1, 2],
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
                for name in ("moves", "hexes", "moved_target", "moving_drm", "moving_mp", "moving_allowance"):
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
        if q[side + "plan"] == "turn_then_fire" or not bore(q[side + "gun"])[:1].isdigit():
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

    def firer(self, side, distance, line, entered, worse):
        """What this side's gun does at the other one there"""
        key = side, distance, line, entered, worse
        if key not in self.known:
            other = 1 - side
            armor = self.own(other, "armor")
            armor = named_armor(self.own(other, "gun")) if armor is None else armor
            hit = {"range": distance, "target": line, "to_hit_number": None, "captured": False, "inexperienced": False,
                   "target_size": self.own(other, "target_size"), "buttoned_up": self.own(side, "buttoned_up"),
                   "bore_sighted": False, "armor_leader": 0, "breakdown_number": self.own(side, "breakdown_number"),
                   "to_hit_drm": self.own(side, "to_hit_drm") + 5 * entered + worse,     # case F
                   "deliberate_immobilization": "none", "moving_drm": self.own(other, "moving_drm")}
            kill = {"facing": "front", "target_kind": self.own(other, "target_kind"), "armor": armor,
                    "side_armor": self.own(other, "side_armor"), "boxed_armor": self.own(other, "front_boxed"),
                    "kill_number": self.own(side, "kill_front"), "rear_kill_number": self.own(side, "kill_rear"),
                    "kill_drm": self.own(side, "kill_drm"), "ammunition": self.own(side, "ammunition"),
                    "height_advantage": 0}
            self.known[key] = Firer((hit, kill, self.own(side, "gun"), self.own(side, "to_hit_numbers"),
                                     self.own(side, "rate_of_fire"), self.own(side, "intensive_fire")),
                                    self.q["crew_morale"])
        return self.known[key]


# A vehicle: (what became of it, its gun, its acquisition, moves left, its target line, whether it ever stood, its stun)
# A stun: (the last player turn of it, or 0; 'checked', 'killed' or 'gone')


def infantry(dice, state, duel, target, number):
    """64.44: fire at the exposed crew of one, before the guns of the phase"""
    vehicles, distance, over = state
    vehicle, power = vehicles[target], duel.own(target, "infantry_fire")
    if power is None or vehicle[6][0] or decided(state) or column_of(power) is None:
        return state
    drm = 2 + duel.own(target, "infantry_drm")
    result = dice.read(lambda total: ift(total + drm, column_of(power)))
    if result == "KIA":
        stun = number + 1, "killed"
    elif result != "-" and dice.read(lambda total: total + (0 if result == "M" else int(result)) > duel.q["crew_morale"]):
        stun = number + 1, "checked"
    else:
        return state
    vehicle = vehicle[:2] + (0,) + vehicle[3:6] + (stun,)    # 69.6: it does not fire
    return vehicles[:target] + (vehicle,) + vehicles[target + 1:], distance, over


def leaves(state, number):
    """64.44: after a KIA it has to leave the board when the stun is over; an immobilized one cannot"""
    vehicles, distance, over = state
    if over or any(vehicle[0] in OUT for vehicle in vehicles):
        return state
    after = tuple(vehicle[:6] + ((number, "gone"),) if vehicle[0] == "no_effect" and vehicle[6] == (number, "killed")
                  else vehicle for vehicle in vehicles)
    return after, distance, -1 if after != vehicles else over


def fires(dice, state, duel, side, moving, advancing, number):
    vehicles, distance, over = state
    mine, enemy = vehicles[side], vehicles[1 - side]
    if over or mine[0] in OUT or enemy[0] in OUT or mine[6][0] >= number:
        return state
    stays = duel.q["defensive_fire_at"] == "start" and mine[0] == "immobilized"      # it never left its hex
    firer = duel.firer(side, distance, enemy[4], advancing and not stays, duel.worse(side, mine[6], number))
    intensive = firer.intensive and not advancing            # 70.3
    came, gun, acquired, _, _, stood, _ = phase(dice, (enemy[0], mine[1], mine[2], False, False, enemy[5], False), firer,
                                             firer.rate + intensive, intensive, moving, "knocked_out",
                                             duel.q["tank_superiority"] == ("first", "second")[side],
                                             shots_in_sight(duel.own(1 - side, "moving_mp"),
                                                            duel.own(1 - side, "moving_allowance"), firer.rate))
    if mine[1] != "works":
        acquired = 0                                         # 69.6
    elif advancing and not (duel.sherman(side) and gun == "works"):
        acquired = 0                                         # 69.2
    mine = (mine[0], gun, acquired) + mine[3:]
    enemy = (came,) + enemy[1:5] + (stood, enemy[6])
    return (mine, enemy) if side == 0 else (enemy, mine), distance, over


def rally(dice, state, q, number):
    vehicles, distance, over = state
    if over or any(vehicle[0] in OUT for vehicle in vehicles):
        return state
    after = []
    for vehicle in vehicles:
        gun = vehicle[1]
        if gun == "jammed" and vehicle[6][0] < number:
            gun = dice.read_die(lambda face: "lost" if face == 6 else "works" if face <= q["repair_number"] else "jammed")
        after.append((vehicle[0], gun) + vehicle[2:])
    return tuple(after), distance, over


def moves(state, duel, side):
    """It leaves its hex: its acquisition is lost, that of the enemy is not (69.3)"""
    vehicles, distance, over = state
    vehicle = vehicles[side]
    line = duel.own(side, "moved_target") or "vehicle_in_other"
    vehicle = (vehicle[0], vehicle[1], 0, vehicle[3] - 1, line) + vehicle[5:]
    return (vehicles[:side] + (vehicle,) + vehicles[side + 1:], max(1, distance - duel.own(side, "hexes")), over)


def decided(state):
    vehicles, _, over = state
    return (over or any(vehicle[0] in OUT for vehicle in vehicles) or
            all(vehicle[1] == "lost" for vehicle in vehicles))


def acts(state, duel, side, number, plan):
    """{state: Fraction} after what a side does in its turn, once both have rallied"""
    if decided(state):
        return {guns_are_lost(leaves(state, number)): Fraction(1)}
    ends = {}
    for now, chance in and_then({state: Fraction(1)}, infantry, duel, 1 - side, number).items():
        for end, share in acts_now(now, duel, side, number, plan).items():
            ends[end] = ends.get(end, 0) + chance * share
    return ends


def acts_now(state, duel, side, number, plan):
    """The same after the infantry's Prep Fire"""
    vehicles, distance, over = state
    mine = vehicles[side]
    states = {state: Fraction(1)}
    if mine[6][0] < number and mine[3] > 0 and mine[0] == "no_effect" and plan.startswith("move"):
        there = moves(state, duel, side)
        if duel.q["defensive_fire_at"] == "start":
            # fired at as it leaves its hex; who is immobilized stays there
            leaving = (there[0][:side] + (there[0][side][:4] + (mine[4],) + there[0][side][5:],) + there[0][side + 1:],
                       distance, over)
            states = {}
            leaving = and_then({leaving: Fraction(1)}, infantry, duel, side, number)
            for end, share in and_then(leaving, fires, duel, 1 - side, True, False, number).items():
                if end[0][side][0] != "immobilized":
                    vehicle = end[0][side]
                    vehicle = vehicle[:4] + (there[0][side][4],) + vehicle[5:]
                    end = (end[0][:side] + (vehicle,) + end[0][side + 1:], there[1], over)
                states[end] = states.get(end, 0) + share
        else:
            states = and_then({there: Fraction(1)}, infantry, duel, side, number)
            states = and_then(states, fires, duel, 1 - side, True, False, number)
        if plan == "move_and_fire" and duel.turret(side):
            states = and_then(states, fires, duel, side, False, True, number)
    else:
        if plan != "wait":
            states = and_then(states, fires, duel, side, False, False, number)
        else:
            mine = mine[:2] + (0,) + mine[3:]                # 69.6: it fails to engage
            states = {(vehicles[:side] + (mine,) + vehicles[side + 1:], distance, over): Fraction(1)}
        states = and_then(states, infantry, duel, side, number)
        states = and_then(states, fires, duel, 1 - side, False, False, number)
    after = {}
    for end, share in states.items():
        if any(vehicle[0] in OUT for vehicle in end[0]):
            end = end[:2] + (end[2] or number,)
        end = guns_are_lost(leaves(end, number))
        after[end] = after.get(end, 0) + share
    return after


def guns_are_lost(state):
    """The duel ends with the player turn in which the second of the guns is lost"""
    vehicles, distance, over = state
    return vehicles, distance, over or (-1 if all(vehicle[1] == "lost" for vehicle in vehicles) else 0)


def player_turn(chances, duel, side, number):
    after = {}
    for state, chance in and_then(chances, rally, duel.q, number).items():
        for end, share in acts(state, duel, side, number, duel.own(side, "plan")).items():
            after[end] = after.get(end, 0) + chance * share
    return after


def beginning(q, duel):
    return (tuple(("no_effect", "works", 0, duel.own(side, "moves"), duel.own(side, "target"), False,
                   (duel.own(side, "stunned"), "checked"))
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
        plans = ("fire", "move_then_fire", "move_and_fire", "wait") if side == 0 else [duel.own(1, "plan")]
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
    outcome = "first_wins" if second[0] in OUT else "second_wins" if first[0] in OUT else "undecided"
    events = [name + event for name, vehicle in zip(SIDES, (first, second)) for event, holds in (
        ("immobilized", vehicle[5]), ("gun_lost", vehicle[1] == "lost"), ("stunned", vehicle[6][0] > 0),
        ("driven_off", vehicle[6][1] == "gone")) if holds]
    return End(outcome, events, turn=max(0, number))


def count(q):
    duel = Duel(q)
    chances = {beginning(q, duel): Fraction(1)}
    side = 0 if q["begins"] == "first" else 1
    for number in range(1, q["turns"] + 1):
        chances = player_turn(chances, duel, side, number)
        side = 1 - side
    return tally(and_then(chances, ended))
