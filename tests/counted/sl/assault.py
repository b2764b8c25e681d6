"""sl.assault, from 8 to 13, 14.1-.7, 18.3-.5, 20.3, 20.72, 20.9, 46.5, 63.8, 75.5-.6, 83.2-.3, 83.5, 89.22-.232, 94.5 and 98.3.

Left out are best play, steps in the words of sl.fire, whose counter has those, what the sequence of play refuses, and what becomes of
guards and prisoners: half strength (89.62), fire at both (89.8), the first rally of who is free again (89.92-.93).

A unit is (name, state): good, berserk, broken, gone, captured, or routed, which is broken and out of the hex.
"""

import re
from collections import namedtuple

import _groups
from _turn import (balanced, bare, draw_broken, drawn_steps, fire_order,
                   is_left_out, leave_some, rally_phase_is_over, steps_of, withheld_by)
from faces import Charts, End, and_then, every_game, tally
from fractions import Fraction
from questions import expanded
from sl._infantry import (all_check, apply, best_leader, checking_order, column_of, ift, is_leader, leadership, morale, report,
                          share, terrain)
from sl import _armor
from sl._armor import is_vehicle
from sl.close_combat import kill_number
from sl.near_miss import he
from sl.smoke import gun_lays

LEAVES_OUT = ("best", "groups with two leaders")
SIDES = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order")
EVENTS = ("defender_gone", "attacker_goes_in", "close_combat", "berserk", "decided", "knocked_out", "stopped") + SIDES + tuple(
    "attacker_" + name for name in SIDES)
MEASURES = tuple(f"{side}_{what}" for side in ("defenders", "attackers")
                 for what in ("eliminated", "broken", "unharmed", "unbroken", "points_lost", "squads_lost", "crews_lost",
                              "leaders_lost", "vehicles_lost", "guns_lost")) + (
    "points_won", "defenders_captured", "decided_after", "good_order_share", "attacker_good_order_share")
NO_TIMES = tuple(name for name in MEASURES if name != "decided_after")
ALWAYS = ("attacker", "when_decided")
SIDES_AS_GROUPS = {"defender": ["defender"], "attacker": ["attacker"]}
UNBROKEN = ("good", "berserk")
CLOSE_COMBAT = "close-combat", "capture"
AWAY = ("gone", "captured", "routed")
MINE = ["4-6-7", "2*4-6-7", "4-6-7 8-1", "2*4-6-7 9-2", "8-3-8 7-0", "8-1", "4-3-6 6+1", "2-4-7", "8-0 7-0", "4-6-7 8-1 7-0",
        "6-6-6 8-0", "8-4-7 6-6-6 7-0"]
THEIRS = ["4-4-7", "2*4-4-7", "4-4-7 8-0", "6-2-8 6+1", "8-0", "4-4-7 8-1", "4-3-6", "8-0 6+1", "4-4-7 4-3-6 7-0"]
DRAW = {"steps": ["x"], "defender": THEIRS, "attacker": MINE, "attacker_drm": [-1, 0, 1, 2], "defender_drm": [-1, 0, 1, 2],
        "defender_broken_morale": [4, 5, 6, 8], "attacker_broken_morale": [5, 6, 8], "defender_nationality": ["russian"],
        "attacker_nationality": ["german"], "defender_rally_drm": [-2, -1, 1, 2, 4], "attacker_rally_drm": [-2, -1, 1, 2, 4],
        "defender_broken": [None, "some"], "attacker_broken": [None, "some"]}
State = namedtuple("State", "defenders attackers inside fought defender_hot attacker_hot decided")


def counts(q):
    return balanced(q["steps"]) and (_groups.has_groups(q) and _groups.sound(_armor.apart(q)[0], _armor.names()) or not _groups.has_groups(q) and all(
        len(step.words) == 3 for step in steps_of(q["steps"]) if step.words[0] in ("fire", "return")))


def shot_for(random):
    def shot(kind):
        power = random.choice(["4", "8", "2", "16", "0.5", "x2", "x1", "x0.5", "x0.1", "x2"])
        return f"{kind} {power} {random.choice([-2, 0, 0, 1, 2, 3, 9])}"
    return shot


