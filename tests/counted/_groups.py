"""Assaults whose sides stand in groups, as a player writes them: 'base: 2*4-6-7 German MMG range 3; assault: 3*4-6-7'.

Who takes part in a step, where he is, and who goes where. What happens to units is the game's matter.
"""

import itertools
import re
from collections import namedtuple
from fractions import Fraction

from _turn import drawn_steps, fire_order, is_end, rally_phase_is_over, steps_of, withheld_by
from faces import TooLong
from questions import expanded

Group = namedtuple("Group", "side name units weapons range terrain")
# The units of a group that are in one hex; places: which of the side's units they are; hot: fired at since the last rally
Entry = namedtuple("Entry", "side group where units places hot notes away")
# smoke: hexes with smoke; dry: steps whose gun has no smoke left; jammed: (group, weapon) of each MG that has broken down;
# laid: who tried for SMOKE grenades
State = namedtuple("State", "entries fought events decided alone smoke dry jammed laid",
                   defaults=[frozenset(), frozenset(), (), frozenset()])
Shot = namedtuple("Shot", "target firers power factor drm range terrain advancing smoke", defaults=[False])
CROSSING = "cross", "smoke"
# An attack of artillery on a hex: FP or a calibre
Barrage = namedtuple("Barrage", "power calibre drm terrain")

WEAPON = re.compile(r"(?:(\d+)\*)?((?:German|Russian) (?:LMG|MMG|HMG))")


def has_groups(q):
    return any(":" in (q.get(side) or "") for side in ("attacker", "defender"))


def groups_of(q):
    """[Group] of both sides; a side without names is one group, by the name of the side"""
    found = []
    for side in ("defender", "attacker"):
        for part in (q.get(side) or "").split(";"):
            name, colon, text = part.rpartition(":")
            if not text.strip():
                continue
            terrain = re.search(r"terrain (\w+)", text)
            reach = re.search(r"range (\d+)", text)
            text = re.sub(r"terrain \w+|range \d+", "", text)
            weapons = []
            for many, weapon in WEAPON.findall(text):
                weapons += [weapon] * int(many or 1)
            found.append(Group(side, name.strip() if colon else side, tuple(expanded(WEAPON.sub("", text))), tuple(weapons),
                               int(reach[1]) if reach else None, terrain[1] if terrain else None))
    return found


def sound(q, others=()):
    """Whether the units of all groups are units, or `others` (a question that is being shrunk may have lost a word)"""
    bare = any(step.words[0] in ("fire", "return") and re.fullmatch(r"x?[\d.]+", step.words[-1]) and
               (len(step.words) < 3 or not re.fullmatch(r"x?[\d.]+|range", step.words[-2])) for step in steps_of(q["steps"]))
    known = {group.name for group in groups_of(q)} | {"and"}
    bare = bare or any(step.words[0] == "oba" and not re.search(r"\d", " ".join(step.words)) for step in steps_of(q["steps"]))
    named = {word for step in steps_of(q["steps"]) if "at" in step.words
             for word in "+".join(step.words[1:step.words.index("at")]).split("+") if word}
    return not bare and named <= known and all(
        unit in others or re.fullmatch(r"\d+-\d+-\d+|\d+[-+]\d", unit) for group in groups_of(q) for unit in group.units)


def barrages(steps, names):
    """The steps, each of artillery as one for each hex that it strikes: ('oba', name, FP ...). `names`: the groups of each side"""
    known = names["defender"] + names["attacker"]
    of = {"attacker": names["attacker"], "defender": names["defender"], "both": known, **{name: [name] for name in known}}
    found = []
    for step in steps:
        if step.words[0] != "oba":
            found.append(step)
            continue
        rest, struck = [word for word in " ".join(step.words[1:]).split() if word != "at"], set()
        while rest and all(word in of or word == "and" for word in rest[0].split("+")):
            struck |= {name for word in rest.pop(0).split("+") if word in of for name in of[word]}
        struck = struck or set(names["defender"])
        found += [step._replace(words=("oba", name, *rest), loose=False) for name in known if name in struck]
    return found


