"""Units of a Location in groups with modifiers of their own under one DR: A4.6, A7.8, A.9, C3.7-.74."""

from asl._infantry import Stack, alive, after_result, apply_to, ends_of, random_selection
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
