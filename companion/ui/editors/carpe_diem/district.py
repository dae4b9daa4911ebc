"""The district of a player: the board in its frame, and what can be done with the square that was tapped."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.ui.components.board import CORNER, GAP, grid, room_for
from companion.ui.components.controls import mark, tappable, text
from companion.ui.components.layout import scrolling, two_columns
from companion.ui.core.context import use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component, memo, show_snackbar
from companion.ui.core.hooks import keyed, use_ref
from companion.ui.core.keyboard import use_arrows
from companion.ui.core.theme import TWO_COLUMNS, Style
from companion.ui.editors.carpe_diem.quick_count import QuickCount
from companion.ui.editors.carpe_diem.square_panel import SquarePanel
from companion.ui.editors.carpe_diem.square_pictures import Square, lines, pictures, wrong_squares
from companion.ui.editors.carpe_diem.stock import Stock
from scoring.carpe_diem.district import NEIGHBOURS
from scoring.carpe_diem.state import DISTRICT_COLUMNS, DISTRICT_ROWS, DISTRICT_SQUARES, FRAME_LINES, SHOVEL_SQUARES

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from companion.ui.editors.carpe_diem.square_pictures import LinePicture
    from scoring.carpe_diem.state import District

FRAME: Final = 46
"""How wide the strips of the frame are, in px."""

SMALLEST, LARGEST = 56, 80
"""The largest square where there is little height, and where there is much, in px."""

BARS: Final = 200
"""What the bars above and below the board take of the height, in px."""

PAINTED: Final = 0.05
"""Seconds in which a browser paints which square was tapped, before it is busy with the tray."""

BOTH: Final = 2
"""Two goals fill a line of the frame, from either end; with fewer its name stands there, too."""

LINE_NAME: Final = 11
"""The size of the name of a line beside a goal, in px."""

COLUMNS, ROWS = FRAME_LINES[:DISTRICT_COLUMNS], FRAME_LINES[DISTRICT_COLUMNS:]


@ft.observable
@dataclass
class PickedSquare:
    """What of the board was tapped in this browser: a square, a line of the frame, or nothing."""

    place: str | None = None
    moving: str | None = None


@component
def DistrictTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the district of a seat, or its count where only that is entered."""
    counted = use_selector(live, lambda: actions.player_of(live.state, seat).tally is not None, seat)
    if not counted:
        return keyed(f"board {seat}", Board, live, seat)
    count = keyed(f"count {seat}", QuickCount, live, seat)
    return two_columns([count], [Stock(live, seat)]) if use_ui().viewport.wide else scrolling([count])


def square_size(viewport: Viewport) -> float:
    """Return how large the squares are drawn, in px."""
    room = viewport.width / 2 if viewport.width >= TWO_COLUMNS else viewport.width
    height = (viewport.height - BARS - FRAME) // DISTRICT_ROWS - GAP
    return min(room_for(room, DISTRICT_COLUMNS, FRAME), max(min(height, LARGEST), SMALLEST))


@component
def Board(live: LiveTable, seat: int) -> ft.Control:
    """Show the board in its frame with the tray below; the square that was tapped is marked before the tray follows."""
    ui = use_ui()
    mark_ = use_ref(PickedSquare).current
    tray = use_ref(PickedSquare).current

    async def pick(place: str | None) -> None:
        moving, mark_.moving = mark_.moving, None
        mark_.place = place
        await asyncio.sleep(PAINTED)
        tray.moving = None
        if moving is not None and place in DISTRICT_SQUARES:
            await _land(live, seat, moving, place)
        if mark_.place == place:
            tray.place = place

    async def tap(place: str) -> None:
        await pick(None if place == mark_.place else place)

    def extras(side: str) -> str:
        return _beside(mark_.place, side, actions.district_of(live.state, seat))

    use_arrows(ui.keys, lambda: mark_.place, pick, extras)
    tap_stable = ft.use_callback(tap, [live, seat])
    size = square_size(ui.viewport)
    board = ft.Stack([Squares(live, seat, size, tap_stable), PickedFrame(mark_, size)])
    centred = ft.Row([board], alignment=ft.MainAxisAlignment.CENTER)
    below = SquarePanel(live, seat, tray, pick, lambda cell: _start_moving(mark_, tray, cell))
    if ui.viewport.wide:
        return two_columns([centred], [below, Stock(live, seat)])
    return scrolling([centred, below])


def _beside(place: str | None, side: str, district: District) -> str:
    """Return where an arrow leads: to the next square, from outside the board to the shovel space."""
    if place in DISTRICT_SQUARES:
        return NEIGHBOURS[place].get(side, place)
    return district.shovel or SHOVEL_SQUARES[0]


def _start_moving(mark_: PickedSquare, tray: PickedSquare, cell: str) -> None:
    mark_.moving = tray.moving = cell


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
    player = actions.player_of(live.state, seat)
    shown = pictures(actions.district_of(live.state, seat), wrong_squares(live.problems, seat))
    frame = lines(player)
    corner = ft.Container(width=FRAME, height=FRAME)
    top: list[ft.Control] = [corner, *(FrameLine(frame[line], size, tap) for line in COLUMNS)]
    rows = [
        [
            FrameLine(frame[row], size, tap),
            *(Square(shown[f"{column}{row}"], size, palette, tap) for column in COLUMNS),
        ]
        for row in ROWS
    ]
    return grid([top, *rows])


@memo
def FrameLine(picture: LinePicture, size: float, tap: Callable[[str], object]) -> ft.Control:
    """Show where the frame points along a column or a row, with the goals that stand there."""
    across = picture.line.isdigit()
    marks: list[ft.Control] = [_goal(kind.kind.value, kind.points, met) for kind, met in picture.goals[:BOTH]]
    if len(marks) < BOTH:
        name = ft.Text(picture.line, size=LINE_NAME, color=ft.Colors.ON_SURFACE_VARIANT)
        marks.insert(0, name if marks else text(picture.line, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    face = ft.Container(
        ft.Column(marks, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        alignment=ft.Alignment.CENTER,
        width=FRAME if across else size,
        height=size if across else FRAME,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=CORNER,
    )
    return tappable(face, picture.label, lambda: tap(picture.line), border_radius=CORNER)


def _goal(kind: str, points: int, met: bool) -> ft.Control:  # noqa: FBT001
    size = 18
    number = ft.Text(
        str(points), size=14, weight=ft.FontWeight.W_600, color=ft.Colors.ON_PRIMARY if met else ft.Colors.ON_SURFACE
    )
    return ft.Container(
        ft.Row(
            [mark(kind, size, ft.Colors.ON_PRIMARY if met else ft.Colors.ON_SURFACE), number], spacing=1, tight=True
        ),
        bgcolor=ft.Colors.PRIMARY if met else None,
        border_radius=CORNER,
        padding=ft.Padding.symmetric(horizontal=2),
    )


@component
def PickedFrame(picked: PickedSquare, size: float) -> ft.Control:
    """Show which square or line was tapped, above the board."""
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
