"""The town: the board that all players share, and below it what can be done with the square that was tapped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.board import Picked, PickedFrame, Squares, square_size
from companion.editors.little_town.tray import Tray
from companion.guards import component
from companion.hooks import use_kept
from companion.keys import use_arrows
from companion.parts.basics import quiet, seat_mark, tappable, text
from companion.parts.rooms import scrolling, two
from companion.theme import SPACE, Style
from companion.ui import use_live, use_ui
from scoring.little_town.objectives import BESIDE
from scoring.little_town.state import LAST_ROUND
from scoring.little_town.wording import LANDS
from scoring.messages import counted

if TYPE_CHECKING:
    from companion.live import LiveTable

MIDDLE: Final = "E3"
"""Where the keys begin, when nothing was tapped."""

TURN_PADDING: Final = 13
"""What makes a line of text as high as a target, in px."""


@component
def TownPlace(live: LiveTable, seat: int) -> ft.Control:
    """Show the board; what was tapped is marked before the tray follows."""
    ui = use_ui()
    mark_ = use_kept(Picked).current
    tray = use_kept(Picked).current

    async def pick(place: str | None) -> None:
        mark_.place = place
        await asyncio.sleep(0)
        tray.place = place

    async def tap(place: str) -> None:
        brush = tray.brush
        if brush is not None:
            await live.change(f"{place}: {LANDS[brush]}", acts.paint(place, brush))
            return
        await pick(None if place == mark_.place else place)

    def beside(side: str) -> str:
        here = mark_.place
        return MIDDLE if here is None else BESIDE[here].get(side, here)

    use_arrows(ui.keys, lambda: mark_.place, pick, beside)
    tap_stable = ft.use_callback(tap, [live])
    size = square_size(ui.look)
    board = ft.Stack([Squares(live, size, tap_stable), PickedFrame(mark_, size, 1), PickedFrame(mark_, size, 0)])
    centred = ft.Row([board], alignment=ft.MainAxisAlignment.CENTER)
    below = Tray(live, seat, tray, pick)
    if ui.look.wide and ui.look.low:
        return two([centred], [TurnLine(live, seat), below])
    if ui.look.wide:
        return two([TurnLine(live, seat), centred], [below])
    return scrolling([TurnLine(live, seat), centred, below])


@component
def TurnLine(live: LiveTable, seat: int) -> ft.Control:
    """Show the round, and whose turn it is; a tap shows that player."""
    use_live(live)
    page = ft.context.page
    palette = use_ui().look.palette
    evening = live.evening
    number = quiet(f"Round {evening.table.round} of {LAST_ROUND}", palette)
    if not acts.to_place(evening):
        over = text("All workers are placed", Style.STRONG)
        return ft.Row([over, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True)
    turn = evening.beside.turn
    name = acts.name_of(evening, turn)
    left = counted(acts.at_hand(evening, turn), "worker left", "workers left")
    plays = text(
        f"{name} plays",
        Style.STRONG,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
        expand_loose=True,
    )
    looks = ft.Row([seat_mark(evening.beside.seats[turn], palette), plays], spacing=2 * SPACE, tight=True)
    whose = ft.Row([looks, quiet(left, palette)], spacing=2 * SPACE, run_spacing=0, wrap=True)
    if turn == seat:
        return ft.Row([whose, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True)
    shown = tappable(
        whose,
        f"{name} plays, {left}: show {name}",
        lambda: page.navigate(f"/table/{live.id}/town/{turn}"),
        bgcolor=palette.tertiary_wash,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE, vertical=TURN_PADDING),
    )
    return ft.Row([shown, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True)
