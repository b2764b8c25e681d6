"""sl.he, from 12.22, 16.5, 33.3-.32, 34.2-.6, 34.9, 51.4-.42, 58.1, 59.3, 63.14-.24, 63.5-.9, 64.41-.46, 64.9, 67.2, 69.85,
70, 74.2, 75.5-.6, 83.7, 100.2."""

import re
from fractions import Fraction

from faces import Charts, End, and_then, tally, turns
from questions import fraction
from sl import to_hit
from sl._infantry import STACKS, apply_each, column_of, columns, foreigners, ift, report, some_foreign, stack
from sl.fire import GROUPS, VEHICLES, machine_guns, mounts, parted
from sl.near_miss import he as he_column
from sl.to_kill import burns

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out",
          "stopped", "gun_destroyed", "breakdown", "out_of_ammunition", "canister_gone", "rubble", "fire")
MEASURES = ("hits", "eliminated", "broken", "unharmed", "others_eliminated", "others_broken", "good_order_share")
OTHERS = ["4-6-7@1", "8-1@0", "4-4-7 8-0@2", "2*4-6-7@-2", "4-3-6"]
DESTROYED_GUN_STANDS = True     # open: its line and its shield serve the crew for the rest of the phase
LINES = {"woods": "infantry_in_woods", "stone": "infantry_in_cover", "wooden": "infantry_in_cover",
         "shellhole": "infantry_in_cover", "entrenchment": "infantry_in_cover", "open ground": "infantry_in_other",
         "wheat": "infantry_in_other"}
HE_KILL = {37: "he_37", 50: "he_50", 75: "he_75", 76: "he_75", 105: "he_105", 120: "he_120", 150: "he_150"}
DRAW = {"gun": ["37", "50", "75", "75L", "76*", "88LL", "105", "120", "150", "152*", "210", "T-34", "SU-152", "M10"],
        "range": [0, 1, 2, 6, 7, 12, 13, 20, 24, 25, 40], "to_hit_drm": [-3, 0, 1, 2, 4, 7], "to_hit_number": [0, 2, 5, 8],
        "gun_to_hit_number": [-1, 2, 4, 6], "armor_leader": [-2, -1, 0], "breakdown_number": [9, 10, 11, 12, 13],
        "moving_drm": [0, 1, 3], "rate_of_fire": [1, 1, 2, 3], "target": STACKS, "terrain": list(LINES),
        "drm": [-2, 0, 1, 3], "crew": ["2-4-7", "2-3-7"], "kill_number": [0, 4, 8], "vehicle_drm": [-2, 0, 1],
        "survival_number": [2, 5, 8], "firepower": [4, 6, 8, 16, 2.5], "depletion_number": [5, 7, 9],
        "second_hex": OTHERS, "third_hex": OTHERS, "limbered": [True], "outside_arc": [None], "smoke_dice": [1, 2],
        "machine_guns": VEHICLES, "moving_mp": [0, 1, 2, 3, 4, 6, 7.5, 9], "moving_allowance": [4, 6, 12, 16, 15]}


