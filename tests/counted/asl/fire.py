"""asl.fire, from A.9, A4.6, A7.2-.3, A7.8, A7.9, A10.2-.31, A17, A19.1, D1.8, D3.5, D5.34, Red Barricades O6 and Table 8 of
pillboxes; of attackers in words squads and half-squads, MGs, weapons that are given by what is printed on them, and the
machine guns of AFV; A9.2 for further shots, at one unit or at units that do not move."""

import re
from collections import namedtuple

from asl._infantry import COMMISSARS, HEROES, STACKS, cell, column_of, heat_asked_for, heat_counts, is_smc, line, random_selection
from asl._location import GROUPS, after_cells, ends_of_groups, groups_of, whole_stack
from faces import Charts, every_game, tally
from questions import expanded, fraction

EVENTS = ("nmc_or_better", "replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse",
          "eliminated_or_reduced", "first_group_broken_or_worse", "other_group_broken_or_worse", "good_order",
          "heat_of_battle")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "casualty_vp", "good_order_share")
AMMC = ["2-2-8 AMMC", "2-2-8 AMMC 8-0", "4-4-7 2-2-8 AMMC", "2*2-2-8 AMMC"]
ALWAYS = ("firepower",)
VEHICLES = ["vehicle 3/5/2/2", "vehicle -/5", "vehicle 3/5", "vehicle -/-/3", "vehicle 2/4/-/2", "vehicle 3", "vehicle -/4/4",
            "4-8 2-12", "3-8 5-12", "5-12 3-8",
            "PzIIIL", "PzIVF1", "StuG IIIG", "StuIG 33B", "PSW 222", "SPW 251/1", "T-60 M40", "T-34 M43", "KV-1 M42"]
OF_VEHICLES = ("vehicle_moves", "hull_down", "gun_elsewhere", "crew_exposed")
DRAW = {"target": lambda random: random.choice(STACKS + COMMISSARS + HEROES + 4 * GROUPS + 3 * AMMC),
        "drm": [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8], "attacks": [1, 1, 1, 2],
        "firepower": [0.5, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 20, 24, 30, 36, 50],
        "attackers": ["4-6-7", "2*4-6-7", "4-4-7", "3*4-4-7", "2-4-7", "6-2-8", "8-3-8", "5-4-8 2-3-8", "4-6-7 3-8",
                      "2-4-7 3-8", "2*4-4-7 4-10", "4-6-7 5-12 4-6-7", "2-3-7 2-6 4-4-7 6-10", "4-2-6", "4-2-6 4-4-7",
                      "4-6-7 German HMG", "2-4-7 German MMG", "2*4-6-7 German HMG German LMG", "4-4-7 2-4-7 Russian MMG", "2*4-4-7 Russian HMG 4-10",
                      "4-2-6 Russian LMG", "3*4-6-7 2*German MMG", "4-4-7 4-2-6 Russian .50 HMG"],
        "most_shots": [1, 2, 2, 3], "rate_firepower": [1, 2, 4, 7, 8],
        "range": [1, 2, 3, 4, 5, 6, 8, 12], "leader": ["8-0", "9-1", "10-2", "6+1"], "hindrance": [0, 1, 2, 3],
        "phase": ["prep", "defensive_first", "final", "advancing", "opportunity", "subsequent_first", "fpf"],
        "terrain": ["stone", "wooden", "woods", "open ground", "grain", "brush", "foxhole", "wall", "hedge", "debris",
                    "pillbox 3/5 from ca", "pillbox 5/7 from ca", "stone cellar", "wooden cellar"],
        "target_moves": ["no", "assault", "non_assault", "hazardous", "dash"],
        "target_state": ["encircled", "fanatic", "encircled fanatic", "berserk", "climbing", "climbing"]}


OF_FIREPOWER = ("attackers", "range", "phase", "concealed", "pinned", "from_cellar", "spraying_fire", "snap_shot", "assault_fire",
                "crucible_of_steel", "sustained_fire", "first_fire_marker")       # of which a given FP is a result


def change(question, random):
    question = by_whom(question, random)
    return with_a_rate(question, random)


