"""asl.street-crossing under one or two groups of squads, half-squads and crews with two MGs and a leader: A.9, A4.6, A7.2-.3,
A7.35-.353, A7.8-.9, A8.1-.26, A8.3-.31, A9.2-.3, A9.22, A9.7-.71, A15, A19.32-.33, A24.1-.7.

Left out are stacks of more than three units.
"""

import re
from collections import namedtuple
from fractions import Fraction

from asl._infantry import (COLUMNS, GERMAN, RUSSIAN, SINGLE, Stack, after_result, casualty_vp, cell, column_of, heat_asked, is_leader,
                           line, printed, random_selection, report)
from faces import Charts, End, TooLong, every_game, tally
from questions import expanded

LEAVES_OUT = ("stacks of more than three units",)
EVENTS = ("all_across", "malfunction", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced", "good_order", "heat_of_battle")
MEASURES = ("across", "pinned", "broken", "eliminated", "casualty_vp", "good_order_share")
FIRERS = ["4-6-7", "4-4-7", "2-4-7", "6-2-8", "8-3-8", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 9-2", "4-2-6"]
GUNS = ["4-6-7 German LMG", "4-4-7 Russian MMG 8-0", "4-6-7 German HMG 9-1", "4-4-7 Russian LMG", "4-2-6 Russian LMG", "2-4-7 German HMG 9-1",
        "4-6-7 German MMG", "2-4-7 German MMG", "4-4-7 Russian HMG", "4-4-7 Russian .50 HMG 8-0"]
SEVERAL = ["2*4-6-7 German LMG", "2*4-6-7 German HMG 9-1", "2*4-4-7 Russian LMG Russian MMG", "2*4-4-7", "4-6-7 2-4-7 German MMG",
           "2*2-4-7 German LMG", "4-4-7 4-2-6 Russian LMG", "2-2-8 4-6-7 2*German LMG", "2*4-6-7 German LMG German HMG 8-0",
           "4-2-6 2-4-7 Russian MMG Russian LMG", "4-6-7 2*2-4-7 German MMG", "2*4-4-7 2*Russian LMG 6+1", "3*4-6-7 German LMG",
           "4-4-7 4-2-6 Russian HMG 7-0", "2*2-2-8 2*German MMG", "8-3-8 2-4-7 German HMG German MMG"]
TERRAIN = ["open ground", "woods", "brush", "grain", "stone building", "wooden building", "debris", "shellhole"]
PAIRS = ["2*4-6-7", "4-6-7 2-4-7", "2*4-4-7", "2-4-7 4-4-7"]
STACKED = ["4-6-7 8-1", "8-0 4-4-7", "4-2-6 9-1", "4-4-7 9-0"]
THREE = ["3*4-6-7", "2*4-4-7 8-0", "2-4-7 4-6-7 8-1", "3*2-4-7", "9-1 8-0 4-4-7", "2*4-6-7 9-0"]
DRAW = {"target": SINGLE + PAIRS * 4 + STACKED * 2 + THREE, "target_state": ["encircled", "fanatic"],
        "firers": FIRERS + GUNS * 2 + SEVERAL * 2, "second_firers": FIRERS + GUNS + SEVERAL, "range": [1, 1, 2, 3, 4, 6, 8], "second_range": [0, 1, 2, 3, 5, 7],
        "street": [0, 1, 1, 2, 3], "street_terrain": TERRAIN, "goal": TERRAIN, "hindrance": [0, 1, 2],
        "drm": [-1, 0, 1, 2], "lays_smoke": [1, 2, 3, 4, 5, "4-6-7", "5-4-8", "8-3-8 AE"]}
ALWAYS = ("range",)

# units: (place among those who cross, or HERO, Unit) of those who move together; over: those who go on no more, and whether in
# the street; groups: who fires; residual: the Residual FP in each Location
State = namedtuple("State", "units over events groups residual")
# marker: 'none', 'first' or 'final'; units: of each 'able', 'final' (by its own marker, before the others), 'pinned' or 'broken';
# guns: of each 'ready', 'first' or 'final' by its marker, 'out', or the Location of its Fire Lane
Group = namedtuple("Group", "marker units guns leads")
HERO = -1                                                    # who stepped forward


def change(question, random):
    if question.get("moves") == "assault":
        question["street"] = 0
    elif question.get("moves") == "dash":
        question["street"] = 1
    many = len(expanded(question["target"]))
    if question["target"][0] not in "23456" or question["target"].startswith("2-") or question.get("street") == 0:
        question.pop("lays_smoke", None)                     # A24.1: squads
    if "lays_smoke" in question:
        question.pop("smoke", None)
    if many > 1:
        question["together"] = "stack" if question["target"] in STACKED + THREE[3:] or random.random() < 0.4 else "one_by_one"
    else:
        question.pop("together", None)
    heats(question, random)
    if "second_firers" in question:
        question.setdefault("second_range", random.choice(DRAW["second_range"]))
    else:
        for name in ("second_range", "second_cowering", "second_fire_lane"):
            question.pop(name, None)
    for name in ("", "second_"):
        if "MG" not in question.get(name + "firers", ""):
            question.pop(name + "fire_lane", None)
    if question["firers"] in SEVERAL or question.get("second_firers") in SEVERAL or question["target"] in THREE:
        question["street"] = min(question.get("street", 1), 1)                   # else there are too many games
        question["goal_mf"] = 1 if question.get("second_firers") or many > 1 else random.choice((1, 2))
    if question.get("together") == "one_by_one":
        question.pop("drm", None)                            # it is not said whether it comes from the target's hex
    return question


def heats(question, random):
    if question.get("heat_of_battle", "none") == "none":
        for name in ("heat_of_battle", "no_quarter", "no_known_enemy"):
            question.pop(name, None)
        return
    question.pop("together", None)
    question["target"] = random.choice((GERMAN if question["heat_of_battle"] == "german" else RUSSIAN) + ["8-1", "8-0", "9-2", "7-0"])
    if question["target"] not in ("4-6-7", "4-4-7", "5-4-8"):
        question.pop("lays_smoke", None)
    question["goal_mf"] = random.choice((1, 2))              # else there are too many games
    if question.get("second_firers"):
        question["goal_mf"], question["street"] = 1, random.choice((0, 1))


def counts(q):
    if q["heat_of_battle"] != "none" and (len(expanded(q["target"])) > 1 or "berserk" in (q["target_state"] or "")):
        return False
    for name in ("firers", "second_firers"):
        if q.get(name) and (Firers.of(q, name.removesuffix("firers")) is None):
            return False
    many = len(expanded(q["target"]))
    return many < 4 and (many == 1 or q["together"] == "stack" or q["drm"] == 0)


Gun = namedtuple("Gun", "power reach rof number by")           # number: its B#; by: the place of the unit that mans it


class Firers:
    """MMC, perhaps with MGs, and a leader who directs them"""

    def __init__(self, q, which, units, guns, leader):
        self.units, self.leader = units, leader
        self.range = q[which + "range"]
        self.cowers = q[which + "cowering"]
        self.lays_lanes = q[which + "fire_lane"]
        crews = [place for place, name in enumerate(units) if line(name)["kind"] != "squad"]
        squads = [place for place, name in enumerate(units) if line(name)["kind"] == "squad"]
        by_whom = list(zip(guns, squads + crews))            # the procedure's text: squads first
        self.in_place = {place for _, place in by_whom if place in crews}        # A7.352
        self.guns = []
        for name, place in by_whom:
            weapon, chart = Charts.by("asl/support-weapons.csv", "weapon")[name], Charts.by("asl/machine-guns.csv", "weapon")[name]
            self.guns.append(Gun(int(weapon["firepower"]), int(weapon["normal_range"]), int(chart["rof"]),
                                 int(chart["breakdown"]) - self.poor(place), place))             # A19.32

    def poor(self, place):
        return line(self.units[place])["inexperienced"] == "true"

    @classmethod
    def of(cls, q, which):
        """None where the words are others than these"""
        units, guns, leaders = [], [], []
        kinds = ((r"\d-\d-\d", units), (r"(?:German|Russian) (?:\.50 )?[LMH]MG", guns), (r"\d+[-+]\d", leaders))
        rest = q[which + "firers"]
        while rest:
            for form, found in kinds:
                word = re.match(r"(?:(\d)\*)?(" + form + r")(?:\s+|$)", rest)
                if word:
                    found += [word[2]] * int(word[1] or 1)
                    rest = rest[word.end():]
                    break
            else:
                return None
        if not units or len(leaders) > 1 or len(guns) > min(2, len(units)):
            return None
        return cls(q, which, units, guns, leaders[0] if leaders else None)

    def fresh(self):
        return Group("none", ("able",) * len(self.units), ("ready",) * len(self.guns), self.leader is not None)

    def at_range(self, power, reach, kind):
        """A7.2-.22, A8.3"""
        if self.range > reach and (kind not in ("first", "rate") or self.range > 2 * reach):
            return Fraction(0)
        return Fraction(power) * {0: 3, 1: 2}.get(self.range, 1) / (2 if self.range > reach else 1)


def terrain(named):
    return next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])


