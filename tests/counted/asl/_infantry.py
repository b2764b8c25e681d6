"""Infantry of ASL under the results of the Infantry Fire Table: A7.3, A7.8, A10.2-.31, A15, A17.1-.2, A19.1, A25.22."""

import collections
import functools
import itertools
import re
from collections import namedtuple
from fractions import Fraction

from faces import Charts, End, every_game, stack_outcome
from questions import expanded, fraction

SQUADS = ["4-6-7", "4-4-7", "4-2-6", "4-3-6", "5-4-8", "6-2-8", "5-2-7", "4-5-8", "2-4-7", "2-3-7", "2-2-6", "2-2-8",
          "1-2-7"]
SINGLE = SQUADS + ["8-1", "9-2", "8-0", "7-0", "6+1", "9-1"]
STACKS = SINGLE + ["2*4-6-7", "4-6-7 8-1", "4-4-7 8-0", "4-6-7 9-2", "2*4-4-7 7-0", "4-2-6 9-1", "4-6-7 4-4-7",
                   "2*4-6-7 8-1", "2-4-7 2-2-8", "8-1 8-0", "9-2 8-0"]
COMMISSARS = ["9-0", "10-0", "4-4-7 9-0", "4-2-6 10-0", "8-1 9-0", "10-2 10-0", "4-5-8 9-0", "2-2-6 9-0", "6+1 10-0", "10-2 9-0",
              "9-0 10-2 4-4-7"]

HEROES = ["1-4-9", "1-3-8", "1-4-9 4-6-7", "1-3-8 4-4-7", "1-4-9 9-2", "1-3-8 10-0", "1-4-9 1-3-8"]
WOUNDED_HERO = "1-3-8"

# A reading: whether an LLMC that is passed with the highest DR pins (A7.8 says "an MC" and names no exception).
LLMC_PINS = False
# A reading: whether another leader's modifier helps with an LLMC or LLTC, as with any MC of A10.7.
LEADERS_HELP_LLMC = False

# heat: what Heat of Battle made of it, "berserk", "heroic" or "fanatic"; was_wounded: an SMC, before anything happened;
# taken, half: whether it, or a half-squad of it, is a prisoner ("held") or has been one ("free")
Unit = namedtuple("Unit", "name broken pinned reduced gone was_broken disrupted heat was_wounded taken half",
                  defaults=[False, "", False, "", ""])
# What follows an Original 2: the nation, No Quarter, no Known enemy
Heat = namedtuple("Heat", "nation no_quarter no_known_enemy")


class Stack:
    """The units in a Location, and what happened to them."""

    def __init__(self, units, elr=5, states=(), broken=False, heat=None):
        self.heat = heat
        self.berserk_leaders = []
        self.struck = ()                                     # the places of those whom a Critical Hit strikes
        self.kinds = None                                    # of each place, where like units need not be told apart
        self.units = list(units)
        self.elr = elr
        self.states = states
        self.was_broken = broken
        self.events = set()
        self.lost = []

    @classmethod
    def of(cls, q):
        broken = q["status"] == "broken"
        states = tuple((q["target_state"] or "").split())
        wounded = "wounded" in states                        # the SMC among them
        units = [Unit(name, broken, False, False, False, broken, was_wounded=wounded and is_smc(name))
                 for name in expanded(q["target"])]
        return cls(units, q["elr"], states, broken, heat_asked(q))

    def key(self):
        return tuple(self.units), frozenset(self.events)

    def again(self, key):
        copy = Stack(key[0], self.elr, self.states, self.was_broken, self.heat)
        copy.events = set(key[1])
        return copy


def heat_asked(q):
    if q.get("heat_of_battle", "none") == "none":
        return None
    return Heat(q["heat_of_battle"], q["no_quarter"], q["no_known_enemy"])


def is_berserk(stack, unit):
    return "berserk" in stack.states or unit.heat == "berserk"


def is_hero(unit):
    """A15.2, A15.21: a heroic leader, too"""
    return line(unit.name)["kind"] == "hero" or unit.heat == "heroic"


@functools.cache
def line(name):
    if name == "vehicle":                                    # among the groups of asl.assault
        return {"kind": "vehicle", "inexperienced": "false"}
    return Charts.by("asl/infantry.csv", "unit")[name]


