"""sl.counter-battery, from 45.4."""

from faces import End, every_game, tally

EVENTS = ("silenced",)
MEASURES = ("game_turns_silent",)


def count(q):
    def play(dice):
        how = dice.read(lambda total: 2 if total - (q["turn_in_a_row"] - 1) <= 2 else
                        1 if total - (q["turn_in_a_row"] - 1) <= 5 else 0)
        if how == 0:
            return End("no_effect")
        if how == 2:
            return End("destroyed", ["silenced"])
        return End("disrupted", ["silenced"], game_turns_silent=dice.die())
    return tally(every_game(play))
