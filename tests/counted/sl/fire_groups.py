"""sl.fire-groups, from 8 to 12, 11.6, 16.5, 54.4, 75.6 and 91.2: attackers by firepower and DRM (sl.fire
has the words), and no order of shots that is the program's choice and not the rules'."""

import itertools
import re

from faces import End, TooLong, and_then, every_game, tally
from sl._infantry import apply, apply_each, column_of, good_order_share, ift, report, stack
from sl.fire import parted

LEAVES_OUT = ("best",)
EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("eliminated", "broken", "unbroken", "good_order_share")
ALWAYS = ("grouping", "modifier", "adjacent")
HEXES = ["4-6-7", "4-4-7 8-0", "2*4-4-7", "8-1", "4-3-6", "4-6-7 6+1"]
GROUPS = ["4-4-7@-2 / 4-4-7", "4-4-7@-2 / 4-4-7; 8-0", "8-1@-2 / 4-6-7", "8-1@2 / 8-0 / 4-4-7", "4-6-7; 8-0@-3 / 4-4-7@1",
          "4-4-7@2 / 4-4-7@-1 / 2-4-7", "7-0@-1 / 4-3-6; 6+1 / 4-3-6@-2", "4-6-7 8-1@-1 / 4-4-7", "4-6-7@2; 4-4-7"]
DRAW = {"attackers": ["x"], "target": HEXES + [f"{one}; {other}" for one in HEXES[:4] for other in HEXES[1:5]] +
        ["4-6-7; 8-0; 4-4-7"] + 2 * GROUPS, "broken_morale": [5, 6, 8], "adjacent": ["x"]}


def change(question, random):
    targets = question["target"].count(";") + 1
    names = random.choice([["", "", ""], ["A", "A", "B", "C"], ["A", "B"], ["A", "A"], ["A", "B", "C", "B"], ["", "", "", ""], [""] * 6, [""] * 8,
                           ["A", "B", "C", "D", "E"], ["A", "A", "B", "C", "C", "D", "E"], list("ABCDEFGH")])

    def shot():
        return f"{random.choice([1, 2, 4, 6, 8, 12])} {random.choice([-1, 0, 1, 2, 3])}"
    question["attackers"] = "; ".join(
        (f"{name}: " if name else "") + " | ".join(
            shot() if random.random() < 0.75 or index == 0 else "-" for index in range(targets)) for name in names)
    places = sorted(set(names)) if names[0] else [chr(ord("A") + index) for index in range(len(names))]
    pairs = [f"{one}-{other}" for index, one in enumerate(places) for other in places[index + 1:]]
    question["adjacent"] = random.choice(["all", "none", " ".join(random.sample(pairs, random.randint(1, len(pairs))))]) \
        if pairs else "all"
    return question


def counts(q):
    one = r"\s*(\w+: )?(\d+ -?\d+|-)( \| (\d+ -?\d+|-))*\s*"
    if any(not re.fullmatch(one, text) or text.count("|") != q["target"].count(";") for text in q["attackers"].split(";")):
        return False                                         # words of sl.fire
    everybody = attackers(q)
    if q["grouping"] == "separately":                        # who of a hex fires later, is no matter of the rules
        may = {}
        for place, shots in everybody:
            if may.setdefault(place, [shot is None for shot in shots]) != [shot is None for shot in shots]:
                return False
    else:                                                    # nor which of two groups that are equally large fires first
        places = list(dict.fromkeys(place for place, _ in everybody))
        if sum(sum(place in group for place, _ in everybody) > 1 for group in groups(places, q)) > 1:
            return False
    return True


def attackers(q):
    """[(hex, what he fires at each target: (firepower, DRM) or None)]"""
    found = []
    for index, text in enumerate(q["attackers"].split(";")):
        name, _, rest = text.strip().rpartition(":")
        shots = [None if part.strip() == "-" else tuple(int(word) for word in part.split())
                 for part in rest.split("|")]
        found.append((name or chr(ord("A") + index), shots))
    return found


def next_to(one, other, q):
    return one == other or q["adjacent"] == "all" or (
        q["adjacent"] != "none" and any({one, other} == set(pair.split("-")) for pair in q["adjacent"].split()))


def groups(places, q):
    """The hexes that hang together, each group in the order in which its hexes are named."""
    found = []
    for place in places:
        joined = [group for group in found if any(next_to(place, other, q) for other in group)]
        found = [group for group in found if group not in joined] + [sum(joined, []) + [place]]
    return sorted(found, key=lambda group: min(places.index(place) for place in group))