@functools.cache
def is_smc(name):
    return line(name)["kind"] in ("leader", "commissar", "hero")


@functools.cache
def is_leader(name):
    """A25.22: a commissar is a leader in all that the rules of commissars do not say otherwise."""
    return line(name)["kind"] in ("leader", "commissar")


@functools.cache
def is_commissar(name):
    return line(name)["kind"] == "commissar"


def commissar_leads(stack):
    """A25.221: whether a commissar there is neither broken nor pinned; it names no berserk one, who is neither"""
    return any(is_commissar(unit.name) and not (unit.gone or unit.broken or unit.pinned) for unit in stack.units)


@functools.cache
def printed(name):
    return int(re.match(r"\d+" if is_leader(name) else r"\d+-\d+-(\d+)", name)[0 if is_leader(name) else 1])


def is_wounded(unit):
    """A17.1: of an SMC"""
    return unit.reduced or unit.was_wounded or unit.name == WOUNDED_HERO


def leadership(unit):
    """A17.3: a wounded leader's modifier is one worse."""
    return printed_leadership(unit.name) + is_wounded(unit)


@functools.cache
def printed_leadership(name):
    return int(re.fullmatch(r"\d+([-+]\d)", name)[1])


def morale(stack, unit):
    if is_berserk(stack, unit):
        return 10
    level = int(line(unit.name)["broken_morale"]) if unit.broken else printed(unit.name)
    level = max(9, level) if unit.heat == "heroic" else level                    # A15.21
    level -= is_smc(unit.name) and is_wounded(unit) and unit.name != WOUNDED_HERO    # A17.3; whose 8 is printed
    level -= "encircled" in stack.states and not is_hero(unit)                   # A7.7, A15.2
    level += "fanatic" in stack.states or unit.heat == "fanatic"                 # A10.8
    level += not is_commissar(unit.name) and commissar_leads(stack)              # A25.221
    return min(10, level)


def order(stack):
    """A10.21: leaders first, from the higher current morale down, of the same morale the better one first, then the
    unwounded, then the unbroken (the text of asl.fire); before them the commissars (A25.221)."""
    leaders = [place for place, unit in enumerate(stack.units) if is_leader(unit.name)]
    others = [place for place, unit in enumerate(stack.units) if not is_leader(unit.name)]
    if len(leaders) > 1:                                     # of like ones whom a Critical Hit strikes last: the program's order
        leaders.sort(key=lambda place: (rank(stack, stack.units[place]), place in stack.struck))
    return leaders + others


def rank(stack, unit):
    if not is_leader(unit.name):
        return (2, 0, 0, False, False)
    return (0 if is_commissar(unit.name) else 1, -morale(stack, unit), leadership(unit), is_wounded(unit), unit.broken)


def rally_rank(stack, place):
    """The order in a Rally Phase, as asl.assault tells it"""
    unit = stack.units[place]
    if is_leader(unit.name):
        return 0, -morale(stack, unit), leadership(unit), unit.reduced, unit.was_broken, place
    power, reach, level = (int(part) for part in unit.name.split("-"))
    kind = line(unit.name)["kind"]
    return 1, kind == "crew", -morale(stack, unit), kind != "squad", unit.reduced, -level, -power, -reach, \
        unit.was_broken, place


def helped_by(stack, place):
    """A10.7: the modifier of the best other leader who is unbroken and not pinned; for a leader, one of higher rank.
    A25.221: none for a commissar, and no other leader's where one leads."""
    me = stack.units[place]
    if is_berserk(stack, me) or is_commissar(me.name):
        return 0
    found = []
    for other, unit in enumerate(stack.units):
        if other == place or unit.gone or unit.broken or unit.pinned or is_berserk(stack, unit) or not is_leader(unit.name):
            continue
        if commissar_leads(stack) and not is_commissar(unit.name):
            continue
        if is_leader(me.name) and morale(stack, unit) <= morale(stack, me):
            continue                                         # A10.22: nobody of equal or lower rank
        found.append(leadership(unit))
    return min(found) if found else 0


def change(stack, place, **what):
    stack.units[place] = stack.units[place]._replace(**what)


