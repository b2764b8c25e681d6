"""slammers.thunder-run, from Supplement 4: Thunder Run, Troops, coloured triangles, ConFire; the play sheet, phase 7."""

import re

from faces import End, and_then, every_game, tally
from slammers._rules import UNHURT, damage, dv, needs
from slammers.leadership import counts, value                # noqa: F401

EVENTS = ("as_planned", "all_through")
MEASURES = ("distance", "last_turn", "leadership_points_spent", "tokens", "through", "destroyed", "left_behind")
DRAW = {"moves": ["3 3 0", "2", "1 2", "3 3", "3 3 1", "0 2 2", "2 0 3", "1 1 1 1"], "vehicles": [1, 1, 2, 3, 4],
        "speed": [15, 30], "approach": [0, 10, 20], "losses": [0, 1, 3, 8], "leader_value": [0, 2, 6],
        "leaves_road": [1, 2, 3], "off_road_speed": [5, 10], "top_dv": [5, 7, 8, 9, "Br59 Dragoon top"],
        "attacks": ["1 missile", "2 missiles", "4 rounds", "-; 2 missiles", "1 missile; 3 rounds", "2 rounds; 1 missile",
                    "3 missiles; 2 missiles", "-; 2 rounds; 1 missile", "1 missile; 1 missile; 6 rounds"],
        "missile_fp": [0, 3, 6], "salvo_fp": [0, 3, 5], "rolls": [1, 2, 2, 3], "weapons": [1, 2, 3],
        "confire": ["1", "2 1", "0 2", "1 1 1", "4 4", "0 0 4"]}


def change(question, random):
    turns = len(str(question["moves"]).split())
    if question.get("leaves_road"):
        question["leaves_road"] = min(question["leaves_road"], turns)
        question.setdefault("off_road_speed", random.choice([5, 10]))
    else:
        question.pop("off_road_speed", None)
    attacks = [attack.strip() for attack in question.get("attacks", "").split(";")][:turns]
    kinds = {kind for kind in ("missile", "round") if any(kind in attack for attack in attacks)}
    if kinds:
        question["attacks"] = "; ".join(attacks)
        question.setdefault("top_dv", random.choice(DRAW["top_dv"]))
        if random.random() < 0.7:
            question["triangle"] = random.choice(["red", "red", "blue"])
    else:
        for name in ("attacks", "top_dv", "triangle", "overkill", "field_mechanic", "crew_quality"):
            question.pop(name, None)
    for kind, prefix in (("missile", "missile_"), ("round", "salvo_")):
        if kind in kinds:
            question.setdefault(prefix + "fp", random.choice([0, 3, 6]))
        else:
            question.pop(prefix + "fp", None)
            question.pop(prefix + "quality", None)
    if question.get("triangle", "none") != "none":
        question["rolls"] = random.choice([1, 2, 3] if question["triangle"] == "red" else [1, 2])
        if "confire" in question:
            question["confire"] = " ".join((str(question["confire"]).split() + ["0"] * turns)[:turns])
    else:
        for name in ("rolls", "weapons", "confire", "crew_quality"):
            question.pop(name, None)
    if "confire" not in question:
        question.pop("paid_first", None)
    return question


def cost(moves):
    return sum((1, 2, 4)[:moves])


# A vehicle is (weapons besides that of its triangle, whether the triangle works).

def hit(q, vehicle, kind):
    """{what is left of it: Fraction}, counted once"""
    if (vehicle, kind) not in q["known"]:
        q["known"][vehicle, kind] = every_game(comes_down, vehicle, q, kind)
    return q["known"][vehicle, kind]


def comes_down(dice, vehicle, q, kind):
    """A missile or a round at a vehicle's Top DV: what is left of it, 'destroyed' or 'left behind'"""
    if dice.die() < needs(q[kind + "quality"]):
        return vehicle
    total = dice.die() + q[kind + "fp"]
    if total < dv(q["top_dv"]):
        return vehicle
    gone, _, stalled, transmission, lost, attacker = damage(
        dice, UNHURT, q, total - dv(q["top_dv"]) if q["overkill"] == "excess" else 0)
    if gone:
        return "destroyed"
    if stalled or transmission:                              # the column drives on
        return "left behind"
    others, triangle = vehicle
    if lost and triangle:
        if attacker or not others:                           # damage to that weapon removes the triangle
            return 0, False
        return others - 1, True                              # the owner loses another one first
    return vehicle


def crew_needs(q, tokens, confire):
    """What a roll of a triangle needs; blue -1, each token -1, ConFire +1"""
    return needs(q["crew_quality"] or q["quality"], confire - tokens - (q["triangle"] == "blue"))


def first_attacked(vehicle):
    """One without a triangle before others, then one without ConFire"""
    (_, triangle), confire = vehicle
    return triangle, confire, str(vehicle)


def missile(dice, state, q, tokens):
    """state: vehicles that were not attacked yet in this turn and those that were, each with its ConFire; the lost"""
    fresh, attacked, lost = state
    if not fresh:
        fresh, attacked = attacked, fresh                    # more missiles than vehicles
    if not fresh:
        return state
    target, *others = sorted(fresh, key=first_attacked)
    (_, triangle), confire = target
    needed = crew_needs(q, tokens, confire) if triangle else None
    stopped = needed is not None and dice.read_die(lambda face: face >= needed)
    for _ in range((q["rolls"] or 0) - 1):
        stopped = stopped or needed is not None and dice.read_die(lambda face: face >= needed)
    if not stopped:
        hurt = dice.drawn(hit(q, target[0], "missile_"))
        if isinstance(hurt, str):
            return tuple(others), attacked, lost + (hurt,)
        target = hurt, confire
    return tuple(others), tuple(sorted(attacked + (target,), key=str)), lost


