"""asl.concealment, from A12.122."""

from faces import Charts, End, every_game, tally

SIZES = {"smc": 1, "half_squad": 2, "squad": 3, "vehicle": 4, "large": 5}        # US#
DRAW = {"terrain": [0, 1, 2, 3, 4, "woods", "stone", "wooden building", "open ground", "grain", "brush", "debris", "crag", "shellhole", "foxhole",
                    "factory interior", "graveyard", "marsh"],
        "leader": [-3, -2, -1, 0, 1, "8-1", "9-2", "6+1"], "drm": [-10, -3, -1, 0, 1, 2, 3, 10]}


def tem(named):
    if not isinstance(named, str):
        return named
    return int(next(row["drm"] for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")]))


def count(q):
    leader = int(q["leader"][-2:]) if isinstance(q["leader"], str) else q["leader"]
    drm = SIZES[q["size"]] + q["lax"] + leader - tem(q["terrain"]) - q["hindrance"] - q["stealthy"] + q["drm"]
    return tally(every_game(lambda dice: End("concealed" if dice.die() + drm <= 5 else "stays_in_view")))