def casualty_reduction(dice, stack, place, second=False):
    """A7.302, A17.11; `second`: the wound counts as a second one in any case"""
    unit = stack.units[place]
    if is_smc(unit.name):
        if "climbing" in stack.states:                       # B11.42: who is wounded falls
            change(stack, place, gone=True)
        elif dice.read_die(lambda face: face + (is_wounded(unit) or second) >= 5):
            change(stack, place, gone=True)
        else:
            change(stack, place, reduced=True)
    elif line(unit.name)["reduced_to"]:
        change(stack, place, name=line(unit.name)["reduced_to"], reduced=True)
    else:
        change(stack, place, gone=True)


def note_loss(stack, place, before):
    """A leader who is lost, as he is then; what it costs the others comes after their own checks."""
    stack.events.add("leader_lost")
    now = stack.units[place]
    he = now._replace(broken=before.broken)                  # after Replacement and a wound, A10.31
    stack.lost.append((place, now, morale(stack, he)))


def leaders_are_lost(dice, stack):
    """A10.2: LLMC for a leader who is eliminated, LLTC for one who breaks, as they were lost; at once, by rank."""
    while stack.lost:
        leader_is_lost(dice, stack, *stack.lost.pop(0))


def leader_is_lost(dice, stack, place, now, level):
    if "berserk" in stack.states or "climbing" in stack.states:                  # B11.42: only checks of the IFT
        return
    for other in order(stack):
        if other != place:
            suffers_loss(dice, stack, other, now, level)


def suffers_loss(dice, stack, other, now, level):
    """What the loss of a leader does to one unit"""
    drm = max(0, -leadership(now))                           # his modifier with its sign reversed
    unit = stack.units[other]
    if unit.gone or is_berserk(stack, unit) or is_commissar(unit.name):          # A25.221: they take neither
        return
    if morale(stack, unit) >= level and not (is_commissar(now.name) and is_leader(unit.name)):
        return
    if now.gone:
        morale_check(dice, stack, other, drm, pins=LLMC_PINS, helped=LEADERS_HELP_LLMC)
    elif not unit.broken and not unit.pinned and not is_hero(unit):              # A15.2
        task_check(dice, stack, other, drm, helped=LEADERS_HELP_LLMC)


def task_check(dice, stack, place, drm, helped=True):
    if "climbing" in stack.states:                           # B11.42: nobody is pinned
        return
    needs = morale(stack, stack.units[place]) - drm - (helped_by(stack, place) if helped else 0)
    if not dice.read(lambda total: total <= needs):
        change(stack, place, pinned=True)


def breaks(dice, stack, place, over, casualty):
    """A19.13 (Replacement), then A10.31 (Casualty Reduction), and broken."""
    unit = stack.units[place]
    if "climbing" in stack.states:                           # B11.42: who breaks falls; nobody is Replaced
        change(stack, place, gone=True)
        return
    kind = line(unit.name)["kind"]
    if over > (5 if line(unit.name)["underlined_morale"] == "true" else stack.elr) and kind in ("squad", "half_squad", "leader"):
        if line(unit.name)["replaced_by"]:
            stack.events.add("replaced")
            change(stack, place, name=line(unit.name)["replaced_by"])
        elif "fanatic" not in stack.states and unit.heat != "fanatic":           # who are never Disrupted
            stack.events.add("disrupted")
            change(stack, place, disrupted=True)
    if casualty:
        casualty_reduction(dice, stack, place)
    change(stack, place, broken=True, pinned=False)


def morale_check(dice, stack, place, number, pins=True, helped=True):
    unit = stack.units[place]
    drm = number + (helped_by(stack, place) if helped else 0)
    level = morale(stack, unit)
    heats = stack.heat and line(unit.name)["kind"] not in ("crew", "hero") and not is_berserk(stack, unit) and \
        unit.heat != "heroic" and "climbing" not in stack.states                 # A15.1

    def reading(total):
        two = heats and total == 2
        if total == 12:
            return "12", max(0, total + drm - level), two
        if total + drm > level:
            return "fails", total + drm - level if not unit.broken else 1, two
        return ("pins" if total == min(11, level - drm) else "passes"), 0, two

    how, over, two = dice.read(reading)
    if how in ("12", "fails"):
        if is_hero(unit):                                    # A15.2: wounded where others break, a second time eliminated
            if is_wounded(unit):
                change(stack, place, gone=True)
            else:                                            # A reading: one wound of a 12, which counts as a second one
                casualty_reduction(dice, stack, place, how == "12")
        elif is_berserk(stack, unit):
            if how == "12" and not is_smc(unit.name):
                change(stack, place, gone=True)              # so the text of asl.fire: an MMC; a leader is wounded like a hero
            else:
                casualty_reduction(dice, stack, place, how == "12")
        elif unit.broken:
            if how == "12":                                  # A10.31
                change(stack, place, gone=True)
            else:
                casualty_reduction(dice, stack, place)
        else:
            breaks(dice, stack, place, over, how == "12")
    elif how == "pins" and pins and not unit.broken and not is_berserk(stack, unit) and "climbing" not in stack.states and \
            not is_hero(unit):
        change(stack, place, pinned=True)                    # A7.8
    if two and not stack.units[place].gone:
        heat_of_battle(dice, stack, place, unit)
    now = stack.units[place]
    if is_leader(unit.name) and (now.gone or now.broken and not unit.broken):
        note_loss(stack, place, unit)


