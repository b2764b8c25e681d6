"""What can be asked of a procedure, read from `combat-odds describe`, and situations drawn from it."""

import re
import subprocess
from fractions import Fraction


class Parameter:
    def __init__(self, name, kind, default, required, optional):
        self.name = name
        self.kind = kind          # ('whole', 1, 6), ('number', 0, 9), ('choice', [...]), ('flag',), ('words',)
        self.default = default    # None where it is left out
        self.required = required
        self.optional = optional


def _kind(text):
    found = re.match(r"a (whole )?number from (-?[\d.]+) to (-?[\d.]+)", text)
    if found:
        low, high = (float(found[2]), float(found[3]))
        return ("whole", int(low), int(high)) if found[1] else ("number", low, high)
    if text.startswith("one of "):
        return ("choice", [word.strip() for word in text[len("one of "):].split(",")])
    if text == "true or false":
        return ("flag",)
    return ("words", text)


def typed(kind, text):
    """The value that `text` stands for."""
    if kind[0] == "flag":
        return text == "true"
    if kind[0] in ("whole", "number") and re.fullmatch(r"-?\d+", text):
        return int(text)
    if kind[0] == "number" and re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    return text


def parameters(program, procedure):
    """The parameters of a procedure, in the order in which `describe` prints them."""
    text = subprocess.run([program, "describe", procedure], check=True, capture_output=True, text=True).stdout
    found = []
    lines = text.split("\n")
    start = lines.index("Parameters") + 1 if "Parameters" in lines else len(lines)
    blocks = []
    for line in lines[start:]:
        if not line.strip():
            break
        if line.startswith("  --"):
            blocks.append([line.strip(), ""])
        elif blocks:
            blocks[-1][1] += " " + line.strip()
    for head, body in blocks:
        name, kind = head[2:].split("  ", 1)
        name = name.strip().replace("-", "_")
        kind = _kind(kind.strip())
        default = re.search(r"\[default ([^\]]*)\]", body)
        found.append(Parameter(name, kind, typed(kind, default[1]) if default else None,
                               "[required]" in body, "[may be left out]" in body))
    return found


def _drawn(kind, random):
    """A value: the edges of a range more often than its middle."""
    if kind[0] == "choice":
        return random.choice(kind[1])
    if kind[0] in ("whole", "number"):
        low, high = int(kind[1]), int(kind[2])
        where = random.random()
        if where < 0.2:
            return low
        if where < 0.3:
            return high
        if where < 0.7 and high - low > 12:
            return random.randint(low, low + 12)
        return random.randint(low, high)
    raise KeyError


def _beside(value, kind, random):
    """Now and then the number beside one that a counter lists: a limit of a rule lies between the two."""
    if kind[0] != "whole" or not isinstance(value, int) or random.random() >= 0.15:
        return value
    beside = value + random.choice((-1, 1))
    return beside if kind[1] <= beside <= kind[2] else value


def situation(counter, parameters, random):
    """{parameter: value}, without those at their default; a value None is left out."""
    own = getattr(counter, "DRAW", {})
    left_out = getattr(counter, "LEAVES_OUT", ())
    usual = random.choice((0.3, 0.6, 0.85))
    question = {}
    for parameter in parameters:
        name = parameter.name
        if name in left_out:
            continue
        if not parameter.required and not (name in getattr(counter, "ALWAYS", ())) and random.random() < usual:
            continue
        if name in own:
            value = own[name](random) if callable(own[name]) else _beside(random.choice(own[name]), parameter.kind, random)
        elif parameter.kind[0] == "words":
            continue
        elif parameter.kind[0] == "flag":
            value = parameter.default is not True            # the other one
        else:
            value = _drawn(parameter.kind, random)
        if value is not None and value != parameter.default:
            question[name] = value
    change = getattr(counter, "change", None)
    if change:
        question = change(question, random)
    return question


def simpler(question, parameters):
    """Questions that are a step simpler than this one, the largest steps first."""
    by_name = {parameter.name: parameter for parameter in parameters}
    for name in list(question):
        if not by_name[name].required:
            yield {key: value for key, value in question.items() if key != name}
    for name, value in question.items():
        parameter = by_name[name]
        if isinstance(value, bool):
            continue
        if isinstance(value, (int, float)):
            low = parameter.kind[1] if parameter.kind[0] in ("whole", "number") else 0
            aim = parameter.default if isinstance(parameter.default, (int, float)) else max(low, 0)
            for nearer in (aim, (value + aim) // 2 if value != aim else value,
                           value - 1 if value > aim else value + 1):
                if abs(nearer - aim) < abs(value - aim):
                    yield {**question, name: nearer}
        elif isinstance(value, str) and (";" in value or name == "steps"):
            steps = value.split(";")
            for index in range(len(steps)):
                if len(steps) > 1:
                    yield {**question, name: ";".join(steps[:index] + steps[index + 1:]).strip()}
            for bare in (re.sub(r" (if|unless) [^;)]*", "", value), re.sub(r" x2( until [^;)]*)?", "", value),
                         re.sub(r"[()]", "", re.sub(r"\) [^;]*", "", value))):
                if bare != value:
                    yield {**question, name: bare}
        elif isinstance(value, str):
            units = expanded(value)
            for index in range(len(units)):
                fewer = units[:index] + units[index + 1:]
                if fewer:
                    yield {**question, name: " ".join(fewer)}


def expanded(text):
    """['4-6-7', '4-6-7', '8-1'] of '2*4-6-7 8-1'; the half-squad of Anti-Mobility MMC has a name of two words"""
    units = []
    for word in re.sub(r"\s+AMMC\b", "_AMMC", text).split():
        found = re.fullmatch(r"(\d+)\*(\S+)", word)
        units += [found[2]] * int(found[1]) if found else [word]
    return [unit.replace("_AMMC", " AMMC") for unit in units]


def fraction(value):
    """What a number of a question is, exactly."""
    return None if value is None else Fraction(str(value))