def shots(random):
    shot = shot_for(random)
    steps = [shot(random.choice(["fire", "fire", "return"])) for _ in range(random.randint(1, 3))]
    if random.random() < 0.5:
        steps.insert(random.randint(0, len(steps)), "next-turn")
    if random.random() < 0.6:
        steps.append("rout")
    if random.random() < 0.8:
        steps += ["close-combat"] * random.choice([1, 1, 2])
    return "; ".join(steps)


GROUPED = (["8-3-8", "8-3-8 4-6-7", "8-3-8 8-0", "4-6-7", "2*4-6-7", "4-6-7 8-1", "2-4-7", "4-6-7 8-0", "2*4-6-7 9-2", "2-4-7 4-6-7"],
           ["4-4-7", "4-4-7 8-0", "2-4-7", "4-3-6", "4-4-7 6+1", "8-1", "2*4-4-7", "2*4-4-7 8-0"])


GROUNDS = ["", "open ground", "open", "woods", "stone building", "wheat"]


def smoke_words(random, to):
    """24.2, 63.22"""
    if random.random() < 0.5:
        return random.choice(["", to]) + random.choice([""] * 3 + [" by 4-6-7", " by 4-6-7", " by 8-3-8"])
    gun = f"gun {random.choice(['75', '75L', '88L', '150*', '105'])} range {random.choice([1, 5, 6, 13, 25])}"
    return f"{to} {gun}" + random.choice(["", "", " shots 2", " drm 1", " drm -2", " red_numbers"])


def change(question, random):
    where = random.random()
    grouped = where < 0.7
    armored = where < 0.35
    if armored:
        drawing = _armor.Drawing(random)
        question["attacker"], question["defender"], question["steps"] = drawing.drawn()
        for name in ("fire_order", "defender_nationality", "attacker_nationality", "breakdown_number", "optional_steps",
                     "optional_returns"):
            question.pop(name, None)
        question.update(drawing.more())
        if random.random() < 0.6:
            question.pop("stop_after", None)
    elif grouped:
        question["attacker"], question["defender"], question["steps"] = _groups.drawn(
            random, GROUPED, lambda random: shot_for(random)("").strip(), smoke_words, GROUNDS)
        question.pop("fire_order", None)
        question = leave_some(question, random)
    else:
        question["steps"] = shots(random) if random.random() < 0.25 else drawn_steps(random, shot_for(random))
        if random.random() < 0.3:
            steps = _groups.with_barrages(random, question["steps"].split("; "), ["attacker", "defender"], True)
            question["steps"] = "; ".join(steps)
        question = leave_some(question, random)
    if not armored:                                          # 89.23
        question["steps"] = re.sub("close-combat", lambda _: random.choice(CLOSE_COMBAT[:1] * 2 + CLOSE_COMBAT[1:]), question["steps"])
    text = question["steps"].replace("capture", "close-combat")
    if random.random() < 0.5 or not grouped:
        question["any_order"] = True
    if "stop_after" in question:
        question["stop_after"] = random.randint(1, max(1, len(steps_of(text))))
    if armored and "rally" in text and "close-combat" in text:
        question.pop("defender_broken", None)                # which of two alike attacks the vehicle first, no rule says
        question.pop("attacker_broken", None)
    for side in ("defender", "attacker"):
        draw_broken(question, side, random, lambda text: [unit for unit in expanded(_groups.of_units(
            _armor.apart({"defender": text})[0]["defender"])) if not is_vehicle(unit)])
    if "6-6-6" in question["attacker"]:
        question.pop("attacker_nationality", None)           # has no points there
    if "rally" not in text:
        for side in ("defender", "attacker"):
            for name in ("desperation", "self_rally", "ss", "rally_drm"):
                question.pop(f"{side}_{name}", None)
    for side in ("defender", "attacker"):
        if not question.get(f"{side}_broken") and not question.get(f"{side}_status"):
            question.pop(f"{side}_desperation", None)
    if "close-combat" not in text or armored and "close-combat assault" not in text:
        for name in ("attacker_drm", "defender_drm", "ambush", "take_prisoners"):
            question.pop(name, None)
        if "advance" not in text:
            question.pop("advance", None)
    if text.count("fire") < 2:
        question.pop("fire_order", None)
    return question


def ready(units):
    return [unit for unit in units if unit[1] in UNBROKEN]


def best(units):
    return min([0] + [leadership(name) for name, _ in ready(units) if is_leader(name)])


def factors(name):
    return int(name.split("-")[0])


def squad_factors(units):
    return sum(factors(name) for name, _ in ready(units) if not is_leader(name) and not is_vehicle(name))


