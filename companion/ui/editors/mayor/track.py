"""The Track tab: the scoring track, and the pieces and tiles of a player."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.mayor.wording import piece_of, tile_text
from companion.tables.state import transition, with_number
from companion.ui.components.controls import caption, card, heading, icon_button, notice, plain_button, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import of_player, player_stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.drawings import kind_mark, piece_mark, player_line
from companion.ui.editors.mayor.open_questions import game_end_notice, taken_space_question
from companion.ui.editors.mayor.track_drawing import MAX_TRACK, TrackPieces, track
from scoring.fields import Between
from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.state import NUMBERS, Piece
from scoring.mayor.turns import tile_removed
from scoring.messages import counted, say, tr
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.ui.components.stepper import Label
    from scoring.fields import Number
    from scoring.messages import Message


def _none_lifted() -> Piece | None:
    return None


@component
def TrackTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the track, and the pieces and tiles of a player."""
    use_revision(live)
    counts = [player_line(live.state, seat, Style.HEADING), *_steppers(live, seat)]
    return column(
        [
            *game_end_notice(live),
            *taken_space_question(live),
            *(notice(problem.message, wrong=True) for problem in problems_of(live.problems, seat)),
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
    lifted, set_lifted = use_lazy_state(_none_lifted)
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

    hint: ft.Control = caption(tr("To move a piece by hand, tap it here, then a space. The ring is the Banker."))
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
        label=tr("Move {piece} from {space}", piece=piece_of(player.name, piece), space=space),
    )


def _piece_on(player: str, number: Number, space: int) -> Message:
    return say("{piece} on {space}", piece=piece_of(player, Piece(number.field)), space=space)


def _tiles_of(player: str, _number: Number, tiles: int) -> Message:
    return counted(tiles, "{name}: {number} tile", "{name}: {number} tiles", name=player)


_LABELS: Final[Mapping[str, Label]] = {"citizen": _piece_on, "banker": _piece_on, "tiles": _tiles_of}


def _steppers(live: LiveTable, seat: int) -> list[ft.Control]:
    """Return the steppers of a player's numbers; tiles that are known are there."""
    known = len(live.state.table.held[seat])
    tiles = NUMBERS["tiles"]
    numbers = {**NUMBERS, "tiles": replace(tiles, range=Between(known, tiles.range.high))}
    return [player_stepper(live, seat, numbers[field], _LABELS.get(field, of_player)) for field in numbers]


@component
def TilesToPlace(live: LiveTable, seat: int) -> ft.Control:
    """Show the known tiles in front of a player; each can be taken away."""
    use_revision(live)
    player = live.state.table.players[seat]
    held = live.state.table.held[seat]
    if not held:
        return caption(tr("Tiles {name} buys under “Turn” are listed here until placed.", name=player.name))

    async def take(number: int) -> None:
        words = tile_text(held[number])
        await change_and_say(
            live,
            say("{name}: {tile} taken away", name=player.name, tile=words),
            transition(tile_removed, seat, number),
            tr("{tile} was taken away from {name}.", tile=words, name=player.name),
        )

    rows: list[ft.Control] = []
    for number, tile in enumerate(held):
        words = tile_text(tile)
        face = ft.Icon(ft.Icons.STAR_OUTLINE) if tile.kind is None else kind_mark(tile.kind, 24, ft.Colors.ON_SURFACE)
        remove = icon_button(ft.Icons.DELETE_OUTLINE, tr("Take away {tile}", tile=words), partial(take, number))
        rows.append(ft.Row([face, text(words, expand=True), remove], spacing=2 * SPACE))
    return card([heading(tr("Tiles to place")), *rows])


def to_track(page: ft.Page, live: LiveTable, seat: int) -> ft.Control:
    """Return the button that leads to the pieces of a player on the Track tab."""
    return plain_button(tr("Correct the pieces"), lambda: page.navigate(f"/table/{live.id}/track/{seat}"))
