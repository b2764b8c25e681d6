"""slammers.duel, from Supplement 4 (the FAQ on result 2, Rapid Fire, Double Tap, Dead Eye, ConFire) and the play sheet.

Leadership points that are counted are left out: only habits that need not be paid for. So is Snapshot.
"""

from faces import End, TooLong, and_then, every_game, tally, turns
from slammers._rules import UNHURT, dv, hits, needs

LEAVES_OUT = ("first_lp", "first_lp_for", "first_second_bursts", "second_lp", "second_lp_for", "second_second_bursts",
              "first_snapshot", "first_snapshot_qr", "second_snapshot", "second_snapshot_qr", "best", "against")
MEASURES = ("turns", "first_weapons", "second_weapons")
BEST = ("first_double_tap", ["first_wins", "first_wins-second_wins", "first_wins+0.2*mean first_weapons"])
BEST_WITH = {"first_confire": False}
BEST_DRAW = {"first_lp": [None, None, 0, 1, 2, 4], "first_second_bursts": ["double_tap", "rapid_fire", "rapid_fire_of_tu"]}
DRAW = {side + name: values for side in ("first_", "second_") for name, values in {
    "weapons": [1, 1, 2, 3], "shots": [1, 2, 3], "fp_vehicle": [0, 2, 4, 6], "dv": [5, 7, 9, 11],
    "qr_modifier": [-2, -1, 0, 1]}.items()}
DRAW["turns"] = [1, 2, 3, 4]


def one_shot(dice, q, side, other, needed):
    """What a shot does: 'nothing', 'stalls', 'weapon' or 'out', and whether its die was a 1"""
    if needed is None:                                       # no roll, and no jam
        return "nothing", False
    face = dice.die()
    if face < needed:
        return "nothing", face == 1
    how = {**q, "field_mechanic": quality(q, other) if q[other + "field_mechanic"] else "none"}
    target = hits(dice, UNHURT, how, "vehicle", q[side + "fp_vehicle"], dv(q[other + "dv"]), q["overkill"] == "excess")
    gone, _, stalled, _, weapons, _ = target
    return "out" if gone else "stalls" if stalled else "weapon" if weapons else "nothing", face == 1


def quality(q, side):
    return q[side + "quality"]


def burst(dice, state, shots, chances, risky):
    """state: out, stalled, weapons lost, weapons jammed"""
    out, stalled, lost, jams = state
    if risky and out:                                        # it is held once the other is knocked out
        return state
    jammed = False
    for _ in range(shots):
        how, one = dice.drawn(chances)
        out, stalled, lost = out or how == "out", stalled or how == "stalls", lost + (how == "weapon")
        jammed = jammed or one
    return out, stalled, lost, jams + (risky and jammed)     # Rapid Fire: the whole weapon jams


def fire(q, side, other, weapons, second_bursts=None):
    """{(out, stalled, lost, jams): Fraction} of all that so many weapons fire in a turn"""
    if not weapons:
        return {(False, False, 0, 0): 1}
    modifier = q[side + "qr_modifier"] + q[side + "confire"]
    chances = {(False, False, 0, 0): 1}
    if second_bursts is None:
        second_bursts = weapons if q[side + "double_tap"] else 0
    for number in range(weapons + second_bursts):
        eye = q[side + "dead_eye"] and number == 0           # on one weapon, once a turn
        shot = every_game(one_shot, q, side, other, needs(quality(q, side), modifier + eye))
        risky = number >= weapons
        if not risky:
            shot = merged(shot)
        chances = turns(chances, 1, burst, q[side + "shots"], shot, risky) if risky else turns(
            chances, q[side + "shots"], burst, 1, shot, False)
    return chances


def merged(shot):
    found = {}
    for (how, _), chance in shot.items():
        found[how, False] = found.get((how, False), 0) + chance
    return found


def turn(dice, state, q, number, fires):
    """state: (out, weapons, stalled) of each; how many turns"""
    sides, taken = list(state[0]), state[1]
    if sides[0][0] or sides[1][0] or not sides[0][1] and not sides[1][1]:
        return state
    order = q["order"]
    if order == "rolled":
        order = dice.one_of(["first", "second"])

    def shoots(place, before):
        """What `place` does to the other one, and its jams; a stall costs the next fire that there would have been"""
        out, weapons, stalled = before[place]
        if out:
            return False, False, 0, 0
        sides[place] = sides[place][:2] + (sides[place][2] and not stalled,)
        return (False, False, 0, 0) if stalled else dice.drawn(fires[place][weapons])

    def suffers(place, what, jams):
        out, weapons, stalled = sides[place]
        sides[place] = (out or what[0], max(0, weapons - what[2] - jams), stalled or what[1])

    if order == "simultaneous":
        before = list(sides)
        first, second = shoots(0, before), shoots(1, before)
        suffers(0, second, first[3])
        suffers(1, first, second[3])
    else:
        for place in (0, 1) if order == "first" else (1, 0):
            came = shoots(place, sides)
            suffers(place, (False, False, 0), came[3])
            suffers(1 - place, came, 0)
    return tuple(sides), number


def ended(dice, state):
    (first, second), taken = state
    outcome = ("both_knocked_out" if first[0] and second[0] else "first_wins" if second[0] else
               "second_wins" if first[0] else "undecided")
    return End(outcome, turns=taken, first_weapons=0 if first[0] else first[1],
               second_weapons=0 if second[0] else second[1])


def best(q, worth):
    """Double Tap, or not, in each turn, before the first shot is fired"""
    if q["order"] not in ("first", "simultaneous"):          # else the other's fire of the turn is known by then
        raise TooLong
    points, price = q["first_lp"], 1 if q["first_second_bursts"] == "double_tap" else 3

    def affordable(weapons):
        """How many of them may fire twice: 1 LP or 3 for each, or 3 for the whole TU; uncounted, all of them or none"""
        if points is None:
            return (0, weapons)
        if q["first_second_bursts"] == "rapid_fire_of_tu":
            return (0, weapons) if points >= 3 else (0,)
        return range(min(weapons, points // price) + 1)

    first = {(weapons, bursts): fire(q, "first_", "second_", weapons, bursts)
             for weapons in range(q["first_weapons"] + 1) for bursts in affordable(weapons)}
    second = {weapons: fire(q, "second_", "first_", weapons) for weapons in range(q["second_weapons"] + 1)}
    known = {}

    def from_turn(number, state):
        if number > q["turns"]:
            return worth(ended(None, state))
        if (number, state) not in known:
            weapons = state[0][0][1]
            known[number, state] = max(
                sum(chance * from_turn(number + 1, after)
                    for after, chance in every_game(turn, state, q, number, [
                        {weapons: first[weapons, bursts]}, second]).items()) for bursts in affordable(weapons))
        return known[number, state]

    return from_turn(1, (((False, q["first_weapons"], False), (False, q["second_weapons"], False)), 0))


def count(q):
    fires = [{weapons: fire(q, side, other, weapons) for weapons in range(q[side + "weapons"] + 1)}
             for side, other in (("first_", "second_"), ("second_", "first_"))]
    chances = {(((False, q["first_weapons"], False), (False, q["second_weapons"], False)), 0): 1}
    for number in range(1, q["turns"] + 1):
        chances = and_then(chances, turn, q, number, fires)
    return tally(and_then(chances, ended))
