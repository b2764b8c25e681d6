"""asl.gun-at-infantry, from C2.24, C2.28, C3.32-.331, C3.7-.8, C5.6, C6.5, A7.8, A9.72 and RB III.8; a shot is asl.he-fire's."""

import re
from fractions import Fraction

from asl import he_fire, to_hit
from asl._infantry import Stack, after_result, after_result_of_two, cell, column_of, ends_of
from asl._ordnance import he_column, named_gun
from faces import End, every_game, tally

EVENTS = ("hit", "critical_hit", "malfunction", "still_fires", "nmc_or_better", "replaced", "leader_lost",
          "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("hits", "eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
DRAW = {**he_fire.DRAW, "most_shots": [1, 1, 2, 3], "phases": [1, 1, 2, 3], "target": he_fire.DRAW["target"] + [None] * 8,
        "acquisition": [-2, -1, 0], "breakdown_number": [8, 10, 11, 12], "repair_number": [0, 1, 2, 4]}
ALWAYS = ("most_shots",)


def change(question, random):
    question = he_fire.change_shot(question, random)
    if "target" not in question:
        for name in ("status", "elr", "target_state", "effects_drm"):
            question.pop(name, None)
    if question.get("bore_sighted"):
        question.pop("acquisition", None)
        question.pop("forgets_each_phase", None)
    if question.get("pinned"):
        question.pop("intensive_fire", None)
    if question.get("phases", 1) == 1:
        question.pop("forgets_each_phase", None)
        question.pop("repair_number", None)
    return question


def shots(dice, q):
    """(what is hit, whether twice, what became of the weapon, whether it may fire again)"""
    hit, multiple, events = he_fire.fire(dice, q)
    broke = "lost" if "weapon_lost" in events else "malfunctions" if "malfunctions" in events else None
    return hit, multiple, broke, "may_fire_again" in events


class Gun:
    def __init__(self, q):
        self.q = he_fire.in_terrain(named_gun({**q, "fire_phase": "prep", "target_moves": "no", "deliberate_immobilization": False,
                            "firer_in_terrain": False, "ffnam": False, "ffmo": False, "hazardous": False}))
        self.stack = Stack.of(q) if q["target"] else None
        self.known = {}

    def to_hit(self, acquisition, intensive):
        what = acquisition, intensive
        if what not in self.known:
            self.known[what] = every_game(shots, {**self.q, "acquisition": acquisition, "intensive_fire": intensive})
        return self.known[what]

    def cells(self, hit, multiple):
        """{the cell of the IFT, or both of a Critical Hit (C3.74): Fraction}"""
        q = self.q
        if (hit, multiple) not in self.known:
            firepower = Fraction(he_column(int(re.match(r"\d+", q["gun"])[0])), q["share"])
            area = q["target_type"] == "area"                # C3.331: half the FP, and TEM on the Effects DR
            found = {}
            for total, share in every_game(he_fire.effects, hit, multiple).items():
                normal = cell(column_of(Fraction(firepower, 2 if area else 1)), total + q["effects_drm"] + area * q["tem"])
                if hit == "critical_hit":
                    normal = (he_fire.critical_cell(firepower, total + q["effects_drm"] - abs(q["tem"])), normal)
                found[normal] = found.get(normal, 0) + share
            self.known[hit, multiple] = found
        return self.known[hit, multiple]

    def struck(self, key, result):
        """{key of the stack: Fraction}"""
        effect = after_result_of_two if isinstance(result, tuple) else after_result
        return effect(self.stack, key, result)

    def shot(self, chances, intensive):
        """State: the target, acquisition, works / malfunctions / lost, may fire again, events, hits"""
        after = {}
        for (key, acquisition, weapon, _, events, hits), chance in chances.items():
            for (hit, multiple, broke, again), share in self.to_hit(acquisition, intensive).items():
                now = events | ({"hit"} if hit != "miss" else set()) | ({"critical_hit"} if hit == "critical_hit" else set())
                acquires = not self.q["bore_sighted"] and not (     # C6.5
                    self.q["concealed"] and self.q["target_type"] == "infantry")
                then = max(-2, acquisition - 1) if acquires else acquisition
                if broke:
                    now, then = now | {"malfunction"}, 0
                parts = {key: 1}
                if self.stack and hit != "miss":
                    parts = {}
                    for result, part in self.cells(hit, multiple).items():
                        for other, chance_of in self.struck(key, result).items():
                            parts[other] = parts.get(other, 0) + part * chance_of
                for other, part in parts.items():
                    state = (other, then, broke or weapon, again, frozenset(now), hits + (hit != "miss"))
                    after[state] = after.get(state, 0) + chance * share * part
        return after

    def over(self, state):
        return self.stack is not None and all(unit.gone for unit in state[0][0])

    def fire(self, chances, may, intensive):
        """One shot more where it may"""
        able = {state: chance for state, chance in chances.items()
                if state[2] == "works" and not self.over(state) and may(state)}
        after = {state: chance for state, chance in chances.items() if state not in able}
        for state, chance in self.shot(able, intensive).items():
            after[state] = after.get(state, 0) + chance
        return after

    def phase(self, chances):
        fresh = {}
        for state, chance in chances.items():
            state = state[:3] + (True,) + state[4:]
            fresh[state] = fresh.get(state, 0) + chance
        chances = fresh
        for _ in range(self.q["most_shots"]):                # C2.24
            chances = self.fire(chances, lambda state: state[3], False)
        if self.q["intensive_fire"]:                         # C5.6
            chances = self.fire(chances, lambda state: True, True)
        return chances

    def between(self, dice, state):
        key, acquisition, weapon, again, events, hits = state
        if self.over(state):
            return state
        if key is not None:                                  # A7.8: pins end
            key = (tuple(unit._replace(pinned=False) for unit in key[0]),) + key[1:]
        if self.q["forgets_each_phase"]:                     # RB III.8
            acquisition = 0
        if weapon == "malfunctions" and not self.q["captured"]:      # A9.72; captured never
            weapon = dice.read_die(lambda face: "works" if face <= self.q["repair_number"] else
                                   "lost" if face == 6 else "malfunctions")
        return key, acquisition, weapon, again, events, hits


def count(q):
    gun = Gun(q)
    chances = {(gun.stack.key() if gun.stack else None, q["acquisition"], "works", True, frozenset(), 0): Fraction(1)}
    for number in range(q["phases"]):
        if number:
            after = {}
            for state, chance in chances.items():
                for now, share in every_game(gun.between, state).items():
                    after[now] = after.get(now, 0) + chance * share
            chances = after
        chances = gun.phase(chances)
    ends = {}
    for (key, _, weapon, _, events, hits), chance in chances.items():
        events = events | ({"still_fires"} if weapon == "works" else set())
        if gun.stack:
            end = ends_of(gun.stack, key, events)
        else:
            end = End("hits" if hits else "never_hits", events, hits=hits)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
