"""asl.clearance, from B24.7-.8; mines, whose casualties change who works on, are left out."""

from faces import End, and_then, numbered_turns, tally

LEAVES_OUT = ("best", "goes_on")
EVENTS = ("hampered",)
MEASURES = ("turn",)
DRAW = {"turns": [1, 2, 3, 5], "squads": [0, 1, 1, 2, 3], "sapper_squads": [0, 1], "half_squads": [0, 1, 2],
        "sapper_half_squads": [0, 1], "leadership": [-2, -1, 0, 1], "bulldozers": [0, 0, 1], "heroes": [0, 1],
        "drm": [-5, -2, 0, 2]}
EC = {"snow": -3, "mud": -3, "wet": -2, "moist": -1, "moderate": 0, "dry": 1, "very_dry": 2}


def counts(q):
    return q["item"] != "mines"


def modifier(q, labor):
    total = q["drm"] + (q["leadership"] or 0) + labor
    squads, halves = q["squads"], q["half_squads"]
    if squads:
        total -= 1 + 2 * (squads - 1) + halves               # -1 the first squad, a further one is two half-squads
    elif halves:
        total -= halves - 1                                  # the first MMC is not counted
    if q["item"] in ("flame", "roadblock", "rubble"):
        total -= 5 * q["bulldozers"]
    if q["item"] in ("set_dc", "wire"):
        total -= q["heroes"] + 2 * q["sapper_squads"] + q["sapper_half_squads"]
    if q["item"] == "flame":
        total += EC[q["ec"]]
    return total


def turn(dice, state, q, number):
    done, hampered, labor = state
    if done:
        return state
    final = dice.dr() + modifier(q, labor)
    if final <= 2:                                           # B24.71
        return number, hampered, labor
    return 0, hampered or q["item"] == "flame" and final <= 6, max(-2, labor - 1)


def ended(dice, state):
    return End("cleared" if state[0] else "not_cleared", ["hampered"] * state[1], turn=state[0])


def count(q):
    chances = {(0, False, q["labor_status"]): 1}
    chances = numbered_turns(chances, q["turns"], turn, q)
    return tally(and_then(chances, ended))
