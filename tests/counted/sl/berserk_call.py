"""sl.berserk-call, from 18.5."""

from faces import End, every_game, tally
from sl._infantry import STACKS, printed_morale
from questions import expanded

EVENTS = ("any_follows",)
MEASURES = ("followers",)
DRAW = {"units": STACKS, "leadership": [-3, -2, -1, 0, 1]}


def count(q):
    units = expanded(q["units"])

    def play(dice):
        follow = sum(dice.read(lambda total: total + q["leadership"] <= printed_morale(name) - 4) for name in units)
        outcome = "none_follows" if not follow else "all_follow" if follow == len(units) else "some_follow"
        return End(outcome, ["any_follows"] * (follow > 0), followers=follow)
    return tally(every_game(play))
