"""slammers.duel, from Supplement 4 (the FAQ on result 2, Rapid Fire, Double Tap, Dead Eye, ConFire, Snapshot) and the
play sheet. What Snapshot leaves open is read as the procedure's text has it.

Leadership points of who may lose a weapon before he fires are not counted.
"""

from faces import End, TooLong, and_then, every_game, tally, turns
from slammers._rules import UNHURT, dv, hits, needs

LEAVES_OUT = ("best", "against")
MEASURES = ("turns", "first_weapons", "second_weapons", "first_lp_spent", "first_lp_left", "second_lp_spent", "second_lp_left")
BEST = ("first_double_tap", ["first_wins", "first_wins-second_wins", "first_wins+0.2*mean first_weapons"])
BEST_WITH = {"first_confire": False}
BEST_DRAW = {"first_lp": [None, None, 0, 1, 2, 4], "first_second_bursts": ["double_tap", "rapid_fire", "rapid_fire_of_tu"]}
DRAW = {side + name: values for side in ("first_", "second_") for name, values in {
    "weapons": [1, 1, 2, 3], "shots": [1, 2, 3], "fp_vehicle": [0, 2, 4, 6], "dv": [5, 7, 9, 11],
    "qr_modifier": [-2, -1, 0, 1], "lp": [0, 1, 2, 3, 4, 5, 7, 9]}.items()}
DRAW["turns"] = [1, 2, 3, 4]


def change(question, random):
    for side in ("first_", "second_"):
        if question.get(side + "quality", "elite") in ("elite", "commissars"):
            question.pop(side + "confire", None)             # nobody is better than Elite
        if random.random() < 0.4:
            question[side + "snapshot"] = True
        if not question.get(side + "snapshot"):
            question.pop(side + "snapshot_qr", None)
        if question.get(side + "confire"):
            question.setdefault(side + "lp", random.choice([2, 3, 4]))
        if side + "lp" not in question or not (question.get(side + "double_tap") or question.get(side + "confire")):
            for name in ("lp", "lp_for", "second_bursts"):
                question.pop(side + name, None)
        elif not question.get(side + "double_tap"):
            question.pop(side + "second_bursts", None)
    return question


def counts(q):
    for side, other in (("first_", "second_"), ("second_", "first_")):
        if q[side + "lp"] is not None and (q["order"] not in (side[:-1], "simultaneous") or q[other + "snapshot"]):
            return False                                     # what is paid for may be shot away before it fires
    return True


