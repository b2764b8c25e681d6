"""asl.gun-at-infantry, from C2.24, C2.28, C3.32-.331, C3.7-.8, C5.6, C6.5, A7.8, A9.72 and RB III.8; a shot is asl.he-fire's."""

from fractions import Fraction

from asl import he_fire, to_hit
from asl._location import after_cells, ends_of_groups, groups_of, whole_stack
from asl._ordnance import named_gun
from faces import End, every_game, tally

EVENTS = ("hit", "critical_hit", "malfunction", "still_fires", "nmc_or_better", "replaced", "leader_lost",
          "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "good_order",
          "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("hits", "eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
DRAW = {**he_fire.DRAW, "most_shots": [1, 1, 2, 3], "phases": [1, 1, 2, 3], "target": he_fire.DRAW["target"] + [None] * 8,
        "acquisition": [-2, -1, 0], "breakdown_number": [8, 10, 11, 12], "repair_number": [0, 1, 2, 4]}
ALWAYS = ("most_shots",)


def change(question, random):
    question = he_fire.change_shot(question, random)
    if "target" not in question:
        for name in ("status", "elr", "target_state", "effects_drm"):
            question.pop(name, None)
    elif question["target"].count("-") > 4:                  # three units or more, with a great many states
        question["phases"] = min(question.get("phases", 1), 2)
        question["most_shots"] = min(question["most_shots"], 2)
    if question.get("bore_sighted"):
        question.pop("acquisition", None)
        question.pop("forgets_each_phase", None)
    if question.get("pinned"):
        question.pop("intensive_fire", None)
    if question.get("phases", 1) == 1:
        question.pop("forgets_each_phase", None)
        question.pop("repair_number", None)
    return question


def shots(dice, q, groups):
    """(what is hit of each group, whether twice, what became of the weapon, whether it may fire again)"""
    hits, multiple, events = he_fire.fire(dice, q, groups)
    broke = "lost" if "weapon_lost" in events else "malfunctions" if "malfunctions" in events else None
    return hits, multiple, broke, "may_fire_again" in events


class Gun:
    def __init__(self, q):
        self.q = he_fire.in_terrain(named_gun({**q, "fire_phase": "prep", "target_moves": "no", "deliberate_immobilization": False,
                            "firer_in_terrain": False, "ffnam": False, "ffmo": False, "hazardous": False}))
        self.stack = whole_stack(q) if q["target"] else None
        self.groups = groups_of(q["target"]) if q["target"] else [(None, 0)]
        self.known = {}

    def to_hit(self, acquisition, intensive):
        what = acquisition, intensive
        if what not in self.known:
            self.known[what] = every_game(shots, {**self.q, "acquisition": acquisition, "intensive_fire": intensive}, self.groups)
        return self.known[what]

    def cells(self, hits, multiple):
        """{the cells of the IFT: Fraction}"""
        if (hits, multiple) not in self.known:
            found = {}
            for total, share in every_game(he_fire.effects, hits, multiple).items():
                read = he_fire.cells(self.q, hits, total, self.groups)
                found[read] = found.get(read, 0) + share
            self.known[hits, multiple] = found
        return self.known[hits, multiple]

    def struck(self, key, results):
        """{key of the stack: Fraction}"""
        return after_cells(self.stack, key, results, self.groups)

    def shot(self, chances, intensive):
        """State: the target, acquisition, works / malfunctions / lost, may fire again, events, hits"""
        after = {}
        for (key, acquisition, weapon, _, events, hits), chance in chances.items():
            for (found, multiple, broke, again), share in self.to_hit(acquisition, intensive).items():
                hit = set(found) != {"miss"}
                now = events | ({"hit"} if hit else set()) | ({"critical_hit"} if "critical_hit" in found else set())
                acquires = not self.q["bore_sighted"] and not (     # C6.5
                    self.q["concealed"] and self.q["target_type"] == "infantry")
                then = max(-2, acquisition - 1) if acquires else acquisition
                if broke:
                    now, then = now | {"malfunction"}, 0
                parts = {key: 1}
                if self.stack and hit:
                    parts = {}
                    for results, part in self.cells(found, multiple).items():
                        for other, chance_of in self.struck(key, results).items():
                            parts[other] = parts.get(other, 0) + part * chance_of
                for other, part in parts.items():
                    state = (other, then, broke or weapon, again, frozenset(now), hits + hit)
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
            end = ends_of_groups(gun.stack, key, gun.groups, events)
        else:
            end = End("hits" if hits else "never_hits", events, hits=hits)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
