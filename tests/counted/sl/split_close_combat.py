"""sl.split-close-combat, from 20.2-.9, 36.4, 73.5, 73.8, 89.62, 92.6, 92.7, 98.3 and 99.41."""

import re

from faces import End, every_game, tally
from fractions import Fraction
from questions import expanded
from sl._infantry import is_leader, leadership
from sl.close_combat import kill_number

EVENTS = ("defender_loses", "attacker_loses")
MEASURES = ("defender_lost", "attacker_lost")
UNITS = ["4-6-7", "2*4-6-7", "4-6-7 8-1", "2*4-4-7 9-2", "8-3-8 4-4-7", "3*4-4-7", "8-1", "9-1 8-0", "2*4-6-7 7-0 8-1",
         "5-3-7 6-2-8", "4-6-7 6+1", "2-4-7 4-6-7"]
DRAW = {"units": UNITS, "enemy_units": UNITS, "attacks": ["x"], "enemy_attacks": ["x"], "exhausted": ["x"],
        "enemy_exhausted": ["x"], "mounted": ["x"], "enemy_mounted": ["x"], "guards": ["x"], "enemy_guards": ["x"],
        "drm": [-2, -1, 0, 1, 2], "enemy_drm": [-2, -1, 0, 1, 2]}


def change(question, random):
    sides = [expanded(question[name]) for name in ("units", "enemy_units")]

    def some(units):
        squads = [str(place + 1) for place, name in enumerate(units) if not is_leader(name)]
        return "+".join(random.sample(squads, random.randint(1, len(squads)))) if squads else None

    def attacks(mine, theirs):
        """Every squad attacks somebody, a leader with one of them or not at all."""
        places = [place for place, name in enumerate(mine) if not is_leader(name)]
        leaders = [place for place, name in enumerate(mine) if is_leader(name)]
        if not places:
            return None
        targets = [str(place + 1) for place, name in enumerate(theirs)
                   if not is_leader(name) or all(is_leader(other) for other in theirs)]
        random.shuffle(places)
        cut = random.randint(1, len(places))
        parts = [part for part in (places[:cut], places[cut:]) if part]
        words = []
        for part in parts:
            names = [str(place + 1) for place in part]
            if leaders and random.random() < 0.7:
                names.append(str(leaders.pop() + 1))
            if random.random() < 0.2 and mine[part[0]][0] != "2":
                names.append("2lmg")
            words.append("+".join(names) + ">" + "+".join(random.sample(targets, random.randint(1, len(targets)))))
        return "; ".join(words)
    for index, names in enumerate((("attacks", "exhausted", "mounted", "guards"),
                                   ("enemy_attacks", "enemy_exhausted", "enemy_mounted", "enemy_guards"))):
        for name in names:
            if name in question:
                value = attacks(sides[index], sides[1 - index]) if name.endswith("attacks") else some(sides[index])
                question.pop(name)
                if value:
                    question[name] = value
    return question


class Side:
    def __init__(self, q, prefix):
        self.names = expanded(q[prefix + "units"])
        self.exhausted, self.mounted, self.guards = (
            {int(place) - 1 for place in str(text).split("+")} if text != "none" else set()
            for text in (q[prefix + what] for what in ("exhausted", "mounted", "guards")))
        self.squads = [place for place, name in enumerate(self.names) if not is_leader(name)]
        self.text, self.drm = q[prefix + "attacks"], q[prefix + "drm"]

    def all(self):
        return list(range(len(self.names)))

    def factors(self, place, attacking):
        if is_leader(self.names[place]):
            return Fraction(0 if self.squads else 1)         # 20.72
        factors = Fraction(int(self.names[place].split("-")[0]))
        # 89.62 and 92.6 halve each for itself, as the example of 92.6 multiplies one half by another
        return factors / 2 ** ((place in self.mounted) + (place in self.guards)) if attacking else factors

    def attacks(self, enemy):
        """[(places that attack, LMG factors, places attacked)]"""
        if self.text == "all":
            return [(self.all(), 0, enemy.squads or enemy.all())]
        found = []
        for attack in self.text.split(";"):
            left, right = attack.strip().split(">")
            lmg = sum(int(part[:-3]) for part in left.split("+") if part.endswith("lmg"))
            places = [int(part) - 1 for part in left.split("+") if re.fullmatch(r"\d+", part)]
            found.append((places, lmg, [int(part) - 1 for part in right.split("+")]))
        return found


def strike(dice, mine, theirs, alive, enemy_alive, drm):
    """The places of the enemy that are hit by the attacks of those alive at first."""
    hit = set()
    for places, lmg, targets in mine.attacks(theirs):
        places = [place for place in places if place in alive]
        targets = [place for place in targets if place in enemy_alive]
        factors = sum(mine.factors(place, True) for place in places) + (
            lmg if not mine.squads or any(place in mine.squads for place in places) else 0)      # its squad mans it
        if not targets or not factors:
            continue
        number = kill_number(factors, sum(theirs.factors(place, False) for place in targets))
        ratings = [leadership(mine.names[place]) for place in places if is_leader(mine.names[place])]
        directing = min(ratings + [0]) if mine.text == "all" or not ratings else min(ratings)    # who is named directs

        def reading(total):                                  # 20.4; 73.8, 92.7: -1 counts against them alone
            return tuple(place for place in targets
                         if total + mine.drm + directing + drm - (place in theirs.exhausted)
                         - (place in theirs.mounted) <= number)
        hit.update(dice.read(reading))
    return hit


def lost(side, hit):
    """20.7: leaders die with the last squad of their side."""
    left = [place for place in side.all() if place not in hit]
    if side.squads and not any(place in side.squads for place in left):
        left = []
    return left


def play(dice, q, attacker, defender):
    chute = {"none": 0, "attacker": 2, "defender": -2}[q["paratroops"]]      # 99.41
    mine, theirs = attacker.all(), defender.all()
    first = strike(dice, attacker, defender, mine, theirs, chute) if q["ambush"] != "defender" else None
    if q["ambush"] == "attacker":                            # 98.3: only survivors attack back
        theirs = lost(defender, first)
    second = strike(dice, defender, attacker, theirs, mine, -chute)
    if q["ambush"] == "defender":
        mine = lost(attacker, second)
        first = strike(dice, attacker, defender, mine, theirs, chute)
    mine, theirs = lost(attacker, second), lost(defender, first)
    gone, enemy_gone = len(attacker.names) - len(mine), len(defender.names) - len(theirs)
    outcome = ("both_eliminated" if not mine and not theirs else "defender_eliminated" if not theirs else
               "attacker_eliminated" if not mine else "melee_goes_on")
    return End(outcome, ["defender_loses"] * (enemy_gone > 0) + ["attacker_loses"] * (gone > 0),
               defender_lost=enemy_gone, attacker_lost=gone)


def count(q):
    attacker, defender = Side(q, ""), Side(q, "enemy_")
    return tally(every_game(play, q, attacker, defender))
