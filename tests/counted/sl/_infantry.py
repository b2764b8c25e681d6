"""Infantry of Squad Leader and Cross of Iron under Morale Checks: 8.8, 12.21-.22, 12.4, 13.6, 15.6, Q&A 12.22.

A unit is (name, state): good, broken, berserk (18.4) or gone.
"""

import re
from fractions import Fraction

from faces import Charts, stack_outcome
from questions import expanded, fraction

SINGLE = ["4-6-7", "4-4-7", "2-4-7", "8-3-8", "6-2-8", "4-3-6", "2-3-7", "5-4-8", "8-1", "9-2", "8-0", "7-0", "6+1"]
STACKS = SINGLE + ["2*4-6-7", "4-6-7 8-1", "4-4-7 8-0", "4-6-7 9-2", "2*4-4-7 7-0", "4-4-7 6+1", "8-1 8-0",
                   "4-6-7 8-1 7-0", "2*4-6-7 9-1", "4-3-6 9-2 8-1", "2*4-3-6 6+1", "3*4-4-7"]


class Foreign(str):
    """The name of a unit that is of another nation than the leaders with it, or not of the SS as they are (74.2, 83.7)"""


def is_leader(name):
    return re.fullmatch(r"\d+[-+]\d", name) is not None


def leadership(name):
    return int(re.fullmatch(r"\d+([-+]\d)", name)[1])


def printed_morale(name):
    return int(re.match(r"\d+", name)[0] if is_leader(name) else name.split("-")[2])


def morale(name, state, broken_morale=None, marsh="none", inexperienced=False):
    value = printed_morale(name)
    if state == "broken" and not is_leader(name):
        if broken_morale is not None:                        # 13.6: that on the reverse
            value = broken_morale
        elif name == "4-3-6" or inexperienced:               # 94.5: one less when broken
            value -= 1
    return value - (marsh == "others")                       # 75.6


def checking_order(units):
    """Leaders first, of them the higher morale, then the better modifier (the owner's choice)."""
    places = list(range(len(units)))
    return sorted(places, key=lambda place: (0, -printed_morale(units[place][0]), leadership(units[place][0]))
                  if is_leader(units[place][0]) else (1, 0, 0))


def best_leader(units, but):
    """The modifier of the best unbroken leader other than this place (12.4, 15.6)."""
    helping = [leadership(name) for place, (name, state) in enumerate(units)
               if place != but and state in ("good", "berserk") and is_leader(name)]
    best = min(helping) if helping else 0
    return best + (best < 0 and isinstance(units[but][0], Foreign))              # 74.2, 83.7: one worse


def check(dice, units, place, added, *morale_is, berserk=False):
    """One Morale Check; False where it fails. With `berserk` an Original 2 sends the unit berserk (18.4)."""
    name, state = units[place]
    needs = morale(name, state, *morale_is) - added - best_leader(units, place)
    how = dice.read(lambda total: "berserk" if berserk and total == 2 else total <= needs)
    if how == "berserk":
        goes_berserk(dice, units, place, *morale_is)
    elif not how:
        units[place] = (name, "gone" if state == "broken" else "broken")     # 13.6: a broken one that fails is gone
    return bool(how)


def goes_berserk(dice, units, place, *morale_is):
    """18.5: each unbroken unit follows a leader on a DR, modified by him, of its morale less 4, and calls nobody itself."""
    name, _ = units[place]
    units[place] = (name, "berserk")
    for other, (follower, state) in enumerate(units):
        if is_leader(name) and state == "good":
            needs = morale(follower, state, *morale_is) - 4 - leadership(name)
            if dice.read(lambda total: total <= needs):
                units[other] = (follower, "berserk")


def all_check(dice, units, added, broken_morale=None, marsh="none", but=None, inexperienced=False, berserk="none",
              again=0):
    """Everybody in the hex: leaders first; each leader's failure is one more normal MC for who comes after (12.22)."""
    failures = 0
    for place in checking_order(units):
        if place == but:
            continue
        failed = 0
        for index, number in enumerate([added] + [again] * failures):
            if units[place][1] not in ("gone", "berserk") and not check(
                    dice, units, place, number, broken_morale, marsh, inexperienced,
                    berserk=berserk == "all" or berserk == "of_fire" and index == 0):
                failed += 1
        if is_leader(units[place][0]):
            failures += failed


