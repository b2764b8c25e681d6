"""slammers.sniper-shot, from the play sheet, snipers."""

from faces import End, every_game, tally
from slammers.sniper_location import found

EVENTS = ("hit", "located")
DRAW = {"searchers": [0, 1, 2, 3, 5]}


def play(dice, q):
    hit = dice.dr() >= q["hit_at_least"]
    located = found(dice, q)
    return End(("hit" if hit else "missed") + ("_and_located" if located else "_and_hidden"),
               ["hit"] * hit + ["located"] * located)


def count(q):
    return tally(every_game(play, q))
