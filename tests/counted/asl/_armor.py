"""Groups that are a vehicle or a gun with its crew, among the groups of asl.assault: A21.13, A22.61, C2-C6, C7, C11.4, C13.3, D.8, D1.8, D5.

A vehicle is a unit by the name 'vehicle'. Left out is Close Combat with a vehicle.
"""

import re
from collections import namedtuple
from fractions import Fraction

import _groups
from asl import fire, gun_at_infantry, light_anti_tank, to_hit, to_kill
from asl._infantry import Stack, casualty_reduction, change as put, is_leader, leadership, line
from asl._ordnance import VEHICLES, keeps_rate, named_gun, shot, vehicle, vehicle_vp
from faces import TooLong, every_game

# things: ('immobile', group), ('shocked', group), ('unconfirmed', group), ('stunned', group), ('shaken', group),
# ('abandoned', 'recalled' or, its crew, 'saved', group); of a gun ('out', group) that fires no more, ('destroyed', group)
State = namedtuple("State", _groups.State._fields + ("things",))
Thing = namedtuple("Thing", "vehicle mg gun")

MOUNTS = "BMG", "CMG", "AAMG", "RMG"
FIRE = {"crew_exposed": False, "hull_down": False, "gun_elsewhere": False, "concealed": False, "drm": 0, "terrain": None,
        "hindrance": 0, "cx": False, "encircled": False, "leader": None, "target_moves": "no"}
HE = {"to_hit_numbers": "black", "rate_of_fire": None, "breakdown_number": None, "armor_leader": 0, "captured": False,
      "inexperienced": False, "bore_sighted": False, "target_size": None, "tem": 0, "hindrance": 0, "to_hit_drm": 0,
      "target_type": "infantry", "mortar": False, "terrain": None, "phases": 1, "acquisition": 0, "intensive_fire": False,
      "most_shots": 8, "concealed": False, "effects_drm": 0, "target": None}
FAUST = {"weapon": "PF", "to_hit_number": None, "removal_number": None, "russian_made": False, "period": "oct_1943",
         "allotted": False, "point_blank": False, "cx": False, "inexperienced": False, "from_building": False,
         "deliberate_immobilization": False, "target_moves": "no", "concealed": False, "target_size": None, "tem": 0,
         "hindrance": 0, "hull_down": False, "to_hit_drm": 0, "armor": None, "turret_armor": None, "facing": "front",
         "turret_facing": None, "schuerzen": "none", "schuerzen_increase": "by_one", "schuerzen_against_heat": True,
         "has_turret": None, "red_crew_survival": False, "crew_survival": None, "crew_morale": None, "crew_exposed": False,
         "casualty_vp": False, "vehicle_vp": None, "shots": 1}
AP = {"to_hit_numbers": "black", "rate_of_fire": None, "breakdown_number": None, "armor_leader": 0, "captured": False,
      "inexperienced": False, "bore_sighted": False, "target_size": None, "tem": 0, "hindrance": 0, "hull_down": False,
      "to_hit_drm": 0, "ammunition": "ap", "russian_made": False, "basic_to_kill": None, "armor": None, "turret_armor": None,
      "facing": "front", "turret_facing": None, "schuerzen": "none", "schuerzen_increase": "by_one",
      "schuerzen_against_heat": True, "has_turret": None, "red_crew_survival": False, "crew_survival": None, "crew_morale": None,
      "crew_exposed": False, "acquisition": 0, "intensive_fire": False, "target_moves": "no", "moving_shots": None,
      "most_shots": 8,
      # what asl.to-hit and asl.to-kill have besides
      "target_type": "vehicle", "fire_phase": "prep", "deliberate_immobilization": False, "firer_in_terrain": False,
      "mortar": False, "concealed": False, "ffnam": False, "ffmo": False, "hazardous": False, "casualty_vp": False,
      "recuperation": False}
# A gun in its phase at a vehicle; marks: those of the vehicle; fate: how it is out; next: "rate", "intensive" or None;
# fired: while its rate is kept; at_mover: at a vehicle that moves
Aimed = namedtuple("Aimed", "acquired marks fate out next fired at_mover")
LOST = "eliminated", "saved", "burning_wreck", "abandoned", "died_of_shock"


