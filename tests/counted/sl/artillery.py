"""sl.artillery, from 45, 46, 54.4, 63.3-.39, 63.6-.8, 75.5-.6, 78.5 and Supplement H.

An enemy who must keep his own contact for counter-battery fire is left out.
"""

from fractions import Fraction

from faces import Charts, End, and_then, tally
from sl._infantry import SINGLE, apply, apply_each, column_of, ift, report, stack
from sl.fire import parted
from sl.near_miss import he, neighbours
from sl.overrun import terrain_drm

LEAVES_OUT = ("counter_battery_contact",)
EVENTS = ("arrives", "contact_lost_for_good", "battery_destroyed", "ammunition_gone", "leader_lost", "broken_or_worse",
          "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out", "stopped",
          "first_group_broken_or_worse", "other_groups_broken_or_worse")
MEASURES = ("turn", "eliminated", "broken", "unharmed", "neighbours_eliminated", "neighbours_broken",
            "good_order_share")
GROUPS = ["4-6-7@4; 4-6-7", "8-1@2; 4-6-7", "4-4-7; 8-0@-3", "4-6-7@-2; 4-4-7@1; 8-0", "6+1@4; 4-3-6; 8-0@2", "4-6-7@-2", "9-2@4; 8-1",
          "2-4-7@3; 4-3-6@3"]
DRAW = {"battery": ["off_board", "off_board", "on_board", "rockets"], "tubes": [1, 2, 3, 4, 5], "spotting_rounds": [1, 2, 3], "reload_turns": [1, 2, 3], "reload_leader": [-3, -1, 0, "8-1"],
        "year": [1939, 1941, 1942, 1943, 1945],
        "contact_number": [3, 5, 7, 9, 11], "phone_drm": [0, 1, 3, 5], "accuracy": [0, 1, 2, 4, 6],
        "calibre": [50, 81, 105, 120, 150, 210, 300], "missions": [1, 2, 3, 4], "guns": [1, 2],
        "spotting_round": ["0", "3.4", "1.5", "6.6", "2.1"], "out_of_sight": ["3", "4.5 4.6", "1.2-6 2", "6 5 4"],
        "target": SINGLE + ["4-6-7 8-1", "2*4-4-7"] + 2 * GROUPS + [None] * 8, "drm": [-2, 0, 1, 3, 4, "woods", "entrenchment"],
        "vehicle_armor": [0, 1, 3], "vehicle_drm": [-2, 0, 1], "neighbours": ["2=4-6-7@1", "1=8-1", "4=4-4-7@-2; 6=7-0@1"],
        "turns": [1, 2, 2, 3, 4, 6], "counter_battery": [0, 0, 0, 1, 2, 3], "repair_number": [1, 2, 5]}


ALWAYS = ("turns", "target")


def change(question, random):
    if random.random() < 0.2:
        question["battery"] = "rockets"
    if question.get("battery") == "rockets":
        question["turns"] = min(question["turns"], 4)
        if random.random() < 0.6:
            question.update(begin=random.choice(["artillery_request", "spotting_round", "fire_for_effect"]), communication="field_phone")
        question["tubes"] = min(question.get("tubes", 6), random.choice([1, 2, 3, 4]))
        question["spotting_rounds"] = min(question.get("spotting_rounds", 1), question["tubes"])
        question.setdefault("reload_turns", random.choice(DRAW["reload_turns"]))
        if question.get("target") and len(question["target"]) > 12:
            question["target"] = random.choice(SINGLE)
    else:
        for name in ("tubes", "spotting_rounds", "reload_turns", "reload_leader"):
            question.pop(name, None)
    several = ";" in question.get("target", "")
    if several or question.get("vehicle", "none") != "none":                     # else there are too many ways
        question.pop("neighbours", None)
    if several or "neighbours" in question:
        question["turns"] = min(question["turns"], 3)
        question.pop("counter_battery", None)
        for name in ("calibre", "missions"):
            question.setdefault(name, random.choice(DRAW[name]))
    if question.get("battery") in ("on_board", "rockets"):
        for name in ("missions", "nationality_modules"):
            question.pop(name, None)
        question.setdefault("calibre", random.choice(DRAW["calibre"]))
    if question.get("battery") != "on_board":
        for name in ("guns", "leader_mortar"):
            question.pop(name, None)
        if question.get("communication") == "beside_the_gun":
            question.pop("communication")
    if question.get("communication", "radio") != "radio":
        question.pop("contact_number", None)
        question.pop("repair_number", None)
    if question.get("communication") != "field_phone":
        question.pop("phone_drm", None)
    if question.get("begin") != "spotting_round":
        question.pop("spotting_round", None)
    if question.get("vehicle", "none") not in ("tank", "sp_gun"):
        question.pop("vehicle_armor", None)
    if question.get("vehicle", "none") == "none":
        question.pop("vehicle_drm", None)
    return question


