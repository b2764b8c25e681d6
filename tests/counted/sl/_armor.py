"""Groups that are a vehicle or a gun with its crew, among the groups of sl.assault: 33.3-.4, 34-36, 37.3, 39.3, 63.14, 63.18, 63.5,
63.9, 64.3-.6, 64.9, 66-70, 72, 77.3, 90.12-.13, 97.

A vehicle is a unit by the name of its chart, '_' for a blank, or 'vehicle'; it is 'good' as long as it is there.
"""

import re
from collections import namedtuple
from fractions import Fraction

import _groups
from faces import Charts, and_then, every_game, turns
from questions import fraction
from sl import he, tank_assault, to_hit, to_kill
from sl._infantry import column_of, ift, leadership
from sl.fire import machine_guns
from sl.overrun import firepower, terrain_drm

# things: ('stopped', group), ('out', group) of a gun that fires no more, ('destroyed', group), ('led', side, place)
State = namedtuple("State", _groups.State._fields + ("things",))
Thing = namedtuple("Thing", "vehicle mg gun shielded")

# A reading: what is destroyed (63.9) is out of the game; a gun that malfunctions stays as cover (Q&A 18.2 & 63.51).
SHIELD_OUTLIVES_GUN = False
AT_VEHICLES = ("panzerfaust", "molotov", "immobilize")
STEPS = AT_VEHICLES + ("he", "ap", "overrun")
HE = {"to_hit_drm": 0, "target_size": 0, "acquisition": 0, "moving_drm": 0, "armor_leader": 0, "limbered": False,
      "buttoned_up": False,
      "bore_sighted": False, "intensive_fire": False, "captured": False, "outside_arc": 0, "moving": False, "concealed": False,
      "no_crest_counter": False, "firer": "tank", "turret_turned": False, "to_hit_number": None, "gun_to_hit_number": None,
      "to_hit_numbers": "black", "fire": "he", "target_line": None, "gun_line": "gun", "terrain": None, "drm": 0, "firepower": None,
      "smoke": "none", "smoke_dice": 1, "building": False, "uncovered_arc": False, "kill_number": None, "breakdown_number": 12,
      "inexperienced": False, "ammunition_depletion": False, "rate_of_fire": None, "firer_moved": "none"}
FIRE = {"crew_exposed": False, "hull_down": False, "gun_elsewhere": False, "vehicle_moves": "no", "drm": 0, "terrain": None}
AGAINST = {"panzerfausts": 1, "to_hit_number": None, "moving": False, "to_hit_drm": 0, "facing": "front", "kill_number": None,
           "rear_kill_number": None, "kill_drm": 0, "crew_morale": 7, "molotovs": 1, "molotov_to_hit": None, "molotov_kill": None,
           "molotov_rear_kill": None, "immobilization_number": None, "buttoned_up": True, "armor": None, "range": None}
AP = {"to_hit_drm": 0, "target_size": 0, "acquisition": 0, "moving_drm": 0, "armor_leader": 0, "buttoned_up": False, "limbered": False,
      "bore_sighted": False, "intensive_fire": False, "captured": False, "outside_arc": 0, "moving": False, "concealed": False,
      "no_crest_counter": False, "firer": "tank", "turret_turned": False, "to_hit_number": None, "to_hit_numbers": "black",
      "breakdown_number": 12, "inexperienced": False, "ammunition_depletion": False, "rate_of_fire": None, "firer_moved": "none",
      "target": "vehicle_in_other", "deliberate_immobilization": "none", "ammunition": "ap", "facing": "front", "target_kind": None,
      "armor": None, "side_armor": None, "boxed_armor": False, "kill_number": None, "rear_kill_number": None, "height_advantage": 0,
      "kill_drm": 0, "moving_mp": None, "moving_allowance": None, "crew_morale": 7, "range": None}
OUT = ("eliminated", "burning_wreck", "abandoned")
SMOKE = {"still_air": (1, 2, 3, 4, 5, 6), "mild_breeze": (1, 1, 2, 2, 3, 3)}     # 24.6, 102.63; 102.62: nothing
OVERRUN = {"drm": None, "close_terrain": False, "armor_leader": 0, "main_armament": 0, "terrain": None}


def chart():
    return Charts.by("squad-leader/vehicle-points.csv", "vehicle")


def is_vehicle(name):
    return not re.match(r"\d", name)


def names():
    return ["vehicle"] + [name.replace(" ", "_") for name in chart()]


