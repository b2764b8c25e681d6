"""asl.close-combat, from A11.1-.4, A7.831, A15.24, A17, A18.12, A18.2, A20.22, A20.52, A26.22; drm and factors are given.

Best play is left out.
"""

from collections import namedtuple
from fractions import Fraction

from asl._infantry import casualty_reduction, is_leader, is_smc, line, printed, random_selection
from faces import Charts, End, and_then, numbered_turns, tally
from questions import expanded, fraction

LEAVES_OUT = ("best", "against")
EVENTS = ("attacker_ambushes", "defender_ambushes", "attacker_gets_away", "defender_gets_away",
          # of the defender:
          "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("rounds", "good_order_share", "attackers_eliminated", "attackers_reduced", "defenders_eliminated",
            "defenders_reduced", "attackers_captured", "defenders_captured", "defenders_points_lost", "attackers_points_lost")
NO_TIMES = tuple(name for name in MEASURES if name != "rounds")
SIDES = ["4-6-7", "2*4-6-7", "4-4-7", "2*4-4-7", "2-4-7", "8-0", "4-6-7 8-0", "8-3-8", "6-2-8 2-3-7", "3*4-6-7", "2-2-8",
         "4-4-7 7-0", "4-2-6", "4-4-7 8-1", "4-2-6 8-1", "4-6-7 6+1", "9-2 4-6-7", "1-4-9", "1-4-9 4-6-7", "8-1 7-0", "2-2-6 4-2-6",
         "4-6-7 4-4-7", "2-4-7 4-6-7", "2-4-7 4-6-7 8-1", "4-4-7 2-2-8", "1-2-7 2-4-7 4-4-7"]
DRAW = {"attacker": SIDES, "defender": SIDES, "attacker_factor": [0.5, 1, 2], "defender_factor": [0.5, 1, 0.25],
        "attacker_drm": [-3, -2, -1, 0, 1, 2], "defender_drm": [-3, -1, 0, 1, 2], "rounds": [1, 2, 2, 3],
        "attacker_ambush_drm": [-3, -1, 0, 1, 2], "defender_ambush_drm": [-2, 0, 1, 3],
        "attacker_broken": ["some"], "attacker_pinned": ["some"], "defender_broken": ["some"], "defender_pinned": ["some"],
        "attacker_nation": ["german", "russian", "american", "british"],
        "defender_nation": ["german", "russian", "american", "british"]}
# Readings: whether a new leader's + counts against the DR that brought him forth.
NEW_LEADERS_PLUS_COUNTS = True
OTHER = {"attacker": "defender", "defender": "attacker"}


def change(question, random):
    for side in OTHER:
        names = expanded(question[side])
        random.shuffle(names)
        for what in ("_broken", "_pinned"):
            if question.pop(side + what, None) and names:
                able = [name for name in names if what == "_pinned" or line(name)["kind"] != "hero"]
                taken = able[:random.choice((1, 1, 2))]
                for name in taken:
                    names.remove(name)
                if taken:
                    question[side + what] = " ".join(taken)
    if question.get("melee"):
        question.pop("ambush_possible", None)
    if not question.get("ambush_possible"):
        for name in ("attacker_ambush_drm", "defender_ambush_drm", "night"):
            question.pop(name, None)
    if not question.get("melee") and question.get("rounds", 1) == 1:
        for side in OTHER:
            question.pop(side + "_withdraws", None)
    return question


def close_power(name):
    return 1 if is_smc(name) else int(name.split("-")[0])


def firepower(units):
    return Fraction(sum(close_power(name) for name, _ in units))


COLUMNS = ["<1-8", "1-8", "1-6", "1-4", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "8-1", "10-1", ">10-1"]


def column(odds):
    """A11.11: the odds are rounded down to a printed column."""
    found = COLUMNS[0]
    for name in COLUMNS[1:-1]:
        left, right = name.split("-")
        if odds >= Fraction(int(left), int(right)):
            found = name
    return COLUMNS[-1] if odds > 10 else found


