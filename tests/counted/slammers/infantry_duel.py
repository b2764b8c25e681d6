"""slammers.infantry-duel, from Supplement 4, close quarter weapons and Infantry in cover; the play sheet, phase 5."""

from faces import Charts, End, and_then, tally
from slammers._rules import dv, needs

MEASURES = ("turns", "first_lost", "second_lost")
WEAPONS = ["powergun_rifle", "low_tech_assault_rifle", "powergun_smg", "infantry_laser_rifle_pack", "flechette_shotgun",
           "firefly"]
SIDES = ("first_", "second_")
DRAW = {side + name: values for side in SIDES for name, values in {
    "number": [1, 1, 2, 3], "weapon": WEAPONS, "shots": [1, 1, 2, 3], "fp_infantry": [0, 1, 2, 4], "fp_vehicle": [0, 2],
    "dv": [3, 5, 6, 7, 8, "infantry in body armour"], "qr_modifier": [-3, -2, -1, 0, 1, 2]}.items()}
DRAW |= {"turns": [1, 1, 2, 3, 6], "suppression_kills": [1, 2, 3], "close_from": [2, 3]}


def change(question, random):
    for side in SIDES:
        if side + "weapon" in question:
            for name in ("shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"):
                question.pop(side + name, None)
        else:
            question.setdefault(side + "shots", random.choice([1, 2]))
            question.setdefault(side + "fp_infantry", random.choice([0, 1, 2, 4]))
    if question.get("range") == "close":
        question.pop("close_from", None)
    if question.get("suppression_kills", 0) == 0 and question.get("suppressed_qr", 0) == 0:
        question.pop("rallies_on", None)
    return question


def weapon(q, side):
    """Sh, FP against infantry, a close-quarter weapon, a powergun"""
    if q[side + "weapon"]:
        row = Charts.by("slammers/weapons.csv", "weapon")[q[side + "weapon"]]
        return int(row["shots"]), int(row["fp_infantry"]), row["close_quarter"] == "yes", row["powergun"] == "yes"
    return (q[side + "shots"], q[side + "fp_infantry"], bool(q[side + "close_quarter"]), bool(q[side + "powergun"]))


def shot(dice, markers, q, needed, firepower, reach):
    """One of a burst at a TU with so many markers, None once it is killed"""
    if markers is None or needed is None or dice.die() < needed:
        return markers
    if dice.die() + firepower >= reach:
        return None
    markers += 1                                             # the DV is not reached: a suppression marker
    if q["suppression_kills"]:
        return None if markers >= q["suppression_kills"] else markers
    return 1                                                 # where markers do not kill, one does what many do


class Fight:
    """What a burst of each side does, worked out once for each state of firer and target"""

    def __init__(self, q):
        self.q, self.known = q, {}

    def burst(self, place, suppressed, close, markers):
        """{markers of the TU fired at: Fraction}"""
        if (place, suppressed, close, markers) not in self.known:
            q, side, other = self.q, SIDES[place], SIDES[1 - place]
            shots, firepower, close_quarter, powergun = weapon(q, side)
            modifier = q[side + "qr_modifier"]
            modifier += (1 + close_quarter) * close          # Close range: +1, close-quarter weapons +2 in all
            modifier += q["suppressed_qr"] * suppressed
            reach = dv(q[other + "dv"])
            if q[other + "cover"] != "none":                 # Infantry in cover: harder to hit, and to hurt
                modifier -= 1
                reach += 2 if powergun or q[other + "cover"] == "heavy" else 1
            chances = {markers: 1}
            for _ in range(shots):
                chances = and_then(chances, shot, q, needs(q[side + "quality"], modifier), firepower + close_quarter,
                                   reach)
            self.known[place, suppressed, close, markers] = chances
        return self.known[place, suppressed, close, markers]

    def fires(self, dice, enemies, place, suppressed, close):
        alive = [markers for markers in enemies if markers is not None]
        if not alive:
            return enemies
        aim = (max if self.q["suppression_kills"] else min)(alive)
        enemies = list(enemies)
        enemies[enemies.index(aim)] = dice.drawn(self.burst(place, suppressed, close, aim))
        return tuple(sorted(enemies, key=str))

    def side(self, place, own, enemies, close):
        """{enemies: Fraction} once all of a side have fired, unsuppressed ones first"""
        chances = {enemies: 1}
        for suppressed in sorted(markers > 0 for markers in own if markers is not None):
            chances = and_then(chances, self.fires, place, suppressed, close)
        return chances


def turn(dice, state, q, number, fight):
    sides, turns = state[:2], state[2]
    if over(sides):
        return state
    close = q["range"] == "close" or q["close_from"] is not None and number >= q["close_from"]
    order = q["order"]
    if order == "rolled":
        order = dice.one_of(["first", "second"])
    if order == "simultaneous":                              # both as they were before the exchange
        sides = (dice.drawn(fight.side(1, sides[1], sides[0], close)), dice.drawn(fight.side(0, *sides, close)))
    else:
        for place in (0, 1) if order == "first" else (1, 0):
            if not over(sides):
                hurt = dice.drawn(fight.side(place, sides[place], sides[1 - place], close))
                sides = (sides[0], hurt) if place == 0 else (hurt, sides[1])
    if not over(sides) and q["rallies_on"]:                  # phase 8: one die takes all markers of a TU off
        sides = tuple(tuple(sorted((markers and (0 if dice.read_die(lambda face: face >= q["rallies_on"]) else markers)
                                    for markers in side), key=str)) for side in sides)
    return sides + (turns + 1,)


def over(sides):
    return any(all(markers is None for markers in side) for side in sides)


def ended(dice, state):
    gone = [all(markers is None for markers in side) for side in state[:2]]
    lost = [sum(markers is None for markers in side) for side in state[:2]]
    outcome = {(False, True): "first_wins", (True, False): "second_wins", (True, True): "both_out"}.get(
        tuple(gone), "undecided")
    return End(outcome, turns=state[2], first_lost=lost[0], second_lost=lost[1])


def count(q):
    fight = Fight(q)
    chances = {((0,) * q["first_number"], (0,) * q["second_number"], 0): 1}
    for number in range(1, q["turns"] + 1):
        chances = and_then(chances, turn, q, number, fight)
    return tally(and_then(chances, ended))
