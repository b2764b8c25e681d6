"""slammers.artillery, from Supplement 4: triangles, Master of Artillery, Area Effect; the play sheet, phases 7b and 7c."""

from faces import End, and_then, every_game, tally
from slammers._rules import UNHURT, dv, hits, needs, triangles

MEASURES = ("killed", "suppressed", "destroyed", "damaged", "intercepted")
DRAW = {"rounds": [1, 2, 3, 4], "targets": [1, 2, 3, 4], "firepower": [0, 2, 4], "dv": [3, 5, 6, 8], "in_burst": [2, 3],
        "defenders": [1, 2, 3], "defender_rolls": [1, 2],
        "defender_list": ["elite red 2; 2*veteran blue 1", "trained red 3", "untrained blue 1; commissars red 1 confire",
                          "2*veteran red 1; fanatics blue 2 confire"]}
ALWAYS = ("dv",)


def change(question, random):
    if "defender_list" in question:
        question = {name: value for name, value in question.items()
                    if name == "defender_list" or not name.startswith("defender")}
    elif question.get("defenders"):
        if question.get("defender_triangle", "none") == "none":
            question["defender_triangle"] = random.choice(["red", "blue"])
        question.setdefault("defender_rolls", random.choice([1, 2]))
    else:
        for name in [name for name in question if name.startswith("defender")]:
            question.pop(name)
    if not question.get("area_effect"):
        question.pop("in_burst", None)
    return question


def intercepts(dice, strike, needed):
    """One roll: each success destroys a round"""
    left, stopped = strike
    if left and needed is not None and dice.read_die(lambda face: face >= needed):
        return left - 1, stopped + 1
    return strike


def one_hit(dice, q):
    """0 nothing, 1 suppressed or damaged, 2 killed or destroyed"""
    target = hits(dice, UNHURT, q, q["target"], q["firepower"], dv(q["dv"]), q["overkill"] == "excess")
    return 2 if target[0] else int(any(target[1:5]))


def burst(q):
    return (q["in_burst"] or q["targets"]) if q["area_effect"] else 1


def allots(targets, left, q):
    """One round for each TU at most, first to TUs to which nothing has happened; in advance, as they come together"""
    alive = [place for place, came in enumerate(targets) if came < 2]
    # the firer allots them: over the groups in turn
    return sorted(alive, key=lambda place: (targets[place], place % burst(q), place))[:left]


def lands(dice, state, q, hit):
    targets, aims, stopped = state
    if not aims:
        return state
    place, targets = aims[0], list(targets)
    needed = needs(q["quality"], q["qr_modifier"] + q["spotter"])
    if needed is not None and dice.read_die(lambda face: face >= needed):
        group = burst(q)
        for other in range(len(targets)):
            if other // group == place // group and targets[other] < 2:
                targets[other] = max(targets[other], dice.drawn(hit))
    return tuple(targets), aims[1:], stopped


def ended(dice, state, q):
    targets, stopped = state
    names = ("suppressed", "killed") if q["target"] == "infantry" else ("damaged", "destroyed")
    numbers = {name: targets.count(came) for came, name in enumerate(names, 1)}
    parts = [f"{numbers[name]} {name}" for name in names[::-1] if numbers[name]]
    return End(" + ".join(parts) or "no_effect", intercepted=stopped, **numbers)


def count(q):
    q = {**q, "suppression_kills": 0}
    hit = every_game(one_hit, q)
    chances = {((0,) * q["targets"], 0): 1}
    for _ in range(1 + q["master_of_artillery"]):
        salvo = {(q["rounds"], 0): 1}
        for quality, modifier, rolls in triangles(q, "defender"):
            for _ in range(rolls):
                salvo = and_then(salvo, intercepts, needs(quality, modifier))
        struck = {}
        for (targets, stopped), chance in chances.items():
            for (left, more), share in salvo.items():
                key = targets, tuple(allots(targets, left, q)), stopped + more
                struck[key] = struck.get(key, 0) + chance * share
        for _ in range(q["rounds"]):
            struck = and_then(struck, lands, q, hit)
        chances = {}
        for (targets, _, stopped), chance in struck.items():
            chances[targets, stopped] = chances.get((targets, stopped), 0) + chance
    return tally(and_then(chances, ended, q))
