#!/usr/bin/env python3
"""How people at a table ask about dice, and what they mean, counted here without the program.

Prints tests/data/dice_talk.csv, in the columns of spellings_with_moments.csv (tests/counted/spellings.py has the words for dice). Written
down before any of it was typed. A second meaning stands where table mates would ask which is meant.
"""

import sys
from fractions import Fraction as F

from spellings import (add, best, counting, d, each, event, exploding, hits, many, moments, on, once, plus, pool, print_or_check,
                       table, worst)

P = "plain"
six = F(1, 6)
third = F(1, 3)
half = F(1, 2)


def at_least(n):
    return lambda v: v >= n


def over(n):
    return lambda v: v > n


def chance(p):
    return {0: 1 - F(p), 1: F(p)}


def decided(a, b):
    """Two rolls, ties rolled again: whether the first is higher"""
    margin = on(lambda x, y: x - y, a, b)
    win = sum(p for v, p in margin.items() if v > 0)
    return chance(win / (1 - margin[0]))


def risk(attack, defend, lost):
    """Risk: the highest dice in order, ties to the defender; whether the defender loses `lost` armies"""
    def losses(*faces):
        mine = sorted(faces[:attack], reverse=True)
        yours = sorted(faces[attack:], reverse=True)
        return sum(1 for a, b in zip(mine, yours) if a > b)
    return event(on(losses, *[d(6)] * (attack + defend)), lambda v: v == lost)


def lost(attack, defend):
    """Risk: how many armies the defender loses"""
    return {n: risk(attack, defend, n)[1] for n in range(min(attack, defend) + 1)}


def matching(test, n=5):
    """A test of how many dice show each face, most first"""
    return chance(sum(p for v, p in pool(
        n, d(6), lambda f: test(sorted((f.count(x) for x in set(f)), reverse=True))).items() if v))


def row(faces):
    faces = sorted(set(faces))
    longest = now = 1
    for a, b in zip(faces, faces[1:]):
        now = now + 1 if b == a + 1 else 1
        longest = max(longest, now)
    return longest


