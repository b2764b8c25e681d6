"""sl.engagement, from 18.2, 33.3-.4, 39.3, 63.14, 63.18, 64.3-.6, 66.1-.4, 67.1, 68, 69, 69.85, 70, 76.6, 77.3, 90.12-.13, 94.3
and Supplement N.

Left out of moves: who drives out of sight, and plans that are decided anew.
"""

import re
from fractions import Fraction

from faces import End, and_then, every_game, tally
from questions import fraction
from sl import to_hit, to_kill
from sl.he import bore, calibre, row_of

LEAVES_OUT = ("sherman", "out_of_sight", "best", "against", "return_to_hit_number", "move_return_to_hit_number")
EVENTS = ("knocked_out", "stopped", "target_knocked_out", "firer_knocked_out", "target_immobilized_first",
          "critical_hit", "breakdown", "decided")
MEASURES = ("phase", "knocked_out_in_phase")
BEST = ("intensive_fire", ["target_knocked_out", "target_knocked_out-0.2*breakdown", "stopped-firer_knocked_out",
                           "knocked_out-0.5*critical_hit"])
BEST_WITH = {"hold_fire": "never"}
GUNS = ["75", "37", "50L", "75LL", "76*", "T-34", "PzKw IV F2"]
DRAW = {"gun": GUNS, "range": [1, 2, 6, 7, 12, 13, 24], "to_hit_drm": [-2, 0, 1, 3], "to_hit_number": [2, 5, 8],
        "armor_leader": [-2, -1, 0], "breakdown_number": [10, 11, 12, 13], "armor": [-2, 0, 1, 2],
        "side_armor": [-2, 0, 1], "kill_number": [-1, 3, 6, 9], "rear_kill_number": [4, 8], "kill_drm": [-1, 0, 1],
        "phases": [1, 1, 2, 3], "rate_of_fire": [1, 1, 2], "crew_morale": [6, 7, 8], "moving_drm": [0, 1],
        "repair_number": [1, 2], "target_kind": ["closed_topped", "open_topped"], "ammunition": ["ap", "ap", "he"],
        "return_gun": GUNS, "return_armor": [-2, 0, 1], "return_side_armor": [-1, 1], "return_kill_number": [2, 5],
        "return_rear_kill_number": [4, 8], "return_rate_of_fire": [1, 2], "return_to_hit_drm": [0, 2],
        "return_breakdown_number": [11, 12, 13], "return_kill_drm": [-1, 0, 1],
        "return_target_kind": ["closed_topped", "open_topped"],
        "return_target": ["vehicle_in_other", "vehicle_hull_down"],
        "target": ["vehicle_in_other", "vehicle_in_woods_or_building", "vehicle_hull_down"],
        "move_range": [1, 2, 5, 7, 13, 20], "move_target": ["vehicle_in_other", "vehicle_hull_down"], "move_to_hit_number": [5, 8],
        "move_kill_number": [3, 6, 9], "move_kill_drm": [-1, 1], "move_return_target": ["vehicle_in_other", "vehicle_hull_down"],
        "move_return_kill_drm": [-1, 1], "move_drm": [0, 1, 3], "plan": ["move_then_fire", "move_and_fire"]}
MOVES = ("move_range", "move_facing", "move_target", "move_to_hit_number", "move_kill_number", "move_kill_drm", "move_return_target",
         "move_return_kill_drm", "move_drm", "turret", "defensive_fire_at", "plan")