def kill_number(odds, hand_to_hand):
    return int(Charts.rows("asl/close-combat.csv")[1 if hand_to_hand else 0][column(odds)])


Unit = namedtuple("Unit", "name reduced broken pinned where first hurt")         # where: here, gone, away, taken
Side = namedtuple("Side", "units prisoners freed")           # its own that the enemy holds, and those set free
State = namedtuple("State", "attacker defender rounds events")


def here(side):
    return [place for place, unit in enumerate(side.units) if unit.where == "here"]


def put(side, place, **what):
    units = list(side.units)
    units[place] = units[place]._replace(**what)
    return side._replace(units=tuple(units))


def begin(units, broken, pinned):
    found, broken, pinned = [], expanded(broken or ""), expanded(pinned or "")
    for name in expanded(units):
        is_broken = name in broken
        if is_broken:
            broken.remove(name)
        is_pinned = not is_broken and name in pinned
        if is_pinned:
            pinned.remove(name)
        found.append(Unit(name, False, is_broken, is_pinned, "here", name, False))
    return Side(tuple(found), (), ())


class Wounds:
    """What casualty_reduction of _infantry asks of a stack"""

    def __init__(self, unit):
        self.units, self.states = [unit], ()


Struck = namedtuple("Struck", "name reduced gone was_wounded", defaults=[False])


def modifier(unit):
    """A17.3: a wounded leader's is one worse"""
    sign = max(unit.name.find("+"), unit.name.find("-"))
    return int(unit.name[sign:]) + unit.reduced


def ambush_drm(side):
    """A11.4, A11.17-.18"""
    units = [side.units[place] for place in here(side)]
    drm = any(unit.pinned for unit in units) + any(unit.broken for unit in units)
    drm += any(line(unit.name)["inexperienced"] == "true" for unit in units)
    drm -= any(line(unit.name)["kind"] == "hero" for unit in units)
    leaders = [modifier(unit) for unit in units if is_leader(unit.name) and not unit.broken and not unit.pinned]
    return drm + (min(leaders) if leaders and len(units) > 1 else 0)


