"""sl.atm, from 36.4, 39.3, 66.1, 66.4, 67.1, 72.86, 86.31-.32 and 86.6-.8."""

from faces import End, and_then, tally, turns
from sl._infantry import is_leader, leadership, printed_morale
from sl.to_kill import burns

EVENTS = ("knocked_out", "stopped", "placed", "dud", "attacker_eliminated")
DRAW = {"unit": ["4-6-7", "4-4-7", "8-3-8", "6-2-8", "4-3-6", "8-1", "9-2", "8-0", "7-0", "6+1"],
        "leadership": [-3, -2, -1, 0, 1], "drm": [-2, -1, 0, 1, 3], "kill_number": [-3, 0, 2, 6, 10, 13],
        "armor": [-4, -2, 0, 1, 3], "kill_drm": [-2, 0, 1, 3], "crew_morale": [6, 7, 8, 10]}


def change(question, random):
    if not question.get("deliberate_immobilization"):
        question.setdefault("kill_number", random.choice(DRAW["kill_number"]))
        question.setdefault("armor", random.choice(DRAW["armor"]))
    return question


def directs(q):
    """86.31-.32; 36.4, 15.7: a leader who places it has his own modifier or a better one's"""
    own = leadership(q["unit"]) if is_leader(q["unit"]) else q["leadership"]
    return min(own, q["leadership"]) if q["leadership"] else own


def mine(dice, state, q):
    """state: what became of the AFV, whether a mine was placed, was a dud, the unit was eliminated"""
    target, placed, dud, lost = state
    if lost or target not in ("no_effect", "immobilized"):
        return state
    if q["deliberate_immobilization"] and target == "immobilized":
        return state                                         # what they went for: no mine is wasted
    needs = printed_morale(q["unit"]) if q["phase"] == "close_combat" else 4
    drm = directs(q) + q["drm"] - q["deliberate_immobilization"]                     # 86.7
    how = dice.read(lambda total: "lost" if total == 12 and q["phase"] == "close_combat" else    # 72.86
                    total + drm <= needs)
    if how == "lost":
        return target, placed, dud, True
    if not how:
        return state
    least = 12 if q["nationality"] == "german" else 10                               # 86.8: before modifiers
    if q["deliberate_immobilization"]:
        fails = dice.read(lambda total: total >= least)
        return target if fails else "immobilized", True, dud or fails, lost
    drm = q["armor"] + q["kill_drm"]
    total = dice.read(lambda total: 99 if total >= least else total + drm)
    if total == 99:
        return target, True, True, lost
    immobile = target == "immobilized" or q["already_immobilized"]
    if total == q["kill_number"] and not immobile and dice.die() >= 4:               # 66.1, on the rear
        target = "immobilized"
    elif total <= q["kill_number"]:
        target = "burning_wreck" if burns(total, q["kill_number"]) else "eliminated"
    elif immobile and q["kill_number"] - drm >= 2 and dice.dr() > q["crew_morale"]:  # 39.3, 66.4
        target = "abandoned"
    return target, True, dud, lost


def ended(dice, state):
    target, placed, dud, lost = state
    events = ["placed"] * placed + ["dud"] * dud + ["attacker_eliminated"] * lost
    if target in ("burning_wreck", "eliminated", "abandoned"):
        events.append("knocked_out")
    return End(target, events + ["stopped"] * (target != "no_effect"))


def count(q):
    chances = turns({("no_effect", False, False, False): 1}, q["mines"], mine, q)
    return tally(and_then(chances, ended))
