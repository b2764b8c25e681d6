"""sl.cavalry, from 12, 13.6, 36.11, 92.53, 92.7-.74."""

from faces import End, and_then, tally
from sl._infantry import apply, best_leader, checking_order, column_of, good_order_share, ift, morale, report, stack

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "mount_lost",
          "refuses_afv", "horses_lost")
MEASURES = ("broken", "eliminated", "good_order_share")
DRAW = {"riders": ["5-3-7", "4-4-7", "5-3-7 8-1", "4-4-7 9-2", "8-0", "5-3-7 6+1", "6-2-8 7-0", "4-3-6"],
        "ride": ["8 -2", "4 -2; 4 -2", "afv", "afv; 6 -2", "8 -2; afv; 8 0", "16 1", "30 0; 2 -2", "0.5 -2", "1 0; afv",
                 "afv; afv; 4 -1", "4 -2; 4 -2; 4 -2"]}
ALWAYS = ("riders",)


def change(question, random):
    if question.get("unmounted_horses") and random.random() < 0.4:
        question.pop("riders", None)
        question.pop("berserk", None)
        question["ride"] = random.choice(["8 -2", "4 -2; 4 1", "16 3", "1 0"])
    return question


def under_fire(units, mounted, q, dice, result):
    """Who rides at the moment is struck; who breaks is off his horse."""
    if not q["berserk"]:
        riding = [place for place in range(len(units)) if units[place][1] == "good"]
        those = [units[place] for place in riding]
        apply(dice, those, result)
        for place, unit in zip(riding, those):
            units[place] = unit
        return any(now == "good" for _, now in units)
    if result == "KIA":
        for place, (name, _) in enumerate(units):
            units[place] = (name, "gone")
        return False
    if result == "-" or not mounted:
        return mounted
    number = 0 if result == "M" else int(result)
    for place in checking_order(units):                      # 92.74: a failure costs the horse only, and breaks nobody
        needs = morale(*units[place]) - number - best_leader(units, place)
        if dice.read(lambda total: total <= needs):
            return True                                      # 92.72: both riders must fail
    return False


def before_afv(dice, units):
    """36.11, 92.53: True if all who ride pass; the leader first, who helps if he has passed."""
    riding = [unit for unit in units if unit[1] == "good"]
    for place in checking_order(riding):
        needs = morale(*riding[place]) - best_leader(riding, place)
        if not dice.read(lambda total: total <= needs):
            return False
    return True


def meets(dice, state, q, what):
    units, mounted, horses, refused = list(state[0]), state[1], state[2], state[3]
    if what == ["afv"]:                                      # it stays outside, where the vehicle may fire at it
        return state[:3] + (refused or mounted and not before_afv(dice, units),)
    column = column_of(what[0])
    alive = any(now == "good" for _, now in units)
    if not column or not (alive or horses):
        return state
    drm = int(what[1]) if len(what) > 1 else 0
    original = dice.dr()
    if horses and ift(original + drm - 1, column) != "-":    # 92.7, 92.73
        horses = False
    if alive:
        mounted = under_fire(units, mounted, q, dice, ift(original + drm - mounted, column))
    return tuple(units), mounted, horses, refused


def ended(dice, state, q, before):
    units, mounted, horses, refused = state
    events = ["horses_lost"] * (q["unmounted_horses"] and not horses)
    if not before:
        return End("horses_stay" if horses else "horses_gone", events, broken=0, eliminated=0)
    _, more, measures = report(before, units)
    riding = [now for _, now in units].count("good") if mounted else 0
    if all(now == "gone" for _, now in units):
        outcome = "eliminated"
    elif q["berserk"] and not mounted:
        outcome = "on_foot"
    else:
        outcome = "rides_on" if riding == len(units) else "one_rides_on" if riding else "off_the_horse"
    events += more + ["mount_lost"] * (not mounted) + ["refuses_afv"] * refused
    return End(outcome, events, broken=measures["broken"], eliminated=measures["eliminated"], **good_order_share(measures))


def count(q):
    before = stack(q["riders"]) if q["riders"] != "none" else []
    chances = {(tuple(before), bool(before), q["unmounted_horses"], False): 1}
    for part in str(q["ride"]).split(";"):
        chances = and_then(chances, meets, q, part.split())
    return tally(and_then(chances, ended, q, before))