def intercepts(dice, rounds, needed):
    return rounds - (rounds > 0 and dice.read_die(lambda face: face >= needed))


def round_lands(dice, state, q):
    fresh, attacked, lost = state
    target, *others = fresh
    hurt = dice.drawn(hit(q, target[0], "salvo_"))
    if isinstance(hurt, str):
        return tuple(others), attacked, lost + (hurt,)
    return tuple(others), tuple(sorted(attacked + ((hurt, target[1]),), key=str)), lost


def attack(q, text, tokens, confires, vehicles):
    """{(vehicles, what was lost): Fraction}"""
    key = text, tokens, confires, vehicles
    if key not in q["known"]:
        q["known"][key] = under_attack(q, text, tokens, confires, vehicles)
    return q["known"][key]


def under_attack(q, text, tokens, confires, vehicles):
    # ConFire for vehicles whose triangle works, those that lose it last before others
    order = sorted(vehicles, key=lambda vehicle: (not vehicle[1], -vehicle[0]))
    fresh = tuple((vehicle, place < confires) for place, vehicle in enumerate(order))
    found = re.fullmatch(r"(\d+) (missile|round)s?", text)
    state = (fresh, (), ())
    if not found:
        return {(vehicles, ()): 1}
    if found[2] == "missile":
        chances = {state: 1}
        for _ in range(int(found[1])):
            chances = and_then(chances, missile, q, tokens)
    else:
        salvo = {int(found[1]): 1}
        for (_, triangle), confire in fresh:                 # all of them fire at the salvo
            needed = crew_needs(q, tokens, confire) if triangle else None
            for _ in range(q["rolls"] or 0):
                salvo = and_then(salvo, intercepts, needed) if needed is not None else salvo
        chances = {}
        for rounds, share in salvo.items():                  # of the rest each vehicle gets one at most
            landing = {(tuple(sorted(fresh, key=first_attacked)), (), ()): share}
            for _ in range(min(rounds, len(fresh))):
                landing = and_then(landing, round_lands, q)
            for key, chance in landing.items():
                chances[key] = chances.get(key, 0) + chance
    after = {}
    for (fresh, attacked, lost), chance in chances.items():
        key = tuple(sorted(vehicle for vehicle, _ in fresh + attacked)), tuple(sorted(lost))
        after[key] = after.get(key, 0) + chance
    return after


def turn(dice, state, q, number, planned, wanted, text):
    """state: free moves, tokens, begun, held up, cm, cm in this turn, LP, vehicles, destroyed, left behind"""
    free, tokens, began, held, distance, _, spent, vehicles, destroyed, left = state
    if not vehicles:
        return free, tokens, began, held, distance, 0, spent, vehicles, destroyed, left
    leads = q["rank"] != "none" or q["leader_value"] is not None
    value_now = value(q) + 2 * (q["inspirational_leader"] + q["technician"] + q["command_tank"]) if leads else 0
    wanted = min(wanted, sum(triangle for _, triangle in vehicles))

    def reading(total):
        points = max(0, total + value_now - q["losses"] - destroyed)     # Mounting Chaos
        confires = min(wanted, points // 2) if q["paid_first"] == "confire" else 0
        moves = max(many for many in range(planned + 1) if len(vehicles) * cost(many) <= points - 2 * confires)
        return moves, min(wanted, (points - len(vehicles) * cost(moves)) // 2)

    moves, confires = dice.read(reading)
    spent += len(vehicles) * cost(moves) + 2 * confires
    off_road = q["leaves_road"] is not None and number >= q["leaves_road"]
    fired_at = tokens                                        # those declared in earlier turns
    if off_road:
        here = moves * q["off_road_speed"]
        free = tokens = 0                                    # at the end of the turn
    else:
        easy = moves - (moves > 0 and not began and q["approach"] > 0)
        here = (free + easy) * q["speed"] + (moves - easy) * q["approach"]
        if q["declared"] and easy and tokens < 2:            # two tokens at most
            free, tokens = free + easy, tokens + 1
    vehicles, lost = dice.drawn(attack(q, text, fired_at, confires, vehicles))
    return (free, tokens, began or moves > 0, held or moves < planned or confires < wanted, distance + here, here, spent,
            vehicles, destroyed + lost.count("destroyed"), left + lost.count("left behind"))


def ended(dice, state):
    _, tokens, _, held, distance, last, spent, vehicles, destroyed, left = state
    outcome = "stopped" if not vehicles else "held_up" if held else "as_planned"
    return End(outcome, ["as_planned"] * (outcome == "as_planned") + ["all_through"] * (destroyed + left == 0),
               distance=distance, last_turn=last, leadership_points_spent=spent, tokens=tokens, through=len(vehicles),
               destroyed=destroyed, left_behind=left)


def per_turn(text, turns, separator):
    words = [word.strip() for word in str(text or "").split(separator)]
    return (words + [""] * turns)[:turns]


def count(q):
    q = {**q, "known": {}}
    planned = [int(word) for word in str(q["moves"]).split()]
    attacks = per_turn(q["attacks"], len(planned), ";")
    wanted = [int(word or 0) for word in per_turn(q["confire"], len(planned), None)]
    new = (q["weapons"] - 1, True) if q["triangle"] != "none" else (0, False)
    chances = {(0, 0, False, False, 0, 0, 0, (new,) * q["vehicles"], 0, 0): 1}
    for number, moves in enumerate(planned, 1):
        chances = and_then(chances, turn, q, number, moves, wanted[number - 1], attacks[number - 1])
    return tally(and_then(chances, ended))
