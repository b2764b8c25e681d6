"""A simplex of its own, in fractions: the value of a game, and between what each share of a best mix may lie."""

from fractions import Fraction


def greatest(aim, rows):
    """(value, point) of the greatest sum of aim[i] x[i] with x >= 0 and, for each (row, right) of `rows`, sum of row[i] x[i] =
    right, no right below 0; None where no x does. Bland's rule, so it ends; an artificial variable for each row first."""
    n, m = len(aim), len(rows)
    table = [[Fraction(x) for x in row] + [Fraction(i == k) for k in range(m)] + [Fraction(right)]
             for i, (row, right) in enumerate(rows)]
    basis = list(range(n, n + m))

    def pivot(r, c):
        table[r] = [x / table[r][c] for x in table[r]]
        for other in range(m):
            if other != r and table[other][c]:
                factor = table[other][c]
                table[other] = [x - factor * y for x, y in zip(table[other], table[r])]
        basis[r] = c

    def climb(goal, columns):
        while True:
            entering = next((c for c in columns if c not in basis and
                             goal[c] - sum(goal[b] * table[r][c] for r, b in enumerate(basis)) > 0), None)
            if entering is None:
                return
            ratios = [(table[r][-1] / table[r][entering], basis[r], r) for r in range(m) if table[r][entering] > 0]
            assert ratios, "no bound"
            pivot(min(ratios)[2], entering)

    climb([Fraction(0)] * n + [Fraction(-1)] * m, range(n + m))
    if any(table[r][-1] for r, b in enumerate(basis) if b >= n):
        return None
    for r, b in enumerate(basis):                            # artificial ones at 0: out, or the row says nothing
        if b >= n:
            column = next((c for c in range(n) if table[r][c]), None)
            if column is not None:
                pivot(r, column)
    climb([Fraction(x) for x in aim] + [Fraction(0)] * m, range(n))
    point = [Fraction(0)] * n
    for r, b in enumerate(basis):
        if b < n:
            point[b] = table[r][-1]
    return sum(a * x for a, x in zip(aim, point)), point


def shares(payoff):
    """[(least, most)] of each choice of who chooses the row of a game of equal sides (payoff[i][j] = -payoff[j][i]): the mixes
    with which he loses nothing, whatever the other chooses"""
    n = len(payoff)
    # sum of x[i] payoff[i][j] - spare[j] = 0, and the shares are 1 together
    rows = [([payoff[i][j] for i in range(n)] + [-Fraction(k == j) for k in range(n)], 0) for j in range(n)]
    rows.append(([1] * n + [0] * n, 1))
    found = []
    for choice in range(n):
        aim = [Fraction(k == choice) for k in range(2 * n)]
        found.append((-greatest([-x for x in aim], rows)[0], greatest(aim, rows)[0]))
    return found