def chart(q):
    rows = [row for row in Charts.rows("squad-leader/offboard-artillery.csv")
            if row["nationality"] == q["nationality"] and int(row["year_from"]) <= q["year"]]
    return rows[-1]


def hidden(q):
    found = set()
    if q["out_of_sight"] != "none":
        for word in q["out_of_sight"].split():
            direction, _, hexes = word.partition(".")
            low, _, high = (hexes or "1-6").partition("-")
            found |= {(int(direction), extent) for extent in range(int(low), int(high or low) + 1)}
    return found


class Call:
    """How things stand: all that changes in a game."""

    NAMES = ("link", "stage", "missions", "calibre", "units", "vehicle", "around", "first", "against", "out", "gone",
             "rockets", "reloads")

    def __init__(self, values):
        for name, value in zip(self.NAMES, values):
            setattr(self, name, value)

    def state(self):
        return tuple(getattr(self, name) for name in self.NAMES)


def rally_phase(dice, state, q):
    call = Call(state)
    if call.gone:
        return state
    if call.link == "broken":                                # 18.2: the radio is the spotter's, disrupted or not
        repaired = q["repair_number"] or (2 if q["nationality"] == "american" else 1)
        call.link = dice.read_die(lambda face: "works" if face <= repaired else "lost" if face == 6 else "broken")
    if call.link != "works" or call.out:
        return call.state()
    if q["communication"] == "radio":
        number = q["contact_number"] if q["contact_number"] is not None else int(chart(q)["contact_dr_at_most"])
        number += 2 if call.stage != "none" else 0           # 46.12
        how = dice.read(lambda total: "broken" if total == 12 else total <= number)
    elif q["communication"] == "field_phone":                # Supplement H
        how = dice.read(lambda total: total + q["phone_drm"] <= 11) or "lost"
    else:
        how = True
    if how in ("broken", "lost"):
        call.link = how
    if how is not True:
        call.stage = "none"
    elif call.stage == "none":
        call.stage = "request"
    elif call.stage != "request":                            # 46.31: a counter moves up to 3 hexes
        kind, (direction, extent) = call.stage
        left = max(0, extent - 3)
        reach = 1 if q["battery"] == "off_board" and q["fire_for_effect"] == "covering" else 0
        fires = kind == "fire" or left <= reach              # 46.3
        call.stage = ("fire" if fires else "round", (direction if left else 0, left))
    return call.state()


def counter_battery(dice, state, q):
    """45.4, in the enemy's Prep Fire Phase"""
    call = Call(state)
    left, row = call.against
    if not left or call.first is None or call.out or call.gone or call.link == "lost":
        return state                                         # without a spotter the question is answered
    how = dice.read(lambda total: "destroyed" if total - row <= 2 else "disrupted" if total - row <= 5 else "nothing")
    call.against = (left - 1, row + 1)
    if how == "destroyed":
        call.gone = "destroyed"
    elif how == "disrupted":
        call.out = 2 * dice.die() + 1                        # the rest of this player turn, and those after it
        call.stage = "none"
        call.against = (left - 1, 0)
    return call.state()


def begins_fire(dice, state, q, turn):
    call = Call(state)
    if call.gone or call.out or call.stage[0] != "fire" or call.reloads:
        return state
    if call.calibre is None:                                 # 45.2
        rows = Charts.rows("squad-leader/artillery-modules.csv")
        call.calibre = dice.one_of([int(row[q["nationality"]]) for row in rows])
    if call.missions is None and q["battery"] == "off_board":
        call.missions = dice.one_of([1, 2, 3, 4])
    if call.first is None:
        call.first = ("beside" if call.stage[1][1] else "on_target", turn)
    return call.state()


def power(q, calibre, aimed):
    column, heavy = he(calibre)
    share = Fraction(column)
    share /= 2 if q["leader_mortar"] else 1                  # 63.6
    if aimed:
        share /= 2 if q["concealed"] else 1                  # 9.4
        share /= 2 if q["marsh"] != "none" else 1            # 75.5
    return column_of(share), heavy


def own_drms(q):
    """The DRM of its own of each unit of the hex aimed at"""
    return [own for units, own in parted(q["target"]) for _ in stack(units)]


