"""The board of Little Town: its squares, what is selected, painting one's own, and for whom a tap on it enters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.little_town import actions
from companion.games.little_town.kit import OWN_BOARD, VARIANTS
from companion.ui.components.controls import (
    button,
    caption,
    group,
    heading,
    mark,
    notice,
    outlined,
    raised,
    silent,
    tappable,
)
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import SQUARE_CORNER, SQUARE_GAP, column, grid, messages_by_square
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE, TARGET, Palette
from companion.ui.editors.little_town.drawings import (
    RULER,
    SquarePicture,
    SquareRow,
    SquareSize,
    grounds,
    ruler_letter,
    square_face,
    square_pictures,
)
from scoring.little_town.state import BOARD_COLUMNS, BOARD_ROWS, BOARD_SQUARES, Side, Table, Terrain
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.live_table import LiveTable


BARS_HEIGHT: Final = 190
"""The height of the bars above and below the board, in px."""

WIDEST_SQUARE: Final = 72
"""The greatest width of a square, in px."""

SHORTEST_SQUARE: Final = 32
"""The least height of a square on a wide and low screen, in px."""

MAX_HEIGHT_RATIO: Final = 1.25
"""The greatest height of a square in relation to its width, so that it is easy to tap."""

WITH_MARGINS: Final = 360
"""The least width of a screen, in px, with margins around the board, and the workers left after whose turn it is."""

SIDE_WIDTH: Final = 160
"""The width of the picture of a side of the board, in px."""

COLUMNS: Final = tuple(dict.fromkeys(cell[0] for cell in BOARD_SQUARES))

ROWS: Final = tuple(dict.fromkeys(cell[1:] for cell in BOARD_SQUARES))


@ft.observable
@dataclass
class BoardSelection:
    """The square that is selected in this browser, and the terrain that a tap paints, if any."""

    cell: str | None = None
    brush: Terrain | None = None


def square_size(viewport: Viewport) -> SquareSize:
    """Return the size of a square: as wide as there is room, and on an upright phone higher than wide.

    A tap reaches it also in half of the gap around it; on a very narrow phone the board has no margin.

    >>> from companion.ui.core.context import Viewport
    >>> square_size(Viewport(width=390, height=844)), square_size(Viewport(width=320, height=700)).width
    (SquareSize(width=38.0, height=46.0), 32.0)
    """
    room = viewport.width / (2 if viewport.wide else 1) - (4 * SPACE if viewport.width >= WITH_MARGINS else 0)
    width = min((room - RULER) // BOARD_COLUMNS - SQUARE_GAP, WIDEST_SQUARE)
    if viewport.wide:
        fits = (viewport.height - BARS_HEIGHT) // BOARD_ROWS - SQUARE_GAP
        return SquareSize(width=float(width), height=float(max(min(width, fits), SHORTEST_SQUARE)))
    return SquareSize(
        width=float(width), height=float(max(width, min(TARGET - SQUARE_GAP, width * MAX_HEIGHT_RATIO // 1)))
    )


@component
def Squares(live: LiveTable, size: SquareSize, tap: Callable[[str], object]) -> ft.Control:
    """Show the board of a table."""
    use_revision(live)
    pictures = square_pictures(live.state.table, live.state.extras.seats, messages_by_square(live.problems))
    return framed_board(pictures, size, use_ui().viewport.palette, tap)


def framed_board(
    pictures: Mapping[str, SquarePicture], size: SquareSize, palette: Palette, tap: Callable[[str], object]
) -> ft.Control:
    """Return the squares with letters above and numbers to the left, under their number and that of free ones."""
    letters: list[ft.Control] = [ruler_letter(column, size.width + SQUARE_GAP, height=RULER) for column in COLUMNS]
    rows = [tuple(pictures[f"{column}{row}"] for column in COLUMNS) for row in ROWS]
    lines = [ft.Row(letters, spacing=0, tight=True), *(SquareRow(row, size, palette, tap) for row in rows)]
    squares = ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    free = sum(picture.land is Terrain.GRASS and picture.on is None for picture in pictures.values())
    return group(
        ft.Stack([*grounds(rows, size, palette), squares]),
        tr("{number} squares, {free} free", number=len(pictures), free=free),
    )


def small_board(table: Table, highlighted: frozenset[str] | None, width: float, palette: Palette) -> ft.Control:
    """Return the board without letters and owners, `width` px wide, with the squares in `highlighted`, if any, lit."""
    side = float(width // BOARD_COLUMNS - SQUARE_GAP)
    pictures = square_pictures(table, (), {}, highlighted=highlighted)
    size = SquareSize(width=side, height=side)
    faces = ((square_face(pictures[f"{column}{row}"], size, palette) for column in COLUMNS) for row in ROWS)
    return silent(grid(faces))


@component
def SelectionFrame(selection: BoardSelection, size: SquareSize, around: int) -> ft.Control:
    """Show a frame around the selected square and `around` squares more on each side, above the board."""
    if selection.cell is None:
        return ft.Container(left=0, top=0)
    column, row = COLUMNS.index(selection.cell[0]), ROWS.index(selection.cell[1:])
    left, right = max(column - around, 0), min(column + around, BOARD_COLUMNS - 1)
    top, bottom = max(row - around, 0), min(row + around, BOARD_ROWS - 1)
    step_x, step_y = size.width + SQUARE_GAP, size.height + SQUARE_GAP
    return ft.TransparentPointer(
        ft.Container(
            border=ft.Border.all(1.5 if around else 3, ft.Colors.PRIMARY),
            border_radius=SQUARE_CORNER,
            width=(right - left + 1) * step_x - SQUARE_GAP,
            height=(bottom - top + 1) * step_y - SQUARE_GAP,
        ),
        left=RULER + SQUARE_GAP / 2 + left * step_x,
        top=RULER + SQUARE_GAP / 2 + top * step_y,
    )


@component
def BoardPalette(live: LiveTable, selection: BoardSelection) -> ft.Control:
    """Let another side be chosen, or the squares of one's own board be painted by taps."""
    use_revision(live)
    board = live.state.table.board

    def take_brush(land: Terrain | None) -> None:
        selection.brush = land

    def lay(side: Side) -> Callable[[], Any]:
        return lambda: live.change(side.noun.name, lambda state: actions.with_board(state, side))

    own = chip(
        VARIANTS[OWN_BOARD],
        lambda: live.change(VARIANTS[OWN_BOARD], lambda state: actions.with_board(state, None)),
        selected=not isinstance(board, Side),
    )
    sides = [_side_picture(side, lay(side), chosen=board is side) for side in Side]
    lands = [_terrain_chip(land, selection, take_brush) for land in Terrain]
    return column(
        [
            heading(tr("The board")),
            wrapped([*sides, own]),
            caption(tr("Choose a terrain, and tap the squares that show it.")),
            wrapped(lands),
            AtThumb(lambda: [button(tr("Done"), lambda: take_brush(None))]),
        ],
        3 * SPACE,
    )


