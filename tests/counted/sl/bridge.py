"""sl.bridge, from 23.8, 33.3-.32, 34.5, 63.8, 64.2-.9, 80.411-.416 and 90.11-.13."""

from fractions import Fraction

from faces import Charts, End, every_game, tally
from questions import fraction
from sl import to_hit
from sl._infantry import column_of, ift, leadership
from sl.he import bore, calibre, row_of
from sl.near_miss import he as he_column

EVENTS = ("breakdown",)
MEASURES = ("attack", "hits")
DRAW = {"leadership": [-3, -2, -1, 0, 1, "8-1", "9-2", "10-3"], "attacks": [1, 1, 2, 3],
        "gun": ["37", "50", "75", "75L", "76*", "75LL", "88L", "105", "120", "150", "152*", "200", "210", "280", "300*", "T-34",
                "SU-152", "StuG III 105", "Brummbar", "M10"],
        "range": [0, 1, 2, 6, 7, 12, 13, 20, 24, 25, 39], "to_hit_drm": [-4, -1, 0, 1, 2, 3, 5, 7, 9],
        "firepower": [4, 8, 16, 20, 30, 36, 40, 2.5]}
PLAIN = {"target_size": 0, "acquisition": 0, "moving_drm": 0, "armor_leader": 0, "limbered": False, "buttoned_up": False,
         "bore_sighted": False, "intensive_fire": False, "deliberate_immobilization": "none", "captured": False,
         "moving": False, "concealed": False, "no_crest_counter": False, "firer_moved": "none"}


def change(question, random):
    attack = question.get("attack", "charge")
    for name in {"charge": ("gun", "range", "red_numbers", "to_hit_drm", "firepower"),
                 "gun": ("leadership", "unqualified", "firepower"),
                 "barrage": ("leadership", "unqualified", "gun", "range", "red_numbers", "to_hit_drm")}[attack]:
        question.pop(name, None)
    if attack == "charge":
        question.pop("bridge", None)
    if attack == "gun":
        question.setdefault("gun", random.choice(DRAW["gun"]))
        question.setdefault("range", random.choice(DRAW["range"]))
    if attack == "barrage":
        question.setdefault("firepower", random.choice(DRAW["firepower"]))
    return question


def needed(q):
    """80.411: 'vehicle in other'; the number on the dice, None where no hit is possible"""
    row = row_of(q["gun"])
    red = q["red_numbers"] or row is not None and row["nationality"] == "russian"
    text = Charts.by("squad-leader/to-hit.csv", "target")["vehicle_in_other"][
        f"{'red' if red else 'black'}_{to_hit.band(q['range'])}"]
    return int(text) - to_hit.drm({**PLAIN, **q, "gun": bore(q["gun"])}) if text else None


def hit(dice, number):
    """(whether it hits, the Original DR)"""
    original = dice.dr()
    struck = number is not None and original <= number
    if original == 2 and number is not None and number < 2:
        struck = dice.die() + 2 - number < 6                 # 33.32
    return struck, original


def kia(dice, power, drm):
    column = column_of(power)
    return column is not None and dice.read(lambda total: ift(total + drm, column) == "KIA")     # 80.411: any KIA


def play(dice, q):
    stone = 3 if q["bridge"] == "stone" else 2               # 80.411, 80.416
    lead = q["leadership"]
    lead = leadership(lead) if isinstance(lead, str) else lead
    hits, events = 0, set()
    for attack in range(1, q["attacks"] + 1):
        fallen = False
        if q["attack"] == "charge":                          # 80.412: leadership and nothing else
            original = dice.dr()
            dud = original >= (10 if q["unqualified"] else 12)           # 23.8, 90.12
            column = column_of(30 * (Fraction(1, 2) if q["unqualified"] else 1))     # 90.13
            fallen = not dud and ift(original + lead, column) == "KIA"
        elif q["attack"] == "barrage":
            fallen = kia(dice, fraction(q["firepower"]), stone)
        else:
            struck, original = hit(dice, needed(q))
            hits += struck
            out = original >= (11 if calibre(q["gun"]) >= 150 else 12)   # 64.9: the last round
            if struck and calibre(q["gun"]) >= 37:
                column, heavy = he_column(calibre(q["gun"]))
                fallen = kia(dice, column * (2 if q["range"] <= 1 else 1), stone + heavy)    # 34.5; 63.8
            if out:
                events.add("breakdown")
        if fallen:
            return End("destroyed", events, attack=attack, hits=hits)
        if events:
            break
    return End("stands", events, hits=hits)


def count(q):
    return tally(every_game(play, q))