def barrage_of(words):
    """The Barrage of ('oba', name, FP ...)"""
    rest, told = list(words[2:]), {}
    for word in ("calibre", "drm"):
        if word in rest:
            at = rest.index(word)
            told[word] = int(rest[at + 1])
            del rest[at:at + 2]
    if "terrain" in rest:
        told["terrain"] = " ".join(rest[rest.index("terrain") + 1:])
        rest = rest[:rest.index("terrain")]
    power = None if "calibre" in told else rest.pop(0)
    return Barrage(power, told.get("calibre"), told.get("drm", int(rest[0]) if rest else 0), told.get("terrain"))


def of_units(text):
    """The units alone, of a side in groups"""
    return " ".join(" ".join(group.units) for group in groups_of({"defender": text}))


class Assault:
    """`game` knows units: present, able, may_go, squads, and what a shot, a rally, a rout and a round bring."""

    def __init__(self, q, game):
        self.q, self.game = q, game
        self.groups = groups_of(q)
        self.by_name = {group.name: group for group in self.groups}
        self.names = {side: [group.name for group in self.groups if group.side == side] for side in ("defender", "attacker")}
        self.steps = self.all_steps()
        self.crossers = {self.crossing(step.words)[0] for step in self.steps if step.words[0] == "cross"}
        self.seen = {}
        self.most = 4000                                     # states that anybody wants to follow

    def all_steps(self):
        """As they are played: a crossing under two groups may be two attacks, and so two steps"""
        found = []
        for step in fire_order(steps_of(self.q["steps"]), False):
            if step.words[0] == "cross" and self.game.one_by_one:
                name, ground, firers = self.crossing(step.words)
                mark = "?" * any(word.endswith("?") for word in step.words)
                found += [step._replace(words=("cross", name + mark, *ground, "under", firer) + ("last",) * (firer == firers[-1]))
                          for firer in firers]
            else:
                found.append(step)
        return barrages(found, self.names)

    def crossing(self, words):
        """(who crosses, the words between, whose fire he is under)"""
        words = [word.rstrip("?") for word in words if word != "last"]
        rest, firers = words[1:], list(self.names["defender"])
        if "under" in rest:
            under = rest[rest.index("under") + 1:]
            if under != ["first", "fire"]:                   # that of the only group
                firers = self.named(under)
            rest = rest[:rest.index("under")]
        name = rest.pop(0) if rest and rest[0] in self.names["attacker"] else self.names["attacker"][0]
        return name, tuple(rest), firers

    def working(self, state, group):
        """The group with the weapons that have not broken down"""
        weapons = list(group.weapons)
        for name, weapon in state.jammed:
            if name == group.name:
                weapons.remove(weapon)
        return group._replace(weapons=tuple(weapons))

    def start(self):
        entries, hot = [], {side: self.game.hot_at_first(self.q, side) for side in ("defender", "attacker")}
        for side in ("defender", "attacker"):
            units, place = self.game.units_at_first(self.q, side, [group for group in self.groups if group.side == side]), 0
            for group in self.groups:
                if group.side == side:
                    many = len(group.units)
                    entries.append(Entry(side, group.name, group.name if side == "defender" else "@" + group.name,
                                         tuple(units[place:place + many]), tuple(range(place, place + many)), hot[side],
                                         frozenset(), ()))
                    place += many
        return State(tuple(entries), frozenset(), frozenset(), None, False)

    # who is where

    def there(self, state, side, where):
        return [entry for entry in state.entries if entry.side == side and entry.where == where and
                any(self.game.present(unit) for unit in entry.units)]

    def holders(self, state, side, where):
        """Those whose it is, of one side"""
        return self.there(state, side, where)

    def melee(self, state, where):
        return bool(self.there(state, "defender", where) and self.there(state, "attacker", where))

    def active(self, state, name):
        """Those of a group whose the steps are, the foremost of who is left of it; None where nobody is"""
        left = [entry for entry in state.entries if entry.group == name and any(map(self.game.present, entry.units))]
        return min(left, key=self.how_far_back, default=None)

    @staticmethod
    def how_far_back(entry):
        return "+@".find(entry.where[0]) + 1                 # in, across, behind

    def named(self, words):
        """The groups that some words name: 'base+assault', 'base and assault', 'attacker'"""
        found = []
        for word in " ".join(words).replace("+", " ").split():
            if word in self.by_name:
                found.append(word)
            elif word != "and":
                found += self.names["defender"] + self.names["attacker"] if word == "both" else self.names[word]
        return found

    # steps

    def advanced(self, state, name, to):
        first = self.active(state, name)
        if first and first.where[0] not in "+@" and first.where != to:           # they go on; the others stay behind
            sources = [first]
        else:
            sources = [entry for entry in state.entries if entry.group == name and entry.where in ("@" + name, "+" + name)]
        for source in sources:
            if name in self.crossers and source.where == "@" + name:             # only who is across goes in
                continue
            if self.melee(state, source.where) or self.q["advance"] == "none":
                continue
            goes = [self.game.may_go(unit) for unit in source.units]
            if not any(goes):
                continue
            going = [(place, unit) for place, unit, may in zip(source.places, source.units, goes) if may]
            stays = [(place, unit) for place, unit, may in zip(source.places, source.units, goes) if not may]
            entries = list(state.entries)
            entries[entries.index(source)] = source._replace(units=tuple(unit for _, unit in stays),
                                                             places=tuple(place for place, _ in stays))
            hosts = self.there(state, "attacker", to) or [entry for entry in entries if entry.side == "attacker" and
                                                          entry.group == name and entry.where == to]
            if hosts:                                        # from then on they are of that group
                both = sorted(list(zip(hosts[0].places, hosts[0].units)) + going)
                entries[entries.index(hosts[0])] = hosts[0]._replace(
                    units=tuple(unit for _, unit in both), places=tuple(place for place, _ in both))
            else:
                entries.append(Entry("attacker", name, to, tuple(unit for _, unit in going),
                                     tuple(place for place, _ in going), source.hot, frozenset(), ()))
            state = state._replace(entries=tuple(entries), events=state.events | {"attacker_goes_in"})
        return state

    def round_at(self, state, where, *taking):
        """{State: Fraction} after a round of Close Combat of all who are there; `taking`: True where prisoners are tried for"""
        defenders, attackers = self.there(state, "defender", where), self.there(state, "attacker", where)
        if not defenders or not attackers:
            return {state: Fraction(1)}
        (defender,), (attacker,) = defenders, attackers
        sums, first = {}, where not in state.fought
        what = ("round", defender.units, attacker.units, first, *taking)
        if what not in self.seen:
            self.seen[what] = self.game.round(self.q, defender.units, attacker.units, first, *taking)
        for (theirs, mine, events), chance in self.seen[what].items():
            now = self.put(state, {defender: defender._replace(units=theirs), attacker: attacker._replace(units=mine)})
            fought = state.fought | {where} if self.melee(now, where) else state.fought - {where}
            now = now._replace(events=now.events | events, fought=fought)
            sums[now] = sums.get(now, 0) + chance
        return sums

    @staticmethod
    def put(state, changed):
        return state._replace(entries=tuple(changed.get(entry, entry) for entry in state.entries))

    def shot_of(self, state, words, advancing):
        """(the Entry that is fired at or None, Shot)"""
        split = words.index("at") if "at" in words else None
        side, other = ("defender", "attacker") if words[0] == "fire" else ("attacker", "defender")
        if split is None:
            rest = [word for word in words[1:] if not set(word.split("+")) & set(self.by_name)]
            target, firers = self.names[side][0], self.named([word for word in words[1:] if word not in rest])
        else:
            target, firers, rest = words[split + 1], self.named(words[1:split]), words[split + 2:]
        firers = firers or self.names[other]
        rest, reach, terrain, power = list(rest), None, None, None
        if "range" in rest:
            at = rest.index("range")
            reach = int(rest[at + 1])
            del rest[at:at + 2]
        if "terrain" in rest:
            at = rest.index("terrain")
            terrain = rest[at + 1]
            del rest[at:at + 2]
        if len(rest) == 2:
            power = rest.pop(0)
        drm = int(rest[0]) if rest else 0
        entry = self.active(state, target)
        if entry and self.melee(state, entry.where):
            entry = None
        fire = []
        for name in firers:
            mine = self.active(state, name)
            if mine and not self.melee(state, mine.where):
                group = self.working(state, self.by_name[name])
                close = name in self.crossers and mine.where[0] != "@"           # who has crossed, also where he goes in
                fire.append((group._replace(range=None) if close else group, mine))
        factor = power[1:] if power and power[0] == "x" else None
        if power is None:
            terrain = terrain or self.by_name[target].terrain
        shot = Shot(target, fire, None if factor else power, factor, drm, reach, terrain, advancing)
        return entry, shot._replace(smoke=bool(entry) and (entry.where in state.smoke or self.out_of_smoke(state, shot)))

    def struck(self, state, words):
        """An attack of artillery on the hex of a group"""
        target, barrage = self.active(state, words[1]), barrage_of(words)
        if target is None or self.melee(state, target.where):
            return {state: Fraction(1)}
        barrage = barrage._replace(terrain=barrage.terrain or self.by_name[words[1]].terrain)
        bare = target._replace(places=())
        if ("oba", bare, barrage) not in self.seen:
            self.seen["oba", bare, barrage] = self.game.barrage(self.q, bare, barrage)
        sums = {}
        for now, chance in self.seen["oba", bare, barrage].items():
            after = self.put(state, {target: now._replace(places=target.places)})
            sums[after] = sums.get(after, 0) + chance
        return sums

    def out_of_smoke(self, state, shot):
        """Whether a group's own units fire out of smoke"""
        return shot.power is None and any(entry.where in state.smoke and self.game.fires(shot, group, entry)
                                          for group, entry in shot.firers)

    def fired(self, state, words, advancing):
        target, shot = self.shot_of(state, words, advancing)
        if target is None:
            return {state: Fraction(1)}
        sums = {}
        for (now, jammed), chance in self.shots(target._replace(places=()), shot).items():
            after = self.put(state, {target: now._replace(places=target.places)})
            after = after._replace(jammed=tuple(sorted(state.jammed + jammed)))
            sums[after] = sums.get(after, 0) + chance
        return sums

    def shots(self, target, shot):
        """{(Entry, MGs that break down): Fraction}"""
        what = "shot", target, shot._replace(firers=tuple((group, entry.units) for group, entry in shot.firers))
        if what not in self.seen:
            self.seen[what] = self.game.shot(self.q, target, shot)
        return self.seen[what]

    def lays_smoke(self, state, words):
        """24.2-.3, 63.22: an 8-3-8 lays it without a roll, a gun where it hits"""
        words = [word.rstrip("?") for word in words]
        name = next((word for word in words[1:] if word in self.names["attacker"]), self.names["attacker"][0])
        to = words[words.index("at") + 1] if "at" in words else None             # left out: in the hex of the group
        if "gun" in words:
            own = self.active(state, name)
            to = to or (own.where if own else "@" + name)
            gun = tuple(words)
            if gun in state.dry:
                return {state: Fraction(1)}
            sums = {}
            for (laid, left), chance in self.game.gun_lays_smoke(words[words.index("gun"):]).items():
                now = state._replace(smoke=state.smoke | ({to} if laid else set()), dry=state.dry | (set() if left else {gun}))
                sums[now] = sums.get(now, 0) + chance
            return sums
        entry, by = self.active(state, name), words[words.index("by") + 1:][:1] if "by" in words else ()
        if not entry or not any(self.game.lays_smoke(unit, *by) for unit in entry.units) or self.melee(state, entry.where):
            return {state: Fraction(1)}
        return {state._replace(smoke=state.smoke | {to or entry.where}): Fraction(1)}

    def behind(self, state, name):
        """Those of a group who have not crossed"""
        return next(entry for entry in state.entries if entry.group == name and entry.where == "@" + name)

    def crossed(self, state, words):
        """Defensive Fire of one group at those who cross; after the last they are across"""
        name, ground, firers = self.crossing(words)
        source = self.behind(state, name)
        moving = [index for index, unit in enumerate(source.units) if self.game.may_go(unit)]
        sums, chances = {}, {(source, ()): Fraction(1)}
        firer = self.active(state, firers[0])
        if moving and firer and not self.melee(state, firer.where):
            target = source._replace(units=tuple(source.units[index] for index in moving), places=(), hot=False)
            shot = Shot(name, [(self.working(state, self.by_name[firers[0]]), firer)], None, None,
                        self.game.crossing_drm(ground), None, None, False)
            shot = shot._replace(smoke=self.out_of_smoke(state, shot))
            chances = {}
            for (now, jammed), chance in self.shots(target, shot).items():
                units = list(source.units)
                for index, unit in zip(moving, now.units):
                    units[index] = unit
                chances[source._replace(units=tuple(units), hot=source.hot or now.hot), jammed] = chance
        for (now, jammed), chance in chances.items():
            after = self.put(state, {source: now})._replace(jammed=tuple(sorted(state.jammed + jammed)))
            stop = [now.units[index] for index in moving]
            if any(self.game.present(unit) and not self.game.may_go(unit) for unit in stop):
                after = after._replace(smoke=after.smoke - {source.where})       # it lay where they set out
            if words[-1] == "last":
                after = self.goes_across(after, name)
            sums[after] = sums.get(after, 0) + chance
        return sums

    def goes_across(self, state, name, goes=None):
        source, where = self.behind(state, name), "+" + name
        goes = [self.game.may_go(unit) for unit in source.units] if goes is None else goes
        if not any(goes):
            return state
        pairs = list(zip(source.places, source.units, goes))
        going = [(place, unit) for place, unit, may in pairs if may]
        stays = source._replace(units=tuple(unit for _, unit, may in pairs if not may),
                                places=tuple(place for place, _, may in pairs if not may))
        entries = [stays if entry is source else entry for entry in state.entries]
        host = next((entry for entry in entries if entry.group == name and entry.where == where), None)
        if host:
            both = sorted(list(zip(host.places, host.units)) + going)
            entries[entries.index(host)] = host._replace(units=tuple(unit for _, unit in both), hot=host.hot or source.hot,
                                                         places=tuple(place for place, _ in both))
        else:
            entries.append(Entry("attacker", name, where, tuple(unit for _, unit in going),
                                 tuple(place for place, _ in going), source.hot, frozenset(), ()))
        return state._replace(entries=tuple(entries))

    def rallied(self, state, words, turn):
        names = self.named(words[1:]) if len(words) > 1 else self.names["defender"] + self.names["attacker"]
        chances = {state: Fraction(1)}
        for name in names:
            # the foremost first: it matters where only the first MMC of a player may try (A18.11)
            for index in sorted(range(len(state.entries)), key=lambda index: self.how_far_back(state.entries[index])):
                if state.entries[index].group == name and not self.melee(state, state.entries[index].where):
                    chances = self.one_rallies(chances, index, turn)
        return chances

    def one_rallies(self, chances, index, turn):
        sums = {}
        for state, chance in chances.items():
            entry = state.entries[index]
            what = ("rally", entry.side, entry.units, entry.hot, entry.notes, turn, state.alone)
            if what not in self.seen:
                self.seen[what] = self.game.rally(self.q, entry, entry.side == turn, state.alone)
            for (units, notes, alone), share in self.seen[what].items():
                now = self.put(state, {entry: entry._replace(units=units, notes=notes)})._replace(alone=alone)
                sums[now] = sums.get(now, 0) + chance * share
        return sums

    def routed(self, state, words):
        """Also those who stayed behind"""
        names = self.named(words[1:]) if len(words) > 1 else self.names["defender"]
        return self.put(state, {entry: self.game.rout(entry) for entry in state.entries
                                if entry.group in names and not self.melee(state, entry.where)})

    def goes(self, words):
        """(who advances or None, the hex of a step 'advance' or 'close-combat' or None)"""
        rest = list(words[1:])
        to = None
        if "at" in rest:
            to = rest[rest.index("at") + 1]
            rest = rest[:rest.index("at")]
        elif rest and rest[0] in self.names["defender"]:     # there, and nobody advances, but where there is no choice
            both = len(self.names["attacker"]) == 1
            return self.names["attacker"] if both else None, rest[0]
        if to is None and len(self.names["defender"]) == 1:
            to = self.names["defender"][0]
        names = self.named(rest) if rest else self.names["attacker"] if len(self.names["attacker"]) == 1 else None
        return names, to

    def played(self, state, words, turn, advancing):
        if words[0] in ("fire", "return"):
            return self.fired(state, words, advancing)
        if words[0] == "oba":
            return self.struck(state, words)
        if words[0] == "cross":
            return self.game.crosses(self, state, words) if not self.game.one_by_one else self.crossed(state, words)
        if words[0] == "smoke":
            return self.lays_smoke(state, words) if self.game.one_by_one else self.game.grenades(self, state, words)
        if words[0] == "rally":
            return self.rallied(state, words, turn)
        if words[0] == "rout":
            return {self.routed(state, words): Fraction(1)}
        if is_end(words):
            smoke = frozenset() if turn == "defender" else state.smoke           # the attacker's next Player Turn begins
            return {state._replace(entries=tuple(self.game.turn_ends(entry) for entry in state.entries), smoke=smoke,
                                   laid=frozenset()): Fraction(1)}
        names, to = self.goes(words)
        if names and to and (words[0] == "advance" or turn == "attacker" or self.q["any_order"]):
            for name in names:
                state = self.advanced(state, name, to)
        if words[0] == "advance":
            return {state: Fraction(1)}
        chances = {state: Fraction(1)}
        for where in [to] if to else self.names["defender"]:
            sums = {}
            for now, chance in chances.items():
                for after, share in self.round_at(now, where, *[True] * (words[0] == "capture")).items():
                    sums[after] = sums.get(after, 0) + chance * share
            chances = sums
        return chances

    def units_of(self, state, side=None, group=None):
        """Those of a side or a group, in the order in which they stand in the question"""
        found = [pair for entry in state.entries if entry.side == side or entry.group == group
                 for pair in zip(entry.places, entry.units)]
        return [unit for _, unit in sorted(found)]

    def decided(self, state, number):
        if state.decided is None and any(
                self.names[side] and not any(self.game.able(unit) for unit in self.units_of(state, side))
                for side in ("defender", "attacker")):
            return state._replace(decided=number)
        return state

    def withheld(self, state, conditions):
        sides = {name: self.units_of(state, None, name) for name in self.by_name}
        sides.update({side: self.units_of(state, side) for side in ("defender", "attacker")})
        able, present = self.game.able, self.game.present
        return withheld_by(conditions, sides, lambda units: not any(map(able, units)), lambda units: not any(map(present, units)),
                           lambda units: sum(map(self.game.is_squad, filter(able, units))),
                           lambda units: sum(map(able, units)))

    def ends(self):
        """{State: Fraction}"""
        steps = self.steps
        turn, enemy_fired = self.q["first_turn"], False      # with any_order nothing is Advancing Fire: there are no phases
        going = {self.decided(self.start(), 0): Fraction(1)}
        for index, step in enumerate(steps[:self.q.get("stop_after")]):
            side = self.who_fires(step.words)
            if not self.wanted(step.words):                  # their phase passes all the same
                enemy_fired = enemy_fired or bool(side and side != turn or self.moves(step.words)) and not self.q["any_order"]
                continue
            step = step._replace(words=tuple(word.rstrip("?") for word in step.words))
            after = {}
            for state, chance in going.items():
                withheld = self.withheld(state, step.conditions)
                chances = {state: Fraction(1)} if withheld else self.played(state, step.words, turn,
                                                                            enemy_fired and side == turn)
                for now, share in chances.items():
                    if rally_phase_is_over(steps, index, withheld):
                        now = now._replace(alone=False, entries=tuple(entry._replace(hot=False) for entry in now.entries))
                    now = self.decided(now, index + 1)
                    after[now] = after.get(now, 0) + chance * share
            if len(after) > self.most:
                raise TooLong
            going = after
            if (side and side != turn or self.moves(step.words)) and not self.q["any_order"]:
                enemy_fired = True
            if is_end(step.words):
                turn, enemy_fired = "defender" if turn == "attacker" else "attacker", False
        return going

    def who_fires(self, words):
        return {"fire": "attacker", "return": "defender", "cross": "defender"}.get(words[0])

    def moves(self, words):
        """Whether what is fired behind it is Advancing Fire"""
        return False

    def wanted(self, words):
        """A step with a '?' is left to whose it is"""
        left = any(word.endswith("?") for word in words)
        return not left or self.q["optional_returns" if words[0] == "return" else "optional_steps"]

    def reported_hex(self):
        found = self.names["defender"][0]
        for step in steps_of(self.q["steps"]):
            if step.words[0] in ("advance", "close-combat", "capture"):
                found = self.goes(tuple(word.rstrip("?") for word in step.words))[1] or found
        return found


