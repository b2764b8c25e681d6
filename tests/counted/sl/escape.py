"""sl.escape, from 12.22, 14, 18.3, 20.83 and 89.31-.32, 89.6-.93."""

from faces import End, and_then, tally
from sl._infantry import apply, best_leader, checking_order, column_of, ift, is_leader, morale, stack

EVENTS = ("any_rallied", "all_rallied")
MEASURES = ("escaped", "rallied", "eliminated", "units_counted")
ALWAYS = ("rally_phases",)
DRAW = {"prisoners": ["4-6-7", "4-4-7", "2-4-7", "8-1", "4-3-6", "4-6-7 8-1", "2*4-4-7", "4-6-7 6+1", "8-1 8-0"],
        "captors": ["4-6-7", "4-4-7", "2*4-4-7", "4-6-7 8-1", "4-3-6 7-0", "8-3-8 4-4-7", "2-4-7 9-2"],
        "attacks": ["8", "4", "2", "20", "8 4", "0.5 2", "4 4"], "drm": [-2, 0, 1, 2, 4], "broken_morale": [5, 6, 8, 9],
        "leader": ["8-1", "9-2", "7-0", "6+1"], "rally_phases": [0, 1, 1, 2, 3], "rally_drm": [-1, 0, 1, 2]}


def change(question, random):
    if "attacks" in question:
        question.setdefault("captors", random.choice(DRAW["captors"]))
    return question


def guard(captors):
    """89.61: the first squad or crew, on top of the prisoners; a leader guards leaders only."""
    return next((place for place, (name, _) in enumerate(captors) if not is_leader(name)), 0)


def shot_at(dice, state, q, factors):
    captors, prisoners = list(state[0]), list(state[1])
    result = dice.read(lambda total: ift(total + q["drm"], column_of(factors)))
    apply(dice, captors, result)                             # 89.8, 20.83: the same roll
    apply(dice, prisoners, result, q["broken_morale"])
    return tuple(captors), tuple(prisoners)


def are_free(captors, q):
    if not captors:
        return True
    if q["freed_by"] == "the_guard":
        return captors[guard(captors)][1] != "good"          # 89.9
    return all(now != "good" for _, now in captors)


def goes_by(name, place, now, rallied, q):
    """The morale of a unit, one less once it has rallied (89.93)."""
    own = 0 <= place < len(rallied)                          # not the leader who waits for them
    return morale(name, now, q["broken_morale"] if own else None) - (own and rallied[place])


def checks_after_loss(dice, units, but, rallied, q):
    """12.22: everybody else in the hex, leaders first; each leader's failure is one more check for who comes after."""
    failures = 0
    for place in checking_order(units):
        if place == but or units[place][1] == "gone":
            continue
        failed = 0
        for _ in range(1 + failures):
            name, now = units[place]
            if now != "gone":
                needs = goes_by(name, place, now, rallied, q) - best_leader(units, place)
                if not dice.read(lambda total: total <= needs):
                    units[place] = (name, "gone" if now == "broken" else "broken")
                    failed += 1
        if is_leader(units[place][0]):
            failures += failed


def rally_phase(dice, state, q):
    units, tried_ever, rallied = list(state[0]), list(state[1]), list(state[2])
    mine = len(rallied)
    tried = set()
    while True:
        may = [place for place in checking_order(units) if place not in tried and units[place][1] == "broken" and
               (is_leader(units[place][0]) or
                any(is_leader(name) and now == "good" for name, now in units))]
        if not may:
            return tuple(units), tuple(tried_ever), tuple(rallied)       # the leader takes part in every Rally Phase
        place = may[0]
        tried.add(place)
        name = units[place][0]
        needs = goes_by(name, place, "broken", rallied, q) - best_leader(units, place) - q["rally_drm"]
        if place < mine and not tried_ever[place]:           # 89.92
            needs -= q["desperation"]
            tried_ever[place] = True
        fate = q["original_12"] == "eliminated"
        how = dice.read(lambda total: total <= needs if total < 12 else "fate" if fate else False)
        if how == "fate":                                    # 18.3
            units[place] = (name, "gone")
            if is_leader(name):
                checks_after_loss(dice, units, place, rallied, q)
        elif how:
            units[place] = (name, "good")
            if place < mine:
                rallied[place] = True


def ended(dice, state, free, shot):
    units, _, rallied = state
    mine = units[:len(rallied)]
    good = sum(now == "good" for _, now in mine)
    left = sum(now != "gone" for _, now in mine)
    started = len(mine) - shot
    outcome = "lost" if not left else "free" if free else "held"
    events = ["any_rallied"] * (good > 0) + ["all_rallied"] * (good == len(mine))
    counted = 2 * shot + ((started - left) if free else 2 * left)            # 89.1, 89.31, 89.32
    return End(outcome, events, escaped=started if free else 0, rallied=good, eliminated=len(mine) - left,
               units_counted=counted)


def count(q):
    captors = tuple(stack(q["captors"])) if q["captors"] != "none" else ()
    chances = {(captors, tuple(stack(q["prisoners"], "broken"))): 1}
    for factors in (str(q["attacks"]).split() if q["attacks"] is not None else []):
        if column_of(factors):
            chances = and_then(chances, shot_at, q, factors)
    leader = stack(q["leader"]) if q["leader"] != "none" else []
    ends = {}
    for (captors, prisoners), chance in chances.items():
        free = are_free(captors, q)
        shot = sum(now == "gone" for _, now in prisoners)
        nobody = (False,) * len(prisoners)
        after = {(prisoners + tuple(leader), nobody, nobody): 1}
        for _ in range(q["rally_phases"] if free else 0):
            after = and_then(after, rally_phase, q)
        for end, share in and_then(after, ended, free, shot).items():
            ends[end] = ends.get(end, 0) + chance * share
    return tally(ends)
