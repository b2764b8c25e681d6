"""slammers.troop-duel, from Supplement 4, UCCF, Snapshot, the FAQ on result 2 and Rapid Fire, and the play sheet.

What Snapshot leaves open is read as the procedure's text has it.
"""

from fractions import Fraction

from faces import End, and_then, every_game, tally
from slammers._rules import UNHURT, damage, dv, needs

MEASURES = ("turns", "first_lost", "second_lost")
DRAW = {side + name: values for side in ("first_", "second_") for name, values in {
    "number": [1, 1, 2], "weapons": [1, 1, 2, 3], "shots": [1, 1, 2], "fp_vehicle": [0, 2, 4, 6], "dv": [5, 7, 9, 11],
    "qr_modifier": [-2, -1, 0, 1]}.items()}
DRAW["turns"] = [1, 1, 2, 3]
SIDES = ("first_", "second_")
OLD_STALLS_DRAW_FIRE = False    # in a simultaneous exchange nobody fires at stalled vehicles before others


def change(question, random):
    for side in SIDES:
        if question.get(side + "arc", "all") != "all":
            question[side + "weapons"] = 3
        if random.random() < 0.4:
            question[side + "snapshot"] = True
        if not question.get(side + "snapshot"):
            question.pop(side + "snapshot_qr", None)
    return question


def bearing(q, side):
    """UCCF: ahead all three, on a flank the front one and that of the side, none behind"""
    return {"all": q[side + "weapons"], "ahead": 3, "flank": 2, "behind": 0}[q[side + "arc"]]


def one_hit(dice, q, side, other, firepower, modifier=0):
    """What a shot does to a vehicle of the other side: 'nothing', 'stalls', 'owner', 'attacker' or 'out'; a natural 1"""
    needed = needs(q[side + "quality"], q[side + "qr_modifier"] + modifier)
    if needed is None:                                       # no roll, and no jam
        return "nothing", False
    face = dice.die()
    if face < needed:
        return "nothing", face == 1
    total = dice.die() + firepower
    reach = dv(q[other + "dv"])
    if total < reach:
        return "nothing", False
    how = {**q, "field_mechanic": q[other + "quality"] if q[other + "field_mechanic"] else "none"}
    gone, _, stalled, _, weapons, choice = damage(dice, UNHURT, how, total - reach if q["overkill"] == "excess" else 0)
    return ("out" if gone else "stalls" if stalled else "attacker" if choice else "owner" if weapons else
            "nothing"), False


# A vehicle is None where it is out of the fight, else a tuple of these.
# BEARS: weapons that bear and have not fired a Snapshot in this turn; SPARE: others; PENDING: a stall to come;
# FRESH: a stall just now; MOVED: whether it fired a Snapshot in this turn; FIRED: whether the weapon that did is left.
BEARS, SPARE, PENDING, FRESH, MOVED, FIRED = range(6)


def weapons_left(vehicle):
    return vehicle[BEARS] + vehicle[SPARE] + vehicle[FIRED]


def that_bear(vehicle):
    return vehicle[BEARS] + vehicle[FIRED]


def turn_to_fire(vehicle):
    """The fewest weapons left first, then those that bear, then one that is not stalled, then the least still to fire"""
    return (weapons_left(vehicle), that_bear(vehicle), vehicle[PENDING] or vehicle[FRESH],
            vehicle[BEARS] if vehicle[MOVED] else 0)


def can_fight(vehicle, backup):
    return vehicle[BEARS] or vehicle[FIRED] or backup


def changed(vehicle, **values):
    names = ("bears", "spare", "pending", "fresh", "moved", "fired")
    return tuple(values.get(name, value) for name, value in zip(names, vehicle))


def struck(dice, state, q, side, chances, shots, risky):
    """A weapon's burst at a vehicle of `side`; state: it, and whether each weapon that fired twice is jammed"""
    vehicle, jams = state
    if vehicle is None:                                      # the second bursts are held
        return state
    jammed = False
    for _ in range(shots):
        how, one = dice.drawn(chances)
        jammed = jammed or one
        if vehicle is not None:
            vehicle = suffers(vehicle, how, q[side + "backup"])
    return vehicle, jams + (risky and jammed)


def suffers(vehicle, how, backup):
    bears, spare, _, _, _, fired = vehicle
    if how == "out":
        return None
    if how == "stalls":
        vehicle = changed(vehicle, fresh=True)
    elif how == "owner":                                     # one that does not bear, then one that has fired
        vehicle = (changed(vehicle, spare=spare - 1) if spare else changed(vehicle, fired=False) if fired else
                   changed(vehicle, bears=max(0, bears - 1)))
    elif how == "attacker":                                  # one that bears and has not fired
        vehicle = (changed(vehicle, bears=bears - 1) if bears else changed(vehicle, fired=False) if fired else
                   changed(vehicle, spare=max(0, spare - 1)))
    return vehicle if can_fight(vehicle, backup) else None


