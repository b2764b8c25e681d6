"""slammers.repair, from Specialists, Recovery Vehicles."""

from faces import End, and_then, numbered_turns, tally
from slammers._rules import needs

MEASURES = ("repaired_in_turn",)


def turn(dice, done, q, number):
    if done:
        return done
    needed = needs(q["quality"], q["qr_modifier"])
    tries = [needed is not None and dice.read_die(lambda face: face >= needed) for _ in range(q["vehicles"])]
    return number if any(tries) else 0


def ended(dice, done):
    return End("repaired" if done else "not_yet", repaired_in_turn=done)


def count(q):
    chances = {0: 1}
    chances = numbered_turns(chances, q["turns"], turn, q)
    return tally(and_then(chances, ended))