def hardening_row(nation, name):
    """A15.3: a unit that is none of the nation's own stands on its own nation's list (the text of asl.heat-of-battle)."""
    rows = [row for row in Charts.rows("asl/battle-hardening.csv") if row["unit"] == name]
    own = [row for row in rows if row["nationality"] in (nation, "any")]
    return (own + rows + [None])[0]


def heat_of_battle(dice, stack, place, before):
    """A15.1-.5; a hero who steps forward is none of those that are counted"""
    from asl.heat_of_battle import final_drm, result, unit_class

    stack.events.add("heat_of_battle")
    unit = stack.units[place]
    q = {"unit": unit.name, "class": "as_printed", "nation": stack.heat.nation, "drm": 0, "broken": before.broken or unit.broken,
         "no_quarter": stack.heat.no_quarter, "no_known_enemy": stack.heat.no_known_enemy,
         "fanatic": "fanatic" in stack.states or unit.heat == "fanatic"}
    of_class = unit_class(q)
    found = dice.read(lambda total: result(q, total + final_drm(q, of_class), of_class))
    if found.endswith("battle_hardening"):                   # A15.3
        row = hardening_row(stack.heat.nation, unit.name)
        change(stack, place, broken=False, pinned=False, disrupted=False, **(
            {"name": row["hardened"]} if row and row["hardened"] else {"heat": "fanatic"}))
    if found.startswith("hero") and is_leader(unit.name):    # A15.21
        change(stack, place, broken=False, pinned=False, heat="heroic")
    elif found.startswith("hero"):                           # he steps forward; nothing of this attack befalls him
        stack.units.append(Unit("1-4-9", False, False, False, False, False, heat="fanatic" * (stack.units[place].heat == "fanatic")))
    elif found == "berserk":                                 # A15.4
        change(stack, place, broken=False, pinned=False, heat="berserk")
        if is_leader(unit.name):
            stack.berserk_leaders.append(place)
    elif found == "surrender":
        change(stack, place, broken=True, pinned=False, disrupted=True)


def berserk_leaders_drag_along(dice, stack):
    """A15.41: an NTC with his modifier for each of the others, the broken, too; who passes is berserk and rallied.
    A25.221: without it for a commissar, and for all whom one leads. With a commissar they go unchecked (A15.41)."""
    for place in stack.berserk_leaders:
        he = stack.units[place]
        for other in order(stack):
            unit = stack.units[other]
            if other == place or unit.gone or is_berserk(stack, unit) or unit.heat == "heroic" or \
                    line(unit.name)["kind"] in ("crew", "hero"):
                continue
            needs = morale(stack, unit) - (0 if is_commissar(unit.name) or commissar_leads(stack) else leadership(he))
            if is_commissar(he.name) or dice.read(lambda total, needs=needs: total <= needs):
                change(stack, other, broken=False, pinned=False, heat="berserk")


@functools.cache
def selections(many, number):
    """How often each choice of units comes of a die for each: the highest, and all that tie with the last of them."""
    cases = {}
    for rolls in itertools.product(range(1, 7), repeat=many):
        least = sorted(rolls, reverse=True)[number - 1]
        chosen = tuple(place for place, roll in enumerate(rolls) if roll >= least)
        cases[chosen] = cases.get(chosen, 0) + 1
    return tuple(cases.items())