def can_go_on(unit):
    return not (unit.gone or unit.broken or unit.pinned)


def smoke(q, number):
    """A24.2, A24.5: the DRM of SMOKE in a Location"""
    if number > q["street"]:
        return 0
    return 2 if q["laid"] and number == 1 else q["smoke"]


def in_location(q, number, hindrance=0, of_smoke=True, pinned=False):
    """TEM, SMOKE, FFNAM and FFMO there; none of the last two if all are pinned"""
    row = terrain(q["street_terrain"] if number <= q["street"] else q["goal"])
    here = smoke(q, number)
    total = int(row["drm"]) + hindrance + (here if of_smoke else 0)
    if pinned:
        return total
    total -= q["moves"] != "assault"                         # A4.6: FFNAM
    return total - (row["open"] == "true" and hindrance + here == 0)             # FFMO


def their_check(firers, group, original):
    """A8.31: the DR of Final Protective Fire is a NMC of the firers, the leader first and without his own modifier"""
    leads = group.leads and original < printed(firers.leader) and original < 12
    helped = int(firers.leader[-2:]) if leads else 0
    units = []
    for name, state in zip(firers.units, group.units):
        if state == "broken" or original == 12 or original + helped > printed(name):
            units.append("broken")
        else:
            units.append("pinned" if original + helped == printed(name) else state)
    return group._replace(leads=leads, units=tuple(units))


