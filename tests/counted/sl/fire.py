"""sl.fire, from 8.4, 9.1-.4, 10.6, 11.1, 12, 15, 16.5, 17.5, 18.4-.5, 24.6-.7, 49, 54.4, 63.52, 64.41-.48, 67.5, 74.2, 83.6-.7,
92.7, 95, 98.2, 102.6 and Q&A 20.4."""

from faces import Charts, End, every_game, tally
from questions import expanded, fraction
from sl._infantry import (STACKS, apply, apply_each, column_of, columns, foreigners, ift, is_leader, leadership, report,
                          some_foreign, stack)

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "breakdown",
          "berserk", "behind_broken_or_worse", "every_hex_broken_or_worse", "first_group_broken_or_worse",
          "other_groups_broken_or_worse")
MEASURES = ("eliminated", "broken", "unharmed", "berserk", "behind_eliminated", "behind_broken", "good_order_share")
WEAPONS = {"German LMG": (2, 8), "German MMG": (4, 10), "German HMG": (6, 16), "4-12": (4, 12), "2-6": (2, 6),
           "Russian LMG": (2, 10), "Russian MMG": (4, 10)}
BREAKS = {"Russian LMG": 10, "Russian MMG": 11}              # 18.1: the others on 12
ATTACKERS = ["4-6-7", "2*4-6-7", "4-6-7 German LMG", "4-6-7 German HMG", "8-3-8", "3*4-4-7", "2*4-4-7 4-12",
             "4-6-7 2*German LMG", "2-4-7", "2-4-7 German MMG", "6-2-8", "2*4-6-7 9-1",
             "4-4-7 Russian LMG", "2*4-4-7 Russian MMG Russian LMG", "4-3-6 Russian LMG", "4-4-7 4-3-6 Russian MMG"]
VEHICLES = ["vehicle 4/2/4", "vehicle 4/2", "vehicle 3/5/1", "vehicle -/4", "vehicle -/2/4", "vehicle 5/-/3",
            "vehicle 2/4/4/2", "vehicle -/3/-/1", "T-34", "StuG III", "SPW 251 armed", "PzKw IV F2",
            "4-8 2-12", "3-8 5-12", "2-12 4-8"]
GROUPS = ["4-6-7@-2; 4-6-7", "4-6-7; 4-6-7@2", "8-1@-2; 4-6-7", "4-6-7@-3; 8-1", "4-4-7 8-1@2; 4-4-7 7-0@-1", "8-0@1; 9-2",
          "2-4-7@2; 4-6-7", "4-6-7@-1; 4-6-7; 2-4-7@2", "9-1@-2; 8-0@-1; 4-6-7", "4-3-6 6+1@3; 4-3-6", "2*4-4-7@-2; 8-1@4",
          "8-1@-4; 8-0 4-6-7@2", "4-6-7; 4-6-7@1; 4-6-7@2; 4-4-7@3; 8-1@-1", "4-4-7@4; 2*4-4-7 9-2@-2; 2-4-7@1",
          "4-6-7@-2; 4-4-7@0; 8-1@1; 4-3-6@3", "6+1@-2; 4-6-7", "7-0 8-1@-3; 6-2-8", "4-6-7 8-1@2"]
DRAW = {"target": lambda random: random.choice(STACKS + 2 * GROUPS), "drm": [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8],
        "firepower": [0.5, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 20, 24, 30, 36, 50],
        "sustained_firepower": [1, 2, 4, 8], "smoke_dice": [1, 2], "night_visibility": [2, 3, 4, 5, 8, 12],
        "attackers": ATTACKERS, "range": [1, 2, 3, 4, 5, 6, 8, 9, 12], "leader": ["9-1", "8-0", "10-2"],
        "terrain": ["stone", "woods", "wheat", "wooden", "open ground", "shellhole", "hedge", "wall", "entrenchment",
                    "wreck", "rubble", "woods with partisans"],
        "behind": ["4-6-7@1", "4-6-7", "8-1@-1", "2*4-4-7@0", "4-6-7@2; 4-4-7", "4-3-6@0; 8-0@-2", "4-4-7 8-0@-1"]}
