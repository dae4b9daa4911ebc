"""The pieces as they are drawn: blocks, building tiles, objects, and what a value or a payment is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import mark, text
from companion.ui.core.theme import BLOCKS, SPACE, Style
from scoring.palaces_of_carrara.board import category
from scoring.palaces_of_carrara.state import Category, Color, Kind
from scoring.palaces_of_carrara.wording import CITIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.ui.core.context import Viewport
    from scoring.palaces_of_carrara.preview import BuildingTile
    from scoring.palaces_of_carrara.state import Building, Object

BLOCK: Final = 26
"""The side of a block that only shows its color, in px."""

CORNER: Final = 4
TILE: Final = 44
"""What a building tile takes beside the figure of its cost, in px."""

ROOMY: Final = 300
"""From this width on, as the size of the text has it, words stand beside what they speak of, in px."""


def roomy(viewport: Viewport) -> bool:
    """Return whether there is room to let words stand beside what they speak of.

    >>> from companion.ui import Look
    >>> roomy(Look(width=320)), roomy(Look(width=390, scale=2.0))
    (True, False)
    """
    return viewport.width / viewport.scale >= ROOMY


def block(color: Color, words: object = "", size: float = BLOCK) -> ft.Container:
    """Return a block of a color, with a number on it where there is one."""
    fill, ink = BLOCKS[color]
    return ft.Container(
        text(words, Style.STRONG, color=ink, no_wrap=True) if words != "" else None,
        bgcolor=fill,
        border=ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT),
        border_radius=CORNER,
        height=size,
        width=size,
        alignment=ft.Alignment.CENTER,
    )


def colors(accepted: Iterable[Color]) -> ft.Control:
    """Return the colors that a city accepts, as small as they can be told apart."""
    return ft.Row([block(color, size=3 * SPACE) for color in accepted], spacing=2, wrap=True, run_spacing=2)


def title(kind: Kind) -> str:
    """Return the name of a kind as a heading has it."""
    return kind.value.capitalize()


def named(building: Building | BuildingTile) -> str:
    """Return the name of a building tile: its kind and cost."""
    return f"{building.kind.value} {building.cost}"


def placed(building: Building) -> str:
    """Return a building with its city."""
    return f"{named(building)} in {CITIES[building.city]}"


def ground(kind: Kind) -> str:
    """Return the ground of a building tile: that of city buildings or of land buildings."""
    return ft.Colors.PRIMARY_CONTAINER if category(kind) is Category.CITY else ft.Colors.SECONDARY_CONTAINER


def tile_face(building: Building | BuildingTile, *, dim: bool = False) -> ft.Control:
    """Return what a building tile shows: the mark of its kind, and its cost."""
    ink = ft.Colors.ON_SURFACE_VARIANT if dim else ft.Colors.ON_SURFACE
    return ft.Row(
        [mark(building.kind.value, 22, ink), text(building.cost, Style.STRONG, color=ink, no_wrap=True)],
        spacing=SPACE,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def objects_row(objects: Mapping[Object, int]) -> ft.Control:
    """Return objects as their marks with how many there are of each."""
    marks: list[ft.Control] = [
        ft.Row(
            [mark(one.value, 18, ft.Colors.ON_SURFACE), text(f"×{number}", Style.SMALL, no_wrap=True)],
            spacing=2,
            tight=True,
        )
        for one, number in objects.items()
        if number
    ]
    return ft.Row(marks, wrap=True, spacing=2 * SPACE, run_spacing=0)
