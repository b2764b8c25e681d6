"""asl.rout, from A10.53, A10.711, A10.31, A1.122 and A17."""

from asl._infantry import Unit, casualty_vp
from faces import Charts, End, and_then, tally, turns

# A leadership that is a number is taken as it is given; of a leader by name A10.22 asks for his rank.
DRAW = {"unit": ["4-6-7", "4-4-7", "4-2-6", "4-3-6", "5-4-8", "8-3-8", "6-2-8", "4-5-8", "5-2-7", "2-4-7", "2-3-7",
                 "2-2-6", "8-1", "8-0", "9-1", "9-2", "10-2", "7-0", "6+1", "2-2-8", "1-2-7"],
        "leadership": [-2, -1, 0, 1, "8-1", "9-2", "8-0", "10-2", "7-0", "6+1"]}
EVENTS = ("through_alive", "eliminated_or_reduced", "leader_lost")
MEASURES = ("hexes", "casualty_vp")
NO_TIMES = ("casualty_vp",)


def one_hex(dice, state, leadership, drm):
    """state: the unit or None, reduced or wounded, pinned, the leader is lost, hexes behind it"""
    unit, reduced, pinned, leader_lost, behind = state
    if unit is None or pinned:
        return state
    me = Charts.by("asl/infantry.csv", "unit")[unit]
    smc = me["kind"] == "leader"
    morale = int(me["broken_morale"]) - (smc and reduced)    # A17.2: a wounded SMC has one morale less
    helps = 0
    if leadership is not None and not leader_lost:
        rank, modifier = (99, leadership) if isinstance(leadership, int) else of_leader(leadership)
        if not smc or rank > morale:                         # A10.22: no leader of equal or higher rank
            helps = modifier
    roll = dice.dr()                                         # A10.53: a NMC in each interdicted hex
    final = roll + drm + helps
    if roll == 12 or final > morale:
        leader_lost = leadership is not None                 # A10.711: he is eliminated if the unit fails
        if roll == 12:                                       # A10.31: broken, an Original 12 eliminates
            unit = None
        elif smc:                                            # A17.11: 5 and 6 kill, +1 if wounded before
            unit = None if dice.chance(kill_chance(reduced)) else unit
        else:                                                # A10.53: Casualty Reduction, the rest goes on
            unit = me["reduced_to"] or None
        return unit, True, False, leader_lost, behind + (unit is not None)
    if roll == min(11, morale - drm - helps):                # A7.8: the highest DR that could pass pins
        return unit, reduced, True, leader_lost, behind
    return unit, reduced, False, leader_lost, behind + 1


def kill_chance(wounded):
    return f"{3 if wounded else 2}/6"


def of_leader(name):
    """(Morale Level, modifier)"""
    return int(name[:-2]), int(name[-2:])


def leaders_vp(named):
    """A26.211; of a leader who is a number that is his modifier"""
    return 1 + max(0, -(named if isinstance(named, int) else of_leader(named)[1]))


def ended(dice, state, q):
    unit, reduced, pinned, leader_lost, behind = state
    outcome = ("eliminated" if unit is None else "reduced_pinned" if reduced and pinned else
               "pinned" if pinned else "reduced" if reduced else "through")
    events = [name for name, so in (("through_alive", unit and not pinned), ("eliminated_or_reduced", reduced),
                                    ("leader_lost", leader_lost)) if so]
    was = Unit(q["unit"], True, False, False, False, True)
    now = was._replace(name=unit or was.name, reduced=reduced, gone=unit is None)
    return End(outcome, events, hexes=behind, casualty_vp=casualty_vp([was], [now]) + (
        leaders_vp(q["leadership"]) if leader_lost else 0))


def count(q):
    start = (q["unit"], False, False, False, 0)
    return tally(and_then(turns({start: 1}, q["interdicted"], one_hex, q["leadership"], q["drm"]), ended, q))