def change(question, random):
    if question.get("limbered"):
        question["gun"] = "88L"                              # no other gun fires limbered (103.31)
    kind = question.get("target_type", "infantry")
    if kind == "infantry" or random.random() < 0.3:
        question.setdefault("target", random.choice(STACKS))
        if kind != "soft_vehicle" and random.random() < 0.4:
            question["target"] = random.choice(GROUPS)
        foreign = some_foreign(question["target"], random)
        if foreign and random.random() < 0.4:
            question["foreign_units"] = foreign
    if "machine_guns" in question:
        question["range"] = random.choice([1, 2, 6, 8, 9, 12, 15])
        question.setdefault("target", random.choice(STACKS))
    else:
        question.pop("hull_down", None)
        question.pop("crew_exposed", None)
    if kind.endswith("gun"):
        if random.random() < 0.7:
            question.setdefault("crew", random.choice(DRAW["crew"]))
    else:
        for name in ("crew", "uncovered_arc", "gun_line", "gun_to_hit_number"):
            question.pop(name, None)
    if kind != "shielded_gun":
        question.pop("uncovered_arc", None)
    if kind not in ("shielded_gun", "soft_vehicle") or question.get("fire") in ("equivalent", "spraying", "mortar"):
        question.pop("kill_number", None)
    if kind != "soft_vehicle":
        for name in ("survival_number", "vehicle_line", "vehicle_drm"):
            question.pop(name, None)
    fire = question.get("fire", "he")
    if fire != "canister":
        question.pop("depletion_number", None)
    if fire != "spraying":
        question.pop("second_hex", None)
        question.pop("third_hex", None)
    if fire in ("equivalent", "spraying"):
        question.setdefault("firepower", random.choice(DRAW["firepower"]))
        for name in ("to_hit_drm", "to_hit_number", "gun_to_hit_number", "buttoned_up", "intensive_fire", "target_line",
                     "armor_leader", "gun_line", "vehicle_line", "rate_of_fire", "moving_drm", "no_crest_counter",
                     "acquisition", "bore_sighted", "building", "uncovered_arc", "ammunition_depletion"):
            question.pop(name, None)
    elif random.random() < 0.8:
        question.pop("firepower", None)
    if question.get("moving"):
        question["fire_phase"] = "defensive"
        if random.random() < 0.6 and question.get("fire") not in ("equivalent", "spraying"):
            question.setdefault("moving_mp", random.choice(DRAW["moving_mp"]))
            question.setdefault("moving_allowance", random.choice(DRAW["moving_allowance"]))
            question["rate_of_fire"] = random.choice([1, 2, 2, 3])
            question["intensive_fire"] = random.random() < 0.6
    else:
        question.pop("moving_drm", None)
    if "moving" not in question or question.get("fire") in ("equivalent", "spraying"):
        question.pop("moving_mp", None)
        question.pop("moving_allowance", None)
    if not question.get("smoke"):
        question.pop("smoke_dice", None)
    if question.get("turret_turned"):                        # 64.123
        question.update(firer_moved="pivoted", fire_phase="advancing")
        question.pop("firer", None)
        question.pop("moving", None)
        if question["gun"] == "SU-152":
            question["gun"] = "75L"
    if question.get("vehicle_line") == "vehicle_hull_down":
        question.pop("to_hit_number", None)
    return question


def counts(q):
    if (q["target_type"] in ("shielded_gun", "soft_vehicle") and q["kill_number"] is None
            and q["fire"] not in ("equivalent", "spraying", "mortar")):
        return calibre(q["gun"]) in HE_KILL
    if q["firer_moved"] == "entered_hex" and q["firer"] == "sp_gun":
        return False
    return True


def row_of(gun):
    return Charts.by("squad-leader/vehicle-points.csv", "vehicle").get(gun)


def bore(gun):
    return row_of(gun)["main_gun"] if row_of(gun) else str(gun)


def calibre(gun):
    return int(re.match(r"\d+", bore(gun))[0])


def firepower(q):
    """(firepower on the IFT before what the shot does to it, modifier)"""
    column, heavy = he_column(calibre(q["gun"])) if calibre(q["gun"]) >= 37 else (0, 0)
    if q["fire"] == "mortar":                                # 63.24: one column less
        column = columns()[max(0, columns().index(column) - 1)]
    power = fraction(q["firepower"]) if q["firepower"] is not None else Fraction(column)
    if q["range"] <= 1:                                      # 34.5, 63.16
        power *= 2
    if q["concealed"]:
        power /= 2
    if q["marsh"] != "none":                                 # 75.5
        power /= 2
    return power, heavy


def lines(q):
    """The numbers that the To Hit roll needs: of the infantry and of the gun or vehicle; None where there is none"""
    row = row_of(q["gun"])
    red = q["to_hit_numbers"] == "red" or q["captured"] or row is not None and row["nationality"] == "russian"
    firer = "sp_gun" if row is not None and row["turret"] == "no" else q["firer"]
    drm = to_hit.drm({**q, "gun": bore(q["gun"]), "firer": firer, "target_size": 0,
                      "deliberate_immobilization": "none"}) + 2 * (q["fire"] == "rockets")      # 63.731

    def printed(line):
        text = Charts.by("squad-leader/to-hit.csv", "target")[line][
            f"{'red' if red else 'black'}_{to_hit.band(q['range'])}"]
        return int(text) if text else None

    def needed(number):
        return None if number is None else number - drm

    infantry = gun = None
    here = q["target"] != "none" and q["target_type"] != "soft_vehicle" or q["crew"] != "none"
    line = q["target_line"] or LINES.get(q["terrain"], "infantry_in_other")
    if here:
        own = q["to_hit_number"]
        infantry = needed(own if own is not None else printed(line))
    if q["target_type"].endswith("gun"):
        number = q["gun_to_hit_number"]
        gun = needed(number if number is not None else printed(q["gun_line"]))
    elif q["target_type"] == "soft_vehicle":
        number = q["to_hit_number"]
        gun = needed(number if number is not None else printed(q["vehicle_line"]))
    return infantry, gun