def apart(q):
    """(the question with each vehicle as one unit and each gun as its crew, {group: Thing})"""
    things, sides = {}, {}
    for side in ("defender", "attacker"):
        parts = []
        for part in (q.get(side) or "").split(";"):
            name, colon, text = (words.strip() for words in part.rpartition(":"))
            behind = " ".join(re.findall(r"range \d+|terrain \w+", text))
            words = re.sub(r"\s*(range \d+|terrain \w+)", "", text).strip()
            bare, _, gun = words.partition(" gun ")
            if bare in VEHICLES or bare.startswith("vehicle"):
                row = fire.Charts.by("asl/afv.csv", "vehicle").get(bare)
                things[name] = Thing(bare, bare, bare if row and row["main_armament"] else gun or None)
                text = f"vehicle {behind}"
            elif gun:
                things[name] = Thing(None, None, gun)
                text = f"{bare} {behind}"
            parts.append(f"{name}: {text}" if colon else text)
        sides[side] = "; ".join(part for part in parts if part) or None
    return {**q, **sides}, things


def is_gun(thing):
    """Whether its gun is one (a question that is being shrunk may have lost a word)"""
    return thing.gun is None or bool(re.fullmatch(r"\d+(\*|LL|L)?", thing.gun)) or \
        thing.gun in fire.Charts.by("asl/guns.csv", "gun") or thing.gun in fire.Charts.by("asl/afv.csv", "vehicle")


def told(words, known):
    """What stands behind a step: 'range 2 buttoned_up no', +1 a DRM"""
    found, rest = dict(known), list(words)
    while rest:
        name = rest.pop(0)
        if re.fullmatch(r"[-+]?\d+", name):
            found["drm"] = int(name)
            continue
        value = rest.pop(0)
        found[name] = {"yes": True, "no": False}.get(value, value)
        if re.fullmatch(r"[-+]?\d+", value):
            found[name] = int(value)
    return found


class AtGun(gun_at_infantry.Gun):
    """C11.4: a Critical Hit or a KIA destroys the Gun and its crew, a K reduces the crew, and the Gun malfunctions"""

    def struck(self, key, results):
        units, notes = key
        (result, critical), = results
        if critical is not None or result.endswith("KIA"):
            return {(tuple(unit._replace(gone=True) for unit in units), notes | {"nmc_or_better", "destroyed"}): Fraction(1)}
        out = {"out"} if result.startswith("K/") else set()
        return {(now, more | out): chance for (now, more), chance in super().struck(key, results).items()}


MARKS = "immobile", "shocked", "unconfirmed", "stunned", "shaken", "stands"   # it could not move when the Player Turn began


def shots_at_armor(state, q, of_target, seen):
    """{(marks, fate, whether the gun is out): Fraction} of all shots from here on"""
    if state.fate or state.out or not state.next:
        return {(state.marks, state.fate, state.out): Fraction(1)}
    if state not in seen:
        seen[state] = {}
        for now, chance in every_game(shot_at_armor, state, q, of_target).items():
            for end, share in shots_at_armor(now, q, of_target, seen).items():
                seen[state][end] = seen[state].get(end, 0) + chance * share
    return seen[state]