def apart(q):
    """(the question with each vehicle as one unit and each gun as its crew, {group: Thing})"""
    things, sides = {}, {}
    for side in ("defender", "attacker"):
        parts = []
        for part in (q.get(side) or "").split(";"):
            name, colon, text = (words.strip() for words in part.rpartition(":"))
            words = re.sub(r"\s*(range \d+|terrain \w+)", "", text).strip()
            gun = re.search(r"\s*\bgun (\S+)", words)
            bare = words.replace(gun[0], "") if gun else words
            shielded = " shielded" in bare
            bare = bare.replace(" shielded", "").strip()
            if bare in chart() or bare.startswith("vehicle "):
                row = chart().get(bare)
                mg = bare if not row else bare if row["mg"] else "vehicle -"
                own = row["main_gun"] and bare if row else gun and gun[1]
                things[name] = Thing(bare, mg, own, False)
                unit = bare.replace(" ", "_") if row else "vehicle"
                text = text.replace(words, unit)
            elif gun:
                things[name] = Thing(None, None, gun[1], shielded)
                text = text.replace(words, bare)
            parts.append(f"{name}: {text}" if colon else text)
        sides[side] = "; ".join(parts) or None
    return {**q, **sides}, things


def told(words, known):
    """What stands behind a step: 'range 2 buttoned_up no', +1 a DRM"""
    found, rest = dict(known), list(words)
    while rest:
        name = rest.pop(0)
        if re.fullmatch(r"[-+]?\d+", name):
            found["drm"] = int(name)
        elif known.get(name) is False and (not rest or rest[0] not in ("yes", "no")):
            found[name] = True
        else:
            value = rest.pop(0)
            found[name] = {"yes": True, "no": False}.get(value, value) if name != "vehicle_moves" else value
            if re.fullmatch(r"[-+]?\d+", value) and name != "gun":
                found[name] = int(value)
    return found


def shot_at_armor(dice, state, q, rate):
    """(what becomes of the vehicle, whether the gun is out, shots at it while it moves) after a further shot"""
    fate, out, at_mover = state
    deliberate, moves = q["deliberate_immobilization"] != "none", q["moving"] and fate != "immobilized"
    if out or fate in OUT or deliberate and fate == "immobilized":
        return state
    if moves and q["moving_mp"] is not None and rate < 3 and \
            at_mover > 4 * fraction(q["moving_mp"]) // fraction(q["moving_allowance"]):
        return state                                         # 69.85
    shot = to_hit.play(dice, {**q, "moving": moves, "moving_drm": q["moving_drm"] if moves else 0, "ammunition": "standard"})
    if shot.outcome != "miss" and deliberate:
        fate = "immobilized"                                 # 66.2
    elif shot.outcome != "miss":
        now = {**q, "critical_hit": shot.outcome == "critical_hit", "already_immobilized": fate == "immobilized"}
        end = to_kill.after_check(dice, to_kill.play(dice, now).outcome, now, q["crew_morale"])      # 39.3, 66.4
        fate = end if end != "no_effect" else fate
    return fate, bool(shot.events & {"breakdown", "out_of_ammunition"}), at_mover + moves            # 63.18, 70.6, 64.9


