"""The pieces of Carrara as they are drawn: blocks, building tiles, objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import mark, text
from companion.ui.core.theme import DARK_INK, PAPER, SPACE, Style
from scoring.palaces_of_carrara.board import BuildingTile, category
from scoring.palaces_of_carrara.state import Building, Category, Color, Kind, Object

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.ui.core.context import Viewport
    from scoring.palaces_of_carrara.state import Table

BLOCK_INKS: Final[Mapping[Color, tuple[str, str]]] = {
    Color.WHITE: ("#FBF7EE", DARK_INK),
    Color.YELLOW: ("#E6B93A", DARK_INK),
    Color.RED: ("#A8281E", PAPER),
    Color.GREEN: ("#3F6B1E", PAPER),
    Color.BLUE: ("#1F5F9A", PAPER),
    Color.BLACK: ("#2B2622", PAPER),
}
"""The building blocks of Carrara, and the ink that is read on them: wood that is the same in every theme."""

BLOCK_SIZE: Final = 26
"""The side of a block without a number, in px."""

BLOCK_RADIUS: Final = 4

TILE_WIDTH: Final = 44
"""The width of a building tile without the padding around its cost, in px."""

ROOMY_WIDTH: Final = 300
"""The least width in px, divided by the scale of the text, for words next to what they describe."""


def roomy(viewport: Viewport) -> bool:
    """Return whether there is room for words next to what they describe.

    >>> from companion.ui.core.context import Viewport
    >>> roomy(Viewport(width=320)), roomy(Viewport(width=390, scale=2.0))
    (True, False)
    """
    return viewport.width / viewport.scale >= ROOMY_WIDTH


def block(color: Color, words: object = "", size: float = BLOCK_SIZE) -> ft.Container:
    """Return a block of a color, with a number on it where there is one."""
    fill, ink = BLOCK_INKS[color]
    return ft.Container(
        text(words, Style.STRONG, color=ink, no_wrap=True) if words != "" else None,
        bgcolor=fill,
        border=ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT),
        border_radius=BLOCK_RADIUS,
        height=size,
        width=size,
        alignment=ft.Alignment.CENTER,
    )


def color_blocks(accepted: Iterable[Color]) -> ft.Control:
    """Return the colors that a city accepts as small blocks."""
    return ft.Row([block(color, size=3 * SPACE) for color in accepted], spacing=2, wrap=True, run_spacing=2)


def category_ground(of: Category) -> str:
    """Return the color behind a building tile: one for city buildings, one for land buildings."""
    return ft.Colors.PRIMARY_CONTAINER if of is Category.CITY else ft.Colors.SECONDARY_CONTAINER


def tile_ground(kind: Kind, table: Table) -> str:
    """Return the color behind a building tile of a kind: that of its category where categories are scored."""
    return category_ground(category(kind)) if table.expansion else ft.Colors.SURFACE_CONTAINER_HIGHEST


def category_swatch(of: Category) -> ft.Control:
    """Return the color of the building tiles of a category."""
    return ft.Container(width=22, height=22, border_radius=BLOCK_RADIUS, bgcolor=category_ground(of))


def tile_face(building: Building | BuildingTile, *, dim: bool = False) -> ft.Control:
    """Return the face of a building tile: the mark of its kind, and its cost."""
    ink = ft.Colors.ON_SURFACE_VARIANT if dim else ft.Colors.ON_SURFACE
    return ft.Row(
        [mark(building.kind.value, 22, ink), text(building.cost, Style.STRONG, color=ink, no_wrap=True)],
        spacing=SPACE,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def objects_row(objects: Mapping[Object, int]) -> ft.Control:
    """Return objects as marks with their number."""
    marks: list[ft.Control] = [
        ft.Row(
            [mark(wooden.value, 18, ft.Colors.ON_SURFACE), text(f"×{number}", Style.SMALL, no_wrap=True)],
            spacing=2,
            tight=True,
        )
        for wooden, number in objects.items()
        if number
    ]
    return ft.Row(marks, wrap=True, spacing=2 * SPACE, run_spacing=0)
