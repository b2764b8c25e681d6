"""asl.close-combat, one round, from A11.1-.4, A11.11 and A17; drm and factors are given."""

from fractions import Fraction

from asl._infantry import is_smc, line, random_selection
from faces import Charts, End, and_then, tally
from questions import expanded, fraction

LEAVES_OUT = ("rounds", "leaders_direct", "melee", "attacker_broken", "attacker_pinned", "attacker_withdraws",
              "attacker_slips_away", "attacker_captures", "attacker_nation", "defender_broken", "defender_pinned",
              "defender_withdraws", "defender_slips_away", "defender_captures", "defender_nation", "best", "against")
EVENTS = ("attacker_ambushes", "defender_ambushes", "leader_lost", "broken_or_worse", "all_broken_or_worse",
          "pinned_or_worse", "eliminated_or_reduced", "good_order")        # those after the ambush: of the defender
MEASURES = ("rounds", "good_order_share", "attackers_eliminated", "attackers_reduced", "defenders_eliminated", "defenders_reduced")
# leaders with a modifier of their own direct by themselves or by attacker_drm: here there are none with one
SIDES = ["4-6-7", "2*4-6-7", "4-4-7", "2*4-4-7", "2-4-7", "8-0", "4-6-7 8-0", "8-3-8", "6-2-8 2-3-7", "3*4-6-7", "2-2-8",
         "4-4-7 7-0"]
DRAW = {"attacker": SIDES, "defender": SIDES, "attacker_factor": [0.5, 1, 2], "defender_factor": [0.5, 1, 0.25],
        "attacker_drm": [-3, -2, -1, 0, 1, 2], "defender_drm": [-3, -1, 0, 1, 2],
        "attacker_ambush_drm": [-3, -1, 0, 1, 2], "defender_ambush_drm": [-2, 0, 1, 3]}


def firepower(units):
    return Fraction(sum(1 if is_smc(name) else int(name.split("-")[0]) for name, _ in units))


def kill_number(odds, hand_to_hand):
    """A11.11: the odds are rounded down to a printed column."""
    row = Charts.rows("asl/close-combat.csv")[1 if hand_to_hand else 0]
    best = int(row["<1-8"])
    for name, number in row.items():
        if name[0].isdigit():
            left, right = name.split("-")
            if odds >= Fraction(int(left), int(right)):
                best = int(number)
    return int(row[">10-1"]) if odds > 10 else best


def attacked(dice, units, by, factor, drm, q):
    """units are (name, reduced) and None where gone"""
    alive = [(place, unit) for place, unit in enumerate(units) if unit]
    mine = [unit for unit in by if unit]
    if not alive or not mine:
        return units
    number = kill_number(firepower(mine) * fraction(factor) / firepower([unit for _, unit in alive]), q["hand_to_hand"])
    how = dice.read(lambda total: "all" if total + drm < number else "one" if total + drm == number else "none")
    units = list(units)
    if how == "all":
        return [None] * len(units)
    if how == "one":                                         # Casualty Reduction by Random Selection, ties too
        for place in random_selection(dice, [place for place, _ in alive], 1):
            name, reduced = units[place]
            if is_smc(name):
                gone = dice.read_die(lambda face: face + reduced >= 5)           # A17.11
                units[place] = None if gone else (name, True)
            else:
                less = line(name)["reduced_to"]
                units[place] = (less, True) if less else None
    return units


def fight(dice, q):
    attackers = [(name, False) for name in expanded(q["attacker"])]
    defenders = [(name, False) for name in expanded(q["defender"])]
    ambush = None
    if q["ambush_possible"]:                                 # A11.4: lower by three; at night two do for the attacker
        mine = dice.die() + q["attacker_ambush_drm"]
        theirs = dice.die() + q["defender_ambush_drm"]
        if mine <= theirs - (2 if q["night"] else 3):
            ambush = "attacker"
        elif theirs <= mine - 3:
            ambush = "defender"
    first = q["attacker_drm"] + {"attacker": -1, "defender": 1, None: 0}[ambush]
    second = q["defender_drm"] + {"attacker": 1, "defender": -1, None: 0}[ambush]
    if ambush == "defender":
        after = attacked(dice, attackers, defenders, q["defender_factor"], second, q)
        defenders = attacked(dice, defenders, after, q["attacker_factor"], first, q)
        attackers = after
    else:
        after = attacked(dice, defenders, attackers, q["attacker_factor"], first, q)
        attackers = attacked(dice, attackers, after if ambush else defenders, q["defender_factor"], second, q)
        defenders = after
    return tuple(attackers), tuple(defenders), ambush


def ended(dice, state, names):
    attackers, defenders, ambush = state
    mine, theirs = any(attackers), any(defenders)
    outcome = ("melee" if mine and theirs else "attacker_holds" if mine else "defender_holds" if theirs else
               "both_eliminated")

    def reduced(units):
        return sum(1 for unit in units if unit and unit[1])

    struck = [unit is None or unit[1] for unit in defenders]
    events = [ambush + "_ambushes"] if ambush else []
    events += ["broken_or_worse", "pinned_or_worse", "eliminated_or_reduced"] if any(struck) else ["good_order"]
    events += ["all_broken_or_worse"] if len(struck) > 1 and all(struck) else []
    events += ["leader_lost"] if any(unit is None and is_smc(name) for unit, name in zip(defenders, names)) else []
    share = int(Fraction(100 * struck.count(False), len(struck)) + Fraction(1, 2))
    share = {"good_order_share": share} if len(struck) > 1 else {}
    return End(outcome, events, **share, rounds=1, attackers_eliminated=attackers.count(None),
               attackers_reduced=reduced(attackers), defenders_eliminated=defenders.count(None),
               defenders_reduced=reduced(defenders))


def count(q):
    return tally(and_then({None: 1}, lambda dice, _: ended(dice, fight(dice, q), expanded(q["defender"]))))