@functools.cache
def selections_of_kinds(kinds, number):
    """The same of units some of which are of a kind: of these the first"""
    cases = {}
    for chosen, ways in selections(len(kinds), number):
        of_kind = collections.Counter(kinds[index] for index in chosen)
        first = tuple(index for index, kind in enumerate(kinds) if kinds[:index].count(kind) < of_kind[kind])
        cases[first] = cases.get(first, 0) + ways
    return tuple(cases.items())


def random_selection(dice, places, number, kinds=None):
    """A.9: those of `places` that are selected; `kinds` of a place: those of the same one need not be told apart."""
    if number >= len(places):
        return list(places)
    if kinds:
        return [places[index] for index in dice.of(selections_of_kinds(tuple(kinds[place] for place in places), number))]
    return [places[index] for index in dice.of(selections(len(places), number))]


def alive(stack):
    return [place for place in order(stack) if not stack.units[place].gone]


def apply(dice, stack, result):
    """A cell of the Infantry Fire Table on all units of the Location."""
    apply_to(dice, stack, [(result, alive(stack))])


def strikes(dice, stack, result, places):
    """A7.301, A7.302: a KIA or K/# on the units in these places; those who take no MC of it any more"""
    def befalls(place, effect):
        before = stack.units[place]
        effect(place)
        now = stack.units[place]
        if is_leader(before.name) and (now.gone or now.broken and not before.broken):
            note_loss(stack, place, before)

    def breaks_or_is_reduced(place):
        unit = stack.units[place]
        if unit.broken or is_berserk(stack, unit) or is_hero(unit):    # who cannot break is reduced
            casualty_reduction(dice, stack, place)
        elif "climbing" in stack.states:
            change(stack, place, gone=True)
        else:
            change(stack, place, broken=True, pinned=False)

    struck = [place for place in order(stack) if place in places]
    if result.endswith("KIA"):                               # some are eliminated, then the others break
        chosen = random_selection(dice, sorted(places), int(result[:-3]), stack.kinds)
        for place in [place for place in struck if place in chosen]:
            befalls(place, lambda place: change(stack, place, gone=True))
        for place in [place for place in struck if place not in chosen]:
            befalls(place, breaks_or_is_reduced)
        return set(places)
    spared = set()
    if result.startswith("K/"):
        chosen = random_selection(dice, sorted(places), 1, stack.kinds)
        for place in [place for place in struck if place in chosen]:
            befalls(place, lambda place: casualty_reduction(dice, stack, place))
            if is_smc(stack.units[place].name):
                spared.add(place)
    return spared


def apply_to(dice, stack, groups):
    """One DR that is read for each of several groups: [(cell of the IFT, places of the units)]"""
    number = strike_all(dice, stack, groups)
    done = set()
    while True:                                              # A10.21: leaders first
        left = [place for place in alive(stack) if place in number and place not in done]
        if not left:
            break
        done.add(left[0])
        check(dice, stack, left[0], number[left[0]])
    leaders_are_lost(dice, stack)
    berserk_leaders_drag_along(dice, stack)


def strike_all(dice, stack, groups):
    """The KIA and K of such a DR; {place: number of its MC, None: a PTC} of those who check then"""
    groups = [(result, places) for result, places in groups if places and result != "-"]
    if any(result != "PTC" for result, _ in groups):
        stack.events.add("nmc_or_better")
    done, before = set(), list(stack.units)
    # a reading of asl.fire: the result that strikes a commissar goes first
    groups.sort(key=lambda group: not any(is_commissar(stack.units[place].name) for place in group[1]))
    for result, places in groups:
        done |= strikes(dice, stack, result, places)
    stack.lost.sort(key=lambda loss: rank(stack, before[loss[0]]))               # at once, by rank, of whatever group
    number = {}
    for result, places in groups:
        for place in places:
            number[place] = None if result in ("PTC",) or result.endswith("KIA") else \
                0 if result == "NMC" else int(result[:-2]) if result.endswith("MC") else int(result[2:])
    return {place: what for place, what in number.items() if place not in done}


def check(dice, stack, place, number):
    if number is not None:
        morale_check(dice, stack, place, number)
    else:                                                    # PTC
        unit = stack.units[place]
        if not unit.broken and not unit.pinned and not is_berserk(stack, unit) and not is_hero(unit):
            task_check(dice, stack, place, 0)


