"""asl.fire-groups, from A7.3, A7.5-.55, A7.9 and A.5; of words those that are drawn here."""

import itertools
import re

from asl._infantry import Stack, after_result, casualty_vp, cell, column_of, report
from asl.fire import drm_in_words, firepower_in_words
from faces import End, TooLong, every_game, tally
from fractions import Fraction

LEAVES_OUT = ("best",)
EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unbroken", "good_order_share", "casualty_vp")
UNITS = ["4-6-7", "4-4-7", "2-4-7", "6-2-8", "8-3-8"]
STACKS = ["4-6-7", "4-4-7 8-0", "2*4-6-7", "4-6-7 8-1", "2-4-7", "4-2-6"]


def words(random):
    text = f"{random.choice(UNITS)} range {random.choice([1, 2, 3, 4, 6, 8])}"
    for name, values in (("terrain", ["stone", "wooden", "woods", "wall"]), ("hindrance", [1, 2]),
                         ("leader", ["8-1", "9-2", "8-0"])):
        text += f" {name} {random.choice(values)}" if random.random() < 0.5 else ""
    return text


def numbers(random):
    cowers = random.choice(["", "", " cowering cower"])
    return f"{random.choice([1, 2, 4, 6, 8, 12])} {random.choice([-1, 0, 1, 2, 3])}{cowers}"


def attackers(random):
    """One to eight of them, all by numbers or all in words, at one or two targets"""
    kind = random.choice([words, numbers])
    return "; ".join(kind(random) for _ in range(random.choice([1, 2, 2, 3, 4, 6, 8])))


DRAW = {"attackers": attackers, "target": STACKS, "target_state": ["encircled", "fanatic"], "adjacent": ["all", "none"]}


def change(question, random):
    if random.random() < 0.4:                                # at two targets; both by numbers
        places = question["attackers"].count(";") + 1
        question["attackers"] = "; ".join(
            f"{numbers(random)} | {random.choice([numbers(random), numbers(random), '-'])}" for _ in range(places))
        question["target"] += "; " + random.choice(STACKS)
    return question


READABLE = re.compile(r"(-|\d+ -?\d+( cowering cower)?|\d\S* range \d+( (terrain|hindrance|leader) \S+)*)")


def counts(q):
    return all(READABLE.fullmatch(part.strip()) for part in re.split("[;|]", q["attackers"]))


def member(text):
    """What an attacker brings at a target: (FP, DRM but for a leader, his modifier or None, whether it may cower)"""
    text = text.strip()
    if text == "-":
        return None
    found = re.fullmatch(r"(\d+) (-?\d+)( cowering cower)?", text)
    if found:                                                # its leader is in its DRM
        return Fraction(found[1]), ("whole", int(found[2])), None if found[3] else 0
    named = dict(re.findall(r"(range|terrain|hindrance|leader) (\S+)", text))
    q = {"attackers": text.split()[0], "range": int(named["range"]), "phase": "prep", "concealed": False, "pinned": False,
         "cx": False, "encircled": False, "drm": 0, "hindrance": 0, "leader": None, "target_moves": "no",
         "terrain": named.get("terrain")}
    leader = int(named["leader"][-2:]) if "leader" in named else None
    return firepower_in_words(q), ("parts", drm_in_words(q), int(named.get("hindrance", 0))), leader


def attack_of(members):
    """{cell of the IFT: Fraction} of a Fire Group"""
    firepower = sum(member[0] for member in members)
    if members[0][1][0] == "whole":
        drm = max(member[1][1] for member in members)        # compared as a whole
    else:                                                    # A.5, A7.52: of each cause what is worst
        drm = max(member[1][1] for member in members) + max(member[1][2] for member in members)
    leaders = [member[2] for member in members]
    directed = None not in leaders                           # A7.53: one in each Location, the worst of them counts
    drm += max(leaders) if directed else 0
    column = column_of(firepower)
    return every_game(lambda dice: dice.read_two(lambda one, other: cell(
        column - (1 if one == other and not directed else 0), one + other + drm)))


def unbroken(key):
    return sum(1 for unit in key[0] if not unit.gone and not unit.broken)


