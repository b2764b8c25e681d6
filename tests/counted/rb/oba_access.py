"""rb.oba-access, from C1.2-.21 and section 11 of Red Barricades CG III."""

from faces import End, and_then, tally, turns

EVENTS = ("fired",)
MEASURES = ("missions",)
DRAW = {"turns": [1, 1, 2, 3, 4, 5, 6, 8, 10, 12]}
PILES = {"german": (8, 3), "russian": (5, 2)}                # asl/oba.csv


def player_turn(dice, state, q):
    """state: turns of the mission that are left, black and red chits in the pile, out of it, contact, missions"""
    busy, black, red, blacks_out, reds_out, contact, missions, lost = state
    if lost:
        return state
    if q["contact"] is not None:
        drm = 0 if not contact else -2 if q["battalion_mortar"] else -1     # C1.22: -1 to maintain, mortars -2
        contact = dice.dr() + drm <= q["contact"]
    if busy:
        if contact or q["out_of_contact"] == "mission_goes_on":
            busy -= 1
        return busy, black, red, blacks_out, reds_out, contact, missions, lost
    if not contact or black + red == 0:
        return busy, black, red, blacks_out, reds_out, contact, missions, lost
    if dice.of(((True, black), (False, red)) if black and red else ((bool(black), 1),)):                          # C1.21: black is removed: a mission
        black, blacks_out, missions = black - 1, blacks_out + 1, missions + 1
        busy = q["mission_turns"] - 1
    else:                                                    # red is removed, his actions end
        if reds_out == 1 and blacks_out < 2:                 # section 11: it goes back into the pile
            pass
        else:
            red, reds_out = red - 1, reds_out + 1
            lost = reds_out == 2
    return busy, black, red, blacks_out, reds_out, contact, missions, lost


def ended(dice, state):
    return End("lost" if state[7] else "available", ["fired"] * (state[6] > 0), missions=state[6])


def count(q):
    black, red = PILES[q["side"]]
    black += (q["ammo"] == "plentiful") + q["pre_registered"]
    red += q["ammo"] == "scarce"
    start = (0, black, red, 0, 0, q["contact"] is None, 0, False)
    return tally(and_then(turns({start: 1}, q["turns"], player_turn, q), ended))