def strikes_hex(dice, call, q, column, heavy):
    """One DR at all that is in the hex aimed at"""
    there = [(unit, own) for unit, own in zip(call.units, own_drms(q)) if unit[1] not in ("gone", "left")]
    here = [unit for unit, _ in there]
    on_vehicle = 0
    if q["vehicle"] != "none":                               # 46.54, 63.39
        row = Charts.by("squad-leader/barrage-vs-vehicle.csv", "target")[q["vehicle"]]
        on_vehicle = int(row["drm"]) + q["vehicle_armor"] + q["vehicle_drm"]
    drm = terrain_drm(q["drm"]) + heavy
    cells, kills = dice.read(lambda total: (                 # 54.4: one DR, each as it finds them
        tuple(ift(total + drm + own, column) for _, own in there),
        call.vehicle == "intact" and ift(total + on_vehicle + heavy, column) == "KIA"))
    if len(parted(q["target"])) > 1:
        apply_each(dice, here, cells, q["marsh"])
    elif here:
        apply(dice, here, cells[0], None, q["marsh"])
    call.units = put_back(call.units, here)
    if kills:
        call.vehicle = "gone"


def strikes_aimed(dice, state, q):
    call = Call(state)
    if call.gone or call.out or call.stage[0] != "fire":
        return state
    column, heavy = power(q, call.calibre, True)
    if column is None:
        return state
    strikes_hex(dice, call, q, column, heavy)
    return call.state()


def lands(dice, call, q, where, share):
    """A rocket in a hex, (direction, extent) from the one aimed at: 63.74, 46.5"""
    column, heavy = he(q["calibre"])
    aimed = where[1] == 0
    power = Fraction(column) * share
    if aimed:
        power /= (2 if q["concealed"] else 1) * (2 if q["marsh"] != "none" else 1)
    column = column_of(power)
    if column is None:
        return
    if not aimed:
        for place, (hex_, units) in enumerate(call.around):
            here = [unit for unit in units if unit[1] not in ("gone", "left")]
            if where == (hex_, 1) and here:
                drm = neighbours(q)[hex_][1]
                apply(dice, here, dice.read(lambda total, drm=drm: ift(total + drm + heavy, column)))
                call.around = call.around[:place] + ((hex_, put_back(units, here)),) + call.around[place + 1:]
        return
    strikes_hex(dice, call, q, column, heavy)


def best_accuracy(q):
    if q["accuracy"] is not None:
        return q["accuracy"]
    return 1 if q["battery"] == "rockets" else int(chart(q)["accuracy_dr_at_most"])              # 63.743


