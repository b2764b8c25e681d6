"""`combat-odds luck`: the sums of fair dice by convolution, the spread by Pearson's formula."""

from fractions import Fraction

from asked import convolved

KINDS = {"dr": {face: Fraction(1, 6) for face in range(1, 7)},
         "DR": {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}}


def groups(rolls):
    """[(side, kind, totals)]: of each kind all, and where several have rolled, each by himself"""
    for kind in ("dr", "DR"):
        of_kind = [(player, total) for player, its_kind, total in rolls if its_kind == kind]
        players = sorted({player for player, _ in of_kind})
        if of_kind:
            yield "all" if len(players) > 1 else players[0], kind, [total for _, total in of_kind]
        for player in players if len(players) > 1 else []:
            yield player, kind, [total for his, total in of_kind if his == player]


def spread(totals, kind):
    """(chi-squared, degrees of freedom); neighbouring totals together, from the lowest up, until five are expected"""
    classes, counted, expected = [], 0, Fraction(0)
    for total, share in KINDS[kind].items():
        counted, expected = counted + totals.count(total), expected + share * len(totals)
        if expected >= 5:
            classes.append((counted, expected))
            counted, expected = 0, Fraction(0)
    if classes and (counted or expected):                    # what is left belongs to the last class
        classes[-1] = (classes[-1][0] + counted, classes[-1][1] + expected)
    if len(classes) < 2:
        return None
    return sum((seen - due) ** 2 / due for seen, due in classes), len(classes) - 1


def differences(command, chance):
    players = chance.choice([["Anna"], ["Anna", "Ben"]])
    rolls, lines = [], []
    for _ in range(chance.choice([1, 3, 8, 20, 45])):
        player, kind = chance.choice(players), chance.choice(["dr", "DR", "DR"])
        dice = [chance.randint(1, 6) for _ in range(2 if kind == "DR" else 1)]
        rolls.append((player, kind, sum(dice)))
        lines.append(["+".join(map(str, dice)) if chance.random() < 0.5 else sum(dice), kind, player])
    said = {(row["side"], row["kind"]): row
            for row in command.rows("luck", command.write("log.csv", ["roll", "kind", "player"], lines),
                                    "--format", "csv")}
    found = []
    for side, kind, totals in groups(rolls):
        row = said.pop((side, kind), None)
        if row is None:
            found.append(f"{side} {kind}: no line")
            continue
        sums = {0: Fraction(1)}
        for _ in totals:
            sums = convolved(sums, KINDS[kind])
        at_most = sum(share for total, share in sums.items() if total <= sum(totals))
        at_least = sum(share for total, share in sums.items() if total >= sum(totals))
        test = spread(totals, kind)
        counted = {"rolls": len(totals), "sum": sum(totals), "mean": Fraction(sum(totals), len(totals)),
                   "expected_mean": Fraction(7, 2) * (2 if kind == "DR" else 1), "at_most": at_most, "at_least": at_least,
                   "percentile": 50 * (1 + at_most - at_least)}
        if test:
            counted.update(chi_squared=test[0], degrees_of_freedom=test[1])
        elif row["chi_squared"]:
            found.append(f"{side} {kind}: a test of the spread, where no two classes expect five")
        for name, value in counted.items():
            found += command.compare(f"{side} {kind} {name}", value, row[name])
    return found + [f"{side} {kind}: nobody rolled so" for side, kind in said]