def of_those_here(units, play):
    """`units` after play(list of those who are in the hex), which changes them"""
    here = [place for place, (_, now) in enumerate(units) if now not in AWAY]
    those = [units[place] for place in here]
    play(those)
    units = list(units)
    for place, unit in zip(here, those):
        units[place] = unit
    return tuple(units)


def shot(dice, units, firers, power, drm, *how):
    """(the units, whether they were fired at with a factor or more)"""
    if power[0] == "x":                                      # what is left of them fires, directed by the best leader
        column = column_of(squad_factors(firers) * Fraction(power[1:]))
        drm += best(firers)
    else:
        column = column_of(power)
    if column is None or all(now in AWAY for _, now in units):
        return tuple(units), column is not None
    return of_those_here(units, lambda those: apply(
        dice, those, dice.read(lambda total: ift(total + drm, column)), *how)), True


def barrage_table(barrage, halved):
    """{cell: Fraction} of an attack of artillery (46.5), None where it has no column"""
    power, drm = (Fraction(barrage.power), 0) if barrage.calibre is None else he(barrage.calibre)
    column = column_of(Fraction(power) / (2 if halved else 1))       # 75.5
    if column is None:
        return None
    drm += barrage.drm
    if barrage.terrain:
        drm += int(next(row["indirect"] for row in Charts.rows("squad-leader/terrain-effects.csv")
                        if barrage.terrain in [row["terrain"], *row["also"].split("/")]))
    return every_game(lambda dice: dice.read(lambda total: ift(total + drm, column)))


def rally_number(name, q, side, desperate):
    number = morale(name, "broken", q[f"{side}_broken_morale"], q[f"{side}_marsh"])
    if q[f"{side}_ss"]:
        number += 1                                          # 83.3
    if desperate and name not in ("6-6-6", "8-4-7"):         # 50.1
        number -= 2 if q[f"{side}_ss"] else 4                # 83.2, 14.6
    return number


def rallies(dice, units, q, side, desperate):
    """One Rally Phase of those in a hex"""
    tried = set()

    def needs(place):
        return rally_number(units[place][0], q, side, desperate) - best_leader(units, place) - q[f"{side}_rally_drm"]

    def may(place):                                          # 14.1-.4
        name, now = units[place]
        led = any(is_leader(other) and state in UNBROKEN for other, state in units)
        return now == "broken" and place not in tried and (is_leader(name) or led or q[f"{side}_self_rally"]) and \
            needs(place) >= 2                                # who can't rally risks no Original 12

    while True:
        able = [place for place in checking_order(units) if may(place)]
        if not able:
            return
        place = able[0]
        tried.add(place)
        name, number = units[place][0], needs(place)
        how = dice.read(lambda total: "fate" if total == 12 else total <= number)
        if how == "fate":                                    # 18.3
            units[place] = (name, "gone")
            if is_leader(name):                              # all others check their morale at once
                all_check(dice, units, 0, q[f"{side}_broken_morale"], q[f"{side}_marsh"], but=place,
                          berserk="all" if q[f"{side}_berserk"] == "all" else "none")
        elif how:
            units[place] = (name, "good")


def melee(dice, defenders, attackers, inside, q, first, taking=False):
    """(defenders, attackers) after one Close Combat Phase; inside are the places of the attackers in the hex. `taking`: the
    attackers try to take prisoners, as units in a melee may (89.23), which the first phase makes it"""
    taking = taking and not first
    caught = "gone" if not taking or nobody_is_taken(q) else "captured"
    mine = [attackers[place] for place in inside]

    def strength(units):
        return Fraction(squad_factors(units) or len(ready(units)))           # 20.72

    def kills(units, others, drm):
        number = kill_number(strength(units), strength(others))
        return dice.read(lambda total: total + best(units) + drm <= number)
    ambush = q["ambush"] if first else "none"
    hit = hit_back = False
    if ambush != "defender":
        hit = kills(mine, defenders, q["attacker_drm"] + taking)
    if not hit or ambush == "none":                          # 98.3: only survivors attack back
        hit_back = kills(defenders, mine, q["defender_drm"])
    if ambush == "defender" and not hit_back:
        hit = kills(mine, defenders, q["attacker_drm"] + taking)
    if hit:
        defenders = tuple((name, caught if now in UNBROKEN else now) for name, now in defenders)
    if hit_back:
        attackers = tuple((name, "gone" if place in inside else now) for place, (name, now) in enumerate(attackers))
    return defenders, attackers