def residual_of(column, outside):
    """A8.2, A8.26: half the column used, one counter less for each +1 from outside the target's hex"""
    if column < 0:
        return 0
    left = int(Charts.by("asl/residual-firepower.csv", "column")[str(COLUMNS[column])]["residual"])
    counters = [0, 1, 2, 4, 6, 8, 12]
    return counters[max(0, counters.index(left) - max(0, outside))]


def lanes_of(group):
    return [lane for lane in group.guns if isinstance(lane, int)]


def powers_of(firers, group, kind):
    """{('unit' or 'gun', place): FP} of those who fire so: 'first', 'rate' (MGs that kept theirs), 'subsequent', 'protective'"""
    found = {}
    for place, name in enumerate(firers.units):
        state = group.units[place]
        if state == "broken" or kind == "rate" or kind == "subsequent" and state == "final":
            continue
        if kind == "first" and place in firers.in_place:     # A7.353: in Sustained Fire none is lost
            continue
        power, reach = (int(part) for part in name.split("-")[:2])
        found["unit", place] = firers.at_range(power, reach, kind) / (2 if state == "pinned" else 1)
    able = {"first": ("ready",), "rate": ("ready",), "subsequent": ("ready", "first"), "protective": ("ready", "first", "final")}[kind]
    for place, gun in enumerate(firers.guns):
        by = group.units[gun.by]
        if by != "broken" and group.guns[place] in able:
            found["gun", place] = firers.at_range(gun.power, gun.reach, kind) / (2 if by == "pinned" else 1)
    return {who: power / (1 if kind in ("first", "rate") else 2) for who, power in found.items() if power}


def kind_of(q, firers, group):
    """How the group fires next, None if not at all"""
    if group.marker == "none":
        return "first"
    if powers_of(firers, group, "rate"):                     # A9.2: MGs that kept their rate fire first, by themselves
        return "rate"
    if lanes_of(group):
        return None
    if group.marker == "first":
        return "subsequent" if q["subsequent_fire"] else None
    return "protective" if q["protective_fire"] and firers.range <= 1 else None


def columns_lost(firers, powers):
    """A7.9, A19.33: by those who fire, where nobody directs"""
    if firers.cowers == "never":
        return 0
    firing = {place if what == "unit" else firers.guns[place].by for what, place in powers}
    return 2 if firers.cowers == "inexperienced" or any(firers.poor(place) for place in firing) else 1