def fire(q, stacks, state, at):
    """{state: Fraction} after a group has fired at the first target with an unbroken unit, and who could not fire at it

    Where nobody is unbroken any more it fires at the first with anybody."""
    for wanted in (unbroken, lambda key: sum(1 for unit in key[0] if not unit.gone)):
        for index, key in enumerate(state):
            members = [member[index] for member in at if member[index]]
            if wanted(key) and members:
                after = {}
                for result, share in attack_of(members).items():
                    for now, part in after_result(stacks[index], key, result).items():
                        new = state[:index] + (now,) + state[index + 1:]
                        after[new] = after.get(new, 0) + share * part
                return after, [member for member in at if not member[index]]
    return {state: Fraction(1)}, []


def after_all(q, stacks, state, left, groups_form):
    """{state: Fraction} once everybody has fired; who could not fire in the first group may in the next one"""
    going, sums = {(state, tuple(map(tuple, left))): Fraction(1)}, {}
    while going:                                             # what comes to the same after an attack goes on together
        then = {}
        for (now, waiting), chance in going.items():
            if not waiting:
                sums[now] = sums.get(now, 0) + chance
                continue
            first, rest = (waiting, ()) if groups_form else (waiting[:1], waiting[1:])
            after, over = fire(q, stacks, now, first)
            for end, share in after.items():
                key = (end, (tuple(over) if groups_form else ()) + rest)
                then[key] = then.get(key, 0) + chance * share
        going = then
    return sums


def ended(stacks, state):
    units = [unit for key in state for unit in key[0]]
    whole = Stack(units, states=stacks[0].states, broken=stacks[0].was_broken)
    _, events, measures = report(whole)
    for key in state:
        events |= {"leader_lost"} & set(key[1])
    good = sum(1 for unit in units if not (unit.gone or unit.broken or unit.pinned or unit.reduced))
    if good == len(units):
        events.add("good_order")
    if len(units) == 1 and "broken_or_worse" in events:
        events.add("all_broken_or_worse")
    fresh = sum(unbroken(key) for key in state)
    del measures["unharmed"]
    measures.pop("good_order_share", None)                                      # of all stacks together, below
    share = {"good_order_share": int(Fraction(100 * good, len(units)) + Fraction(1, 2))} if len(units) > 1 else {}
    return End("none_unbroken" if fresh == 0 else "all_unbroken" if fresh == len(units) else "some_unbroken", events,
               unbroken=fresh, **measures, **share,
               casualty_vp=sum(casualty_vp(stack.units, key[0]) for stack, key in zip(stacks, state)))


def stacks_of(q):
    return [Stack.of({**q, "target": text.strip()}) for text in q["target"].split(";")]


def members_of(q):
    return [[member(at) for at in text.split("|")] for text in q["attackers"].split(";")]


BEST = ("grouping", ["all_broken_or_worse", "mean broken+mean eliminated", "none_unbroken", "mean unbroken:least",
                     "mean eliminated-0.25*mean pinned"])


def best(q, worth):
    """Any who have not fired next, alone or together (A7.5), at any target, or nobody any more"""
    stacks, everybody, known = stacks_of(q), members_of(q), {}
    if len(everybody) > 3 or sum(len(stack.units) for stack in stacks) > 3:
        raise TooLong

    def fired(group, index, left, state):
        others = tuple(number for number in left if number not in group)
        results = attack_of([everybody[number][index] for number in group])
        return sum(share * part * from_here(others, state[:index] + (now,) + state[index + 1:])
                   for result, share in results.items()
                   for now, part in after_result(stacks[index], state[index], result).items())

    def from_here(left, state):
        if (left, state) not in known:
            sizes = range(1, len(left) + 1) if q["adjacent"] == "all" else (1,)
            known[left, state] = max([worth(ended(stacks, state))] + [
                fired(group, index, left, state) for index in range(len(stacks)) for size in sizes
                for group in itertools.combinations(left, size) if all(everybody[number][index] for number in group)])
        return known[left, state]

    return from_here(tuple(range(len(everybody))), tuple(stack.key() for stack in stacks))


def count(q):
    stacks, left = stacks_of(q), members_of(q)
    groups_form = q["grouping"] == "together" and q["adjacent"] == "all"
    ends = {}
    for state, chance in after_all(q, stacks, tuple(stack.key() for stack in stacks), left, groups_form).items():
        end = ended(stacks, state)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
