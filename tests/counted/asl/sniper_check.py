"""asl.sniper-check, from A14.4."""

from asl._infantry import line
from faces import End, every_game, tally
from questions import expanded

DRAW = {"units": ["4-6-7", "2-4-7", "2-2-8", "8-1", "9-2", "6+1", "1-4-9", "4-6-7 8-1", "2*4-4-7 9-2", "4-4-7 6+1", "8-1 8-0",
                  "1-4-9 4-6-7", "2-4-7 9-1", "4-6-7 8-1 9-2", "2-2-8 9-0"]}


def modifier(q):
    units = expanded(q["units"])
    drm = q["drm"]
    leaders = []
    for name in units:
        kind = line(name)["kind"]
        if kind in ("leader", "commissar"):
            leaders.append(int(name.split("+")[1]) if "+" in name else -int(name.split("-")[1]))
        else:
            drm -= 2 if kind == "squad" else 1
    return drm + (min([0] + leaders) if len(units) > 1 else 0)


def play(dice, q):
    final = dice.dr() + modifier(q)
    return End("eliminated" if final <= 2 else "pinned" if final == 3 else "unharmed")


def count(q):
    return tally(every_game(play, q))