def advanced(state, q):
    if state.inside is not None:
        return state
    return state._replace(inside=tuple(place for place, (_, now) in enumerate(state.attackers)
                                       if now in UNBROKEN and q["advance"] == "all"))


def nobody_is_taken(q):
    """83.5: Russians don't capture the SS"""
    return q["defender_ss"] and q["attacker_nationality"] == "russian"


def surrendered(units, q, taking):
    """20.9, 89.22: what becomes of the broken who are met"""
    fate = "captured" if (taking or q["take_prisoners"]) and not nobody_is_taken(q) else "gone"
    return tuple((name, fate if now == "broken" else now) for name, now in units)


def routed(units):
    return tuple((name, "routed" if now == "broken" else now) for name, now in units)


def played(dice, state, q, words):
    defenders, attackers = state.defenders, state.attackers
    if words[0] == "fire":
        defenders, hot = shot(dice, defenders, attackers, words[1], int(words[2]), q["defender_broken_morale"],
                              q["defender_marsh"], q["defender_berserk"])
        return state._replace(defenders=defenders, defender_hot=state.defender_hot or hot)
    if words[0] == "return":
        attackers, hot = shot(dice, attackers, defenders, words[1], int(words[2]), q["attacker_broken_morale"],
                              q["attacker_marsh"], q["attacker_berserk"])
        return state._replace(attackers=attackers, attacker_hot=state.attacker_hot or hot)
    if words[0] == "oba":
        side = words[1]
        units, table = getattr(state, side + "s"), barrage_table(_groups.barrage_of(words), q[f"{side}_marsh"] != "none")
        if table is None or all(now in AWAY for _, now in units):
            return state._replace(**{side + "_hot": getattr(state, side + "_hot") or table is not None})
        units = of_those_here(units, lambda those: apply(
            dice, those, dice.drawn(table), q[f"{side}_broken_morale"], q[f"{side}_marsh"], q[f"{side}_berserk"]))
        return state._replace(**{side + "s": units, side + "_hot": True})
    if words[0] == "rally":
        if words[1:] != ("attacker",):
            state = state._replace(defenders=of_those_here(
                defenders, lambda those: rallies(dice, those, q, "defender", state.defender_hot)))
        if words[1:] != ("defender",):
            state = state._replace(attackers=of_those_here(
                attackers, lambda those: rallies(dice, those, q, "attacker", state.attacker_hot)))
    elif words[0] == "rout":
        if words[1:] != ("attacker",):
            state = state._replace(defenders=routed(defenders))
        if words[1:] in (("attacker",), ("both",)):
            state = state._replace(attackers=routed(attackers))
    elif words[0] == "advance":
        state = advanced(state, q)
    elif words[0] in CLOSE_COMBAT:
        first, taking = not state.fought, words[0] == "capture"
        state = advanced(state, q)
        if any(attackers[place][1] in UNBROKEN for place in state.inside):
            defenders = surrendered(defenders, q, taking)
            state = state._replace(defenders=defenders)
            if ready(defenders):
                defenders, attackers = melee(dice, defenders, attackers, state.inside, q, first, taking)
                if not any(attackers[place][1] in UNBROKEN for place in state.inside):       # 89.232: the prisoners stay, broken
                    defenders = tuple((name, "broken" if now == "captured" else now) for name, now in defenders)
                state = state._replace(defenders=defenders, attackers=attackers, fought=True)
    return state


def no_unbroken(units):
    return not ready(units)


def step(dice, state, q, steps, index):
    now = steps[index]
    sides = {"attacker": state.attackers, "defender": state.defenders}
    withheld = withheld_by(now.conditions, sides, no_unbroken, lambda units: all(state in AWAY for _, state in units),
                           lambda units: sum(not is_leader(name) and factors(name) >= 3 for name, _ in ready(units)),
                           lambda units: len(ready(units)))
    if not withheld:
        state = played(dice, state, q, now.words)
    if rally_phase_is_over(steps, index, withheld):                    # 14.6: since the last Rally Phase
        state = state._replace(defender_hot=False, attacker_hot=False)
    return decided(state, index + 1)


def decided(state, number):
    if state.decided is None and (not ready(state.defenders) or state.attackers and not ready(state.attackers)):
        return state._replace(decided=number)
    return state


