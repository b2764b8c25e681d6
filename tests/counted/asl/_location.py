"""Units of a Location in groups with modifiers of their own under one DR: A4.6, A7.8, A.9, C3.7-.74."""

from asl._infantry import (Stack, alive, after_result, apply_to, check, ends_of, is_leader, order, random_selection, strike_all,
                           suffers_loss)
from asl._ordnance import shot
from faces import and_then, every_game
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


class ManyUnits:
    """The same for a Location with so many units that nobody plays its games whole: check after check, of all that can
    have happened before; like units are told apart no more. Without Heat of Battle."""

    def __init__(self, stack, groups):
        self.stack = stack
        self.group = [number for number, (units, _) in enumerate(groups) for _ in units]
        self.leaders = [place for place, unit in enumerate(stack.units) if is_leader(unit.name)]
        like = {}
        for place, unit in enumerate(stack.units):
            if place not in self.leaders:
                like.setdefault((unit.name, self.group[place]), []).append(place)
        self.like = [places for places in like.values() if len(places) > 1]

    def alike(self, records):
        records = list(records)
        for places in self.like:
            for place, record in zip(places, sorted((records[place] for place in places), key=repr)):
                records[place] = record
        return tuple(records)

    def after(self, chances, cells):
        """{key: Fraction} of {key: Fraction} after a cell for each group, or a pair of them as in after_cells"""
        pairs = [found if isinstance(found, tuple) else (found, None) for found in cells]
        each = [pairs[number] for number in self.group]

        def strikes(dice, key):
            units = self.stack.again(key)
            there = alive(units)
            at_risk = sorted(place for place in there if each[place][1] is not None)
            struck = units.struck = random_selection(dice, at_risk, 1) if at_risk else []
            sets = {}
            for place in there:
                sets.setdefault((place in struck, each[place][place in struck]), []).append(place)
            number = strike_all(dice, units, [(result, places) for (_, result), places in sorted(sets.items(), reverse=True)])
            records = [(unit, (number[place],) if place in number else (), False, place in struck)
                       for place, unit in enumerate(units.units)]
            return self.alike(records), frozenset(units.events), tuple(units.lost), None

        going, over, seen = and_then(chances, strikes), {}, {}
        while going:
            after = and_then(going, self.one_check, seen=seen)
            going = {}
            for state, chance in after.items():
                records, events, lost, loss = state
                if lost or loss or any(number or waits for _, number, waits, _ in records):
                    going[state] = chance
                else:
                    key = tuple(record[0] for record in self.alike(record[:1] for record in records)), events
                    over[key] = over.get(key, 0) + chance
        return over

    def one_check(self, dice, state):
        """records: of each unit itself, the check that it is to take, whether it waits for that of a loss, whether it was struck"""
        records, events, lost, loss = state
        units = self.stack.again((tuple(record[0] for record in records), events))
        units.lost = list(lost)
        units.struck = [place for place, record in enumerate(records) if record[3]]
        numbers, waits = [record[1] for record in records], [record[2] for record in records]
        to_check = [place for place in alive(units) if numbers[place]]
        if any(numbers):
            if to_check:
                place = to_check[0]
                check(dice, units, place, numbers[place][0])
                numbers[place] = ()
            else:
                numbers = [()] * len(numbers)
        elif loss:
            lost_one, level, by_rank = loss
            if by_rank:                                      # the leaders, in their order when he was lost
                suffers_loss(dice, units, by_rank[0], lost_one, level)
                loss = (lost_one, level, by_rank[1:])
            else:
                place = waits.index(True)
                suffers_loss(dice, units, place, lost_one, level)
                waits[place] = False
            if not loss[2] and not any(waits):
                loss = None
        elif units.lost:
            place, lost_one, level = units.lost.pop(0)
            if "berserk" not in units.states and "climbing" not in units.states:
                loss = lost_one, level, tuple(other for other in order(units) if other in self.leaders and other != place)
                waits = [other not in self.leaders for other in range(len(records))]
        return self.alike(zip(units.units, numbers, waits, (record[3] for record in records))), frozenset(units.events), \
            tuple(units.lost), loss


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
