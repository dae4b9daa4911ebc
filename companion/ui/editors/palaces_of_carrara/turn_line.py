"""Who plays now, as far as the last action that was entered tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.components.controls import caption, plain_button
from companion.ui.core.context import use_selector
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE, TARGET
from scoring.messages import tr

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


@component
def TurnLine(live: LiveTable, seat: int, tab: str) -> ft.Control:
    """Show who plays now; a tap shows that player on the same tab. Nothing before the first action."""
    page = ft.context.page
    turn = use_selector(live, lambda: live.state.extras.turn)
    if turn is None:
        return ft.Container()
    name = live.state.table.players[turn].name
    if turn == seat:
        said: ft.Control = ft.Container(
            caption(tr("{player}’s turn", player=name)), padding=ft.Padding.symmetric(horizontal=3 * SPACE)
        )
    else:
        show = tr("{player}’s turn: show", player=name)
        said = plain_button(show, lambda: page.navigate(f"/table/{live.id}/{tab}/{turn}"))
    return ft.Container(said, height=TARGET, alignment=ft.Alignment.CENTER_LEFT)