class Assault(_groups.Assault):
    def __init__(self, q, game, things):
        self.things = things
        super().__init__(q, game)
        self.most = 1500

    def start(self):
        entries = [entry._replace(units=tuple((name, "good" if is_vehicle(name) else now) for name, now in entry.units))
                   for entry in super().start().entries]
        return State(*super().start()._replace(entries=tuple(entries)), frozenset())

    def vehicle(self, name):
        return name in self.things and self.things[name].vehicle is not None

    def side_of(self, name):
        return self.by_name[name].side

    # who is where: a vehicle is in no Melee

    def there(self, state, side, where, vehicles=False):
        return [entry for entry in super().there(state, side, where) if vehicles or not self.vehicle(entry.group)]

    def who_fires(self, words):
        if words[0] in AT_VEHICLES + ("he", "ap"):
            return self.side_of(words[1])
        return super().who_fires(words)

    def wanted(self, words):
        if words[0] in AT_VEHICLES + ("he", "ap") and words[-1].endswith("?"):
            return self.q["optional_returns" if self.side_of(words[1]) == "defender" else "optional_steps"]
        return super().wanted(words)

    def moves(self, words):
        return words[0] == "overrun"

    def advanced(self, state, name, to):
        return state if name in self.things else super().advanced(state, name, to)

    # steps

    def played(self, state, words, turn, advancing):
        words = tuple(words)
        if words[0] in ("fire", "return") and self.vehicle(words[1]):
            return self.machine_guns(state, words, advancing)
        if words[0] in ("he", "ap"):
            phase = "advancing" if advancing else "prep" if self.side_of(words[1]) == turn else "defensive"
            return (self.shells if words[0] == "he" else self.at_armor)(state, words, phase)
        if words[0] == "overrun":
            return self.overrun(state, words)
        if words[0] == "smoke" and {"dischargers", "close_defense_weapon"} & set(words):
            return self.candles(state, words)
        if words[0] in AT_VEHICLES or words[0] == "close-combat" and len(words) > 3 and self.vehicle(words[3]):
            return self.at_vehicle(state, words)
        chances = super().played(state, words, turn, advancing)
        if words in (("end", "turn"), ("next-turn",)):
            return {now._replace(things=frozenset(thing for thing in now.things if thing[0] not in ("led", "used"))): chance
                    for now, chance in chances.items()}
        return chances

    def hindered(self, state, *entries):
        """Whether smoke in one of these hexes has any effect (102.62)"""
        return self.q["wind"] in SMOKE and any(entry.where in state.smoke for entry in entries)

    def candles(self, state, words):
        """41.4, 64.8: the dischargers of an AFV, in its own hex, once in a game, if it has them on a die. 64.52: the Close Defense
        Weapon instead, once in a Player Turn, gone for good on a DR of 8 or more, which makes no smoke (63.22)"""
        name = next((word for word in words[1:] if word in self.names["attacker"]), self.names["attacker"][0])
        tank = self.active(state, name)
        if not tank or {("candles", name), ("used", name)} & state.things:
            return {state: Fraction(1)}
        gone, used = state._replace(things=state.things | {("candles", name)}), state._replace(things=state.things | {("used", name)})
        if "close_defense_weapon" in words:
            return {used._replace(smoke=used.smoke | {tank.where}): Fraction(21, 36), gone: Fraction(15, 36)}
        laid = gone._replace(smoke=gone.smoke | {tank.where})
        has = Fraction(int(words[words.index("discharger_number") + 1]) if "discharger_number" in words else 6, 6)
        return {end: chance for end, chance in ((laid, has), (gone, 1 - has)) if chance}

    def shield(self, state, name):
        """63.52"""
        there = SHIELD_OUTLIVES_GUN or ("destroyed", name) not in state.things
        return 2 if name in self.things and self.things[name].shielded and there else 0

    def shot_of(self, state, words, advancing):
        entry, shot = super().shot_of(state, words, advancing)
        return entry, shot._replace(drm=shot.drm + self.shield(state, shot.target)) if entry else shot

    def target_of(self, state, words):
        """(who fires, who is fired at: None where nobody is), each None in a Melee"""
        return [entry if entry and not self.melee(state, entry.where) else None
                for entry in (self.active(state, words[1]), self.active(state, words[3]))]

    def reach(self, words, q, *entries):
        """`entries`: who fires and who is fired at; in one hex, behind an Overrun, the range is 0 (case K)"""
        if q.get("range") is not None:
            return q["range"]
        return 0 if len({entry.where for entry in entries}) == 1 else self.by_name[words[1]].range or 1

    def all_steps(self):
        """The rear turret MG rests in a phase in which a step has the gun fire (64.4): 'rests' behind the step"""
        found, turn, number, enemy_fired, phases, guns = super().all_steps(), self.q["first_turn"], 0, False, [], set()
        for step in found:
            side = self.who_fires(step.words)
            phases.append((number, side, enemy_fired and side == turn))
            if step.words[0] in ("he", "ap"):
                guns.add((step.words[1], phases[-1]))
            if (side and side != turn or self.moves(step.words)) and not self.q["any_order"]:
                enemy_fired = True
            if _groups.is_end(step.words):
                turn, number, enemy_fired = "defender" if turn == "attacker" else "attacker", number + 1, False
        return [step._replace(words=step.words + ("rests",)) if step.words[0] in ("fire", "return") and
                self.vehicle(step.words[1]) and (step.words[1], phase) in guns else step for step, phase in zip(found, phases)]

    def machine_guns(self, state, words, advancing):
        firer, target = self.target_of(state, words)
        if not firer or not target:
            return {state: Fraction(1)}
        mg = self.things[words[1]].mg
        if words[-1] == "rests":
            words, mg = words[:-1], re.sub(r"^(\D*\S+/\S+/\S+)/\d+", r"\1/-", mg)
        q = told(words[4:], {**FIRE, "vehicle_moves": "entered_hex" if advancing else "no"})
        q["range"] = self.reach(words, q, firer, target)
        power = machine_guns({**q, "attackers": mg}) * (2 if q["range"] <= 1 else 1)         # 9.1, 72.31
        smoke = self.hindered(state, target, firer)
        shot = _groups.Shot(words[3], (), power, None, q["drm"] + self.tem(words[3], q) + self.shield(state, words[3]),
                            None, None, False, smoke)
        sums = {}
        for (now, _), chance in self.shots(target._replace(places=()), shot).items():
            after = self.put(state, {target: now._replace(places=target.places)})
            sums[after] = sums.get(after, 0) + chance
        return sums

    def tem(self, name, q, entrenched=2):
        terrain = q["terrain"] or self.by_name[name].terrain
        return terrain_drm(terrain, entrenched) if terrain else 0

    def mount(self, thing):
        """33.31, 63.19: a crew's gun pivots at +3 (case G), unless 'firer tank' says that its mount is of 360 degrees"""
        return "tank" if thing.vehicle else "sp_gun"

    def shells(self, state, words, phase):
        """63.14, 34: To Hit, and what hits"""
        firer, target = self.target_of(state, words)
        thing, name = self.things[words[1]], words[3]
        if not firer or not target or ("out", words[1]) in state.things or ("destroyed", words[1]) in state.things:
            return {state: Fraction(1)}
        if not any(self.game.able(unit) for unit in firer.units):
            return {state: Fraction(1)}
        moved = "entered_hex" if phase == "advancing" and thing.vehicle else "none"
        q = told(words[4:], {**HE, "firer_moved": moved, "firer": self.mount(thing)})
        aim = self.things.get(name)
        destroyed = ("destroyed", name) in state.things
        is_gun = aim is not None and (not destroyed or SHIELD_OUTLIVES_GUN and aim.shielded)
        here = [place for place, unit in enumerate(target.units) if self.game.present(unit)]
        units = " ".join(target.units[place][0] for place in here)
        side = target.side
        where = {} if q["terrain"] else {"terrain": self.by_name[name].terrain}
        smoke = self.hindered(state, target, firer)
        q.update(gun=thing.gun, range=self.reach(words, q, firer, target), fire_phase=phase,
                 target_type="infantry" if not is_gun else "shielded_gun" if aim.shielded else "unshielded_gun",
                 target="none" if is_gun else units, crew=units if is_gun else "none", marsh=self.q[f"{side}_marsh"],
                 berserk=self.q[f"{side}_berserk"], broken_morale=self.q[f"{side}_broken_morale"],
                 smoke=self.q["wind"] if smoke else "none", acquisition=0 if smoke else q["acquisition"], **where)       # 69.7
        row = chart().get(thing.gun)
        rate = q["rate_of_fire"] or (int(row["rate_of_fire"]) if row else 1)
        what = "he", destroyed, tuple(target.units), tuple(sorted((key, str(value)) for key, value in q.items()))
        if what not in self.seen:
            gun = ("destroyed" if destroyed else "intact") if is_gun else None
            chances = {(tuple(target.units[place] for place in here), gun, False, False, frozenset(), 0): 1}
            for _ in range(rate + q["intensive_fire"]):
                chances = and_then(chances, he.shot, q, *he.lines(q))
            self.seen[what] = chances
        sums = {}
        for (after, gun, _, _, events, _), chance in self.seen[what].items():
            now = list(target.units)
            for place, unit in zip(here, after):
                now[place] = unit
            things = set(state.things)
            if events & {"breakdown", "out_of_ammunition"}:
                things.add(("out", words[1]))
            if gun == "destroyed":
                things.add(("destroyed", name))
            end = self.put(state, {target: target._replace(units=tuple(now), hot=True)})._replace(things=frozenset(things))
            sums[end] = sums.get(end, 0) + chance
        return sums

    def at_armor(self, state, words, phase):
        """A gun at a vehicle in one phase: 33.3-.4, 63.14, 66-70"""
        name = words[3]
        firer, target = self.active(state, words[1]), self.active(state, name)
        if not firer or not target or self.melee(state, firer.where) or self.melee(state, target.where):
            return {state: Fraction(1)}
        if not any(map(self.game.able, firer.units)) or {("out", words[1]), ("destroyed", words[1])} & state.things:
            return {state: Fraction(1)}
        gun = self.things[words[1]].gun
        row, aim = chart().get(gun), chart().get(self.things[name].vehicle)
        moved = "entered_hex" if phase == "advancing" and self.vehicle(words[1]) else "none"
        q = told(words[4:], {**AP, "firer_moved": moved, "firer": self.mount(self.things[words[1]])})
        smoke = self.hindered(state, target, firer)
        q.update(gun=row["main_gun"] if row else gun, range=self.reach(words, q, firer, target), fire_phase=phase,
                 smoke=self.q["wind"] if smoke else "none", smoke_dice=1, acquisition=0 if smoke else q["acquisition"],                 # 69.7
                 hull_down=q["target"] == "vehicle_hull_down", crew_exposed=False, depletion_number=None,
                 armor=q["armor"] if q["armor"] is not None else int(aim["armor"]) if aim else None,
                 target_kind=q["target_kind"] or (aim["kind"] if aim else "closed_topped"))
        if isinstance(q["armor_leader"], str):
            q["armor_leader"] = min(0, leadership(q["armor_leader"]))
        q["weapon"] = str(he.calibre(q["gun"]))
        if row and row["nationality"] == "russian":
            q["to_hit_numbers"] = "red"
        if row and row["turret"] == "no":
            q["firer"] = "sp_gun"
        rate = q["rate_of_fire"] or (int(row["rate_of_fire"]) if row else 1)
        stopped = ("stopped", name) in state.things
        what = "ap", stopped, rate, tuple(sorted((key, str(value)) for key, value in q.items()))
        if what not in self.seen:
            self.seen[what] = turns({("immobilized" if stopped else "no_effect", False, 0): Fraction(1)},
                                    rate + q["intensive_fire"], shot_at_armor, q, rate)
        sums = {}
        for (fate, out, _), chance in self.seen[what].items():
            things = set(state.things)
            if out:
                things.add(("out", words[1]))
            if fate != "no_effect":
                things.add(("stopped", name))
            now = self.put(state, {target: target._replace(units=((target.units[0][0], "gone" if fate in OUT else "good"),))})
            now = now._replace(things=frozenset(things))
            sums[now] = sums.get(now, 0) + chance
        return sums

    def overrun(self, state, words):
        """72.1-.6"""
        tank, target = self.active(state, words[1]), self.active(state, words[3])
        if not tank or not target or ("stopped", words[1]) in state.things or self.melee(state, target.where):
            return {state: Fraction(1)}
        q, thing = told(words[4:], OVERRUN), self.things[words[1]]
        row = chart().get(thing.vehicle)
        own = 0 if row is None or not row["main_gun"] else thing.vehicle
        if row is None:
            mg = sum(int(part) for part in thing.mg.split()[1].split("/")[:3] if part.isdigit())     # 64.4: no rear turret
        else:
            mg = sum(int(part) for part in row["mg"].split("/") if part.isdigit())
        smoke = SMOKE[self.q["wind"]] if self.hindered(state, target) else ()
        close = q["close_terrain"] or bool(smoke)            # 72.4, 72.5
        power = firepower({"main_armament": q["main_armament"] or own, "mg": mg, "passengers": 0, "multi_shot": False,
                           "close_terrain": close})
        drm = q["armor_leader"] + (self.tem(words[3], q, 4) if q["drm"] is None else terrain_drm(str(q["drm"])))
        least, is_open = 11 if close else 12, bool(row) and row["kind"] == "open_topped"
        column, side = column_of(power), target.side

        def play(dice):
            more = drm + (dice.one_of(smoke) if smoke else 0)                    # Q&A 35.1
            result, end = dice.read(lambda total: (ift(total + more, column) if column else "-", "stopped" if total >= least else
                                                   "gone" if is_open and total == least - 1 else "good"))
            return self.game.struck(self.q, side, dice, target.units, result), end
        what = "overrun", target.units, side, power, drm, least, is_open, bool(smoke)
        if what not in self.seen:
            self.seen[what] = every_game(play)
        sums = {}
        for (units, end), chance in self.seen[what].items():
            now = self.put(state, {target: target._replace(units=units, hot=True), tank: tank._replace(
                where=target.where, units=((tank.units[0][0], "gone" if end == "gone" else "good"),))})
            if end == "stopped":
                now = now._replace(things=now.things | {("stopped", words[1])})
            sums[now] = sums.get(now, 0) + chance
        return sums

    def at_vehicle(self, state, words):
        """36, 37.3, 97"""
        kind, name, tank_name = words[0], words[1], words[3]
        mine, tank = self.active(state, name), self.active(state, tank_name)
        if not mine or not tank or self.melee(state, mine.where):
            return {state: Fraction(1)}
        thing = self.things[tank_name]
        row = chart().get(thing.vehicle)
        q = told(words[4:], AGAINST)
        q["range"] = q["range"] or self.by_name[words[1]].range or 1
        q["marsh"] = self.q[f"{mine.side}_marsh"]
        mg = 0 if thing.mg == "vehicle -" else sum(
            int(part) for part in (row["mg"] if row else thing.mg.split()[1]).split("/") if part.isdigit())
        numbers = namedtuple("Numbers", "main mg open_topped armor")(
            0, mg, bool(row) and row["kind"] == "open_topped",
            q["armor"] if q["armor"] is not None else int(row["armor"]) if row else None)
        led = frozenset(index for index, place in enumerate(mine.places) if ("led", mine.side, place) in state.things)
        stopped = ("stopped", tank_name) in state.things
        start = tank_assault.State("immobilized" if stopped else "no_effect", mine.where == tank.where, mine.units, led, False)
        what = "vehicle", kind, start, tuple(sorted((key, str(value)) for key, value in q.items())), numbers
        if what not in self.seen:
            if kind in ("panzerfaust", "molotov"):
                self.seen[what] = tank_assault.volley({start: 1}, q, numbers, kind)
            elif kind == "immobilize":
                self.seen[what] = tank_assault.immobilized({start: 1}, q)
            else:
                self.seen[what] = tank_assault.close_combat({start: 1}, q, numbers)
        sums = {}
        for end, chance in self.seen[what].items():
            gone = end.tank in tank_assault.OUT
            now = self.put(state, {mine: mine._replace(units=tuple(end.units)),
                                   tank: tank._replace(units=((tank.units[0][0], "gone" if gone else "good"),))})
            things = set(now.things) | ({("stopped", tank_name)} if end.tank != "no_effect" else set())
            if kind != "close-combat":
                things |= {("led", mine.side, mine.places[index]) for index in end.led}
            now = now._replace(things=frozenset(things))     # close_combat is that of infantry with infantry
            sums[now] = sums.get(now, 0) + chance
        return sums

    def reported_hex(self):
        found = self.names["defender"][0]
        for step in self.steps:
            words = tuple(word.rstrip("?") for word in step.words)
            if words[0] in ("advance", "capture") or words[0] == "close-combat" and not (
                    len(words) > 3 and self.vehicle(words[3])):
                found = self.goes(words)[1] or found
        return found

    def tanks(self, state):
        """The events of vehicles"""
        lost = any(self.vehicle(entry.group) and entry.units[0][1] == "gone" for entry in state.entries)
        return ["knocked_out"] * lost + ["stopped"] * (lost or any(thing[0] == "stopped" for thing in state.things))

    def guns_lost(self, state, side):
        return sum(thing[0] == "destroyed" and self.side_of(thing[1]) == side for thing in state.things)


