"""The scoring track: the numbered spaces with the Citizens and Bankers on them, and what is entered there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.mayor import actions
from companion.games.mayor.table import player_of
from companion.games.mayor.wording import PIECES, tile_said
from companion.tables.state import with_player
from companion.ui.components.controls import (
    caption,
    card,
    heading,
    icon_button,
    labelled,
    notice,
    plain_button,
    tappable,
    text,
)
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, memo, show_snackbar
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.ending import ending
from companion.ui.editors.mayor.faces import column, kind_mark, named, piece_mark
from companion.ui.editors.mayor.taken_questions import taken
from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.moves import Piece
from scoring.mayor.state import BANKER_RANGE, CITIZEN_RANGE, TILES_RANGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.tables.state import PlayerStyle
    from scoring.mayor.state import Table

ROW: Final = 10
"""Spaces in a row of the drawing."""

GAP: Final = 2
BROADEST: Final = 520
"""The track is not wider than this, in px."""

SMALL_PIECE: Final = 14
"""The size of a piece where several stand on one space, in px."""

LOW: Final = 16
"""What the number of a space takes of its height, in px."""

FIGURE: Final = 11
"""The size of the number of a space, which does not grow with the text: it is named aloud, and read on the board."""

HIGHER: Final = 1.15
"""How much higher than wide a space is at least."""

PieceOnTrack = tuple[int, Piece, int]
"""A piece on a space: whose seat, which, and its number, which may be past the last space."""


def standing_on(table: Table, space: int) -> tuple[PieceOnTrack, ...]:
    """Return the pieces on a space, those past 50 on the last one."""
    return tuple(
        (seat, piece, number)
        for seat, player in enumerate(table.players)
        for piece in Piece
        if min(number := getattr(player, piece.value), MAYOR_SPACE) == space
    )


def said(table: Table, space: int) -> str:
    """Return a space as it is read aloud.

    >>> from scoring.mayor.state import Player, Table
    >>> table = Table(players=(Player(name="Nick", citizen=3, banker=61),))
    >>> said(table, 3), said(table, 4), said(table, 50)
    ("3, Nick's Citizen", '4, empty', "50, Nick's Banker on 61")
    """
    pieces = [
        f"{table.players[seat].name}'s {PIECES[piece]}{f' on {number}' if number > space else ''}"
        for seat, piece, number in standing_on(table, space)
    ]
    return f"{space}, {', '.join(pieces) or 'empty'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpacePicture:
    """A space as it is drawn: its number, the pieces on it, whether it is lit, and what it is called aloud."""

    space: int
    pieces: tuple[PieceOnTrack, ...]
    lit: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What all spaces share: the looks of the seats, and the size of a space in px."""

    seats: tuple[PlayerStyle, ...]
    width: float
    height: float


