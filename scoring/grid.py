"""Boards of squares: names, neighbours, regions, drawings.

A square is a column letter and a row number; A1 lies top left, columns count to the right and rows downwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


SIDES = "NESW"
"""The four sides of a square, clockwise from the top."""

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}

DIRECTIONS: Final = {"N": say("north"), "E": say("east"), "S": say("south"), "W": say("west")}
"""The sides in words."""

_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def squares(columns: int, rows: int) -> tuple[str, ...]:
    """Return the squares of a board by rows.

    >>> squares(2, 2)
    ('A1', 'B1', 'A2', 'B2')
    """
    return tuple(f"{chr(ord('A') + column)}{row}" for row in range(1, rows + 1) for column in range(columns))


def neighbours(columns: int, rows: int) -> dict[str, dict[str, str]]:
    """Return the neighbours of each square by side; sides on the edge have none.

    >>> neighbours(2, 2)["A1"]
    {'E': 'B1', 'S': 'A2'}
    """
    board = set(squares(columns, rows))
    result: dict[str, dict[str, str]] = {}
    for square in squares(columns, rows):
        beside = {side: chr(ord(square[0]) + x) + str(int(square[1:]) + y) for side, (x, y) in _STEPS.items()}
        result[square] = {side: neighbour for side, neighbour in beside.items() if neighbour in board}
    return result


def surroundings(columns: int, rows: int) -> dict[str, tuple[str, ...]]:
    """Return the up to eight squares around each square, by rows.

    >>> surroundings(2, 2)["A1"]
    ('B1', 'A2', 'B2')
    """
    board = squares(columns, rows)
    return {
        square: tuple(
            neighbour
            for neighbour in board
            if neighbour != square
            and abs(ord(neighbour[0]) - ord(square[0])) <= 1
            and abs(int(neighbour[1:]) - int(square[1:])) <= 1
        )
        for square in board
    }


def by_rows(some: Iterable[str]) -> tuple[str, ...]:
    """Return the squares once each, row by row from the left.

    >>> by_rows(["A2", "B1", "A2"])
    ('B1', 'A2')
    """
    once = set(some)
    return tuple(once) if len(once) == 1 else tuple(sorted(once, key=_ORDER.__getitem__))


_ORDER = {square: number for number, square in enumerate(squares(26, 99))}


def region(start: str, around: Callable[[str], Iterable[str]]) -> set[str]:
    """Return all squares that steps from `start` reach; `around` gives the squares one step away."""
    reached = {start}
    waiting = [start]
    while waiting:
        for neighbour in around(waiting.pop()):
            if neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached


def draw_board(pictures: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    r"""Draw the part of a board that has pictures, each of equally long lines; squares without one are blank.

    >>> print(*draw_board({"B3": ("po",), "C3": ("po",)}), sep="\n")
       B  C
      ┌──┬──┐
    3 │po│po│
      └──┴──┘
    """
    if not pictures:
        return ()
    some = next(iter(pictures.values()))
    width, height = len(some[0]), len(some)
    blank = (" " * width,) * height
    letters = [chr(code) for code in _span(ord(square[0]) for square in pictures)]
    rows = _span(int(square[1:]) for square in pictures)
    margin = len(str(rows[-1]))

    def rule(left: str, middle: str, right: str) -> str:
        return " " * margin + " " + left + middle.join(["─" * width] * len(letters)) + right

    lines = [" " * margin + "  " + " ".join(letter.center(width) for letter in letters).rstrip()]
    for row in rows:
        lines.append(rule("┌", "┬", "┐") if row == rows[0] else rule("├", "┼", "┤"))
        cells = [pictures.get(f"{letter}{row}", blank) for letter in letters]
        for line in range(height):
            label = str(row) if line == height // 2 else ""
            lines.append(f"{label:>{margin}} │" + "│".join(cell[line] for cell in cells) + "│")
    lines.append(rule("└", "┴", "┘"))
    return tuple(lines)


def _span(numbers: Iterable[int]) -> range:
    each = sorted(set(numbers))
    return range(each[0], each[-1] + 1)
