"""sl.air-support, from 58.1, 59.3, 75.5-.6, 100.2, 101 and Supplement A.
"""

from fractions import Fraction

from faces import End, and_then, every_game, tally
from sl._infantry import SINGLE, all_check, apply, column_of, ift, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out",
          "stopped", "own_units_attacked", "other_enemy_attacked", "rubble", "fire", "arrived")
MEASURES = ("arrival_turn", "eliminated", "broken", "adjacent_broken", "adjacent_eliminated", "vehicles_eliminated",
            "aircraft_shot_down", "aircraft_damaged", "good_order_share")
INFANTRY_ROLL_JAMS = False      # open: whether a 12 at the infantry forfeits the two rolls at the vehicle (101.413, 101.6)
ENTRENCHED_AGAIN = True         # open: whether the -1 of 101.9 counts for the Morale Checks that a leader's failure brings
STRAFES = {"stuka_mg": 12, "stuka": 16, "stuka_37l": 16, "il2": 20, "il2m": 20, "il2m3": 24, "il2m3_bombs": 24,
           "il2m3_37l": 24}
BOMBS = {"stuka_mg": 36, "stuka": 36, "il2": 24, "il2m3_bombs": 36}
YEARS = {"stuka_mg": [1939, 1941, 1942], "stuka": [1943, 1944], "stuka_37l": [1943, 1944], "il2": [1941],
         "il2m": [1942], "il2m3": [1942, 1943], "il2m3_bombs": [1943], "il2m3_37l": [1943, 1944]}
DRAW = {"aircraft": list(YEARS) + ["sturmovik"] * 3, "number": [1, 1, 2], "turns": [0, 0, 1, 3], "target": SINGLE + ["4-6-7 8-1"],
        "drm": [-2, 0, 1, 3], "cannon_kill_number": [-2, 2, 5], "load_kill_number": [2, 6, 10],
        "bombing_number": [0, 1, 3, 5, 6], "far_bombing_number": [0, 1, 3], "nearest_friend": [1, 2, 4, 6],
        "nearest_other_enemy": [1, 2, 3, 6], "fire_phases": [1, 2, 3], "aa_firepower": [2, 4, 8, 16], "aa_shots": [1, 2],
        "adjacent": ["4-6-7", "8-1", "4-3-6 7-0"],
        "kill_number_37l": [3, 6, 9], "month": [1, 3, 4, 6, 7, 8, 9, 12]}
# Supplement A 7-9: from when on each version is there
VERSIONS = [("il2", (1941, 3)), ("il2m", (1942, 3)), ("il2m3", (1942, 8))]
ALWAYS = ("aircraft", "number")


def change(question, random):
    kind = question.get("aircraft", "stuka_mg")
    question["year"] = random.choice(YEARS.get(kind, [1941, 1942, 1942, 1943, 1944]))
    if random.random() < 0.2:
        question["asl_number"] = True
        question.pop("number", None)
    elif kind.startswith("il2") and random.random() < 0.7:
        question.pop("number", None)
    else:
        question.setdefault("number", 1)
    question.pop("asl_number", None) if "number" in question else None
    if not question.get("vehicle"):
        for name in ("second_vehicle", "cannon_kill_number", "load_kill_number"):
            question.pop(name, None)
        question.setdefault("target", random.choice(DRAW["target"]))
    else:
        question.setdefault("cannon_kill_number", random.choice(DRAW["cannon_kill_number"]))
        question.setdefault("load_kill_number", random.choice(DRAW["load_kill_number"]))
    if kind.endswith("37l"):
        question.pop("bombing_number", None)
        question.pop("far_bombing_number", None)
    else:
        question.pop("second_vehicle", None)
        question.setdefault("bombing_number", random.choice(DRAW["bombing_number"]))
    if not kind.startswith("stuka") or kind.endswith("37l") or question["year"] < 1943 or question.get("number") == 1:
        for name in ("with_37l", "first_37l", "kill_number_37l"):
            question.pop(name, None)
    elif "with_37l" in question and question.get("vehicle"):
        question.setdefault("kill_number_37l", random.choice(DRAW["kill_number_37l"]))
    else:
        question.pop("kill_number_37l", None)
    if "with_37l" not in question:
        question.pop("first_37l", None)
    by_the_die(question, kind, random)
    if "aa_firepower" not in question:
        question.pop("aa_shots", None)
    if not (kind.startswith("stuka") and question["year"] < 1942):
        question.pop("adjacent", None)
    if "adjacent" not in question:
        question.pop("adjacent_entrenched", None)
    if "target" not in question:
        for name in ("entrenched", "building", "marsh", "drm"):
            question.pop(name, None)
    return question


