"""The board as it is shown and tapped: its squares with letters and numbers around, and what was tapped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.little_town.wording import LAND_MARKS, TILE_MARKS
from companion.ui.components.board import CORNER, GAP, grid
from companion.ui.components.controls import glyph, mark, silent, tappable_picture
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, memo
from companion.ui.core.glyphs import MARKS
from companion.ui.core.theme import PLAYER_ROLES, SPACE, TARGET, land
from companion.ui.editors.little_town.square_pictures import pictures, wrong_squares
from scoring.little_town.state import BOARD_COLUMNS, BOARD_ROWS, BOARD_SQUARES, Building, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from companion.ui.core.theme import Palette
    from companion.ui.editors.little_town.square_pictures import SquarePicture
    from scoring.little_town.state import Table, Terrain

STRIP: Final = 14
"""How wide the strips with the letters and the numbers are, in px."""

LETTER: Final = 12
"""The size of these letters, in px: they belong to the drawing and do not grow with the text."""

BARS: Final = 190
"""What the bars above and below the board take of the height, in px."""

WIDEST_SQUARE: Final = 72
LEAST: Final = 32
"""The least height of a square where there is little room, in px."""

TALLER: Final = 1.25
"""How much higher than wide a square may be, where that makes it easier to tap."""

COLUMNS: Final = tuple(dict.fromkeys(cell[0] for cell in BOARD_SQUARES))
ROWS: Final = tuple(dict.fromkeys(cell[1:] for cell in BOARD_SQUARES))


@ft.observable
@dataclass
class Picked:
    """What of the board was tapped in this browser, and the terrain that a tap paints, if any."""

    place: str | None = None
    brush: Terrain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The width and the height of a square, in px."""

    width: float
    height: float