GUNNERS = ["2-4-7 German LMG", "2-4-7 German MMG", "2-4-7 German HMG", "2-4-7 4-12"]
ALWAYS = ("firepower",)
OF_VEHICLES = ("vehicle_moves", "hull_down", "gun_elsewhere", "crew_exposed")
OF_FIREPOWER = ("attackers", "range", "phase", "concealed", "from_cliff", "halved", "night_visibility", "lit",
                "target_fired") + OF_VEHICLES                # of which a firepower that is given is a result


def change(question, random):
    if random.random() < 0.4:
        foreign = some_foreign(question.get("target", ""), random)
        if foreign:
            question["foreign_units"] = foreign
    return at_night(by_whom(question, random), random)


def at_night(question, random):
    if "attackers" in question and random.random() < 0.4:
        question.setdefault("night_visibility", random.choice(DRAW["night_visibility"]))
        question.setdefault("target_fired", True)
    if "night_visibility" not in question:
        question.pop("lit", None)
        question.pop("target_fired", None)
    return question


def counts(q):
    return q["attackers"] is None or q["attackers"] in ATTACKERS + GUNNERS + VEHICLES    # a shrunk one has half a weapon


def by_whom(question, random):
    where = random.random()
    if where < 0.3:
        return by_a_vehicle(question, random)
    for name in OF_VEHICLES:
        question.pop(name, None)
    if where < 0.65:
        question.pop("firepower", None)
        question.setdefault("attackers", random.choice(ATTACKERS))
        question.setdefault("range", random.choice(DRAW["range"]))
        question.pop("sustained_fire", None)
        question.pop("sustained_firepower", None)
        if any(is_leader(word) for word in expanded(question["attackers"])):
            question.pop("leader", None)
        elif question.get("foreign_leader"):
            question["leader"] = random.choice(["9-1", "10-2", "8-1", "8-0"])
    else:
        for name in OF_FIREPOWER:
            question.pop(name, None)
        if question.get("foreign_leader"):
            question["leader"] = random.choice(["9-1", "10-2", "8-1", "8-0"])
    if "behind" in question and "attackers" in question:     # squads do not penetrate, nor anybody at long range
        question["attackers"] = random.choice(GUNNERS)
        _, ((_, _, reach),) = parts(question["attackers"])
        question["range"] = min(question["range"], reach)
    return question


def by_a_vehicle(question, random):
    for name in ("firepower", "leader", "foreign_leader"):
        question.pop(name, None)
    question["attackers"] = random.choice(VEHICLES)
    question["range"] = random.choice([1, 1, 2, 4, 7, 8, 9, 12, 13, 16, 17, 24])
    if question.get("phase") == "advancing":
        question["phase"] = "advancing_unmoved"
    bow, coaxial, aa, _ = mounts(question["attackers"])
    for name, has in (("hull_down", bow), ("gun_elsewhere", coaxial), ("crew_exposed", aa)):
        if not has:
            question.pop(name, None)
    if random.random() < 0.7 and aa:
        question["crew_exposed"] = True
    return question


def parted(text):
    """[(units, DRM of their own)] of '4-6-7@-2; 8-1': groups of the target, or hexes behind"""
    if text in (None, "none"):
        return []
    found = []
    for part in text.split(";"):
        units, _, drm = part.strip().partition("@")
        found.append((units.strip(), int(drm or 0)))
    return found


def mounts(text):
    """(bow, coaxial, AA, rear turret) factors: 64.41-.43; those of the chart are read as coaxial and AA (34.7)"""
    if text.startswith("vehicle "):
        factors = text.split()[1].split("/")
    elif text[0].isdigit():                                  # '4-8 2-12': bow and coaxial, whose ranges tell them apart
        by_range = dict(reversed(word.split("-")) for word in text.split())
        factors = [by_range["8"], by_range["12"]]
    else:
        row = next(row for row in Charts.rows("squad-leader/vehicle-points.csv") if row["vehicle"] == text)
        factors = ["-"] + row["mg"].split("/")
    return [0 if factor == "-" else int(factor) for factor in factors + ["-"] * (4 - len(factors))]


