"""Who plays now, as far as the last action that was entered tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.ui.components.controls import caption, notice, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_guests, use_next_seat, use_selector
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_ref
from companion.ui.core.theme import SPACE, TARGET
from scoring.messages import tr

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


@component
def TurnLine(live: LiveTable, seat: int, tab: str) -> ft.Control:
    """Show who plays now, and the player's page when a turn ends that is shown; nothing before the first action.

    Who has still to take an upgrade tile is shown until it is taken.
    """
    page = ft.context.page
    use_guests(live.id)
    shown_next = use_next_seat(live.id)
    turn = use_selector(live, lambda: live.state.table.turn)
    due = use_selector(live, lambda: actions.upgrades_due(live.state.table.players[seat]))
    last = use_ref(lambda: turn)

    def show() -> None:
        page.navigate(f"/table/{live.id}/{tab}/{turn}")

    def follow() -> None:
        if due:
            return
        if turn not in (None, last.current, seat) and last.current in (None, seat) and shown_next(turn) == turn:
            show()
        last.current = turn

    use_effect(follow, [turn, due])
    if turn is None:
        return ft.Container()
    name = live.state.table.players[turn].name
    if turn == seat:
        said: ft.Control = ft.Container(
            caption(tr("{name}’s turn", name=name)), padding=ft.Padding.symmetric(horizontal=3 * SPACE)
        )
        return ft.Container(said, height=TARGET, alignment=ft.Alignment.CENTER_LEFT)
    words = tr(
        "It is {name}’s turn. What you enter now is for {shown}.",
        name=name,
        shown=live.state.table.players[seat].name,
    )
    return column([notice(words), wrapped([plain_button(tr("Back to {name}", name=name), show)])])