def change(question, random):
    question.setdefault("armor", random.choice(DRAW["armor"]))
    for side in ("", "return_"):
        if side + "kill_number" in question:
            question.setdefault(side + "rear_kill_number", random.choice(DRAW["rear_kill_number"]))
        else:
            question.pop(side + "rear_kill_number", None)
    if "return_to_hit_number" in question:
        question.pop("return_to_hit_numbers", None)
    if question.get("return_fire"):
        question.setdefault("return_gun", random.choice(GUNS))
        question.setdefault("return_armor", random.choice(DRAW["return_armor"]))
    else:
        for name in [name for name in question if name.startswith("return_")]:
            question.pop(name)
    if not question.get("moving"):
        question.pop("moving_drm", None)
    if question.get("moving") and random.random() < 0.7:
        question["moving_mp"] = random.choice([0, 1, 2, 3, 4, 5, 7.5, 8])
        question["moving_allowance"] = random.choice([4, 12, 16, 15])
        question["rate_of_fire"] = random.choice([1, 2, 2, 3])
        question["first_phase"] = "defensive"
    else:
        question.pop("moving_mp", None)
        question.pop("moving_allowance", None)
    if "limbered" in question:                               # 103.31: an 88, whose kill numbers are asked for
        question.update(gun="88L", kill_number=random.choice([3, 6, 9]), rear_kill_number=random.choice([4, 8, 12]))
        question.pop("ammunition", None)
        question["range"] = random.choice([1, 6, 12, 13, 24])
    with_heat(question, random)
    if question.get("ammunition_depletion") and question.get("ammunition") != "heat" and random.random() < 0.6:
        question["fallback"] = "ap" if question.get("ammunition") == "he" else "he"
        question.update(fallback_kill_number=random.choice([2, 5, 8]), fallback_rear_kill_number=random.choice([3, 7, 10]))
        question["breakdown_number"] = random.choice([8, 9, 10, 11])
    at_other_targets(question, random)
    moves(question, random)
    if question.get("deliberate_immobilization", "none") != "none":
        for name in ("kill_number", "rear_kill_number", "armor", "side_armor", "kill_drm", "boxed_armor",
                     "height_advantage", "facing"):
            question.pop(name, None)
    return question


def moves(question, random):
    if "move_range" not in question or random.random() < 0.3:
        for name in MOVES:
            question.pop(name, None)
        return
    for name in ("limbered", "moving", "moving_drm", "moving_mp", "moving_allowance", "deliberate_immobilization", "bore_sighted",
                 "ammunition_depletion", "depletion_number", "fallback", "fallback_kill_number", "fallback_rear_kill_number",
                 "tank_superiority", "until", "hold_fire"):
        question.pop(name, None)
    if question.get("ammunition") == "heat":
        question.pop("ammunition")
    question.setdefault("plan", random.choice(DRAW["plan"]))
    question["phases"] = random.choice([1, 2, 3])
    if not question.get("return_fire"):
        for name in ("move_return_target", "move_return_kill_drm", "move_drm", "defensive_fire_at"):
            question.pop(name, None)
    if question.get("turret") is False and question["plan"] == "move_and_fire":
        question.pop("turret")


def at_other_targets(question, random):
    """Guns (63.9) and trucks, which are neither immobilized nor hit critically"""
    for side in ("", "return_"):
        if random.random() < 0.2 and (not side or question.get("return_fire")):
            kind = random.choice(["shielded_gun", "unshielded_gun", "unarmored"])
            question[side + "target_kind"] = kind
            question[side + "target"] = "gun" if kind != "unarmored" else random.choice(["vehicle_in_other", "vehicle_in_woods_or_building"])
            if question[side + "target"] == "vehicle_in_other":
                question.pop(side + "target")
            for name in ("armor", "side_armor", "boxed_armor", "rear_kill_number"):
                question.pop(side + name, None)
            if not side:
                for name in ("deliberate_immobilization", "until", "moving", "moving_drm", "moving_mp", "moving_allowance",
                             "fallback_rear_kill_number", "target_size", "crew_morale"):
                    question.pop(name, None)


def with_heat(question, random):
    for name in ("depletion_number", "fallback", "fallback_kill_number", "fallback_rear_kill_number"):
        question.pop(name, None)
    if random.random() > 0.2 or "limbered" in question or "deliberate_immobilization" in question:
        return
    question.update(gun=random.choice(["75", "105", "76*", "75L"]), ammunition="heat", depletion_number=random.choice([5, 6, 7, 9, 12]),
                    fallback=random.choice(["ap", "he", "he"]))
    if question["gun"] != "105" or random.random() < 0.5:
        question.update(kill_number=random.choice([3, 6, 9]), rear_kill_number=random.choice([4, 8, 12]))
    if question["fallback"] != "none" and random.random() < 0.5:
        question.update(fallback_kill_number=random.choice([2, 5, 8]), fallback_rear_kill_number=random.choice([3, 7, 10]))


def column(gun):
    """The base game's chart has one column for a calibre, the L and LL of Cross of Iron are asked for"""
    return str(calibre(gun))


