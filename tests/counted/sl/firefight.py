"""sl.firefight, from 4, 8 to 10, 12, 14, 18.1-.5, 75.4, 75.6, 83.2-.3, 93 and 94.5.

Best play is left out. A unit is (name, state): good, fresh (broken, under Desperation Morale),
broken, charging (berserk: it has left its stack) or gone.
"""

from faces import Charts, End, and_then, every_game, tally
from fractions import Fraction
from questions import expanded
from sl._infantry import column_of, ift, is_leader, leadership, morale, terrain

LEAVES_OUT = ("best", "against")
MEASURES = ("points_lost_a", "points_lost_b", "turns", "berserk_a", "berserk_b")
ALWAYS = ("turns",)
DRAW = {"a_units": ["4-6-7", "2*4-6-7", "4-6-7 8-1", "2*4-6-7 9-2", "3*4-6-7", "8-3-8 7-0", "2*4-3-6 6+1", "3*4-6-7 8-1", "4*4-6-7"],
        "b_units": ["4-4-7", "2*4-4-7", "4-4-7 8-0", "6-2-8 6+1", "3*4-4-7", "2*4-3-6 8-1", "3*4-4-7 8-0", "4*4-4-7 9-1"],
        "a_nationality": ["german"], "b_nationality": ["russian"], "a_drm": [-1, 0, 1, 2, 3, "woods", "stone"],
        "b_drm": [0, 1, 2, 3, "woods", "hedge"], "a_group": [1, 2, 3], "b_group": [1, 2], "a_machine_guns": [1, 2, 3],
        "b_machine_guns": [1, 2], "a_machine_gun_firepower": [2, 4], "b_machine_gun_firepower": [2, 6],
        "a_machine_gun_range": [4, 8, 12], "b_machine_gun_range": [3, 10], "a_breakdown_number": [8, 10, 11, 12, 13],
        "b_breakdown_number": [9, 11, 13], "a_broken_morale": [5, 6, 8], "b_broken_morale": [5, 6, 8],
        "range": [1, 2, 3, 4, 6, 7, 8, 9, 12, 16], "turns": [1, 1, 2, 2, 3, 4], "a_squad_points": [10, 30],
        "b_squad_points": [7, 30], "a_leader_points": [5, 80], "b_leader_points": [100], "stacking": [1, 1, 2]}


def change(question, random):
    question["b_nationality"] = "russian"
    question.pop("a_nationality", None)
    for side in "ab":
        names = [f"{side}_machine_gun_{what}" for what in ("firepower", "range")]
        if f"{side}_machine_guns" in question:
            for name in names:
                question.setdefault(name, random.choice(DRAW[name]))
        else:
            for name in names + [f"{side}_breakdown_number"]:
                question.pop(name, None)
        if not any(is_leader(name) for name in expanded(question[f"{side}_units"])):
            question.pop(f"{side}_leader_points", None)
    return question


HERE = ("good", "fresh", "broken")


class Rules:
    """What a side's questions say."""

    def __init__(self, q, side):
        names = expanded(q[f"{side}_units"])
        self.squad = next(name for name in names if not is_leader(name))
        self.leader = next((name for name in names if is_leader(name)), None)
        self.drm = terrain(q[f"{side}_drm"])[0]
        self.group = q[f"{side}_group"]
        self.broken_morale, self.marsh, self.ss = (q[f"{side}_{what}"] for what in ("broken_morale", "marsh", "ss"))
        self.berserk = q[f"{side}_berserk"]
        self.stacking, self.target = q["stacking"], q[f"{side}_target"]
        self.self_rally = q[f"{side}_self_rally"]
        self.breakdown = q[f"{side}_breakdown_number"]
        self.guns = q[f"{side}_machine_guns"]
        self.range, self.shelter, self.integrity = q["range"], q["shelter"], q["battlefield_integrity"]
        self.squad_power = self.at_range(*(int(part) for part in self.squad.split("-")[:2]))
        self.gun_power = self.at_range(q[f"{side}_machine_gun_firepower"], q[f"{side}_machine_gun_range"]) if self.guns else 0
        points = {row["unit"]: int(row["points"]) for row in Charts.rows("squad-leader/infantry-points.csv")
                  if row["nationality"] == q[f"{side}_nationality"]}
        self.points = {}
        for name, what in ((self.squad, "squad"), (self.leader, "leader")):
            own = q[f"{side}_{what}_points"]
            self.points[name] = points[name] if name and own is None else own
        # the leader first, the squads after him
        self.start = tuple((name, "good") for name in sorted(names, key=lambda name: not is_leader(name)))

    def at_range(self, power, reach):
        """9.1-.2, 75.4"""
        factor = Fraction(1) if self.range <= reach else Fraction(1, 2) if self.range <= 2 * reach else Fraction(0)
        return power * factor * (2 if self.range == 1 else 1) / (1 if self.marsh == "none" else 2)

    def lost(self, units):
        return sum(self.points[name] for name, now in units if now == "gone")

    def morale(self, units, place):
        name, now = units[place]
        levels = 0
        if self.integrity:                                   # 93.2, 93.3: at that instant
            whole = sum(self.points[name] for name, _ in units)
            levels = sum(100 * self.lost(units) >= percent * whole for percent in (40, 60, 80, 100))
        return morale(name, "good" if now == "good" else "broken", self.broken_morale, self.marsh) - levels

    def helps(self, units, place):
        """12.4, 14.2: the unbroken leader modifies all rolls but his own."""
        return leadership(units[0][0]) if place and is_leader(units[0][0]) and units[0][1] in ("good", "berserk") else 0