def paid(q, side, state, spent):
    """(whether it buys ConFire, how many weapons fire twice, None: all that may, points spent by then), paid before the first shot"""
    out, weapons, stalled = state
    points = q[side + "lp"]
    if points is None:
        return q[side + "confire"], None, spent
    if stalled or not weapons:                               # who does not fire pays nothing
        return False, 0, spent
    points -= spent if q[side + "lp_for"] == "duel" else 0
    confire = q[side + "confire"] and points >= 2            # it is paid for first
    spent, points = spent + 2 * confire, points - 2 * confire
    if not q[side + "double_tap"]:
        return confire, 0, spent
    weapons -= snapshot_needs({**q, side + "confire": confire}, side) is not None              # which has no second burst
    price = {"double_tap": 1, "rapid_fire": 3, "rapid_fire_of_tu": 3}[q[side + "second_bursts"]]
    if q[side + "second_bursts"] == "rapid_fire_of_tu":
        twice, price = (weapons, 3 * (weapons > 0)) if points >= 3 else (0, 0)
        return confire, twice, spent + price
    twice = min(weapons, points // price)
    return confire, twice, spent + twice * price


def one_shot(dice, q, side, other, needed):
    """What a shot does: 'nothing', 'stalls', 'owner' or 'attacker' (picks a weapon) or 'out'; whether its die was a 1"""
    if needed is None:                                       # no roll, and no jam
        return "nothing", False
    face = dice.die()
    if face < needed:
        return "nothing", face == 1
    how = {**q, "field_mechanic": quality(q, other) if q[other + "field_mechanic"] else "none"}
    target = hits(dice, UNHURT, how, "vehicle", q[side + "fp_vehicle"], dv(q[other + "dv"]), q["overkill"] == "excess")
    gone, _, stalled, _, weapons, choice = target
    return ("out" if gone else "stalls" if stalled else "attacker" if choice else "owner" if weapons else
            "nothing"), face == 1


def quality(q, side):
    return q[side + "quality"]


NO_FIRE = (False, False, 0, False, 0)


def burst(dice, state, shots, chances, risky):
    """state: out, stalled, weapons lost, whether one of them is the owner's choice, weapons jammed"""
    out, stalled, lost, owner, jams = state
    if risky and out:                                        # it is held once the other is knocked out
        return state
    jammed = False
    for _ in range(shots):
        how, one = dice.drawn(chances)
        out, stalled, lost = out or how == "out", stalled or how == "stalls", lost + (how in ("owner", "attacker"))
        owner = owner or how == "owner"
        jammed = jammed or one
    return out, stalled, lost, owner, jams + (risky and jammed)     # Rapid Fire: the whole weapon jams


def fire_modifier(q, side):
    return q[side + "qr_modifier"] + q[side + "confire"]


def snapshot_needs(q, side):
    """What the roll of a Snapshot needs, Dead Eye with it; None where there is none: no skill, or below untrained"""
    if not q[side + "snapshot"]:
        return None
    return needs(quality(q, side), fire_modifier(q, side) + q[side + "snapshot_qr"] + q[side + "dead_eye"])


def snapshot(q, side, other):
    """{(out, stalled, lost, owner, 0): Fraction} of the weapon that fires in the move, None where none does"""
    needed = snapshot_needs(q, side)
    if needed is None:
        return None
    return turns({NO_FIRE: 1}, q[side + "shots"], burst, 1, merged(every_game(one_shot, q, side, other, needed)), False)


def fire(q, side, other, weapons, second_bursts=None):
    """{(out, stalled, lost, owner, jams): Fraction} of all that so many weapons fire in phase 5"""
    if not weapons:
        return {NO_FIRE: 1}
    has_eye = q[side + "dead_eye"] and snapshot_needs(q, side) is None       # on one weapon, once a turn
    chances = {NO_FIRE: 1}
    if second_bursts is None:
        second_bursts = weapons if q[side + "double_tap"] else 0
    for number in range(weapons + second_bursts):
        eye = has_eye and number == 0
        shot = every_game(one_shot, q, side, other, needs(quality(q, side), fire_modifier(q, side) + eye))
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


# Between turns a vehicle is (out, weapons, stalled). In a turn it is (out, weapons that have fired nothing yet, stalled,
# whether it has fired a Snapshot, whether the weapon that did is left).

def begins(dice, state, q):
    """The order of the turn, None once all is over"""
    sides, taken = state
    if sides[0][0] or sides[1][0] or not sides[0][1] and not sides[1][1]:
        return sides, taken, None
    order = q["order"]
    if order == "rolled":
        order = dice.one_of(["first", "second"])
    return tuple(side + (False, False) for side in sides), taken, order


def suffers(side, what):
    out, weapons, stalled, moved, fired = side
    knocked_out, stalls, lost, owner, _ = what
    left = max(0, weapons + fired - lost)
    fired = fired and not owner and lost <= weapons          # the owner gives it up first, the attacker picks it last
    return out or knocked_out, left - fired, stalled or stalls, moved, fired


def phase(dice, state, acts):
    """One after the other, or both at once; acts(dice, side, place) is the side after its fire, and what it does"""
    sides, taken, order = state
    if order is None:
        return state
    sides = list(sides)
    if order == "simultaneous":
        if not sides[0][0] and not sides[1][0]:
            (sides[0], first), (sides[1], second) = (acts(dice, sides[place], place) for place in (0, 1))
            sides = [suffers(sides[0], second), suffers(sides[1], first)]
    else:
        for place in (0, 1) if order == "first" else (1, 0):
            if not sides[0][0] and not sides[1][0]:
                sides[place], what = acts(dice, sides[place], place)
                sides[1 - place] = suffers(sides[1 - place], what)
    return tuple(sides), taken, order


def turn(chances, q, number, fires, snapshots):
    """{state: Fraction} after a turn"""
    def moves(dice, side, place):                            # phase 4: one weapon
        out, weapons, stalled, _, _ = side
        if snapshots[place] is None or stalled or not weapons:
            return side, NO_FIRE
        return (out, weapons - 1, stalled, True, True), dice.drawn(snapshots[place])

    def shoots(dice, side, place):                           # phase 5: all others
        out, weapons, stalled, moved, fired = side
        if stalled and not moved:                            # neither moved nor fired: it costs this turn
            return (out, weapons, False, moved, fired), NO_FIRE
        what = dice.drawn(fires[place][weapons])
        return (out, max(0, weapons - what[4]), stalled, moved, fired), what

    chances = and_then(chances, begins, q)
    chances = and_then(chances, phase, moves)
    chances = and_then(chances, phase, shoots)
    return and_then(chances, ends, number)


def ends(dice, state, number):
    sides, taken, order = state
    if order is None:
        return sides, taken
    return tuple((out, weapons + fired, stalled) for out, weapons, stalled, _, fired in sides), number


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
    if (q["first_snapshot"] or q["second_snapshot"]) and q["turns"] > 2:
        raise TooLong
    if q["second_snapshot"] and q["first_lp"] is not None:   # what is paid for may be shot away before it fires
        raise TooLong
    points, price = q["first_lp"], 1 if q["first_second_bursts"] == "double_tap" else 3

    def affordable(weapons):
        """How many of them may fire twice: 1 LP or 3 for each, or 3 for the whole TU; uncounted, all of them or none"""
        if points is None:
            return (0, weapons)
        if q["first_second_bursts"] == "rapid_fire_of_tu":
            return (0, weapons) if points >= 3 else (0,)
        return range(min(weapons, points // price) + 1)

    snapshots = snapshot(q, "first_", "second_"), snapshot(q, "second_", "first_")
    moving = snapshots[0] is not None                        # the weapon of the Snapshot has no second burst
    first = {(weapons, bursts): fire(q, "first_", "second_", weapons, bursts)
             for weapons in range(q["first_weapons"] + 1) for bursts in affordable(weapons)}
    second = {weapons: fire(q, "second_", "first_", weapons) for weapons in range(q["second_weapons"] + 1)}
    known = {}

    def from_turn(number, state):
        if number > q["turns"]:
            return worth(ended(None, state))
        if (number, state) not in known:
            weapons = max(0, state[0][0][1] - moving)
            known[number, state] = max(
                sum(chance * from_turn(number + 1, after)
                    for after, chance in turn({state: 1}, q, number, [
                        {left: first[left, bursts if left == weapons else left if bursts else 0]
                         for left in range(state[0][0][1] + 1)
                         if (left, bursts if left == weapons else left if bursts else 0) in first},
                        second], snapshots).items()) for bursts in affordable(weapons))
        return known[number, state]

    return from_turn(1, (((False, q["first_weapons"], False), (False, q["second_weapons"], False)), 0))


def is_over(sides):
    return sides[0][0] or sides[1][0] or not sides[0][1] and not sides[1][1]


def count(q):
    names, known = (("first_", "second_"), ("second_", "first_")), {}

    def fire_of(place, confire, twice):
        """(what its Snapshot does, {weapons: what so many do}) with this bought"""
        if (place, confire, twice) not in known:
            side, other = names[place]
            mine = {**q, side + "confire": confire}
            known[place, confire, twice] = snapshot(mine, side, other), {
                weapons: fire(mine, side, other, weapons, None if twice is None else min(weapons, twice))
                for weapons in range(q[side + "weapons"] + 1)}
        return known[place, confire, twice]

    start = ((False, q["first_weapons"], False), (False, q["second_weapons"], False)), 0
    chances = {(start, (0, 0)): 1}
    for number in range(1, q["turns"] + 1):
        after = {}
        for (state, spent), chance in chances.items():
            bought = [paid(q, side, state[0][place], spent[place]) for place, (side, _) in enumerate(names)]
            if is_over(state[0]):
                bought = [(False, 0, points) for points in spent]
            fires = [fire_of(place, confire, twice) for place, (confire, twice, _) in enumerate(bought)]
            for now, share in turn({state: 1}, q, number, [each[1] for each in fires], [each[0] for each in fires]).items():
                key = now, tuple(points for *_, points in bought)
                after[key] = after.get(key, 0) + chance * share
        chances = after
    ends = {}
    for (state, spent), chance in chances.items():
        end = ended(None, state)
        measures = dict(end.measures)
        for (side, _), points in zip(names, spent):
            if q[side + "lp"] is not None:
                measures[side + "lp_spent"] = points
                if q[side + "lp_for"] == "duel":
                    measures[side + "lp_left"] = q[side + "lp"] - points
        end = End(end.outcome, end.events, **measures)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
