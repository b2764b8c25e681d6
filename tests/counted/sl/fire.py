"""sl.fire, from 8.4, 9.1-.4, 10.6, 11.1, 12, 15, 18.4-.5, 24.6-.7, 83.6, 95 and 102.6."""

from faces import Charts, End, every_game, tally
from questions import expanded, fraction
from sl._infantry import STACKS, apply, column_of, columns, ift, is_leader, leadership, report, stack

LEAVES_OUT = ("behind",)
EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "breakdown",
          "berserk")
MEASURES = ("eliminated", "broken", "unharmed", "berserk")
WEAPONS = {"German LMG": (2, 8), "German MMG": (4, 10), "German HMG": (6, 16), "4-12": (4, 12), "2-6": (2, 6)}
ATTACKERS = ["4-6-7", "2*4-6-7", "4-6-7 German LMG", "4-6-7 German HMG", "8-3-8", "3*4-4-7", "2*4-4-7 4-12",
             "4-6-7 2*German LMG", "2-4-7", "2-4-7 German MMG", "6-2-8", "2*4-6-7 9-1"]
DRAW = {"target": STACKS, "drm": [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 8],
        "firepower": [0.5, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 20, 24, 30, 36, 50],
        "sustained_firepower": [1, 2, 4, 8], "smoke_dice": [1, 2],
        "attackers": ATTACKERS, "range": [1, 2, 3, 4, 5, 6, 8, 9, 12], "leader": ["9-1", "8-0", "10-2"],
        "terrain": ["stone", "woods", "wheat", "wooden", "open ground", "shellhole", "hedge", "wall", "entrenchment",
                    "wreck", "rubble"]}
ALWAYS = ("firepower",)
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
    return question


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


def firepower_in_words(q):
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
    if q["range"] == 1:                                      # 9.1: doubled, from a cliff tripled
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


def play(dice, q, column, drm):
    before = stack(q["target"], q["status"])
    number = q["breakdown_number"] - (2 if q["sustained_fire"] else 0)   # 95.3
    if column is None:
        broke = dice.read(lambda total: total >= number) if q["breakdown_number"] < 13 else False
        outcome, events, measures = report(before, before)
        return End(outcome, events + ["breakdown"] * broke, **measures)
    smoke = 0
    if q["smoke"] in ("still_air", "mild_breeze"):           # 24.6, 102.63: a die, half of it in a breeze
        for _ in range(q["smoke_dice"]):
            face = dice.die()
            smoke += face if q["smoke"] == "still_air" else (face + 1) // 2
    result, broke = dice.read(lambda total: (ift(total + drm + smoke, column),
                                             q["breakdown_number"] < 13 and total >= number))
    units = list(before)
    apply(dice, units, result, q["broken_morale"], q["marsh"], q["berserk"])
    outcome, events, measures = report(before, units)
    return End(outcome, events + ["breakdown"] * broke, **measures)


def count(q):
    words = q["attackers"] is not None
    firepower = firepower_in_words(q) if words else fraction(q["firepower"])
    column = column_of(firepower)
    if q["sustained_fire"]:                                  # 95.22: one column up if its MGs have what is missing
        steps = columns()
        index = steps.index(column) + 1 if column else 0
        theirs = fraction(q["sustained_firepower"]) if q["sustained_firepower"] is not None else firepower
        if index < len(steps) and theirs >= steps[index] - firepower:    # 95.5
            column = steps[index]
    return tally(every_game(play, q, column, drm_in_words(q) if words else q["drm"]))
