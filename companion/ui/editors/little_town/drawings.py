"""The pieces of Little Town as they are drawn and read aloud: squares of the board, buildings, cubes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import flet as ft
from flet import canvas

from companion.formatting.text import for_screen
from companion.ui.components.controls import caption, glyph, labelled, mark, text
from companion.ui.components.layout import SQUARE_CORNER, SQUARE_GAP
from companion.ui.core.error_boundary import memo, supersede
from companion.ui.core.theme import FONT, LIGHT, MARKS, PLAYER_ROLES, SPACE, Palette, Style
from scoring.little_town.board import standing, terrain
from scoring.little_town.state import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    BOARD_SQUARES,
    Building,
    Cube,
    Table,
    Terrain,
    Tile,
    Worker,
)
from scoring.messages import Message, counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from companion.tables.state import PlayerStyle


class Pick(Protocol):
    """Selects a square, or none; then the one where something was just `entered` stays marked.

    What is `sought` below the board, by its key, is scrolled to.
    """

    async def __call__(self, cell: str | None, *, entered: str | None = None, sought: str | None = None) -> None:
        """Select a square."""


AMOUNT_SIZE: Final = 24
"""The size of a drawing before a number, in px."""

_TERRAIN_COLOURS: Final[Mapping[Terrain, tuple[tuple[str, str], tuple[str, str]]]] = {
    Terrain.FOREST: (("#A3C082", "#24430F"), ("#22371A", "#A5CF7C")),
    Terrain.MOUNTAIN: (("#CFC6BA", "#4A4038"), ("#4F4840", "#E6DCCE")),
    Terrain.LAKE: (("#AFD3E5", "#154A67"), ("#1A4155", "#A3D4E9")),
}
"""The ground and the mark of each terrain apart from grass, in the light and in the dark theme."""


def terrain_colours(terrain: Terrain, palette: Palette) -> tuple[str, str]:
    """Return the colors of the ground and of the mark of a terrain."""
    if terrain is Terrain.GRASS:
        return palette.grass, palette.ink
    light, dark = _TERRAIN_COLOURS[terrain]
    return light if palette is LIGHT else dark


@dataclass(frozen=True, slots=True, kw_only=True)
class SquarePicture:
    """What one square shows; screen readers say `label`.

    `on` is the piece on the square, `seat` the style of its owner; `highlighted` is `None` where none is highlighted.
    """

    cell: str
    label: str
    land: Terrain
    on: Building | Worker | None = None
    seat: PlayerStyle | None = None
    wrong: bool = False
    highlighted: bool | None = None


def square_pictures(
    table: Table,
    seats: Sequence[PlayerStyle],
    wrong: Mapping[str, Sequence[Message]],
    highlighted: frozenset[str] | None = None,
) -> Mapping[str, SquarePicture]:
    """Return the picture of every square, with what is wrong with it; those not in `highlighted` are dimmed."""
    styles = dict(zip((player.name for player in table.players), seats, strict=False))
    land, pieces = terrain(table), standing(table)

    def picture(cell: str) -> SquarePicture:
        piece = pieces.get(cell)
        contents = square_contents(land[cell], piece)
        return SquarePicture(
            cell=cell,
            label=", ".join((cell, *contents, *map(str, wrong.get(cell, ())))),
            land=land[cell],
            on=piece,
            seat=None if piece is None else styles.get(piece.owner),
            wrong=cell in wrong,
            highlighted=None if highlighted is None else cell in highlighted,
        )

    return {cell: picture(cell) for cell in BOARD_SQUARES}


def square_contents(land: Terrain, piece: Building | Worker | None) -> tuple[str, ...]:
    """Return the terrain or the piece on a square in words, none for a free square."""
    if piece is not None:
        what = piece.tile.noun.name if isinstance(piece, Building) else say("worker")
        return (tr("{piece} of {name}", piece=what, name=piece.owner),)
    return () if land is Terrain.GRASS else (str(land.noun.name),)


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareSize:
    """The width and the height of a square, in px."""

    width: float
    height: float


@memo
def SquareRow(
    row: Sequence[SquarePicture], size: SquareSize, palette: Palette, tap: Callable[[str], object]
) -> ft.Control:
    """Show a row of squares behind its number; a tap on one, or in half of the gap around it, calls `tap` with it."""
    squares = [_square(picture, size, palette, tap) for picture in row]
    return ft.Row([ruler_letter(row[0].cell[1:], RULER), *squares], spacing=0, tight=True)


RULER: Final = 12
"""The width of the strips with letters and numbers, in px."""

RULER_LETTER: Final = 14
"""The size of these letters, in px; they belong to the drawing and do not grow with the text."""


def ruler_letter(letter: str, width: float, height: float | None = None) -> ft.Text:
    """Return the letter of a column or the number of a row, which stands beside the squares."""
    style = ft.TextStyle(size=RULER_LETTER, height=1, color=ft.Colors.ON_SURFACE_VARIANT)
    center = ft.TextAlign.CENTER
    return ft.Text(letter, style=style, no_wrap=True, semantics_label="", width=width, height=height, text_align=center)


def _square(picture: SquarePicture, size: SquareSize, palette: Palette, tap: Callable[[str], object]) -> ft.Control:
    face = ft.Container(
        None if _is_plain(picture) else square_face(picture, size, palette),
        on_click=supersede(lambda: tap(picture.cell)),
        width=size.width + SQUARE_GAP,
        height=size.height + SQUARE_GAP,
        bgcolor=ft.Colors.TRANSPARENT,  # so that it takes taps where nothing is drawn
        alignment=ft.Alignment.CENTER,
    )
    return ft.Semantics(label=for_screen(picture.label), button=True, focusable=True, container=True, content=face)


def _is_plain(picture: SquarePicture) -> bool:
    return picture.on is None and not picture.wrong and picture.highlighted is None


def grounds(rows: Iterable[Sequence[SquarePicture]], size: SquareSize, palette: Palette) -> list[ft.Control]:
    """Return the grounds of all plain squares as one drawing, and their marks as one for each terrain."""
    step_x, step_y = size.width + SQUARE_GAP, size.height + SQUARE_GAP
    squares: dict[Terrain, list[canvas.Path.PathElement]] = {}
    for row, pictures in enumerate(rows):
        for column, picture in enumerate(pictures):
            x, y = column * step_x + SQUARE_GAP / 2, row * step_y + SQUARE_GAP / 2
            square = canvas.Path.Rect(x, y, size.width, size.height, SQUARE_CORNER)
            if _is_plain(picture):
                squares.setdefault(picture.land, []).append(square)
    lands = [land for land in Terrain if land in squares]
    paths: list[canvas.Shape] = [
        canvas.Path(squares[land], ft.Paint(color=terrain_colours(land, palette)[0])) for land in lands
    ]
    drawn = canvas.Canvas(paths, left=RULER, top=RULER, width=BOARD_COLUMNS * step_x, height=BOARD_ROWS * step_y)
    return [drawn, *(_marks_of(land, rows, size, palette) for land in lands if land is not Terrain.GRASS)]


def _marks_of(land: Terrain, rows: Iterable[Sequence[SquarePicture]], size: SquareSize, palette: Palette) -> ft.Control:
    """Return the marks of a terrain on all its plain squares as one text, a line for each row."""
    letter, ink = _mark_size(size), terrain_colours(land, palette)[1]
    across, down = size.width + SQUARE_GAP, size.height + SQUARE_GAP
    marks = [[MARKS[land.noun.mark] if _is_plain(on) and on.land is land else BLANK for on in row] for row in rows]
    return ft.Text(
        "\n".join(map("".join, marks)),
        style=ft.TextStyle(
            size=letter, height=down / letter, letter_spacing=across - letter, color=ink, font_family=FONT
        ),
        no_wrap=True,
        semantics_label="",
        left=RULER,
        top=RULER,
    )


BLANK: Final = "\U000f0000"
"""The character of our drawings that is as wide as a mark, and draws nothing."""


def _mark_size(size: SquareSize) -> float:
    return min(size.width, size.height) * 0.62


def _terrain_mark(land: Terrain, size: SquareSize, palette: Palette) -> ft.Control:
    return mark(land.noun.mark, _mark_size(size), terrain_colours(land, palette)[1])


def square_face(picture: SquarePicture, size: SquareSize, palette: Palette) -> ft.Control:
    """Return the drawing of a square: its ground, and the piece on it with the shape of its owner."""
    ground, _ = terrain_colours(picture.land, palette)
    least = min(size.width, size.height)
    over: list[ft.Control] = []
    border = None
    if isinstance(picture.on, Building):
        ground, border = ft.Colors.SURFACE_CONTAINER, ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT)
        over += _standing(picture.on.tile.noun.mark, ft.Colors.ON_SURFACE, picture, size)
    elif isinstance(picture.on, Worker):
        colour = ft.Colors.ON_SURFACE if picture.seat is None else PLAYER_ROLES[picture.seat.colour]
        over += _standing("worker", colour, picture, size)
    elif picture.land is not Terrain.GRASS:
        over.append(_terrain_mark(picture.land, size, palette))
    if picture.wrong:
        border = ft.Border.all(2, ft.Colors.ERROR)
        over.append(glyph(MARKS["hatch"], least, ft.Colors.ERROR, left=0, top=0))
    if picture.highlighted is False:
        over.append(
            ft.Container(width=size.width, height=size.height, bgcolor=palette.dim, border_radius=SQUARE_CORNER)
        )
    if picture.highlighted:
        border = ft.Border.all(2, ft.Colors.PRIMARY)
    drawing: ft.Control | None = over[0] if over else None
    if over[1:] or picture.wrong:
        whole = ft.ClipBehavior.NONE
        drawing = ft.Stack(
            over, alignment=ft.Alignment.CENTER, width=size.width, height=size.height, clip_behavior=whole
        )
    return ft.Container(
        drawing,
        alignment=ft.Alignment.CENTER,
        bgcolor=ground,
        border=border,
        border_radius=SQUARE_CORNER,
        width=size.width,
        height=size.height,
    )


def _standing(drawing: str, ink: str, picture: SquarePicture, size: SquareSize) -> tuple[ft.Control, ...]:
    """Return the drawing of a building or worker, with the shape of the owner below where the style is known."""
    if picture.seat is None:
        return (mark(drawing, min(size.width, size.height) * 0.7, ink),)
    owner_size = size.height * 0.32
    large = min(size.width * 0.74, size.height - owner_size - 5)
    shape = MARKS[picture.seat.shape.noun.mark], owner_size, PLAYER_ROLES[picture.seat.colour]
    below = size.height - owner_size - 2
    return (
        glyph(MARKS[drawing], large, ink, left=(size.width - large) / 2, top=2),
        glyph(*shape, left=(size.width - owner_size) / 2, top=below),
    )


def goods_row(cubes: Mapping[Cube, int], coins: int = 0) -> list[ft.Control]:
    """Return the cubes and coins as drawings with numbers, without kinds that are 0."""
    held = [_amount(cube.noun.mark, cubes[cube], cube.noun.forms) for cube in Cube if cubes.get(cube)]
    return [*held, *([_amount("coin", coins, ("{number} coin", "{number} coins"))] if coins else [])]


def gathers_row(cubes: Mapping[Cube, int]) -> ft.Row:
    """Return the cubes that a worker gathers, or that there are none."""
    brought = goods_row(cubes) or [text(tr("nothing"), Style.SMALL)]
    return ft.Row([caption(tr("Gathers")), *brought], wrap=True, spacing=3 * SPACE, run_spacing=SPACE)


def _amount(drawing: str, number: int, words: tuple[str, str]) -> ft.Control:
    """Return a drawing with a number, read aloud in words."""
    face = ft.Row(
        [glyph(MARKS[drawing], AMOUNT_SIZE, ft.Colors.ON_SURFACE), text(number, Style.STRONG, no_wrap=True)],
        spacing=SPACE,
        tight=True,
    )
    return labelled(face, counted(number, *words))


def tile_line(
    tile: Tile, title: Message | str, below: Sequence[ft.Control], *, figure: str = "", price: Sequence[ft.Control] = ()
) -> ft.Row:
    """Return a building in a line: its drawing, its title and price above the other texts, its points at the end."""
    row = ft.Row([text(title, Style.STRONG), *price], wrap=True, spacing=2 * SPACE, run_spacing=0)
    words = ft.Column([row if price else text(title, Style.STRONG), *below], spacing=0, tight=True, expand=True)
    line: list[ft.Control] = [mark(tile.noun.mark, 32, ft.Colors.ON_SURFACE), words]
    if figure:
        points = ft.Row(
            [text(figure, Style.HEADING, no_wrap=True), glyph(MARKS["point"], 16, ft.Colors.ON_SURFACE)],
            spacing=SPACE // 2,
            tight=True,
        )
        line.append(points)
    return ft.Row(line, spacing=3 * SPACE)