class Attack:
    """One side's attack in a round: who takes part, with what, at what."""

    def __init__(self, state, who, leaving, q):
        self.guards = Fraction(0)                            # the FP that the guard loses
        self.who, self.q, self.leaving = who, q, leaving[OTHER[who]]
        mine, theirs = getattr(state, who), getattr(state, OTHER[who])
        there = here(mine)
        self.fighters = [place for place in there if not mine.units[place].broken and place not in leaving[who]]
        powers = {place: Fraction(close_power(mine.units[place].name), 2 if mine.units[place].pinned else 1)
                  for place in self.fighters}
        if theirs.prisoners and self.fighters == there:      # A20.52: nobody else guards them
            guard = min(self.fighters, key=lambda place: powers[place])
            powers[guard] /= 2
            self.guards = powers[guard]
        self.power = sum(powers.values(), Fraction(0))
        self.units = mine.units
        self.drm = q[who + "_drm"]
        if q["leaders_direct"]:
            leaders = [modifier(mine.units[place]) for place in self.fighters
                       if is_leader(mine.units[place].name) and not mine.units[place].pinned]
            if leaders and len(self.fighters) > 1:
                self.drm += min(0, min(leaders))             # A10.72
            self.drm -= sum(line(mine.units[place].name)["kind"] == "hero" for place in self.fighters)

    def target_power(self, target):
        return Fraction(sum(close_power(target.units[place].name) for place in here(target)))

    def new_leader(self, dice, target):
        """A18.12: after an Original 2; a name or None"""
        nation = self.q[self.who + "_nation"]
        squads = [self.units[place].name for place in self.fighters if not is_smc(self.units[place].name)]
        if nation == "none" or not squads:
            return None
        best = max(squads, key=lambda name: (bpv(nation, name), printed(name)))    # a reading: of several the better morale
        drm = {"german": -1, "american": -1, "british": -1, "russian": 1}[nation]
        drm -= max(0, COLUMNS.index("1-1") - COLUMNS.index(column(self.power / self.target_power(target))))
        drm += -1 if printed(best) >= 8 else 1 if printed(best) <= 6 else 0
        rows = Charts.rows("asl/leader-creation.csv")

        def reading(face):
            for row in rows:
                if face + drm <= int(row["final_dr_at_most"]):
                    return None if row["leader"] == "none" else row["leader"]

        return dice.read_die(reading)

    def finals(self, target, original, drm, mine=0, new=None):
        """({place: the Final DR against it}, the kill number); mine: the number of own new leaders"""
        power = self.power + mine
        if mine and self.guards:                             # he guards them, whose FP is the least
            power += max(Fraction(0), self.guards - Fraction(1, 2))
        number = kill_number(power * fraction(self.q[self.who + "_factor"]) / self.target_power(target), self.q["hand_to_hand"])
        drm += self.drm + (new if new is not None else 0)
        there = here(target)
        staying = len([place for place in there if place not in self.leaving])
        finals = {}
        for place in there:
            unit = target.units[place]
            finals[place] = original + drm - 2 * unit.broken
            if place in self.leaving:
                finals[place] += -2 + staying
            if self.q[self.who + "_captures"]:
                finals[place] += -1 if line(unit.name)["inexperienced"] == "true" else 1
        return finals, number

    def loses(self, target, original, drm):
        """The places of those who are lost for certain"""
        finals, number = self.finals(target, original, drm)
        equal = [place for place, final in finals.items() if final == number]
        sure = {place for place, final in finals.items() if final < number}
        if len(equal) == 1:
            name = target.units[equal[0]].name
            if self.q[self.who + "_captures"] if is_smc(name) else not line(name)["reduced_to"]:
                sure.add(equal[0])
        return sure

    def resolve(self, dice, target, original, drm, mine, new=None):
        """(the side under attack, what was captured of it): target as it is"""
        finals, number = self.finals(target, original, drm, mine, new)
        captures = self.q[self.who + "_captures"]
        there = here(target)
        equal = [place for place in there if finals[place] == number]
        captured = []
        for place in there:
            if finals[place] < number:
                if captures:
                    captured.append((place, target.units[place].name, None))
                    target = put(target, place, where="taken")
                else:
                    target = put(target, place, where="gone")
        if equal and captures:                               # A20.22: its owner gives what costs the least
            place = min(equal, key=lambda place: (*given_up(target.units[place]), place in self.leaving,
                                                  target.units[place].pinned))
            unit = target.units[place]
            less = line(unit.name)["reduced_to"]
            if is_smc(unit.name) or not less:
                captured.append((place, unit.name, None))
                target = put(target, place, where="taken")
            else:
                captured.append((place, less, unit))
                target = put(target, place, name=less, reduced=True, hurt=True)
        elif equal:
            for place in random_selection(dice, equal, 1):
                target = reduced(dice, target, place)
        return target, captured


def cost(name):
    less = line(name)["reduced_to"]
    return close_power(name) - (close_power(less) if less and not is_smc(name) else 0)


def given_up(unit):
    """A reading, as the procedure's text has it: what the owner gives first"""
    if is_smc(unit.name):
        hero = not is_leader(unit.name)
        worst = (0, 0) if hero else (-modifier(unit), printed(unit.name))
        return True, cost(unit.name), hero, points(unit.name), not unit.broken, worst
    power, reach, level = (int(part) for part in unit.name.split("-"))
    return False, cost(unit.name), points(unit.name), not unit.broken, level, power, reach


def bpv(nation, name):
    rows = Charts.rows("asl/infantry-bpv.csv")
    own = [int(row["bpv"]) for row in rows if row["unit"] == name and row["nationality"] == nation]
    return (own or [int(row["bpv"]) for row in rows if row["unit"] == name])[0]


def reduced(dice, side, place):
    unit = side.units[place]
    wounds = Wounds(Struck(unit.name, unit.reduced, False))
    casualty_reduction(dice, wounds, 0)
    now = wounds.units[0]
    return put(side, place, name=now.name, reduced=now.reduced, where="gone" if now.gone else "here", hurt=True)


