"""`combat-odds campaign --fight`: a day or two that are fought with what stood there before, and who is left.

What an assault brings is counted as tests/counted/asl/assault.py counts it; the days are followed one by one. The command
simulates: a share of its trials differs where less than 1 in 4 million such samples would be as far away (Chernoff's bound). A
chance averaged from exact ones of who met is within six of its standard errors; on the first day it has none.
"""

import math
from fractions import Fraction

import questions
from asl import assault
from faces import Charts, TooLong

TRIALS = 20000
SIDES = ("german", "russian")
GERMANS = [["4-6-7"], ["4-6-7", "4-6-7"], ["4-6-7", "8-1"], ["5-4-8"], ["5-4-8", "8-0"]]
RUSSIANS = [["4-4-7"], ["4-4-7", "8-0"], ["4-4-7", "4-4-7"], ["4-4-7", "9-1"], ["4-2-6"], ["6-2-8"]]
STEPS = ["return works at storm; close-combat storm at works", "fire storm at works; close-combat storm at works",
         "fire storm at works; return works at storm; rout works; close-combat storm at works", "fire storm at works; rout works",
         "return works at storm 8 0; fire storm at works 12 +1"]
TERRAINS = ["", " terrain stone", " terrain debris", " terrain wooden"]
OPTIONS = {"hand_to_hand": ["true"], "ambush_possible": ["true"], "defender_elr": ["2", "3"], "attacker_elr": ["2", "4"]}


def fight_of(attacks, mine, theirs, name, chance):
    """The parameters of a fight of these units"""
    steps = chance.choice(STEPS)
    attacker = "storm: " + " ".join(mine)
    if len(mine) > 1 and is_squad(mine[1]) and chance.random() < 0.4:            # who is missing is missing from the last
        attacker = f"base: {mine[0]}; storm: {' '.join(mine[1:])}"
        steps = "fire base at works; return works at storm; close-combat storm at works"
    more = {name: chance.choice(values) for name, values in OPTIONS.items()
            if chance.random() < 0.3 and (name.endswith("elr") or "close-combat" in steps)}
    return {"side": attacks, "name": name, "steps": steps, "attacker": attacker,
            "defender": "works: " + " ".join(theirs) + chance.choice(TERRAINS), **more}


def drawn(chance):
    """({side: units}, [(date, the parameters of a fight)], the days on which the Russians buy 40 FPP)"""
    sides = {"german": chance.choice(GERMANS), "russian": chance.choice(RUSSIANS)}
    attacks = chance.choice(SIDES)
    mine, theirs = sides[attacks], sides["russian" if attacks == "german" else "german"]
    found, dates = [], ["1942-10-17", "1942-10-18"][:chance.choice([1, 2])]
    fight = fight_of(attacks, mine, theirs, "hall", chance)
    for date in dates:
        if chance.random() < 0.4:                            # two ways to fight it
            found.append((date, {**fight, "needs": "russian fpp 40", "defender": "works: " + " ".join(theirs) + " terrain trench"}))
        found.append((date, fight))
        if chance.random() < 0.3:                            # the first has the first claim
            found.append((date, fight_of(attacks, mine[:1], theirs[:1], "yard", chance)))
    there = {side: [unit for unit in units if chance.random() < 0.85] + units[:1] * (chance.random() < 0.4)
             for side, units in sides.items()}
    return there, found, [date for date in dates if chance.random() < 0.5]


def is_squad(unit):
    return unit.count("-") == 2


def is_half(unit):
    return Charts.by("asl/infantry.csv", "unit")[unit]["kind"] == "half_squad"