class Troops:
    """What each vehicle's fire does, worked out once"""

    def __init__(self, q):
        self.q, self.shots, self.known, self.snaps = q, [], {}, []
        for side, other in (SIDES, SIDES[::-1]):
            whole = every_game(one_hit, q, side, other, q[side + "fp_vehicle"])
            rifle = every_game(one_hit, q, side, other, 2)
            moving = every_game(one_hit, q, side, other, q[side + "fp_vehicle"], q[side + "snapshot_qr"])
            self.shots.append({"second": whole, "first": without_ones(whole), "rifle": without_ones(rifle),
                               "snapshot": without_ones(moving)})
            self.snaps.append(q[side + "snapshot"] and
                              needs(q[side + "quality"], q[side + "qr_modifier"] + q[side + "snapshot_qr"]) is not None)

    def has_rifle(self, place, vehicle):
        """A weapon is lost or does not bear"""
        side = SIDES[place]
        return self.q[side + "backup"] and vehicle[BEARS] + vehicle[FIRED] < self.q[side + "weapons"]

    def volley(self, place, bears, rifle, target):
        """{(target, jams): Fraction} in phase 5"""
        q, side, other, shots = self.q, SIDES[place], SIDES[1 - place], self.shots[place]
        if (place, bears, rifle, target) not in self.known:
            chances = {(target, 0): 1}
            for _ in range(bears * q[side + "shots"]):
                chances = and_then(chances, struck, q, other, shots["first"], 1, False)
            for _ in range(bears * q[side + "double_tap"]):
                chances = and_then(chances, struck, q, other, shots["second"], q[side + "shots"], True)
            if rifle:                                        # last, after all bursts: the procedure's text
                chances = and_then(chances, struck, q, other, shots["rifle"], 1, False)
            self.known[place, bears, rifle, target] = chances
        return self.known[place, bears, rifle, target]

    def snapshot(self, place, target):
        if (place, target) not in self.known:
            chances = {(target, 0): 1}
            for _ in range(self.q[SIDES[place] + "shots"]):
                chances = and_then(chances, struck, self.q, SIDES[1 - place], self.shots[place]["snapshot"], 1, False)
            self.known[place, target] = chances
        return self.known[place, target]

    def phase(self, place, mine, enemies, moving, still):
        """{(enemies, jams of each of mine): Fraction} after all of a side have fired, damaged ones first"""
        order = sorted((number for number, vehicle in enumerate(mine) if vehicle is not None),
                       key=lambda number: turn_to_fire(mine[number]))
        chances = {(enemies, (0,) * len(mine)): 1}
        for number in order:
            vehicle = mine[number]
            if moving and self.moves(place, vehicle) or not moving and (vehicle[MOVED] or not vehicle[PENDING]):
                chances = and_then(chances, self.fires, place, vehicle, number, moving, still)
        return chances

    def moves(self, place, vehicle):
        """Whether it fires a Snapshot: it has a weapon that bears, and no stall to come"""
        return self.snaps[place] and vehicle[BEARS] and not vehicle[PENDING]

    def fires(self, dice, state, place, vehicle, number, moving, still):
        enemies, jams = state
        alive = [other for other, enemy in enumerate(enemies) if enemy is not None]
        if not alive:
            return state
        # fire stays on who was hit before: the fewest weapons, the fewest that bear, a stalled one before others; then
        # one still to fire, and the least of it, or at once (`still` is None) who stands first
        aim = min(alive, key=lambda other: (weapons_left(enemies[other]), that_bear(enemies[other]),
                                            not (enemies[other][PENDING] or enemies[other][FRESH]),
                                            still is not None and self.still_comes(1 - place, enemies[other], still)))
        chances = self.snapshot(place, enemies[aim]) if moving else self.volley(
            place, vehicle[BEARS], self.has_rifle(place, vehicle), enemies[aim])
        target, jammed = dice.drawn(chances)
        return enemies[:aim] + (target,) + enemies[aim + 1:], jams[:number] + (jammed,) + jams[number + 1:]

    def still_comes(self, place, vehicle, still):
        comes = still and self.still_to_fire(place, vehicle)
        return not comes, vehicle[BEARS] if vehicle[MOVED] else 0

    def still_to_fire(self, place, vehicle):
        return bool((vehicle[MOVED] or not (vehicle[PENDING] or vehicle[FRESH])) and
                    (vehicle[BEARS] or self.has_rifle(place, vehicle)))

    def moved(self, place, vehicles):
        """After the Snapshots of a side"""
        return tuple(vehicle and self.moves(place, vehicle) and changed(
            vehicle, bears=vehicle[BEARS] - 1, moved=True, fired=True) or vehicle for vehicle in vehicles)

    def settled(self, place, vehicles, jams, fired):
        """After a fire: jams are lost weapons; a stall just now costs the next fire, unless it was for this one"""
        after = []
        for vehicle, jammed in zip(vehicles, jams):
            if vehicle is not None:
                pending = vehicle[FRESH] or vehicle[PENDING] and not (fired and not vehicle[MOVED])
                working = max(0, vehicle[BEARS] + vehicle[FIRED] - jammed)      # other weapons than those lost to hits
                fired_left = vehicle[FIRED] and working > 0
                vehicle = changed(vehicle, bears=working - fired_left, pending=bool(pending), fresh=False, fired=fired_left)
                vehicle = vehicle if can_fight(vehicle, self.q[SIDES[place] + "backup"]) else None
            after.append(vehicle)
        return tuple(after)

    def seen(self, vehicles):
        """In a simultaneous exchange of phase 5 a stall of the turn before is over"""
        return vehicles if OLD_STALLS_DRAW_FIRE else tuple(
            vehicle and changed(vehicle, pending=vehicle[PENDING] and vehicle[MOVED]) for vehicle in vehicles)

    def exchange(self, state, order, moving):
        """{(first, second): Fraction} after phase 4, moving, or phase 5"""
        if order == "simultaneous":
            return self.at_once(state, moving)
        chances = {state: 1}
        for place in (0, 1) if order == "first" else (1, 0):
            after = {}
            last = not moving and place == (1 if order == "first" else 0)    # all of the others have fired
            for state, chance in chances.items():
                mine, enemies = state[place], state[1 - place]
                if not alive(mine) or not alive(enemies):
                    add(after, state, chance)
                    continue
                for (hurt, jams), share in self.phase(place, mine, enemies, moving, not last).items():
                    now = self.moved(place, mine) if moving else self.settled(place, mine, jams, True)
                    hurt = self.settled(1 - place, hurt, (0,) * len(hurt), False)
                    add(after, (now, hurt)[::1 if place == 0 else -1], chance * share)
            chances = after
        return chances

    def at_once(self, state, moving):
        """Both fire as they were"""
        state = tuple(tuple(sorted(vehicles, key=lambda vehicle: (vehicle is None, vehicle and turn_to_fire(vehicle))))
                      for vehicles in state)
        targets = [self.moved(place, state[place]) if moving else state[place] for place in (0, 1)]
        if not moving:
            targets = [self.seen(vehicles) for vehicles in targets]
        ours = self.phase(0, state[0], targets[1], moving, None)
        theirs = self.phase(1, state[1], targets[0], moving, None)
        after = {}
        for (second, jams), chance in ours.items():
            for (first, others), share in theirs.items():
                add(after, (self.settled(0, first, jams, not moving),
                            self.settled(1, second, others, not moving)), chance * share)
        return after

    def turn(self, state, order):
        """{(first, second): Fraction}"""
        after = {}
        for moved, chance in self.exchange(state, order, True).items():
            if not alive(moved[0]) or not alive(moved[1]):
                add(after, moved, chance)
                continue
            for (first, second), share in self.exchange(moved, order, False).items():
                add(after, (rested(first), rested(second)), chance * share)
        return after


