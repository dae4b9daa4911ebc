"""What players keep behind their screens: hidden, where a table says so, until whoever it belongs to looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.ui.components.controls import button, caption, card, heading
from companion.ui.components.fields import tick
from companion.ui.components.layout import max_width, scrolling
from companion.ui.core.context import use_guests, use_selector, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable

HIDE: Final = say("Hide coins, blocks and objects until the end")

OVER: Final = say("The game is over: show everything")


@component
def Screened(live: LiveTable, seat: int, show: Callable[[], ft.Control]) -> ft.Control:
    """Show what is behind the screen of a seat; where it is hidden, after a tap, or on the phone of its player."""
    secret = use_selector(live, lambda: live.state.table.secret)
    ui = use_ui()
    guests = use_guests(live.id)
    looked, set_looked = use_value(initial=False)
    me = None if guests is None else guests.of(ui.visitor)
    if not secret or looked or (me is not None and me.seat == seat):
        return show()
    name = live.state.table.players[seat].name

    def look() -> None:
        set_looked(lambda _: True)

    return card(
        [
            heading(tr("Behind {name}’s screen", name=name)),
            ft.Row([button(tr("I am {name}: show them", name=name), look)], wrap=True),
        ]
    )


@component
def SecretSwitch(live: LiveTable) -> ft.Control:
    """Let what is behind the screens be hidden, or be shown."""
    secret = use_selector(live, lambda: live.state.table.secret)

    async def turn() -> None:
        await live.change(HIDE, lambda state: actions.with_secret(state, secret=not secret))

    return card([tick(HIDE, turn, use_ui().viewport, ticked=secret)])


@component
def ScreenedSheet(live: LiveTable, sheet: Callable[[], ft.Control]) -> ft.Control:
    """Show a sheet; where coins, blocks and objects are hidden, ask first whether the game is over."""
    secret = use_selector(live, lambda: live.state.table.secret)

    async def show() -> None:
        await live.change(OVER, lambda state: actions.with_secret(state, secret=False))

    if not secret:
        return sheet()
    words = caption(tr("Coins and objects are hidden until the end."))
    asked = card([words, ft.Row([button(OVER, show)], wrap=True)])
    return scrolling([ft.Row([max_width(asked)], alignment=ft.MainAxisAlignment.CENTER)])