def overnight(units, side):
    """Two half-squads of a kind are a squad on the next day; who is there, in a fixed order"""
    own = {row["unit"] for row in Charts.rows("asl/infantry-bpv.csv") if row["nationality"] == side}
    units = list(units)
    for half in sorted(filter(is_half, set(units))):
        squad = next(row["unit"] for row in Charts.rows("asl/infantry.csv") if row["reduced_to"] == half and row["unit"] in own)
        for _ in range(units.count(half) // 2):
            units.remove(half)
            units.remove(half)
            units.append(squad)
    return tuple(sorted(units))


def present(text, pool):
    """(the groups of those who are there, who else is), None in place of the groups where one has no squad"""
    groups, left, enough = [], list(pool), True
    for part in text.split("; "):
        name, words = part.split(": ")
        units, _, terrain = words.partition(" terrain ")
        found = []
        for unit in units.split():
            if unit in left:
                left.remove(unit)
                found.append(unit)
        enough = enough and any(map(is_squad, found))
        groups.append(f"{name}: {' '.join(found)}" + (f" terrain {terrain}" if terrain else ""))
    return "; ".join(groups) if enough else None, tuple(left)


def fought(fight, attacker, defender, defaults, seen):
    given = {name: value == "true" if value in ("true", "false") else int(value) if value.isdigit() else value
             for name, value in fight.items() if name not in ("side", "name", "needs")}
    q = {**defaults, **given, "attacker": attacker, "defender": defender}
    key = tuple(sorted((name, str(value)) for name, value in q.items()))
    if key not in seen:
        seen[key] = assault.ends_of_groups(q)
    return seen[key]


def day(states, fights, fpp, defaults, seen):
    """({(Germans, Russians): Fraction} on the next day, [{outcome: Fraction} of each fight])"""
    going = {(state, ((), ())): chance for state, chance in states.items()}      # who has not fought yet; who has, and is left
    told, done = [], set()
    for fight in fights:
        outcomes, after = {}, {}
        meets = not fight.get("needs") or fpp
        its_turn = meets and fight["name"] not in done
        if meets:
            done.add(fight["name"])
        own = SIDES.index(fight["side"])

        def add(key, outcome, chance):
            after[key] = after.get(key, 0) + chance
            outcomes[outcome] = outcomes.get(outcome, 0) + chance
        for (fresh, tired), chance in going.items():
            (mine, rest), (theirs, others) = present(fight["attacker"], fresh[own]), present(fight["defender"], fresh[1 - own])
            if not its_turn or mine is None or theirs is None:
                add((fresh, tired), "not_fought", chance)
                continue
            for (end, defenders, attackers), share in fought(fight, mine, theirs, defaults, seen).items():
                left = [tuple(sorted(tired[side] + tuple(unit.name for unit in units if not unit.gone)))
                        for side, units in ((own, attackers), (1 - own, defenders))]
                key = (rest, others), tuple(left)
                add(key if own == 0 else tuple(pair[::-1] for pair in key), end.outcome, chance * share)
        going = after
        told.append(outcomes)
    tomorrow = {}
    for (fresh, tired), chance in going.items():
        state = tuple(overnight(one + other, side) for one, other, side in zip(fresh, tired, SIDES))
        tomorrow[state] = tomorrow.get(state, 0) + chance
    return tomorrow, told


def agrees(counted, said):
    """Whether a share of the trials may be that of this chance"""
    if counted in (0, 1):
        return said == counted
    pairs = (said, float(counted)), (1 - said, 1 - float(counted))
    far = sum(share * math.log(share / chance) for share, chance in pairs if share)
    return TRIALS * far < 16                                 # 2 exp(-16): 1 in 4.4 million


def compared(command, key, chances, said):
    found = []
    for value in sorted(set(chances) | set(said), key=str):
        command.compared += 1
        counted, share = chances.get(value, Fraction(0)), float(said.get(value, 0))
        if not agrees(counted, share):
            found.append(f"{key} {value}: counted {float(counted):.5f}, simulated {share:.5f} of {TRIALS}")
    return found


def measure(unit):
    return f"{'squads' if is_squad(unit) else 'leaders'} {unit}"


def followed(defaults, chance):
    """(who is there at first, the fights, the days of FPP, [(who is left, {outcome: Fraction} of each fight) of each day])"""
    sides, fights, fpp = drawn(chance)
    states, seen, told = {tuple(overnight(sides[side], side) for side in SIDES): Fraction(1)}, {}, []
    for date in sorted({date for date, _ in fights}):
        today = [fight for when, fight in fights if when == date]
        states, outcomes = day(states, today, any(bought <= date for bought in fpp), defaults, seen)
        told.append((states, outcomes))
    return sides, fights, fpp, told


def differences(command, chance):
    defaults = {parameter.name: parameter.default for parameter in questions.parameters(command.program, "asl.assault")}
    while True:
        try:
            sides, fights, fpp, told = followed(defaults, chance)
            if any(sides.values()):
                break
        except TooLong:
            continue
    plan = command.write("plan.csv", ["date", "side", "group", "quantity"],
                         [[date, side, "Sniper", 1] for side in SIDES for date in ("1942-10-17", "1942-10-19")] +
                         [[date, "russian", "Fortifications", 1] for date in fpp])
    names = sorted({(side, unit) for after, _ in told for state in after for side, units in zip(SIDES, state)
                    for unit in units if not is_half(unit)} | {(side, unit) for side in SIDES for unit in sides[side]})
    losses = command.write("losses.csv", ["side", "measure", "initial", "lost"],
                           [[side, measure(unit), sides[side].count(unit), 0] for side, unit in names])
    header = ["date"] + sorted({name for _, fight in fights for name in fight})
    file = command.write("fights.csv", header, [[date] + [fight.get(name, "") for name in header[1:]] for date, fight in fights])
    command.run("campaign", plan, "--losses", losses, "--fight", file, "--out", command.folder + "/out", "--trials", TRIALS,
                "--seed", chance.randint(1, 10**6), "--quiet")
    found, said, outcomes, averaged = [], {}, {}, {}
    for row in command.rows_of("out/campaign-distribution.csv"):
        said.setdefault((row["side"], row["date"], row["measure"]), {})[int(row["value"])] = row["monte_carlo"]
    for row in command.rows_of("out/campaign-fights.csv"):
        outcomes.setdefault(int(row["line"]), {})[row["outcome"]] = row["monte_carlo"]
        if row["averaged"]:
            averaged.setdefault(int(row["line"]), {})[row["outcome"]] = float(row["averaged"]), float(row["averaged_error"])
    line = 1
    for number, (after, chances) in enumerate(told):
        for of_line in chances:
            line += 1
            found += compared(command, f"fights.csv:{line}", of_line, outcomes[line])
            for outcome, (value, error) in averaged.get(line, {}).items():
                command.compared += 1
                counted = float(of_line.get(outcome, 0))
                if abs(value - counted) > 6 * error + 1e-9:
                    found.append(f"fights.csv:{line} {outcome}: counted {counted:.9g}, averaged {value:.9g} ({error:.2g})")
        for side, unit in names:
            left = {}
            for state, share in after.items():
                many = state[SIDES.index(side)].count(unit)
                left[many] = left.get(many, 0) + share
            date = f"1942-10-{18 + number}"
            found += compared(command, f"{side} {date} {unit}", left, said.get((side, date, f"on_map {measure(unit)}"), {0: "1"}))
    return found
