"""The question whether a piece moves on: asked where it came to a number on which another one stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor.table import player_of
from companion.games.mayor.taken_spaces import move_on, open_questions, stay
from companion.games.mayor.wording import PIECES
from companion.ui.components.controls import button, caption, outlined, text
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.editors.mayor.faces import column, piece_mark
from scoring.mayor.moves import on_the_same_number

if TYPE_CHECKING:
    from companion.games.mayor.extras import Moved
    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable

RULE: Final = "Only one piece stands on a space. A number can be on several streets: those are different spaces."


def question(state: MayorTable, moved: Moved) -> str:
    """Return the question about a piece that came to others."""
    player = player_of(state, moved.seat)
    others = [f"{one.name}'s {PIECES[one.piece]}" for one in on_the_same_number(state.table, moved.seat, moved.piece)]
    space = getattr(player, moved.piece.value)
    stand = "stands" if len(others) == 1 else "stand"
    return f"{player.name}'s {PIECES[moved.piece]} came to {space}, where {' and '.join(others)} {stand}."


@component
def Taken(live: LiveTable) -> ft.Control:
    """Ask about the first piece that may have to move on; nothing where there is none."""
    use_revision(live)
    state: MayorTable = live.state
    asked = open_questions(state)
    if not asked:
        return ft.Container()
    moved = asked[0]
    player = player_of(state, moved.seat)
    space = getattr(player, moved.piece.value)
    to = space + (1 if moved.forwards else -1)
    name = f"{player.name}'s {PIECES[moved.piece]}"

    async def on() -> None:
        await live.change(f"{name} moves on to {to}", move_on(moved))

    async def here() -> None:
        await live.change(f"{name} stays on {space}", stay(moved))

    words = ft.Row(
        [
            piece_mark(state.extras.seats[moved.seat], moved.piece),
            text(question(state, moved), Style.STRONG, expand=True),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    ways = wrapped([button(f"Same space: on to {to}", on), outlined("Another space: stays", here)])
    whole = ft.Container(
        column([words, caption(RULE), ways], 2 * SPACE),
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border_radius=RADIUS,
        padding=3 * SPACE,
    )
    return ft.Semantics(content=whole, live_region=True, container=True)


def taken(live: LiveTable) -> list[ft.Control]:
    """Return the question about a piece that may have to move on, where there is one."""
    return [Taken(live)] if open_questions(live.state) else []