def shot(dice, group, q, firers, number):
    """One attack: (the group, cell of the IFT, Residual FP, whether a MG malfunctions)"""
    kind = kind_of(q, firers, group)
    powers = powers_of(firers, group, kind) if kind else {}
    if q["moves"] == "dash" and number <= q["street"]:
        powers = {who: power / 2 for who, power in powers.items()}
    if sum(powers.values()) < 1:
        return group, "-", 0, False
    sustained = kind in ("subsequent", "protective")
    leader = int(firers.leader[-2:]) if group.leads else None
    coloured, white = dice.two()
    left = columns_lost(firers, powers) if coloured == white and leader is None else 0
    marked = set()                                           # A7.9: who is marked Final Fire, and his MGs
    if left and not sustained:
        firing = sorted({place if what == "unit" else firers.guns[place].by for what, place in powers})
        marked = set(random_selection(dice, firing, 1))
    fired = [place for what, place in powers if what == "gun"]
    breaks = [place for place in fired                       # A9.3, A9.7
              if coloured + white >= firers.guns[place].number - (2 if sustained else 0)]
    if len(breaks) > 1:                                      # A9.71
        breaks = random_selection(dice, breaks, 1)
    stays = sum(powers.values())
    guns = list(group.guns)
    for place in fired:
        gun = firers.guns[place]
        lays = firers.lays_lanes and 0 < firers.range <= gun.reach
        lane = lays and kind == "first" and gun.by not in marked and place not in breaks
        keeps = not sustained and not lays and coloured <= gun.rof and gun.by not in marked and place not in breaks
        if keeps or lane or place in breaks:
            stays -= powers["gun", place]
        guns[place] = "out" if place in breaks else number if lane else "ready" if keeps else "first"
    result = cell(column_of(sum(powers.values())) - left,
                  coloured + white + q["drm"] + in_location(q, number, q["hindrance"]) + (leader or 0))
    outside = q["hindrance"] + max(0, leader or 0)           # A8.26
    residual = residual_of(column_of(stays) - left, outside) if stays else 0
    units = ["final" if place in marked else state for place, state in enumerate(group.units)]
    over = sustained or all(state == "final" for state in units)
    for place, gun in enumerate(firers.guns):
        if guns[place] != "out" and not isinstance(guns[place], int) and (over or units[gun.by] == "final"):
            guns[place] = "final"
    if over:
        units = ["able" if state == "final" else state for state in units]
    group = group._replace(marker="final" if over else "first", units=tuple(units), guns=tuple(guns))
    return their_check(firers, group, coloured + white) if kind == "protective" else group, result, residual, bool(breaks)


def attack_of_residual(dice, power, q, number):
    """A8.2, A8.22: first of all, with what is in the Location and no Hindrance from outside"""
    return dice.read(lambda dr: cell(column_of(power), dr + in_location(q, number)))


def attack_of_lane(dice, q, firers, gun, number, pinned):
    """A9.22: (cell, whether the MG malfunctions)"""
    column = column_of(gun.power) - 1
    power = 0 if column < 0 else COLUMNS[column] * (2 if firers.range == 1 else 1)
    if not power:
        return "-", False
    drm = in_location(q, number, q["hindrance"], of_smoke=False, pinned=pinned)
    return dice.read(lambda dr: (cell(column_of(power), dr + drm), dr >= gun.number))


def add(sums, key, chance):
    sums[key] = sums.get(key, 0) + chance


def struck(stack, state, result):
    """{state: Fraction} after a cell of the IFT on those who move"""
    if result == "-":
        return {state: Fraction(1)}
    places = tuple(place for place, _ in state.units)
    after = {}
    for (units, events), share in after_result(stack, (tuple(unit for _, unit in state.units), state.events), result).items():
        heroes = (HERO,) * (len(units) - len(places))
        add(after, state._replace(units=tuple(zip(places + heroes, units)), events=events), share)
    return after


def moving(state):
    return any(can_go_on(unit) for _, unit in state.units)


def there(state):
    """Whom what lies in a Location attacks (A8.2, A9.22), whether they can go on or not"""
    return any(not unit.gone for _, unit in state.units)


def attacked(chances, stack, attack, applies=moving):
    """{state: Fraction} after `attack(state)`, {(state, cell): Fraction}, where it applies"""
    after, played = {}, 0
    for state, chance in chances.items():
        if not applies(state):
            add(after, state, chance)
            continue
        for (now, result), share in attack(state).items():
            for then, part in struck(stack, now, result).items():
                add(after, then, chance * share * part)
                played += 1
        if len(after) > 3000 or played > 6000:
            raise TooLong
    return after


def with_group(state, which, group, breaks):
    events = state.events | ({"malfunction"} if breaks else set())
    return state._replace(groups=state.groups[:which] + (group,) + state.groups[which + 1:], events=events)