def _side_picture(side: Side, lay: Callable[[], Any], *, chosen: bool) -> ft.Control:
    """Return a printed side of the board as a picture that a tap lays."""
    bare = Table(players=(), board=side)
    picture = small_board(bare, None, SIDE_WIDTH, use_ui().viewport.palette)
    return tappable(picture, str(side.noun.title), lay, selected=chosen, padding=SPACE, **raised(chosen=chosen))


def _terrain_chip(land: Terrain, selection: BoardSelection, take_brush: Callable[[Terrain], None]) -> ft.Control:
    return chip(
        land.noun.title,
        lambda: take_brush(land),
        selected=land is selection.brush,
        leading=mark(land.noun.mark, 20, ft.Colors.ON_SURFACE) if land is not Terrain.GRASS else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The seat for which a tap enters, the seat that is shown, and the one whose turn it is.

    `waits` says that nothing is entered for the seat until it is asked for again, which `insist` does and undoes.
    """

    seat: int
    shown: int
    turn: int
    waits: bool
    insist: Callable[[], None]


def turn_passed(live: LiveTable) -> bool:
    """Return whether the last step has ended its turn: the line above the board says who plays."""
    return live.state.table.books and live.state.table.visit is None


def out_of_turn_note(state: LittleTownTable, actor: Actor) -> list[ft.Control]:
    """Return whose turn it is where another player is shown, with the way to enter something out of turn."""
    plays, shown = (state.table.players[seat].name for seat in (actor.turn, actor.shown))
    if actor.turn == actor.shown:
        return []
    if actor.seat == actor.shown and not actor.waits:
        back = ft.Row([outlined(tr("Back to {name}", name=plays), actor.insist)], wrap=True)
        words = tr("It is {name}’s turn. What you enter now is for {shown}.", name=plays, shown=shown)
        return [column([notice(words), back])]
    words = tr("It is {name}’s turn.", name=plays)
    insist = outlined(tr("Enter it for {name}, out of turn", name=shown), actor.insist)
    return [column([caption(words), ft.Row([insist], wrap=True)])]
