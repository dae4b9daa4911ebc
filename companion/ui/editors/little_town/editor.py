"""Little Town at the table, as one record; its first tab is the board that all players share."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.little_town import actions
from companion.games.little_town.copy_values import GAME, asked_at_the_end
from companion.ui.components.controls import caption, seat_mark, tappable, text
from companion.ui.components.layout import column, scrolling, two_columns
from companion.ui.core.context import use_guests, use_next_seat, use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import unless_gone, use_changed, use_ref, use_value
from companion.ui.core.keyboard import use_arrows
from companion.ui.core.theme import RADIUS, SPACE, Style, seat_wash
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.little_town.board import (
    WITH_MARGINS,
    Actor,
    BoardSelection,
    SelectionFrame,
    Squares,
    small_board,
    square_size,
)
from companion.ui.editors.little_town.market import MarketTab
from companion.ui.editors.little_town.my_copy_screen import AidQuestionCard, MyCopyScreen
from companion.ui.editors.little_town.player import PlayerTab
from companion.ui.editors.little_town.round_end import RoundTab
from companion.ui.editors.little_town.square_panel import SquarePanel
from scoring.little_town.moves import seat_to_place, turns_are_kept, workers_at_hand, workers_to_place
from scoring.little_town.objectives import BESIDE
from scoring.little_town.state import Player, Table
from scoring.messages import Message, counted, say, say_in, tr

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


FIRST_SQUARE: Final = "E3"
"""The square that the arrow keys select first."""


@component
def TownTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the board; the frame around the selected square is drawn before the panel changes.

    Where something was just entered, the frame of the square alone stays, in sight, until the next square is selected.
    """
    ui = use_ui()
    actor = use_actor(live, seat)
    framed = use_ref(BoardSelection).current
    selection = use_ref(BoardSelection).current
    scrolled = use_ref(ft.Ref[ft.Column]).current

    async def pick(cell: str | None, *, entered: str | None = None, sought: str | None = None) -> None:
        framed.cell = cell or entered
        if cell is not None:
            await asyncio.sleep(0)
        selection.cell = cell
        if (entered or sought) and scrolled.current is not None:
            with unless_gone():
                await scrolled.current.scroll_to(offset=None if sought else 0, scroll_key=sought)

    async def tap(cell: str) -> None:
        brush = selection.brush
        if brush is not None:
            await live.change(
                say("{what}: {value}", what=cell, value=brush.noun.name),
                lambda state: actions.paint(state, cell, brush),
            )
            return
        await pick(None if cell == selection.cell else cell)

    def neighbour_of(side: str) -> str:
        cell = framed.cell
        return FIRST_SQUARE if cell is None else BESIDE[cell].get(side, cell)

    use_arrows(ui.keys, lambda: framed.cell, pick, neighbour_of)
    tap_stable = ft.use_callback(tap, [live])
    size = square_size(ui.viewport)
    board = ft.Stack(
        [Squares(live, size, tap_stable), SelectionFrame(selection, size, 1), SelectionFrame(framed, size, 0)]
    )
    centred = ft.Row([board], alignment=ft.MainAxisAlignment.CENTER)
    below = SquarePanel(live, actor, selection, pick)
    if ui.viewport.wide and ui.viewport.low:
        return two_columns([centred], [TurnLine(live, seat), below])
    if ui.viewport.wide:
        return two_columns([TurnLine(live, seat), centred], [below])
    panel = ft.Container(below, padding=ft.Padding.symmetric(horizontal=2 * SPACE))
    return scrolling([TurnLine(live, seat), centred, panel], scrolled, margin=0)


