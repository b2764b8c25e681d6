"""rb.stuka, from E7.2-.21 and RB9."""

from faces import End, every_game, tally

EVENTS = ("arrived", "two_or_more")
MEASURES = ("stukas", "cpp", "turn")


def play(dice, cpp, turns):
    arrives = None
    for turn in range(1, turns + 1):
        if dice.chance(f"{below(turn + (2 if cpp == 2 else 0))}/6"):       # E7.2: a die below the turn; two CPP: -2
            arrives = turn
            break
    if turns and arrives is None:
        return End("none", stukas=0, cpp=cpp)
    number = (dice.die() + 1) // 2                                          # E7.21: half a die, fractions up
    return End(str(number), ["arrived"] * (arrives is not None) + ["two_or_more"] * (number > 1), stukas=number, cpp=cpp, turn=arrives)


def below(number):
    return sum(1 for face in range(1, 7) if face < number)


def count(q):
    return tally(every_game(play, q["cpp"], q["turns"]))