def machine_guns(q):
    """What an AFV's MGs add up to: 64.41-.46; beside its main armament no rear turret MG fires (64.4)"""
    bow, coaxial, aa, rear = mounts(q["attackers"])
    turned, entered = q["vehicle_moves"] != "no", q["vehicle_moves"] == "entered_hex"
    total = fraction(0)
    for power, fires, reach, moved in ((bow, not q["hull_down"], 8, turned), (coaxial, not q["gun_elsewhere"], 12, turned),
                                       (aa, q["crew_exposed"], 8, entered), (rear, not q["gun_elsewhere"], 8, turned)):
        if fires:
            total += fraction(in_reach(power, reach, q)) / (2 if moved else 1)
    return total


def parts(text):
    """[(kind, firepower, range)] of units and weapons"""
    words, weapons = text, []
    for name, (power, reach) in WEAPONS.items():
        for many in (3, 2):
            if f"{many}*{name}" in words:
                words = words.replace(f"{many}*{name}", "")
                weapons += [(name, power, reach)] * many
        while name in words.split() or (" " in name and name in words):
            words = words.replace(name, "", 1)
            weapons.append((name, power, reach))
    return expanded(words), weapons


def firepower_in_words(q, adjacent=True):
    vehicle = q["attackers"] in VEHICLES
    units, weapons = ([], []) if vehicle else parts(q["attackers"])
    total = machine_guns(q) if vehicle else fraction(0)
    free = list(weapons)
    for name in units:
        if is_leader(name):
            continue
        power, reach = (int(part) for part in name.split("-")[:2])
        if name.startswith("2-"):                            # 8.4: a crew one weapon in its place
            if free:
                _, power, reach = free.pop(0)
        elif free:                                           # 8.4: a squad a machine gun, or two LMG, beside its own
            taken = free[:2] if all("LMG" in weapon[0] for weapon in free[:2]) else free[:1]
            free = free[len(taken):]
            total += sum(in_reach(power, reach, q) for _, power, reach in taken)
        total += in_reach(power, reach, q)
    if q["range"] == 1 and adjacent:                         # 9.1: doubled, from a cliff tripled
        total *= 3 if q["from_cliff"] else 2
    if q["phase"] == "advancing":                            # 9.3: after moving
        total /= 2
    if q["concealed"]:                                       # 9.4
        total /= 2
    if q["night_visibility"] is not None and q["lit"] == "none" and q["range"] > q["night_visibility"]:
        total /= 2                                           # 49, 49.6, 67.5: out of sight, at who has fired
    return total / 2 ** q["halved"]


def in_reach(power, reach, q):
    return power if q["range"] <= reach else fraction(power) / 2 if q["range"] <= 2 * reach else 0


def drm_in_words(q):
    total = q["drm"]
    if q["terrain"]:
        row = next(row for row in Charts.rows("squad-leader/terrain-effects.csv")
                   if q["terrain"] in [row["terrain"], *row["also"].split("/")])
        total += int(row["drm"])
        if q["target_moved"] and row["open"] == "true":      # 11.1: -2 for moving in the open
            total -= 2
    elif q["target_moved"]:
        total -= 2
    named = [] if q["attackers"] in VEHICLES + [None] else expanded(q["attackers"])
    leader = q["leader"] or next((name for name in named if is_leader(name)), None)
    directs = leadership(leader) if leader else 0
    return total + directs + (q["foreign_leader"] and directs < 0)               # 74.2, 83.7: one worse


def breaks_from(q):
    """The Original DR on which a machine gun breaks down"""
    number = q["breakdown_number"]
    if number is None:
        named = [] if q["attackers"] is None or q["attackers"] in VEHICLES else parts(q["attackers"])[1]
        number = min([BREAKS.get(name, 12) for name, power, reach in named if in_reach(power, reach, q)], default=13)
        men = [] if q["attackers"] is None or q["attackers"] in VEHICLES else [
            name for name in parts(q["attackers"])[0] if not is_leader(name)]
        number -= number < 13 and bool(men) and all(name == "4-3-6" for name in men)             # 94.3
    return number - (2 if q["sustained_fire"] and number < 13 else 0)            # 95.3