def points(units, nationality):
    values = {row["unit"]: int(row["points"]) for row in Charts.rows("squad-leader/infantry-points.csv")
              if row["nationality"] == nationality}
    values.update((row["vehicle"].replace(" ", "_"), int(row["points"])) for row in Charts.rows("squad-leader/vehicle-points.csv"))
    return sum(values[name] for name, now in units if now in ("gone", "captured"))


def kind_of(name):
    return "vehicles" if is_vehicle(name) else "leaders" if is_leader(name) else "squads" if factors(name) >= 3 else "crews"


def as_reported(units):
    return [(name, "broken" if now == "routed" else "gone" if now == "captured" else now) for name, now in units]


def ended(dice, state, q, before, own_before, hex_=None):
    defenders, attackers, inside = state.defenders, state.attackers, state.inside
    went = bool(inside)
    if hex_ is None:
        mine = went and any(attackers[place][1] in UNBROKEN for place in inside)
        theirs = any(now not in AWAY for _, now in defenders)
    else:
        theirs, mine = hex_
    outcome = "melee" if mine and theirs else "attacker_holds" if mine else "defender_holds" if theirs else "nobody_holds"
    events = ["defender_gone"] * (not theirs) + ["attacker_goes_in"] * went + ["close_combat"] * state.fought
    events += ["berserk"] * any(now == "berserk" for _, now in defenders + attackers)
    measures = {"defenders_captured": sum(now == "captured" for _, now in defenders)}
    if q["when_decided"] and state.decided is not None:
        events.append("decided")
        measures["decided_after"] = state.decided
    for side, units, was in (("defender", defenders, before), ("attacker", attackers, own_before)):
        if not units:
            continue
        name = "" if side == "defender" else "attacker_"
        _, more, counted = report(was, as_reported(units))
        events += [name + event for event in more if event != "berserk"]
        measures.update((f"{side}s_{what}", value) for what, value in counted.items() if what in ("eliminated", "broken", "unharmed"))
        measures[f"{side}s_unbroken"] = len(ready(units))
        if len(units) > 1:
            measures[name + "good_order_share"] = share(was, units)
        if q["by_kind"]:
            lost = [name for name, now in units if now in ("gone", "captured")]
            for kind in ("squads", "crews", "leaders", "vehicles"):
                measures[f"{side}s_{kind}_lost"] = sum(kind_of(name) == kind for name in lost)
        if q[f"{side}_nationality"]:
            measures[f"{side}s_points_lost"] = points(units, q[f"{side}_nationality"])
    if q["defender_nationality"] and q["attacker_nationality"]:
        measures["points_won"] = measures["defenders_points_lost"] - measures["attackers_points_lost"]
    return End(outcome, events, **measures)


def beginning(q, side):
    broken = expanded(q[f"{side}_broken"]) if q.get(f"{side}_broken") not in (None, "none") else []
    units = []
    for name in expanded(q[side] or ""):
        if name in broken:
            broken.remove(name)
            units.append((name, "broken"))
        else:
            units.append((name, q.get(f"{side}_status") or "good"))
    return tuple(units)


def weapon_of(name):
    row = Charts.by("squad-leader/support-weapons.csv", "weapon")[name]
    return int(row["firepower"]), int(row["normal_range"])


def firepower_at(power, reach, distance):
    return Fraction(power) if distance <= reach else Fraction(power, 2) if distance <= 2 * reach else Fraction(0)


def power_of_group(units, weapons, distance):
    """(the factors of who is left at this range, the MGs that fire, whether it is leaders who do): 8.4, 9.1-.2"""
    fit = ready(units)
    crews = [unit for unit in fit if not is_leader(unit[0])]
    strongest = sorted(weapons, key=lambda weapon: -firepower_at(*weapon_of(weapon), distance))
    if not crews:                                            # 8.4: two leaders fire a MG at full, one at half
        if not fit or not strongest:
            return Fraction(0), (), False
        power = firepower_at(*weapon_of(strongest[0]), distance) * (2 if distance == 1 else 1)
        return power if len(fit) > 1 else power / 2, (strongest[0],) if power else (), True

    def own(name):
        power, reach = (int(part) for part in name.split("-")[:2])
        return firepower_at(power, reach, distance)

    def worth(way):
        total, load = Fraction(0), [[] for _ in crews]
        for weapon, place in way:
            load[place].append(weapon)
            total += firepower_at(*weapon_of(weapon), distance)
        for (name, _), mine in zip(crews, load):
            squad = factors(name) >= 3
            beside = squad and (len(mine) <= 1 or len(mine) == 2 and all("LMG" in weapon for weapon in mine)) or not mine
            if len(mine) > (2 if squad else 1):
                return None
            if beside:
                total += own(name)
        return total

    total, way = _groups.manned(crews, strongest, worth)
    fired = tuple(weapon for weapon, _ in way if firepower_at(*weapon_of(weapon), distance))
    return (total or Fraction(0)) * (2 if distance == 1 else 1), fired, False