def ift_drm(q):
    row = next((row for row in Charts.rows("squad-leader/terrain-effects.csv")
                if q["terrain"] in [row["terrain"], *row["also"].split("/")]), None) if q["terrain"] else None
    total = q["drm"] + (int(row["drm"]) if row else 0)
    is_open = row["open"] == "true" if row else q["target_line"] in (None, "infantry_in_other")
    grouped = len(parted(q["target"])) > 1                   # 16.5: it stands behind the @
    if q["moving"] and is_open and not grouped and q["target_type"] != "soft_vehicle":       # 11.1, 51.5
        total -= 2
    return total


def smoke_drm(dice, q):
    """24.6, 102.63: a die, half of it in a breeze"""
    if q["smoke"] == "still_air":
        return sum(dice.die() for _ in range(q["smoke_dice"]))
    if q["smoke"] == "mild_breeze":
        return sum(dice.read_die(lambda face: (face + 1) // 2) for _ in range(q["smoke_dice"]))
    return 0


class Hex:
    """Units, the crew last of them; the gun or vehicle; what is noted."""

    def __init__(self, state):
        self.units, self.thing, self.canister, self.over, self.events, self.hits = (
            list(state[0]), state[1], state[2], state[3], set(state[4]), state[5])

    def state(self):
        return tuple(self.units), self.thing, self.canister, self.over, frozenset(self.events), self.hits


def crew_of(q):
    return len(stack(q["crew"])) if q["crew"] != "none" else 0


def cells(q, units, total, column, where="all"):
    """What each unit's cell of the IFT is (34.2); a crew has +2 behind its shield (63.52)"""
    shield = 2 if q["target_type"] == "shielded_gun" and not q["uncovered_arc"] and q["fire"] != "mortar" else 0
    crew = [place >= len(units) - crew_of(q) for place in range(len(units))]
    own = [drm for there, drm in parted(q["target"]) for _ in stack(there)] + [0] * crew_of(q)
    return tuple("-" if column is None or where == "crew" and not is_crew else
                 ift(total + drm + (shield if is_crew else 0), column) for is_crew, drm in zip(crew, own))


def strikes(dice, hexe, q, where, power, drm, shell):
    """One DR on the IFT against infantry and crew"""
    column = column_of(power)
    if column is None:
        return

    def reading(total):
        return cells(q, hexe.units, total + drm, column, where)

    result = dice.read(reading)
    if q["building"] and shell and "KIA" in result:
        hexe.events.add("rubble")                            # 58.1
        hexe.units = [(name, "gone") for name, _ in hexe.units]
        if "KIA" in dice.read(reading):                      # 59.3
            hexe.events.add("fire")
        hexe.over = True
        return
    apply_each(dice, hexe.units, result, q["marsh"], q.get("broken_morale"), q.get("berserk", "none"))


def shot(dice, state, q, infantry, gun):
    hexe = Hex(state)
    there = any(now != "gone" for _, now in hexe.units)
    soft = q["target_type"] == "soft_vehicle"
    if hexe.over or not there and hexe.thing != "intact" or soft and hexe.thing in ("destroyed", "burning"):
        return state
    smoke = smoke_drm(dice, q)
    needed = {"infantry": infantry, "gun": gun if hexe.thing != "destroyed" or DESTROYED_GUN_STANDS else None}
    needed = {line: number - smoke for line, number in needed.items() if number is not None}
    original = dice.dr()
    third = dice.die() if original == 2 and any(number < 2 for number in needed.values()) else None
    hit = {line for line, number in needed.items()
           if original <= number or original == 2 and third + 2 - number < 6}        # 33.32
    near = not hit and needed and original == max(needed.values()) + 1 and (
        calibre(q["gun"]) >= 100 and q["fire"] != "canister" or q["fire"] == "rockets")      # 100.2, 63.73
    power, heavy = firepower(q)
    drm = ift_drm(q) + heavy
    shell = True
    if q["fire"] == "canister":                              # 34.9
        if hexe.canister and original >= q["depletion_number"]:
            hexe.canister = False
            hexe.events.add("canister_gone")
        if hexe.canister:
            power, shell = Fraction(20, 2 if q["concealed"] else 1), False
            drm -= heavy
        elif calibre(q["gun"]) >= 100:
            near = not hit and bool(needed) and original == max(needed.values()) + 1
    if hit:
        hexe.hits += 1
    if soft:
        vehicle(dice, hexe, q, bool(hit), near, power, heavy, shell)
    else:
        if "gun" in hit and hexe.thing == "intact" and shell and calibre(q["gun"]) >= 20:    # 63.9
            if q["target_type"] == "unshielded_gun" or q["uncovered_arc"] or q["fire"] == "mortar":
                hexe.thing = "destroyed"
            elif dice.dr() - 4 <= kill_number(q, "front"):
                hexe.thing = "destroyed"
        if there and (hit or near):
            where = "crew" if hit and "infantry" not in hit else "all"
            strikes(dice, hexe, q, where, power / 2 if near else power, drm, shell)
    jams(dice, hexe, q, original)
    return hexe.state()


def kill_number(q, facing):
    if q["kill_number"] is not None:
        return q["kill_number"]
    return int(Charts.by("squad-leader/afv-kill.csv", "facing")[facing][HE_KILL[calibre(q["gun"])]])


def jams(dice, hexe, q, original):
    number = q["breakdown_number"] - 2 * q["intensive_fire"] - 2 * q["captured"] - q["inexperienced"]
    if calibre(q["gun"]) >= 150 and original >= 11:          # 64.9
        hexe.events.add("out_of_ammunition")
        hexe.over = True
    elif q["breakdown_number"] <= 12 and original >= number:
        if q["ammunition_depletion"] and dice.die() >= 4:    # Supplement K
            hexe.events.add("out_of_ammunition")
        else:
            hexe.events.add("breakdown")
        hexe.over = True


def vehicle(dice, hexe, q, hit, near, power, heavy, shell):
    if hit and shell and q["fire"] != "mortar":
        number = kill_number(q, "unarmored")
        total = dice.dr()
        if total <= number:
            wreck(dice, hexe, q, burns(total, number))
        return
    if hit or near:
        drm = q["vehicle_drm"] + heavy
        if q["fire"] == "mortar":                            # 46.54: only a KIA counts
            drm += int(Charts.by("squad-leader/barrage-vs-vehicle.csv", "target")["unarmored"]["drm"])
        column = column_of(power / 2 if near else power)
        if column is None:
            return
        own = ift_drm(q) + heavy
        result, riders = dice.read(lambda total: (ift(total + drm, column), ift(total + own, column)))
        on_the_ift(dice, hexe, q, result, riders, q["fire"] != "mortar" and not near)


def on_the_ift(dice, hexe, q, result, riders, checks):
    apply_each(dice, hexe.units, [riders] * len(hexe.units), q["marsh"])
    if result == "KIA":
        wreck(dice, hexe, q, False)
    elif result != "-" and checks:                           # 51.41
        if dice.dr() + (0 if result == "M" else int(result)) > 8:
            if dice.dr() > 8:
                wreck(dice, hexe, q, False)
            elif hexe.thing == "intact":
                hexe.thing = "immobilized"


def wreck(dice, hexe, q, burning):
    hexe.thing = "burning" if burning else "destroyed"
    number = q["survival_number"]
    for place, (name, now) in enumerate(hexe.units):         # 33.9, 51.42, 67.2
        if now != "gone" and (burning or number is None or dice.read(lambda total: total > number)):
            hexe.units[place] = (name, "gone")


def equivalent(dice, state, q, number, drm):
    """63.16, 63.23: straight on the IFT; sprayed at three hexes, each with its DR"""
    hexe, others = Hex(state[0]), list(state[1])
    units = list(others[number - 1]) if number else hexe.units
    power = firepower(q)[0]
    if number:                                               # only the first hex is concealed, or a marsh
        power *= (2 if q["concealed"] else 1) * (2 if q["marsh"] != "none" else 1)
    if q["range"] > 20:
        power /= 2
    if q["fire_phase"] == "advancing" and q["firer_moved"] == "entered_hex":
        power /= 2
    if q["fire"] == "spraying":
        power /= 2
    jams_on = q["breakdown_number"] - 2 * q["captured"] - q["inexperienced"]
    smoke = smoke_drm(dice, q)
    column = column_of(power)

    def cell(total):
        return ift(total + smoke, column) if column is not None else "-"

    def reading(total):
        return (() if number else cells(q, units, total + drm + smoke, column), cell(total + drm),
                cell(total + q["vehicle_drm"]), q["breakdown_number"] <= 12 and total >= jams_on)

    here, result, on_vehicle, jammed = dice.read(reading)
    if number:
        apply_each(dice, units, [result] * len(units))
        others[number - 1] = tuple(units)
    elif q["target_type"] == "soft_vehicle":                 # 51.4
        on_the_ift(dice, hexe, q, on_vehicle, result, True)
    else:
        apply_each(dice, units, here, q["marsh"])
    if jammed:
        hexe.events.add("breakdown")
    return hexe.state(), tuple(others)


def machine_gun_factors(q):
    """64.41-.43 of bow, coaxial and AA; that of the rear turret is silent in the phase of the gun (64.4)"""
    bow, coaxial, aa, _ = mounts(q["machine_guns"])
    power = machine_guns({"attackers": f"vehicle {bow}/{coaxial}/{aa}", "range": q["range"], "hull_down": q["hull_down"],
                          "gun_elsewhere": False, "crew_exposed": q["crew_exposed"],
                          "vehicle_moves": {"none": "no", "pivoted": "turned"}.get(q["firer_moved"], "entered_hex")})
    return power * (2 if q["range"] == 1 else 1) / (2 if q["concealed"] else 1)  # 9.1, 9.4


def machine_guns_fire(dice, state, q):
    """34.3, 64.46: at the same hex, by a DR of their own"""
    if q["fire"] in ("equivalent", "spraying"):
        return machine_guns_fire_at(dice, state[0], q), state[1]
    return machine_guns_fire_at(dice, state, q)


def machine_guns_fire_at(dice, state, q):
    hexe = Hex(state)
    column = column_of(machine_gun_factors(q))
    soft = q["target_type"] == "soft_vehicle"
    if column is None or soft and hexe.thing in ("destroyed", "burning"):
        return state
    drm = ift_drm(q) + smoke_drm(dice, q)
    if soft:                                                 # 51.4
        vehicle_drm = drm - ift_drm(q) + q["vehicle_drm"]
        result, riders = dice.read(lambda total: (ift(total + vehicle_drm, column), ift(total + drm, column)))
        on_the_ift(dice, hexe, q, result, riders, True)
    else:
        apply_each(dice, hexe.units, dice.read(lambda total: cells(q, hexe.units, total + drm, column)), q["marsh"])
    return hexe.state()


def other_hexes(q):
    found = []
    for text in (q["second_hex"], q["third_hex"]):
        if text != "none":
            names, _, drm = text.partition("@")
            found.append((stack(names, q["status"]), int(drm or 0)))
    return found


def ended(dice, state, q, before):
    others = {}
    if q["fire"] in ("equivalent", "spraying"):
        state, after = state
        there = [unit for units, _ in other_hexes(q) for unit in units]
        measured = report(there, sum(after, ()))[2] if there else {"eliminated": 0, "broken": 0}
        others = {"others_eliminated": measured["eliminated"], "others_broken": measured["broken"]}
    hexe = Hex(state)
    outcome, events, measures = None, [], {"eliminated": 0, "broken": 0, "unharmed": 0}
    if before:
        outcome, events, measures = report(before, hexe.units)
    events = events + sorted(hexe.events)
    if q["target_type"].endswith("gun"):
        outcome = "gun_destroyed" if hexe.thing == "destroyed" else "gun_intact"
        events += ["gun_destroyed"] * (hexe.thing == "destroyed")
    elif q["target_type"] == "soft_vehicle":
        outcome = {"intact": "vehicle_unharmed"}.get(hexe.thing, f"vehicle_{hexe.thing}")
        events += {"intact": [], "immobilized": ["stopped"]}.get(hexe.thing, ["knocked_out", "stopped"])
    return End(outcome, events, hits=hexe.hits, **measures, **others)


def count(q):
    before = [unit for there, _ in parted(q["target"]) for unit in stack(there, q["status"])]
    before = foreigners(before, q["foreign_units"])
    before += stack(q["crew"], q["status"]) if q["crew"] != "none" else []
    thing = None if q["target_type"] == "infantry" else "intact"
    chances = {(tuple(before), thing, q["fire"] == "canister", False, frozenset(), 0): 1}
    if q["fire"] in ("equivalent", "spraying"):
        others = other_hexes(q)
        chances = {(state, tuple(tuple(units) for units, _ in others)): chance for state, chance in chances.items()}
        for number, drm in enumerate([ift_drm(q)] + [drm for _, drm in others]):
            chances = and_then(chances, equivalent, q, number, drm)
    else:
        rate = q["rate_of_fire"]
        if rate is None:
            row = row_of(q["gun"])
            rate = int(row["rate_of_fire"]) if row else 1
        rate = 1 if q["limbered"] else rate
        shots = rate + q["intensive_fire"]
        if q["moving_mp"] is not None and rate < 3:          # 69.85: a quarter of the MP for each further shot
            shots = min(shots, 1 + int(4 * fraction(q["moving_mp"]) // fraction(q["moving_allowance"])))
        chances = turns(chances, shots, shot, q, *lines(q))
    if q["machine_guns"] is not None:
        chances = and_then(chances, machine_guns_fire, q)
    return tally(and_then(chances, ended, q, before))
