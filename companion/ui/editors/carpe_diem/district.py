"""The district of a player: the board in its frame, and the panel for the square that was tapped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.ui.components.board import CORNER, GAP, grid, room_for
from companion.ui.components.layout import scrolling, two_columns
from companion.ui.core.context import use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_ref
from companion.ui.core.keyboard import use_arrows
from companion.ui.core.theme import TWO_COLUMNS
from companion.ui.editors.carpe_diem.quick_count import QuickCount
from companion.ui.editors.carpe_diem.square_panel import PickedSquare, SquarePanel
from companion.ui.editors.carpe_diem.square_pictures import FRAME, FrameLine, Square, lines, pictures, wrong_squares
from companion.ui.editors.carpe_diem.stock import Stock
from scoring.carpe_diem.district import NEIGHBOURS
from scoring.carpe_diem.state import DISTRICT_COLUMNS, DISTRICT_ROWS, DISTRICT_SQUARES, FRAME_LINES, SHOVEL_SQUARES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.carpe_diem.state import District

    Pick = Callable[[str | None], Awaitable[None]]

SMALLEST, LARGEST = 56, 80
"""The size up to which squares grow whatever the height, and the size up to which they grow with it, in px."""

BARS: Final = 200
"""The height of the bars above and below the board, in px."""

PAINT_S: Final = 0.05
"""Seconds in which a browser paints the mark on the square tapped, before it is busy with the panel."""

COLUMNS, ROWS = FRAME_LINES[:DISTRICT_COLUMNS], FRAME_LINES[DISTRICT_COLUMNS:]


@component
def DistrictTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the district of a seat, or its tally where the tiles are only counted."""
    counted = use_selector(live, lambda: live.state.table.players[seat].tally is not None, seat)
    if not counted:
        return keyed(f"board {seat}", Board, live, seat)
    count = keyed(f"count {seat}", QuickCount, live, seat)
    return two_columns([count], [Stock(live, seat)]) if use_ui().viewport.wide else scrolling([count])


def square_size(viewport: Viewport) -> float:
    """Return the size of the squares, in px."""
    room = viewport.width / 2 if viewport.width >= TWO_COLUMNS else viewport.width
    height = (viewport.height - BARS - FRAME) // DISTRICT_ROWS - GAP
    return min(room_for(room, DISTRICT_COLUMNS, FRAME), max(min(height, LARGEST), SMALLEST))


@component
def Board(live: LiveTable, seat: int) -> ft.Control:
    """Show the board in its frame, and the panel below; the square tapped is marked before the panel follows."""
    ui = use_ui()
    marked, open_square = use_ref(PickedSquare).current, use_ref(PickedSquare).current
    pick = _picking(live, seat, marked, open_square)

    async def tap(place: str) -> None:
        await pick(None if place == marked.place else place)

    def neighbour_of(side: str) -> str:
        return _neighbour(marked.place, side, actions.district_of(live.state, seat))

    def start_moving(cell: str) -> None:
        marked.moving = open_square.moving = cell

    use_arrows(ui.keys, lambda: marked.place, pick, neighbour_of)
    size = square_size(ui.viewport)
    board = ft.Stack([Squares(live, seat, size, ft.use_callback(tap, [live, seat])), PickedFrame(marked, size)])
    centred = ft.Row([board], alignment=ft.MainAxisAlignment.CENTER)
    panel = SquarePanel(live, seat, open_square, pick, start_moving)
    if ui.viewport.wide:
        return two_columns([centred], [panel, Stock(live, seat)])
    return scrolling([centred, panel])


def _picking(live: LiveTable, seat: int, marked: PickedSquare, open_square: PickedSquare) -> Pick:
    """Return the handler that marks a place, lands the tile that is being moved there, and opens the place's panel."""

    async def pick(place: str | None) -> None:
        moving, marked.moving = marked.moving, None
        marked.place = place
        await asyncio.sleep(PAINT_S)
        open_square.moving = None
        if moving is not None and place in DISTRICT_SQUARES:
            await _land(live, seat, moving, place)
        if marked.place == place:
            open_square.place = place

    return pick


def _neighbour(place: str | None, side: str, district: District) -> str:
    """Return the square that an arrow leads to: the next one, or the shovel space from outside the board."""
    if place in DISTRICT_SQUARES:
        return NEIGHBOURS[place].get(side, place)
    return district.shovel or SHOVEL_SQUARES[0]


async def _land(live: LiveTable, seat: int, cell: str, target: str) -> None:
    """Move a tile to another square, where it fits in some orientation."""
    district = actions.district_of(live.state, seat)
    if target == cell:
        return
    if actions.tile_on(district, target) is not None:
        show_snackbar(f"{target} is taken: move the tile to an empty square.")
        return
    tile = actions.landing(district, cell, target)
    if tile is None:
        show_snackbar(f"The tile of {cell} does not fit on {target}, whichever way it is turned.")
        return
    await live.change(f"tile moved from {cell} to {target}", actions.move(seat, cell, tile))


@component
def Squares(live: LiveTable, seat: int, size: float, tap: Callable[[str], object]) -> ft.Control:
    """Show the squares and the two strips of the frame."""
    use_revision(live)
    palette = use_ui().viewport.palette
    squares = pictures(actions.district_of(live.state, seat), wrong_squares(live.problems, seat))
    frame = lines(live.state.table.players[seat])
    top = [FrameLine(frame[line], size, tap) for line in COLUMNS]
    rows = [
        [
            FrameLine(frame[row], size, tap),
            *(Square(squares[f"{line}{row}"], size, palette, tap) for line in COLUMNS),
        ]
        for row in ROWS
    ]
    return grid([[ft.Container(width=FRAME, height=FRAME), *top], *rows])


@component
def PickedFrame(picked: PickedSquare, size: float) -> ft.Control:
    """Show the frame around the square or line that was tapped."""
    place = picked.place
    if place is None:
        return ft.Container(left=0, top=0)
    column = 0 if place.isdigit() else 1 + COLUMNS.index(place[0])
    row = 0 if place in COLUMNS else int(place[-1])
    start = FRAME + GAP
    step = size + GAP
    return ft.TransparentPointer(
        ft.Container(
            border=ft.Border.all(3, ft.Colors.PRIMARY),
            border_radius=CORNER,
            width=size if column else FRAME,
            height=size if row else FRAME,
        ),
        left=start + (column - 1) * step if column else 0,
        top=start + (row - 1) * step if row else 0,
    )
