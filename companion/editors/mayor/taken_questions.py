"""The question whether a piece moves on: asked where it came to a number on which another one stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.mayor.city import player_of
from companion.editors.mayor.faces import column, piece_mark
from companion.editors.mayor.taken import move_on, open_questions, stay
from companion.editors.mayor.words import PIECES
from companion.guards import component
from companion.parts.basics import button, outlined, quiet, text
from companion.parts.fields import wrapped
from companion.theme import RADIUS, SPACE, Style
from companion.ui import use_live, use_ui
from scoring.mayor.moves import on_the_same_number

if TYPE_CHECKING:
    from companion.editors.mayor.beside import Moved
    from companion.editors.mayor.city import City
    from companion.live import LiveTable

RULE: Final = "Only one piece stands on a space. A number can be on several streets: those are different spaces."


def question(evening: City, moved: Moved) -> str:
    """Return the question about a piece that came to others."""
    player = player_of(evening, moved.seat)
    others = [f"{one.name}'s {PIECES[one.piece]}" for one in on_the_same_number(evening.table, moved.seat, moved.piece)]
    space = getattr(player, moved.piece.value)
    stand = "stands" if len(others) == 1 else "stand"
    return f"{player.name}'s {PIECES[moved.piece]} came to {space}, where {' and '.join(others)} {stand}."


@component
def Taken(live: LiveTable) -> ft.Control:
    """Ask about the first piece that may have to move on; nothing where there is none."""
    use_live(live)
    palette = use_ui().look.palette
    evening: City = live.evening
    asked = open_questions(evening)
    if not asked:
        return ft.Container()
    moved = asked[0]
    player = player_of(evening, moved.seat)
    space = getattr(player, moved.piece.value)
    to = space + (1 if moved.forwards else -1)
    name = f"{player.name}'s {PIECES[moved.piece]}"

    async def on() -> None:
        await live.change(f"{name} moves on to {to}", move_on(moved))

    async def here() -> None:
        await live.change(f"{name} stays on {space}", stay(moved))

    words = ft.Row(
        [
            piece_mark(evening.beside.seats[moved.seat], moved.piece, palette),
            text(question(evening, moved), Style.STRONG, expand=True),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    ways = wrapped([button(f"Same space: on to {to}", on), outlined("Another space: stays", here)])
    whole = ft.Container(
        column([words, quiet(RULE, palette), ways], 2 * SPACE),
        bgcolor=palette.tertiary_wash,
        border_radius=RADIUS,
        padding=3 * SPACE,
    )
    return ft.Semantics(content=whole, live_region=True, container=True)


def taken(live: LiveTable) -> list[ft.Control]:
    """Return the question about a piece that may have to move on, where there is one."""
    return [Taken(live)] if open_questions(live.evening) else []
