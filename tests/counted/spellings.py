#!/usr/bin/env python3
"""What two hundred spellings of dice mean to those who type them, counted here without the program.

Prints tests/data/spellings_with_moments.csv: spelling, whose it is, what it means in words, the mean and variance as exact
fractions (a condition is 1 or 0; what never ends and is not a sum, as decimals); and those of another meaning, where two tools differ or English
does.
Sources: the tools' own help pages (Roll20 "Dice Reference", Foundry VTT "Dice Modifiers", Avrae "Dice Rolling", AnyDice
"Documentation", Torben Mogensen's Troll manual) and the games' rule on how dice are read.
"""

import csv
import io
import itertools
import sys
from fractions import Fraction as F


def die(*faces):
    """Each face as likely as the others"""
    found = {}
    for face in faces:
        found[face] = found.get(face, 0) + F(1, len(faces))
    return found


def d(sides):
    return die(*range(1, sides + 1))


def on(function, *dice):
    """The distribution of a function of independent dice: every combination in turn"""
    found = {}
    for rolled in itertools.product(*(each.items() for each in dice)):
        chance = F(1)
        for _, part in rolled:
            chance *= part
        value = function(*(face for face, _ in rolled))
        found[value] = found.get(value, 0) + chance
    return found


def plus(*dice):
    total = {0: F(1)}
    for each in dice:
        total = on(lambda a, b: a + b, total, each)
    return total


def pool(n, each, function):
    """A function of the sorted faces of n dice"""
    return on(lambda *faces: function(sorted(faces)), *[each] * n)


def hits(n, chance, worth=1):
    return plus(*[{0: 1 - F(chance), worth: F(chance)}] * n)


def event(dist, test):
    p = sum(chance for value, chance in dist.items() if test(value))
    return {0: 1 - p, 1: p}


def each(function, dist):
    return on(function, dist)


def add(dist, n):
    return each(lambda face: face + n, dist)


def exploding(sides, again, after=0):
    """Mean and second moment of a die that adds another (changed by `after`) when it shows a face of `again`; endless.

    X = face + [again] (X' + after): E X and E X*X solve linear equations.
    """
    q = F(len(again), sides)
    face = F(sides + 1, 2)
    mean = (face + q * after) / (1 - q)
    # E X^2 = E face^2 + 2 sum_{again} f/n (m + after) + q (E X'^2 + 2 after m + after^2)
    square = F(sum(f * f for f in range(1, sides + 1)), sides)
    rolled = F(sum(again), sides)
    second = (square + 2 * rolled * (mean + after) + q * (2 * after * mean + after * after)) / (1 - q)
    return mean, second - mean * mean


def counting(success, again):
    """A die that counts 1 with chance `success` and is rolled again with chance `again` (a part of success); endless.

    X = S + A X', A implies S: E X = s + a m;  E X^2 = s + 2 a m + a E X'^2.
    """
    success, again = F(success), F(again)
    mean = success / (1 - again)
    second = (success + 2 * again * mean) / (1 - again)
    return mean, second - mean * mean


def many(n, moments):
    return n * moments[0], n * moments[1]


def moments(what):
    if isinstance(what, tuple):
        return what
    assert sum(what.values()) == 1
    mean = sum(value * chance for value, chance in what.items())
    return mean, sum(value * value * chance for value, chance in what.items()) - mean * mean


def roll_and_keep(n, keep, places=10):
    """n endlessly exploding d10, the best `keep` added: by chances of "at least", cut at 10 * places"""
    single = {}
    for k in range(places):
        for face in range(1, 10):
            single[10 * k + face] = 0.1 ** (k + 1)
    # The state: dice left, keep left, looking at values from the top down; the classic count by multinomial terms.
    state = {(0, 0): 1.0}  # (dice placed, sum)
    binomial = [[1.0]]
    for row in range(1, n + 1):
        binomial.append([1.0] + [binomial[-1][i] + binomial[-1][i + 1] for i in range(row - 1)] + [1.0])
    for value in sorted(single, reverse=True):
        following = {}
        p = single[value]
        for (placed, total), weight in state.items():
            for k in range(n - placed + 1):
                kept = max(0, min(k, keep - placed))
                key = placed + k, total + kept * value
                following[key] = following.get(key, 0) + weight * binomial[n - placed][k] * p**k
        state = following
    dist = {}
    for (placed, total), weight in state.items():
        if placed == n:
            dist[total] = dist.get(total, 0) + weight
    whole = sum(dist.values())
    mean = sum(v * p for v, p in dist.items()) / whole
    return round(mean, 10), round(sum(v * v * p for v, p in dist.items()) / whole - mean * mean, 10)