def tail(n, sides, least):
    """The chance that n endlessly exploding dice come to `least`: exact, as what is below needs few dice"""
    below = {}
    for k in range(least // sides + 1):
        for face in range(1, sides):
            below[k * sides + face] = F(1, sides) ** (k + 1)
    sums = {0: F(1)}
    for _ in range(n):
        sums = on_defective(sums, below)
    return chance(1 - sum(p for v, p in sums.items() if v < least))


def on_defective(a, b):
    found = {}
    for x, p in a.items():
        for y, q in b.items():
            found[x + y] = found.get(x + y, 0) + p * q
    return found


adv = pool(2, d(20), max)
dis = pool(2, d(20), min)
dropped = pool(4, d(6), best(3))
two = plus(d(6), d(6))
three = plus(*[d(6)] * 3)


def to_hit(p, damage):
    """With chance p the damage, else 0"""
    return {0: 1 - F(p), **{v: q * F(p) for v, q in damage.items()}}


def mixed(p, one, other):
    found = {}
    for dist, w in ((one, F(p)), (other, 1 - F(p))):
        for v, q in dist.items():
            found[v] = found.get(v, 0) + w * q
    return found


TALK = [
    # Dice that succeed
    ("8 dice, 5s and 6s are successes, at least 3", P, "whether there are", event(hits(8, third), at_least(3))),
    ("6 dice, 5+", P, "how many", hits(6, third)),
    ("at least two 5+ on eight dice", P, "whether there are", event(hits(8, third), at_least(2))),
    ("chance of at least 3 hits with 10 dice hitting on 4+", P, "whether there are", event(hits(10, half), at_least(3))),
    ("ten dice, fours or better hit, how many hits on average", P, "how many", hits(10, half)),
    ("roll 7 dice, each 6 scores, exactly two score", P, "whether they do", event(hits(7, six), lambda v: v == 2)),
    ("5 dice needing 4s, three or more", P, "4 or more is what is needed", event(hits(5, half), at_least(3))),
    ("12 dice and I need 5s to hit", P, "5 or more is what is needed", hits(12, third)),
    ("how many 6s on 10 dice", P, "how many", hits(10, six)),
    ("no sixes on 4 dice", P, "whether there is none", chance(F(5, 6) ** 4)),
    ("not a single six on four dice", P, "whether there is none", chance(F(5, 6) ** 4)),
    ("exactly one 1 on 3d6", P, "whether there is", event(hits(3, six), lambda v: v == 1)),
    ("at least one natural 20 on three d20", P, "whether there is", event(hits(3, F(1, 20)), at_least(1))),
    ("at least one double in four throws of 2d6", P, "whether there is", chance(1 - F(5, 6) ** 4)),
    ("one or more sixes with 3 dice", P, "whether there is", chance(1 - F(5, 6) ** 3)),
    ("fewer than two 6s in 8d6", P, "whether there are", event(hits(8, six), lambda v: v < 2)),
    ("more than three hits, 8 dice, 4+", P, "whether there are", event(hits(8, half), over(3))),
    ("at most one 1 on 6 dice", P, "whether there is", event(hits(6, six), lambda v: v <= 1)),
    ("between 2 and 4 successes on 10d6, 5+", P, "whether there are", event(hits(10, third), lambda v: 2 <= v <= 4)),
    ("6 dice all 4 or more", P, "whether all are", chance(half ** 6)),
    ("any 1s on 5d6", P, "whether there is", chance(1 - F(5, 6) ** 5)),
    ("every die shows 3+ on 4d6", P, "whether all do", chance(F(2, 3) ** 4)),
    ("3 dice, success on 4, 5 or 6, at least two successes", P, "whether there are", event(hits(3, half), at_least(2))),
    ("at least 3 dice of 8 show 5 or 6", P, "whether there are", event(hits(8, third), at_least(3))),
    ("8d10, 7s or higher, at least 4", P, "whether there are", event(hits(8, F(4, 10)), at_least(4))),
    ("nine dice hit on 3s and wound on 4s", "Warhammer", "wounds", hits(9, third)),
    ("10 shots hitting on 3s, wounding on 4s, saved on 5s", "Warhammer", "unsaved", hits(10, F(2, 9))),
    ("10 dice, 5+ hits, 6s count double", P, "how many", plus(*[{0: F(2, 3), 1: six, 2: six}] * 10)),
    ("roll a d6 ten times, how many sixes", P, "how many", hits(10, six)),
    ("How many sixes do I get on 12 dice?", P, "how many", hits(12, six)),
    # Sums
    ("2d6 over 8", P, "9 or more", event(two, over(8))),
    ("3d6, 10 or less", P, "whether it is", event(three, lambda v: v <= 10)),
    ("2d6 total 9 or higher", P, "whether it is", event(two, at_least(9))),
    ("more than 14 on 3d6", P, "15 or more", event(three, over(14))),
    ("at most 6 on 2d6", P, "whether it is", event(two, lambda v: v <= 6)),
    ("at least 40 on 10d6", P, "whether it is", event(plus(*[d(6)] * 10), at_least(40))),
    ("2d6 exactly 7", P, "whether it is", chance(six)),
    ("sum of three dice is 11 or 12", P, "whether it is", event(three, lambda v: v in (11, 12))),
    ("3d6+2 beating 14", P, "15 or more", event(three, over(12))),
    ("not less than 9 on 2d6", P, "9 or more", event(two, at_least(9))),
    ("no more than 5 with two dice", P, "5 or less", event(two, lambda v: v <= 5)),
    ("seven or eleven with two dice", P, "whether it is", event(two, lambda v: v in (7, 11))),
    ("d20+7 against DC 18", "D&D", "18 or more", chance(half)),
    ("d20 needing 11", "D&D", "11 or more", chance(half)),
    ("2d6 plus 3, is it 10 or better?", P, "whether it is", event(two, at_least(7))),
    ("2d6 between 5 and 9 inclusive", P, "whether it is", event(two, lambda v: 5 <= v <= 9)),
    ("15 or more with 4d6 drop the lowest", P, "whether it is", event(dropped, at_least(15))),
    ("4d6 drop the lowest, 15 or more", P, "whether it is", event(dropped, at_least(15))),
    ("an odd total on 3d6", P, "whether it is", chance(half)),
    ("odds of boxcars", P, "two sixes on two dice", chance(F(1, 36))),
    ("d12 higher than d8", P, "whether it is", event(on(lambda a, b: a - b, d(12), d(8)), over(0))),
    ("does 3d6 beat 2d8?", P, "whether it does", event(on(lambda a, b: a - b, three, plus(d(8), d(8))), over(0))),
    ("two dice, a total of at least ten, at least once in five throws", P, "whether there is", chance(1 - F(5, 6) ** 5)),
    ("100 or more on 30d6", P, "whether it is", event(plus(*[d(6)] * 30), at_least(100))),
    ("how likely is 4 or less on d6", P, "whether it is", chance(F(2, 3))),
    ("what's the probability that two dice sum to 7", P, "whether they do", chance(six)),
    ("8d6 halved", P, "rounded down", each(lambda v: v // 2, plus(*[d(6)] * 8))),
    ("8d6 halved, at least 14", P, "rounded down", event(plus(*[d(6)] * 8), at_least(28))),
    ("double 3d6", P, "twice the sum", each(lambda v: 2 * v, three)),
    # The higher, the lower
    ("3d10 keep the highest two, at least 16", P, "whether it is", event(pool(3, d(10), best(2)), at_least(16))),
    ("a d8 and a d6, the higher", P, "the higher of two", on(max, d(8), d(6))),
    ("a d8 and a d6, take the higher, 6 or more", P, "whether it is", event(on(max, d(8), d(6)), at_least(6))),
    ("roll three d6 and take the middle one", P, "the middle one", pool(3, d(6), lambda f: f[1])),
    ("worse of two d20, 10 or more", P, "whether it is", event(dis, at_least(10))),
    ("roll 4d6 and keep best three, six times", P, "six totals, here added up", many(6, moments(dropped))),
    ("roll 2d20, keep the lower, add 5, 15 or better", P, "whether it is", event(dis, at_least(10))),
    ("d20 with advantage DC 15", "D&D", "15 or more", event(adv, at_least(15))),
    ("disadvantage on a d20 +3, need 12", "D&D", "12 or more", event(dis, at_least(9))),
    ("advantage", "D&D", "the higher of two d20", adv),
    ("disadvantage", "D&D", "the lower of two d20", dis),
    ("d20 advantage +5 vs AC 17", "D&D", "17 or more", event(adv, at_least(12))),
    ("drop the highest of 3d6, 10 or more", P, "whether it is", event(pool(3, d(6), worst(2)), at_least(10))),
    ("reroll 1s once on 2d6, 8 or more", P, "whether it is", event(plus(*[once(6, lambda f: f == 1)] * 2), at_least(8))),
    ("lowest of five d6 is 2 or more", P, "whether it is", chance(F(5, 6) ** 5)),
    ("highest of 3 d12 at least 10", P, "whether it is", chance(1 - F(3, 4) ** 3)),
    ("3d6, drop the worst", P, "the two highest", pool(3, d(6), best(2))),
    ("roll 5d6, keep the two best, over 10", P, "11 or more", event(pool(5, d(6), best(2)), over(10))),
    # Dice that explode
    ("3 exploding d6, total over 14", P, "15 or more", tail(3, 6, 15)),
    ("3 exploding d6, every 6 rolled again and added, total over 14", P, "15 or more", tail(3, 6, 15)),
    ("4 dice, sixes explode, at least 20", P, "whether it is", tail(4, 6, 20)),
    ("exploding d8 at least 10", P, "whether it is", tail(1, 8, 10)),
    ("5 dice, 6s explode, 5+ successes", P, "how many", many(5, counting(third, six))),
    ("2d10 exploding on 9 and 10", P, "nines and tens add another", many(2, exploding(10, [9, 10]))),
    ("a d6 that explodes", P, "sixes add another", exploding(6, [6])),
    # One against another
    ("what are the odds that 2d6+1 beats 2d6, ties rerolled", P, "whether it does in the end", decided(add(two, 1), two)),
    ("my six dice hit on 4+, your five on 5+: I score more hits than you", P, "whether I do",
     event(on(lambda a, b: a - b, hits(6, half), hits(5, third)), over(0))),
    ("Risk, three attackers' dice against two defenders', defender loses both armies", "Risk", "whether he does", risk(3, 2, 2)),
    ("3 dice against 2 in Risk", "Risk", "how many the defender loses", lost(3, 2)),
    ("risk 2 vs 1", "Risk", "how many the defender loses", lost(2, 1)),
    ("d6+2 against d6, higher wins, reroll ties", P, "whether the first wins in the end", decided(add(d(6), 2), d(6))),
    ("I roll 5d6, you roll 4d6, most sixes wins", P, "whether I do", event(on(lambda a, b: a - b, hits(5, six), hits(4, six)), over(0))),
    ("d20+4 vs d20+6, I win ties", P, "whether I do", event(on(lambda a, b: a - b, d(20), d(20)), at_least(2))),
    ("both roll 2d6, chance of a tie", P, "whether there is", chance(sum(p * p for p in two.values()))),
    ("d20 beats d20 by 5 or more", P, "whether it does", event(on(lambda a, b: a - b, d(20), d(20)), at_least(5))),
    ("1d8 against 1d6, ties rerolled", P, "whether the first wins in the end", decided(d(8), d(6))),
    # Faces that match
    ("full house on 5d6", P, "three and two alike", matching(lambda c: c == [3, 2])),
    ("full house", P, "with five dice", matching(lambda c: c == [3, 2])),
    ("no pair on 5d6", P, "five different faces", matching(lambda c: c[0] == 1)),
    ("all different on 4d6", P, "four different faces", matching(lambda c: c[0] == 1, 4)),
    ("a pair or better on 4 dice", P, "two alike at least", matching(lambda c: c[0] >= 2, 4)),
    ("three of a kind with five dice", P, "three alike at least", matching(lambda c: c[0] >= 3)),
    ("a straight of four on 5d6", P, "four in a row at least", chance(sum(p for v, p in pool(5, d(6), row).items() if v >= 4))),
    ("any doubles with three dice", P, "two alike at least", matching(lambda c: c[0] >= 2, 3)),
    ("small straight with five dice", "Yahtzee", "four in a row at least", chance(sum(p for v, p in pool(5, d(6), row).items() if v >= 4))),
    ("large straight on five dice", "Yahtzee", "five in a row", chance(sum(p for v, p in pool(5, d(6), row).items() if v >= 5))),
    ("yahtzee in one roll", "Yahtzee", "five alike", matching(lambda c: c[0] == 5)),
    ("four of a kind or better with 5 dice", P, "four alike at least", matching(lambda c: c[0] >= 4)),
    # A d20 and a number to hit
    ("+5 to hit vs AC 17", "D&D", "12 or more on the die", chance(F(9, 20))),
    ("5 attacks at +6 vs AC 16", "D&D", "how many hit", hits(5, F(11, 20))),
    ("three attacks at +4 against AC 15, at least two hit", "D&D", "whether they do", event(hits(3, half), at_least(2))),
    ("crit on 19-20", "D&D", "19 or 20 on the die", chance(F(1, 10))),
    ("2 attacks, crit on 20, at least one crit", "D&D", "whether there is", chance(1 - F(19, 20) ** 2)),
    ("+7 to hit with advantage against AC 18, 1d8+4 damage", "D&D", "the damage",
     to_hit(event(adv, at_least(11))[1], add(d(8), 4))),
    ("save DC 15 with +3", "D&D", "12 or more on the die", chance(F(9, 20))),
    ("8d6, half on a save DC 15 at +2", "D&D", "the damage",
     mixed(F(8, 20), each(lambda v: v // 2, plus(*[d(6)] * 8)), plus(*[d(6)] * 8))),
    ("three saving throws at +2 DC 12, all made", "D&D", "whether they are", chance(F(11, 20) ** 3)),
    ("10 goblins with +4 to hit against AC 16, average hits", "D&D", "how many hit", hits(10, F(9, 20))),
    # Again and again
    ("a 6 on a d6 at least once in 4 rolls", P, "whether there is", chance(1 - F(5, 6) ** 4)),
    ("how long until I roll a six", P, "how often it is rolled", (F(6), F(30))),
    ("roll 2d6 until doubles", P, "how often they are rolled", (F(6), F(30))),
    ("roll d20 three times, all above 10", P, "whether they are", chance(F(1, 8))),
    ("two sixes in a row on a d6", P, "whether both are", chance(F(1, 36))),
    ("roll 3d6 six times, at least one 15 or higher", P, "whether there is", chance(1 - (1 - F(20, 216)) ** 6)),
    ("d300 until 7", P, "how often it is rolled", (F(300), F(300 * 299))),
    # Several conditions
    ("roll 2d6 twice, 8 or less both times", P, "whether both are", chance(F(26, 36) ** 2)),
    ("two rolls of 2d6, both 7 or more", P, "whether both are", chance(F(21, 36) ** 2)),
    ("d6 at most 2 and 2d6 at least 9, both", P, "whether both are", chance(F(1, 3) * F(10, 36))),
    ("d6 >= 5 and 2d6 <= 6", P, "whether both are", chance(F(1, 3) * F(15, 36))),
    ("either of two dice shows a 1", P, "whether there is", chance(F(11, 36))),
    ("any die of 3d6 equal to 6", P, "whether there is", chance(1 - F(5, 6) ** 3)),
    ("all four dice 3 or less", P, "whether all are", chance(F(1, 16))),
    ("2d6 not 7", P, "whether it is not", chance(F(30, 36))),
    ("sum of two dice equals 5 or 9", P, "whether it does", chance(F(8, 36))),
    ("d6 lower than d8", P, "whether it is", chance(F(27, 48))),
    ("d6 higher than another d6", P, "whether it is", chance(F(15, 36))),
    ("two dice, difference at least 3", P, "whether it is", chance(F(12, 36))),
    ("probability of 2d6 being even", P, "whether it is", chance(half)),
    # What is to be shown
    ("histogram of 3d6", P, "the sum", three),
    ("average of 2d8+3", P, "the sum", add(plus(d(8), d(8)), 3)),
    ("standard deviation of 4d6", P, "the sum", plus(*[d(6)] * 4)),
    ("what does 3d8 average?", P, "the sum", plus(*[d(8)] * 3)),
    ("expected damage of 2d6+4", P, "the sum", add(two, 4)),
]

ASKED = [
    ("two sixes on 5 dice", P, "two or more", event(hits(5, six), at_least(2)), "two, no more", event(hits(5, six), lambda v: v == 2)),
    ("chance to roll under 12 on 3d6", P, "11 or less", event(three, lambda v: v < 12), "12 or less", event(three, lambda v: v <= 12)),
    ("d100 under 45 twice", P, "in how many of two rolls", hits(2, F(44, 100)), "both times", chance(F(44, 100) ** 2)),
    ("two out of three tries under 35 on d100", P, "34 or less, two or three times", event(hits(3, F(34, 100)), at_least(2)),
     "35 or less, two or three times", event(hits(3, F(35, 100)), at_least(2))),
    ("rolling under 35 on d100, at least two out of three tries", P, "34 or less", event(hits(3, F(34, 100)), at_least(2)),
     "35 or less", event(hits(3, F(35, 100)), at_least(2))),
    ("3d6 12", P, "12 or more", event(three, at_least(12)), "12 or less", event(three, lambda v: v <= 12)),
]

# What the program does not read, and says so.
NOT_READ = set()


if __name__ == "__main__":
    print_or_check(table(TALK, ASKED, NOT_READ), sys.argv, "dice_talk.py")
