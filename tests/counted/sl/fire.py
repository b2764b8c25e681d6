"""sl.fire, from 8.4, 9.1-.4, 10.6, 11.1, 12, 15, 17.5, 18.4-.5, 24.6-.7, 64.48, 83.6, 95 and 102.6."""

from faces import Charts, End, every_game, tally
from questions import expanded, fraction
from sl._infantry import STACKS, apply, column_of, columns, ift, is_leader, leadership, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "breakdown",
          "berserk", "behind_broken_or_worse", "every_hex_broken_or_worse")
MEASURES = ("eliminated", "broken", "unharmed", "berserk", "behind_eliminated", "behind_broken")
WEAPONS = {"German LMG": (2, 8), "German MMG": (4, 10), "German HMG": (6, 16), "4-12": (4, 12), "2-6": (2, 6)}
ATTACKERS = ["4-6-7", "2*4-6-7", "4-6-7 German LMG", "4-6-7 German HMG", "8-3-8", "3*4-4-7", "2*4-4-7 4-12",
             "4-6-7 2*German LMG", "2-4-7", "2-4-7 German MMG", "6-2-8", "2*4-6-7 9-1"]
DRAW = {"target": STACKS, "drm": [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8],
        "firepower": [0.5, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 20, 24, 30, 36, 50],
        "sustained_firepower": [1, 2, 4, 8], "smoke_dice": [1, 2],
        "attackers": ATTACKERS, "range": [1, 2, 3, 4, 5, 6, 8, 9, 12], "leader": ["9-1", "8-0", "10-2"],
        "terrain": ["stone", "woods", "wheat", "wooden", "open ground", "shellhole", "hedge", "wall", "entrenchment",
                    "wreck", "rubble"],
        "behind": ["4-6-7@1", "4-6-7", "8-1@-1", "2*4-4-7@0", "4-6-7@2; 4-4-7", "4-3-6@0; 8-0@-2", "4-4-7 8-0@-1"]}
GUNNERS = ["2-4-7 German LMG", "2-4-7 German MMG", "2-4-7 German HMG", "2-4-7 4-12"]
ALWAYS = ("firepower",)
LEAVES_OUT = ("vehicle_moves", "hull_down", "gun_elsewhere", "crew_exposed", "foreign_leader")
IN_WORDS = ("attackers", "range", "phase", "terrain", "leader", "target_moved", "concealed", "from_cliff", "halved")


def change(question, random):
    if random.random() < 0.5:
        question.pop("firepower", None)
        question.setdefault("attackers", random.choice(ATTACKERS))
        question.setdefault("range", random.choice(DRAW["range"]))
        question.pop("sustained_fire", None)
        question.pop("sustained_firepower", None)
        if any(is_leader(word) for word in expanded(question["attackers"])):
            question.pop("leader", None)
    else:
        for name in IN_WORDS:
            question.pop(name, None)
    if "behind" in question and "attackers" in question:     # squads do not penetrate, nor anybody at long range
        question["attackers"] = random.choice(GUNNERS)
        _, ((_, _, reach),) = parts(question["attackers"])
        question["range"] = min(question["range"], reach)
    return question


def hexes_behind(q):
    """[(units, DRM)]"""
    if q["behind"] in (None, "none"):
        return []
    found = []
    for text in q["behind"].split(";"):
        units, _, drm = text.strip().partition("@")
        found.append((units.strip(), int(drm or 0)))
    return found


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
    units, weapons = parts(q["attackers"])
    total = fraction(0)
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
    leader = q["leader"] or next((name for name in expanded(q["attackers"]) if is_leader(name)), None)
    return total + (leadership(leader) if leader else 0)


def play(dice, q, columns_used, drm):
    before = stack(q["target"], q["status"])
    hexes = [(units, stack(units), column, added)
             for (units, added), column in zip(hexes_behind(q), columns_used[1:])]
    number = q["breakdown_number"] - (2 if q["sustained_fire"] else 0)   # 95.3
    smoke = 0
    if q["smoke"] in ("still_air", "mild_breeze"):           # 24.6, 102.63: a die, half of it in a breeze
        for _ in range(q["smoke_dice"]):
            face = dice.die()
            smoke += face if q["smoke"] == "still_air" else (face + 1) // 2

    def reading(total):                                      # 17.5: one DR for all
        cells = [(columns_used[0], drm)] + [(column, added) for _, _, column, added in hexes]
        return (*("-" if column is None else ift(total + added + smoke, column) for column, added in cells),
                q["breakdown_number"] < 13 and total >= number)

    result, *others, broke = dice.read(reading)
    units = list(before)
    apply(dice, units, result, q["broken_morale"], q["marsh"], q["berserk"])
    outcome, events, measures = report(before, units)
    hurt = ["broken_or_worse" in events]
    lost = {"behind_eliminated": 0, "behind_broken": 0}
    for (_, there, _, _), cell in zip(hexes, others):        # each hex makes its own checks
        now = list(there)
        apply(dice, now, cell, berserk=q["berserk"])
        _, more, counted = report(there, now)
        hurt.append("broken_or_worse" in more)
        lost = {"behind_" + name: lost["behind_" + name] + counted[name] for name in ("eliminated", "broken")}
    if hexes:
        events = events + ["behind_broken_or_worse"] * any(hurt[1:]) + ["every_hex_broken_or_worse"] * all(hurt)
        measures = {**measures, **lost}
    return End(outcome, events + ["breakdown"] * broke, **measures)


def with_sustained_fire(q, firepower):
    """95.22: one column up if its MGs have what is missing"""
    column = column_of(firepower)
    if not q["sustained_fire"]:
        return column
    steps = columns()
    index = steps.index(column) + 1 if column else 0
    theirs = fraction(q["sustained_firepower"]) if q["sustained_firepower"] is not None else firepower
    return steps[index] if index < len(steps) and theirs >= steps[index] - firepower else column     # 95.5


def count(q):
    words = q["attackers"] is not None
    firepower = firepower_in_words(q) if words else fraction(q["firepower"])
    farther = firepower_in_words(q, adjacent=False) if words else firepower
    used = [with_sustained_fire(q, firepower)] + [with_sustained_fire(q, farther) for _ in hexes_behind(q)]
    return tally(every_game(play, q, used, drm_in_words(q) if words else q["drm"]))
