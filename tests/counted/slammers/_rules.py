"""Quality Rolls, hits and damage of Hammer's Slammers: Supplement 4 and the play sheet."""

from faces import Charts
from questions import expanded

LEVELS = ["elite", "veteran", "trained", "untrained"]
CLASSES = ["elite", "veteran", "trained", "untrained", "warriors", "fanatics", "commissars"]


def needs(quality, modifier=0):
    """What a Quality Roll needs; None below untrained; 2 at best, as a natural 1 always fails (an assumption)."""
    classes = Charts.by("slammers/troop-classes.csv", "class")
    level = LEVELS.index(classes[quality]["fights_as"] if quality in classes else quality) - modifier
    if level > 3:
        return None
    return 2 if level < 0 else int(Charts.by("slammers/quality.csv", "quality")[LEVELS[level]]["qr_at_least"])


def fire_modifier(q, close_quarter):
    """The QR modifiers of direct fire that are parameters"""
    modifier = q["qr_modifier"] - q["thunder_run"] + q["confire"]
    modifier += (2 if close_quarter else 1) if q["range"] == "close" else 0
    return modifier - (q["cover"] != "none")


def triangles(q, prefix):
    """[(quality, QR modifier, rolls)] of those who fire at what comes in, one after the other; blue -1, ConFire +1"""
    if q[prefix + "_list"]:
        found = []
        for group in q[prefix + "_list"].split(";"):
            first, colour, rolls, *confire = group.split()
            found += [(quality, bool(confire) - (colour == "blue"), int(rolls)) for quality in expanded(first)]
        return found
    if q[prefix + "_triangle"] == "none":
        return []
    modifier = q[prefix + "_qr_modifier"] - q[prefix + "_thunder_run"] + q[prefix + "_confire"]
    one = q[prefix + "_quality"] or q["quality"], modifier - (q[prefix + "_triangle"] == "blue"), q[prefix + "_rolls"]
    return [one] * q[prefix + "s"]


def dv(value):
    if isinstance(value, str):
        return int(Charts.by("slammers/defence-values.csv", "target")[value]["dv"])
    return value


# what happened to a target: killed or destroyed, suppression; stalled, transmission, weapons lost, attacker's choice
UNHURT = (None, 0, False, False, 0, False)


def hits(dice, state, q, target, firepower, dv_reached, overkill):
    """A hit with 1D6 + FP on infantry, a vehicle or a Firefly."""
    gone, markers, stalled, transmission, weapons, choice = state
    total = dice.die() + firepower
    if target == "firefly" and q.get("destroyed_by") == "any_hit":
        total = max(total, dv_reached)
    if target == "infantry":
        if total >= dv_reached:
            return ("killed",) + state[1:]
        markers += 1                                         # the DV is not reached: a suppression marker
        if q["suppression_kills"] and markers >= q["suppression_kills"]:
            gone = "killed"
        return gone, markers, stalled, transmission, weapons, choice
    if total < dv_reached:
        return state
    if target == "firefly":
        return ("destroyed" if gone is None else gone,) + state[1:]
    return damage(dice, state, q, total - dv_reached if overkill else 0)


def damage(dice, state, q, excess=0):
    """A vehicle whose DV was reached: the damage chart, and a Field Mechanic"""
    gone, markers, stalled, transmission, weapons, choice = state
    roll = dice.die() + excess
    if roll <= 4 and q.get("field_mechanic", "none") != "none":
        if dice.die() >= needs(q["field_mechanic"]):         # Field Mechanic: ignores 1 to 4 on a Quality Roll
            return state
    first = "transmission" if q.get("damage_order", "supplement_4") == "supplement_4" else "stalled"
    if roll in (1, 2):
        if (roll == 1) == (first == "transmission"):
            transmission = True
        else:
            stalled = True
    elif roll in (3, 4):
        weapons, choice = min(9, weapons + 1), choice or roll == 4
    elif roll == 5:
        gone = gone or "destroyed"
    else:
        gone = "vaporised"
    return gone, markers, stalled, transmission, weapons, choice


def what_came(state, target):
    """(outcome, events, measures)"""
    gone, markers, stalled, transmission, weapons, choice = state
    events = []
    if target == "infantry":
        outcome = gone or ("suppressed" if markers else "no_effect")
        return outcome, ["suppressed_or_worse"] * (outcome != "no_effect"), {"suppression": 0 if gone else markers}
    if target == "firefly":
        return gone or "no_effect", ["knocked_out", "stopped"] * bool(gone), {}
    if gone:
        return gone, ["knocked_out", "stopped"], {"weapons_lost": 0}
    events += ["stalled"] * stalled + ["transmission_destroyed"] * transmission
    events += ["stopped"] * (stalled or transmission) + ["weapon_destroyed"] * (weapons > 0)
    events += ["attacker_picks_weapon"] * choice
    return ("damaged" if stalled or transmission or weapons else "no_effect"), events, {"weapons_lost": weapons}
