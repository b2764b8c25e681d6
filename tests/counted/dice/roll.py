"""dice.roll, from docs/rolls.md, by rolling all faces: an expression is read into a play, and the play rolls die by die."""

import operator
import re
from fractions import Fraction
from math import ceil, floor, lcm, trunc

from faces import End, every_game, tally

MEASURES = ("total", "margin", "result", "each", "lowest", "highest", "a", "b", "hit", "miss", "blank", "heads", "tails",
            "max(a,b)", "min(a,b)", "a+b", "a-b", "a>b", "abs(a-b)", "a+1")
COMPARED = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "!=": operator.ne, "=": operator.eq}
ROUNDED = {"ceil": ceil, "floor": floor, "round": lambda value: floor(value + Fraction(1, 2)), "exact": lambda value: value}
OF_SEVERAL = {"max": max, "min": min}

# ---------------------------------------------------------------- one die and one pool


class Pool:
    """Dice of one kind and what is done with them, in the order of docs/rolls.md"""

    def __init__(self, faces):
        self.faces = faces                               # as they stand on the die, each as likely as another
        self.least = self.most = None
        self.again = None                                # whether a face is rolled again
        self.once = False
        self.explodes = None                             # whether a face adds a die
        self.further = 0                                 # so often at most
        self.compounds = self.penetrates = False
        self.kept = []                                   # functions of the dice in order
        self.counted = None                              # what a face counts
        self.failed = None
        self.set = None
        self.at_least_again = None
        self.is_twice = False

    def one(self, dice):
        shown = [min(max(face, self.least if self.least is not None else face),
                     self.most if self.most is not None else max(self.faces)) for face in self.faces]
        if self.again is None:
            return dice.one_of(shown)
        stays = [face for face in shown if not self.again(face)]
        if not self.once:
            return dice.one_of(stays)
        first = dice.one_of(shown)
        return dice.one_of(shown) if self.again(first) else first

    def top(self):
        return max(self.faces) if self.most is None else min(max(self.faces), self.most)

    def rolled(self, dice, many):
        shown = []
        many = 2 if self.is_twice else many
        if self.explodes and self.further is None:
            self.further = unlimited(sum(bool(self.explodes(face)) for face in self.faces), len(self.faces))
        for _ in range(many):
            chain = [self.one(dice)]
            while self.explodes and self.explodes(chain[-1]) and len(chain) <= self.further:
                chain.append(self.one(dice))
            if self.penetrates:
                chain[1:] = [face - 1 for face in chain[1:]]
            shown += [sum(chain)] if self.compounds else chain
        if self.kept or self.set or self.counted:
            shown.sort(key=str if isinstance(self.faces[0], str) else None)
        for keep in self.kept:
            shown = keep(shown)
        return shown

    def successes(self, dice, many):
        """8 or more succeed, and at_least_again or more add a die"""
        adds = sum(face >= self.at_least_again for face in self.faces)
        cases = tuple((case, ways) for case, ways in (
            ("fails", sum(face < 8 for face in self.faces)),
            ("succeeds", sum(8 <= face < self.at_least_again for face in self.faces)), ("adds", adds)) if ways)
        total = 0
        for _ in range(many):
            for _ in range(1 + unlimited(adds, len(self.faces))):
                case = dice.of(cases)
                total += case != "fails"
                if case != "adds":
                    break
        return total

    def value(self, dice, many):
        if self.at_least_again:
            return self.successes(dice, many)
        shown = self.rolled(dice, many)
        if self.set:
            return matching(shown, *self.set)
        if self.counted or self.failed:
            return sum(self.counted(face) if self.counted else 0 for face in shown) - \
                sum(self.failed(face) if self.failed else 0 for face in shown)
        if isinstance(self.faces[0], str):
            return Symbols((face, shown.count(face)) for face in self.faces) if many > 1 else shown[0]
        return sum(shown)


def unlimited(ways, faces):
    """How many further dice there are at most: until the last of them has a chance of 10^-12 or less"""
    chance, number = Fraction(ways, faces), 1
    while ways and chance ** number > Fraction(1, 10 ** 12):
        number += 1
    return number


class Symbols(dict):
    """How many of each"""

    def __hash__(self):
        return hash(tuple(self.items()))


def matching(shown, what, least=None):
    faces = set(shown)
    if what == "largest set":
        return max((shown.count(face) for face in faces), default=0)
    if what == "distinct":
        return len(faces)
    if what == "straight":
        return max((next(length for length in range(1, 99) if face + length not in faces) for face in faces), default=0)
    return sum(shown.count(face) >= least for face in faces)


