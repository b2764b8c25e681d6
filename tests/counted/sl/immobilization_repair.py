"""sl.immobilization-repair, from 66.3, 76.6 and Supplement F."""

from faces import End, and_then, numbered_turns, tally

MEASURES = ("rally_phase",)
DRAW = {"armor_leader": [-3, -2, -1, 0, 1]}


def attempt(dice, state, q, number):
    how, phase = state
    if how != "still_immobilized":
        return state
    if q["cause"] == "woods":                                # Supplement F: a die of 1; lost on a 6
        how = dice.read_die(lambda face: {1: "repaired", 6: "permanently_immobilized"}.get(face, how))
    else:                                                    # 66.3; an Original 9 or more whatever the leader
        how = dice.read(lambda total: "permanently_immobilized" if total >= 9 else
                        "repaired" if total + q["armor_leader"] <= 2 else how)
    return how, number if how == "repaired" else 0


def count(q):
    chances = {("still_immobilized", 0): 1}
    chances = numbered_turns(chances, q["attempts"], attempt, q)
    return tally(and_then(chances, lambda dice, state: End(state[0], rally_phase=state[1])))
