"""The drawing of the scoring track: the numbered spaces with the Citizens and Bankers on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.mayor.wording import piece_of
from companion.ui.components.controls import labelled, tappable, text
from companion.ui.core.error_boundary import memo
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.drawings import piece_mark
from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.state import Piece
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.state import PlayerStyle
    from scoring.mayor.state import Table


ROW_SPACES: Final = 10
"""The number of spaces in a row."""

GAP: Final = 2


MAX_TRACK: Final = 520
"""The largest width of the track, in px."""

SMALL_PIECE: Final = 14
"""The size of a piece that shares its space, in px."""

FIGURE_HEIGHT: Final = 18
"""The height of the number of a space, in px."""

FIGURE_SIZE: Final = 14
"""The size of the number of a space, which does not grow with the text: it is named aloud, and read on the board."""

MIN_ASPECT: Final = 1.15
"""The smallest ratio of the height of a space to its width."""


PieceOnTrack = tuple[int, Piece, int]
"""A piece on a space: its seat, its kind, and its number, which may be past the last space."""


def standing_on(table: Table, space: int) -> tuple[PieceOnTrack, ...]:
    """Return the pieces on a space, those past 50 on the last one."""
    return tuple(
        (seat, piece, number)
        for seat, player in enumerate(table.players)
        for piece in Piece
        if min(number := getattr(player, piece.value), MAYOR_SPACE) == space
    )


def space_label(table: Table, space: int) -> str:
    """Return the label of a space for screen readers.

    >>> from scoring.mayor.state import Player, Table
    >>> table = Table(players=(Player(name="Nick", citizen=3, banker=61),))
    >>> space_label(table, 3), space_label(table, 4), space_label(table, 50)
    ("3, Nick's Citizen", '4, empty', "50, Nick's Banker on 61")
    """
    pieces = [
        _piece_text(table.players[seat].name, piece, number, space) for seat, piece, number in standing_on(table, space)
    ]
    return ", ".join(map(str, [space, *pieces])) if pieces else tr("{space}, empty", space=space)


def _piece_text(name: str, piece: Piece, number: int, space: int) -> Message:
    """Return a piece that stands on a space, with its number if that is past it."""
    named = piece_of(name, piece)
    return say("{piece} on {space}", piece=named, space=number) if number > space else named


@dataclass(frozen=True, slots=True, kw_only=True)
class SpacePicture:
    """What a space of the track shows: its number, its pieces, whether it is lit, and its label."""

    space: int
    pieces: tuple[PieceOnTrack, ...]
    lit: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceStyle:
    """What the spaces of a track share: the styles of the players, and the size of a space in px."""

    seats: tuple[PlayerStyle, ...]
    width: float
    height: float


@memo
def TrackSpace(picture: SpacePicture, style: SpaceStyle, tap: Callable[[int], Any] | None) -> ft.Control:
    """Show one space with the pieces on it; `tap` takes its number."""
    last = picture.space == MAYOR_SPACE
    ink = ft.Colors.PRIMARY if picture.lit else ft.Colors.ON_SURFACE_VARIANT
    letters = ft.TextStyle(size=FIGURE_SIZE, height=FIGURE_HEIGHT / FIGURE_SIZE, color=ink)
    figure = ft.Text(str(picture.space), style=letters, no_wrap=True)
    pieces = ft.Row(_pieces(picture, style), spacing=1, run_spacing=1, wrap=True, alignment=ft.MainAxisAlignment.CENTER)
    inner = ft.Column([figure, pieces], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    ground = ft.Colors.SURFACE_CONTAINER if picture.pieces or tap else ft.Colors.SURFACE_CONTAINER_HIGHEST
    line = ft.Colors.PRIMARY if picture.lit or tap else ft.Colors.OUTLINE_VARIANT
    box: dict[str, Any] = {
        "width": style.width,
        "height": None if last else style.height,
        "padding": ft.Padding.only(bottom=SPACE) if last else None,
        "bgcolor": ft.Colors.PRIMARY_CONTAINER if picture.lit else ground,
        "border": ft.Border.all(2 if picture.lit else 1, line),
        "border_radius": SPACE,
        "alignment": ft.Alignment.TOP_CENTER,
    }
    if tap is None:
        return labelled(ft.Container(inner, **box), picture.label)
    return tappable(inner, picture.label, lambda: tap(picture.space), **box)


def _pieces(picture: SpacePicture, style: SpaceStyle) -> list[ft.Control]:
    """Return the pieces on a space; on the last one also the numbers of those past it, which grow with the text."""
    last = picture.space == MAYOR_SPACE
    size = min(style.width, style.height - FIGURE_HEIGHT) - SPACE
    if last:
        size = style.height - FIGURE_HEIGHT - 2 * SPACE
    elif len(picture.pieces) > 1:
        size = SMALL_PIECE
    drawn: list[ft.Control] = []
    for seat, piece, number in picture.pieces:
        drawn.append(piece_mark(style.seats[seat], piece, size))
        if number > MAYOR_SPACE:
            drawn.append(text(number, Style.SMALL, no_wrap=True))
    if last and not drawn:
        drawn.append(ft.Container(height=size))  # the last space has no height of its own
    return drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackPieces:
    """What a track shows: the table, the styles of its players, and the spaces that are lit."""

    table: Table
    seats: tuple[PlayerStyle, ...]
    lit: frozenset[int] = frozenset()


def track(pieces: TrackPieces, width: float, tap: Callable[[int], Any] | None = None) -> ft.Control:
    """Return the whole track in rows of ten, `width` px wide; `tap` takes the number of the space tapped."""
    across = (width - (ROW_SPACES - 1) * GAP) // ROW_SPACES
    down = max(across * MIN_ASPECT, 2 * SMALL_PIECE + FIGURE_HEIGHT + SPACE)

    def one(space: int, wide: float) -> ft.Control:
        picture = SpacePicture(
            space=space,
            pieces=standing_on(pieces.table, space),
            lit=space in pieces.lit,
            label=space_label(pieces.table, space),
        )
        style = SpaceStyle(seats=pieces.seats, width=wide, height=down)
        return keyed(f"space {space}", TrackSpace, picture, style, tap)

    rows: list[ft.Control] = [
        ft.Row([one(space, across) for space in range(first, first + ROW_SPACES)], spacing=GAP, tight=True)
        for first in range(0, MAYOR_SPACE, ROW_SPACES)
    ]
    rows.append(one(MAYOR_SPACE, ROW_SPACES * across + (ROW_SPACES - 1) * GAP))
    return ft.Column(rows, spacing=GAP, tight=True)