def note_losses(stack, before):
    for place in sorted(range(len(before)), key=lambda place: rank(stack, before[place])):
        unit, now = before[place], stack.units[place]
        if is_leader(unit.name) and not unit.gone and (now.gone or now.broken and not unit.broken):
            note_loss(stack, place, unit)


_EFFECTS = {}


def after_result(stack, key, result):
    """{key of the stack: Fraction} after a cell of the IFT on it"""
    what = (key, result, stack.elr, stack.states, stack.was_broken, stack.heat)
    if what not in _EFFECTS:
        def play(dice):
            units = stack.again(key)
            apply(dice, units, result)
            return units.key()
        if len(key[0]) > 2 and not stack.heat:               # check after check
            from asl._location import in_places
            _EFFECTS[what] = in_places(stack, key).after({key: Fraction(1)}, [result])
        else:
            _EFFECTS[what] = every_game(play)
    return _EFFECTS[what]


def after_result_of_two(stack, key, results):
    """The same where one DR has two cells: the first for those whom Random Selection strikes (C3.74)."""
    what = (key, results, stack.elr, stack.states, stack.was_broken, stack.heat)
    if what not in _EFFECTS:
        def play(dice):
            units = stack.again(key)
            there = sorted(alive(units))
            units.struck = struck = random_selection(dice, there, 1) if there else []
            apply_to(dice, units, [(results[0], [place for place in alive(units) if place in struck]),
                                   (results[1], [place for place in alive(units) if place not in struck])])
            return units.key()
        _EFFECTS[what] = every_game(play)
    return _EFFECTS[what]


def ends_of(stack, key, events=(), outcome=None, **measures):
    """How it ended for a stack: what was noted on the way comes to what its units show."""
    key = key[0][:len(stack.units)], key[1]                  # without heroes who stepped forward
    found, more, counted = report(stack.again(key))
    lost = {"casualty_vp": casualty_vp(stack.units, key[0])}
    return End(outcome or found, set(more) | set(events), **{**counted, **lost, **measures})


GERMAN = ["4-6-7", "4-4-7", "5-4-8", "2-4-7", "2-3-7", "4-3-6"]    # an 8-3-8 may fall apart (A19.13), which is not followed
RUSSIAN = ["4-4-7", "4-2-6", "6-2-8", "2-3-7", "2-2-6", "4-5-8"]


def heat_asked_for(question, random, attacks=None):
    """Now and then a target with Heat of Battle, of its own nation's units; the counter has it for one attack, for two on
    one MMC: of the hero who may have stepped forward only Random Selection knows then"""
    for name in ("heat_of_battle", "no_quarter", "no_known_enemy"):
        question.pop(name, None)
    if random.random() < 0.2 and question["target"] != "afv":
        nation = random.choice(("german", "russian"))
        unit = random.choice(GERMAN if nation == "german" else RUSSIAN)
        leader = random.choice(("8-1", "8-0", "6+1", "9-2", "7-0", "10-3"))
        commissar = random.choice(("9-0", "10-0")) if nation == "russian" else "8-0"
        question["target"] = random.choice((unit, leader, f"{unit} {leader}", f"2*{unit}", f"{leader} 8-0", commissar,
                                            f"{unit} {commissar}", f"{commissar} {leader}"))
        question["heat_of_battle"] = nation
        for name in ("no_quarter", "no_known_enemy"):
            if random.random() < 0.4:
                question[name] = True
        if attacks:
            question.pop(attacks, None)
            if random.random() < 0.3:
                question[attacks], question["target"] = 2, unit
    return question


def heat_counts(q, attacks=1):
    states = (q["target_state"] or "").split()
    if q["heat_of_battle"] == "none":
        return True
    one_mmc = q["target"] in GERMAN + RUSSIAN
    return (attacks == 1 or attacks == 2 and one_mmc) and "berserk" not in states


def casualty_vp(before, units):
    """A26.211, A26.221: what is eliminated, as it is then: a Replacement costs nothing; half of a squad that is reduced"""
    def value(name):
        if is_leader(name):
            return 1 + max(0, -int(re.search(r"[-+]\d+$", name)[0]))
        return {"squad": 2, "crew": 2, "half_squad": 1}.get(line(name)["kind"], 0)

    lost = 0
    for was, now in zip(before, units):
        if now.gone:
            lost += value(now.name if is_smc(now.name) else was.name)
        elif not is_smc(now.name):
            lost += value(was.name) - value(now.name)
    return lost + sum(value(now.name) for now in units[len(before):] if now.gone)           # who was created meanwhile


