"""A player's board with the squares lit that something speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.guards import component

if TYPE_CHECKING:
    from companion.editors.base import Editor


@component
def Lit(editor: Editor, table: Any, seat: int, cells: tuple[str, ...], width: float) -> ft.Control:  # noqa: ANN401
    """Show the board of a seat, `width` px wide, where the game draws one."""
    return editor.board(table, seat, frozenset(cells), width) or ft.Container()
