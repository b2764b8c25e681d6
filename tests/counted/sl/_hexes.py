"""Hexes of the mapboards: columns A, B, ... Z, AA, ...; odd columns stand half a hex higher than even ones."""

import re


def place(name):
    """(column, row) of a name such as EE7"""
    letters, row = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()
    return len(letters) * 26 - 25 + ord(letters[0]) - ord("A"), int(row)


def neighbour(hex_, direction):
    """The next hex in a direction: 1 up the board, then clockwise."""
    column, row = hex_
    if direction in (1, 4):
        return column, row + (-1 if direction == 1 else 1)
    upper = direction in (2, 6)
    side = 1 if direction in (2, 3) else -1
    if column % 2:
        return column + side, row - upper
    return column + side, row + (not upper)


def direction_to(one, other):
    """1 to 6 where the hexes are next to each other, else None"""
    return next((direction for direction in range(1, 7) if neighbour(one, direction) == other), None)


def distance(one, other):
    """Columns cost one hex each, and each of them half a row."""
    def height(hex_):
        return 2 * hex_[1] - hex_[0] % 2                     # in half rows
    across = abs(one[0] - other[0])
    return across + max(0, abs(height(one) - height(other)) - across) // 2
