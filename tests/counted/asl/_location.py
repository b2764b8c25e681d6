"""Units of a Location in groups with modifiers of their own under one DR: A4.6, A7.8, A.9, C3.7-.74."""

import math
from collections import namedtuple
from fractions import Fraction

from asl._infantry import (Stack, alive, after_result, apply_to, check, ends_of, is_leader, order, random_selection, strike_all,
                           suffers_loss)
from asl._ordnance import shot
from faces import every_game
from questions import expanded

GROUPS = ["4-6-7@-2; 4-6-7", "4-6-7; 4-4-7@1", "8-1@-2; 4-6-7", "4-6-7@-2; 8-1", "9-2@1; 4-2-6", "2-4-7@-2; 4-5-8",
          "2-2-8@-3; 2-3-7", "8-1@-2; 8-0@1", "4-4-7@-2; 9-0", "6+1@-1; 4-4-7", "4-6-7 2-4-7@-2; 4-4-7",
          "4-6-7@-2", "4-2-6@1", "2-4-7@-2",
          "4-6-7@-2; 4-6-7; 8-1@1", "8-1@-1; 2-4-7; 4-4-7@2", "4-6-7@2; 8-0; 2-4-7@2", "8-1 4-4-7@-2; 9-2@1", "9-2; 8-1@1; 4-6-7@3",
          "4-6-7@-2; 4-6-7@4", "4-6-7; 4-4-7@6; 2-4-7@-6", "2-4-7@1; 2-3-7; 2-2-8@2; 8-0@-1", "8-1@-3; 9-0@2; 4-4-7",
          "4-6-7@1; 2*2-4-7@1", "6+1@-2; 7-0@-1; 4-4-7", "8-0@-4; 8-1; 4-2-6@4", "4-6-7 8-1@-1; 8-0"]


def grouped(text):
    return text is not None and ("@" in text or ";" in text)


def groups_of(text):
    """[(units, DRM of their own)]"""
    found = []
    for part in text.split(";"):
        units, _, drm = part.strip().partition("@")
        found.append((expanded(units), int(drm or 0)))
    return found


def whole_stack(q):
    return Stack.of({**q, "target": " ".join(name for units, _ in groups_of(q["target"]) for name in units)})


_AFTER = {}


def after_cells(stack, key, cells, groups):
    """{key: Fraction} after a cell for each group; a cell and the one of those whom a Critical Hit strikes, or None, as pairs

    Those with the same one are selected from together (A.9); those struck by themselves (C3.74)."""
    pairs = tuple(found if isinstance(found, tuple) else (found, None) for found in cells)
    if not stack.heat:
        what = (key, pairs, len(groups))
        location = location_of(stack, groups)
        if what not in location.known:
            location.known[what] = location.after({key: Fraction(1)}, pairs)
        return location.known[what]
    if len(set(pairs)) == 1 and pairs[0][1] is None:
        return after_result(stack, key, pairs[0][0])
    sizes = tuple(len(units) for units, _ in groups) if len(groups) > 1 else (len(key[0]),)
    what = (key, pairs, sizes, stack.elr, stack.states, stack.was_broken, stack.heat)
    if what not in _AFTER:
        each = [pair for pair, size in zip(pairs, sizes) for _ in range(size)]

        def play(dice):
            units = stack.again(key)
            there = alive(units)
            at_risk = sorted(place for place in there if each[place][1] is not None)
            units.struck = struck = random_selection(dice, at_risk, 1) if at_risk else []
            sets = {}
            for place in there:
                sets.setdefault((place in struck, each[place][place in struck]), []).append(place)
            apply_to(dice, units, [(result, places) for (_, result), places in sorted(sets.items(), reverse=True)])
            return units.key()
        _AFTER[what] = every_game(play)
    return _AFTER[what]


_LOCATIONS = {}


def location_of(stack, groups):
    """The Location of these units; what was found out about it is kept for the next situation."""
    sizes = tuple(len(units) for units, _ in groups) if len(groups) > 1 else (len(stack.units),)
    what = (tuple(stack.units), sizes, stack.elr, stack.states, stack.was_broken)
    if what not in _LOCATIONS:
        _LOCATIONS[what] = Location(stack, sizes)
    return _LOCATIONS[what]