@memo
def TrackSpace(picture: SpacePicture, drawing: Drawing, tap: Callable[[int], Any] | None) -> ft.Control:
    """Show one space with the pieces on it; `tap` is told its number."""
    last = picture.space == MAYOR_SPACE
    several = len(picture.pieces) > 1 and not last
    size = SMALL_PIECE if several else min(drawing.width, drawing.height - LOW) - SPACE
    if last:
        size = drawing.height - LOW - 2 * SPACE
    drawn: list[ft.Control] = []
    for seat, piece, number in picture.pieces:
        drawn.append(piece_mark(drawing.seats[seat], piece, size))
        if number > MAYOR_SPACE:
            drawn.append(text(number, Style.SMALL, no_wrap=True))
    if last and not drawn:
        drawn.append(
            ft.Container(height=size)
        )  # the last space has no height of its own: its numbers grow with the text
    figure = ft.Text(
        str(picture.space),
        style=ft.TextStyle(size=FIGURE, color=ft.Colors.PRIMARY if picture.lit else ft.Colors.ON_SURFACE_VARIANT),
        no_wrap=True,
    )
    inner = ft.Column(
        [figure, ft.Row(drawn, spacing=1, run_spacing=1, wrap=True, alignment=ft.MainAxisAlignment.CENTER)],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    ground = ft.Colors.SURFACE_CONTAINER if picture.pieces or tap else ft.Colors.SURFACE_CONTAINER_HIGHEST
    box: dict[str, Any] = {
        "width": drawing.width,
        "height": None if last else drawing.height,
        "padding": ft.Padding.only(bottom=SPACE) if last else None,
        "bgcolor": ft.Colors.PRIMARY_CONTAINER if picture.lit else ground,
        "border": ft.Border.all(
            2 if picture.lit else 1, ft.Colors.PRIMARY if picture.lit or tap else ft.Colors.OUTLINE_VARIANT
        ),
        "border_radius": SPACE,
        "alignment": ft.Alignment.TOP_CENTER,
    }
    if tap is None:
        return labelled(ft.Container(inner, **box), picture.label)
    return tappable(inner, picture.label, lambda: tap(picture.space), **box)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """What a track shows: the table, the looks of its seats, and the spaces that are lit."""

    table: Table
    seats: tuple[PlayerStyle, ...]
    lit: frozenset[int] = frozenset()


def track(pieces: Pieces, width: float, tap: Callable[[int], Any] | None = None) -> ft.Control:
    """Return the whole track, in rows of ten."""
    across = (width - (ROW - 1) * GAP) // ROW
    down = max(across * HIGHER, 2 * SMALL_PIECE + LOW + SPACE)

    def one(space: int, wide: float) -> ft.Control:
        picture = SpacePicture(
            space=space,
            pieces=standing_on(pieces.table, space),
            lit=space in pieces.lit,
            label=said(pieces.table, space),
        )
        drawing = Drawing(seats=pieces.seats, width=wide, height=down)
        return keyed(f"space {space}", TrackSpace, picture, drawing, tap)

    rows: list[ft.Control] = [
        ft.Row([one(space, across) for space in range(first, first + ROW)], spacing=GAP, tight=True)
        for first in range(0, MAYOR_SPACE, ROW)
    ]
    rows.append(one(MAYOR_SPACE, ROW * across + (ROW - 1) * GAP))
    return ft.Column(rows, spacing=GAP, tight=True)


def _none_lifted() -> Piece | None:
    return None


@component
def TrackTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the track, and where a player's pieces stand on it."""
    use_revision(live)
    ui = use_ui()
    lifted, set_lifted = use_lazy_state(_none_lifted)
    state: MayorTable = live.state
    player = player_of(state, seat)
    width = min(ui.viewport.width - 4 * SPACE, BROADEST)

    def lift(piece: Piece) -> None:
        set_lifted(lambda old: None if old is piece else piece)

    async def put(space: int) -> None:
        if lifted is None:
            return
        set_lifted(lambda _: None)
        await live.change(f"{player.name}'s {PIECES[lifted]} on {space}", _at(seat, lifted, space))

    pieces = [
        chip(
            f"{PIECES[piece]} on {getattr(player, piece.value)}",
            partial(lift, piece),
            selected=piece is lifted,
            leading=piece_mark(state.extras.seats[seat], piece),
            label=f"Move {player.name}'s {PIECES[piece]} on {getattr(player, piece.value)}",
        )
        for piece in Piece
    ]
    hint = "To move a piece by hand, tap it here, then a space. The ring is the Banker."
    if lifted is not None:
        hint = f"Tap the space for {player.name}'s {PIECES[lifted]}."
    mine = frozenset(min(getattr(player, piece.value), MAYOR_SPACE) for piece in Piece)
    shown = Pieces(table=state.table, seats=state.extras.seats, lit=mine)
    drawn = track(shown, width, None if lifted is None else put)
    wrong = [one for one in live.problems if one.path.startswith(f"players[{seat}]")]
    return column(
        [
            *ending(live),
            *taken(live),
            *(notice(problem.message, wrong=True) for problem in wrong),
            ft.Row([drawn], alignment=ft.MainAxisAlignment.CENTER),
            wrapped(pieces),
            notice(hint) if lifted is not None else caption(hint),
            card(
                [
                    named(state, seat, Style.HEADING),
                    *(_stepper(live, seat, piece) for piece in Piece),
                    _tiles(live, seat),
                ],
            ),
            Held(live, seat),
        ]
    )


def _at(seat: int, piece: Piece, space: int) -> Any:  # noqa: ANN401 - a step
    return lambda state: with_player(state, seat, **{piece.value: space})


COUNTERS: Final = {
    Piece.CITIZEN: Counter(name="Citizen: points", most=CITIZEN_RANGE.high, char=MARKS["prestige"]),
    Piece.BANKER: Counter(name="Banker: gold", most=BANKER_RANGE.high, char=MARKS["coin"]),
}


def _stepper(live: LiveTable, seat: int, piece: Piece) -> ft.Control:
    player = player_of(live.state, seat)

    async def keep(number: int) -> None:
        await live.change(f"{player.name}'s {PIECES[piece]} on {number}", _at(seat, piece, number))

    counter = replace(COUNTERS[piece], ink=ft.Colors.ON_SURFACE)
    return keyed(f"{seat} {piece}", Stepper, counter, getattr(player, piece.value), keep)


def _tiles(live: LiveTable, seat: int) -> ft.Control:
    player = player_of(live.state, seat)
    known = len(live.state.extras.held[seat])
    counter = Counter(
        name="Tiles to place", least=known, most=TILES_RANGE.high, char=MARKS["stored_tile"], ink=ft.Colors.ON_SURFACE
    )

    async def keep(number: int) -> None:
        await live.change(f"{player.name}: {number} tiles", lambda state: with_player(state, seat, tiles=number))

    return keyed(f"{seat} tiles {known}", Stepper, counter, player.tiles, keep)


@component
def Held(live: LiveTable, seat: int) -> ft.Control:
    """Show the tiles known in front of a player, each of which can be taken away."""
    use_revision(live)
    player = player_of(live.state, seat)
    held = live.state.extras.held[seat]
    if not held:
        return caption(f"What {player.name} buys under “Turn” is listed here until it is placed.")

    async def take(number: int) -> None:
        words = tile_said(held[number])
        await live.change(f"{player.name}: {words} taken away", actions.give_up(seat, number))
        show_snackbar(f"{words} was taken away from {player.name}.", undo=undo_of_last_step(live))

    rows: list[ft.Control] = []
    for number, tile in enumerate(held):
        words = tile_said(tile)
        face = ft.Icon(ft.Icons.STAR_OUTLINE) if tile.kind is None else kind_mark(tile.kind, 24, ft.Colors.ON_SURFACE)
        remove = icon_button(ft.Icons.DELETE_OUTLINE, f"Take away {words}", partial(take, number))
        rows.append(ft.Row([face, text(words, expand=True), remove], spacing=2 * SPACE))
    return card([heading("Tiles to place"), *rows])


def to_track(page: ft.Page, live: LiveTable, seat: int) -> ft.Control:
    """Return the way to where the pieces of a player are entered."""
    return plain_button("Correct the pieces", lambda: page.navigate(f"/table/{live.id}/track/{seat}"))
