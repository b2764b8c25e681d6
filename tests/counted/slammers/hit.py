"""slammers.hit, from the play sheet, phase 5, vehicle damage and transporters."""

from faces import End, every_game, tally
from slammers._rules import UNHURT, damage, dv, hits, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse", "dv_reached", "ignored", "passengers_unhurt", "passengers_attacked", "passengers_killed")
MEASURES = ("suppression", "weapons_lost")
DRAW = {"dv": [4, 6, 8, 9], "firepower": [1, 3, 5], "added": [0, 1, 2, 4], "hits": [1, 1, 2]}


def change(question, random):
    if question.get("target") == "infantry" or "dv" in question or "firepower" in question:
        question.setdefault("dv", random.choice([4, 6, 8]))
        question.setdefault("firepower", random.choice([1, 3, 5]))
        question.pop("added", None)
    else:
        question.pop("overkill", None)
        question.pop("damage_order", None)
    return question


def play(dice, q):
    q = {**q, "suppression_kills": 0}
    state, reached, ignored = UNHURT, False, False
    for _ in range(q["hits"]):
        if q["target"] == "infantry":
            state = hits(dice, state, q, "infantry", q["firepower"], dv(q["dv"]), False)
            continue
        excess = q["added"]
        if q["firepower"] is not None:
            above = dice.die() + q["firepower"] - dv(q["dv"])
            if above < 0:
                continue
            excess = above if q["overkill"] == "excess" else 0
        reached = True
        # 1 to 4 always leave something behind, unless the Field Mechanic has ignored it
        done = damage(dice, UNHURT, q, excess)
        ignored = ignored or done == UNHURT
        state = worse(state, done)
    outcome, events, measures = what_came(state, q["target"])
    if q["target"] == "vehicle":
        fate = {None: "unhurt", "destroyed": "attacked", "vaporised": "killed"}[state[0]]
        events = events + ["dv_reached"] * reached + ["ignored"] * ignored + ["passengers_" + fate]
    return End(outcome, events, **measures)


def worse(state, done):
    """What two hits did together"""
    gone = "vaporised" if "vaporised" in (state[0], done[0]) else state[0] or done[0]
    return gone, 0, state[2] or done[2], state[3] or done[3], state[4] + done[4], state[5] or done[5]


def count(q):
    return tally(every_game(play, q))
