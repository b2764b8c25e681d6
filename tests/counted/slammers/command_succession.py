"""slammers.command-succession, from Supplement 4: the FAQ, Insurance, Mounting Chaos, Huber's detachment."""

from faces import End, and_then, tally

EVENTS = ("first_leader_lost", "all_leaders_lost")
MEASURES = ("leadership_points", "turns_paid", "tus_lost")
DRAW = {"tus": [1, 3, 4, 5, 8, 10], "leaders": ["6 2 2", "4", "4 0", "2 1", "6 2", "12 6 4 2"], "turns": [1, 2, 3, 4, 6],
        "losses_per_turn": [0, 1, 1, 2, 3], "first_loss": [1, 2, 3], "cost": [0, 3, 7, 9, 12, 20]}


def values(q):
    return [int(word) for word in str(q["leaders"]).split()]


def rolls(dice, state, q, number):
    """2D6 + the leader's value less the TUs lost, and never fewer than none"""
    alive, others, lost, paid, _ = state
    value = values(q)[alive[0]] if alive else 0
    if number < q["turns"]:
        pays = dice.read(lambda total: max(0, total + value - lost) >= q["cost"])
        return alive, others, lost, paid + pays, None
    points = dice.read(lambda total: max(0, total + value - lost))
    return alive, others, lost, paid + (points >= q["cost"]), points


def loses(dice, state, q):
    """Each TU that is left is as likely as any other, and a leader is lost with his"""
    alive, others, lost, paid, points = state
    rides = {1: 0} if q["sergeant_aboard"] else {}
    cars = sorted({rides.get(leader, leader) for leader in alive})
    if not cars and not others:
        return state
    hit = dice.of(tuple((car, 1) for car in cars) + (((None, others),) if others else ()))
    if hit is None:
        return alive, others - 1, lost + 1, paid, points
    return tuple(leader for leader in alive if rides.get(leader, leader) != hit), others, lost + 1, paid, points


def ended(dice, state, q):
    alive, _, lost, paid, points = state
    outcome = "nobody_leads" if not alive else "first_leads" if alive[0] == 0 else "successor_leads"
    return End(outcome, ["first_leader_lost"] * (0 not in alive) + ["all_leaders_lost"] * (not alive),
               leadership_points=points, turns_paid=paid, tus_lost=lost)


def count(q):
    leaders = len(values(q))
    others = q["tus"] - leaders + q["sergeant_aboard"]
    chances = {(tuple(range(leaders)), others, 0, 0, None): 1}
    for number in range(1, q["turns"] + 1):
        chances = and_then(chances, rolls, q, number)
        if q["first_loss"] <= number < q["turns"]:
            for _ in range(q["losses_per_turn"]):
                chances = and_then(chances, loses, q)
    return tally(and_then(chances, ended, q))