def in_places(stack, key):
    """The same of whoever stands in these places, who are told apart"""
    leaders = tuple(is_leader(unit.name) for unit in key[0])
    what = (leaders, stack.elr, stack.states, stack.was_broken)
    if what not in _LOCATIONS:
        _LOCATIONS[what] = Location(stack.again(key), (len(key[0]),))
        _LOCATIONS[what].like = []
    return _LOCATIONS[what]


# One unit under an attack: its number in UNITS, the MC that it is to take (NO_CHECK, PTC or a number), whether it waits for the check
# for the loss of a leader, whether a Critical Hit struck it
Record = namedtuple("Record", "unit check waits struck")
NO_CHECK, PTC = -2, -1
UNITS, NUMBERS = [], {}


def number_of(unit):
    if unit not in NUMBERS:
        NUMBERS[unit] = len(UNITS)
        UNITS.append(unit)
    return NUMBERS[unit]


class Location:
    """The units of a Location under a DR, check after check, without Heat of Battle: of all games that have come to the same
    only one goes on. A check depends on the unit and on the leaders (A10.7, A25.221), so each such pair is played once;
    units that began alike are told apart no more."""

    def __init__(self, stack, sizes):
        self.stack = stack.again((tuple(stack.units), frozenset()))
        self.group = [number for number, size in enumerate(sizes) for _ in range(size)]
        self.leaders = [place for place, unit in enumerate(stack.units) if is_leader(unit.name)]
        self.others = [place for place in range(len(stack.units)) if place not in self.leaders]
        like = {}
        for place in self.others:
            like.setdefault((stack.units[place], self.group[place]), []).append(place)
        self.like = [places for places in like.values() if len(places) > 1]
        self.known = {}

    def alike(self, records):
        records = list(records)
        for places in self.like:
            for place, record in zip(places, sorted(records[place] for place in places)):
                records[place] = record
        return tuple(records)

    def again(self, records, events=frozenset()):
        return self.stack.again((tuple(UNITS[record.unit] for record in records), events))

    def after(self, chances, cells):
        """{key: Fraction} of {key: Fraction} after a cell for each group, or a pair of them as in after_cells"""
        pairs = tuple(found if isinstance(found, tuple) else (found, None) for found in cells)
        ways = math.lcm(*(chance.denominator for chance in chances.values()))
        going = {key: chance.numerator * (ways // chance.denominator) for key, chance in chances.items()}
        going, ways = weighed(going, ways, lambda key: self.strikes(key, pairs))
        over = []                                            # (how many ways, {key: how many of them})
        while going:
            ended = {state: chance for state, chance in going.items() if self.is_over(state)}
            over.append((ways, ended))
            going = {state: chance for state, chance in going.items() if state not in ended}
            if going:
                going, ways = weighed(going, ways, self.step)
        after = {}
        for of, ended in over:
            for (records, events, _, _), chance in ended.items():
                key = tuple(UNITS[number] for number in self.alike(record.unit for record in records)), events
                after[key] = after.get(key, 0) + chance * (ways // of)
        return {key: Fraction(chance, ways) for key, chance in after.items()}

    def strikes(self, key, pairs):
        """The KIA and K of the DR; who is to check then"""
        each = [pairs[number] for number in self.group]
        numbers = [number_of(unit) for unit in key[0]]
        kinds = {place: place for place in range(len(numbers))}
        for places in self.like:
            for place in places:
                kinds[place] = next(first for first in places if numbers[first] == numbers[place])

        def play(dice):
            units = self.stack.again(key)
            units.kinds = kinds
            there = alive(units)
            at_risk = sorted(place for place in there if each[place][1] is not None)
            struck = units.struck = random_selection(dice, at_risk, 1, kinds) if at_risk else []
            if struck:                                       # those of a kind are no longer alike
                units.kinds = {place: (kind, place in struck) for place, kind in kinds.items()}
            sets = {}
            for place in there:
                sets.setdefault((place in struck, each[place][place in struck]), []).append(place)
            number = strike_all(dice, units, [(result, places) for (_, result), places in sorted(sets.items(), reverse=True)])
            records = [Record(number_of(unit), NO_CHECK if unit.gone or place not in number else
                              PTC if number[place] is None else number[place], False, place in struck)
                       for place, unit in enumerate(units.units)]
            return self.alike(records), frozenset(units.events), tuple(units.lost), None
        return games(play)

    @staticmethod
    def is_over(state):
        records, _, lost, loss = state
        return not lost and not loss and all(record.check == NO_CHECK for record in records)

    def in_order(self, records):
        """The leaders by rank, A10.21"""
        what = "order", tuple(records[place][::3] for place in self.leaders)
        if what not in self.known:
            units = self.again(records)
            units.struck = [place for place, record in enumerate(records) if record.struck]
            self.known[what] = [place for place in order(units) if place in self.leaders]
        return self.known[what]

    def step(self, state):
        """What one check brings; `loss`: a leader who was lost, his morale, and the leaders who have not checked for him yet"""
        records, events, lost, loss = state
        checking = [place for place in self.in_order(records) + self.others if records[place].check != NO_CHECK]
        if checking:
            place = checking[0]
            found = self.checked(records, place, check, *(None if number == PTC else number for number in records[place][1:2]))
            return self.with_one(state, place, found, loss, check=NO_CHECK)
        if loss:
            lost_one, level, by_rank = loss
            place = by_rank[0] if by_rank else next(place for place in self.others if records[place].waits)
            found = self.checked(records, place, suffers_loss, lost_one, level)
            left = (lost_one, level, by_rank[1:]) if by_rank[1:] or any(
                record.waits for other, record in enumerate(records) if other != place) else None
            return self.with_one(state, place, found, left, waits=False)
        place, lost_one, level = lost[0]
        if "berserk" not in self.stack.states and "climbing" not in self.stack.states:
            by_rank = tuple(other for other in self.in_order(records) if other != place)
            loss = (lost_one, level, by_rank) if by_rank or self.others else None
            records = tuple(record._replace(waits=other in self.others) for other, record in enumerate(records))
        return 1, (((records, events, lost[1:], loss), 1),)

    def checked(self, records, place, how, *arguments):
        """(in how many ways, [((the unit, events, leaders lost), in how many)]) of a check of one unit"""
        at = place if place in self.leaders else None
        what = how, tuple(records[leader].unit for leader in self.leaders), records[place].unit, at, arguments
        if what not in self.known:
            def play(dice):
                units = self.again(records)
                how(dice, units, place, *arguments)
                return number_of(units.units[place]), frozenset(units.events), tuple(units.lost)
            self.known[what] = games(play)
        return self.known[what]

    def with_one(self, state, place, found, loss, **done):
        records, events, lost, _ = state
        ways, results = found
        after = []
        for (unit, more, lost_now), weight in results:
            now = self.alike(records[:place] + (records[place]._replace(unit=unit, **done),) + records[place + 1:])
            after.append(((now, events | more, lost + lost_now, loss), weight))
        return ways, after


def games(play):
    """(in how many ways, [(result, in how many of them)]) of all games"""
    chances = every_game(play)
    ways = math.lcm(*(chance.denominator for chance in chances.values()))
    return ways, [(result, chance.numerator * (ways // chance.denominator)) for result, chance in chances.items()]


def weighed(chances, ways, step):
    """({state: in how many ways}, of how many) after step(state), which tells the same of one state"""
    found = [(chance, *step(state)) for state, chance in chances.items()]
    common = math.lcm(*(of for _, of, _ in found))
    after = {}
    for chance, of, results in found:
        chance *= common // of
        for state, weight in results:
            after[state] = after.get(state, 0) + chance * weight
    return after, ways * common


def group_events(stack, key, groups):
    if len(groups) < 2:
        return set()
    found, first = set(), len(groups[0][0])
    units = stack.again(key).units
    for name, part in (("first_group", units[:first]), ("other_group", units[first:])):
        if any(unit.gone or unit.reduced or unit.broken and not unit.was_broken for unit in part):
            found.add(name + "_broken_or_worse")
    return found


def ends_of_groups(stack, key, groups, events=(), **measures):
    return ends_of(stack, key, set(events) | group_events(stack, key, groups), **measures)


class OneShot:
    """The dice of one To Hit DR: the same for each group, and so is the die after an Original 2."""

    def __init__(self, dice):
        self.pair, self.dice, self.face = dice.two(), dice, None

    def two(self):
        return self.pair

    def die(self):
        if self.face is None:
            self.face = self.dice.die()
        return self.face


def shots(dice, kind, number, drms):
    """([what is hit of each group], coloured die, white die)"""
    once = OneShot(dice)
    return [shot(once, number - drm, kind, number, drm)[0] for drm in drms], *once.pair


def to_hit_drm(kind, own):
    """An Area Target Type has a positive one on the Effects DR (C3.331)."""
    return min(own, 0) if kind == "area" else own


def effects_drm(kind, own):
    return max(own, 0) if kind == "area" else 0
