"""asl.heat-of-battle, from A15.1-.5, A25.22 and RB14."""

from asl._infantry import SINGLE, Unit, casualty_vp, hardening_row, is_leader, line, printed
from faces import Charts, End, every_game, tally
from questions import expanded

EVENTS = ("hero_created", "hardened")
MEASURES = ("berserk_units", "casualty_vp")
NATIONS = {"british": -1, "finnish": -1, "french": 1, "partisan": 1, "russian": 2, "allied_minor": 2, "italian": 3,
           "axis_minor": 3, "japanese": 4}                   # A15.1; Germans and Americans have none
DRAW = {"unit": SINGLE + ["9-0", "10-0", "2-2-6", "8-1", "9-2", "8-0", "6+1", "8-1", "9-1"], "drm": [-2, -1, 0, 1, 2, 3],
        "others": ["4-6-7", "2*4-6-7", "4-4-7 8-0", "2-2-8 4-4-7", "4-2-6 9-0", "4-4-7 9-2", "10-0 8-1"]}


def change(question, random):
    if not (question["unit"] in ("9-0", "10-0") or is_leader(question["unit"])):
        question.pop("others", None)
    if line(question["unit"])["kind"] not in ("squad", "half_squad"):            # A19.2: SMC have no class
        question.pop("class", None)
    return question


def unit_class(q):
    """elite, regular or inexperienced; a leader has none"""
    if line(q["unit"])["kind"] not in ("squad", "half_squad"):
        return None
    if q["class"] != "as_printed":
        return q["class"]
    row = hardening_row(q["nation"], q["unit"])
    if row:
        return {"elite": "elite", "conscript": "inexperienced"}.get(row["class"], "regular")
    return "inexperienced" if line(q["unit"])["inexperienced"] == "true" else None


def commissar(name):
    return line(name)["kind"] == "commissar"


def result(q, final, of_class):
    never = q["no_quarter"] or q["fanatic"] or commissar(q["unit"]) or q["nation"] in ("japanese", "partisan")
    surrenders = 10 if q["nation"] in ("italian", "axis_minor") and of_class != "elite" else 12
    found = "hero" if final <= 4 else "hero_and_battle_hardening" if final <= 6 else "battle_hardening" if final <= 8 \
        else "surrender" if final >= surrenders else "berserk"
    if found == "surrender" and never:                       # A15.5
        found = "berserk"
    if found == "berserk" and q["no_known_enemy"]:           # A15.44
        found = "battle_hardening"
    if commissar(q["unit"]):                                 # A25.221
        found = {"hero_and_battle_hardening": "hero", "battle_hardening": "no_effect"}.get(found, found)
    return found


def follow(dice, q):
    """A15.41: the others who pass their NTC"""
    if q["others"] == "none" or not (is_leader(q["unit"]) or commissar(q["unit"])):
        return 0
    others = expanded(q["others"])
    led = any(commissar(name) for name in others)
    found = 0
    for name in others:
        if line(name)["kind"] in ("crew", "hero"):           # not subject to Heat of Battle
            continue
        if commissar(q["unit"]):                             # A25.22: all follow him
            found += 1
            continue
        modifier = 0 if led else int(q["unit"].replace("+", " +").replace("-", " -").split()[1])
        level = min(10, printed(name) + (led and not commissar(name))) if not commissar(name) else int(name.split("-")[0])
        found += dice.read(lambda total, needs=level - modifier: total <= needs)
    return found


def final_drm(q, of_class):
    return q["drm"] + NATIONS.get(q["nation"], 0) + q["broken"] - (of_class == "elite") + (of_class == "inexperienced")


def play(dice, q):
    of_class = unit_class(q)
    drm = final_drm(q, of_class)
    found = dice.read(lambda total: result(q, total + drm, of_class))
    events = ["hero_created"] * found.startswith("hero") + ["hardened"] * found.endswith("battle_hardening")
    me = Unit(q["unit"], False, False, False, False, False)
    lost = casualty_vp([me], [me._replace(gone=found == "surrender")])           # A26.221: who is captured counts
    return End(found, events, casualty_vp=lost, berserk_units=1 + follow(dice, q) if found == "berserk" else 0)


def count(q):
    return tally(every_game(play, q))
