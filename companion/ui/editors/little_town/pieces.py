"""Small pieces that several screens of Little Town use: a heading that closes, cubes in a row, a building in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.little_town.wording import CUBE_MARKS, TILE_MARKS
from companion.ui.components.controls import caption, glyph, heading, icon_button, labelled, mark, seat_mark, text
from companion.ui.core.glyphs import MARKS
from companion.ui.core.theme import SPACE, Style
from scoring.little_town.data import COINS_FOR_A_CUBE
from scoring.little_town.state import Cube
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.tables.state import PlayerStyle
    from scoring.little_town.state import Tile

    Pick = Callable[[str | None], Awaitable[None]]

IN_COINS: Final = say("What is lacking is counted in coins: {coins} stand in for any cube.", coins=COINS_FOR_A_CUBE)

DRAWN: Final = 24
"""The size of a drawing beside words, in px."""


def head(title: str, below: str, pick: Pick, seat: PlayerStyle | None = None) -> ft.Control:
    """Return the heading of what was tapped, with a button that closes it."""
    words: list[ft.Control] = [heading(title), caption(below)]
    if seat is not None:
        words[1] = ft.Row([seat_mark(seat, 16), caption(below, expand=True)], spacing=SPACE)
    column = ft.Column(words, spacing=0, tight=True, expand=True)
    return ft.Row([column, icon_button(ft.Icons.CLOSE, "Close", lambda: pick(None))])


def cubes_row(cubes: Mapping[Cube, int]) -> list[ft.Control]:
    """Return what is there of each kind, as drawings with numbers."""
    return [amount(CUBE_MARKS[cube], cubes[cube], cube.value) for cube in Cube if cubes.get(cube)]


def amount(drawing: str, number: int, name: str) -> ft.Control:
    """Return how many there are of something, as a drawing with a number."""
    face = ft.Row(
        [glyph(MARKS[drawing], DRAWN, ft.Colors.ON_SURFACE), text(number, Style.STRONG, no_wrap=True)],
        spacing=SPACE,
        tight=True,
    )
    return labelled(face, f"{number} {name}")


def tile_line(tile: Tile, title: str, below: Sequence[ft.Control], *, figure: str = "") -> ft.Row:
    """Return a building with its drawing, its name, what is said of it, and a figure at the end."""
    words = ft.Column([text(title, Style.STRONG), *below], spacing=0, tight=True, expand=True)
    line: list[ft.Control] = [mark(TILE_MARKS[tile], 32, ft.Colors.ON_SURFACE), words]
    if figure:
        points = ft.Row(
            [text(figure, Style.HEADING, no_wrap=True), glyph(MARKS["point"], 16, ft.Colors.ON_SURFACE)],
            spacing=SPACE // 2,
            tight=True,
        )
        line.append(points)
    return ft.Row(line, spacing=3 * SPACE)


def column(parts: Sequence[ft.Control], spacing: int = 2 * SPACE) -> ft.Column:
    """Return parts below each other, each as wide as there is room."""
    return ft.Column(list(parts), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