def by_the_die(question, kind, random):
    """What a Sturmovik of a version by the die needs besides"""
    more = ("mid_cannon_kill_number", "mid_load_kill_number", "early_cannon_kill_number", "early_load_kill_number")
    if kind != "sturmovik":
        for name in more + ("month", "latest", "mid_of_two"):
            question.pop(name, None)
        return
    question.setdefault("month", random.choice(DRAW["month"]))
    for name in more:
        if question.get("vehicle"):
            question[name] = random.choice([-1, 2, 4, 7])
        else:
            question.pop(name, None)


def versions(q):
    """{the question for one version: how many faces of the die}, as (aircraft, faces, prefix of its kill numbers)"""
    now = (q["year"], q["month"])
    there = [name for name, since in VERSIONS if now >= since]
    latest, early = there[-1], there[0]
    mid = there[1] if len(there) == 3 else there[q["mid_of_two"] == "newer"] if len(there) == 2 else there[0]

    def of(name):
        numbers = {"il2": "early_", "il2m": "mid_", "il2m3": ""}[name] if name != latest else ""
        kind = name
        if name == "il2m3":
            kind = {"rockets": "il2m3", "bombs": "il2m3_bombs", "37l": "il2m3_37l"}[q["latest"]]
        return {**q, "aircraft": kind, "cannon_kill_number": q[numbers + "cannon_kill_number"],
                "load_kill_number": q[numbers + "load_kill_number"]}
    return [(of(latest), 2), (of(mid), 3), (of(early), 1)]


class Hex:
    NAMES = ("units", "vehicle", "second", "beside", "events", "guns", "down", "damaged")

    def __init__(self, values):
        for name, value in zip(self.NAMES, values):
            setattr(self, name, list(value) if name in ("units", "beside") else value)

    def state(self):
        return tuple(tuple(value) if isinstance(value, list) else value
                     for value in (getattr(self, name) for name in self.NAMES))


def notes(here, *events):
    here.events = here.events | set(events)


def hears(dice, units, entrenched, marsh):
    """101.9: a normal Morale Check, -1 in an entrenchment"""
    added = -1 if entrenched else 0
    all_check(dice, units, added, None, marsh, again=added if ENTRENCHED_AGAIN else 0)


def strafes(dice, here, q):
    """101.41: the infantry first, then two rolls at the vehicle, of machine guns one; a 12 jams them"""
    jammed = False
    if any(now != "gone" for _, now in here.units):
        result, jammed = dice.read(lambda total: (
            ift(total + q["drm"], STRAFES[q["aircraft"]]), INFANTRY_ROLL_JAMS and total == 12))
        apply(dice, here.units, result, None, q["marsh"])
    for _ in range(1 if q["aircraft"] == "stuka_mg" else 2):
        if here.vehicle == "intact" and not jammed:
            how = dice.read(lambda total: "jam" if total == 12 else total <= q["cannon_kill_number"])
            jammed = how == "jam"
            if how is True:
                here.vehicle = "gone"


def explodes(dice, here, q, share, column):
    """Bombs and rockets on the infantry; rubble and fire (58.1, 59.3, 101.7)"""
    there = [now for _, now in here.units if now != "gone"]
    column = column_of(Fraction(column) * share / (2 if q["marsh"] != "none" else 1))        # 75.5
    if column is None or not there and (not q["building"] or "rubble" in here.events):
        return
    result = dice.read(lambda total: ift(total + q["drm"], column))
    apply(dice, here.units, result, None, q["marsh"])
    if q["building"] and result == "KIA" and "rubble" not in here.events:
        notes(here, "rubble")
        if dice.read(lambda total: ift(total + q["drm"], column) == "KIA"):
            notes(here, "fire")