def enters(q, stack, firers, chances, number):
    """{state: Fraction} after a Location of the street, or the goal"""
    in_street = number <= q["street"]
    spent = 1 + (smoke(q, number) > 0) if in_street else q["goal_mf"]            # A24.7
    sees = number >= q["open_fire_at"] and (in_street or q["sees_goal"])

    def of_residual(state):
        return {(state, cell): share for cell, share in
                every_game(attack_of_residual, state.residual[number - 1], q, number).items()}

    chances = attacked(chances, stack, of_residual, lambda state: moving(state) and state.residual[number - 1] > 0)
    for which, group in enumerate(firers):
        for place, gun in enumerate(group.guns):
            def of_lane(state, which=which, group=group, place=place, gun=gun):
                found, pinned = {}, all(unit.gone or unit.pinned for _, unit in state.units)
                for (result, breaks), share in every_game(attack_of_lane, q, group, gun, number, pinned).items():
                    now = state.groups[which]
                    now = now._replace(guns=now.guns[:place] + ("out",) + now.guns[place + 1:]) if breaks else now
                    add(found, (with_group(state, which, now, breaks), result), share)
                return found
            chances = attacked(chances, stack, of_lane, lambda state, which=which, place=place: there(state) and
                               state.groups[which].guns[place] == number)
    for which, group in enumerate(firers):
        shots = {}

        def of_group(state, which=which, group=group, shots=shots):
            found, before = {}, state.groups[which]
            if before not in shots:
                shots[before] = every_game(shot, before, q, group, number)
            for (now, result, left, breaks), share in shots[before].items():
                after = with_group(state, which, now, breaks)
                residual = tuple(max(was, left) if place == number else was for place, was in enumerate(state.residual, start=1))
                add(found, (after._replace(residual=residual), result), share)
            return found
        for _ in range(spent if sees else 0):
            chances = attacked(chances, stack, of_group)
    after = {}
    for state, chance in chances.items():
        goes_on = [(place, unit) for place, unit in state.units if in_street and can_go_on(unit) and unit.heat != "berserk"]
        over = [(place, unit, in_street) for place, unit in state.units if (place, unit) not in goes_on and place != HERO]
        add(after, state._replace(units=tuple(goes_on), over=tuple(sorted(state.over + tuple(over)))), chance)
    return after


def grenades(dice, q):
    """A24.1: one try before they set out"""
    needs = q["lays_smoke"]
    if isinstance(needs, str):
        needs = int(Charts.by("asl/smoke-exponents.csv", "squad")[needs]["exponent"])
    if not needs:
        return "none"
    return dice.read_die(lambda face: "over" if face == 6 else "laid" if face <= needs else "none")


def outcome_of(unit, in_street):
    if in_street is None:
        return "stays"
    return "eliminated" if unit.gone else "broken" if unit.broken else "berserk" if unit.heat == "berserk" else \
        "pinned" if unit.pinned and in_street else "across"


def count(q):
    stack = Stack.of({**q, "status": "good"})
    stack.heat = heat_asked(q)
    ends = {}
    for how, share in every_game(grenades, q).items():
        for end, chance in all_cross({**q, "laid": how == "laid"}, stack, how == "over").items():
            add(ends, end, share * chance)
    return tally(ends)


def all_cross(q, stack, stays):
    """{End: Fraction}; `stays`: the first, or the stack, ended its MPh by a 6"""
    firers = [Firers.of(q, which) for which in ("", "second_") if q.get(which + "firers")]
    chances = {State((), (), frozenset(), tuple(group.fresh() for group in firers), (0,) * (q["street"] + 1)): Fraction(1)}
    there = list(enumerate(stack.units))
    for number, party in enumerate([there] if q["together"] == "stack" else [[one] for one in there]):
        if stays and not number:
            chances = {state._replace(over=tuple((place, unit, None) for place, unit in party)): chance for state, chance in chances.items()}
            continue
        chances = {state._replace(units=tuple(party)): chance for state, chance in chances.items()}
        for location in range(1, q["street"] + 2):
            chances = enters(q, stack, firers, chances, location)
        merged = {}
        for state, chance in chances.items():                # a hero who steps forward is not counted
            add(merged, state._replace(units=()), chance)
        chances = merged
    ends = {}
    for state, chance in chances.items():
        units = [unit for _, unit, _ in state.over]
        outcomes = [outcome_of(unit, in_street) for _, unit, in_street in state.over]
        found = Stack(units, states=stack.states)
        found.events = set(state.events)
        _, events, measures = report(found)
        measures = {name: value for name, value in measures.items() if name == "good_order_share"}
        measures["casualty_vp"] = casualty_vp(stack.units, units)
        names = ("stays", "across", "pinned", "broken", "eliminated", "berserk")
        outcome = outcomes[0] if len(outcomes) == 1 else " + ".join(
            f"{outcomes.count(name)} {name}" for name in names if name in outcomes)
        end = End(outcome, events | ({"all_across"} if set(outcomes) == {"across"} else set()),
                  **{name: outcomes.count(name) for name in names[1:5]}, **measures)
        add(ends, end, chance)
    return ends