def shot_at_armor(dice, state, q, of_target):
    """`of_target`: the question with the size of the vehicle"""
    intensive = state.next == "intensive"
    moves = q["target_moves"] != "no" and "stands" not in state.marks            # to the end of its MPh (C.8, D2.1)
    goes_on = moves and not state.marks & {"immobile", "shocked", "unconfirmed", "stunned"}
    now = {**of_target, "intensive_fire": intensive, "acquisition": 0 if q["bore_sighted"] else state.acquired,
           "target_moves": "in_motion" if moves else "no"}
    number, drm = to_hit.modified_number(now), to_hit.drm(now)
    hit, coloured, white = shot(dice, number - drm, "vehicle", hull_down=q["hull_down"])
    broken = bool(to_hit.breaks_down(now, coloured + white))                     # the shot counts (C2.28)
    fired, at_mover, then = state.fired + 1, state.at_mover + goes_on, None
    if not intensive and not q["bounding"]:                  # C2.24, C5.6: once the rate is gone, one more
        keeps = keeps_rate(now, coloured) and fired < q["most_shots"]
        then = "rate" if keeps else "intensive" if q["intensive_fire"] and not q["pinned"] else None
    if q["moving_shots"] and at_mover >= q["moving_shots"]:  # C6.17
        then = None
    state = state._replace(acquired=max(-2, state.acquired - 1), out=broken, next=then, fired=fired, at_mover=at_mover)
    if hit == "miss":
        return state
    turret = hit == "turret_hit" or hit == "critical_hit" and q["hull_down"]
    exposed = q["crew_exposed"] and not state.marks & {"buttoned", "shocked", "unconfirmed", "stunned"}
    end = to_kill.play(dice, {
        **q, "crew_exposed": exposed, "critical_hit": hit == "critical_hit", "location": "turret" if turret else "hull",
        "multiple_hit": to_hit.is_multiple(now, hit, coloured, white, number - drm),             # C3.8
        "already_immobilized": "immobile" in state.marks, "shaken": "shaken" in state.marks,
        # D5.5: a crew that does nothing, stunned or in Shock, does not leave
        "in_shock": bool({"shocked", "unconfirmed", "stunned"} & state.marks)})
    if end.outcome in LOST or end.outcome == "recalled":
        return state._replace(fate="saved" if "crew_survives" in end.events else end.outcome)
    more = {"immobilized": {"immobile"}, "stunned": {"stunned", "shaken"}, "shocked": {"shocked"}}.get(end.outcome, set())
    if end.outcome == "stunned" and "stopped" in end.events:
        more = more | {"immobile"}
    if q["crew_exposed"] and end.outcome in ("stunned", "shocked"):              # D5.34, C7.42: it is buttoned up from then on
        more = more | {"buttoned"}
    gone = {"unconfirmed"} if end.outcome == "shocked" else set()                # C7.42: it is flipped back
    return state._replace(marks=state.marks - gone | more)


