"""dice.roll, from docs/rolls.md, by rolling all faces: pools, sums, comparisons, choices, the larger of two, tables."""

import operator
import re

from faces import End, every_game, tally

MEASURES = ("total",)
COMPARED = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "!=": operator.ne, "=": operator.eq}
POOL = re.compile(r"(\d*)d(\d+|%|F)((?:\s*(?:ro?(?:<=)?\d+|!(?:>=\d+)?x\d+|k[hl]?\d+|d[lh]\d+|c>=\d+))*)")


def pool(random):
    sides = random.choice(["4", "6", "6", "8", "10", "F"])
    many = random.randint(1, 3 if sides in "46F" else 2)
    if sides == "F":
        return f"{many}dF"
    rolls_again = random.choice(["", "", "", " r1", " r<=2", " ro1"])
    explodes = random.choice(["", "", "", f"!x{random.randint(1, 2)}", f"!>={int(sides) - 1}x1"]) if many < 3 else ""
    keeps = random.choice(["", "", f" k{random.choice(['', 'h', 'l'])}{random.randint(1, many)}",
                           f" d{random.choice('hl')}1"]) if many > 1 else ""
    counts = random.choice(["", "", "", f" c>={random.randint(2, int(sides))}"])
    return f"{many if many > 1 else ''}d{sides}{explodes}{rolls_again}{keeps}{counts}"


def whole_sum(random):
    text = pool(random)
    for _ in range(random.choice([0, 0, 1])):
        text += random.choice([" + ", " - "]) + random.choice([pool(random), str(random.randint(1, 5))])
    return text


def expression(random):
    first, second = whole_sum(random), pool(random)
    sign = random.choice(sorted(COMPARED))
    return random.choice([
        first, first, f"{first} {sign} {random.randint(1, 9)}", f"{pool(random)} {sign} {second}",
        f"{pool(random)} {sign} {random.randint(2, 8)} ? {second} : {random.randint(0, 4)}",
        f"{random.choice(['max', 'min'])}({pool(random)}; {second})", "2d6 on 2-4:miss 5-9:hit 10+:kill"])


DRAW = {"expression": expression}


def rolled(dice, text):
    """A pool's total: rolls again, then explosions, then keeping, then counting"""
    many, sides, modifiers = POOL.fullmatch(text.strip()).groups()
    values = (-1, 0, 1) if sides == "F" else range(1, 101 if sides == "%" else int(sides) + 1)
    words = re.findall(r"r<=\d+|ro?\d+|!(?:>=\d+)?x\d+|k[hl]?\d+|d[lh]\d+|c>=\d+", modifiers)
    again = next((word for word in words if word[0] == "r"), None)
    explodes = next((word for word in words if word[0] == "!"), None)
    keeps = next((word for word in words if word[0] in "kd"), None)
    counts = next((word for word in words if word[0] == "c"), None)

    def one():
        faces = [(value, 1) for value in values]
        least = int(re.search(r"\d+", again)[0]) if again else 0
        stays = [(value, 1) for value in values if not (value <= least if "<=" in (again or "") else value == least)]
        if not again:
            return dice.of(tuple(faces))
        if again.startswith("ro"):                           # once
            value = dice.of(tuple(faces))
            return value if (value, 1) in stays else dice.of(tuple(faces))
        return dice.of(tuple(stays))                         # until it shows something else

    shown = []
    for _ in range(int(many or 1)):
        shown.append(one())
        if explodes:
            from_face, most = re.fullmatch(r"!(?:>=(\d+))?x(\d+)", explodes).groups()
            for _ in range(int(most)):
                if shown[-1] < (int(from_face) if from_face else max(values)):
                    break
                shown.append(one())
    shown.sort()
    if keeps:
        how, number = re.fullmatch(r"([a-z]+)(\d+)", keeps).groups()
        number = int(number)
        shown = {"k": shown[-number:], "kh": shown[-number:], "kl": shown[:number], "dl": shown[number:],
                 "dh": shown[:len(shown) - number]}[how]
    if counts:
        return sum(value >= int(counts[3:]) for value in shown)
    return sum(shown)


def total(dice, text):
    parts = re.split(r" ([+-]) ", text.strip())
    value = 0
    for sign, part in zip(["+"] + parts[1::2], parts[0::2]):
        number = int(part) if part.strip().isdigit() else rolled(dice, part)
        value += number if sign == "+" else -number
    return value


def play(dice, text):
    table = re.fullmatch(r"(.*) on 2-4:miss 5-9:hit 10\+:kill", text)
    if table:
        value = total(dice, table[1])
        return End("miss" if value <= 4 else "hit" if value <= 9 else "kill", total=value)
    larger = re.fullmatch(r"(max|min)\((.*); (.*)\)", text)
    if larger:
        return End("rolled", total={"max": max, "min": min}[larger[1]](total(dice, larger[2]), total(dice, larger[3])))
    compared = re.fullmatch(r"(.*?) (>=|<=|>|<|!=|=) (.*?)(?: \? (.*) : (.*))?", text)
    if not compared:
        return End("rolled", total=total(dice, text))
    holds = COMPARED[compared[2]](total(dice, compared[1]), total(dice, compared[3]))
    if compared[4] is None:
        return End("yes" if holds else "no")
    return End("rolled", total=total(dice, compared[4] if holds else compared[5]))


def count(q):
    return tally(every_game(play, q["expression"]))
