"""sl.rally, from 12.22, 13.6, 14.1-.7, 15.7, 18.3, 74.1-.2, 75.6, 83.2-.3 and 94.5."""

from faces import End, TooLong, and_then, best_of, stack_outcome, tally
from questions import expanded
from sl._infantry import (all_check, best_leader, checking_order, is_leader, morale, stack)

LEAVES_OUT = ("best", "leaders under one of another force")
EVENTS = ("leader_lost", "all_rallied")
MEASURES = ("rally_phase", "rallied", "eliminated")
BEST = ("tries", ["all_rallied", "mean rallied", "mean rallied-0.5*mean eliminated", "mean eliminated:least"])
DRAW = {"unit": ["4-6-7", "4-4-7", "2-4-7", "8-3-8", "6-2-8", "4-3-6", "8-1", "9-2", "8-0", "2*4-6-7", "4-6-7 8-1",
                 "4-4-7 8-0", "2*4-4-7 7-0", "4-4-7 6+1", "8-1 8-0", "4-6-7 8-1 8-0", "2*4-3-6 9-1"],
        "leader": ["8-1", "9-2", "8-0", "6+1", "10-2", "7-0"], "rally_phases": [1, 1, 2, 3, 4, 6],
        "desperation_phases": [0, 0, 1, 2, 3, 8]}


def rally_number(name, q, desperate):
    number = morale(name, "broken", q["broken_morale"], q["marsh"], q["inexperienced"])      # 94.5: inexperienced one less
    if q["ss"]:
        number += 1                                          # 83.3
    if desperate:
        number -= 2 if q["ss"] else 4                        # 83.2, 14.6
    return number


def counts(q):
    return q["leader_from"] == "own_force" or not any(is_leader(name) for name in expanded(q["unit"]))


def needed(units, place, q, desperate):
    """What the unit rallies on, None where it may not try"""
    name, helped = units[place][0], best_leader(units, place)
    if q["leader_from"] != "own_force" and helped < 0:       # 74.2, 83.7
        helped += 1
    if q["leader_from"] != "allied_army":
        return rally_number(name, q, desperate) - helped - q["drm"]
    # 74.1: whom he helps has desperation morale; who has it anyway may not try unless he can do so alone, and then he
    # has the leader's help like any other
    led = [] if desperate and not q["self_rally"] else [rally_number(name, q, True) - helped]
    alone = [rally_number(name, q, desperate)] if q["self_rally"] else []
    return max(led + alone) - q["drm"] if led + alone else None


def rally_phase(dice, state, q, phase):
    units, last = [list(state[0]), state[1]]
    mine = units[:-1] if q["leader"] != "none" else units
    if all(now != "broken" for _, now in mine):              # nobody is left to rally: the question is answered
        return state
    desperate = phase <= q["desperation_phases"]
    if desperate and q["tries"] == "after_desperation":
        return state
    tried, waiting = set(), set()
    while True:
        may = [place for place in checking_order(units) if place not in tried and units[place][1] == "broken" and
               (is_leader(units[place][0]) or q["self_rally"] or
                any(is_leader(name) and now == "good" for name, now in units))]
        if not may:
            return tuple(units), last
        place = may[0]
        tried.add(place)
        name = units[place][0]
        if q["tries"] == "decided" and not dice.choose((True, False)):
            waiting.add(place)
            continue
        if is_leader(name):                                  # a leader who waits may still try after another one has
            tried -= waiting
            waiting.clear()
        needs = needed(units, place, q, desperate)
        if needs is None:
            continue
        how = dice.read(lambda total: (q["original_12"] == "eliminated" and "fate") if total == 12 else total <= needs)
        if how == "fate":                                    # 18.3
            units[place] = (name, "gone")
            if is_leader(name):                              # 18.3: all others check their morale at once
                all_check(dice, units, 0, q["broken_morale"], q["marsh"], but=place, inexperienced=q["inexperienced"])
        elif how:
            units[place] = (name, "good")
            last = phase


def ended(dice, state, q):
    units, last = state
    mine = units[:-1] if q["leader"] != "none" else units
    names = {"good": "rallied", "broken": "broken", "gone": "eliminated"}
    states = [names[now] for _, now in mine]
    everybody = all(name == "rallied" for name in states)
    events = ["all_rallied"] * everybody
    if q["leader"] != "none" and units[-1][1] != "good":
        events.append("leader_lost")
    outcome = states[0] if len(states) == 1 else stack_outcome(states, ("rallied", "broken", "eliminated"))
    return End(outcome, events, rally_phase=last if everybody else 0, rallied=states.count("rallied"),
               eliminated=states.count("eliminated"))


def beginning(q):
    return tuple(stack(q["unit"], "broken") + (stack(q["leader"]) if q["leader"] != "none" else [])), 0


def best(q, worth):
    """14.2: each unit may try in each Rally Phase"""
    if len(beginning(q)[0]) > 3 or q["rally_phases"] > 3:
        raise TooLong
    known = {}

    def from_phase(phase, state):
        if phase > q["rally_phases"]:
            return worth(ended(None, state, q))
        if (phase, state) not in known:
            known[phase, state] = best_of(rally_phase, lambda after: from_phase(phase + 1, after), state,
                                          {**q, "tries": "decided"}, phase)
        return known[phase, state]

    return from_phase(1, beginning(q))


def count(q):
    chances = {beginning(q): 1}
    for phase in range(1, q["rally_phases"] + 1):
        chances = and_then(chances, rally_phase, q, phase)
    return tally(and_then(chances, ended, q))