def by_whom(question, random):
    question = heat_asked_for(question, random, "attacks")
    if random.random() < 0.25:
        return by_a_vehicle(question, random)
    for name in OF_VEHICLES:
        question.pop(name, None)
    if random.random() < 0.5:
        question.pop("firepower", None)
        question.setdefault("attackers", random.choice(DRAW["attackers"]))
        question.setdefault("range", random.choice(DRAW["range"]))
        if ";" in question["target"]:
            question.pop("target_moves", None)               # its DRM stand behind the @
        question = how_it_fires(question, random)
    else:
        for name in OF_FIREPOWER:
            question.pop(name, None)
        if ";" in question["target"] or "@" in question["target"]:
            question.pop("target_moves", None)
    return question


def with_a_rate(question, random):
    """Whether a MG fires on, and how often at the most"""
    attackers = question.get("attackers")
    named = attackers and "MG" in attackers
    if not named and (attackers in VEHICLES or "rate_of_fire" not in question or attackers and not weapons_of(attackers)):
        for name in ("rate_of_fire", "most_shots", "rate_firepower"):
            question.pop(name, None)
        return question
    if attackers:
        question.pop("rate_firepower", None)
        if "4-2-6" in attackers and weapons_of(attackers):   # who does not reach might man the MG
            question["range"] = min(question["range"], 2)
            question.pop("cowering", None)
    if "rate_of_fire" in question or named:
        question["most_shots"] = random.choice(DRAW["most_shots"])
        for name in ("heat_of_battle", "no_quarter", "no_known_enemy"):
            question.pop(name, None)
        if "@" in question["target"] or ";" in question["target"] or len(expanded(question["target"])) > 2:
            question["target"] = random.choice(["4-6-7", "4-4-7", "8-1", "2*4-4-7", "4-4-7 8-0", "2-4-7"])
        if len(expanded(question["target"])) > 1:
            question.pop("target_moves", None)
    return question


def how_it_fires(question, random):
    if question.get("target_moves", "no") != "no":
        question["phase"] = random.choice(["defensive_first", "defensive_first", "subsequent_first", "fpf"])
    phase = question.get("phase")
    if phase == "fpf":
        question["range"] = min(question["range"], 1)
    if random.random() < 0.4 and "assault_fire" in question:
        question["phase"] = phase = "advancing"
    if phase != "advancing":
        question.pop("assault_fire", None)
    if "assault_fire" not in question:
        question.pop("crucible_of_steel", None)
    if phase != "final":
        question.pop("first_fire_marker", None)
    if "snap_shot" in question:
        question["phase"] = "defensive_first"
    return question


def by_a_vehicle(question, random):
    """D1.8: its machine guns in place of units"""
    for name in ("firepower", "cowering", "leader", "pinned", "cx", "encircled", "from_cellar", "spraying_fire",
                 "assault_fire", "crucible_of_steel", "sustained_fire", "first_fire_marker"):
        question.pop(name, None)
    question["attackers"] = random.choice(VEHICLES)
    question["range"] = random.choice([0, 1, 1, 2, 6, 8, 9, 12, 13, 16, 17, 24])
    if question.get("phase") in ("advancing", "subsequent_first", "fpf"):
        question.pop("phase")
    if ";" in question["target"]:
        question.pop("target_moves", None)
    if question.get("target_moves", "no") != "no" or question.get("snap_shot"):
        question["phase"] = "defensive_first"
    bow, coaxial, aa, rear = mounts(question["attackers"])
    for name, has in (("hull_down", bow), ("gun_elsewhere", coaxial)):
        if not has:
            question.pop(name, None)
    if aa and (not (bow or coaxial or rear) or random.random() < 0.5):
        question["crew_exposed"] = True
    return question


def mounts(text):
    """FP of the BMG, CMG, AAMG and RMG"""
    if text[0].isdigit():                                    # '3-8 5-12': BMG and CMG, whose ranges tell them apart
        by_range = dict(reversed(word.split("-")) for word in text.split())
        return [int(by_range["8"]), int(by_range["12"]), 0, 0]
    printed = text.split()[1] if text.startswith("vehicle ") else \
        Charts.by("asl/vehicle-machine-guns.csv", "vehicle")[text]["mg"]
    factors = [0 if factor == "-" else int(factor) for factor in printed.split("/")]
    return factors + [0] * (4 - len(factors))