class Assault(_groups.Assault):
    def __init__(self, q, game, things):
        super().__init__(q, game)
        self.things, self.most = things, 1500

    def start(self):
        return State(*super().start(), frozenset())

    def is_vehicle(self, name):
        return name in self.things and self.things[name].vehicle is not None

    def side_of(self, name):
        return self.by_name[name].side

    def there(self, state, side, where):
        return [entry for entry in super().there(state, side, where) if not self.is_vehicle(entry.group)]

    def holders(self, state, side, where):
        return super().there(state, side, where)

    def who_fires(self, words):
        return self.side_of(words[1]) if words[0] in ("panzerfaust", "molotov", "he", "ap") else super().who_fires(words)

    def moves(self, words):
        return words[0] == "overrun"

    def advanced(self, state, name, to):
        return state if name in self.things else super().advanced(state, name, to)

    def played(self, state, words, turn, advancing):
        if words[0] in ("fire", "return") and self.is_vehicle(words[1]):
            return self.machine_guns(state, words, advancing)
        if words[0] == "he":
            return self.shells(state, words, advancing)
        if words[0] == "ap":
            return self.at_armor(state, words, advancing)
        if words[0] == "overrun":
            return self.overrun(state, words)
        if words[0] in ("panzerfaust", "molotov"):
            return self.panzerfausts(state, words, advancing)
        chances = super().played(state, words, turn, advancing)
        if _groups.is_end(words):
            return self.recovered(chances)
        return chances

    def has_gun(self, state, name):
        return name in self.things and ("destroyed", name) not in state.things

    def opponents(self, state, words):
        """(who fires, who is fired at), None where nobody is, or a Melee"""
        return [entry if entry and not self.melee(state, entry.where) else None
                for entry in (self.active(state, words[1]), self.active(state, words[3]))]

    def acts(self, state, name):
        return not {("shocked", name), ("unconfirmed", name), ("stunned", name)} & state.things

    def reach(self, words, q):
        return q.get("range", self.by_name[words[1]].range or 1)

    def machine_guns(self, state, words, advancing):
        """D1.8"""
        name = words[1]
        firer, target = self.opponents(state, words)
        if not firer or not target or not self.acts(state, name):
            return {state: Fraction(1)}
        q = told(words[4:], {**FIRE, "vehicle_moves": None})
        q["vehicle_moves"] = {None: "bounding" if advancing else "no", False: "no"}.get(q["vehicle_moves"], q["vehicle_moves"])
        q["range"] = self.reach(words, q)
        q["terrain"] = q["terrain"] or self.by_name[words[3]].terrain
        factors = fire.mounts(self.things[name].mg)
        works = [0 if (name, mount) in state.jammed else factor for factor, mount in zip(factors, MOUNTS)]

        def power(only):
            return fire.machine_guns({**q, "attackers": "vehicle " + "/".join(
                str(factor if mount in only else 0) for factor, mount in zip(works, MOUNTS))})

        guns = {(name, mount): power([mount]) for mount in MOUNTS if power([mount])}
        drm = fire.drm_in_words({**q, "attackers": fire.VEHICLES[0]}) + (("shaken", name) in state.things)
        shot = _groups.Shot(words[3], (), self.game.machine_guns(power(MOUNTS), drm, guns), None, 0, None, None, False)
        sums = {}
        for (now, jammed), chance in self.shots(target._replace(places=()), shot).items():
            after = self.put(state, {target: now._replace(places=target.places)})
            after = after._replace(jammed=tuple(sorted(state.jammed + jammed)))
            sums[after] = sums.get(after, 0) + chance
        return sums

    def gunners(self, state, words):
        """Those of the group who can serve its gun"""
        name = words[1]
        firer, target = self.opponents(state, words)
        if not firer or not target or not self.acts(state, name) or ("out", name) in state.things:
            return []
        return [unit for unit in firer.units if self.game.able(unit)]

    def gun_of(self, state, words, advancing, crew, known):
        """The words of a step as a question about its gun"""
        name = words[1]
        thing = self.things[name]
        q = told(words[4:], {**known, "buttoned_up": thing.vehicle is not None, "gun": thing.gun, "pinned": False,
                             "bounding": advancing and thing.vehicle is not None,
                             "non_qualified": not thing.vehicle and all(line(unit.name)["kind"] != "crew" for unit in crew)})
        q["range"] = self.reach(words, q)
        q["pinned"] = not thing.vehicle and all(unit.pinned for unit in crew)
        q["to_hit_drm"] += ("shaken", name) in state.things
        if q["bounding"]:                                    # C5.2-.3
            row = fire.Charts.by("asl/afv.csv", "vehicle").get(thing.vehicle)
            q["to_hit_drm"] += 4 if row is None or row["turret"] == "yes" else 5
        return q

    def shells(self, state, words, advancing):
        """C3-C6 in one phase"""
        name, crew = words[1], self.gunners(state, words)
        if not crew:
            return {state: Fraction(1)}
        _, target = self.opponents(state, words)
        q = self.gun_of(state, words, advancing, crew, HE)
        q["terrain"] = q["terrain"] or self.by_name[words[3]].terrain
        q["most_shots"] = 1 if q["bounding"] else q["most_shots"]
        stack = Stack(target.units, self.q[f"{target.side}_elr"])
        what = "he", target.side, stack.key(), target.notes, self.has_gun(state, words[3]), tuple(sorted((key, str(value)) for key, value in q.items()))
        if what not in self.seen:
            gun = (AtGun if self.has_gun(state, words[3]) else gun_at_infantry.Gun)(q)
            gun.stack = stack
            self.seen[what] = gun.phase({((target.units, target.notes), q["acquisition"], "works", True, frozenset(), 0):
                                         Fraction(1)})
        sums = {}
        for ((units, notes), _, weapon, *_), chance in self.seen[what].items():
            marks = notes & {"destroyed", "out"}
            end = self.put(state, {target: target._replace(units=units, notes=notes - marks, hot=True)})
            end = end._replace(things=end.things | {(mark, words[3]) for mark in marks})
            if weapon != "works":
                end = end._replace(things=end.things | {("out", name)})
            sums[end] = sums.get(end, 0) + chance
        return sums

    def at_armor(self, state, words, advancing):
        """C3-C7 in one phase, at a vehicle"""
        name, at, crew = words[1], words[3], self.gunners(state, words)
        if not crew:
            return {state: Fraction(1)}
        _, tank = self.opponents(state, words)
        q = named_gun(self.gun_of(state, words, advancing, crew, AP))
        named = self.things[name].gun
        row = fire.Charts.by("asl/afv.csv", "vehicle").get(self.things[at].vehicle)
        q.update(weapon=q["gun"], vehicle=self.things[at].vehicle if row else None,
                 russian_made=q["russian_made"] or q["gun"] == "76L" != named and q["to_hit_numbers"] == "red")
        if q["target_moves"] != "no":                        # J, J1, J2
            q.update(target_mp=q["target_moves"][:-3])
        try:
            to_kill.basic(q)
        except KeyError as no_such_gun:                      # 'russian_made' of a gun that has no such line
            raise TooLong from no_such_gun
        marks = frozenset(mark for mark, group in state.things if group == at and mark in MARKS)
        what = "ap", marks, tuple(sorted((key, str(value)) for key, value in q.items()))
        if what not in self.seen:
            start = Aimed(q["acquisition"], marks, None, False, "rate", 0, 0)
            self.seen[what] = shots_at_armor(start, q, vehicle(q), {})
        sums = {}
        for (marks, fate, out), chance in self.seen[what].items():
            marks -= {"buttoned"}                            # from step to step it is said
            now = self.put(state, {tank: self.after(tank, fate or ("shocked" if "shocked" in marks else None))})
            more = {(mark, at) for mark in marks} | ({("out", name)} if out else set())
            if fate:
                more |= self.marks(at, fate)
            now = now._replace(things=now.things - {(mark, at) for mark in MARKS} | more)
            sums[now] = sums.get(now, 0) + chance
        return sums

    def overrun(self, state, words):
        """An attack on the IFT (D7.1); the vehicle is in their Location from then on"""
        name, at = words[1], words[3]
        tank, target = self.opponents(state, words)
        if not tank or not target or not self.acts(state, name) or ("immobile", name) in state.things:
            return {state: Fraction(1)}
        drm, terrain = int((*words[5:], 0)[0]), self.by_name[at].terrain
        if terrain:
            drm += int(next(row["drm"] for row in fire.Charts.rows("asl/terrain.csv")
                            if terrain in [row["terrain"], *row["also"].split("/")]))
        shot = _groups.Shot(at, (), words[4], None, drm, None, None, False)
        sums = {}
        for (now, _), chance in self.shots(target._replace(places=()), shot).items():
            after = self.put(state, {target: now._replace(places=target.places), tank: tank._replace(where=target.where)})
            sums[after] = sums.get(after, 0) + chance
        return sums

    def panzerfausts(self, state, words, advancing):
        """C13.3, A22.61"""
        q = told(words[4:], FAUST)
        q["shots"] = q.pop("throws", q["shots"])
        chances = {(state, ()): Fraction(1)}
        for number in range(q["shots"]):
            after = {}
            for (now, fired), chance in chances.items():
                for end, share in self.panzerfaust(now, fired, words, q, advancing, number == 0).items():
                    after[end] = after.get(end, 0) + chance * share
            chances = after
        sums = {}
        for (now, _), chance in chances.items():
            sums[now] = sums.get(now, 0) + chance
        return sums

    def panzerfaust(self, state, fired, words, q, advancing, first):
        """{(State, who has fired): Fraction}"""
        mine, tank = self.opponents(state, words)
        if not mine or not tank:
            return {(state, fired): Fraction(1)}
        kinds = {"squad": 0, "half_squad": 1, "crew": 1}
        able = [place for place, unit in enumerate(mine.units) if self.game.able(unit) and not is_leader(unit.name) and
                place not in fired]
        able.sort(key=lambda place: (kinds[line(mine.units[place].name)["kind"]], mine.units[place].pinned))
        if not able:
            return {(state, fired): Fraction(1)}
        place, name = able[0], words[3]
        unit = mine.units[place]
        leaders = [leadership(other) for other in mine.units if is_leader(other.name) and self.game.may_go(other)]
        helps = min(leaders) if leaders and first else 0
        thing = self.things[name]
        row = fire.Charts.by("asl/afv.csv", "vehicle").get(thing.vehicle)
        known = {flag: (flag, name) in state.things for flag in ("immobile", "shocked", "unconfirmed", "shaken")}
        asked = {**q, "range": self.reach(words, q), "unit": line(unit.name)["kind"],
                 "inexperienced": line(unit.name)["inexperienced"] == "true", "pinned": unit.pinned,
                 "leader": min(0, helps), "advancing": advancing, "vehicle": thing.vehicle if row else None,
                 "already_immobilized": known["immobile"], "shaken": known["shaken"],
                 "in_shock": known["shocked"] or known["unconfirmed"]}
        what = words[0], unit, tuple(sorted((key, str(value)) for key, value in asked.items()))
        if what not in self.seen:
            def throw(dice):
                stack = Stack([unit])
                if dice.die() + (asked["unit"] != "squad") > 3:                  # A22.611
                    return "no_effect", unit
                how = dice.read_two(lambda one, other: "breaks" if one == 6 else "burning_wreck" if one + other < 6 else
                                    "eliminated" if one + other == 6 else "no_effect")           # A22.612, C7.34
                if how == "breaks":
                    put(stack, 0, broken=True, pinned=False)
                return "no_effect" if how == "breaks" else how, stack.units[0]

            def play(dice):
                end = light_anti_tank.fires(dice, vehicle(asked))
                stack = Stack([unit])
                if "firer_pinned" in end.events:
                    put(stack, 0, pinned=True)
                elif "firer_broken" in end.events:
                    put(stack, 0, broken=True, pinned=False)
                elif "firer_reduced" in end.events:
                    casualty_reduction(dice, stack, 0)
                return "saved" if "crew_survives" in end.events else end.outcome, stack.units[0]
            self.seen[what] = every_game(throw if words[0] == "molotov" else play)
        sums = {}
        for (outcome, now), chance in self.seen[what].items():
            units = list(mine.units)
            units[place] = now
            end = self.put(state, {mine: mine._replace(units=tuple(units)), tank: self.after(tank, outcome)})
            gone = {("unconfirmed", name)} if outcome == "shocked" else set()    # C7.42: it is flipped back
            end = end._replace(things=end.things - gone | self.marks(name, outcome))
            sums[end, fired + (place,)] = sums.get((end, fired + (place,)), 0) + chance
        return sums

    @staticmethod
    def after(tank, outcome):
        unit = tank.units[0]
        away = ((tank.places[0], unit),) if outcome == "recalled" else ()        # it has left, and is not lost
        return tank._replace(units=(unit._replace(gone=unit.gone or outcome in LOST or outcome == "recalled",
                                                  broken=unit.broken or outcome == "shocked"),), away=tank.away + away)

    @staticmethod
    def marks(name, outcome):
        return {"immobilized": {("immobile", name)}, "shocked": {("shocked", name)}, "stunned": {("stunned", name), ("shaken", name)},
                "recalled": {("recalled", name)}, "abandoned": {("abandoned", name)}, "saved": {("saved", name)}}.get(outcome, frozenset())

    def recovered(self, chances):
        """C7.42: 1-2, then 1-3 or lost; a stun is over (D5.34)"""
        for name in self.things:
            after = {}
            for state, chance in chances.items():
                fate = [mark for mark in ("shocked", "unconfirmed") if (mark, name) in state.things]
                tank = self.active(state, name)
                now = state._replace(things=state.things - {("stunned", name), *((mark, name) for mark in fate)})
                ways = {now: Fraction(1)}
                if fate and tank:
                    well = self.put(now, {tank: tank._replace(units=(tank.units[0]._replace(broken=False),))})
                    if fate == ["shocked"]:
                        ways = {well: Fraction(1, 3), now._replace(things=now.things | {("unconfirmed", name)}): Fraction(2, 3)}
                    else:
                        ways = {well: Fraction(1, 2),
                                self.put(now, {tank: self.after(tank, "died_of_shock")}): Fraction(1, 2)}
                for end, share in ways.items():
                    things = end.things - {("stands", name)}
                    if {("immobile", name), ("shocked", name), ("unconfirmed", name)} & things:
                        things |= {("stands", name)}
                    end = end._replace(things=things)
                    after[end] = after.get(end, 0) + chance * share
            chances = after
        return chances

    def one_rallies(self, chances, index, turn):
        if self.is_vehicle(next(iter(chances)).entries[index].group):
            return chances
        return super().one_rallies(chances, index, turn)

    def routed(self, state, words):
        now = super().routed(state, words)
        return self.put(now, {entry: old for entry, old in zip(now.entries, state.entries) if self.is_vehicle(old.group)})

    def lost(self, state, side=None):
        """Vehicles that are lost: those that are Recalled are not"""
        return [entry for entry in state.entries if self.is_vehicle(entry.group) and side in (None, entry.side) and
                entry.units[0].gone and ("recalled", entry.group) not in state.things]

    def lost_by_kind(self, state, side):
        guns = [thing for thing in state.things if thing[0] == "destroyed" and self.side_of(thing[1]) == side]
        return {f"{side}s_vehicles_lost": len(self.lost(state, side)), f"{side}s_guns_lost": len(guns)}

    def points_lost(self, state, side):
        """A26.212; what is abandoned costs none"""
        lost = [entry.group for entry in self.lost(state, side) if ("abandoned", entry.group) not in state.things]
        return sum(vehicle_vp(self.things[name].vehicle, None) - 2 * (("saved", name) in state.things) for name in lost) + \
            2 * self.lost_by_kind(state, side)[f"{side}s_guns_lost"]

    def events(self, state):
        if self.lost(state):
            return {"knocked_out", "stopped"}
        return {"stopped"} if any(thing[0] == "immobile" for thing in state.things) else set()


