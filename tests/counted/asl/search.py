"""asl.search, from A12.152."""

from asl.search_casualties import searchers
from faces import End, every_game, tally

EVENTS = ("found", "all_found")
MEASURES = ("searched", "locations_found")


def play(dice, q):
    final = dice.die() + searchers(q) + q["drm"]
    hexes, empty = q["hexes"], q["known_empty"]
    not_searched = min(max(final, 0), hexes + empty)         # the Final dr is the number that is not searched
    searched_unknown = hexes - max(0, not_searched - empty)  # those known to be empty are left out first
    hidden = q["hidden"]
    # each of the hexes of which he knows nothing is as likely to be searched as any other
    found = 0
    left = searched_unknown
    for position in range(hidden):
        if dice.chance(f"{left}/{hexes - position}"):
            found, left = found + 1, left - 1
    events = ["found"] * (found > 0) + ["all_found"] * (found == hidden and hidden > 0)
    # outcomes and `searched` are about the hexes of which he does not know what they hold
    outcome = ("all_searched" if searched_unknown == hexes else "some_searched" if searched_unknown else
               "none_searched")
    return End(outcome, events, searched=searched_unknown, locations_found=found)


def count(q):
    return tally(every_game(play, q))
