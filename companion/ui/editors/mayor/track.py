"""The Track tab: the scoring track, and the pieces and tiles of a player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import actions
from companion.games.mayor.wording import piece_of, tile_text
from companion.tables.state import PlayerStyle, with_number
from companion.ui.components.controls import caption, card, heading, icon_button, labelled, notice, tappable, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Label, of_player, player_stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, memo
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.pads import kind_mark, piece_mark, player_line
from companion.ui.editors.mayor.questions import GameEnd, taken_space_question
from scoring.fields import Between, Number
from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.state import NUMBERS, Piece, Table
from scoring.messages import Message, say, tr
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable


@component
def TrackTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the track, and the pieces and tiles of a player."""
    use_revision(live)
    counts = [player_line(live.state, seat, Style.HEADING), *_steppers(live, seat)]
    return column(
        [
            GameEnd(live),
            *taken_space_question(live),
            *(notice(sentence(problem.message), wrong=True) for problem in problems_of(live.problems, seat)),
            MovablePieces(live, seat),
            card(counts),
            TilesToPlace(live, seat),
        ],
        3 * SPACE,
    )


@component
def MovablePieces(live: LiveTable, seat: int) -> ft.Control:
    """Show the track; a player's piece is moved by a tap on it, then on a space."""
    use_revision(live)
    nothing: Piece | None = None
    lifted, set_lifted = use_value(nothing)
    player = live.state.table.players[seat]

    def lift(piece: Piece) -> None:
        set_lifted(lambda old: None if old is piece else piece)

    async def put(space: int) -> None:
        if lifted is None:
            return
        number = NUMBERS[lifted]
        label = _piece_on(player.name, number, space)
        await live.change(label, lambda state: with_number(state, seat, number, space))
        set_lifted(lambda _: None)

    hint: ft.Control = caption(tr("Tap a piece, then a space. The ring is the Banker."))
    if lifted is not None:
        hint = notice(tr("Tap the space for {piece}.", piece=piece_of(player.name, lifted)))
    chips = (_piece_chip(live, seat, piece, partial(lift, piece), selected=piece is lifted) for piece in Piece)
    return column([_track(live, seat, None if lifted is None else put), wrapped(chips), hint], 3 * SPACE)


def _track(live: LiveTable, seat: int, tap: Callable[[int], Any] | None) -> ft.Control:
    """Return the track with the spaces of a player lit."""
    state: MayorTable = live.state
    player = state.table.players[seat]
    lit = frozenset(min(NUMBERS[piece].of(player), MAYOR_SPACE) for piece in Piece)
    width = min(use_ui().viewport.width - 4 * SPACE, MAX_TRACK)
    drawn = track(TrackPieces(table=state.table, seats=state.extras.seats, lit=lit), width, tap)
    return ft.Row([drawn], alignment=ft.MainAxisAlignment.CENTER)


def _piece_chip(live: LiveTable, seat: int, piece: Piece, lift: Callable[[], None], *, selected: bool) -> ft.Control:
    player = live.state.table.players[seat]
    number = NUMBERS[piece]
    space = number.of(player)
    return chip(
        tr("{piece} on {space}", piece=number.name, space=space),
        lift,
        selected=selected,
        leading=piece_mark(live.state.extras.seats[seat], piece),
        label=_piece_on(player.name, number, space),
    )


def _piece_on(player: str, number: Number, space: int) -> Message:
    return say("{piece} on {space}", piece=piece_of(player, Piece(number.field)), space=space)


_LABELS: Final[Mapping[str, Label]] = {"citizen": _piece_on, "banker": _piece_on}


def _steppers(live: LiveTable, seat: int) -> list[ft.Control]:
    """Return the steppers of a player's numbers; tiles that are known are there."""
    shown = len(live.state.table.held[seat])
    tiles = NUMBERS["tiles"]
    numbers = {**NUMBERS, "tiles": replace(tiles, range=Between(shown, tiles.range.high))}
    return [player_stepper(live, seat, numbers[field], _LABELS.get(field, of_player)) for field in numbers]


@component
def TilesToPlace(live: LiveTable, seat: int) -> ft.Control:
    """Show the known tiles in front of a player; each can be removed."""
    use_revision(live)
    held = live.state.table.held[seat]
    if not held:
        return ft.Container()

    async def take(number: int) -> None:
        words = say("Remove {name}", name=tile_text(held[number]))
        await live.change(words, lambda state: actions.take_away(state, seat, held, number))

    rows: list[ft.Control] = []
    for number, tile in enumerate(held):
        words = tile_text(tile)
        face = ft.Icon(ft.Icons.STAR_OUTLINE) if tile.kind is None else kind_mark(tile.kind, 24, ft.Colors.ON_SURFACE)
        remove = icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=words), partial(take, number))
        rows.append(ft.Row([face, text(words, expand=True), remove], spacing=2 * SPACE))
    return card([heading(tr("Tiles to place")), *rows])


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
    ("3, Nick's Citizen", '4', "50, Nick's Banker on 61")
    """
    pieces = [
        _piece_text(table.players[seat].name, piece, number, space) for seat, piece, number in standing_on(table, space)
    ]
    return ", ".join(map(str, [space, *pieces]))


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
    ground = ft.Colors.SURFACE_CONTAINER if tap is None else ft.Colors.SURFACE_CONTAINER_HIGHEST
    box: dict[str, Any] = {
        "width": style.width,
        "height": None if last else style.height,
        "padding": ft.Padding.only(bottom=SPACE) if last else None,
        "bgcolor": ft.Colors.PRIMARY_CONTAINER if picture.lit else ground,
        "border": ft.Border.all(2, ft.Colors.PRIMARY if picture.lit else ft.Colors.TRANSPARENT),
        "border_radius": SPACE,
        "alignment": ft.Alignment.TOP_CENTER,
    }
    if tap is None:
        return ft.Container(inner, **box)
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
    whole = ft.Column(rows, spacing=GAP, tight=True)
    return labelled(whole, _pieces_label(pieces.table)) if tap is None else whole


def _pieces_label(table: Table) -> str:
    """Return what screen readers say of a track that takes no taps: its spaces with pieces."""
    spaces = range(MAYOR_SPACE + 1)
    return "; ".join(space_label(table, space) for space in spaces if standing_on(table, space))