def counts(q):
    if not re.match(r"\d", bore(q["gun"])) or q["return_fire"] and not re.match(r"\d", bore(q["return_gun"])):
        return False
    if "gun" in (q["target"], q["return_target"]) and q["range"] > 24:
        return False                                         # the chart allows Russians no hit
    if q["fallback"] != "none" and q["fallback_kill_number"] is None and (column(q["gun"]), q["fallback"]) not in to_kill.COLUMNS:
        return False
    if q["move_range"] is not None and from_there(q)["kill_number"] is None and (column(q["gun"]), q["ammunition"]) not in to_kill.COLUMNS:
        return False
    known = q["deliberate_immobilization"] != "none" or q["kill_number"] is not None or (
        column(q["gun"]), q["ammunition"]) in to_kill.COLUMNS
    return known and (not q["return_fire"] or q["return_kill_number"] is not None or
                      (column(q["return_gun"]), q["return_ammunition"]) in to_kill.COLUMNS)


def named_armor(gun):
    """33.41, where a base-game vehicle is named"""
    row = row_of(gun) if gun else None
    return int(row["armor"]) if row else None


def the_gun(q):
    """What it fires with and at, in the words of sl.to-hit and sl.to-kill"""
    hit = {name: q[name] for name in ("range", "target", "to_hit_number", "target_size", "buttoned_up", "bore_sighted",
                                      "armor_leader", "captured", "inexperienced", "breakdown_number", "to_hit_drm",
                                      "deliberate_immobilization", "moving_drm")}
    kill = {name: q[name] for name in ("facing", "target_kind", "armor", "side_armor", "boxed_armor", "kill_number",
                                       "rear_kill_number", "height_advantage", "kill_drm", "ammunition")}
    return hit, kill, q["gun"], q["to_hit_numbers"], q["rate_of_fire"], q["intensive_fire"]


def the_answer(q):
    hit = {"range": q["range"], "target": q["return_target"], "to_hit_number": None, "buttoned_up": False,
           "target_size": q["return_target_size"], "bore_sighted": False, "armor_leader": 0, "captured": False,
           "inexperienced": False, "breakdown_number": q["return_breakdown_number"],
           "to_hit_drm": q["return_to_hit_drm"], "deliberate_immobilization": "none", "moving_drm": 0}
    kill = {name: q["return_" + name] for name in ("facing", "target_kind", "armor", "side_armor", "boxed_armor",
                                                   "kill_number", "rear_kill_number", "kill_drm", "ammunition")}
    return (hit, {**kill, "height_advantage": 0}, q["return_gun"], q["return_to_hit_numbers"],
            q["return_rate_of_fire"], q["return_intensive_fire"])


def from_there(q):
    """The same question after the move"""
    def moved(name, default):
        return default if q[name] is None else q[name]

    facing = moved("move_facing", q["facing"])
    same = facing == q["facing"]
    rear = q["kill_number"] if q["facing"] == "rear" else q["rear_kill_number"]
    same_row = q["move_range"] == q["range"] and moved("move_target", q["target"]) == q["target"]
    return {**q, "range": q["move_range"], "facing": facing, "target": moved("move_target", q["target"]),
            "to_hit_number": moved("move_to_hit_number", q["to_hit_number"] if same_row else None), "kill_drm": moved("move_kill_drm", q["kill_drm"]),
            "kill_number": moved("move_kill_number", q["kill_number"] if same else rear if facing == "rear" else None),
            "rear_kill_number": moved("move_kill_number", rear) if facing == "rear" and not same else q["rear_kill_number"] if same else rear,
            "return_target": moved("move_return_target", q["return_target"]),
            "return_kill_drm": moved("move_return_kill_drm", q["return_kill_drm"])}