def second_phase(dice, here, q, number, margin):
    kind = q["aircraft"]
    if kind.endswith("37l"):                                 # 101.53, 101.531
        for _ in range(2):
            aim = "vehicle" if here.vehicle == "intact" else "second" if here.second == "intact" else None
            if aim is None:
                return
            how = dice.read(lambda total: "jam" if total == 12 else total + margin <= q["load_kill_number"])
            if how == "jam":
                return
            if how:
                setattr(here, aim, "gone")
        return
    if number is None:
        return
    rockets = kind not in BOMBS
    worse = margin + (max(0, 1943 - q["year"]) if rockets else 0)                    # Supplement A 5
    die = dice.read_die(lambda face: max(number, min(number + 2, face + worse)))
    if rockets:
        if die <= number and here.vehicle == "intact":
            for _ in range(dice.read_die(lambda face: max(1, face - 3))):            # Supplement A 5.1
                if here.vehicle == "intact" and dice.read(lambda total: total <= q["load_kill_number"]):
                    here.vehicle = "gone"
        explodes(dice, here, q, 1 if die <= number else Fraction(1, 2), 12)
    elif die <= number:
        if here.vehicle == "intact" and dice.read(lambda total: total <= q["load_kill_number"]):     # 101.422
            here.vehicle = "gone"
        explodes(dice, here, q, 1, BOMBS[kind])
    elif die == number + 1:                                  # 101.423, 100.2
        explodes(dice, here, q, Fraction(1, 2), BOMBS[kind])


def mistaken(dice, q):
    """101.8: 'right', 'waits', 'friend' or 'enemy'"""
    def reading(first, second):
        if 6 not in (first, second):
            return "right"
        reach = second if first == 6 else first
        near = [(distance, who) for distance, who in (
            (q["nearest_other_enemy"], "enemy"), (q["nearest_friend"], "friend")) if 0 < distance <= reach]
        return min(near, key=lambda pair: pair[0])[1] if near else "waits"
    return dice.read_two(reading)


def comes(q):
    """{how it attacks: Fraction} within its Fire Phases (101.83)"""
    once = every_game(mistaken, q)
    again = once.pop("waits", 0)
    repeats = sum(again ** phase for phase in range(q["fire_phases"]))
    found = {how: chance * repeats for how, chance in once.items()}
    if again:
        found["waits"] = again ** q["fire_phases"]
    return found


def step(play):
    """A part of an attack; state: the hex, how the aircraft came, what it failed its Morale Checks by"""
    def part(dice, state, q):
        here, how, margin = Hex(state[0]), state[1], state[2]
        if how not in ("waits", "down"):
            how, margin = play(dice, here, q, how, margin)
        return here.state(), how, margin
    return part


@step
def screams_at_target(dice, here, q, how, margin):
    if how == "right" and q["aircraft"].startswith("stuka") and q["year"] < 1942:    # 101.9
        hears(dice, here.units, q["entrenched"], q["marsh"])
    return how, margin


@step
def screams_beside(dice, here, q, how, margin):
    if how == "right" and q["aircraft"].startswith("stuka") and q["year"] < 1942:
        hears(dice, here.beside, q["adjacent_entrenched"], "none")
    return how, margin


@step
def first_phase(dice, here, q, how, margin):
    if how == "right":
        strafes(dice, here, q)
    else:
        notes(here, "own_units_attacked" if how == "friend" else "other_enemy_attacked")
    return how, margin


@step
def anti_aircraft(dice, here, q, how, margin):
    """101.85: a gun fires; KIA destroys, a failed Morale Check of 8 damages"""
    if not here.guns:
        return how, margin
    here.guns -= 1
    column = column_of(q["aa_firepower"])
    result = dice.read(lambda total: ift(total, column)) if column else "-"
    if result == "KIA":
        here.down += 1
        return "down", 0
    if result != "-":
        added = 0 if result == "M" else int(result)
        failed = dice.read(lambda total: max(0, total + added - 8))
        here.damaged += failed > 0 and not margin
        margin += failed
    return how, margin