def counts(q):
    units = whole_stack(q).units
    if (q["terrain"] or "").startswith("pillbox") and q["range"] == 0:           # Table 8: its own hex is outside its CA
        return False
    if q["snap_shot"] and q["range"] == 0:                   # open: whether its hexside counts for it there (A8.15, B9.3)
        return False
    if q["attackers"] is not None and q["attackers"] not in VEHICLES + DRAW["attackers"]:       # a shrunk one has half a name
        return False
    if q["attackers"] is not None and q["range"] is None or q["attackers"] is None and q["firepower"] is None:
        return True                                          # which is refused
    if q["target_moves"] == "dash" and (q["attacks"] > 1 or first_shot(q).guns):             # who is pinned dashes no more
        return False
    if q["attackers"] and "4-2-6" in q["attackers"] and weapons_of(q["attackers"]) and q["range"] > 2:
        return False                                         # who mans it is not said
    if first_shot(q).guns and (q["heat_of_battle"] != "none" or ";" in q["target"] or "@" in q["target"] or
                               len(units) > 1 and q["target_moves"] != "no"):
        return False
    if not heat_counts(q, q["attacks"]):
        return False
    return (q["attacks"] == 1 or len(units) == 1) and not (
        "berserk" in (q["target_state"] or "") and
        (q["status"] == "broken" or any(is_smc(unit.name) for unit in units)))       # no hero goes berserk (A15.1)


# what nobody does who does not say so
USUAL = {name: False for name in ("spraying_fire", "snap_shot", "assault_fire", "crucible_of_steel", "sustained_fire",
                                  "first_fire_marker")} | {"rate_of_fire": None, "rate_firepower": None}