def leaves(side, places):
    """(the side, whether somebody left): those who are there and not pinned"""
    going = [place for place in places if side.units[place].where == "here" and not side.units[place].pinned]
    for place in going:
        side = put(side, place, where="away")
    return side, bool(going)


def strength(unit):
    """Readings of who is the weakest: of MMC of the same FP the lesser one as they are, a crew last; of SMC the worst
    leader as he came, wounded or not, and a hero last"""
    name = unit.first or unit.name
    if not is_smc(unit.name):
        power, reach, level = (int(part) for part in unit.name.split()[0].split("-"))
        return close_power(unit.name), line(name)["kind"] == "crew", power, level, reach
    if not is_leader(unit.name):
        return 1, 0, 0
    return 0, -modifier(unit._replace(reduced=False)), printed(name)


def withdrawing(side, choice, melee):
    """A11.2, A11.16: the places of those who withdraw in this round"""
    if not melee:
        return []
    able = [place for place in here(side) if not side.units[place].pinned]
    going = [place for place in able if side.units[place].broken]
    others = [place for place in able if not side.units[place].broken]
    if choice == "all":
        going += others
    elif choice == "all_but_one":
        unbroken = [place for place in here(side) if not side.units[place].broken]           # the pinned can't go anyway
        stays = [place for place in unbroken if not is_smc(side.units[place].name)] or unbroken
        if stays:                                            # who is alone stays
            weakest = min(stays, key=lambda place: (strength(side.units[place]), not side.units[place].pinned))
            going += [place for place in others if place != weakest]
    return going


