"""sl.morale-check, from 12.1-.4, 13.6, 15.6, 18.4-.5 and COI 83.6."""

from faces import End, every_game, tally
from sl._infantry import STACKS, all_check, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "berserk")
MEASURES = ("eliminated", "broken", "unharmed", "good_order_share", "berserk")
DRAW = {"target": STACKS + ["8-0 7-0 4-4-7", "9-1 8-1 6-2-8", "2*4-3-6"]}


def count(q):
    def play(dice):
        before = stack(q["target"], q["status"])
        units = list(before)
        all_check(dice, units, 0 if q["check"] == "m" else int(q["check"]), q["broken_morale"],
                  berserk="of_fire" if q["berserk"] else "none")
        outcome, events, measures = report(before, units)
        return End(outcome, events, **measures)
    return tally(every_game(play))