def best(n):
    return lambda faces: sum(faces[-n:])


def worst(n):
    return lambda faces: sum(faces[:n])


fate = die(-1, 0, 1)


def wild(sides):
    """Savage Worlds: the higher of an endlessly exploding trait die and an exploding d6"""
    def at_least(s, x):
        k, rest = divmod(x - 1, s)
        return (1 / s) ** k * (s - rest) / s
    mean = second = 0.0
    for x in range(1, 400):
        p = 1 - (1 - at_least(sides, x)) * (1 - at_least(6, x))
        mean += p
        second += (2 * x - 1) * p
    return round(mean, 10), round(second - mean * mean, 10)


def count(n, sides, test):
    return hits(n, F(sum(1 for face in range(1, sides + 1) if test(face)), sides))


def total(n, sides, test):
    return event(plus(*[d(sides)] * n), test)


def once(sides, test):
    """Rolled again once where the face passes the test"""
    return on(lambda first, second: second if test(first) else first, d(sides), d(sides))


def shifted(what, by):
    return round(what[0] + by, 10), what[1]


# What the program does not read, and says so.
NOT_READ = {"!r 2d6ra6", "sum (accumulate x := d6 while x=6)", "sum accumulate x:=d6 while x=6", "3d6 in order"}

ASKED = [
    # spelling, whose, what one means, that, what the other means, that
    ("/r 2d6r<3", "Roll20", "3 or less are rolled again and again (Roll20)", plus(*[die(4, 5, 6)] * 2),
     "less than 3 are rolled again once (Foundry)", plus(*[once(6, lambda f: f < 3)] * 2)),
    ("/r 2d8ro<2", "Roll20", "2 or less (Roll20)", plus(*[once(8, lambda f: f <= 2)] * 2),
     "less than 2 (Foundry, Avrae)", plus(*[once(8, lambda f: f < 2)] * 2)),
    ("2d6r1", "Roll20", "until it is no 1 (Roll20)", plus(*[die(2, 3, 4, 5, 6)] * 2),
     "once (Foundry)", plus(*[once(6, lambda f: f == 1)] * 2)),
    ("2d6r<=2", "Foundry", "until it is more", plus(*[die(3, 4, 5, 6)] * 2),
     "once (Foundry)", plus(*[once(6, lambda f: f <= 2)] * 2)),
    ("3d6!>5", "Roll20", "5 or more (Roll20)", many(3, exploding(6, [5, 6])), "more than 5", many(3, exploding(6, [6]))),
    ("/r 3d10!>9", "Roll20", "9 or more (Roll20)", many(3, exploding(10, [9, 10])),
     "more than 9", many(3, exploding(10, [10]))),
    ("6d10x10", "Foundry", "tens explode (Foundry)", many(6, exploding(10, [10])),
     "ten times the sum", each(lambda v: 10 * v, plus(*[d(10)] * 6))),
    ("12d6>=5", "Shadowrun", "the sum", total(12, 6, lambda v: v >= 5), "how many dice", count(12, 6, lambda v: v >= 5)),
    ("6d6=6", "plain", "the sum", total(6, 6, lambda v: v == 6), "how many dice", count(6, 6, lambda v: v == 6)),
    ("/r 10d6>4", "Roll20", "the sum", total(10, 6, lambda v: v > 4),
     "how many 4 or more (Roll20)", count(10, 6, lambda v: v >= 4)),
    ("/r 8d10>7f1", "Roll20", "how many 7 or more, less the ones (Roll20)",
     plus(*[{-1: F(1, 10), 0: F(5, 10), 1: F(4, 10)}] * 8),
     "how many more than 7, less the ones", plus(*[{-1: F(1, 10), 0: F(6, 10), 1: F(3, 10)}] * 8)),
    ("4d6 drop the lowest, reroll 1s", "plain", "until it is no 1", pool(4, die(2, 3, 4, 5, 6), best(3)),
     "once", pool(4, once(6, lambda f: f == 1), best(3))),
    ("roll under 60 on d100", "Call of Cthulhu", "60 does not count", {0: F(41, 100), 1: F(59, 100)},
     "60 counts", {0: F(40, 100), 1: F(60, 100)}),
    ("4k3", "L5R", "tens explode (skilled)", roll_and_keep(4, 3), "they don't (unskilled)", pool(4, d(10), best(3))),
    ("5k2+3", "L5R", "tens explode (skilled)", shifted(roll_and_keep(5, 2), 3),
     "they don't (unskilled)", add(pool(5, d(10), best(2)), 3)),
    ("2d8r8", "Roll20", "until it is no 8 (Roll20)", plus(*[die(*range(1, 8))] * 2),
     "once (Foundry)", plus(*[once(8, lambda f: f == 8)] * 2)),
    ("2d8ro<3", "Roll20", "3 or less (Roll20)", plus(*[once(8, lambda f: f <= 3)] * 2),
     "less than 3 (Foundry, Avrae)", plus(*[once(8, lambda f: f < 3)] * 2)),
    ("8d10>8", "Roll20", "the sum", total(8, 10, lambda v: v > 8),
     "how many 8 or more (Roll20)", count(8, 10, lambda v: v >= 8)),
    ("3d6!>4", "Roll20", "4 or more (Roll20)", many(3, exploding(6, [4, 5, 6])), "more than 4", many(3, exploding(6, [5, 6]))),
    ("10d6ro<3", "Avrae", "3 or less (Roll20)", plus(*[once(6, lambda f: f <= 3)] * 10),
     "less than 3 (Avrae)", plus(*[once(6, lambda f: f < 3)] * 10)),
    ("10d10cs=10", "Foundry", "how many tens (Foundry)", count(10, 10, lambda v: v == 10),
     "the sum; the tens are marked (Roll20)", plus(*[d(10)] * 10)),
    ("7d10 difficulty 6", "World of Darkness", "how many 6 or more", count(7, 10, lambda v: v >= 6),
     "less the ones", plus(*[{-1: F(1, 10), 0: F(4, 10), 1: F(5, 10)}] * 7)),
    ("3d6 under 12", "GURPS", "12 does not count", total(3, 6, lambda v: v < 12), "12 counts", total(3, 6, lambda v: v <= 12)),
    ("d66", "plain", "tens and ones", on(lambda a, b: 10 * a + b, d(6), d(6)), "a die of 66 sides", d(66)),
    ("6x4d6k3", "plain", "six rolls, here added up", plus(*[pool(4, d(6), best(3))] * 6),
     "six times the sum", each(lambda v: 6 * v, pool(4, d(6), best(3)))),
    ("5k3", "L5R", "tens explode (skilled)", roll_and_keep(5, 3), "they don't (unskilled)", pool(5, d(10), best(3))),
    ("3d6 vs 14", "GURPS", "14 or more", total(3, 6, lambda v: v >= 14), "14 or less (GURPS)", total(3, 6, lambda v: v <= 14)),
]

