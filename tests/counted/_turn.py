"""The steps of an assault as a player writes them: 'fire 8 1 x3 until defender broken; (rally; end turn) x2'."""

import re
from collections import namedtuple

from questions import expanded

Step = namedtuple("Step", "words conditions loose")         # loose: it may be made before or after its like

CONDITION = re.compile(r"^(.*?)\s+(if|unless|until)\s+(.*)$")
TIMES = re.compile(r"^(.*\S)\s+x(\d+)(\??)$")             # 'x2?' is '? x2'


def parts(text):
    """What stands between semicolons that are not in brackets"""
    found, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == ";" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [part.strip() for part in found if part.strip()]


def balanced(text):
    depths, depth = [0], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        depths.append(depth)
    return depth == 0 and min(depths) == 0


def steps_of(text):
    """[Step] in the order in which they are played, each as often as it is"""
    found = []
    for part in parts(text):
        conditions, times = [], 1
        behind = part.rindex(")") + 1 if part.startswith("(") else 0
        head, tail = part[:behind], part[behind:]
        with_condition = CONDITION.match(" " + tail)
        if with_condition:
            tail = with_condition[1]
            conditions = [(with_condition[2], tuple(with_condition[3].split()))]
        repeated = TIMES.match("y " + tail.strip())
        if repeated:
            tail, times = repeated[1][2:] + repeated[3], int(repeated[2])
        inner = steps_of(head[1:-1]) if head else [Step(tuple(tail.split()), (), not conditions)]
        for _ in range(times):
            found += [Step(step.words, step.conditions if is_end(step.words) else step.conditions + tuple(conditions),
                           step.loose and not conditions) for step in inner]
    return found


def is_end(words):
    return words in (("end", "turn"), ("next-turn",))


def withheld_by(conditions, sides, broken, gone, squads, units):
    """The word of the condition for which a step is not played, None where it is. `sides` maps a side to its units; the
    four others read units."""
    for word, (side, *what) in conditions:
        mine = sides[side]
        if what[0] == "broken":
            holds = broken(mine)
        elif what[0] == "gone":
            holds = gone(mine)
        else:
            sign, number, kind = what
            many, limit = (squads if kind.startswith("squad") else units)(mine), int(number)
            holds = {">=": many >= limit, "<=": many <= limit, ">": many > limit, "<": many < limit}[sign]
        if holds != (word == "if"):
            return word
    return None


def fire_order(steps, reversed_):
    """Attacks on the defender that follow one another may be made the other way round."""
    runs = []
    for step in steps:
        if step.words[0] == "fire" and step.loose and runs and runs[-1][-1].words[0] == "fire" and runs[-1][-1].loose:
            runs[-1].append(step)
        else:
            runs.append([step])
    return [step for run in runs for step in (run[::-1] if reversed_ else run)]


def is_left_out(words, q):
    """Whether a step with a '?', left to the side that plays it, is not played"""
    left = any(word.endswith("?") for word in words)
    return left and not q["optional_returns" if words[0] == "return" else "optional_steps"]


def bare(step):
    return step._replace(words=tuple(word.rstrip("?") for word in step.words))


def leave_some(question, random):
    """Now and then an attack of each side that is left to it; its like in a row, and those with conditions, are not"""
    steps = parts(question["steps"])
    for word, name in (("fire", "optional_steps"), ("return", "optional_returns")):
        question.pop(name, None)
        places = [place for place, step in enumerate(steps) if re.fullmatch(word + r"( [-\w.+]+)*", step) and " x" not in step[5:].replace(" x0", "").replace(" x1", "").replace(" x2", "")]
        if places and random.random() < 0.3:
            steps[random.choice(places)] += "?"
            if random.random() < 0.6:
                question[name] = False
    question["steps"] = "; ".join(steps)
    for name, marks in (("optional_steps", [step for step in steps if "?" in step and not step.startswith("return")]),
                        ("optional_returns", [step for step in steps if "?" in step and step.startswith("return")])):
        if not marks:
            question.pop(name, None)
        elif random.random() < 0.5:
            question[name] = False
    return question


def rally_phase_is_over(steps, index, withheld):
    """Whether a Rally Phase ends with this step: the last 'rally' in a row, also where nobody tries, or a Player Turn that
    begins with none. Who plays 'until' something goes on at once when it is so: no Rally Phase passes meanwhile."""
    if withheld == "until":
        return False
    words = steps[index].words
    follows = index + 1 < len(steps) and steps[index + 1].words[0] == "rally"
    if follows and words[0] == "rally":                      # nobody rallies twice in one: a further one is the next
        first = index
        while first and steps[first - 1].words[0] == "rally":
            first -= 1
        next_ones = set(steps[index + 1].words[1:])
        return any(not step.words[1:] or not next_ones or next_ones & set(step.words[1:]) for step in steps[first:index + 1])
    return (words[0] == "rally" or is_end(words)) and not follows


def draw_broken(question, side, random, units_of=None):
    """Where the question has the parameter: some of the side's units, by name, are broken at the start"""
    if question.pop(f"{side}_broken", None):
        some = [name for name in (units_of or expanded)(question[side]) if random.random() < 0.6]
        if some:
            question[f"{side}_broken"] = " ".join(some)
            question.pop(f"{side}_status", None)


def drawn_steps(random, shot, close_combat=0.6):
    """The text of a turn or two, `shot(word)` being one attack"""
    def condition():
        side = random.choice(["attacker", "defender"])
        return random.choice([f"if {side} >= {random.choice([1, 2])} {random.choice(['squads', 'units', 'units'])}",
                              f"if {side} < {random.choice([1, 2, 3])} {random.choice(['squads', 'units'])}",
                              f"if {side} > 1 units", f"unless {side} <= 1 squads",
                              f"if {side} broken", f"unless {side} broken", f"unless {side} gone", f"if {side} gone"])

    def one(step):
        where = random.random()
        if where < 0.15 and not is_end(tuple(step.split())):
            return f"{step} {condition()}"
        if where < 0.25 and step.split()[0] in ("fire", "return"):
            return f"{step} x2" + (f" until {random.choice(['attacker', 'defender'])} {random.choice(['broken', 'gone'])}"
                                   if random.random() < 0.5 else "")
        return step

    def turn():
        made = []
        where = random.random()
        if where < 0.75:
            made.append("rally" if where < 0.55 else random.choice(["rally attacker", "rally defender"]))
        made += [shot(random.choice(["fire", "return"])) for _ in range(random.choice([0, 1, 1, 2]))]
        if random.random() < 0.3:
            made.append(random.choice(["rout", "rout attacker", "rout both"]))
        return [one(step) for step in made] + [random.choice(["end turn", "end turn", "next-turn"])]

    made = []
    if random.random() < 0.2:
        body = turn()
        made.append(f"({'; '.join(body)}) x2" + (random.choice([" until ", " unless ", " if "]) + random.choice(
            ["defender broken", "attacker broken", "defender gone"]) if random.random() < 0.6 else ""))
    else:
        for _ in range(random.choice([1, 1, 2])):
            made += turn()
    if random.random() < 0.6:
        made.append(one(random.choice(["rally", "rally", "rally defender", "rally attacker"])))
    if random.random() < 0.3:
        made.append(one(random.choice(["rout", "rout attacker", "rout both"])))
    if random.random() < close_combat:
        if random.random() < 0.3:
            made.append(one("advance"))
        made.append(one("close-combat"))
        if random.random() < 0.2:
            made += ["end turn"] * (random.random() < 0.5) + [one("close-combat")]
    return "; ".join(made)