def check(dice, units, places, place, added, rules, broken, berserk):
    """One Morale Check of a unit of a hex, which holds these places; False where it fails."""
    needs = rules.morale(units, place) - added - (rules.helps(units, place) if 0 in places else 0)
    how = dice.read(lambda total: "berserk" if berserk and total == 2 else total <= needs)
    name, now = units[place]
    if how == "berserk":                                     # 18.4
        units[place] = (name, "berserk")                     # still there for the checks of the others
        for other in places:                                 # 18.5
            if is_leader(name) and units[other][1] == "good":
                needs = rules.morale(units, other) - 4 - leadership(name)
                if dice.read(lambda total: total <= needs):
                    units[other] = (units[other][0], "berserk")
    elif not how:
        units[place] = (name, broken if now == "good" else "gone")           # 13.6
    return bool(how)


def all_check(dice, units, places, added, rules, broken, of_fire=True):
    """12.22: the leader first; each of his failures is one more normal check for the others."""
    failures = 0
    for place in places:
        for index, number in enumerate([added] + [0] * failures):
            berserk = rules.berserk == "all" or rules.berserk == "of_fire" and of_fire and index == 0
            if units[place][1] not in ("gone", "berserk") and not check(
                    dice, units, places, place, number, rules, broken, berserk):
                failures += is_leader(units[place][0])
    for place, (name, now) in enumerate(units):
        if now == "berserk":                                 # then it leaves its stack
            units[place] = (name, "charging")


def hexes(units, rules, states):
    """[places] of each hex: the leader and as many squads as can stack, unbroken ones first, then the others."""
    leader = [place for place, (name, now) in enumerate(units) if is_leader(name) and now in states]
    squads = [place for place, (name, now) in enumerate(units) if not is_leader(name) and now in states]
    squads.sort(key=lambda place: units[place][1] != "good")
    many = rules.stacking
    return [leader + squads[:many]] + [squads[at:at + many] for at in range(many, len(squads), many)]


def target_hex(units, rules, wanted):
    found = hexes(units, rules, ("good",) if rules.shelter else HERE)
    if wanted == "next_hex" and len(found) > 1 and any(units[place][1] == "good" for place in found[1]):
        return found[1]
    if wanted == "broken_squads":
        only = [places for places in found[1:] if all(units[place][1] != "good" for place in places)]
        return max(only, key=len) if only else found[0]
    return found[0]


def ordered(units):
    """Sides are alike whose squads only stand in another order."""
    leader = [unit for unit in units if is_leader(unit[0])]
    squads = [unit for unit in units if not is_leader(unit[0])]
    return tuple(leader + sorted(squads, key=lambda unit: ("good", "fresh", "broken", "charging", "gone").index(unit[1])))


def ready(units):
    return any(now == "good" for _, now in units)


def over(state):
    return not (ready(state[0][0]) and ready(state[1][0]))


def rally(dice, side, rules):
    """The Rally Phase of one side: repair first (18.2), then the leader, then the others."""
    units, (working, broken, under_fire) = list(side[0]), side[1:]
    if broken and ready(units):
        for _ in range(broken):
            face = dice.read_die(lambda face: face if face in (1, 6) else 0)
            working += face == 1
            broken -= face in (1, 6)
    for place in range(len(units)):
        name, now = units[place]
        if now not in ("broken", "fresh"):
            continue
        if not is_leader(name) and not rules.self_rally and not (is_leader(units[0][0]) and units[0][1] == "good"):
            continue
        needs = rules.morale(units, place) - rules.helps(units, place) + rules.ss            # 83.3
        if now == "fresh":
            needs -= 2 if rules.ss else 4                    # 14.6, 83.2
        if needs < 2:                                        # who can't succeed does not try
            continue
        how = dice.read(lambda total: "fate" if total == 12 else total <= needs)
        if how == "fate":                                    # 18.3
            units[place] = (name, "gone")
            if is_leader(name):
                others = hexes(units, rules, ("fresh", "broken") if rules.shelter else HERE)[0]
                all_check(dice, units, others, 0, rules, "fresh" if under_fire else "broken", False)    # 14.6
        elif how:
            units[place] = (name, "good")
    units = [(name, "broken" if now == "fresh" else now) for name, now in units]
    return ordered(units), working, broken, False


def replaced(state, side, new):
    return (new, state[1]) + state[2:] if side == 0 else (state[0], new) + state[2:]