def manned(units, weapons, worth):
    """The best way to man weapons, as ((weapon, unit) ...): `worth` says what a way gives, None where it is none."""
    best, found = None, ()
    for places in itertools.product([None] + list(range(len(units))), repeat=len(weapons)):
        way = tuple((weapon, place) for weapon, place in zip(weapons, places) if place is not None)
        gives = worth(way)
        if gives is not None and (best is None or (gives, len(way)) > best):     # as many weapons as give the most
            best, found = (gives, len(way)), way
    return best and best[0], found


def barrage(random, names, unnamed):
    """A step of artillery on some of `names`, or on the one hex of the defender"""
    who = random.choice(["", "defender"]) if unnamed else None
    if names and (not unnamed or random.random() < 0.4):
        some = random.sample(names, random.choice([1, 1, 1, 2]) if len(names) > 1 else 1)
        who = random.choice(["", "at "]) + random.choice([" and ", "+"]).join(some)
        who = random.choice(["attacker", "defender", "both"]) if random.random() < 0.1 else who
    drm = random.choice([-2, -1, 1, 2, 4])
    with_calibre = f"calibre {random.choice([75, 80, 105, 120, 150, 200, 249])} {random.choice(['', '', f'drm {drm}'])}"
    power = random.choice([with_calibre, f"{random.choice(['2', '4', '8', '12', '16', '20', '36', '1', '0.5'])} "
                           f"{random.choice(['', '', str(drm)])}"])
    terrain = random.choice(["", "", "terrain woods", "terrain stone", "terrain open", "terrain marsh", "terrain entrenchment",
                             "terrain trench", "terrain wall"])
    tail = random.choice([""] * 8 + ["if defender >= 2 units", "unless defender broken", "x2 until defender broken", "x2"])
    return " ".join(f"oba {who} {power} {terrain} {tail}".split())


