"""sl.assault, from 8 to 13, 18.4-.5, 20.3, 20.72, 20.9, 75.6 and 98.3.

Left out are best play and steps in the words of sl.fire, whose counter has those; and rallies, what is repeated or has a
condition, and the sequence of play.

A unit is (name, state): good, berserk, broken, gone, or routed, which is broken and out of the hex.
"""

from faces import Charts, End, and_then, tally
from fractions import Fraction
from sl._infantry import apply, column_of, ift, is_leader, leadership, report, stack
from sl.close_combat import kill_number

LEAVES_OUT = ("best", "first_turn", "any_order", "attacker_broken", "defender_broken", "attacker_desperation", "defender_desperation",
              "attacker_self_rally", "defender_self_rally", "attacker_ss", "defender_ss", "attacker_rally_drm", "defender_rally_drm")
SIDES = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order")
EVENTS = ("defender_gone", "attacker_goes_in", "close_combat", "berserk") + SIDES + tuple("attacker_" + name for name in SIDES)
MEASURES = tuple(f"{side}_{what}" for side in ("defenders", "attackers")
                 for what in ("eliminated", "broken", "unharmed", "points_lost")) + ("points_won",)
ALWAYS = ("attacker",)
UNBROKEN = ("good", "berserk")
MINE = ["4-6-7", "2*4-6-7", "4-6-7 8-1", "2*4-6-7 9-2", "8-3-8 7-0", "8-1", "4-3-6 6+1"]
THEIRS = ["4-4-7", "2*4-4-7", "4-4-7 8-0", "6-2-8 6+1", "8-0", "4-4-7 8-1", "4-3-6"]
DRAW = {"steps": ["x"], "defender": THEIRS, "attacker": MINE, "attacker_drm": [-1, 0, 1, 2], "defender_drm": [-1, 0, 1, 2],
        "defender_broken_morale": [4, 5, 6, 8], "attacker_broken_morale": [5, 6, 8], "defender_nationality": ["russian"],
        "attacker_nationality": ["german"]}


def change(question, random):
    def shot(kind):
        power = random.choice(["4", "8", "2", "16", "0.5", "x2", "x1", "x0.5", "x2"])
        return f"{kind} {power} {random.choice([-2, 0, 0, 1, 2, 3])}"
    steps = [shot(random.choice(["fire", "fire", "return"])) for _ in range(random.randint(1, 3))]
    if random.random() < 0.5:
        steps.insert(random.randint(0, len(steps)), "next-turn")
    if random.random() < 0.6:
        steps.append("rout")
    if random.random() < 0.8:
        steps += ["close-combat"] * random.choice([1, 1, 2])
    else:
        for name in ("attacker_drm", "defender_drm", "ambush", "advance"):
            question.pop(name, None)
    question["steps"] = "; ".join(steps)
    question["any_order"] = True
    return question


def ready(units):
    return [unit for unit in units if unit[1] in UNBROKEN]


def best(units):
    return min([0] + [leadership(name) for name, _ in ready(units) if is_leader(name)])


def squad_factors(units):
    return sum(int(name.split("-")[0]) for name, _ in ready(units) if not is_leader(name))


def shot(dice, units, firers, power, drm, *how):
    if power[0] == "x":                                      # what is left of them fires, directed by the best leader
        column = column_of(squad_factors(firers) * Fraction(power[1:]))
        drm += best(firers)
    else:
        column = column_of(power)
    here = [place for place, (_, now) in enumerate(units) if now != "routed"]
    if column is None or not here:
        return tuple(units)
    those = [units[place] for place in here]
    apply(dice, those, dice.read(lambda total: ift(total + drm, column)), *how)
    units = list(units)
    for place, unit in zip(here, those):
        units[place] = unit
    return tuple(units)