def fire_group(state, all_rules, side, index):
    """(squads, machine guns that they fire, machine guns left) of the Fire Group of this index; state[2] are the machine
    guns that have not fired yet. No squads where it does not fire."""
    rules = all_rules[side]
    own, working, _, _ = state[side]
    guns = working if index == 0 else state[2]
    squads = sum(now == "good" for name, now in own if not is_leader(name))
    squads = max(0, min(rules.group, squads - index * rules.group))
    if over(state) or not squads:
        return 0, 0, 0
    firing = min(squads, guns)
    return (0 if power_column(rules, squads, firing) is None else squads), firing, guns - firing


def power_column(rules, squads, firing):
    return column_of(squads * rules.squad_power + firing * rules.gun_power)


def attack(dice, units, squads, firing, leader, rules, theirs):
    """(the units of the target, whether machine guns break down) after the fire of such a group and of the leader, if one directs it"""
    drm = rules.drm
    if leader:
        drm += min(0, leadership(leader))                    # he directs the first attack; a +1 stands aside
    breaks = rules.breakdown if firing and rules.gun_power and rules.breakdown <= 12 else 99
    column = power_column(rules, squads, firing)
    result, jams = dice.read(lambda total: (ift(total + drm, column), total >= breaks))
    units = list(units)
    # in their shelter broken units are not struck; else they are, and fall under Desperation Morale (14.6)
    if not theirs.shelter:
        units = [(name, "fresh" if now == "broken" else now) for name, now in units]
    struck = target_hex(units, theirs, rules.target)
    if result == "KIA":
        for place in struck:
            units[place] = (units[place][0], "gone")
    elif result != "-":
        all_check(dice, units, struck, 0 if result == "M" else int(result), theirs, "fresh")
    return ordered(units), jams


def rallied(chances, all_rules, side, known):
    """{state: Fraction} after the Rally Phase of a side, which is the same whatever the other looks like"""
    after = {}
    for state, chance in chances.items():
        what = side, state[side]
        if what not in known:
            known[what] = every_game(rally, state[side], all_rules[side])
        for now, share in known[what].items():
            now = replaced(state, side, now)
            after[now] = after.get(now, 0) + chance * share
    return after


def attacked(chances, all_rules, side, index, known):
    """{state: Fraction} after the attack of a Fire Group, which is the same for all groups and targets that look alike"""
    after = {}
    for state, chance in chances.items():
        squads, firing, left = fire_group(state, all_rules, side, index)
        if not squads:
            now = state[:2] + (left,)
            after[now] = after.get(now, 0) + chance
            continue
        own, working, broken, under_fire = state[side]
        units, *guns, _ = state[1 - side]
        leader = own[0][0] if index == 0 and is_leader(own[0][0]) and own[0][1] == "good" else None
        what = side, squads, firing, leader, units
        if what not in known:
            known[what] = every_game(attack, *what[4:], *what[1:4], all_rules[side], all_rules[1 - side])
        for (units, jams), share in known[what].items():
            now = replaced(state, 1 - side, (units, *guns, True))
            now = replaced(now, side, (own, working - jams, broken + jams, under_fire))[:2] + (left,)
            after[now] = after.get(now, 0) + chance * share
    return after


def player_turn(chances, all_rules, mover, known):
    """{state: Fraction} after a player turn of those that go on"""
    for side in (0, 1):
        chances = rallied(chances, all_rules, side, known)
    for side in (mover, 1 - mover):
        for index in range(max(1, len(all_rules[side].start))):
            chances = attacked(chances, all_rules, side, index, known)
    return chances


def count(q):
    all_rules = [Rules(q, side) for side in "ab"]
    ends, known = {}, {}
    for first, share in {"die": [(0, Fraction(1, 2)), (1, Fraction(1, 2))], "a": [(0, Fraction(1))],
                         "b": [(1, Fraction(1))]}[q["first"]]:
        chances = {tuple((rules.start, rules.guns, 0, False) for rules in all_rules) + (0,): share}
        for number in range(q["turns"]):
            after = {}
            for state, chance in player_turn(chances, all_rules, (first + number) % 2, known).items():
                last = over(state) or number + 1 == q["turns"]
                part = ends if last else after
                key = (state[:2], number + 1) if last else state[:2] + (0,)
                part[key] = part.get(key, 0) + chance
            chances = after
    return tally(and_then(ends, ended, all_rules))


def ended(dice, state, all_rules):
    sides, turns = state
    holds = [ready(units) for units, *_ in sides]
    outcome = {(True, True): "both", (True, False): "a_holds", (False, True): "b_holds", (False, False): "neither"}[tuple(holds)]
    lost = [rules.lost(side[0]) for rules, side in zip(all_rules, sides)]
    charging = [sum(now == "charging" for _, now in side[0]) for side in sides]
    return End(outcome, turns=turns, points_lost_a=lost[0], points_lost_b=lost[1], berserk_a=charging[0],
               berserk_b=charging[1])