def breakdown_number(weapon, q):
    """18.1"""
    return q["breakdown_number"] or {"Russian LMG": 10, "Russian MMG": 11}.get(weapon, 12)


class Groups:
    """What befalls groups of Squad Leader"""

    one_by_one = True                                        # a crossing is one attack after the other

    def __init__(self, q):
        self.q = q

    def lays_smoke(self, unit, by="8-3-8"):
        return unit[0] == by and unit[1] in UNBROKEN         # 24.2

    def gun_lays_smoke(self, words):
        """{(smoke, whether there is more): Fraction}"""
        def number(name, default):
            return int(words[words.index(name) + 1]) if name in words else default
        gun = {"gun": words[words.index("gun") + 1], "range": number("range", 1), "to_hit_drm": number("drm", 0),
               "red_numbers": "red_numbers" in words}

        def play(dice):
            smoke, left = False, True
            for _ in range(number("shots", 1)):
                if left and not smoke:
                    smoke, left = gun_lays(dice, gun)
            return smoke, left
        return every_game(play)

    def crossing_drm(self, ground):
        drm, is_open = terrain(" ".join(ground) or "open ground")
        return drm - 2 * is_open

    def fires(self, shot, group, entry):
        if shot.factor is not None:
            return squad_factors(entry.units) > 0
        return power_of_group(entry.units, group.weapons, shot.range or group.range or 1)[0] > 0

    def present(self, unit):
        return unit[1] not in AWAY

    def able(self, unit):
        return unit[1] in UNBROKEN

    may_go = able

    def is_squad(self, unit):
        return not is_leader(unit[0]) and not is_vehicle(unit[0]) and factors(unit[0]) >= 3

    def struck(self, q, side, dice, units, result):
        """Those in a hex after a result of the IFT"""
        return of_those_here(units, lambda those: apply(
            dice, those, result, q[f"{side}_broken_morale"], q[f"{side}_marsh"], q[f"{side}_berserk"]))

    def hot_at_first(self, q, side):
        return q[f"{side}_desperation"]

    def units_at_first(self, q, side, groups):
        return beginning({**q, side: " ".join(" ".join(group.units) for group in groups)}, side)

    def turn_ends(self, entry):
        return entry

    def rout(self, entry):
        return entry._replace(units=routed(entry.units))

    def rally(self, q, entry, own, alone):
        found = every_game(lambda dice: of_those_here(
            entry.units, lambda those: rallies(dice, those, q, entry.side, entry.hot)))
        return {(units, entry.notes, alone): chance for units, chance in found.items()}

    def round(self, q, defenders, attackers, first, taking=False):
        """One round in a hex, of which both sides are (20, 89.22)"""
        defenders = surrendered(defenders, q, taking)
        if not ready(defenders):
            return {(defenders, attackers, frozenset()): Fraction(1)}

        def play(dice):
            inside = [place for place, (_, now) in enumerate(attackers) if now not in AWAY]
            theirs, mine = melee(dice, defenders, attackers, inside, q, first, taking)
            if not ready(mine):                              # 89.232
                theirs = tuple((name, "broken" if now == "captured" else now) for name, now in theirs)
            return theirs, mine, frozenset({"close_combat"})
        return every_game(play)

    def shot(self, q, target, shot):
        """{(Entry, MGs that break down): Fraction}"""
        power, drm, guns = self.attack(shot)
        column, side, found, table = column_of(power), target.side, {}, {}
        if column is None:
            return {(target, ()): Fraction(1)}
        more = _armor.SMOKE.get(q["wind"], (0,)) if shot.smoke else (0,)
        for one in range(1, 7):
            for other in range(1, 7):
                jammed = tuple(sorted(gun for gun in guns if one + other >= breakdown_number(gun[1], q)))      # 18.1: by the DR
                for smoke in more:
                    key = ift(one + other + drm + smoke, column), jammed
                    table[key] = table.get(key, 0) + Fraction(1, 36 * len(more))
        after = {result: every_game(lambda dice: of_those_here(target.units, lambda those: apply(
            dice, those, result, q[f"{side}_broken_morale"], q[f"{side}_marsh"], q[f"{side}_berserk"])))
            for result in {result for result, _ in table}}
        for (result, jammed), chance in table.items():
            for units, share in after[result].items():
                key = target._replace(units=units, hot=True), jammed
                found[key] = found.get(key, 0) + chance * share
        return found

    def barrage(self, q, target, barrage):
        """{Entry: Fraction}"""
        side, found = target.side, {}
        table = barrage_table(barrage, q[f"{side}_marsh"] != "none")
        if table is None:
            return {target: Fraction(1)}
        for result, chance in table.items():
            for units, share in every_game(lambda dice: of_those_here(target.units, lambda those: apply(
                    dice, those, result, q[f"{side}_broken_morale"], q[f"{side}_marsh"], q[f"{side}_berserk"]))).items():
                now = target._replace(units=units, hot=True)
                found[now] = found.get(now, 0) + chance * share
        return found

    def attack(self, shot):
        """(factors, DRM, MGs that fire)"""
        if shot.power is not None:
            return Fraction(shot.power), shot.drm, ()
        total, leaders, guns = Fraction(0), [], []
        for group, entry in shot.firers:
            by_leader = False
            if shot.factor is not None:
                power = squad_factors(entry.units) * Fraction(shot.factor)
            else:
                power, fired, by_leader = power_of_group(entry.units, group.weapons, shot.range or group.range or 1)
                guns += [(group.name, weapon) for weapon in fired]
            total += power
            if power:                                        # Q&A 15.2: in several hexes a leader in each, and the worst counts
                leaders.append(0 if by_leader else best(entry.units))
        drm = shot.drm + max(leaders, default=0)
        if shot.terrain:
            drm += int(next(row["drm"] for row in Charts.rows("squad-leader/terrain-effects.csv")
                            if shot.terrain in [row["terrain"], *row["also"].split("/")]))
        halved = shot.advancing and shot.factor is None      # a factor that is given is all that counts
        return total / (2 if halved else 1), drm, guns