def firepower_in_words(q):
    """A7.2-.36, A8.3-.31, A9.3; the notes of Table 8: no Area Fire at the concealed in a pillbox"""
    def reaching(power, reach):                              # A7.22; A8.3: within Normal Range
        return power if q["range"] <= reach else fraction(power) / 2 if q["range"] <= 2 * reach and not again else 0

    q = {**USUAL, **q}
    pillbox = (q["terrain"] or "").startswith("pillbox")
    again = q["phase"] in ("subsequent_first", "fpf") or q["phase"] == "final" and q["first_fire_marker"]
    scale = fraction({0: 3, 1: 2}.get(q["range"], 1))          # A7.21
    for halved in (q["phase"] == "advancing", again, q["concealed"] and not pillbox, q["pinned"], q["spraying_fire"],
                   q["snap_shot"], q["target_moves"] == "dash"):                 # A7.23-.24, A7.8, A8.15, A8.3-.31, A4.63
        scale /= 2 if halved else 1
    words = expanded(named_weapons(q["attackers"]))
    weapons = [[int(part) for part in word.split("-")] for word in words if word.count("-") == 1]
    total = fraction(0)
    in_place = []
    for name in [word for word in words if word.count("-") == 2]:
        power, reach = (int(part) for part in name.split("-")[:2])
        if power >= 4:                                       # a squad, US# 3: O6 halves it and no SW
            own = fraction(reaching(power, reach)) / (2 if q.get("from_cellar") else 1) * scale
            steel = q["crucible_of_steel"] and name in ("6-5-8", "5-4-8")        # Crucible of Steel 6.3
            if q["assault_fire"] and not steel and q["range"] <= reach:          # A7.36: rounded up for each of them
                own = -(-(own + 1) // 1)
            total += own
        else:
            in_place.append(reaching(power, reach))
    left = 0 if again else len(weapons) - sum(1 for word in words if word.count("-") == 2 and int(word[0]) >= 4)
    assert left <= len(in_place)
    for lost in sorted(in_place)[max(0, left):]:             # A7.352: a half-squad fires its SW in place of its own FP
        total += lost * scale
    for power, reach in weapons:                             # A9.4; those of units that are not in Sustained Fire alone (A9.3)
        total += fraction(reaching(power, reach)) / (2 if q["range"] > 16 else 1) / (2 if q["sustained_fire"] else 1) * scale
    return total


WEAPON = re.compile(r"(German|Russian) (\.50 )?[LMH]MG")


def named_weapons(text):
    """The attackers with MGs by what is printed on them"""
    def printed(found):
        row = Charts.by("asl/support-weapons.csv", "weapon")[found[0]]
        return f"{row['firepower']}-{row['normal_range']}"
    return WEAPON.sub(printed, text)


def weapons_of(text):
    """[(name or None, what is printed on it)] of the weapons among the attackers"""
    found = []
    for many, name in re.findall(r"(?:(\d+)\*)?((?:German|Russian) (?:\.50 )?[LMH]MG|\S+)", text):
        printed = named_weapons(name)
        if printed.count("-") == 1:
            found += [(name if printed != name else None, printed)] * int(many or 1)
    return found


Gun = namedtuple("Gun", "power rate crew")                   # crew: its place among the units that fire
Shots = namedtuple("Shots", "power guns firing cowers")


def first_shot(q):
    """The attack, and the MGs in it that may fire again (A9.2)"""
    q = {**USUAL, **q}
    rate = q["rate_of_fire"]
    if q["attackers"] is None:
        cowers = cowers_at_given_fp(q)
        power = q["firepower"] if q["rate_firepower"] is None else q["rate_firepower"]
        return Shots(fraction(q["firepower"]), (Gun(fraction(power), rate, 0),) if rate else (), 1, cowers)
    if q["attackers"] in VEHICLES:
        return Shots(machine_guns(q), (), 1, 0)
    units = sorted((word for word in expanded(named_weapons(q["attackers"])) if word.count("-") == 2),
                   key=lambda word: int(word[0]) < 4)        # squads man them first
    alone, guns = {**q, "assault_fire": False}, []
    for place, (name, printed) in enumerate(weapons_of(q["attackers"])):
        rof = int(Charts.by("asl/machine-guns.csv", "weapon")[name]["rof"]) if name else rate or 0
        rof = rof if rate is None else min(rof, rate)
        power = firepower_in_words({**alone, "attackers": f"9-99-9 {printed}"}) - firepower_in_words({**alone, "attackers": "9-99-9"})
        if rof and power:
            guns.append(Gun(power, rof, min(place, len(units) - 1)))
    lost = q["phase"] in ("advancing", "subsequent_first", "fpf") or q["sustained_fire"] or q["pinned"] or \
        q["phase"] == "final" and q["first_fire_marker"]     # which is Sustained Fire
    return Shots(firepower_in_words(q), () if lost else tuple(guns), len(units), cowers_in_words(q))


def shot(dice, fired, drms):
    """(a cell for each DRM, the MGs that fire on)"""
    column = column_of(fired.power)

    def reading(one, other):
        doubles = one == other and fired.cowers
        found = tuple(cell(column - (fired.cowers if doubles else 0), one + other + drm) for drm in drms)
        keep = tuple(gun for gun in fired.guns if one <= gun.rate)
        return found, keep, bool(doubles and keep)

    found, keep, marks = dice.read_two(reading)
    if marks:                                                # A7.9
        marked = random_selection(dice, list(range(fired.firing)), 1)
        keep = tuple(gun for gun in keep if gun.crew not in marked)
    return found, keep


def machine_guns(q):
    """D1.8, D3.5: what those of an AFV add up to. A reading: AFPh does not halve them once more."""
    q = {**USUAL, **q}
    bow, coaxial, aa, rear = mounts(q["attackers"])
    total = fraction(0)
    for power, fires, reach in ((bow, not q["hull_down"], 8), (coaxial, not q["gun_elsewhere"], 12),
                                (aa, q["crew_exposed"], 8), (rear, True, 8)):
        if fires and q["range"] <= 2 * reach:                # A7.22; A9.4 is not for a CMG, and no other reaches 17 hexes
            total += fraction(power) / (1 if q["range"] <= reach else 2)
    total *= {0: 3, 1: 2}.get(q["range"], 1)                 # A7.21
    total /= {"no": 1, "bounding": 2, "motion": 4}[q["vehicle_moves"]] * (2 if q["target_moves"] == "dash" else 1)
    total /= 2 if q["snap_shot"] else 1                      # A8.15
    return total / (2 if q["concealed"] and not (q["terrain"] or "").startswith("pillbox") else 1)


def drm_in_words(q):
    q = {**USUAL, **q}
    total = q["drm"] + q["hindrance"] + q["cx"] + q["encircled"]
    if q["attackers"] in VEHICLES:
        total += not q["crew_exposed"]                       # BU. A reading: for the MGs of the hull, too
    total += int(re.fullmatch(r"\d+([-+]\d)", q["leader"])[1]) if q["leader"] else 0
    is_open = True                                           # no terrain named: open ground
    if q["terrain"] and q["terrain"].startswith("pillbox"):  # the TEM of its CA comes first of the two
        total += int(q["terrain"].split()[1].split("/")[0])
        is_open = False
    elif q["terrain"]:
        row = next(row for row in Charts.rows("asl/terrain.csv")
                   if q["terrain"] in [row["terrain"], *row["also"].split("/")])
        counts_there = row["hexside"] == "true" or row["terrain"].startswith("height") if q["snap_shot"] else True       # A8.15
        if counts_there and (row["hexside"] == "false" or q["range"] != 0):      # B9.3: no hexside is between those of one hex
            total += int(row["drm"])
            is_open = row["open"] == "true"
    return total + motion(q, is_open)


def motion(q, is_open):
    """A4.6: FFNAM and FFMO, in whose place Hazardous Movement has -2 (A4.62); a Dash has both"""
    if q["target_moves"] == "hazardous":
        return -2
    if q["snap_shot"]:                                       # A8.15
        return 0
    return -(q["target_moves"] in ("non_assault", "dash")) - (q["target_moves"] != "no" and is_open and q["hindrance"] == 0)


def cowers_at_given_fp(q):
    """A7.9: the same where the FP is given; who is led does not cower"""
    return 0 if q["leader"] else {"none": 0, "never": 0, "cower": 1, "inexperienced": 2}[q["cowering"]]


def cowers_in_words(q):
    """A7.9: columns lost where nobody directs, by Conscripts (A19.33) and by what is asked for two"""
    if q["leader"] or q["cowering"] == "never":
        return 0
    units = [word for word in expanded(named_weapons(q["attackers"])) if word.count("-") == 2]
    units = [unit for unit in units if firepower_in_words({**q, "attackers": unit}) or weapons_of(q["attackers"])]       # who reaches
    return 2 if q["cowering"] == "inexperienced" or any(line(unit)["inexperienced"] == "true" for unit in units) else 1


def lost_by_a_pin(q):
    """A7.83: what a mover brings is gone once he is pinned."""
    return drm_in_words(q) - drm_in_words({**q, "target_moves": "no"})


def on_their_own(q, fired, guns):
    """MGs that keep their rate, without the others"""
    crews = sorted({gun.crew for gun in guns})
    cowers = fired.cowers
    if cowers == 2 and q["attackers"] is not None and q["cowering"] != "inexperienced":
        units = sorted((word for word in expanded(named_weapons(q["attackers"])) if word.count("-") == 2),
                       key=lambda word: int(word[0]) < 4)
        cowers = 2 if any(line(units[crew])["inexperienced"] == "true" for crew in crews) else 1
    return Shots(sum(gun.power for gun in guns), tuple(gun._replace(crew=crews.index(gun.crew)) for gun in guns), len(crews), cowers)


def count(q):
    stack, groups = whole_stack(q), groups_of(q["target"])
    drm, first, seen = drm_in_words(q), first_shot(q), {}
    most = q["most_shots"] or (4 if q["target_moves"] == "no" else 1)
    chances = {stack.key(): 1}
    for _ in range(q["attacks"]):
        going, chances = {(key, first): chance for key, chance in chances.items()}, {}
        for number in range(1, most + 1):
            after = {}
            for (key, fired), chance in going.items():
                pinned = key[0][0].pinned                    # several shots at who moves: at one unit
                if (fired, pinned) not in seen:
                    less = lost_by_a_pin(q) if pinned else 0
                    seen[fired, pinned] = every_game(shot, fired, [drm + own - less for _, own in groups])
                for (cells, keep), share in seen[fired, pinned].items():
                    then = on_their_own(q, fired, keep) if keep and number < most else None
                    for now, part in after_cells(stack, key, cells, groups).items():
                        ends = chances if then is None else after
                        what = now if then is None else (now, then)
                        ends[what] = ends.get(what, 0) + chance * share * part
            going = after
    ends = {}
    for key, chance in chances.items():
        end = ends_of_groups(stack, key, groups)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