def melee(dice, defenders, attackers, inside, q, first):
    """(defenders, attackers) after one Close Combat Phase; inside are the places of the attackers in the hex."""
    mine = [attackers[place] for place in inside]

    def factors(units):
        return Fraction(squad_factors(units) or len(ready(units)))           # 20.72

    def kills(units, others, drm):
        number = kill_number(factors(units), factors(others))
        return dice.read(lambda total: total + best(units) + drm <= number)
    ambush = q["ambush"] if first else "none"
    hit = hit_back = False
    if ambush != "defender":
        hit = kills(mine, defenders, q["attacker_drm"])
    if not hit or ambush == "none":                          # 98.3: only survivors attack back
        hit_back = kills(defenders, mine, q["defender_drm"])
    if ambush == "defender" and not hit_back:
        hit = kills(mine, defenders, q["attacker_drm"])
    if hit:
        defenders = tuple((name, "gone" if now in UNBROKEN else now) for name, now in defenders)
    if hit_back:
        attackers = tuple((name, "gone" if place in inside else now) for place, (name, now) in enumerate(attackers))
    return defenders, attackers


def step(dice, state, q, words):
    defenders, attackers, inside, fought = state
    if words[0] == "fire":
        defenders = shot(dice, defenders, attackers, words[1], int(words[2]), q["defender_broken_morale"],
                         q["defender_marsh"], q["defender_berserk"])
    elif words[0] == "return":
        attackers = shot(dice, attackers, defenders, words[1], int(words[2]), q["attacker_broken_morale"],
                         q["attacker_marsh"], q["attacker_berserk"])
    elif words[0] == "rout":
        defenders = tuple((name, "routed" if now == "broken" else now) for name, now in defenders)
    elif words[0] == "close-combat":
        first = inside is None
        if first:
            inside = tuple(place for place, (_, now) in enumerate(attackers)
                           if now in UNBROKEN and q["advance"] == "all")
        if any(attackers[place][1] in UNBROKEN for place in inside):
            if first:                                        # 20.9
                defenders = tuple((name, "gone" if now == "broken" else now) for name, now in defenders)
            if ready(defenders):
                fought = True
                defenders, attackers = melee(dice, defenders, attackers, inside, q, first)
    return defenders, attackers, inside, fought


def in_order(q):
    """The steps; attacks on the defender that follow one another may be made the other way round."""
    steps, runs = [part.split() for part in q["steps"].split(";")], []
    for words in steps:
        if words[0] == "fire" and runs and runs[-1][0][0] == "fire":
            runs[-1].append(words)
        else:
            runs.append([words])
    return [words for run in runs for words in (run[::-1] if q["fire_order"] == "reversed" else run)]


def points(units, nationality):
    values = {row["unit"]: int(row["points"]) for row in Charts.rows("squad-leader/infantry-points.csv")
              if row["nationality"] == nationality}
    return sum(values[name] for name, now in units if now == "gone")


def ended(dice, state, q, before, own_before):
    defenders, attackers, inside, fought = state
    went = bool(inside)
    mine = went and any(attackers[place][1] in UNBROKEN for place in inside)
    theirs = any(now in UNBROKEN + ("broken",) for _, now in defenders)
    outcome = "melee" if mine and theirs else "attacker_holds" if mine else "defender_holds" if theirs else "nobody_holds"
    events = ["defender_gone"] * (not theirs) + ["attacker_goes_in"] * went + ["close_combat"] * fought
    events += ["berserk"] * any(now == "berserk" for _, now in defenders + attackers)
    as_broken = [(name, "broken" if now == "routed" else now) for name, now in defenders]
    _, more, measures = report(before, as_broken)
    _, own_events, own_measures = report(own_before, attackers)
    measures = {f"defenders_{name}": value for name, value in measures.items()}
    measures.update((f"attackers_{name}", value) for name, value in own_measures.items())
    lost = points(defenders, q["defender_nationality"]) if q["defender_nationality"] else 0
    own_lost = points(attackers, q["attacker_nationality"]) if q["attacker_nationality"] else 0
    if q["defender_nationality"]:
        measures["defenders_points_lost"] = lost
    if q["attacker_nationality"]:
        measures["attackers_points_lost"] = own_lost
    if q["defender_nationality"] and q["attacker_nationality"]:
        measures["points_won"] = lost - own_lost
    return End(outcome, events + [name for name in more if name != "berserk"] + ["attacker_" + name for name in own_events], **measures)


def count(q):
    before, own_before = tuple(stack(q["defender"], q["defender_status"])), tuple(stack(q["attacker"]))
    chances = {(before, own_before, None, False): 1}
    for words in in_order(q):
        chances = and_then(chances, step, q, words)
    return tally(and_then(chances, ended, q, before, own_before))