class Firer:
    def __init__(self, parts, crew_morale):
        hit, kill, gun, colour, rate, self.intensive = parts
        row = row_of(gun)
        red = colour == "red" or row is not None and row["nationality"] == "russian"
        self.rate = rate if rate is not None else int(row["rate_of_fire"]) if row else 1
        self.hit = {**hit, "gun": bore(gun), "to_hit_numbers": "red" if red else "black", "limbered": False,
                    "outside_arc": 0, "turret_turned": False, "firer": "tank", "fire_phase": "prep",
                    "firer_moved": "none", "concealed": False, "no_crest_counter": False}
        self.kill = {**kill, "weapon": column(gun), "range": hit["range"], "crew_exposed": False,
                     "hull_down": hit["target"] == "vehicle_hull_down"}
        self.crew_morale = crew_morale
        self.gives_out = False
        self.heat, self.after = 99, None                     # 63.16: from which roll on HEAT is gone; what it is then fired with
        self.known = {}

    def runs_out(self, q):
        self.gives_out = q["ammunition_depletion"]
        if q["ammunition"] == "heat" and q["depletion_number"] is not None:
            self.heat = q["depletion_number"]
        if q["fallback"] != "none":
            self.after = {**self.kill, "ammunition": q["fallback"], "kill_number": q["fallback_kill_number"],
                          "rear_kill_number": q["fallback_rear_kill_number"]}

    def kills(self, critical, immobile, kill):
        ends = every_game(to_kill.play, {**kill, "critical_hit": critical, "already_immobilized": immobile})
        found = {}
        for end, chance in ends.items():
            found[end.outcome] = found.get(end.outcome, 0) + chance
        return found

    def could(self, kill):
        """66.4: some number of the dice would kill, critical hits aside"""
        return dict(next(iter(every_game(to_kill.play, {**kill, "critical_hit": False,
                                                        "already_immobilized": True}))).measures)["needed"] >= 2

    def shot(self, acquisition, intensive, moving, immobile, gone, drm=0):
        """{(what becomes of the target, whether the gun jams, is the hit critical, a miss on an even roll?, HEAT gone): Fraction}"""
        key = acquisition, intensive, moving, immobile, gone, drm
        if key not in self.known:
            self.known[key] = every_game(self.one_shot, *key)
        return self.known[key]

    def one_shot(self, dice, acquisition, intensive, moving, immobile, gone, drm):
        q = {**self.hit, "acquisition": acquisition, "intensive_fire": intensive, "moving": moving}
        q["moving_drm"] = q["moving_drm"] if moving else 0
        needed = to_hit.number(q) - to_hit.drm(q) - drm
        deliberate = q["deliberate_immobilization"] != "none"
        original = dice.dr()
        hits, critical = original <= needed, False
        if original == 2 and (needed < 2 or not deliberate):
            third = dice.die()
            if needed < 2:
                hits = third + 2 - needed < 6                # 33.32
            critical = hits and not deliberate and self.kill["target_kind"] in ("closed_topped", "open_topped") and (third == 1 or 2 * third < needed)        # 68.1
        limit = q["breakdown_number"] - 2 * intensive - 2 * q["captured"] - q["inexperienced"]
        jams = q["breakdown_number"] <= 12 and original >= limit
        if int(self.kill["weapon"]) >= 150 and original >= 11:               # 64.9: the last round
            jams = "lost"
        used = gone or original >= self.heat                 # it is fired with the other kind of round
        if jams is True and self.gives_out and dice.die() >= 4:                  # Supplement K
            jams = "lost" if used or self.after is None else "out"
        came = "immobilized" if immobile else "no_effect"
        gone = gone or original >= self.heat
        kill = self.after if gone else self.kill
        if hits and deliberate:
            came = "immobilized"
        elif hits and kill is not None:
            result = dice.drawn(self.kills(critical, immobile, kill))
            if result != "no_effect":
                came = result
            elif immobile and self.could(kill) and dice.read(lambda total: total > self.crew_morale):
                came = "abandoned"                           # 39.3, 66.4
        return came, jams, critical, not hits and original % 2 == 0, gone or jams == "out"


OUT = ("burning_wreck", "eliminated", "abandoned")