def dropped(how, number):
    """The dice that stay, of dice in order"""
    return {"kh": lambda shown: shown[-number:] if number else [], "kl": lambda shown: shown[:number],
            "dl": lambda shown: shown[number:], "dh": lambda shown: shown[:len(shown) - number] if number < len(shown) else [],
            "middle": lambda shown: shown[(len(shown) - number) // 2:][:number]}[how]


# ---------------------------------------------------------------- reading


class Unread(Exception):
    """The counter does not read this; the program may."""


class Reader:
    """Reads an expression; each method returns play(dice, names), a value"""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.kind = "number"                             # of the whole: number, yes or no
        self.keeps_fractions = False                     # within ceil(), floor(), round(), exact()

    def find(self, pattern):
        found = re.compile(r"\s*(?:" + pattern + ")").match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def want(self, pattern):
        found = self.find(pattern)
        if not found:
            raise Unread(self.text[self.at:])
        return found

    def whole(self):
        """[(name, play)] of the named rolls and what is asked at the end"""
        named = []
        while True:
            name = self.find(r"([ab])\s*=(?!=)")
            if not name:
                break
            named.append((name[1], self.choice()))
            self.want(";")
        end = self.end()
        self.want(r"$")
        return named, end

    def end(self):
        """play(dice, names, measures): End"""
        times = self.find(r"(\d+) times\b")
        if self.find(r"joint\("):
            return self.joint()
        first = self.choice()
        kind = self.kind
        if self.find(r"with a wild die\b"):              # Savage Worlds
            return wild(self.text)
        if times:
            def several(dice, names, measures):
                rolls = [first(dice, names) for _ in range(int(times[1]))]
                return End("rolled", each=rolls[0], lowest=min(rolls), highest=max(rolls), total=sum(rolls), **measures)
            return several
        if self.find(r"vs\b"):
            second = self.choice()

            def opposed(dice, names, measures):
                margin = first(dice, names) - second(dice, names)
                return End("ahead" if margin > 0 else "behind" if margin < 0 else "tie", margin=margin, **measures)
            return opposed
        if self.find(r"on\b"):
            lines = self.table()

            def looked_up(dice, names, measures):
                total = first(dice, names)
                label, play = next((label, play) for low, high, label, play in lines if low <= total <= high)
                if all(line[3] for line in lines):
                    measures = {**measures, "result": play(dice, names)}
                return End(label, total=total, **measures)
            return looked_up

        def plain(dice, names, measures):
            value = first(dice, names)
            if kind == "truth":
                return End("yes" if value else "no", **measures)
            if isinstance(value, str):
                return End(value, **measures)
            if isinstance(value, Symbols):
                return End("rolled", **value, **measures)
            return End("rolled", total=value, **measures)
        return plain

    def joint(self):
        """joint(max(a,b), min(a,b)): the results are an outcome together, each a measure by its text"""
        parts = []
        while True:
            start = self.at
            play = self.choice()
            parts.append((self.text[start:self.at].strip(), play))
            if not self.find(","):
                break
        self.want(r"\)")

        def together(dice, names, measures):
            values = {text: play(dice, names) for text, play in parts}
            return End(", ".join(str(value if value == int(value) else float(value)) for value in values.values()),
                       **{**measures, **values})
        return together

    def until(self, first):
        """d6 until 6: how often it is rolled"""
        if self.find(r"in\b"):
            holds = self.numbers().__contains__
        else:
            sign, number = (self.find(r">=|<=|>|<|=") or "=")[0].strip(), int(self.want(r"(\d+)")[1])
            holds = lambda value: COMPARED[sign](value, number)      # noqa: E731
        share = sum(chance for value, chance in every_game(first, {}).items() if not holds(value))
        most = unlimited(share.numerator, share.denominator) + 1 if share else 1

        def repeated(dice, names):
            number = 1
            while number < most and dice.chance(share):
                number += 1
            return number
        return repeated

    def table(self):
        """[(from, to, what is said, its play or None)]"""
        lines = []
        while True:
            numbers = self.find(r"(-?\d+)(?:(\+)|-(\d+)|\.\.(-?\d+))?:")
            if not numbers:
                return lines
            low = int(numbers[1])
            high = 10 ** 9 if numbers[2] else int(numbers[3] or numbers[4] or low)
            start = self.at
            play = None if self.find(r"[a-ce-z]\w+") else self.sum()
            lines.append((low, high, self.text[start:self.at].strip(), play))

    def by_itself(self, read, sign):
        """What is asked before "?" and looked up before "on" rounds by itself: none, where the sign does not follow"""
        start, around, kind = self.at, self.keeps_fractions, self.kind
        self.keeps_fractions = False
        asked = read()
        self.keeps_fractions = around
        if self.find(sign):
            return asked
        self.at, self.kind = start, kind
        return None

    def choice(self):
        condition = self.by_itself(self.any, r"\?")
        if not condition:
            return self.any()
        then = self.choice()
        self.want(":")
        other = self.choice()
        self.kind = "number"
        return lambda dice, names: (then if condition(dice, names) else other)(dice, names)

    def joined(self, word, part, decided):
        """Parts joined by and, by or; all of them are rolled, which no chance depends on."""
        parts = [part()]
        while self.find(word + r"\b"):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        self.kind = "truth"
        return lambda dice, names: int(decided([play(dice, names) for play in parts]))

    def any(self):
        return self.joined("or", self.all, any)

    def all(self):
        dice = self.find(r"(?=an? d\d+ and an? d\d+\s*$)")   # "a d6 and a d8"
        if dice:
            first = self.single()
            self.want("and")
            return both(first, self.single(), operator.add)
        return self.joined("and", self.negated, all)

    def negated(self):
        if not self.find(r"not\b"):
            return self.compared()
        play = self.negated()
        self.kind = "truth"
        return lambda dice, names: int(not play(dice, names))

    def compared(self):
        between = self.find(r"between (\d+) and (\d+) on\b")
        if between:
            within = self.sum()
            self.kind = "truth"
            return lambda dice, names: int(int(between[1]) <= within(dice, names) <= int(between[2]))
        double = self.find(r"snake eyes|boxcars|double sixes on 2d6")
        if double:
            self.kind = "truth"
            face = 1 if "snake" in double[0] else 6
            return lambda dice, names: int([dice.one_of(range(1, 7)) for _ in range(2)] == [face] * 2)
        first = self.sum()
        least = self.find(r"(\d+)\+(?!\s*[\dd(])")
        if least:
            self.kind = "truth"
            return lambda dice, names: int(first(dice, names) >= int(least[1]))
        if self.find(r"in\b"):
            numbers = self.numbers()
            self.kind = "truth"
            return lambda dice, names: int(first(dice, names) in numbers)
        sign = self.find(r">=|<=|!=|>|<|=")
        if not sign:
            return first
        second = self.sum()
        self.kind = "truth"
        holds = COMPARED[sign[0].strip()]
        return lambda dice, names: int(holds(first(dice, names), second(dice, names)))

    def sum(self):
        play = self.product()
        while True:
            sign = self.find(r"[+-]")
            if not sign:
                return play
            self.kind = "number"
            play = both(play, self.product(), operator.add if sign[0].strip() == "+" else operator.sub)

    def product(self):
        play = self.signed()
        while True:
            sign = self.find(r"[*/]")
            if not sign:
                return play
            self.kind = "number"
            is_exact = self.keeps_fractions or re.match(r"\s*\d*\.\d", self.text[self.at:])
            over = exactly if is_exact else divided
            play = both(play, self.signed(), operator.mul if sign[0].strip() == "*" else over)

    def signed(self):
        if not self.find("-"):
            return self.single()
        play = self.signed()
        return lambda dice, names: -play(dice, names)

    def single(self):
        called = self.find(r"(max|min|abs|ceil|floor|round|exact)\(")
        if called:
            return self.called(called[1])
        if self.find(r"\("):
            return self.bracketed()
        self.kind = "number"
        if self.find(r"\{"):
            return self.group()
        if self.find(r"half (of )?"):
            return self.half()
        unit = self.find(r"(\d+) (?:attacks|shots),? (\d)\+ to hit,? (\d)\+ to wound(?:,? (\d)\+ save)?")
        if unit:
            return unit_attack(*(int(number) if number else None for number in unit.groups()))
        coins = self.find(r"flip (\d+) coins")
        if coins:
            return lambda dice, names: Pool(["heads", "tails"]).value(dice, int(coins[1]))
        decimal = self.find(r"\d*\.\d+")
        if decimal:
            return lambda dice, names: Fraction(decimal[0].strip())
        name = self.find(r"[ab]\b(?! d\d)")
        if name:
            letter = name[0].strip()
            return lambda dice, names: names[letter]
        number = self.find(r"(\d+)(?!\d*[dw.])")
        if number:
            return lambda dice, names: int(number[1])
        many = int(self.want(r"(?:an? )?(\d*)(?=[dw])")[1] or 1)
        return in_cases(self.pool(lambda dice, names: many))

    def half(self):
        """half of 3d6 rounded up"""
        whole = self.single()
        rounds = ceil if self.find(r"rounded (up|down)\b") and self.text[:self.at].endswith("up") else floor
        return lambda dice, names: rounds(Fraction(whole(dice, names), 2))

    def bracketed(self):
        """(2d6), (2d6)d6 or (d6 on 1-3:0 4+:d6)"""
        read = self.by_itself(self.choice, r"on\b") if self.keeps_fractions else None
        play = read or self.choice()
        if read or self.find(r"on\b"):
            read = play
            lines = self.table()

            def looked_up(dice, names):
                total = read(dice, names)
                return next(line[3] for line in lines if line[0] <= total <= line[1])(dice, names)
            play = looked_up
        self.want(r"\)")
        return self.pool(play) if self.find(r"(?=d)") else play

    def called(self, name):
        """max(d6; d8) or floor(d6/2)"""
        self.kind = "number"
        if name in ROUNDED:
            around, self.keeps_fractions = self.keeps_fractions, True
            inner = self.choice()
            self.keeps_fractions = around
            self.want(r"\)")
            return lambda dice, names: ROUNDED[name](Fraction(inner(dice, names)))
        plays = [self.choice()]
        while self.find(r"[,;]"):
            plays.append(self.choice())
        self.want(r"\)")
        if name == "abs":
            return lambda dice, names: abs(plays[0](dice, names))
        return lambda dice, names: OF_SEVERAL[name](play(dice, names) for play in plays)

    def group(self):
        plays = [self.choice()]
        while self.find("[,;]"):
            plays.append(self.choice())
        self.want(r"\}")
        how = self.want(r"(k[hl]|d[hl])(\d+)")
        keep = dropped(how[1], int(how[2]))
        return lambda dice, names: sum(keep(sorted(play(dice, names) for play in plays)))

    def numbers(self):
        """[1, 1, 2] of {1:2,2}, {1,1,2}; words stay words"""
        faces = []
        for part in self.want(r"\{([^{}]*)\}")[1].split(","):
            part = part.strip()
            span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", part)
            times = re.fullmatch(r"(-?\w+):(\d+)", part)
            if span:
                faces += range(int(span[1]), int(span[2]) + 1)
            else:
                face = times[1] if times else part
                faces += [int(face) if re.fullmatch(r"-?\d+", face) else face] * int(times[2] if times else 1)
        return faces

    def pool(self, many):
        sides = self.want(r"[dw](\d+|%|F)?")[1]
        self.kind = "number"
        if not sides and not self.find(r"(?=\{)"):
            sides = "6"                                  # GURPS: 3d
        faces = self.numbers() if not sides else [-1, 0, 1] if sides == "F" else range(1, 101 if sides == "%" else int(sides) + 1)
        pool = Pool(list(faces))
        while self.modifier(pool):
            pass

        def rolled(dice, names):
            return pool.value(dice, max(int(many(dice, names)), 0))
        return self.until(rolled) if self.find(r"until\b") else rolled

    def modifier(self, pool):
        """Whether another one was read"""
        found = self.find(r"(min|max) ?(\d+)")
        if found:
            setattr(pool, "least" if found[1] == "min" else "most", int(found[2]))
            return True
        found = self.find(r"(rr|ro|r)(?=[\d<>=])")
        if found:
            pool.once = found[1] == "ro"
            pool.again = self.such()
            return True
        found = self.find(r"(!!|!p|!)(?!=)")
        if found:
            pool.compounds, pool.penetrates = found[1] == "!!", found[1] == "!p"
            pool.explodes = self.such() if self.find(r"(?=[\d<>=])") else lambda face: face == pool.top()
            limit = self.find(r"x(\d+)")
            pool.further = int(limit[1]) if limit else None
            return True
        found = self.find(r"(\d+)-again\b")
        if found:                                        # World of Darkness: 8 or more succeed
            pool.at_least_again = int(found[1])
            return True
        found = self.find(r"(k|kh|kl|dh|dl|middle) ?(\d+)")
        if found:
            pool.kept.append(dropped("kh" if found[1] == "k" else found[1], int(found[2])))
            return True
        found = self.find(r"count (\d+)\+")
        if found:
            pool.counted = lambda face: int(face >= int(found[1]))
            return True
        found = self.find(r"(dis)?advantage\b")
        if found:                                        # two dice instead of one
            pool.is_twice = True
            pool.kept.append(dropped("kl" if found[1] else "kh", 1))
            return True
        found = self.find(r"(drop|keep) (lowest|highest)(?: (\d+))?")
        if found:
            number = int(found[3] or 1)
            pool.kept.append(dropped(found[1][0] + found[2][0], number))
            return True
        if self.find(r"c(?=\{)"):
            numbers = self.numbers()
            pool.counted = numbers.count
            return True
        found = self.find(r"c=([a-z]\w+)")
        if found:
            pool.counted = lambda face: int(face == found[1])
            return True
        found = self.find(r"(c|f)(?=[\d<>=!])")
        if found:
            setattr(pool, "counted" if found[1] == "c" else "failed", self.such())
            return True
        found = self.find(r"(largest set|pairs|sets(\d)|straight|distinct)\b")
        if found:
            pool.set = (found[1], int(found[2] or 2))
            return True
        return False

    def such(self):
        """Whether a face is so: 5, =5, >=5"""
        found = self.want(r"(>=|<=|!=|>|<|=)?(\d+)")
        holds, number = COMPARED[found[1] or "="], int(found[2])
        return lambda face: int(holds(face, number))


def in_cases(rolled):
    """The same, but what comes to the same number is one case: all ways of the dice are rolled once only."""
    cases = []

    def looked_up(dice, names):
        if not cases:
            chances = every_game(rolled, names)
            if any(isinstance(value, dict) for value in chances):
                return rolled(dice, names)
            ways = lcm(*(chance.denominator for chance in chances.values()))
            cases.append(tuple((value, int(chance * ways)) for value, chance in chances.items()))
        return dice.of(cases[0])
    return looked_up


def unit_attack(attacks, hit, wound, save=None):
    """What gets through of a whole unit: each attack by itself; what is not saved counts."""
    def attacked(dice, names):
        through = 0
        for _ in range(attacks):
            through += (dice.chance(Fraction(max(0, min(6, 7 - hit)), 6)) and dice.chance(Fraction(max(0, min(6, 7 - wound)), 6)) and
                        (save is None or not dice.chance(Fraction(max(0, min(6, 7 - save)), 6))))
        return through
    return attacked


def wild(text):
    """'d8 with a wild die': the better of d8! and d6!"""
    first, second = (Reader(f"d{sides}!").choice() for sides in (re.match(r"\s*d(\d+)", text)[1], 6))

    def better(dice, names, measures):
        return End("rolled", total=max(first(dice, names), second(dice, names)), **measures)
    return better


def both(first, second, joined):
    return lambda dice, names: joined(first(dice, names), second(dice, names))


def divided(first, second):
    return trunc(Fraction(first) / second)


def exactly(first, second):
    return Fraction(first) / second


def play(dice, named, end):
    names = {}
    for name, rolled in named:
        names[name] = rolled(dice, names)
    return end(dice, names, dict(names))


def counts(q):
    try:
        Reader(q["expression"]).whole()
    except Unread:
        return False
    return True


def count(q):
    counted = tally(every_game(play, *Reader(q["expression"]).whole(), most=5_000))
    return {(*key[:2], *map(as_told, key[2:])): chance for key, chance in counted.items()}


def as_told(value):
    """The program tells thirds as numbers of 64 bits."""
    return value if value == int(value) else float(value)


# ---------------------------------------------------------------- expressions by chance


def pool(random, most=3, counts_too=True):
    """A pool that can be rolled in all its ways, with modifiers in any order"""
    sides = random.choice(["4", "6", "6", "8", "10", "F", "{1,1,2}", "{0:3,1:2,2}", "{-1..1}"])
    many = random.randint(1, min(most, 3 if sides in ("4", "6") or not sides.isdigit() else 2))
    top = int(sides) if sides.isdigit() else 2 if sides[:1] == "{" and sides[1] != "-" else 1
    small = sides.isdigit()
    modifiers = []
    if small and random.random() < 0.15:
        modifiers.append(random.choice([f"min{random.randint(2, 3)}", f"max{top - 1}"]))
    if small and random.random() < 0.25:
        modifiers.append(random.choice(["rr=1", "rr<=2", "ro1", "ro<=2", f"ro>={top}", "rr1", "rr=2", f"ro{top}"]))
    if many < 3 and sides != "F" and random.random() < 0.3:
        modifiers.append(random.choice([f"!x{random.randint(1, 2)}", f"!{top - 1}x1", f"!>={top - 1}x1" if small else "!x2",
                                        f"!!x{random.randint(1, 2)}",
                                        "!<=1x1" if small else "!x1"]))
    if random.random() < 0.4:
        number = random.randint(1, many)
        modifiers.append(random.choice([f"k{number}", f"kh{number}", f"kl{number}"] +
                                       ([f"dl{number - 1}", f"dh{number - 1}"] if number > 1 else []) +
                                       (["middle 1", "dh1 dl1"] if many == 3 else [])))
    if counts_too and random.random() < 0.35:
        face = random.randint(1, top)
        modifiers.append(random.choice([f"c>={face}", f"c<={face}", f"c={face}", f"c>{face}", f"c<{face}",
                                        f"c{{{face},{top},{top}}}", f"c>={face} f1", "largest set", "pairs", "straight",
                                        "distinct", "sets3", "sets2"] + ([f"count {face}+"] if face > 0 else [])))
    if not modifiers and small and many < 3 and random.random() < 0.2:
        modifiers.append(random.choice(["!px1", "!px2"]))    # the page doesn't say whether these are dice of their own
    random.shuffle(modifiers)
    text = " ".join([f"{many if many > 1 else ''}d{sides}", *modifiers])
    return f"({text})" if "," in text else text              # a comma outside of round brackets parts situations


def whole_sum(random, most=3):
    text = pool(random, most)
    for _ in range(random.choice([0, 0, 1])):
        text += random.choice([" + ", " - ", " * "]) + random.choice([pool(random, 1), str(random.randint(1, 5))])
    return text


def comparison(random, most=2):
    sign = random.choice(sorted(COMPARED))
    return random.choice([f"({pool(random, most)}) {sign} {random.randint(0, 9)}",
                          f"({pool(random, most)}) {sign} ({pool(random, 1)})",
                          f"({pool(random, most)} in {{{random.randint(0, 3)},{random.randint(4, 7)}}})",
                          f"not ({pool(random, most)}) {sign} {random.randint(0, 9)}"])


def several_comparisons(random):
    text = comparison(random, 1)
    for _ in range(random.randint(1, 2)):
        text += random.choice([" and ", " or "]) + comparison(random, 1)
    return text


def rolled_number(random):
    """As many dice as other dice show, down to none"""
    inner = random.choice(["d4", "d4-2", "2d4 c>=3", "3d6 c>=5", "d{0,1,3}", "d{1..3}", "2d4 kh1", "2dF", "d3 - d3", "3d4 pairs"])
    modifiers = random.choice(["", " c>=3", " kh2", " kl1", " dl1", " ro1", " c=1 f2", " largest set", " distinct", " kh1 c>=2"])
    return f"({inner})d{random.choice(['2', '3', '4'])}{modifiers}"


def table(random):
    kinds = random.choice([("miss", "hit", "kill"), ("0", "d4", "2d4kh1"), ("1", "2", "3"), ("2d4", "3", "d6")])
    two, three = sorted(random.sample(range(2, 8), 2))
    return f"-999999..{two - 1}:{kinds[0]} {two}..{three - 1}:{kinds[1]} {three}+:{kinds[2]}"


# Expressions in expressions: (text, how tightly it binds), 0 what needs no brackets, 1 products, 2 sums, 3 comparisons,
# 4 not, 5 and, 6 or, 7 choices. Brackets stand where they must, and sometimes where they need not.


def held(random, part, most):
    """The text of a part within something that binds as tightly as `most`"""
    text, level = part
    return f"({text})" if level > most or (level and random.random() < 0.2) else text


def small_pool(random):
    """One or two dice with few faces, so that several of them can be rolled in all their ways"""
    return random.choice([
        lambda: pool(random, 1), lambda: pool(random, 2),
        lambda: f"{random.choice(['', '2'])}d{random.choice('2346')}",
        lambda: f"2d{random.choice('34')} {random.choice(['kh1', 'kl1', 'drop lowest', 'c>=3', 'c!=2', 'c<2 f3', 'dh1', 'ro<=1'])}",
        lambda: f"3d{random.choice('23')} {random.choice(['middle 1', 'keep highest 2', 'pairs', 'distinct', 'largest set'])}",
        lambda: f"d{random.choice('46')} {random.choice(['advantage', 'disadvantage', 'min2', 'max3 min2', 'rr1', '!x1', '!px1'])}",
        lambda: f"2d{{hit,miss,miss}} c={random.choice(['hit', 'miss'])}", lambda: f"d{random.choice(['%', 'F'])}",
    ])()


def amount(random, depth, names=""):
    """A number: dice, and what can be made of numbers"""
    def part(most, deeper=1):
        return held(random, amount(random, depth - deeper, names), most)

    if depth <= 0:
        return (random.choice(names) if names and random.random() < 0.5 else
                random.choice([small_pool(random), small_pool(random), str(random.randint(0, 6))]), 0)
    pick = random.choice
    return pick([
        lambda: (f"{part(2)} {pick('+-')} {part(1)}", 2), lambda: (f"{part(2)} {pick('+-')} {part(1)}", 2),
        lambda: (f"{part(1)} * {part(0)}", 1), lambda: (f"{part(1)}/{pick('234')}", 1), lambda: (f"{part(1)} / (d2 + 1)", 1),
        lambda: (f"-{part(0)}", 1), lambda: (f"{pick(['max', 'min'])}({part(7)}, {part(7)})", 0),
        lambda: (f"max({part(7)}; {part(7, 2)}; {part(7, 2)})", 0), lambda: (f"abs({part(7)})", 0),
        lambda: (f"{pick(['ceil', 'floor', 'round'])}({part(1)}/{pick('234')})", 0),
        lambda: (f"{pick(['ceil', 'floor', 'round'])}({part(1)}/2 {pick('+-')} {part(1)}/3)", 0),
        lambda: (f"exact({part(1)}/{pick('24')})", 0), lambda: (f"{part(1)}*{pick(['0.5', '1.25', '2.0'])}", 1),
        lambda: (f"{{{part(7)}, d4, {part(7)}}} {pick(['kh1', 'kl1', 'dh1', 'dl1'])}", 0),
        lambda: (f"({held(random, truth(random, depth - 1, names), 6)} ? {part(7)} : {part(7)})", 0),
        lambda: (f"({held(random, truth(random, depth - 2, names), 6)} ? {part(7)} : {part(7, 2)})", 0),
        lambda: (f"({part(2)} on -999999..2:{pick(['0', 'd4', '-1'])} 3..5:{pick(['1', '2d3kh1'])} "
                 f"6..999999:{pick(['2', 'd2+1'])})", 0),
        lambda: (f"({part(2, 2)})d{pick(['2', '3', '{0,1}'])}{pick(['', '', ' c>=2', ' kh1', ' pairs'])}", 0),
        lambda: (f"(d{pick('34')} until {pick(['>=3', 'in {1,2}', '2'])})", 0),
        lambda: (f"half of {pick(['2d4', '3d3', 'd6'])} rounded {pick(['up', 'down'])}", 2),
        lambda: (f"({pick('123')} attacks, {pick('2345')}+ to hit, {pick('2345')}+ to wound{pick(['', ', 5+ save'])})", 0),
    ])()


def truth(random, depth, names=""):
    """A condition"""
    def number(most):
        return held(random, amount(random, depth - 1, names), most)

    def part(most):
        return held(random, truth(random, depth - 1, names), most)

    pick = random.choice
    compared = lambda: (f"({number(2)}) {pick(sorted(COMPARED))} {pick([number(2), str(random.randint(0, 9))])}", 3)    # noqa: E731
    if depth <= 0:
        return compared()
    return pick([
        compared, compared, lambda: (f"{number(2)} + 0 {pick(sorted(COMPARED))} {number(2)}", 3),
        lambda: (f"({number(2)}) in {{{random.randint(0, 3)}, {random.randint(4, 5)}..{random.randint(6, 8)}}}", 3),
        lambda: (f"not {part(4)}", 4), lambda: (f"{part(5)} and {part(4)}", 5), lambda: (f"{part(6)} or {part(5)}", 6),
        lambda: (f"({number(2)}) {random.randint(0, 9)}+", 3),
        lambda: (f"between {random.randint(0, 3)} and {random.randint(4, 9)} on {pick(['2d4', '3d3 kh2', 'd6'])}", 3),
    ])()


def whole_expression(random, depth):
    """With named rolls before it, and what only a whole expression may say"""
    named, names = "", ""
    for name in random.choice(["", "", "a", "ab"]):
        named += f"{name} = {amount(random, depth - 1, names)[0]}; "
        names += name
    pick = random.choice

    def part():
        return amount(random, depth - 1, names)[0]

    return named + pick([
        lambda: amount(random, depth, names)[0], lambda: amount(random, depth, names)[0], lambda: truth(random, depth, names)[0],
        lambda: f"{held(random, truth(random, depth, names), 6)} ? {part()} : {part()}",
        lambda: f"{held(random, amount(random, depth - 1, names), 2)} vs {held(random, amount(random, depth - 1, names), 2)}"
                + random.choice(["", " + d2"]),
        lambda: f"{held(random, amount(random, depth, names), 2)} on {table(random)}",
        lambda: amount(random, depth, names)[0] if names else f"{random.randint(2, 3)} times {held(random, amount(random, 1), 2)}",
        lambda: "joint(a, b)" if len(names) == 2 else "joint(a, a+1)" if names else part(),
        lambda: part() if named else pick(["snake eyes", "boxcars", "double sixes on 2d6", "a d6 and a d8", "3d", "2w6",
                                           "flip 3 coins"]),
    ])()


def expression(random):
    return flat_expression(random) if random.random() < 0.4 else whole_expression(random, random.choice([1, 2, 2, 3]))


def flat_expression(random):
    inner = rolled_number(random)
    kept = random.choice(["kh1", "kl1", "dh1", "dl1", "kh2"])
    return random.choice([
        lambda: whole_sum(random), lambda: whole_sum(random), lambda: whole_sum(random), lambda: pool(random),
        lambda: inner, lambda: f"({inner})d2 c=2",
        lambda: f"{inner} {random.choice(['+', '-'])} {pool(random, 1)}",
        lambda: comparison(random), lambda: several_comparisons(random),
        lambda: f"not ({several_comparisons(random)})",
        lambda: f"{comparison(random)} ? {pool(random, 2)} : {random.choice([str(random.randint(0, 4)), pool(random, 1)])}",
        lambda: f"{random.choice(['max', 'min'])}({pool(random, 2)}; {pool(random, 2)})",
        lambda: f"{{{pool(random, 2)}; {pool(random, 1)}; {random.choice(['d8', '3', 'd4+1'])}}} {kept}",
        lambda: f"abs({pool(random, 2)} - {pool(random, 1)})",
        lambda: f"{random.choice(['ceil', 'floor', 'round'])}"
                f"(({pool(random, 2)} - {random.randint(0, 9)})/{random.randint(2, 4)})",
        lambda: f"({pool(random, 2)} - {random.randint(0, 9)})/{random.choice(['2', '3', '(d3+1)'])}",
        lambda: f"{whole_sum(random, 2)} vs {pool(random, 2)}",
        lambda: f"{pool(random)} on {table(random)}",
        lambda: f"({pool(random, 2)} on -99..2:{random.choice(['0', 'd4', '2d4kl1'])} 3+:{random.choice(['1', 'd6', '-2'])})"
                f" {random.choice(['+', '-', '*'])} {random.choice(['1', 'd4', '2'])}",
        lambda: f"a = {pool(random, 2)}; a {random.choice(['+', '-', '*'])} a",
        lambda: f"a = {pool(random, 1)}; b = {pool(random, 1)}; "
                f"a {random.choice(['>', '<=', '!='])} b ? a : b + {pool(random, 1)}",
        lambda: f"a = d4; (a)d{random.choice(['3', '4'])}{random.choice(['', ' kh1', ' c>=2'])} - a",
        lambda: f"a = {pool(random, 1)}; a >= 2 and a <= 4 or {comparison(random, 1)}",
        lambda: f"{random.randint(2, 3)} times {pool(random, 1)}",
        lambda: f"({random.choice(['', '2', '3'])}d{{hit,miss,blank,blank}}{random.choice(['', ' c=hit', ' c=miss'])})",
        lambda: f"-{pool(random, 2)} + {random.randint(1, 9)}",
        lambda: f"{random.choice(['d6', '2d6', 'd4', 'd20', '3d4 kh2'])} until "
                f"{random.choice(['4', '3', '>=3', '<=2', 'in {2,4}', 'in {3}'])}",
        lambda: f"{random.choice(['', '2'])}d10 {random.randint(8, 10)}-again",
        lambda: f"d{random.choice(['4', '6', '8', '10'])} with a wild die",
        lambda: f"{random.choice(['d6!', '2d4!', 'd8!>=7', 'd10!!', 'd4! + d6', '2d6!! kh1', 'd6!p'])}",
        lambda: f"a = {pool(random, 2, False)}; b = {pool(random, 1, False)}; joint("
                f"{random.choice(['max(a,b), min(a,b)', 'a, a+b', 'a+b, a-b', 'a, b', 'a, b, a+b', 'a>b, a', 'abs(a-b), b'])})",
    ])()


DRAW = {"expression": expression}