def one_rocket(dice, state, q):
    """63.742: under fire for effect; 78.5 is for the initial round alone"""
    call = Call(state)
    if call.gone or call.out or call.stage[0] != "fire" or not call.rockets or call.reloads:
        return state
    if dice.read_die(lambda face: face <= 2 * best_accuracy(q)):
        where = (0, 0)
    else:
        direction = dice.die()
        where = (direction, (dice.die() + 1) // 2)
    call.rockets -= 1
    lands(dice, call, q, where, 1)
    return call.state()


def reload_turns(q):
    """63.76-.77"""
    usual = q["reload_turns"] or (2 if q["tubes"] <= 9 else 5 if q["tubes"] <= 19 else 9)
    leader = q["reload_leader"]
    return max(1, usual + (int(leader[-2:]) if isinstance(leader, str) else leader))


def spotting_rockets(dice, call, q):
    """63.74-.741: the best that is seen is kept"""
    found = []
    for _ in range(min(q["spotting_rounds"], call.rockets)):
        on_target = dice.read_die(lambda face: face - 2 * q["pre_ranged"] <= best_accuracy(q))
        where = (0, 0) if on_target else (dice.die(), dice.die())
        call.rockets -= 1
        lands(dice, call, q, where, Fraction(1, 2))
        if on_target or where not in hidden(q):
            found.append(where)
    if found:
        call.stage = ("round", min(found, key=lambda where: where[1]))


def reloading(call, q, had):
    """In the player turns after that in which the last rocket was fired (63.76)"""
    if call.reloads:
        call.reloads -= 1
        if not call.reloads:
            call.rockets = q["tubes"]
    elif had and not call.rockets:
        call.reloads = reload_turns(q)


def put_back(units, here):
    here = list(here)
    return tuple(unit if unit[1] in ("gone", "left") else here.pop(0) for unit in units)


def strikes_around(dice, state, q, place, drms):
    call = Call(state)
    if call.gone or call.out or call.stage[0] != "fire" or q["battery"] != "off_board":
        return state
    where, units = call.around[place]
    centre = call.stage[1][0]
    if centre and (where - centre) % 6 not in (0, 1, 5):     # 46.5: the seven hexes around the counter
        return state
    column, heavy = power(q, call.calibre, False)
    here = [unit for unit in units if unit[1] not in ("gone", "left")]
    if column is None or not here:
        return state
    apply(dice, here, dice.read(lambda total: ift(total + drms[where] + heavy, column)))
    call.around = call.around[:place] + ((where, put_back(units, here)),) + call.around[place + 1:]
    return call.state()


def ends_turn(dice, state, q):
    """The mission is spent; the broken rout; the spotting round comes down (46.2)"""
    call = Call(state)
    if call.stage[0] == "fire" and not call.out and not call.gone and call.missions:
        call.missions -= 1
        if not call.missions:
            call.gone = "ammunition"
    if q["broken_units"] == "leave":
        call.units = tuple((name, "left" if now == "broken" else now) for name, now in call.units)
        call.around = tuple((where, tuple((name, "left" if now == "broken" else now) for name, now in units))
                            for where, units in call.around)
    if q["battery"] == "rockets":
        if call.stage == "request" and not call.gone and not call.reloads:
            spotting_rockets(dice, call, q)
        reloading(call, q, True)
    elif call.stage == "request" and not call.gone:
        accuracy = best_accuracy(q)
        if dice.read_die(lambda face: face - 2 * q["pre_ranged"] <= accuracy):
            call.stage = ("round", (0, 0))
        else:
            where = (dice.die(), dice.die())
            if where not in hidden(q):
                call.stage = ("round", where)
    call.out = max(0, call.out - 1)
    return call.state()


def count(q):
    around = neighbours(q)
    drms = {where: drm for where, (_, drm) in around.items()}
    groups = [stack(there) for there, _ in parted(q["target"])]
    units = tuple(unit for group in groups for unit in group)
    place = tuple(int(part) for part in q["spotting_round"].split(".")) if q["spotting_round"] != "0" else (0, 0)
    stage = {"no_contact": "none", "artillery_request": "request", "spotting_round": ("round", place),
             "fire_for_effect": ("fire", (0, 0))}[q["begin"]]
    begin = Call(("works", stage, q["missions"] if q["battery"] == "off_board" else None, q["calibre"], units,
                  "intact" if q["vehicle"] != "none" else None,
                  tuple((where, tuple(who)) for where, (who, _) in around.items()), None, (q["counter_battery"], 0), 0,
                  None, q["tubes"] if q["battery"] == "rockets" else None, 0))
    chances = {begin.state(): 1}
    own = q["first"] == "own"
    for turn in range(1, q["turns"] + 1):
        chances = and_then(chances, rally_phase, q)
        if not own:
            chances = and_then(chances, counter_battery, q)
        if q["battery"] == "rockets":
            if own:                                          # 63.732: no Defensive Fire
                chances = and_then(chances, begins_fire, q, turn)
                for _ in range(q["tubes"]):
                    chances = and_then(chances, one_rocket, q)
        else:
            chances = and_then(chances, begins_fire, q, turn)
            for _ in range(q["guns"]):
                chances = and_then(chances, strikes_aimed, q)
            for number in range(len(around)):
                chances = and_then(chances, strikes_around, q, number, drms)
        chances = and_then(chances, ends_turn, q)
        own = not own

    def ended(dice, state):
        call = Call(state)
        now = [(name, "broken" if how == "left" else how) for name, how in call.units]
        events, measures = [], {"eliminated": 0, "broken": 0, "unharmed": 0}
        if units:
            _, events, measures = report(units, now)
        if len(groups) > 1:
            first = len(groups[0])
            for name, part in (("first_group", slice(0, first)), ("other_groups", slice(first, None))):
                if "broken_or_worse" in report(units[part], now[part])[1]:
                    events = events + [name + "_broken_or_worse"]
        beside = [how for _, who in call.around for _, how in who]
        events = events + ["arrives"] * (call.first is not None) + ["contact_lost_for_good"] * (call.link == "lost")
        events += ["battery_destroyed"] * (call.gone == "destroyed") + ["ammunition_gone"] * (call.gone == "ammunition")
        events += ["knocked_out", "stopped"] * (call.vehicle == "gone")
        return End(call.first[0] if call.first else "never", events, turn=call.first[1] if call.first else 0,
                   neighbours_eliminated=beside.count("gone"),
                   neighbours_broken=beside.count("broken") + beside.count("left"), **measures)
    return tally(and_then(chances, ended))
