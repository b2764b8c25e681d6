"""slammers.leadership, from the play sheet, phase 2, and Supplement 4: Troops, Mounting Chaos, prices of moves and acts."""

import itertools

from faces import Charts, End, every_game, tally
from questions import expanded

LEAVES_OUT = ("best",)
EVENTS = ("affordable",)
KINDS = ("moves", "deployed_moves", "fireflies", "confires", "rapid_fires", "double_taps", "deployments", "rotations",
         "mounts", "snipers", "artillery", "counter_battery", "others")
BEST = ("pays", ["mean paid_moves", "mean paid_moves+2*mean paid_confires", "mean paid_moves+3*mean paid_rapid_fires",
                 "mean paid_fireflies+0.5*mean paid_moves+mean paid_artillery", "mean paid_others+0.3*mean paid_moves",
                 "mean paid_deployments+0.7*mean paid_mounts", "mean paid_confires:least"])
BEST_WITH = {"rotations": 0, "double_taps": 0, "snipers": 0, "counter_battery": False}    # the program asks about each in turn
MEASURES = ("leadership_points", "left", "short_by", "cost") + tuple("paid_" + kind for kind in KINDS)
LISTS = ["3 2 4*1", "2", "1 1", "3*2", "0 1 3", "3"]
DRAW = {"moves": LISTS, "deployed_moves": LISTS, "fireflies": LISTS, "remotes_lost": LISTS, "losses": [0, 1, 3, 8, 14],
        "leader_value": [0, 2, 6], "confires": [1, 2, 3], "rapid_fires": [1, 2], "double_taps": [1, 3],
        "deployments": [1, 2], "rotations": [1, 2], "mounts": [1, 2], "snipers": [1, 2],
        "artillery_request": [3, 10, 20], "cost": [0, 1, 5]}


def value(q):
    """The leader's value; None where no source has it"""
    if q["leader_value"] is not None:
        return q["leader_value"]
    classes = Charts.by("slammers/troop-classes.csv", "class")
    quality = classes[q["quality"]]["leads_as"] if q["quality"] in classes else q["quality"]
    for row in Charts.rows("slammers/leaders.csv"):
        if (row["quality"], row["rank"]) == (quality, q["rank"]):
            return int(row["leader_value"])
    return None


def counts(q):
    return q["rank"] == "none" or value(q) is not None


def times(text):
    return [int(word) for word in expanded(str(text))] if text is not None else []


def items(q):
    """[(kind, LP)] in the order of the parameters"""
    found = []
    for kind, prices in (("moves", (1, 2, 4)), ("deployed_moves", (2, 3, 5)), ("fireflies", (1, 2, 4))):
        for many in times(q[kind]):
            found += [(kind, price) for price in prices[:many]]      # the 1-2-4 rule, for each TU
    for kind, price in (("confires", 2), ("rapid_fires", 3), ("double_taps", 1), ("deployments", 2), ("rotations", 1),
                        ("mounts", 1), ("snipers", 1)):
        found += [(kind, price)] * q[kind]
    for kind, price in (("artillery", q["artillery_request"]), ("counter_battery", 4 * q["counter_battery"])):
        if price:
            found.append((kind, (price + 1) // 2 if q["master_of_artillery"] else price))        # Master of Artillery
    return found + [("others", q["cost"])] * (q["cost"] > 0)


def points_of(dice, q):
    points = dice.dr() - q["losses"] - sum(many >= 2 for many in times(q["remotes_lost"]))       # Mounting Chaos
    if q["rank"] != "none" or q["leader_value"] is not None:
        points += value(q) + 2 * (q["inspirational_leader"] + q["technician"] + q["command_tank"])
    return max(0, points)


def ended(points, plan, paid):
    cost = sum(price for _, price in plan)
    enough = cost <= points
    return End("affordable" if enough else "too_dear", ["affordable"] * enough, leadership_points=points, cost=cost,
               left=points - cost if enough else 0, short_by=max(0, cost - points),
               **{"paid_" + kind: paid.get(kind, 0) for kind in KINDS})


def play(dice, q, plan):
    points = points_of(dice, q)
    affordable = sum(price for _, price in plan) <= points
    paid = {}
    left = points
    for kind, price in plan:
        if affordable or q["pays"] == "in_order" and price <= left:      # what the points reach, cheaper things too
            paid[kind] = paid.get(kind, 0) + 1
            left -= price
    return ended(points, plan, paid)


def best(q, worth):
    """How many of each kind are paid for, the cheapest first, once the roll is known"""
    plan = items(q)
    prices = {}
    for kind, price in sorted(plan, key=lambda item: item[1]):
        if worth(ended(0, plan, {kind: 1})) != worth(ended(0, plan, {})):        # else nobody pays for it
            prices.setdefault(kind, []).append(price)

    def of_points(points):
        return max(worth(ended(points, plan, dict(zip(prices, numbers))))
                   for numbers in itertools.product(*(range(len(own) + 1) for own in prices.values()))
                   if sum(sum(own[:number]) for own, number in zip(prices.values(), numbers)) <= points)

    return sum(chance * of_points(points) for points, chance in every_game(points_of, q).items())


def count(q):
    return tally(every_game(play, q, items(q)))
