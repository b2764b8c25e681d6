"""sl.crew-survival, from 33.9, 39.2-.3, 66.4, 67.2, 72.84 and 76.3."""

from faces import Charts, End, and_then, numbered_turns, tally, turns
from sl._infantry import apply, column_of, ift, printed_morale, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "knocked_out")
MEASURES = ("escaped", "check", "eliminated", "broken", "unharmed", "good_order_share")
DRAW = {"survival_number": [0, 2, 4, 5, 7, 12, "T-34", "SPW 251 armed", "Priest", "StuG III", "M16"],
        "crew": ["2-4-7", "2-3-7", "none"], "passengers": ["4-6-7", "8-1", "4-4-7 8-0", "2*4-6-7", "4-6-7 9-1"],
        "crew_morale": [6, 7, 8, 10], "firepower": [0.5, 1, 4, 8, 12, 16], "drm": [-2, 0, 1, 3],
        "attacks": [1, 1, 2], "checks": [1, 2, 3, 6]}


def change(question, random):
    if question.get("cause", "killed") == "killed":
        question.setdefault("survival_number", random.choice(DRAW["survival_number"]))
    return question


def vehicle(q):
    return Charts.by("squad-leader/vehicle-points.csv", "vehicle")[q["survival_number"]]


def ride(q):
    """31: on a tank or SP gun; in a halftrack they sit inside"""
    if q["outside"] is not None:
        return q["outside"]
    return isinstance(q["survival_number"], str) and not int(vehicle(q)["armor"]) == -5


def gets_out(dice, q, units):
    """33.9: every unit rolls for itself; burning (67.2), in Close Combat (72.84) and riders: nobody"""
    number = q["survival_number"]
    number = int(vehicle(q)["survival"]) if isinstance(number, str) else number
    crew = q["crew"] != "none"
    out = []
    for place, (name, _) in enumerate(units):
        inside = crew and place == 0 or not ride(q)
        alive = q["cause"] == "killed" and inside and dice.read(lambda total: total <= number)
        out.append((name, "good" if alive else "gone"))
    return tuple(out), sum(now == "good" for _, now in out)


def fire(dice, state, q):
    units, escaped = state
    there = [place for place, (_, now) in enumerate(units) if now != "gone"]
    if column_of(q["firepower"]) is None or not there:
        return state
    outside = [units[place] for place in there]
    apply(dice, outside, dice.read(lambda total: ift(total + q["drm"] - 2, column_of(q["firepower"]))))
    units = list(units)
    for place, unit in zip(there, outside):
        units[place] = unit
    return tuple(units), escaped


def check(dice, failed, q, number):
    """39.3, 66.4; 39.2 of the base game"""
    if failed:
        return failed
    morale = q["crew_morale"] if q["crew_morale"] is not None else printed_morale(q["crew"])
    return number if dice.read(lambda total: total > morale) else 0


def count(q):
    units = stack(q["crew"]) if q["crew"] != "none" else []
    if q["cause"] in ("killed", "burning", "close_combat"):
        units += stack(q["passengers"]) if q["passengers"] != "none" else []
        chances = and_then({None: 1}, lambda dice, _: gets_out(dice, q, units))
        chances = turns(chances, q["attacks"], fire, q)

        def ended(dice, state):
            after, escaped = state
            _, events, measures = report(units, after)
            outcome = "all_escape" if escaped == len(units) else "some_escape" if escaped else "none_escape"
            return End(outcome, events, escaped=escaped, **measures)
        return tally(and_then(chances, ended))
    chances = numbered_turns({0: 1}, q["checks"] if q["cause"] == "hit_again" else 1, check, q)
    chances = and_then(chances, lambda dice, failed: (tuple(units), failed))
    abandoned = {state: chance for state, chance in chances.items() if state[1]}
    after = turns(abandoned, q["attacks"], fire, q)
    after.update({state: chance for state, chance in chances.items() if not state[1]})

    def left(dice, state):
        now, failed = state
        _, events, measures = report(units, now)
        return End("abandoned" if failed else "stays", events + ["knocked_out"] * (failed > 0), check=failed, **measures)
    return tally(and_then(after, left))
