"""Boards: squares in rows, how large they are, and a player's board with the squares that earned something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    DrawBoard = Callable[[Any, int, frozenset[str], float], ft.Control | None]

GAP = 2

CORNER = 4
"""The radius of a square of the board, in px."""


def grid(squares: Iterable[Iterable[ft.Control]], gap: float = GAP) -> ft.Column:
    """Return squares row by row."""
    rows: list[ft.Control] = [ft.Row(list(row), spacing=gap, tight=True) for row in squares]
    return ft.Column(rows, spacing=gap, tight=True)


def room_for(width: float, columns: int, frame: float) -> float:
    """Return the size of a square where `columns` and a strip of the frame share a width, in px."""
    return (width - frame - (columns + 1) * GAP - 4 * SPACE) // columns


@component
def HighlightedBoard(draw: DrawBoard, table: Any, seat: int, cells: tuple[str, ...], width: float) -> ft.Control:  # noqa: ANN401
    """Show the board of a seat, `width` px wide, where the game draws one."""
    return draw(table, seat, frozenset(cells), width) or ft.Container()