def apply_each(dice, units, results, marsh="none", broken_morale=None, berserk="none"):
    """The same where each unit has its own cell, as behind a shield (34.2, 63.52): a leader whose own cell is KIA is lost
    to the others (12.22)"""
    failures = 0
    for place, result in enumerate(results):
        if result == "KIA":
            failures += is_leader(units[place][0]) and units[place][1] != "gone"     # by an earlier shot
            units[place] = (units[place][0], "gone")
    for place in checking_order(units):
        if units[place][1] == "gone":
            continue
        fire = [] if results[place] == "-" else [0 if results[place] == "M" else int(results[place])]
        failed = 0
        for index, number in enumerate(fire + [0] * failures):                   # 12.22
            if units[place][1] not in ("gone", "berserk") and not check(
                    dice, units, place, number, broken_morale, marsh,
                    berserk=berserk == "all" or berserk == "of_fire" and index < len(fire)):
                failed += 1
        if is_leader(units[place][0]):
            failures += failed


def ift(final, column):
    return Charts.rows("squad-leader/ift.csv")[min(15, max(0, final))][str(column)]


def columns():
    return [int(name) for name in Charts.rows("squad-leader/ift.csv")[0] if name != "final_dr"]


def column_of(firepower):
    """92.6: the highest column that is not above the firepower."""
    fits = [column for column in columns() if column <= fraction(firepower)]
    return fits[-1] if fits else None


def terrain(value):
    """(DRM, whether -2 for moving counts there) of a terrain or its modifier: 11.1"""
    if isinstance(value, str):
        for row in Charts.rows("squad-leader/terrain-effects.csv"):
            if value in [row["terrain"], *row["also"].split("/")]:
                return int(row["drm"]), row["open"] == "true"
    return int(value), int(value) <= 0


def factors_of(value):
    """The firepower that is given, as a number or by units: '2*4-6-7'."""
    if isinstance(value, str) and "-" in value:
        return sum(int(name.split("-")[0]) for name in expanded(value) if not is_leader(name))
    return fraction(value)


def apply(dice, units, result, broken_morale=None, marsh="none", berserk="none"):
    """What a cell of the IFT does to a list of units."""
    if result == "KIA":                                      # 10.6: all in the hex
        for place, (name, _) in enumerate(units):
            units[place] = (name, "gone")
    elif result != "-":
        all_check(dice, units, 0 if result == "M" else int(result), broken_morale, marsh, berserk=berserk)


def share(before, after):
    """Of a hundred, those in good order and unharmed"""
    fine = sum(was[1] == now[1] == "good" for was, now in zip(before, after))
    return int(Fraction(100 * fine, len(after)) + Fraction(1, 2))


def report(before, after):
    """(outcome, events, measures) of units that were so before"""
    states = ["eliminated" if now == "gone" else "broken" if now == "broken" and was != "broken" else
              "berserk" if now == "berserk" else "no_effect"
              for (_, was), (_, now) in zip(before, after)]
    harmed = [state in ("eliminated", "broken") for state in states]
    events = []
    if any(hurt and is_leader(name) for hurt, (name, _) in zip(harmed, before)):
        events.append("leader_lost")
    if any(harmed):
        events.append("broken_or_worse")
    if len(states) > 1 and all(harmed):
        events.append("all_broken_or_worse")
    if "eliminated" in states:
        events.append("eliminated_or_reduced")
    if all(now == was == "good" for (_, was), (_, now) in zip(before, after)):
        events.append("good_order")
    if "berserk" in states:
        events.append("berserk")
    measures = {"eliminated": states.count("eliminated"), "broken": states.count("broken"),
                "unharmed": states.count("no_effect"), "berserk": states.count("berserk")}
    if len(states) > 1:
        measures["good_order_share"] = share(before, after)
    return stack_outcome(states, ("eliminated", "broken", "berserk")), events, measures


def good_order_share(measures):
    """That of the measures of `report`: a single unit has none"""
    return {name: value for name, value in measures.items() if name == "good_order_share"}


def stack(text, state="good"):
    return [(name, state) for name in expanded(text)]


def foreigners(units, text):
    """The same units, those of `text` foreign, the first of a name first"""
    theirs = expanded(text) if text not in (None, "none") else []
    found = []
    for name, state in units:
        if name in theirs:
            theirs.remove(name)
            name = Foreign(name)
        found.append((name, state))
    return found


def some_foreign(target, random):
    """Squads and crews of a target that one may name as foreign, None where there are none or no leader helps them"""
    names = expanded(re.sub(r"@-?\d+|;", " ", target))
    if not any(is_leader(name) and leadership(name) < 0 for name in names):
        return None
    squads = [name for name in names if not is_leader(name)]
    return " ".join(random.sample(squads, random.randint(1, len(squads)))) if squads else None