def round_of(dice, state, q, number):
    if not here(state.attacker) or not here(state.defender):
        return state
    sides = {"attacker": state.attacker, "defender": state.defender}
    for who, side in sides.items():
        units = tuple(unit._replace(pinned=unit.pinned and number == 1, hurt=False) for unit in side.units)
        sides[who] = side._replace(units=units)
    events = set(state.events)
    melee = q["melee"] or number > 1
    leaving = {who: withdrawing(side, q[who + "_withdraws"], melee) for who, side in sides.items()}
    ambush = None
    if number == 1 and q["ambush_possible"] and not melee:   # A11.4: lower by three; at night two do for the attacker
        mine = q["attacker_ambush_drm"] + ambush_drm(sides["attacker"])
        theirs = q["defender_ambush_drm"] + ambush_drm(sides["defender"])
        ambush = dice.read_two(lambda one, other: "attacker" if one + mine <= other + theirs - (2 if q["night"] else 3)
                               else "defender" if other + theirs <= one + mine - 3 else None)
    if ambush:
        events.add(ambush + "_ambushes")
    first = ambush or ("attacker" if number % 2 else "defender")
    second = OTHER[first]
    captured = {who: [] for who in sides}
    gone_away = set()

    def start():
        return State(sides["attacker"], sides["defender"], number, None)

    def get_away(who, places, answered=False, new=False):
        """`answered`: the other side's attack is still to come, and he escapes it"""
        if not answered and not here(sides[OTHER[who]]):     # there is nobody left to get away from
            return False
        new_one = [len(sides[who].units) - 1] if new else []
        sides[who], some = leaves(sides[who], list(places) + new_one)
        if some:
            gone_away.add(who)
        return some

    def infiltrates(attack, original):
        """A11.22: those who may leave at once, (side, places)"""
        if original == 2 and q[attack.who + "_slips_away"]:
            return attack.who, attack.fighters
        if original == 12 and q[OTHER[attack.who] + "_slips_away"]:
            return OTHER[attack.who], here(sides[OTHER[attack.who]])
        return None

    def created(attack, original, target):
        return attack.new_leader(dice, target) if original == 2 else None

    def joins(who, name):
        side = sides[who]
        wiped.discard(who)
        sides[who] = side._replace(units=side.units + (Unit(name, False, False, False, "here", None, False),))

    def release():
        """A20.221: of those who attack at the same time who is wholly lost has captured nobody"""
        lost = set(wiped)
        for who in sides:
            if OTHER[who] in lost:
                for place, name, whole in captured[who]:
                    sides[who] = put(sides[who], place, where="here") if whole is None else put(
                        sides[who], place, name=whole.name, reduced=whole.reduced, hurt=whole.hurt)
                captured[who] = []
                if here(sides[who]):
                    wiped.discard(who)

    def bonus(name):
        if name is None:
            return None
        plus = modifier(Unit(name, False, False, False, "here", None, False))
        return plus if NEW_LEADERS_PLUS_COUNTS else min(0, plus)

    one = Attack(start(), first, leaving, q)
    two = Attack(start(), second, leaving, q)
    drms = {first: -1 if ambush else 0, second: 1 if ambush else 0}

    wiped = set()                                            # sides of which the last in the Location was lost

    def strike(attack, original, target, new):
        after, taken = attack.resolve(dice, target, original, drms[attack.who], 1 if new else 0, bonus(new))
        captured[OTHER[attack.who]] += taken
        if not here(after):
            wiped.add(OTHER[attack.who])
        return after

    if one.fighters:
        rolled = dice.dr()
        new = created(one, rolled, sides[second])
        going = infiltrates(one, rolled)
        if going:                                            # does anybody leave?
            who, places = going
            surely = one.loses(sides[second], rolled, drms[first]) if who == second and not ambush else ()       # nobody leaves: all is simultaneous
            if not any(not sides[who].units[place].pinned for place in places if place not in surely) and not (new and who == first):
                going = None
    else:
        rolled = new = going = None
    if ambush or going or not one.fighters:
        if one.fighters:
            if new:
                joins(first, new)
            sides[second] = strike(one, rolled, sides[second], new)
            if going:
                who, places = going
                get_away(who, places, not ambush and bool(two.fighters), who == first and new)
        if not ambush:
            # those who were eliminated at the same time still strike back; who has left does not
            standing = [place for place in two.fighters if sides[second].units[place].where != "away"]
            attack = Attack(start_with(sides, second, two, number), second, leaving, q) if standing else None
        else:
            attack = Attack(start(), second, leaving, q)
        if attack and attack.fighters and here(sides[first]):
            roll_two = dice.dr()
            newer = created(attack, roll_two, sides[first])
            before = sides[first]
            if newer:
                joins(second, newer)
            sides[first] = strike(attack, roll_two, before, newer)
            if not ambush:
                release()
            again = infiltrates(attack, roll_two)
            if again:
                who, places = again
                get_away(who, places, new=who == second and newer)
        if ambush and q[ambush + "_slips_away"]:             # A11.41
            get_away(ambush, here(sides[ambush]))
    else:
        newer = roll_two = again = None
        if new:
            joins(first, new)
        if two.fighters:
            roll_two = dice.dr()
            newer = created(two, roll_two, sides[first])
            again = infiltrates(two, roll_two)
            if again and not any(not sides[again[0]].units[place].pinned for place in again[1]) and not (
                    newer and again[0] == second):
                again = None
        if newer:                                            # his FP counts in both attacks
            joins(second, newer)
        targets = dict(sides)
        if two.fighters:
            sides[first] = strike(two, roll_two, targets[first], newer)
        sides[second] = strike(one, rolled, targets[second], new)
        release()
        if again:
            who, places = again
            get_away(who, places, new=who == second and newer)
    return ends_round(sides, leaving, captured, gone_away, wiped, events, number)


def start_with(sides, second, two, number):
    """The second side as it was before it was struck, but for those who have left"""
    now = sides[second]
    units = tuple(was if unit.where != "away" else unit for was, unit in zip(two.units, now.units)) + now.units[len(two.units):]
    found = {second: now._replace(units=units), OTHER[second]: sides[OTHER[second]]}
    return State(found["attacker"], found["defender"], number, None)


