"""slammers.troop-duel, from Supplement 4, UCCF, the FAQ on result 2 and Rapid Fire, and the play sheet, phase 5."""

from fractions import Fraction

from faces import End, and_then, every_game, tally
from slammers._rules import UNHURT, damage, dv, needs

LEAVES_OUT = ("first_snapshot", "first_snapshot_qr", "second_snapshot", "second_snapshot_qr")
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
    return question


def bearing(q, side):
    """UCCF: ahead all three, on a flank the front one and that of the side, none behind"""
    return {"all": q[side + "weapons"], "ahead": 3, "flank": 2, "behind": 0}[q[side + "arc"]]


def one_hit(dice, q, side, other, firepower):
    """What a shot does to a vehicle of the other side: 'nothing', 'stalls', 'owner', 'attacker' or 'out'; a natural 1"""
    needed = needs(q[side + "quality"], q[side + "qr_modifier"])
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


# A vehicle is (weapons that bear, others, a stall to come, a stall just now), None where it is out of the fight.


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
    bears, spare, pending, fresh = vehicle
    if how == "stalls":
        fresh = True
    elif how == "owner":
        bears, spare = (bears, spare - 1) if spare else (max(0, bears - 1), 0)
    elif how == "attacker":
        bears, spare = (bears - 1, spare) if bears else (0, max(0, spare - 1))
    return (bears, spare, pending, fresh) if how != "out" and (bears or backup) else None


class Troops:
    """What each vehicle's fire does, worked out once"""

    def __init__(self, q):
        self.q, self.shots, self.known = q, [], {}
        for side, other in (SIDES, SIDES[::-1]):
            whole = every_game(one_hit, q, side, other, q[side + "fp_vehicle"])
            rifle = every_game(one_hit, q, side, other, 2)
            self.shots.append({"second": whole, "first": without_ones(whole), "rifle": without_ones(rifle)})

    def volley(self, place, bears, target):
        """{(target, jams): Fraction}"""
        q, side, other, shots = self.q, SIDES[place], SIDES[1 - place], self.shots[place]
        if (place, bears, target) not in self.known:
            chances = {(target, 0): 1}
            for _ in range(bears * q[side + "shots"]):
                chances = and_then(chances, struck, q, other, shots["first"], 1, False)
            for _ in range(bears * q[side + "double_tap"]):
                chances = and_then(chances, struck, q, other, shots["second"], q[side + "shots"], True)
            if q[side + "backup"] and bears < q[side + "weapons"]:         # last, after all bursts: the procedure's text
                chances = and_then(chances, struck, q, other, shots["rifle"], 1, False)
            self.known[place, bears, target] = chances
        return self.known[place, bears, target]

    def phase(self, place, mine, enemies):
        """{(enemies, jams of each of mine): Fraction} after all of a side have fired, damaged ones first"""
        order = sorted((number for number, vehicle in enumerate(mine) if vehicle is not None),
                       key=lambda number: mine[number][0] + mine[number][1])
        chances = {(enemies, (0,) * len(mine)): 1}
        for number in order:
            if not mine[number][2]:                          # a stall costs this fire
                chances = and_then(chances, self.fires, place, mine[number][0], number)
        return chances

    def fires(self, dice, state, place, bears, number):
        enemies, jams = state
        alive = [other for other, vehicle in enumerate(enemies) if vehicle is not None]
        if not alive:
            return state
        # fire stays on who was hit before: the fewest weapons, a stalled one before others
        aim = min(alive, key=lambda other: (enemies[other][0] + enemies[other][1],
                                            not (enemies[other][2] or enemies[other][3])))
        target, jammed = dice.drawn(self.volley(place, bears, enemies[aim]))
        return enemies[:aim] + (target,) + enemies[aim + 1:], jams[:number] + (jammed,) + jams[number + 1:]

    def settled(self, place, vehicles, jams, fired):
        """After their fire: jams are lost weapons; a stall just now costs the next fire"""
        after = []
        for vehicle, jammed in zip(vehicles, jams):
            if vehicle is not None:
                bears = max(0, vehicle[0] - jammed)
                able = bears or self.q[SIDES[place] + "backup"]
                vehicle = (bears, vehicle[1], vehicle[3] or not fired and vehicle[2], False) if able else None
            after.append(vehicle)
        return tuple(after)

    def turn(self, state, order):
        """{(first, second): Fraction}"""
        after = {}
        if order == "simultaneous":
            seen = [troop if OLD_STALLS_DRAW_FIRE else tuple(vehicle and vehicle[:2] + (False, False) for vehicle in troop)
                    for troop in state]
            ours, theirs = self.phase(0, state[0], seen[1]), self.phase(1, state[1], seen[0])
            for (second, jams), chance in ours.items():
                for (first, others), share in theirs.items():
                    add(after, (self.settled(0, first, jams, True), self.settled(1, second, others, True)),
                        chance * share)
            return after
        place = 0 if order == "first" else 1
        mine, enemies = state[place], state[1 - place]
        for (enemies, jams), chance in self.phase(place, mine, enemies).items():
            now = self.settled(place, mine, jams, True)
            enemies = self.settled(1 - place, enemies, (0,) * len(enemies), False)
            if not alive(now) or not alive(enemies):
                add(after, (now, enemies)[::1 if place == 0 else -1], chance)
                continue
            for (then, others), share in self.phase(1 - place, enemies, now).items():
                end = (self.settled(place, then, (0,) * len(then), False),
                       self.settled(1 - place, enemies, others, True))
                add(after, end[::1 if place == 0 else -1], chance * share)
        return after


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
        vehicle = (bears, q[side + "weapons"] - bears, False, False) if able else None
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
