"""asl.clearance, from B24.7-.8, A17.11, A26.211 and A26.221."""

from collections import namedtuple

from faces import End, and_then, best_of, numbered_turns, tally

LEAVES_OUT = ("best",)
EVENTS = ("hampered",)
MEASURES = ("turn", "casualties", "casualty_vp")
NO_TIMES = ("casualties", "casualty_vp")
BEST = ("goes_on", ["cleared-0.5*mean casualties", "cleared-mean casualties", "cleared-nobody_left", "nobody_left:least"])
BEST_WITH = {"item": "mines"}
DRAW = {"turns": [1, 2, 3, 5], "squads": [0, 1, 1, 2, 3], "sapper_squads": [0, 1], "half_squads": [0, 1, 2],
        "sapper_half_squads": [0, 1], "leadership": [-2, -1, 0, 1], "bulldozers": [0, 0, 1], "heroes": [0, 1],
        "drm": [-5, -2, 0, 2], "crews": [1, 1, 2]}
EC = {"snow": -3, "mud": -3, "wet": -2, "moist": -1, "moderate": 0, "dry": 1, "very_dry": 2}


State = namedtuple("State", "done hampered labor squads sapper_squads half_squads sapper_half_squads heroes leader casualties crews lost")
# heroes: how many fit, how many wounded; leader: None, 0, or 1 where he is wounded; lost: Casualty VP


def change(question, random):
    if question.get("casualty_vp") or random.random() < 0.3:
        question["item"] = "mines"
    item = question.get("item", "rubble")
    drop = []
    if item == "mines":
        question["casualty_vp"] = random.random() < 0.8
    else:
        drop += ["leader", "inexperienced", "casualty_vp"]
    if not question.get("casualty_vp"):
        drop += ["crews"]
    if item != "flame":
        drop += ["ec"]
    drop += ["heroes", "sapper_squads", "sapper_half_squads"] if item in ("flame", "roadblock", "rubble") else ["bulldozers"]
    for name in drop:
        question.pop(name, None)
    if not any(question.get(name) for name in ("squads", "half_squads", "bulldozers")):
        question["half_squads"] = 2
    for name, of in (("sapper_squads", "squads"), ("sapper_half_squads", "half_squads"), ("crews", "half_squads")):
        question[name] = min(question.get(name, 0), question.get(of, 0))
    question["crews"] = min(question["crews"], question.get("half_squads", 0) - question["sapper_half_squads"])
    return {name: value for name, value in question.items() if value is not False and (value or name == "leadership")}


def modifier(q, state):
    total = q["drm"] + state.labor + ((q["leadership"] or 0) + state.leader if state.leader is not None else 0)
    if state.squads:
        total -= 1 + 2 * (state.squads - 1) + state.half_squads          # -1 the first squad, a further one is two half-squads
    elif state.half_squads:
        total -= state.half_squads - 1                       # the first MMC is not counted
    if q["item"] in ("flame", "roadblock", "rubble"):
        total -= 5 * q["bulldozers"]
    if q["item"] in ("mines", "set_dc", "wire"):
        total -= sum(state.heroes) + 2 * state.sapper_squads + state.sapper_half_squads
    if q["item"] == "flame":
        total += EC[q["ec"]]
    return total


def casualties(dice, state, q):
    """All who clear; an SMC is wounded (A17.11)."""
    fit = hurt = 0
    many = state.squads + state.half_squads + sum(state.heroes) + (state.leader is not None)
    for wounded in [False] * state.heroes[0] + [True] * state.heroes[1]:
        hurt += not dice.read_die(lambda face: face + wounded >= 5)
    leader = state.leader
    lost = state.lost + state.squads + state.half_squads + state.crews           # a crew is 2, half a squad 1, a hero 0
    if leader is not None:
        leader = None if dice.read_die(lambda face: face + leader >= 5) else 1
        lost += leader is None and 1 + max(0, -(q["leadership"] or 0))
    return state._replace(crews=0, lost=lost, squads=0, sapper_squads=0, half_squads=state.squads, sapper_half_squads=state.sapper_squads,
                          heroes=(fit, hurt), leader=leader, casualties=state.casualties + many)


def nobody(state):
    """Clearance takes an MMC, or a bulldozer, which clears no mines."""
    return not (state.squads or state.half_squads)


def turn(dice, state, q, number):
    if state.done or state.casualties and nobody(state):
        return state
    if state.casualties and q["goes_on"] == "until_a_casualty" or \
            number > 1 and q["goes_on"] == "decided" and not dice.choose((True, False)):
        return state
    original = dice.dr()
    final = original + modifier(q, state)
    if final <= 2:                                           # B24.71
        state = state._replace(done=number)
    else:
        state = state._replace(hampered=state.hampered or q["item"] == "flame" and final <= 6, labor=max(-2, state.labor - 1))
    if q["item"] == "mines" and original >= (11 if q["inexperienced"] else 12):
        state = casualties(dice, state, q)
    return state


def ended(dice, state, q):
    outcome = "cleared" if state.done else "nobody_left" if state.casualties and nobody(state) else "not_cleared"
    return End(outcome, ["hampered"] * state.hampered, turn=state.done, casualties=state.casualties,
               **({"casualty_vp": state.lost} if q["casualty_vp"] else {}))


def beginning(q):
    leader = 0 if q["leader"] or q["leadership"] is not None and q["leadership"] != 0 else None
    return State(0, False, q["labor_status"], q["squads"], q["sapper_squads"], q["half_squads"], q["sapper_half_squads"],
                 (q["heroes"], 0), leader, 0, q["crews"], 0)


def best(q, worth):
    """B24.8: clearance is voluntary, anew each turn."""
    known = {}

    def from_turn(number, state):
        if number > q["turns"]:
            return worth(ended(None, state, q))
        if (number, state) not in known:
            known[number, state] = best_of(turn, lambda after: from_turn(number + 1, after), state,
                                           {**q, "goes_on": "decided"}, number)
        return known[number, state]

    return from_turn(1, beginning(q))


def count(q):
    return tally(and_then(numbered_turns({beginning(q): 1}, q["turns"], turn, q), ended, q))