def fire(dice, q, columns_used, drm):
    """((cell of each group, cell of each hex behind), breakdown) of one DR"""
    number = breaks_from(q)
    smoke = 0
    if q["smoke"] in ("still_air", "mild_breeze"):           # 24.6, 102.63: a die, half of it in a breeze
        for _ in range(q["smoke_dice"]):
            face = dice.die()
            smoke += face if q["smoke"] == "still_air" else (face + 1) // 2

    def read(total, column, added):
        return "-" if column is None else ift(total + added + smoke, column)

    def reading(total):                                      # 17.5: one DR for all
        return ((*(read(total, columns_used[0], drm + own) for _, own in parted(q["target"])),),
                (*(read(total, column, own)
                   for column, (_, own) in zip(columns_used[1:], parted(q["behind"]))),),
                total >= number)

    return dice.read(reading)


def struck(dice, q, cells):
    """(outcome, events, measures) of the target hex"""
    groups = [stack(units, q["status"]) for units, _ in parted(q["target"])]
    before = foreigners([unit for units in groups for unit in units], q["foreign_units"])
    units = list(before)
    if len(groups) == 1:
        apply(dice, units, cells[0], q["broken_morale"], q["marsh"], q["berserk"])
    else:                                                    # 16.5, 54.4, Q&A 20.4: one DR, each as it finds them
        each = [cell for there, cell in zip(groups, cells) for _ in there]
        apply_each(dice, units, each, q["marsh"], q["broken_morale"], q["berserk"])
    outcome, events, measures = report(before, units)
    if len(groups) > 1:
        first = len(groups[0])
        for name, part in (("first_group", slice(0, first)), ("other_groups", slice(first, None))):
            if "broken_or_worse" in report(before[part], units[part])[1]:
                events = events + [name + "_broken_or_worse"]
    return outcome, tuple(events), tuple(measures.items())


def struck_behind(dice, q, units, cell):
    """(eliminated, broken) of a hex behind, which makes its own checks"""
    before = stack(units)
    now = list(before)
    apply(dice, now, cell, berserk=q["berserk"])
    _, _, measures = report(before, now)
    return measures["eliminated"], measures["broken"]


def ends_of(q, fired):
    """{End: Fraction} of one DR: the target hex, and each hex behind for itself"""
    cells, behind, broke = fired
    lost = {(): 1}
    for (units, _), cell in zip(parted(q["behind"]), behind):
        here = every_game(struck_behind, q, units, cell)
        lost = {before + (now,): chance * share for before, chance in lost.items() for now, share in here.items()}
    ends = {}
    for (outcome, events, measures), chance in every_game(struck, q, cells).items():
        for losses, share in lost.items():
            events_too, measures_too = list(events) + ["breakdown"] * broke, dict(measures)
            if behind:
                hurt = [sum(each) > 0 for each in losses]
                events_too += ["behind_broken_or_worse"] * any(hurt)
                events_too += ["every_hex_broken_or_worse"] * (all(hurt) and "broken_or_worse" in events)
                measures_too["behind_eliminated"] = sum(each[0] for each in losses)
                measures_too["behind_broken"] = sum(each[1] for each in losses)
            end = End(outcome, events_too, **measures_too)
            ends[end] = ends.get(end, 0) + chance * share
    return ends


def raised(firepower):
    """The next column up, 95.22; half a factor has that of 1"""
    steps, column = columns(), column_of(firepower)
    index = steps.index(column) + 1 if column else 0
    return steps[min(index, len(steps) - 1)]


def has_what_is_missing(q, firepower):
    """95.5, of the MGs in sustained fire"""
    theirs = fraction(q["sustained_firepower"]) if q["sustained_firepower"] is not None else firepower
    return q["sustained_fire"] and theirs >= raised(firepower) - firepower


def count(q):
    words = q["attackers"] is not None
    firepower = firepower_in_words(q) if words else fraction(q["firepower"])
    farther = firepower_in_words(q, adjacent=False) if words else firepower
    # A reading: 95.5 is asked once, of the attack on the target hex, and its answer holds for the hexes behind.
    column = raised if has_what_is_missing(q, firepower) else column_of
    used = [column(firepower)] + [column(farther) for _ in parted(q["behind"])]
    ends = {}
    for fired, chance in every_game(fire, q, used, drm_in_words(q)).items():
        for end, share in ends_of(q, fired).items():
            ends[end] = ends.get(end, 0) + chance * share
    return tally(ends)