def ends_round(sides, leaving, captured, gone_away, wiped, events, number):
    for who in sides:
        sides[who] = sides[who]._replace(prisoners=sides[who].prisoners + tuple(name for _, name, _ in captured[who]))
    stuck = {}
    for who, side in sides.items():                          # A11.2: both sides withdraw at the same time
        stuck[who] = [place for place in leaving[who] if side.units[place].hurt]
        for place in leaving[who]:
            if sides[who].units[place].where == "here" and place not in stuck[who]:
                sides[who] = put(sides[who], place, where="away")
                gone_away.add(who)
    if all(here(side) for side in sides.values()):           # A11.16: a Melee is left, and who is stuck in it is lost
        for who in sides:
            for place in stuck[who]:
                unit = sides[who].units[place]
                if unit.where == "here" and unit.broken:
                    sides[who] = put(sides[who], place, where="gone")
                    if not here(sides[who]):
                        wiped.add(who)
    for who, side in sides.items():                          # A20.5: they are free when the last captor there is lost
        if OTHER[who] in wiped and side.prisoners:
            sides[who] = side._replace(prisoners=(), freed=side.freed + side.prisoners)
    events |= {who + "_gets_away" for who in gone_away}
    return State(sides["attacker"], sides["defender"], number, frozenset(events))


def points(name):
    if name is None or line(name)["kind"] == "hero":
        return 0
    if is_smc(name):
        return 1 + max(0, -modifier(Unit(name, False, False, False, "here", name, False)))
    return {"squad": 2, "crew": 2, "half_squad": 1}[line(name)["kind"]]


def points_lost(side):
    """A26.21-.222"""
    lost = 0
    for unit in side.units:
        value = points(unit.first or unit.name)
        lost += value if unit.where == "gone" else value - points(unit.name) + (points(unit.name) if unit.where == "taken" else 0)
    return lost - sum(points(name) for name in side.freed)   # A26.222: who is free again costs nothing


def ended(dice, state, q):
    attackers, defenders = state.attacker, state.defender
    mine = bool(here(attackers)) or bool(attackers.freed)
    theirs = bool(here(defenders)) or bool(defenders.freed)
    away = any(unit.where == "away" for unit in attackers.units + defenders.units)
    outcome = ("melee" if mine and theirs else "attacker_holds" if mine else "defender_holds" if theirs else
               "abandoned" if away else "both_eliminated")

    def hit(unit):
        return unit.where in ("gone", "taken") or unit.reduced

    events = set(state.events)
    struck = [hit(unit) for unit in defenders.units]
    good = [not hit(unit) and not unit.broken for unit in defenders.units]
    if any(struck):
        events |= {"broken_or_worse", "pinned_or_worse", "eliminated_or_reduced"}
    if all(good):
        events.add("good_order")
    named = [place for place, unit in enumerate(defenders.units) if unit.first]  # a new leader is none of these
    if len(named) > 1 and all(struck[place] for place in named):
        events.add("all_broken_or_worse")
    if any(unit.where in ("gone", "taken") and is_leader(unit.name) for unit in defenders.units):
        events.add("leader_lost")
    measures = {}
    if len(named) > 1:
        well = sum(good[place] for place in named)
        measures["good_order_share"] = int(Fraction(100 * well, len(named)) + Fraction(1, 2))
    for name, side in (("attackers", attackers), ("defenders", defenders)):
        measures[name + "_eliminated"] = sum(unit.where == "gone" for unit in side.units)
        measures[name + "_reduced"] = sum(unit.where in ("here", "away") and unit.reduced for unit in side.units)
        measures[name + "_captured"] = len(side.prisoners)
        if q["casualty_vp"]:
            measures[name + "_points_lost"] = points_lost(side)
    return End(outcome, events, rounds=state.rounds, **measures)


def begins(dice, _, q):
    return State(begin(q["attacker"], q["attacker_broken"], q["attacker_pinned"]),
                 begin(q["defender"], q["defender_broken"], q["defender_pinned"]), 0, frozenset())


def count(q):
    chances = numbered_turns(and_then({None: 1}, begins, q), q["rounds"], round_of, q)
    return tally(and_then(chances, ended, q))
