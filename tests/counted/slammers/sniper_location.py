"""slammers.sniper-location, from the play sheet, snipers."""

from faces import Charts, End, and_then, numbered_turns, tally
from slammers._rules import LEVELS

MEASURES = ("located_at", "actions")
DRAW = {"searchers": [0, 1, 2, 3, 5], "actions": [1, 2, 3, 6]}


def located_on(quality, modifier=0):
    classes = Charts.by("slammers/troop-classes.csv", "class")
    level = max(0, LEVELS.index(classes[quality]["fights_as"] if quality in classes else quality) - modifier)
    if level > 3:
        return 7
    return int(Charts.by("slammers/quality.csv", "quality")[LEVELS[level]]["sniper_located_at_least"])


def found(dice, q, modifier=0):
    least = located_on(q["quality"], modifier)
    return any([dice.read_die(lambda face: face >= least) for _ in range(q["searchers"])])


def action(dice, located, q, number):
    if located:
        return located
    return number if found(dice, q, q["qr_modifier"] - q["thunder_run"] + q["confire"]) else 0


def ended(dice, located, q):
    return End("located" if located else "hidden", located_at=located, actions=located or q["actions"])


def count(q):
    chances = {0: 1}
    chances = numbered_turns(chances, q["actions"], action, q)
    return tally(and_then(chances, ended, q))