def riders_of(q):
    """Who rides exposed (D.8)"""
    return Stack([Unit(name, False, False, False, False, False) for name in expanded(q["exposed"] or "")], q["elr"])


def riders_after(riders, key, q, firepower, final):
    return after_result(riders, key, cell(column_of(firepower), final + q["exposed_drm"]))


def riders_measures(riders, key, q):
    _, _, measures = report(riders.again(key))
    found = {"exposed_" + name: measures[name] for name in ("eliminated", "reduced", "broken", "pinned")}
    return {**found, **({"casualty_vp": riders_vp(riders, key)} if q["casualty_vp"] else {})}


def riders_vp(riders, key, all_lost=False):
    """A26.211, A26.221; of a crew none: it is Recalled (D5.34), or counts with its AFV (A26.212)"""
    there = [(was, now._replace(gone=now.gone or all_lost)) for was, now in zip(riders.units, key[0])
             if line(was.name)["kind"] != "crew"]
    return casualty_vp([was for was, _ in there], [now for _, now in there])


def exposed_to(q, firepower, final):
    """{measures of who rides exposed: Fraction} after one DR"""
    riders, chances = riders_of(q), {}
    for key, share in riders_after(riders, riders.key(), q, firepower, final).items():
        found = tuple(riders_measures(riders, key, q).items())
        chances[found] = chances.get(found, 0) + share
    return chances


def after_attack(stack, chances, results):
    """The same for each state of the stack and each cell, both with their Fractions."""
    after = {}
    for key, chance in chances.items():
        for result, share in results.items():
            for now, part in after_result(stack, key, result).items():
                after[now] = after.get(now, 0) + chance * share * part
    return after


COLUMNS = [1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36]


def cell(column, final):
    """A cell of the IFT, by the place of its column; '-' below the lowest."""
    if column < 0:
        return "-"
    return Charts.rows("asl/ift.csv")[min(15, max(0, final))][str(COLUMNS[column])]


def column_of(firepower):
    return sum(1 for column in COLUMNS if column <= fraction(firepower)) - 1


def report(stack):
    """(outcome, events, measures)"""
    states = []
    for unit in stack.units:
        broken = unit.broken and not unit.was_broken
        reduced = "reduced" if unit.reduced else ""
        if unit.gone:
            states.append("eliminated")
        elif unit.reduced and (broken or unit.pinned):
            states.append("reduced_broken" if broken else "reduced_pinned")
        else:
            states.append(reduced or ("broken" if broken else "pinned" if unit.pinned else "no_effect"))
    events = {"replaced" if name == "disrupted" else name for name in stack.events}         # of a unit of the lowest quality
    events.discard("leader_lost")                            # as all of these: what is so in the end, A15.41 rallies
    if any(is_leader(unit.name) and (unit.gone or unit.broken and not unit.was_broken) for unit in stack.units):
        events.add("leader_lost")
    worse = [state not in ("no_effect", "pinned") for state in states]
    if any(worse):
        events.add("broken_or_worse")
    if len(states) > 1 and all(worse):
        events.add("all_broken_or_worse")
    if any(state != "no_effect" for state in states):
        events.add("pinned_or_worse")
    if any(state == "eliminated" or state.startswith("reduced") for state in states):
        events.add("eliminated_or_reduced")
    # who is berserk is not in Good Order (A22.61 names both)
    good = 0 if "berserk" in stack.states else sum(
        state == "no_effect" and not unit.was_broken and unit.heat != "berserk" for state, unit in zip(states, stack.units))
    if good == len(states):
        events.add("good_order")
    names = ("eliminated", "reduced_broken", "reduced_pinned", "reduced", "broken", "pinned")
    measures = {
        "eliminated": states.count("eliminated"), "pinned": sum(state.endswith("pinned") for state in states),
        "reduced": sum(state.startswith("reduced") for state in states),
        "broken": sum(state.endswith("broken") for state in states), "unharmed": states.count("no_effect")}
    if len(states) > 1:
        measures["good_order_share"] = int(Fraction(100 * good, len(states)) + Fraction(1, 2))
    return stack_outcome(states, names), events, measures