def count_groups(q):
    q, things = _armor.apart(q)
    assault, sums = _armor.Assault(q, Groups(q), things) if things else _groups.Assault(q, Groups(q)), {}
    where = assault.reported_hex()
    before = {side: beginning({**q, side: " ".join(" ".join(assault.by_name[name].units) for name in names)}, side)
              for side, names in assault.names.items()}
    before = {side: tuple((name, "good" if is_vehicle(name) else now) for name, now in units) for side, units in before.items()}
    for state, chance in assault.ends().items():
        plain = State(tuple(assault.units_of(state, "defender")), tuple(assault.units_of(state, "attacker")),
                      "attacker_goes_in" in state.events, "close_combat" in state.events, False, False, state.decided)
        end = ended(None, plain, q, before["defender"], before["attacker"],
                    [bool(assault.there(state, side, where, *[True] * bool(things))) for side in ("defender", "attacker")])
        if things:
            guns = {f"{side}s_guns_lost": assault.guns_lost(state, side) for side in ("defender", "attacker") if q["by_kind"]}
            end = End(end.outcome, list(end.events) + assault.tanks(state), **dict(end.measures), **guns)
        sums[end] = sums.get(end, 0) + chance
    return tally(sums)


def count(q):
    if _groups.has_groups(q) or any(step.words[0] in _groups.CROSSING for step in steps_of(q["steps"])):
        return count_groups(q)
    before, own_before = beginning(q, "defender"), beginning(q, "attacker")
    start = State(before, own_before, None, False, q["defender_desperation"], q["attacker_desperation"], None)
    chances = {decided(start, 0): 1}
    steps = _groups.barrages(steps_of(q["steps"]), SIDES_AS_GROUPS)[:q.get("stop_after")]
    steps = fire_order(steps, q["fire_order"] == "reversed")
    for index in range(len(steps)):
        if not is_left_out(steps[index].words, q):
            chances = and_then(chances, step, q, list(map(bare, steps)), index)
    return tally(and_then(chances, ended, q, before, own_before))