# situations

TANKS = ["PzIVF2", "T-34 M43", "StuG IIIG", "PzIIIH", "KV-1 M42", "T-70", "vehicle 3/5/2", "vehicle -/4 gun 75L",
         "vehicle 2/4/2/3", "vehicle 3/-/4 gun 37L"]
GUNS = ["PaK 40", "PaK 38", "75L", "76*", "45L"]
CREWS = ["2-2-8", "2-2-8", "2-4-7", "2-3-7"]
MEN = ["4-4-7", "4-6-7", "4-4-7 8-0", "4-6-7 9-1", "2-4-7", "4-4-7 6+1", "4-2-6"]


class Drawing:
    def __init__(self, random):
        self.random, self.armor = random, {}
        pick = random.choice

        def tank(name):
            self.armor[name] = pick(TANKS)
            return self.group(name, self.armor[name])

        self.mine = {"tank": tank("tank")} if random.random() < 0.85 else {}
        if not self.mine or random.random() < 0.6:
            self.mine["assault"] = self.group("assault", pick(MEN))
        self.theirs = {"front": self.group("front", pick(MEN))}
        where = random.random()
        if where < 0.45 or not self.armor:
            self.theirs["pak"] = self.group("pak", f"{pick(CREWS)} gun {pick(GUNS)}")
        elif where < 0.75:
            self.theirs["dt"] = tank("dt")

    def group(self, name, units):
        pick, random = self.random.choice, self.random
        reach = f" range {pick([1, 2, 3, 6, 8, 13])}" if random.random() < 0.6 else ""
        ground = f" terrain {pick(['stone', 'woods', 'wooden', 'open'])}" if random.random() < 0.5 and \
            name not in self.armor else ""
        return f"{name}: {units}{reach}{ground}"

    def shot(self, side, others):
        """An attack of one of a side at the infantry or the gun of the other"""
        pick, random = self.random.choice, self.random
        at = [name for name in others if name not in self.armor]
        if not at:
            return []
        name, target = pick(list(side)), pick(at)
        word = "fire" if side is self.mine else "return"
        vehicle = self.armor.get(name)
        if self.has_gun(name) and random.random() < (0.6 if vehicle else 0.85):
            words = [f"most_shots {pick([1, 1, 2, 3])}"]
            words += [more for more in ("range 1", "range 14", "to_hit_drm -1", "to_hit_drm 2", "acquisition -1", "effects_drm 1")
                      if random.random() < 0.1]
            if vehicle and random.random() < 0.2:
                words.append(pick(["buttoned_up no", "bounding no"]))
            return [f"he {name} at {target} {' '.join(words)}"]
        if vehicle:
            words = [more for more in (pick(["+1", "-1"]), "vehicle_moves no", pick(["range 6", "range 9", "range 14"]))
                     if random.random() < 0.25]
            if not re.search(r"vehicle (\d|-)/(\d|-)/\d", vehicle) or random.random() < 0.4:
                words += ["crew_exposed yes"] * (random.random() < 0.3)
            return [f"{word} {name} at {target} {' '.join(words)}"]
        return [f"{word} {name} at {target} {pick(['', '', '+1', '-1', 'range 1'])}"]

    def has_gun(self, name):
        vehicle = self.armor.get(name)
        return name == "pak" or vehicle is not None and ("gun" in vehicle or not vehicle.startswith("vehicle"))

    def gun_at_vehicle(self, side, others):
        """AP or HE at a vehicle of the other side"""
        pick, random = self.random.choice, self.random
        tanks, guns = [name for name in others if name in self.armor], [name for name in side if self.has_gun(name)]
        if not tanks or not guns:
            return []
        gun, tank = pick(guns), pick(tanks)
        common = ("facing side", "facing rear", "hull_down yes", "tem woods", "hindrance 1", "to_hit_drm -2", "to_hit_drm 2",
                  "acquisition -1", "acquisition -2", "intensive_fire yes", "range 13", "crew_morale 6", "turret_facing rear",
                  "crew_exposed yes",
                  "rate_of_fire 2", "breakdown_number 10")
        rare = ("ammunition he", "basic_to_kill 9", "russian_made yes", "captured yes", "inexperienced yes", "bore_sighted yes",
                "target_size -1", "rate_of_fire 3", "armor_leader -1", "crew_survival 4", "red_crew_survival yes")
        # with more shots at a high rate of fire the program gives no fractions
        words = [f"most_shots {pick([1, 2, 2, 3])}"] * (random.random() < 0.8)
        words += [more for more in common if random.random() < 0.1] + [more for more in rare if random.random() < 0.04]
        if random.random() < 0.3:
            words.append(f"target_moves {pick(['over_3_mp', 'up_to_3_mp', 'up_to_1_mp'])}")
            words += [f"moving_shots {pick([1, 2, 3])}"] * (random.random() < 0.5)
        if gun in self.armor and random.random() < 0.25:
            words.append(pick(["buttoned_up no", "bounding no", "bounding yes"]))
        if self.armor[tank].startswith("vehicle"):
            words.append(f"armor {pick([3, 6, 11])} {pick(['', '', 'turret_armor 8'])}")
        return [f"ap {gun} at {tank} {' '.join(words)}"]

    def at_vehicle(self, side, others):
        pick, random = self.random.choice, self.random
        tanks, men = [name for name in others if name in self.armor], [name for name in ("front", "assault") if name in side]
        if not tanks or not men:
            return []
        tank = pick(tanks)
        words = [more for more in ("facing side", "facing rear", "shots 2", "to_hit_drm -2", "to_hit_drm 1", "hull_down yes",
                                   "target_moves stopped", "crew_morale 6") if random.random() < 0.12]
        if self.armor[tank].startswith("vehicle"):
            words.append(f"armor {pick([3, 6, 11])}")
        if random.random() < 0.3:
            return [f"molotov {pick(men)} at {tank} range 1 {pick(['', 'throws 2'])}"]
        return [f"panzerfaust {pick(men)} at {tank} range 1 {' '.join(words)}"]

    def player_turn(self, mine):
        random = self.random
        side, others = (self.mine, self.theirs) if mine else (self.theirs, self.mine)
        made = []
        for _ in range(random.choice([0, 1, 1, 2])):
            made += self.gun_at_vehicle(side, others) if random.random() < 0.5 else self.shot(side, others)
        if mine and "tank" in self.mine and random.random() < 0.25:
            made.append(f"overrun tank at {random.choice([name for name in self.theirs if name not in self.armor])} "
                        f"{random.choice([1, 4, 8, 12, 20])} {random.choice(['', '-1', '0', '2'])}")
        made += self.gun_at_vehicle(others, side) * (random.random() < 0.5)
        for _ in range(random.choice([0, 1, 1, 2])):
            made += self.shot(others, side) if random.random() < 0.4 else self.at_vehicle(others, side)
        if random.random() < 0.5:
            made += self.shot(side, others) if random.random() < 0.6 else self.gun_at_vehicle(side, others) \
                if random.random() < 0.6 else self.at_vehicle(side, others)
        made += [random.choice(["rout front", "rout"])] * (random.random() < 0.2)
        made += ["close-combat assault at front"] * (mine and "assault" in self.mine and random.random() < 0.3)
        return made

    def drawn(self):
        """(attacker, defender, steps)"""
        steps = self.player_turn(True)
        for mine in (False, True):
            if self.random.random() < 0.4 or not steps:
                steps += ["end turn"] + ["rally"] * (self.random.random() < 0.4)
                steps += [step for step in self.player_turn(mine) if "close" not in step]
            else:
                break
        steps = [" ".join(step.split()) + self.random.choice([""] * 9 + [" if attacker >= 1 units", " unless front broken"] *
                                                             (step != "end turn")) for step in steps]
        return "; ".join(self.mine.values()), "; ".join(self.theirs.values()), "; ".join(steps)
