"""cos.mine-placement, from Crucible of Steel 7.2-.21, B24.74 and B24.8."""

from faces import End, and_then, numbered_turns, tally

MEASURES = ("factors", "first_turn", "casualties", "casualty_vp")
NO_TIMES = ("casualty_vp",)
DRAW = {"turns": [1, 2, 3, 4, 6], "squads": [0, 1, 1, 2], "half_squads": [0, 1, 2], "drm": [-3, -1, 0, 1],
        "leadership": ["8-0", "8-1", "9-2", -1, 1, "6+1"], "factors": [0, 0, 0, 6, 8, 12, 1, 2, 5]}


def leader(q):
    """(whether he is there, his modifier)"""
    given = q["leadership"]
    if given is None or given == 0:
        return bool(q["leader"]), 0
    return True, given if isinstance(given, int) else int(given[-2:].replace("-0", "0"))


def turn(dice, state, q, number):
    """state: (squads, half-squads, is a leader there, Labor, factors, first success, Casualty Reductions, Casualty VP)"""
    squads, halves, led, labor, factors, first, casualties, lost = state
    size = 2 * squads + halves
    most = 12 if q["mines"] == "ap" else 5
    if size == 0 or factors == most:                         # 7.21: there is nothing more to lay
        return state
    drm = q["drm"] + labor - 2 - (size - 1) + (led[1] if led else 0)     # 7.2: -2 a half-squad, -1 each further
    total = dice.dr()
    if total + drm <= 2:
        steps = [0, 6, 8, 12] if q["mines"] == "ap" else [0, 1, 2, 3, 4, 5]
        factors = steps[min(len(steps) - 1, steps.index(factors) + 1)]
        labor, first = 0, first or number
    else:
        labor = max(-2, labor - 1)                           # B24.8
    if total == 12:                                          # B24.74: a Casualty Reduction of all who work there
        casualties += squads + halves
        lost += squads + halves                              # A26.221: half of a squad, or a half-squad
        squads, halves = 0, squads
        if led:
            casualties += 1
            gone = dice.die() + led[2] >= 5                  # A17.11, A17.3
            lost += 1 + max(0, -leader(q)[1]) if gone else 0                     # A26.211
            led = None if gone else (led[1] + (1 if not led[2] else 0), led[1] + (1 if not led[2] else 0), True)
    return squads, halves, led, labor, factors, first, casualties, lost


def ended(dice, state):
    squads, halves, _, _, factors, first, casualties, lost = state
    outcome = "placed" if first else "nobody_left" if squads + halves == 0 else "not_placed"
    return End(outcome, factors=factors, first_turn=first, casualties=casualties, casualty_vp=lost)


def count(q):
    there, modifier = leader(q)
    led = (modifier, modifier, False) if there else None
    chances = {(q["squads"], q["half_squads"], led, q["labor_status"], q["factors"], 0, 0, 0): 1}
    return tally(and_then(numbered_turns(chances, q["turns"], turn, q), ended))