@step
def bombs(dice, here, q, how, margin):
    away = {"right": 0, "friend": q["nearest_friend"], "enemy": q["nearest_other_enemy"]}[how]
    if away > 4:                                             # 101.42: up to four hexes from the first attack
        return how, 0
    # 101.84: after a mistaken attack the others are made normally, those of the 37L (101.531), too
    second_phase(dice, here, q, q["bombing_number"] if how == "right" else q["far_bombing_number"], margin)
    return how, 0


def attack(chances, q):
    """One aircraft"""
    states = {}
    for state, chance in chances.items():
        for how, share in comes(q).items():
            states[state, how, 0] = states.get((state, how, 0), 0) + chance * share
    guns = q["aa_shots"] if q["aa_firepower"] else 0
    for part in [screams_at_target, screams_beside, first_phase] + [anti_aircraft] * guns + [bombs]:
        states = and_then(states, part, q)
    after = {}
    for (state, _, _), chance in states.items():
        after[state] = after.get(state, 0) + chance
    return after


def count(q):
    """As many as the die gives; of the version that it gives"""
    numbers = [1, 2, 3] if q["asl_number"] else [q["number"] or 2]               # Sturmoviks come in pairs (Supplement A 6)
    ways = versions(q) if q["aircraft"] == "sturmovik" else [(q, 6)]
    sums = {}
    for number in numbers:
        for way, faces in ways:
            for key, chance in count_of(way, number).items():
                sums[key] = sums.get(key, 0) + chance * Fraction(faces, 6 * len(numbers))
    return sums


def count_of(q, number):
    units = tuple(stack(q["target"])) if q["target"] != "none" else ()
    beside = tuple(stack(q["adjacent"])) if q["adjacent"] != "none" else ()
    start = (units, "intact" if q["vehicle"] else None, "intact" if q["second_vehicle"] else None, beside, frozenset(),
             q["aa_shots"] if q["aa_firepower"] else 0, 0, 0)
    chances = {start: Fraction(1)}
    planes = [q] * number
    if q["with_37l"]:                                        # 101.5: also where it is the only one that comes
        planes[0 if q["first_37l"] else -1] = {**q, "aircraft": "stuka_37l", "load_kill_number": q["kill_number_37l"]}
    for plane in planes:
        chances = attack(chances, plane)
    ends = {}

    def ended(state, turn):
        here = Hex(state)
        events, measures = [], {"eliminated": 0, "broken": 0}
        fates = []
        if units:
            _, events, found = report(units, here.units)
            measures = {name: found[name] for name in (*measures, "good_order_share") if name in found}
            fates = [2 if now == "gone" else 1 if now == "broken" else 0 for _, now in here.units]
        if q["vehicle"]:
            fates.append(2 if here.vehicle == "gone" else 0)
        outcome = ("target_eliminated" if all(fate == 2 for fate in fates) else
                   "target_defeated" if all(fates) else "target_hurt" if any(fates) else "no_effect")
        killed = (here.vehicle == "gone") + (here.second == "gone")
        events = events + sorted(here.events) + ["knocked_out", "stopped"] * (here.vehicle == "gone")
        near = [now for _, now in here.beside]
        return End(outcome, events + ["arrived"] * (turn > 0), arrival_turn=turn, vehicles_eliminated=killed,
                   aircraft_shot_down=here.down, aircraft_damaged=here.damaged, adjacent_broken=near.count("broken"),
                   adjacent_eliminated=near.count("gone"), **measures)

    come = {0: Fraction(1)} if not q["turns"] else {
        turn: Fraction(1, 6) * Fraction(5, 6) ** (turn - 1) for turn in range(1, q["turns"] + 1)}    # 101.1
    for turn, share in come.items():
        for state, chance in chances.items():
            end = ended(state, turn)
            ends[end] = ends.get(end, 0) + share * chance
    nobody = 1 - sum(come.values())
    if nobody:
        end = ended(start, 0)
        end = End("no_support", end.events, **dict(end.measures))
        ends[end] = ends.get(end, 0) + nobody
    return tally(ends)