def use_actor(live: LiveTable, seat: int) -> Actor:
    """Return for whom a tap enters: whose turn it is, also after an undo; the seat that is shown only when asked to.

    The board is everybody's, so it stays as it is when the turn passes: the next tap enters for the next player.
    """
    use_guests(live.id)
    shown_next = use_next_seat(live.id)
    nobody: int | None = None
    insisted, set_insisted = use_value(nobody)
    follows, turn, placing = use_selector(
        live, lambda: (turns_are_kept(live.state.table), live.state.table.turn, seat_to_place(live.state.table))
    )
    before, passed = use_ref(lambda: turn).current, use_ref(lambda: turn == seat)  # else this player was asked for
    passed.current = passed.current or turn != before
    out_of_turn = insisted == turn
    passes = follows and not out_of_turn and passed.current
    acting = shown_next(placing) if follows and not out_of_turn else seat
    return Actor(
        seat=acting,
        shown=shown_next(turn) if passes else seat,
        turn=placing if follows else acting,
        waits=follows and not out_of_turn and acting != placing,
        insist=lambda: set_insisted(lambda before: None if before == turn else turn),
    )


@component
def TurnLine(live: LiveTable, seat: int) -> ft.Control:
    """Show whose turn it is, on as many lines in each turn; a tap shows that player."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    turn = state.table.turn
    said, viewport = use_changed(turn), use_ui().viewport
    margin = ft.Margin.symmetric(horizontal=0 if viewport.wide else 2 * SPACE)
    if not workers_to_place(state.table):
        return _turn_lines(tr("All workers are placed"), None, tr("Go on under Round"), margin=margin)
    name = state.table.players[turn].name
    workers = workers_at_hand(state.table, turn)
    plays, left = tr("{name}’s turn", name=name), counted(workers, "{number} worker left", "{number} workers left")
    style = state.extras.seats[turn]
    look: dict[str, Any] = {"bgcolor": seat_wash(style.colour, viewport.palette), "margin": margin}
    words = (plays, seat_mark(style), "" if state.table.visit else tr("Tap an empty square."), left)
    if turn == seat:
        return _turn_lines(*words, border_radius=RADIUS, **look)
    show = partial(page.navigate, f"/table/{live.id}/town/{turn}")
    return tappable(_turn_lines(*words), f"{plays}, {left}", show, live=said or None, **look)


def _turn_lines(
    title: str,
    mark: ft.Control | None,
    below: str,
    left: Message | str = "",
    **look: Any,  # noqa: ANN401
) -> ft.Control:
    """Return lines that never wrap: the board below stays where it is. What is `left` goes beside the title."""
    viewport = use_ui().viewport
    roomy = viewport.width / viewport.scale >= WITH_MARGINS
    one_line: dict[str, Any] = {"max_lines": 1, "overflow": ft.TextOverflow.ELLIPSIS}
    name = text(title, Style.STRONG, **one_line, expand=True)
    row = ft.Row([*([mark] if mark else []), name, *([caption(left)] if left and roomy else [])], spacing=2 * SPACE)
    lines = [text(words, Style.SMALL, **one_line) for words in ([left, below] if left and not roomy else [below])]
    padding = ft.Padding.symmetric(horizontal=3 * SPACE, vertical=SPACE)
    return ft.Container(column([row, *lines], 0), padding=padding, **look)


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions about the gameplay aid on which the score rests, where they are open."""
    questions = asked_at_the_end(live.state)
    return column([AidQuestionCard(live, question) for question in questions], 3 * SPACE) if questions else None


def board(table: Table, _seat: int, highlighted: frozenset[str], width: float) -> ft.Control | None:
    """Return the board that all players share, with some squares highlighted."""
    return small_board(table, highlighted, width, use_ui().viewport.palette)


LITTLE_TOWN: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="town",
            title=say("Town"),
            icon=ft.Icons.GRID_VIEW,
            view=TownTab,
            shared=True,
            fills=True,
            side="right",
            enters=frozenset({"castle", "watchtower", "buildings", "workers", "board"}),
        ),
        Tab(
            key="player",
            title=say("Stock"),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=PlayerTab,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}),
        ),
        Tab(key="market", title=say_in("Little Town", "Market"), icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab),
        Tab(key="round", title=say("Round"), icon=ft.Icons.RESTAURANT, view=RoundTab, of_a_seat=False),
    ),
    ask=ask,
    follows_turn=True,
    my_copy=MyCopyScreen,
    board=board,
)
