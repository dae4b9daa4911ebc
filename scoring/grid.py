"""Boards of squares: names, neighbours, regions, drawings.

A square is a column letter and a row number; A1 lies top left, columns count to the right and rows downwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

SIDES = "NESW"
"""The four sides of a square, clockwise from the top."""

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}

_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def squares(columns: int, rows: int) -> tuple[str, ...]:
    """Return the squares of a board by rows.

    >>> squares(2, 2)
    ('A1', 'B1', 'A2', 'B2')
    """
    return tuple(f"{chr(ord('A') + column)}{row}" for row in range(1, rows + 1) for column in range(columns))


def neighbours(columns: int, rows: int) -> dict[str, dict[str, str]]:
    """Return for each square the neighbour on each side that has one.

    >>> neighbours(2, 2)["A1"]
    {'E': 'B1', 'S': 'A2'}
    """
    board = set(squares(columns, rows))
    result: dict[str, dict[str, str]] = {}
    for square in squares(columns, rows):
        beside = {side: chr(ord(square[0]) + x) + str(int(square[1:]) + y) for side, (x, y) in _STEPS.items()}
        result[square] = {side: other for side, other in beside.items() if other in board}
    return result


def by_rows(some: Iterable[str]) -> tuple[str, ...]:
    """Return squares without repetition, row by row from the left.

    >>> by_rows(["A2", "B1", "A2"])
    ('B1', 'A2')
    """
    return tuple(sorted(set(some), key=_ORDER.__getitem__))


_ORDER = {square: number for number, square in enumerate(squares(26, 99))}


def region(start: str, around: Callable[[str], Iterable[str]]) -> set[str]:
    """Return all squares that can be reached from `start` by steps to what lies `around` a square."""
    found = {start}
    waiting = [start]
    while waiting:
        for other in around(waiting.pop()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def drawing(columns: int, rows: int, pictures: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    r"""Draw a board: each square a picture of equally long lines, empty squares blank, column letters and row numbers.

    >>> print(*drawing(2, 1, {"A1": ("po",)}), sep="\n")
       A  B
      ┌──┬──┐
    1 │po│  │
      └──┴──┘
    """
    some = next(iter(pictures.values()), ("  ",))
    width, height = len(some[0]), len(some)
    blank = (" " * width,) * height

    def rule(left: str, middle: str, right: str) -> str:
        return "  " + left + middle.join(["─" * width] * columns) + right

    lines = ["   " + " ".join(chr(ord("A") + column).center(width) for column in range(columns)).rstrip()]
    for row in range(1, rows + 1):
        lines.append(rule("┌", "┬", "┐") if row == 1 else rule("├", "┼", "┤"))
        cells = [pictures.get(f"{chr(ord('A') + column)}{row}", blank) for column in range(columns)]
        for line in range(height):
            label = str(row) if line == height // 2 else " "
            lines.append(f"{label} │" + "│".join(cell[line] for cell in cells) + "│")
    lines.append(rule("└", "┴", "┘"))
    return tuple(lines)