def next_attack(targets, left, q, everybody):
    """(target, who fires at it together) of those who have not fired, or None"""
    def may(index, numbers):
        return [number for number in numbers if everybody[number][1][index] is not None]

    def wanted(numbers):
        """The first target with an unbroken unit that one of them can fire at, else the first with anybody left."""
        for state in (("good",), ("good", "broken")):
            for index, units in enumerate(targets):
                if may(index, numbers) and any(now in state for _, now in units):
                    return index
        return None
    if q["grouping"] == "separately":                        # place after place, in the order in which they are named
        for place in dict.fromkeys(everybody[number][0] for number in left):
            mine = [number for number in left if everybody[number][0] == place]
            index = wanted(mine)
            if index is not None:
                return index, may(index, mine)
        return None
    index = wanted(left)
    if index is None:
        return None
    named = list(dict.fromkeys(place for place, _ in everybody))
    places = [place for place in named if any(everybody[number][0] == place for number in may(index, left))]
    group = max(groups(places, q), key=lambda group: sum(everybody[number][0] in group for number in may(index, left)))
    return index, [number for number in may(index, left) if everybody[number][0] in group]


def attack(dice, state, q, everybody):
    targets, left = state
    chosen = next_attack(targets, left, q, everybody)
    if chosen is None:
        return state
    index, who = chosen
    return shot_at(dice, targets, index, [everybody[number][1][index] for number in who], q), \
        tuple(number for number in left if number not in who)


def shot_at(dice, targets, index, shots, q):
    """The targets after an attack of a group on one of them"""
    column = column_of(sum(power for power, _ in shots))
    drm = (max if q["modifier"] == "worst" else min)(drm for _, drm in shots)        # 91.2, 11.6
    units = list(targets[index])
    groups = hexes(q)[index]
    if column:                                               # 16.5, 54.4: one DR, each as it finds them
        cells = dice.read(lambda total: tuple(ift(total + drm + own, column) for _, own in groups))
        if len(groups) == 1:
            apply(dice, units, cells[0], q["broken_morale"], q["marsh"])
        else:
            each = [cell for (there, _), cell in zip(groups, cells) for _ in stack(there)]
            apply_each(dice, units, each, q["marsh"], q["broken_morale"])
    return targets[:index] + (tuple(units),) + targets[index + 1:]


def ended(dice, state, before):
    after = [unit for units in state[0] for unit in units]
    _, events, measures = report([unit for units in before for unit in units], after)
    if len(after) == 1 and "broken_or_worse" in events:      # here the program has it of a single unit, too
        events.append("all_broken_or_worse")
    unbroken = sum(now == "good" for _, now in after)
    outcome = "none_unbroken" if not unbroken else "all_unbroken" if unbroken == len(after) else "some_unbroken"
    return End(outcome, events, eliminated=measures["eliminated"], broken=measures["broken"], unbroken=unbroken,
               **good_order_share(measures))


def hexes(q):
    """[(units, DRM of their own) of each group] of each hex"""
    return [parted(units.replace("/", ";")) for units in q["target"].split(";")]


def beginning(q):
    return tuple(tuple(unit for units, _ in groups for unit in stack(units, q["status"])) for groups in hexes(q))


BEST = ("grouping", ["all_broken_or_worse", "mean broken+mean eliminated", "none_unbroken", "mean unbroken:least",
                     "mean eliminated-0.25*mean broken"])


def best(q, worth):
    """Any who have not fired next, in hexes next to each other (8), at any target, or nobody any more. Those of a hex who
    fire at the same target do so together: who is left of it fires at another."""
    everybody, before, known = attackers(q), beginning(q), {}
    if len(everybody) > 3 or sum(map(len, before)) > 3:
        raise TooLong

    def hangs_together(group):
        return len(groups(list(dict.fromkeys(everybody[number][0] for number in group)), q)) == 1

    def from_here(targets, left, done):
        if (targets, left, done) not in known:
            worths = [worth(ended(None, (targets, left), before))]
            for index in range(len(targets)):
                may = [number for number in left if everybody[number][1][index] and (everybody[number][0], index) not in done]
                for size in range(1, len(may) + 1):
                    for group in filter(hangs_together, itertools.combinations(may, size)):
                        others = tuple(number for number in left if number not in group)
                        fired = done | {(everybody[number][0], index) for number in group}
                        after = every_game(shot_at, targets, index, [everybody[number][1][index] for number in group], q)
                        worths.append(sum(chance * from_here(now, others, fired) for now, chance in after.items()))
            known[targets, left, done] = max(worths)
        return known[targets, left, done]

    return from_here(before, tuple(range(len(everybody))), frozenset())


def count(q):
    everybody, before = attackers(q), beginning(q)
    chances = {(before, tuple(range(len(everybody)))): 1}
    for _ in everybody:
        chances = and_then(chances, attack, q, everybody)
    return tally(and_then(chances, ended, before))
