"""`combat-odds balance --field`: what people would field, by a simplex of its own in fractions, on tables of duels that are
drawn, and on games whose equilibrium is known: stone, paper and scissors; a unit that another beats in everything; Colonel
Blotto with few soldiers.

The duel is a rule in Lua: a table of who beats whom on how many faces of a die. Each unit costs what there is to spend.
"""

import os
from fractions import Fraction

from simplex import shares

RULE = """return {{
  name = "test.table", summary = "a table of who beats whom",
  parameters = {{
    {{"first_number", "how many", least = 1, most = 12}}, {{"second_number", "how many", least = 1, most = 12}},
    {{"first_kind", "of the first", least = 1, most = {0}}}, {{"second_kind", "of the second", least = 1, most = {0}}},
  }},
  outcomes = {{{{"first_wins", "the first"}}, {{"second_wins", "the second"}}}},
  resolve = function(dice, situation)
    local faces = {1}
    local roll, a, b = dice:dr(), situation.first_number, situation.second_number
    if a ~= b then return a > b and "first_wins" or "second_wins" end
    return roll <= faces[situation.first_kind][situation.second_kind] and "first_wins" or "second_wins"
  end,
}}"""


def random_table(chance):
    n = chance.randint(2, 7)
    faces = [[3] * n for _ in range(n)]
    values = chance.choice([range(7), (0, 3, 6), (2, 3, 4)])   # few values: often several mixes are as good
    for i in range(n):
        for j in range(i):
            faces[i][j] = chance.choice(values)
            faces[j][i] = 6 - faces[i][j]
    return faces, None


def stone_paper_scissors(chance):
    """Each is taken as often as the win between the other two is large."""
    wins = [chance.randint(1, 3) for _ in range(3)]              # of stone over scissors, scissors over paper, paper over stone
    faces = [[3] * 3 for _ in range(3)]
    for (winner, loser), win in zip(((0, 2), (2, 1), (1, 0)), wins):
        faces[winner][loser], faces[loser][winner] = 3 + win, 3 - win
    known = [Fraction(win, sum(wins)) for win in (wins[1], wins[0], wins[2])]
    return faces, [(share, share) for share in known]


def dominated(chance):
    """A unit that is one face worse than stone against everybody, and against stone itself."""
    faces, known = stone_paper_scissors(chance)
    worse = [max(0, face - 1) for face in faces[0]]
    faces = [row + [6 - low] for row, low in zip(faces, worse)] + [worse + [3]]
    return faces, known + [(0, 0)]


def blotto(chance):
    """So many soldiers over three places; who has more places wins. The splits are the units."""
    soldiers = chance.choice([2, 3, 4])
    splits = [(a, b, soldiers - a - b) for a in range(soldiers + 1) for b in range(soldiers + 1 - a)]

    def places(mine, his):
        return sum((a > b) - (a < b) for a, b in zip(mine, his))
    return [[3 + 3 * ((places(a, b) > 0) - (places(a, b) < 0)) for b in splits] for a in splits], None


def differences(command, chance):
    faces, known = chance.choice([random_table] * 4 + [stone_paper_scissors, dominated, blotto])(chance)
    n = len(faces)
    os.mkdir(command.folder + "/rules")
    with open(command.folder + "/rules/table.lua", "w", encoding="utf-8") as file:
        rows = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in faces)
        file.write(RULE.format(n, "{" + rows + "}"))
    command.written += [f"{i + 1}: {row}" for i, row in enumerate(faces)]
    path = command.write("units.csv", ["procedure", "name", "points", "kind"],
                         [["test.table", f"unit {i + 1}", 10, i + 1] for i in range(n)])
    command.run("balance", path, "--points", 10, "--field", "--rules", command.folder + "/rules",
                "--out", command.folder + "/out", "--quiet")
    payoff = [[Fraction(face - 3, 6) for face in row] for row in faces]
    counted = shares(payoff)
    found = []
    if known is not None and counted != known:
        found.append(f"the simplex says {counted}, by hand {known}")
    rows = command.rows_of("out/field.csv")
    if [row["unit"] for row in rows] != [f"unit {i + 1}" for i in range(n)]:
        return found + [f"field.csv: {[row['unit'] for row in rows]}"]
    mix = [float(row["share"]) for row in rows]
    for i, (row, (least, most)) in enumerate(zip(rows, counted)):
        for name, value in (("least_share", least), ("most_share", most)):
            command.compared += 1
            if abs(float(row[name]) - float(value)) > 1e-6:
                found.append(f"{row['unit']}, {name}: counted {value}, the program {row[name]}")
        if not float(least) - 1e-6 <= mix[i] <= float(most) + 1e-6:
            found.append(f"{row['unit']}: a share of {mix[i]}, which may be {least} to {most}")
        score = 0.5 + sum(share * float(payoff[i][j]) for j, share in enumerate(mix))
        if abs(score - float(row["score"])) > 1e-8 or score > 0.5 + 1e-6:
            found.append(f"{row['unit']}: scores {score} against the mix, the program {row['score']}")
    if abs(sum(mix) - 1) > 1e-9:
        found.append(f"the shares are {sum(mix)} together")
    return found