# situations

TANKS = ["T-34", "PzKw IV F2", "StuG III", "M10", "SU-152", "SPW 251 armed", "Priest", "M4A4", "Brummbar", "vehicle 4/2/4",
         "vehicle -/4", "vehicle 3/5/1 gun 75L", "vehicle 2/4/4/2 gun 88L"]
GUNS = ["75", "75L", "76*", "37", "150", "105", "50L"]
CREWS = ["2-4-7", "2-3-7", "2*2-4-7"]
MEN = ["4-4-7", "2*4-4-7", "4-6-7 8-1", "4-6-7", "8-3-8 8-0", "4-4-7 6+1", "2*4-6-7 9-1", "2-4-7"]
KILLS = {"molotov": ["molotov_to_hit 8 molotov_kill 4 molotov_rear_kill 7",
                     "molotov_to_hit 5 molotov_kill 8 molotov_rear_kill 9 molotovs 2"],
         "immobilize": ["immobilization_number 2", "immobilization_number 3", "immobilization_number 4"]}
GROUNDS = ["stone", "woods", "wooden", "open"]


class Drawing:
    def __init__(self, random):
        self.random, self.armor, self.source = random, {}, None
        pick = random.choice

        def gun(name):
            return self.group(name, f"{pick(CREWS)} gun {pick(GUNS)}{pick(['', '', ' shielded'])}")

        def tank(name):
            self.armor[name] = pick(TANKS)
            return self.group(name, self.armor[name])

        self.mine = {"tank": tank("tank")} if random.random() < 0.8 else {"gun": gun("gun")}
        if random.random() < 0.75:
            self.mine["assault"] = self.group("assault", pick(MEN))
        if len(self.mine) == 1 and "gun" not in self.mine and random.random() < 0.2:
            self.mine["gun"] = gun("gun")
        self.theirs = {"front": self.group("front", pick(MEN))}
        where = random.random()
        if where < 0.45:
            self.theirs["pak"] = gun("pak")
        if where < 0.1 or where > 0.55 and "tank" in self.mine or where > 0.8:
            self.theirs["dt"] = tank("dt")

    def group(self, name, units):
        pick, random = self.random.choice, self.random
        reach = f" range {pick([1, 2, 2, 3, 3, 6, 8, 13])}" if random.random() < 0.6 else ""
        ground = f" terrain {pick(GROUNDS)}" if random.random() < 0.5 and name not in ("tank", "dt") else ""
        return f"{name}: {units}{reach}{ground}"

    def has_gun(self, name):
        vehicle = self.armor.get(name)
        return vehicle is None or "gun" in vehicle or vehicle in chart() and chart()[vehicle]["main_gun"]

    def foot(self, side, guns=True):
        return [name for name in side if name not in self.armor and (guns or name not in ("gun", "pak"))]

    def shot(self, side, others, advancing=False):
        """An attack of one of a side at infantry of the other"""
        pick, at = self.random.choice, self.foot(others)
        if not at:
            return []
        name, target = pick(list(side)), pick(at)
        if "shielded" in others[target] and re.search("SU-152|88L", side[name]):     # the chart has no kill number
            return []
        if name in self.armor or name in ("gun", "pak") and self.random.random() < 0.9:
            if self.has_gun(name) and self.random.random() < 0.6 or name not in self.armor:
                if name in self.armor and self.armor[name] in ("StuG III", "SU-152", "Priest", "Brummbar") and advancing:
                    return [f"he {name} at {target} firer_moved none {self.of_he()}"]
                pivot = pick(["", "", "", "firer_moved pivoted", "firer_moved pivoted firer tank"]) if name not in self.armor else ""
                return [f"he {name} at {target} {pivot} {self.of_he()}"]
            words = pick(["", "", "+1", "vehicle_moves no", "vehicle_moves turned", "range 6", "range 9", "drm -1"])
            if re.search(r"/\d+/\d", self.armor[name]) and self.random.random() < 0.5:
                words += " crew_exposed yes"
            return [f"{'fire' if side is self.mine else 'return'} {name} at {target} {words}"]
        return [f"{'fire' if side is self.mine else 'return'} {name} at {target} {pick(['', '+1', '-1', 'range 1'])}"]

    def of_he(self):
        pick = self.random.choice
        words = [pick(["range 1", "range 6", "range 8", "range 25"]), f"to_hit_drm {pick([-2, 1, 3])}", f"drm {pick([-1, 1, 2])}",
                 "buttoned_up yes", "acquisition -1", f"breakdown_number {pick([9, 10, 11])}", "to_hit_numbers red",
                 "rate_of_fire 2"]
        return " ".join(word for word in words if self.random.random() < 0.12)

    def gun_at_vehicle(self, side, others, moving=False, advancing=False):
        """AP or HE of a gun at a vehicle, `moving`: it is the Player Turn of the vehicle"""
        pick, random = self.random.choice, self.random
        tanks = [name for name in others if name in self.armor]
        guns = [name for name in side if name in ("gun", "pak") or name in self.armor and self.has_gun(name)]
        if not tanks or not guns:
            return []
        name, tank = pick(guns), pick(tanks)
        gun = chart()[self.armor[name]]["main_gun"] if self.armor.get(name) in chart() else re.search(r"gun (\S+)", side[name])[1]
        words, facing, ammunition = [], pick(["front", "front", "front", "side", "rear"]), pick(["ap"] * 4 + ["he"])
        column = str(he.calibre(gun)), ammunition

        def add(chance, *some):
            if random.random() < chance:
                words.append(pick(some))
        if facing != "front" and random.random() < 0.25:
            words.append(f"deliberate_immobilization {facing}")
            add(0.4, "range 1", "range 6", "range 0")
        else:
            if facing != "front":
                words.append(f"facing {facing}")
            if ammunition == "he":
                words.append("ammunition he")
            if self.armor[tank].startswith("vehicle") or random.random() < 0.1:
                words.append(f"armor {pick([-2, -1, 0, 0, 1, 3])}")
                add(0.3, "side_armor -1", "side_armor 0", "side_armor 2")
                add(0.15, "target_kind open_topped")
            if column not in to_kill.COLUMNS or random.random() < 0.2:
                words.append(f"kill_number {pick([-1, 3, 6, 9, 11])}" + f" rear_kill_number {pick([4, 8, 12])}" * (facing != "rear"))
            add(0.15, "kill_drm 1", "kill_drm -2")
            add(0.25, "target vehicle_hull_down", "target vehicle_in_woods_or_building", "target vehicle_hull_down boxed_armor yes")
            add(0.08, "height_advantage 1", "height_advantage 2")
            add(0.3, "range 0", "range 1", "range 2", "range 6", "range 7", "range 12", "range 13", "range 24", "range 25", "range 40")
        if moving and random.random() < 0.5:
            words.append("moving" + pick(["", "", " yes", " moving_drm 1"]))
            add(0.5, *(f"moving_mp {mp} moving_allowance {pick([4, 12, 15, 16])}" for mp in (0, 1, 3, 4, 5, 8)))
        add(0.25, "rate_of_fire 2", "rate_of_fire 2", "rate_of_fire 3", "rate_of_fire 1")
        add(0.3, *(f"breakdown_number {number}" for number in (7, 9, 10, 11, 12, 13)))
        if not advancing:
            add(0.2, "intensive_fire", "intensive_fire yes")
        if name in self.armor and advancing and self.armor[name] in ("StuG III", "SU-152", "Priest", "Brummbar"):
            words.append(f"firer_moved {pick(['none', 'pivoted'])}")
        elif advancing or moving:
            add(0.15, "firer_moved none", "firer_moved pivoted", "firer_moved pivoted firer sp_gun", "firer_moved pivoted firer tank")
        for some in (("acquisition -1", "acquisition -2"), ("captured yes",), ("inexperienced yes",), ("bore_sighted yes",),
                     ("to_hit_drm -2", "to_hit_drm 1", "to_hit_drm 3"), ("to_hit_number 5", "to_hit_number 9", "to_hit_number 1"),
                     ("buttoned_up",), ("armor_leader -1", "armor_leader -2", "armor_leader 9-2"), ("concealed yes",),
                     ("crew_morale 5", "crew_morale 9", "crew_morale 2"), ("outside_arc 1", "outside_arc 2"),
                     ("target_size -1", "target_size 2"), ("to_hit_numbers red",), ("ammunition_depletion yes",)):
            add(0.1, *some)
        random.shuffle(words)
        return [f"ap {name} at {tank} {' '.join(words)}"]

    def at_vehicle(self, side, others):
        pick, tanks, men = self.random.choice, [name for name in others if name in self.armor], self.foot(side)
        if not tanks or not men:
            return []
        tank, name, kind = pick(tanks), pick(men), pick(["panzerfaust", "panzerfaust", "molotov", "immobilize", "immobilize"])
        words = pick(KILLS[kind]) if kind in KILLS else \
            f"range {pick([1, 2, 3])} {pick(['', 'moving yes', 'to_hit_drm 2', 'panzerfausts 2'])}"
        if self.armor[tank].startswith("vehicle"):
            words += f" armor {pick([0, 1, -1])}" * (kind == "panzerfaust")
        elif kind != "immobilize":
            words += pick(["", "", f" facing {pick(['side', 'rear'])}" * (kind == "panzerfaust"), " crew_morale 5"])
        return [f"{kind} {name} at {tank} {words}"]

    def overrun(self):
        pick = self.random.choice
        at = self.foot(self.theirs)
        words = pick(["", "", "drm 1", "close_terrain yes", "drm woods", "drm entrenchment", "armor_leader -1"])
        main = " main_armament 8" if "gun" in self.armor["tank"] else ""
        return [f"overrun tank at {pick(at)} {words}{main}"]

    def before(self):
        """Smoke, artillery, a crossing"""
        pick, random, found = self.random.choice, self.random, []
        if random.random() < 0.15 and "assault" in self.mine:
            found.append(f"smoke assault at {pick(list(self.theirs))} gun 75 range {pick([1, 6, 13])}")
        if random.random() < 0.4 and "tank" in self.mine:
            self.source = self.source or pick(["dischargers", f"dischargers discharger_number {pick([0, 1, 2, 3, 5, 6])}",
                                               "close_defense_weapon"])
            found.append(f"smoke tank {self.source}")
            if random.random() < 0.15 and "close" not in self.source:            # once in a game
                found.append(found[-1])
        if random.random() < 0.1 and "assault" in self.mine:
            found.append(f"smoke assault {pick(['', 'at ' + pick(list(self.theirs))])} {pick(['', 'by 4-6-7', 'by 4-4-7'])}")
        if random.random() < 0.15:
            found.append(f"oba at {pick(self.foot({**self.mine, **self.theirs}))} {pick([8, 16, 20, 2])}")
        if random.random() < 0.15 and "assault" in self.mine:
            under = "first fire" if len(self.theirs) == 1 and random.random() < 0.4 else pick(self.foot(self.theirs))
            found.append(f"cross assault {pick(['', 'woods', 'open ground'])} under {under}")
        return found

    def more(self):
        """Nationalities, of whose vehicles the points are known; which side is in a marsh (75.1)"""
        found = {name: False for name in self.left if self.random.random() < 0.5}
        for side, groups in (("attacker", self.mine), ("defender", self.theirs)):
            nations = {chart()[unit]["nationality"] for name, unit in self.armor.items() if name in groups and unit in chart()}
            if len(nations) < 2 and self.random.random() < 0.3:
                found[f"{side}_nationality"] = nations.pop() if nations else self.random.choice(["german", "russian"])
            if any(name in self.armor for name in groups):
                found[f"{side}_marsh"] = "none"
        return found

    def player_turn(self, mine):
        """One Player Turn, `mine`: that of the attacker"""
        random = self.random
        side, others = (self.mine, self.theirs) if mine else (self.theirs, self.mine)
        made = self.before() if mine else []
        for _ in range(random.choice([0, 1, 1, 2])):
            made += self.gun_at_vehicle(side, others) if random.random() < 0.5 else self.shot(side, others)
        if mine and "tank" in self.mine and random.random() < 0.35 and not any(
                " tank " in f" {step} " and not step.startswith("smoke") for step in made):
            made += self.overrun()
        for _ in range(random.choice([0, 1, 1, 2])):
            where = random.random()
            made += self.shot(others, side) if where < 0.3 else self.gun_at_vehicle(others, side, True) if where < 0.65 else \
                self.at_vehicle(others, side)
        if random.random() < 0.5:
            made += self.gun_at_vehicle(side, others, False, True) if random.random() < 0.4 else self.shot(side, others, True)
        if random.random() < 0.25:
            made += [random.choice(["rout front", "rout"])]
        if random.random() < 0.35:
            tanks, men = [name for name in self.mine if name in self.armor], self.foot(self.theirs)
            if tanks:
                made += [f"close-combat {random.choice(men)} at {tanks[0]} {random.choice(['', '', 'buttoned_up no'])}"]
        if mine and "assault" in self.mine and random.random() < 0.5:
            made += [random.choice(["close-combat", "close-combat", "capture"]) + " assault at front"]
        return made

    def drawn(self):
        """(attacker, defender, steps)"""
        steps = self.player_turn(True)
        for mine in (False, True):
            if self.random.random() < 0.4 or not steps:
                steps += ["end turn"] + ["rally"] * (self.random.random() < 0.4) + self.player_turn(mine)
            else:
                break
        used = set(" ".join(steps).split())
        steps = steps or ["rally"]
        some = [" if attacker >= 1 units", " unless front broken"] if "front" in self.theirs else []
        steps = [" ".join(step.split()) + self.random.choice([""] * 9 + some * (step != "end turn") + ["?"] * step.startswith(
            ("he ", "ap "))) for step in steps]
        self.left = [name for name, side in (("optional_steps", self.mine), ("optional_returns", self.theirs))
                     if any(step.endswith("?") and step.split()[1] in side for step in steps)]

        def text(side):
            named = [part for name, part in side.items() if name in used]
            return "; ".join(named or list(side.values()))
        return text(self.mine), text(self.theirs), "; ".join(steps)
