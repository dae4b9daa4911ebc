"""The Town tab: the board that all players share, and below it the panel of the selected square."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.little_town import actions
from companion.ui.components.controls import caption, seat_mark, tappable, text
from companion.ui.components.layout import scrolling, two_columns
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_ref
from companion.ui.core.keyboard import use_arrows
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.board import BoardSelection, SelectionFrame, Squares, square_size
from companion.ui.editors.little_town.square_panel import SquarePanel
from scoring.little_town.objectives import BESIDE
from scoring.little_town.state import LAST_ROUND
from scoring.little_town.wording import LANDS
from scoring.messages import counted

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable

FIRST_SQUARE: Final = "E3"
"""The square that the arrow keys select first."""

TURN_PADDING: Final = 13
"""The padding that makes a line of text as high as a target, in px."""


@component
def TownTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the board; the frame around the selected square is drawn before the panel changes."""
    ui = use_ui()
    framed = use_ref(BoardSelection).current
    selection = use_ref(BoardSelection).current

    async def pick(cell: str | None) -> None:
        framed.cell = cell
        await asyncio.sleep(0)
        selection.cell = cell

    async def tap(cell: str) -> None:
        brush = selection.brush
        if brush is not None:
            await live.change(f"{cell}: {LANDS[brush]}", actions.paint(cell, brush))
            return
        await pick(None if cell == framed.cell else cell)

    def neighbour_of(side: str) -> str:
        here = framed.cell
        return FIRST_SQUARE if here is None else BESIDE[here].get(side, here)

    use_arrows(ui.keys, lambda: framed.cell, pick, neighbour_of)
    tap_stable = ft.use_callback(tap, [live])
    size = square_size(ui.viewport)
    board = ft.Stack(
        [Squares(live, size, tap_stable), SelectionFrame(framed, size, 1), SelectionFrame(framed, size, 0)]
    )
    centred = ft.Row([board], alignment=ft.MainAxisAlignment.CENTER)
    below = SquarePanel(live, seat, selection, pick)
    if ui.viewport.wide and ui.viewport.low:
        return two_columns([centred], [TurnLine(live, seat), below])
    if ui.viewport.wide:
        return two_columns([TurnLine(live, seat), centred], [below])
    return scrolling([TurnLine(live, seat), centred, below])


@component
def TurnLine(live: LiveTable, seat: int) -> ft.Control:
    """Show the round and whose turn it is; a tap shows that player."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    number = caption(f"Round {state.table.round} of {LAST_ROUND}")
    if not actions.workers_to_place(state):
        over = text("All workers are placed", Style.STRONG)
        return ft.Row([over, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True)
    turn = state.extras.turn
    name = state.table.players[turn].name
    left = counted(actions.workers_at_hand(state, turn), "worker left", "workers left")
    plays = text(
        f"{name} plays",
        Style.STRONG,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
        expand_loose=True,
    )
    who = ft.Row([seat_mark(state.extras.seats[turn]), plays], spacing=2 * SPACE, tight=True)
    whose = ft.Row([who, caption(left)], spacing=2 * SPACE, run_spacing=0, wrap=True)
    if turn == seat:
        return ft.Row([whose, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True)
    shown = tappable(
        whose,
        f"{name} plays, {left}: show {name}",
        lambda: page.navigate(f"/table/{live.id}/town/{turn}"),
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE, vertical=TURN_PADDING),
    )
    return ft.Row([shown, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True)