MEANT = [
    # Roll20
    ("/roll 2d20kl1+5", "Roll20", "the lower of two, and 5", add(pool(2, d(20), min), 5)),
    ("/r 4d6d1", "Roll20", "drop the lowest", pool(4, d(6), best(3))),
    ("/roll {2d6+3,1d12}kh1", "Roll20", "the higher of two totals", on(max, add(plus(d(6), d(6)), 3), d(12))),
    ("5d6!!", "Roll20", "sixes add another die to themselves", many(5, exploding(6, [6]))),
    ("6d6!p", "Roll20", "sixes add another die less 1", many(6, exploding(6, [6], -1))),
    ("/roll 4dF+2", "Roll20", "Fate dice and 2", add(plus(*[fate] * 4), 2)),
    ("/r 3d6sd", "Roll20", "sorted, which changes nothing", plus(*[d(6)] * 3)),
    ("/gmroll 3d6", "Roll20", "told the game master alone", plus(*[d(6)] * 3)),
    ("/r 8d6!5", "Roll20", "fives add another die", many(8, exploding(6, [5]))),
    ("/roll 1d20+{5}", "Roll20", "a group of one", add(d(20), 5)),
    # Foundry
    ("/r 4d6dl", "Foundry", "drop the lowest", pool(4, d(6), best(3))),
    ("/roll 2d20kh + 7", "Foundry", "the higher, and 7", add(pool(2, d(20), max), 7)),
    ("4d6x", "Foundry", "sixes explode", many(4, exploding(6, [6]))),
    ("4d6xo", "Foundry", "sixes explode once", plus(*[on(lambda f, g: f + (g if f == 6 else 0), d(6), d(6))] * 4)),
    ("6d6cf<=2", "Foundry", "how many 2 or less", hits(6, F(1, 3))),
    ("{4d6,3d8}kh", "Foundry", "the higher of two totals", on(max, plus(*[d(6)] * 4), plus(*[d(8)] * 3))),
    ("/r max(2d6, 1d12)", "Foundry", "the higher of two", on(max, plus(d(6), d(6)), d(12))),
    ("/r floor(3d6/2)", "Foundry", "halved, rounded down", each(lambda v: v // 2, plus(*[d(6)] * 3))),
    ("10d10min3", "Foundry", "less than 3 counts as 3", plus(*[die(3, 3, *range(3, 11))] * 10)),
    ("2d6max5", "Foundry", "more than 5 counts as 5", plus(*[die(1, 2, 3, 4, 5, 5)] * 2)),
    ("5d20even", "Foundry", "how many are even", hits(5, F(1, 2))),
    ("/roll (1d4)d6", "Foundry", "a rolled number of dice",
     {v: sum(F(1, 4) * plus(*[d(6)] * n).get(v, 0) for n in range(1, 5)) for v in range(1, 25)}),
    ("1d100cs<=45", "Foundry", "45 or less", {0: F(55, 100), 1: F(45, 100)}),
    ("2d10kh1[slashing] + 3", "Foundry", "the higher, named, and 3", add(pool(2, d(10), max), 3)),
    ("3d6[fire] + 2d8[cold]", "Foundry", "damage of two kinds", plus(*[d(6)] * 3, *[d(8)] * 2)),
    ("1d20 + 5 # to hit", "Foundry", "with a comment", add(d(20), 5)),
    ("4d6rr<2", "Foundry", "ones are rolled again and again", plus(*[die(2, 3, 4, 5, 6)] * 4)),
    # Avrae
    ("!r 1d20 adv", "Avrae", "the higher of two", pool(2, d(20), max)),
    ("!roll 4d6kh3", "Avrae", "keep the three highest", pool(4, d(6), best(3))),
    ("!r 4d6ph1", "Avrae", "drop the highest", pool(4, d(6), worst(3))),
    ("!r 4d6pl1", "Avrae", "drop the lowest", pool(4, d(6), best(3))),
    ("!r 8d6mi2", "Avrae", "less than 2 counts as 2", plus(*[die(2, 2, 3, 4, 5, 6)] * 8)),
    ("4d6ma5", "Avrae", "more than 5 counts as 5", plus(*[die(1, 2, 3, 4, 5, 5)] * 4)),
    ("!r 2d6e6", "Avrae", "sixes explode", many(2, exploding(6, [6]))),
    ("!r 2d6ra6", "Avrae", "if there is a six, one more die",
     on(lambda a, b, c: a + b + (c if 6 in (a, b) else 0), d(6), d(6), d(6))),
    ("!r 2d6ro1", "Avrae", "ones are rolled again once",
     plus(*[on(lambda a, b: b if a == 1 else a, d(6), d(6))] * 2)),
    ("!r 1d20+7 dis", "Avrae", "the lower of two, and 7", add(pool(2, d(20), min), 7)),
    ("8d6 [fireball]", "Avrae", "named", plus(*[d(6)] * 8)),
    # AnyDice
    ("output [highest 3 of 4d6]", "AnyDice", "the three highest", pool(4, d(6), best(3))),
    ("output {1,2}@4d6", "AnyDice", "the two highest of four", pool(4, d(6), best(2))),
    ("output d{1,1,2,3}", "AnyDice", "a die with a face twice", die(1, 1, 2, 3)),
    ("output 2d{0,0,1}", "AnyDice", "two of such dice", plus(*[die(0, 0, 1)] * 2)),
    ("output [explode d6]", "AnyDice", "AnyDice explodes twice at most", on(
        lambda a, b, c: a + (b + (c if b == 6 else 0) if a == 6 else 0), d(6), d(6), d(6))),
    ("output [count {5,6} in 8d6]", "AnyDice", "how many fives and sixes", hits(8, F(1, 3))),
    ("output 1d20 >= 11", "AnyDice", "whether it is", event(d(20), lambda v: v >= 11)),
    ("output 4d{-1,0,1}", "AnyDice", "Fate dice", plus(*[fate] * 4)),
    ('output d20 + d4 named "Bless"', "AnyDice", "with a title", plus(d(20), d(4))),
    ("output [middle 1 of 3d20]", "AnyDice", "the middle one", pool(3, d(20), lambda f: f[1])),
    ("output [lowest 1 of 2d20]", "AnyDice", "the lower of two", pool(2, d(20), min)),
    ("output 2d6 = 7", "AnyDice", "whether it is", event(plus(d(6), d(6)), lambda v: v == 7)),
    ("output [highest of d8 and d6]", "AnyDice", "the higher of two", on(max, d(8), d(6))),
    ("output d{1..6,6}", "AnyDice", "six faces, and another 6", die(1, 2, 3, 4, 5, 6, 6)),
    ("output d{1:3,2}", "AnyDice", "1 on three faces, 2 on one", die(1, 1, 1, 2)),
    # Troll
    ("sum least 2 4d6", "Troll", "the two lowest", pool(4, d(6), worst(2))),
    ("count 7 < 8d10", "Troll", "how many more than 7", hits(8, F(3, 10))),
    ("sum 3d6", "Troll", "the sum", plus(*[d(6)] * 3)),
    ("choose {1,3,5}", "Troll", "one of them", die(1, 3, 5)),
    ("2z9", "Troll", "two dice from 0 to 9", plus(*[die(*range(10))] * 2)),
    ("sum (accumulate x := d6 while x=6)", "Troll", "sixes explode", exploding(6, [6])),
    ("median 3d20", "Troll", "the middle one", pool(3, d(20), lambda f: f[1])),
    # World of Darkness
    ("5 dice, 10-again", "World of Darkness", "d10: how many 8 or more, tens again", many(5, counting(F(3, 10), F(1, 10)))),
    ("8 dice 9-again", "World of Darkness", "d10: how many 8 or more, 9s and 10s again",
     many(8, counting(F(3, 10), F(2, 10)))),
    ("6d10x10cs>=8", "World of Darkness", "how many 8 or more, tens again", many(6, counting(F(3, 10), F(1, 10)))),
    ("10d10, 7+, 10s count double", "World of Darkness", "how many 7 or more, a ten is two",
     plus(*[{0: F(6, 10), 1: F(3, 10), 2: F(1, 10)}] * 10)),
    # GURPS
    ("3d-1", "GURPS", "six sides", add(plus(*[d(6)] * 3), -1)),
    ("2d+2", "GURPS", "six sides", add(plus(*[d(6)] * 2), 2)),
    ("12 or less on 3d6", "GURPS", "whether it is", event(plus(*[d(6)] * 3), lambda v: v <= 12)),
    ("2d×5", "GURPS", "six sides, five times", each(lambda v: 5 * v, plus(*[d(6)] * 2))),
    # Fate
    ("4dF+3", "Fate", "Fate dice and 3", add(plus(*[fate] * 4), 3)),
    ("4df >= 2", "Fate", "whether it is", event(plus(*[fate] * 4), lambda v: v >= 2)),
    # Savage Worlds
    ("s8", "Savage Worlds", "a trait die d8 and the wild die, the higher", wild(8)),
    ("max(d10!,d6!) >= 4", "Savage Worlds", "whether either is",
     event(on(max, d(10), d(6)), lambda v: v >= 4)),
    # Warhammer
    ("10 attacks hitting on 3+, wounding on 4+, 5+ save", "Warhammer", "unsaved", hits(10, F(2, 3) * F(1, 2) * F(2, 3))),
    ("20 shots, 4+ to hit, 3+ to wound, 6+ save", "Warhammer", "unsaved", hits(20, F(1, 2) * F(2, 3) * F(5, 6))),
    ("2 attacks, 3+ to hit, 4+ to wound, 5+ save", "Warhammer", "unsaved", hits(2, F(2, 3) * F(1, 2) * F(2, 3))),
    ("2 attacks, 3+ hit, 4+ wound", "Warhammer", "wounds", hits(2, F(2, 3) * F(1, 2))),
    ("2 attacks, hits on 3+, wounds on 4+", "Warhammer", "wounds", hits(2, F(2, 3) * F(1, 2))),
    ("4 attacks 4+ to hit 2+ to wound 6+ save", "Warhammer", "unsaved", hits(4, F(1, 2) * F(5, 6) * F(5, 6))),
    ("3 shots, 1+ to hit, 4+ to wound, 7+ save", "Warhammer", "all hit, nothing saves", hits(3, F(1, 2))),
    ("5 attacks, 7+ to hit, 2+ to wound", "Warhammer", "nothing hits", {0: F(1)}),
    ('9" charge on 2D6', "Warhammer", "9 or more", event(plus(d(6), d(6)), lambda v: v >= 9)),
    ("D6+D3", "Warhammer", "two dice", plus(d(6), d(3))),
    ("6 dice at 4+ rerolling 1s", "Warhammer", "how many", hits(6, F(7, 12))),
    ("10D6, 3+, reroll ones", "Warhammer", "how many", hits(10, F(28, 36))),
    ("8d6 3+ reroll failures", "Warhammer", "how many", hits(8, F(8, 9))),
    ("12 dice, 4+, sixes count twice", "Warhammer", "how many", plus(*[{0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}] * 12)),
    # Shadowrun
    ("12d6 hits on 5+", "Shadowrun", "how many", hits(12, F(1, 3))),
    ("12d6! count 5+", "Shadowrun", "how many, sixes again", many(12, counting(F(1, 3), F(1, 6)))),
    ("12 dice, 5+", "Shadowrun", "how many", hits(12, F(1, 3))),
    # L5R
    # Plain
    ("d20 with advantage +5", "plain", "the higher of two, and 5", add(pool(2, d(20), max), 5)),
    ("3d20 drop highest and lowest", "plain", "the middle one", pool(3, d(20), lambda f: f[1])),
    ("best two of 3d6", "plain", "the two highest", pool(3, d(6), best(2))),
    ("chance of 10+ on 2d6", "plain", "whether it is", event(plus(d(6), d(6)), lambda v: v >= 10)),
    ("5+ on a d6", "plain", "whether it is", event(d(6), lambda v: v >= 5)),
    ("exactly two sixes in 5d6", "plain", "whether there are", event(hits(5, F(1, 6)), lambda v: v == 2)),
    ("1d20+7 vs AC 15", "D&D", "meets it or more", event(add(d(20), 7), lambda v: v >= 15)),
    ("d20+5 vs DC 12", "D&D", "meets it or more", event(add(d(20), 5), lambda v: v >= 12)),
    ("roll 5d6 and count sixes", "plain", "how many", hits(5, F(1, 6))),
    ("sum of the two highest of 4d6", "plain", "the two highest", pool(4, d(6), best(2))),
    ("highest of d8 and d10", "plain", "the higher of two", on(max, d(8), d(10))),
    ("difference of two d6", "plain", "without a sign", on(lambda a, b: abs(a - b), d(6), d(6))),
    ("d6 minus d6", "plain", "with its sign", on(lambda a, b: a - b, d(6), d(6))),
    ("2d6 between 6 and 8", "plain", "whether it is", event(plus(d(6), d(6)), lambda v: 6 <= v <= 8)),
    ("3d6 at least 15", "plain", "whether it is", event(plus(*[d(6)] * 3), lambda v: v >= 15)),
    ("10+ on 2d6+1", "PbtA", "whether it is", event(add(plus(d(6), d(6)), 1), lambda v: v >= 10)),
    ("3d6kh1 = 6", "Blades in the Dark", "whether the highest is", event(pool(3, d(6), max), lambda v: v == 6)),
    ("6 dice, any six", "Year Zero", "whether there is", event(hits(6, F(1, 6)), lambda v: v >= 1)),
    ("1d20+5 with disadvantage", "D&D", "the lower of two, and 5", add(pool(2, d(20), min), 5)),
    ("2d6+4 slashing", "D&D", "named", add(plus(d(6), d(6)), 4)),
    ("3d6x10", "D&D", "ten times", each(lambda v: 10 * v, plus(*[d(6)] * 3))),
    ("two d6", "plain", "the sum", plus(d(6), d(6))),
    ("lowest of 3d20", "plain", "the lowest", pool(3, d(20), min)),
    # A second set, written down before any of it was typed.
    ("4d6k3", "Roll20", "keep the three highest", pool(4, d(6), best(3))),
    ("/roll 1d20+5", "Roll20", "d20 and 5", add(d(20), 5)),
    ("[[1d20+7]]", "Roll20", "d20 and 7", add(d(20), 7)),
    ("2d10+2d6[crit]+5", "Roll20", "all added, a label in brackets", add(plus(*[d(10)] * 2, *[d(6)] * 2), 5)),
    ("3d6!p", "Roll20", "sixes add another die less 1", many(3, exploding(6, [6], -1))),
    ("{4d6,3d8}kh1", "Roll20", "the higher of two totals", on(max, plus(*[d(6)] * 4), plus(*[d(8)] * 3))),
    ("10d6sd", "Roll20", "sorted, which changes nothing", plus(*[d(6)] * 10)),
    ("floor(1d6/2)", "Roll20", "halved, rounded down", each(lambda v: v // 2, d(6))),
    ("abs(1d6-1d6)", "Roll20", "without a sign", on(lambda a, b: abs(a - b), d(6), d(6))),
    ("4d6ro1", "Roll20", "ones are rolled again once", plus(*[once(6, lambda f: f == 1)] * 4)),
    ("2d20kh + 5", "Foundry", "the higher, and 5", add(pool(2, d(20), max), 5)),
    ("4d6dh1", "Foundry", "drop the highest", pool(4, d(6), worst(3))),
    ("5d6x=6", "Foundry", "sixes explode", many(5, exploding(6, [6]))),
    ("5d6x>=5", "Foundry", "fives and sixes explode", many(5, exploding(6, [5, 6]))),
    ("5d10cs>=8", "Foundry", "how many 8 or more", hits(5, F(3, 10))),
    ("5d8even", "Foundry", "how many are even", hits(5, F(1, 2))),
    ("5d6rr<=2", "Foundry", "until it is more than 2", plus(*[die(3, 4, 5, 6)] * 5)),
    ("1d20min10", "Foundry", "less than 10 counts as 10", die(*[10] * 9, *range(10, 21))),
    ("{1d10, 1d8}kh", "Foundry", "the higher of two", on(max, d(10), d(8))),
    ("1d6 + 1d8[fire]", "Foundry", "both added up", plus(d(6), d(8))),
    ("d%", "Foundry", "percentile dice", d(100)),
    ("max(1d20, 1d20) + 3", "Foundry", "the higher of two, and 3", add(pool(2, d(20), max), 3)),
    ("!roll 1d20+5 adv", "Avrae", "the higher of two, and 5", add(pool(2, d(20), max), 5)),
    ("1d20-1 dis", "Avrae", "the lower of two, less 1", add(pool(2, d(20), min), -1)),
    ("4d6ma4", "Avrae", "more than 4 counts as 4", plus(*[die(1, 2, 3, 4, 4, 4)] * 4)),
    ("4d6e6", "Avrae", "sixes explode", many(4, exploding(6, [6]))),
    ("2d6rr1+4", "Avrae", "until it is no 1, and 4", add(plus(*[die(2, 3, 4, 5, 6)] * 2), 4)),
    ("output 2d6 >= 7", "AnyDice", "whether it is", total(2, 6, lambda v: v >= 7)),
    ("3d{0,1,1,2}", "AnyDice", "three of such dice", plus(*[die(0, 1, 1, 2)] * 3)),
    ("output 1@4d6", "AnyDice", "the highest of four", pool(4, d(6), max)),
    ("2@3d20", "AnyDice", "the second of three", pool(3, d(20), lambda f: f[1])),
    ("{1..3}@4d6", "AnyDice", "the three highest", pool(4, d(6), best(3))),
    ("!(d6=6)", "AnyDice", "whether it is not", event(d(6), lambda v: v != 6)),
    ("output [highest of d20 and d12]", "AnyDice", "the higher of two", on(max, d(20), d(12))),
    ('output 3d6 named "hit points"', "AnyDice", "with a title", plus(*[d(6)] * 3)),
    ("output d6 > d8", "AnyDice", "whether the first is higher", event(on(lambda a, b: a - b, d(6), d(8)), lambda v: v > 0)),
    ("d{-1..1}", "AnyDice", "a Fate die", fate),
    ("sum largest 3 4d6", "Troll", "the three highest", pool(4, d(6), best(3))),
    ("count 7< 10d10", "Troll", "how many more than 7", hits(10, F(3, 10))),
    ("max 2d20", "Troll", "the higher of two", pool(2, d(20), max)),
    ("sum least 2 3d6", "Troll", "the two lowest", pool(3, d(6), worst(2))),
    ("sum accumulate x:=d6 while x=6", "Troll", "sixes explode", exploding(6, [6])),
    ("count different 5d6", "Troll", "how many different faces", pool(5, d(6), lambda f: len(set(f)))),
    ("6d10 10-again", "World of Darkness", "how many 8 or more, tens again", many(6, counting(F(3, 10), F(1, 10)))),
    ("6d10 8-again", "World of Darkness", "how many 8 or more, and those again", many(6, counting(F(3, 10), F(3, 10)))),
    ("8d10>=8f1", "World of Darkness", "how many 8 or more, less the ones", plus(*[{-1: F(1, 10), 0: F(6, 10), 1: F(3, 10)}] * 8)),
    ("3d6 12 or less", "GURPS", "whether it is", total(3, 6, lambda v: v <= 12)),
    ("3d <= 10", "GURPS", "whether it is", total(3, 6, lambda v: v <= 10)),
    ("4df", "Fate", "four Fate dice", plus(*[fate] * 4)),
    ("4 fudge dice", "Fate", "four Fate dice", plus(*[fate] * 4)),
    ("4dF+3 >= 2", "Fate", "whether it is", event(add(plus(*[fate] * 4), 3), lambda v: v >= 2)),
    ("d8!", "Savage Worlds", "eights explode", exploding(8, [8])),
    ("max(d8!, d6!)", "Savage Worlds", "the higher of two", wild(8)),
    ("d8 with wild die", "Savage Worlds", "the higher of two", wild(8)),
    ("10 dice hitting on 3+", "Warhammer", "how many", hits(10, F(2, 3))),
    ("3D6 discard the highest", "Warhammer", "the two lowest", pool(3, d(6), worst(2))),
    ("D3+3", "Warhammer", "d3 and 3", add(d(3), 3)),
    ("2D6 pick the highest", "Warhammer", "the higher of two", pool(2, d(6), max)),
    ("10 attacks hitting on 3+, wounding on 4+", "Warhammer", "wounds", hits(10, F(2, 3) * F(1, 2))),
    ("10 attacks, hit on 3+, wound on 4+, save 5+", "Warhammer", "unsaved", hits(10, F(2, 3) * F(1, 2) * F(2, 3))),
    ("12d6 hit on 4+ rerolling ones", "Warhammer", "how many, ones again once", hits(12, F(7, 12))),
    ("1d100 <= 45", "Warhammer", "whether it is", event(d(100), lambda v: v <= 45)),
    ("2D 8+", "Traveller", "whether it is", total(2, 6, lambda v: v >= 8)),
    ("2d6+1 vs 7+", "PbtA", "whether it is", event(add(plus(d(6), d(6)), 1), lambda v: v >= 7)),
    ("8d6 hits on 5+", "Shadowrun", "how many", hits(8, F(1, 3))),
    ("6d6 count 6s", "Year Zero", "how many", hits(6, F(1, 6))),
    ("two dice", "plain", "the sum", plus(d(6), d(6))),
    ("2d6x10", "plain", "ten times: no die shows a ten", each(lambda v: 10 * v, plus(d(6), d(6)))),
    ("best of two d20", "plain", "the higher of two", pool(2, d(20), max)),
    ("the lower of two d8", "plain", "the lower of two", pool(2, d(8), min)),
    ("three d6 drop the lowest", "plain", "the two highest", pool(3, d(6), best(2))),
    ("at least one six in four dice", "plain", "whether there is", event(hits(4, F(1, 6)), lambda v: v >= 1)),
    ("at least 9 on 2d6", "plain", "whether it is", total(2, 6, lambda v: v >= 9)),
    ("exactly 7 on 2d6", "plain", "whether it is", total(2, 6, lambda v: v == 7)),
    ("doubles on 2d6", "plain", "whether both are alike", {0: F(5, 6), 1: F(1, 6)}),
    ("half of 8d6 rounded down", "plain", "half the sum", each(lambda v: v // 2, plus(*[d(6)] * 8))),
    ("d20 with advantage + 5", "plain", "the higher of two, and 5", add(pool(2, d(20), max), 5)),
    ("sum of three six-sided dice", "plain", "the sum", plus(*[d(6)] * 3)),
    ("roll 5 dice and count sixes", "plain", "how many", hits(5, F(1, 6))),
    ("flip three coins, count heads", "plain", "how many", hits(3, F(1, 2))),
    ("2d6 reroll ones once", "plain", "ones are rolled again once", plus(*[once(6, lambda f: f == 1)] * 2)),
    ("d6 until a 6", "plain", "how often it is rolled", (F(6), F(30))),
    ("3d6 in order", "plain", "three numbers, here added up", plus(*[d(6)] * 3)),
    ("(2d6+6)*5", "Call of Cthulhu", "two dice and 6, five times", each(lambda v: 5 * (v + 6), plus(d(6), d(6)))),
]


def table(meant, asked, not_read):
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(["spelling", "whose", "meaning", "mean", "variance", "or", "its_mean", "its_variance"])
    for spelling, whose, meaning, what in meant:
        write([spelling, whose, meaning, *moments(what), "not read" if spelling in not_read else "", "", ""])
    for spelling, whose, one, what, other, that in asked:
        write([spelling, whose, one, *moments(what), other, *moments(that)])
    return text.getvalue()


def print_or_check(text, arguments, script):
    """Prints the table, or ends with an error where "--check FILE" is another"""
    if arguments[1:2] != ["--check"]:
        sys.stdout.write(text)
    elif text != open(arguments[2], encoding="utf-8").read():
        sys.exit(f"{arguments[2]} is not what tests/counted/{script} prints")


if __name__ == "__main__":
    print_or_check(table(MEANT, ASKED, NOT_READ), sys.argv, "spellings.py")