def with_barrages(random, steps, names, unnamed):
    steps = list(steps)
    for _ in range(random.choice([1, 1, 1, 2])):
        first = 0                                            # behind the rallies of a Player Turn
        while first < len(steps) and steps[first].startswith("rally"):
            first += 1
        starts = [index + 1 for index, step in enumerate(steps) if step == "end turn"] + [first] * 3
        where = random.choice(starts) if random.random() < 0.7 else random.randint(0, len(steps))
        while where < len(steps) and steps[where].startswith("rally"):
            where += 1
        steps.insert(where, barrage(random, names, unnamed))
    return steps


def drawn(random, sides, power, smoke=None, grounds=(), simple=False):
    """(attacker, defender, steps): `sides` are lists of units of attackers and of defenders, `power(random)` FP and DRM;
    `smoke(random, to)` is what stands behind 'smoke NAME', `grounds` what is crossed, `simple`: smoke of a crossing alone"""
    attackers = ["base", "assault"][:random.choice([1, 2, 2, 2])]
    defenders = ["front", "back"][:random.choice([1, 2, 2])] if len(attackers) > 1 else ["front", "back"]
    unnamed = {side: len(names) == 1 and random.random() < 0.5
               for side, names in (("attacker", attackers), ("defender", defenders))}
    if all(unnamed.values()):
        unnamed["attacker"] = False

    def text(side, names, choice):
        if unnamed[side]:
            return random.choice(choice)
        parts = []
        for name in names:
            units = random.choice(choice)
            if "-7" in units and random.random() < 0.35:
                units += random.choice([" German MMG", " German LMG", " Russian HMG", " Russian LMG", " German LMG"])
                if random.random() < 0.15:
                    units += " German LMG"
            if random.random() < 0.4:
                units += f" range {random.choice([1, 1, 2, 3, 5, 7])}"
            if random.random() < 0.35:
                units += " terrain " + random.choice(["stone", "woods", "wooden", "open"])
            parts.append(f"{name}: {units}")
        return "; ".join(parts)

    def who(side, names, both=False):
        return "" if unnamed[side] else "+".join(names) if both and len(names) > 1 and random.random() < 0.1 else \
            random.choice(names)

    def shot(word):
        mine, theirs = ("attacker", attackers), ("defender", defenders)
        by, at = (mine, theirs) if word == "fire" else (theirs, mine)
        target = "" if unnamed[at[0]] else "at " + random.choice(at[1])
        if unnamed[at[0]]:
            return f"{word} {power(random)}"
        firer = who(*by, both=True)
        own = random.random() < (0.6 if firer else 0.3)
        tail = random.choice(["", "", "+1", "-1", "+2", "range 1", "terrain woods"]) if own else power(random)
        return " ".join(f"{word} {firer} {target} {tail}".split())

    def assault_turn():
        """Smoke, fire, a crossing, fire"""
        to = "at " + random.choice(defenders) if not unnamed["defender"] else ""
        who_goes = "" if unnamed["attacker"] else random.choice(attackers[-1:] * 2 + attackers)
        laid = [" ".join(f"smoke {who_goes} {smoke(random, to)}".split()) for _ in range(random.choice([0, 1, 1, 2]))]
        made = [] if simple else laid
        if random.random() < 0.5:
            made.append(shot("fire"))
        if random.random() < 0.7:
            made += laid[:1] if simple else []
            firers = [] if unnamed["defender"] else random.sample(defenders, random.randint(1, len(defenders)))
            firers = ["first fire"] if len(defenders) == 1 and random.random() < 0.4 else firers
            made.append(" ".join(f"cross {who_goes} {random.choice(grounds)} {'under' * bool(firers)} "
                                 f"{' and '.join(firers)}".split()))
            if random.random() < 0.3:
                made[-1] += " if attacker >= 1 squads"
        if random.random() < 0.5:
            made.append(shot(random.choice(["fire", "fire", "return"])))
        return [step + "?" if step[-1] not in "s2" and random.random() < 0.15 else step for step in made]

    def played():
        if smoke is None or random.random() < 0.4:
            return drawn_steps(random, shot, close_combat=0)
        made = assault_turn()
        made += ["rout " + random.choice(["attacker", "defender"])] * (random.random() < 0.2)
        if random.random() < (0.15 if simple else 0.4):
            made += ["end turn"] + ["rally"] * (random.random() < 0.5) + [shot("return")] * (random.random() < 0.5)
            made += ["end turn"] + ["rally"] * (random.random() < 0.6) + assault_turn()[:2]
        return "; ".join(made or [shot("fire")])

    words = played()
    named = [name for side, names in (("attacker", attackers), ("defender", defenders)) if not unnamed[side] for name in names]

    def more(step):
        head = step.split()[0] if step else ""
        if named and head == "rally" and step == "rally" and random.random() < 0.3:
            return f"rally {random.choice(named)}"
        if head == "rout" and step == "rout" and random.random() < 0.4:
            return f"rout {random.choice(named)}"
        found = re.match(r"(.* (?:if|unless|until) )(attacker|defender)( .*)", step)
        if found and named and random.random() < 0.5:
            return found[1] + random.choice(named) + found[3]
        return step
    steps = [more(step) for step in words.split("; ")]
    if random.random() < 0.35:
        steps = with_barrages(random, steps, [name for names in (defenders, attackers) for name in names if name in named],
                              unnamed["defender"])

    def goes(word):
        mover, to = who("attacker", attackers), "" if unnamed["defender"] else "at " + random.choice(defenders)
        return " ".join(f"{word} {mover} {to}".split())
    for _ in range(random.choice([0, 1, 1, 2])):
        steps.append(goes("advance") if random.random() < 0.3 else goes("close-combat"))
    if random.random() < 0.25:
        steps.append(random.choice(["close-combat", "close-combat " + defenders[0]]) if not unnamed["defender"]
                     else "close-combat")
    if random.random() < 0.3:
        steps += ["end turn"] + [random.choice(["rally", shot("return"), shot("fire"), "rout both"])
                                 for _ in range(random.choice([1, 2]))]
        if random.random() < 0.5:
            steps += ["end turn", goes(random.choice(["advance", "close-combat"]))]
    return text("attacker", attackers, sides[0]), text("defender", defenders, sides[1]), "; ".join(steps)