def square_size(viewport: Viewport) -> Size:
    """Return how large the squares are drawn: as wide as there is room, and on a phone held upright higher than wide.

    >>> from companion.ui import Look
    >>> square_size(Look(width=390, height=844)), square_size(Look(width=320, height=700)).width
    (Size(width=38.0, height=47.0), 30.0)
    """
    room = (viewport.width / 2 if viewport.wide else viewport.width) - 4 * SPACE
    width = min((room - STRIP - BOARD_COLUMNS * GAP) // BOARD_COLUMNS, WIDEST_SQUARE)
    if viewport.wide:
        fits = (viewport.height - BARS) // BOARD_ROWS - GAP
        return Size(width=float(width), height=float(max(min(width, fits), LEAST)))
    return Size(width=float(width), height=float(max(width, min(TARGET, width * TALLER) // 1)))


@component
def Squares(live: LiveTable, size: Size, tap: Callable[[str], object]) -> ft.Control:
    """Show the board of a table."""
    use_revision(live)
    shown = pictures(live.state.table, live.state.extras.seats, wrong_squares(live.problems))
    return framed(shown, size, use_ui().viewport.palette, tap)


def framed(
    shown: Mapping[str, SquarePicture], size: Size, palette: Palette, tap: Callable[[str], object] | None
) -> ft.Control:
    """Return the squares between their letters and numbers."""
    top: list[ft.Control] = [ft.Container(width=STRIP, height=STRIP)]
    top += [_letter(column, size.width, STRIP) for column in COLUMNS]
    rows: list[list[ft.Control]] = [top]
    for row in ROWS:
        squares = [Square(shown[f"{column}{row}"], size, palette, tap) for column in COLUMNS]
        rows.append([_letter(row, STRIP, size.height), *squares])
    return grid(rows)


def small(table: Table, lit: frozenset[str], width: float, palette: Palette) -> ft.Control:
    """Return the board without letters and owners, `width` px wide, with some squares lit."""
    side = float(width // BOARD_COLUMNS - GAP)
    shown = pictures(table, (), lit=lit)
    size = Size(width=side, height=side)
    return grid([[Square(shown[f"{column}{row}"], size, palette, None) for column in COLUMNS] for row in ROWS])


def _letter(letter: str, width: float, height: float) -> ft.Control:
    words = ft.Text(letter, size=LETTER, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True)
    return silent(ft.Container(words, width=width, height=height, alignment=ft.Alignment.CENTER))


@memo
def Square(picture: SquarePicture, size: Size, palette: Palette, tap: Callable[[str], object] | None) -> ft.Control:
    """Show one square; `tap` is told its name."""
    face = square_face(picture, size, palette)
    if tap is None:
        return silent(face)
    return tappable_picture(
        face,
        picture.label,
        lambda: tap(picture.cell),
        width=size.width,
        height=size.height,
        border_radius=CORNER,
    )


def square_face(picture: SquarePicture, size: Size, palette: Palette) -> ft.Control:
    """Return the drawing of a square: the ground, and what stands on it with the shape of its owner."""
    ground, ink = land(picture.land, palette)
    least = min(size.width, size.height)
    over: list[ft.Control] = []
    border = None
    if isinstance(picture.on, Building):
        ground, border = ft.Colors.SURFACE_CONTAINER, ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT)
        over += _standing(TILE_MARKS[picture.on.tile], ft.Colors.ON_SURFACE, picture, size)
    elif isinstance(picture.on, Worker):
        colour = ft.Colors.ON_SURFACE if picture.seat is None else PLAYER_ROLES[picture.seat.colour]
        over += _standing("worker", colour, picture, size)
    elif picture.land in LAND_MARKS:
        drawn = least * 0.62
        over.append(
            _placed(mark(LAND_MARKS[picture.land], drawn, ink), (size.width - drawn) / 2, (size.height - drawn) / 2)
        )
    if picture.wrong:
        border = ft.Border.all(2, ft.Colors.ERROR)
        over.append(glyph(MARKS["hatch"], least, ft.Colors.ERROR))
    if picture.lit is False:
        over.append(ft.Container(width=size.width, height=size.height, bgcolor=palette.dim, border_radius=CORNER))
    if picture.lit:
        border = ft.Border.all(2, ft.Colors.PRIMARY)
    return ft.Container(
        ft.Stack(over, width=size.width, height=size.height, clip_behavior=ft.ClipBehavior.NONE),
        bgcolor=ground,
        border=border,
        border_radius=CORNER,
        width=size.width,
        height=size.height,
    )


def _standing(drawing: str, ink: str, picture: SquarePicture, size: Size) -> tuple[ft.Control, ...]:
    """Return the drawing of a building or a worker, and below it the shape of the owner where that is known."""
    if picture.seat is None:
        large = min(size.width, size.height) * 0.7
        return (_placed(mark(drawing, large, ink), (size.width - large) / 2, (size.height - large) / 2),)
    small = size.height * 0.32
    large = min(size.width * 0.74, size.height - small - 5)
    shape = glyph(MARKS[picture.seat.shape.value], small, PLAYER_ROLES[picture.seat.colour])
    return (
        _placed(mark(drawing, large, ink), (size.width - large) / 2, 2),
        _placed(shape, (size.width - small) / 2, size.height - small - 2),
    )


def _placed(drawing: ft.Control, left: float, top: float) -> ft.Control:
    return ft.Container(drawing, left=left, top=top)


@component
def PickedFrame(picked: Picked, size: Size, around: int) -> ft.Control:
    """Show which square was tapped, or with one `around` the squares that a worker there reaches, above the board."""
    if picked.place is None:
        return ft.Container(left=0, top=0)
    column, row = COLUMNS.index(picked.place[0]), ROWS.index(picked.place[1:])
    left, right = max(column - around, 0), min(column + around, BOARD_COLUMNS - 1)
    top, bottom = max(row - around, 0), min(row + around, BOARD_ROWS - 1)
    step_x, step_y = size.width + GAP, size.height + GAP
    return ft.TransparentPointer(
        ft.Container(
            border=ft.Border.all(1.5 if around else 3, ft.Colors.PRIMARY),
            border_radius=CORNER,
            width=(right - left + 1) * step_x - GAP,
            height=(bottom - top + 1) * step_y - GAP,
        ),
        left=STRIP + GAP + left * step_x,
        top=STRIP + GAP + top * step_y,
    )