def shots_in_sight(mp, allowance, rate):
    """69.85: one, and one for each further quarter of its MP that a mover spends; a normal rate of fire of 3 is exempt"""
    return 99 if mp is None or rate >= 3 else 1 + int(4 * fraction(mp) // fraction(allowance))


def phase(dice, state, firer, shots, intensive, moving, until, superior=False, in_sight=99, drm=0, turns=0):
    """One side fires; state: the enemy, its gun, its acquisition, whether a critical hit, a breakdown were seen"""
    enemy, gun, acquired, critical, broke, stood, gone = state
    if gun != "works" or enemy in OUT:
        return state
    fired = 0
    while fired < shots:
        if enemy in OUT or until == "immobilized" and enemy == "immobilized":
            break
        if moving and enemy != "immobilized" and fired >= in_sight or gone and firer.after is None:
            break
        # Supplement N: the further shot comes last and is no Intensive Fire
        further = superior == "owed" and fired == shots - 1
        came, jams, struck, even_miss, gone = dice.drawn(firer.shot(
            acquired, intensive and not further, moving and enemy != "immobilized", enemy == "immobilized", gone,
            drm + turns * (fired == 0)))
        fired += 1
        if superior is True and fired == 1 and even_miss:
            superior, shots = "owed", shots + 1
        enemy, critical, stood = came, critical or struck, stood or came == "immobilized"
        broke = broke or bool(jams)
        if jams and jams != "out":                           # 70.6; 90.12: a captured one is lost
            gun = "lost" if jams == "lost" or firer.hit["captured"] else "jammed"
            return enemy, gun, 0, critical, broke, stood, gone
    return enemy, gun, max(-2, acquired - 1), critical, broke, stood, gone


def repairs(dice, gun, q, leader):
    if gun != "jammed":
        return gun
    return dice.read_die(lambda face: "lost" if face == 6 else "works" if face + leader <= q["repair_number"] else gun)


def game(q):
    """(where it begins, the steps of a fire phase by its number, ended)"""
    if q["armor"] is None and q["return_fire"]:
        q = {**q, "armor": named_armor(q["return_gun"])}
    if q["return_armor"] is None:
        q = {**q, "return_armor": named_armor(q["gun"])}
    first = unlimbered = Firer(the_gun(q), q["crew_morale"])
    limbered = Firer(the_gun(q), q["crew_morale"])           # 103.31
    limbered.rate, limbered.hit["limbered"] = 1, True
    for firer in (limbered, unlimbered):
        firer.runs_out(q)
    own_first = 1 if q["first_phase"] == "prep" else 2
    second = Firer(the_answer(q), q["crew_morale"]) if q["return_fire"] else None
    # target, firer, gun, its acquisition, the answering gun, its acquisition, critical, breakdown, immobilized, phase
    # HEAT gone, where the firer is, whether the target has still to turn its turret
    start = ("no_effect", "no_effect", "works", q["first_acquisition"], "works", 0, False, False, False, 0, False, "start", False)
    there = Firer(the_gun(from_there(q)), q["crew_morale"]) if q["move_range"] is not None else None
    answer_there = Firer(the_answer(from_there(q)), q["crew_morale"]) if there and second else None
    for firer in (second, answer_there):
        if firer:
            firer.hit["moving_drm"] = q["move_drm"]
    comes_to_the_flank = there is not None and q["move_facing"] in ("side", "rear") and q["move_facing"] != q["facing"]

    def over(state):
        target, firer = state[0], state[1]
        return (target in OUT or firer in OUT or
                (q["until"] == "immobilized" or q["deliberate_immobilization"] != "none") and target == "immobilized" or
                state[2] == "lost" and (second is None or state[4] == "lost"))       # nobody shoots any more

    def rally(dice, state, number):
        if over(state):
            return state
        gun = repairs(dice, state[2], q, q["armor_leader"])
        now = state[:2] + (gun, state[3], repairs(dice, state[4], q, 0)) + state[5:]
        return now[:9] + (number if over(now) else 0,) + now[10:]                # a gun that is lost decides it

    def will_move(state, number):
        prep = (number % 2 == 1) == (q["first_phase"] == "prep")
        return prep and there is not None and q["plan"].startswith("move") and state[11] == "start" and state[1] == "no_effect"

    def goes(dice, state, number):
        """69.3: what it has acquired is lost; it is on the way until it has been fired at"""
        if over(state) or not will_move(state, number):
            return state
        return state[:3] + (0,) + state[4:11] + ("on_the_way", comes_to_the_flank)

    def arrives(dice, state, number):
        """70.3: Advancing Fire, at +5"""
        if state[11] != "on_the_way":
            return state
        at_start = q["defensive_fire_at"] == "start" and state[1] == "immobilized"
        state = state[:11] + ("stuck" if at_start else "there",) + state[12:]
        if over(state) or q["plan"] != "move_and_fire" or q["turret"] is False:
            return state
        enemy, gun, _, critical, broke, stood, gone = phase(
            dice, (state[0], state[2], 0, *state[6:9], state[10]), unlimbered if at_start else there, there.rate, False, False,
            q["until"], drm=0 if at_start else 5)
        now = (enemy, state[1], gun, 0, state[4], state[5], critical, broke, stood)
        return now + (number if over(now) else 0, gone) + state[11:]

    def fires(dice, state, number, intensive=None):
        if over(state) or state[11] == "on_the_way":
            return state
        prep = (number % 2 == 1) == (q["first_phase"] == "prep")
        held = q["hold_fire"] == ("prep" if prep else "defensive") or q["limbered"] == "unlimbers" and number == own_first     # 103.32
        if held:                                             # 69.6
            return state[:3] + (0,) + state[4:]
        first = limbered if q["limbered"] == "stays" or q["limbered"] == "unlimbers" and number < own_first else unlimbered
        first = there if state[11] == "there" else first
        if intensive is None:
            intensive = q["intensive_fire"] == "always" or q["intensive_fire"] == "last_phase" and number == q["phases"]
        until = "immobilized" if q["deliberate_immobilization"] != "none" else q["until"]
        acquired = state[3] if q["acquisition"] or number == 1 else q["first_acquisition"]
        enemy, gun, acquired, critical, broke, stood, gone = phase(
            dice, (state[0], state[2], acquired if state[2] == "works" else 0, *state[6:9], state[10]), first,
            first.rate + intensive, intensive, q["moving"] and not prep, until, q["tank_superiority"] == "firer",
            shots_in_sight(q["moving_mp"], q["moving_allowance"], first.rate))
        return (enemy, state[1], gun, acquired, state[4], state[5], critical, broke, stood,
                number if over((enemy, state[1], gun, 0, state[4])) else 0, gone) + state[11:]

    def answers(dice, state, number):
        if over(state) or second is None:
            return state
        prep = (number % 2 == 1) == (q["first_phase"] == "prep")
        if q["return_hold_fire"] == ("defensive" if prep else "prep"):           # the phases of the target
            return state[:5] + (0,) + state[6:]
        intensive = second.intensive == "always" or second.intensive == "last_phase" and number == q["phases"]
        moving = state[11] == "on_the_way"
        at_end = state[11] == "there" or moving and q["defensive_fire_at"] != "start"
        turns = 2 if state[12] and at_end and state[4] == "works" else 0
        firing = answer_there if at_end else second
        enemy, gun, acquired = phase(
            dice, (state[1], state[4], state[5] if state[4] == "works" else 0, False, False, False, False), firing,
            second.rate + intensive, intensive, moving, "knocked_out", q["tank_superiority"] == "target", turns=turns)[:3]
        now = (state[0], enemy) + state[2:4] + (gun, acquired) + state[6:9]
        return now + (number if over(now) else 0, state[10], state[11], state[12] and not turns)

    def steps(number):
        prep = (number % 2 == 1) == (q["first_phase"] == "prep")
        return ([rally] if number > 1 else []) + ([goes, fires, answers, arrives] if prep else [answers, fires])

    def ended(dice, state):
        target, firer, gun, _, _, _, critical, broke, stood, number, *_ = state
        names = {"burning_wreck": "target_burning", "eliminated": "target_eliminated", "abandoned": "target_abandoned"}
        outcome = names.get(target) or (
            "firer_abandoned" if firer == "abandoned" else "firer_eliminated" if firer in OUT else
            "target_immobilized" if target == "immobilized" else "gun_lost" if gun == "lost" else "undecided")
        events = {"no_effect": [], "immobilized": ["stopped"]}.get(target, ["knocked_out", "stopped", "target_knocked_out"])
        events = events + ["firer_knocked_out"] * (firer in OUT) + ["critical_hit"] * critical + ["breakdown"] * broke
        events += ["target_immobilized_first"] * stood + ["decided"] * (number > 0)
        return End(outcome, events, phase=number, knocked_out_in_phase=number if target in OUT else 0)
    return start, steps, ended


def best(q, worth):
    """70: Intensive Fire, or not, in each of its fire phases"""
    start, steps, ended = game(q)
    known = {}

    def going_on(number, place, state):
        if place == len(steps(number)):
            return going_on(number + 1, 0, state) if number < q["phases"] else worth(ended(None, state))
        if (number, place, state) not in known:
            play = steps(number)[place]
            known[number, place, state] = max(
                sum(chance * going_on(number, place + 1, after)
                    for after, chance in every_game(play, state, number, *decided).items())
                for decided in ([(False,), (True,)] if play.__name__ == "fires" else [()]))
        return known[number, place, state]

    return going_on(1, 0, start)


def count(q):
    start, steps, ended = game(q)
    chances = {start: Fraction(1)}
    for number in range(1, q["phases"] + 1):
        for play in steps(number):
            chances = and_then(chances, play, number)
    return tally(and_then(chances, ended))
