"""slammers.ramming, from Supplement 4, Ramming."""

from faces import End, every_game, tally
from slammers._rules import UNHURT, dv, hits, needs, what_came

EVENTS = ("knocked_out", "stopped", "stalled", "transmission_destroyed", "weapon_destroyed", "attacker_picks_weapon",
          "suppressed_or_worse", "hit")
MEASURES = ("suppression", "weapons_lost")
DRAW = {"dv": [3, 5, 6, 7, 8, 9, 10], "firepower": [0, 2, 5]}
ALWAYS = ("dv",)


def play(dice, q):
    needed = needs(q["quality"], q["qr_modifier"] - q["thunder_run"] + q["confire"])
    state, hit = UNHURT, needed is not None and dice.die() >= needed
    if hit:
        firepower = {"jeep": 3, "heavy": 5, "other": 4}[q["rammer"]] if q["target"] == "vehicle" else 3
        if q["firepower"] is not None:
            firepower = q["firepower"]
        state = hits(dice, state, q, q["target"], firepower, dv(q["dv"]), q["overkill"] == "excess")
    outcome, events, measures = what_came(state, q["target"])
    return End(outcome, events + ["hit"] * hit, **measures)


def count(q):
    return tally(every_game(play, q))