def rested(vehicles):
    return tuple(vehicle and changed(vehicle, bears=vehicle[BEARS] + vehicle[FIRED], moved=False, fired=False)
                 for vehicle in vehicles)


def alive(vehicles):
    return any(vehicle is not None for vehicle in vehicles)


def add(table, key, chance):
    table[key] = table.get(key, 0) + chance


def without_ones(shot):
    found = {}
    for (how, _), chance in shot.items():
        add(found, (how, False), chance)
    return found


def together(troop):
    """Which vehicle is which does not matter"""
    return tuple(sorted(troop, key=lambda vehicle: (vehicle is None, vehicle or ())))


def count(q):
    troops = Troops(q)
    start = []
    for side in SIDES:
        bears = bearing(q, side)
        able = bears or q[side + "backup"]
        vehicle = (bears, q[side + "weapons"] - bears, False, False, False, False) if able else None
        start.append((vehicle,) * q[side + "number"])
    chances = {(tuple(start), 0): Fraction(1)}
    orders = {"first": Fraction(1, 2), "second": Fraction(1, 2)} if q["order"] == "rolled" else {q["order"]: 1}
    for number in range(1, q["turns"] + 1):
        after = {}
        for (state, taken), chance in chances.items():
            if not alive(state[0]) or not alive(state[1]):
                add(after, (state, taken), chance)
                continue
            for order, half in orders.items():
                for (first, second), share in troops.turn(state, order).items():
                    add(after, ((together(first), together(second)), number), chance * half * share)
        chances = after
    return tally(and_then(chances, ended))


def ended(dice, state):
    (first, second), taken = state
    outcome = {(True, True): "undecided", (True, False): "first_wins", (False, True): "second_wins",
               (False, False): "both_out"}[alive(first), alive(second)]
    return End(outcome, turns=taken, first_lost=first.count(None), second_lost=second.count(None))
