"""sl.close-combat, from 20.3, 20.72, 89.23, 89.62, 98.3 and 99.41; kill numbers of the chart that stands in."""

from faces import Charts, End, and_then, numbered_turns, tally
from fractions import Fraction
from questions import expanded, fraction
from sl._infantry import is_leader, leadership

EVENTS = ("defender_lost", "attacker_lost", "broken_or_worse", "eliminated_or_reduced", "good_order")
MEASURES = ("round",)
POWER = [1, 2, 3, 4, 6, 8, 12, 16, "4-6-7", "2*4-6-7", "3*4-4-7", "6-2-8", "8-1", "2*4-6-7 9-1", 30, 5, 7, 2.5, "4-6-7 LMG", "3*4-4-7 2*LMG 9-1"]
DRAW = {"firepower": POWER, "enemy_firepower": POWER, "defense": POWER[:8], "enemy_defense": POWER[:8],
        "rounds": [1, 1, 2, 3, 5], "drm": [-3, -2, -1, 0, 1, 2], "enemy_drm": [-3, -2, -1, 0, 1, 2]}


def without_lmgs(value):
    return " ".join(word for word in value.split() if not word.endswith("LMG"))


def lmgs(value):
    words = value.split() if isinstance(value, str) else []
    return sum(int(word.split("*")[0]) if "*" in word else 1 for word in words if word.endswith("LMG"))


def factors(value, attack=False):
    if isinstance(value, str) and "-" in value:
        units = expanded(without_lmgs(value))
        squads = [name for name in units if not is_leader(name)]
        units_alone = sum(int(name.split("-")[0]) for name in squads) or 1      # 20.72: a leader alone has 1
        return Fraction(units_alone + 2 * lmgs(value) * attack)                 # an LMG counts in the attack alone
    return fraction(value)


def directs(value):
    """15, 36.4, Q&A 15.1: the best leader who is named directs, alone, too; a +1 stands aside."""
    units = expanded(without_lmgs(value)) if isinstance(value, str) and "-" in value else []
    return min([0] + [leadership(name) for name in units if is_leader(name)])


def kill_number(attack, defense):
    """20.3: the odds rounded in the defender's favour."""
    row = Charts.rows("squad-leader/close-combat.csv")[0]
    odds = attack / defense
    number = int(row["<1-8"])
    for name, value in row.items():
        if name == ">10-1" and odds > 10:
            number = int(value)
        elif name[0] not in "<>o":
            left, right = name.split("-")
            if odds >= Fraction(int(left), int(right)):
                number = int(value)
    return number


def numbers(q):
    mine = factors(q["firepower"], attack=True) / (2 if q["guards"] else 1)               # 89.62
    theirs = factors(q["enemy_firepower"], attack=True) / (2 if q["enemy_guards"] else 1)
    my_defense = factors(q["defense"] if q["defense"] is not None else q["firepower"])
    their_defense = factors(q["enemy_defense"] if q["enemy_defense"] is not None else q["enemy_firepower"])
    first = q["kill_number"] if q["kill_number"] is not None else kill_number(mine, their_defense)
    second = q["enemy_kill_number"] if q["enemy_kill_number"] is not None else kill_number(theirs, my_defense)
    return first, second


def one_round(dice, state, q, number, mine, theirs):
    defender, attacker, decided = state                     # None, 'eliminated' or 'captured'
    if decided:
        return state
    melee = q["melee"] or number > 1
    if q["defender_broken"]:                                 # 20.9, 89.22
        return "captured" if q["take_prisoners"] else "eliminated", None, number
    chute = {"none": 0, "attacker": 2, "defender": -2}[q["paratroops"]] if number == 1 else 0    # 99.41
    take = 1 if q["take_prisoners"] and melee else 0         # 89.23: by units in a melee, +1
    enemy_take = 1 if q["enemy_takes_prisoners"] and melee else 0

    def attack():
        hit = dice.read(lambda total: total + directs(q["firepower"]) + q["drm"] + chute + take <= mine)
        return ("captured" if take else "eliminated") if hit else None

    def enemy_attack():
        if q["defender_cannot_attack"]:
            return None
        hit = dice.read(lambda total: total + directs(q["enemy_firepower"]) + q["enemy_drm"] - chute + enemy_take <= theirs)
        return ("captured" if enemy_take else "eliminated") if hit else None

    ambush = q["ambush"] if number == 1 else "none"          # 98.3: only survivors attack back
    if ambush == "attacker":
        defender = attack()
        attacker = None if defender else enemy_attack()
    elif ambush == "defender":
        attacker = enemy_attack()
        defender = None if attacker else attack()
    else:
        defender, attacker = attack(), enemy_attack()
    return defender, attacker, number if defender or attacker else 0


def ended(dice, state):
    defender, attacker, decided = state
    events = ["defender_lost"] * bool(defender) + ["attacker_lost"] * bool(attacker)
    events += ["broken_or_worse", "eliminated_or_reduced"] if defender else ["good_order"]
    outcome = ("both_lost" if defender and attacker else f"defender_{defender}" if defender else
               f"attacker_{attacker}" if attacker else "melee_goes_on")
    return End(outcome, events, round=decided)


def count(q):
    mine, theirs = numbers(q)
    chances = {(None, None, 0): 1}
    chances = numbered_turns(chances, q["rounds"], one_round, q, mine, theirs)
    return tally(and_then(chances, ended))
