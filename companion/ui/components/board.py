"""A board of squares in its frame: pictures of tiles, and what is tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.components.controls import glyph, silent, tappable_picture
from companion.ui.core.error_boundary import memo
from companion.ui.core.glyphs import MARKS, SHAPES
from companion.ui.core.theme import SPACE, inks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.ui.core.glyphs import Layer
    from companion.ui.core.theme import Palette
    from companion.ui.editors.carpe_diem.square_pictures import SquarePicture
from typing import TYPE_CHECKING, Any

from companion.ui.core.error_boundary import component

if TYPE_CHECKING:
    DrawBoard = Callable[[Any, int, frozenset[str], float], ft.Control | None]


GAP = 2


CORNER = 4
"""The radius of a square of the board, in px."""


def pile(layers: Iterable[Layer], size: float, palette: Palette) -> ft.Stack:
    """Return a picture of `size` px from its layers."""
    colours = inks(palette)
    return ft.Stack(
        [
            ft.Container(
                glyph(layer.char, layer.size * size, colours[layer.ink]),
                left=layer.left * size,
                top=layer.top * size,
            )
            for layer in layers
        ],
        width=size,
        height=size,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def tile_picture(layers: Iterable[Layer], size: float, palette: Palette) -> ft.Container:
    """Return the picture of a tile on grass."""
    return ft.Container(
        pile(layers, size, palette), bgcolor=palette.grass, border_radius=CORNER, width=size, height=size
    )


@memo
def Square(picture: SquarePicture, size: float, palette: Palette, tap: Callable[[str], object] | None) -> ft.Control:
    """Show one square of a board; `tap` is told its name."""
    face = _face(picture, size, palette)
    if tap is None:
        return silent(face)
    return tappable_picture(
        face, picture.label, lambda: tap(picture.cell), ink=False, width=size, height=size, border_radius=CORNER
    )


def _face(picture: SquarePicture, size: float, palette: Palette) -> ft.Control:
    over: list[ft.Control] = []
    if picture.shovel:
        large, at = (size / 4, 1.0) if picture.layers else (size / 2, size / 4)
        ink = ft.Colors.ON_SURFACE if picture.layers else ft.Colors.ON_SURFACE_VARIANT
        over.append(ft.Container(glyph(MARKS["shovel"], large, ink), left=at, top=at))
    if picture.wrong:
        over.append(glyph(SHAPES["hatch"], size, ft.Colors.ERROR))
    if picture.lit is False:
        over.append(ft.Container(width=size, height=size, bgcolor=palette.dim, border_radius=CORNER))
    base = pile(picture.layers, size, palette)
    base.controls += over
    ground = palette.grass if picture.layers else ft.Colors.SURFACE_CONTAINER
    border = None if picture.layers else ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    if picture.wrong:
        border = ft.Border.all(2, ft.Colors.ERROR)
    if picture.lit:
        border = ft.Border.all(2, ft.Colors.PRIMARY)
    return ft.Container(base, bgcolor=ground, border=border, border_radius=CORNER, width=size, height=size)


def grid(squares: Iterable[Iterable[ft.Control]]) -> ft.Column:
    """Return rows of squares."""
    rows: list[ft.Control] = [ft.Row(list(row), spacing=GAP, tight=True) for row in squares]
    return ft.Column(rows, spacing=GAP, tight=True)


def room_for(width: float, columns: int, frame: float) -> float:
    """Return the size of a square where `columns` and a strip of the frame share a width, in px."""
    return (width - frame - (columns + 1) * GAP - 4 * SPACE) // columns


@component
def HighlightedBoard(draw: DrawBoard, table: Any, seat: int, cells: tuple[str, ...], width: float) -> ft.Control:  # noqa: ANN401
    """Show the board of a seat, `width` px wide, where the game draws one."""
    return draw(table, seat, frozenset(cells), width) or ft.Container()
