"""The questions that the players answer: whether a piece moves on, who places a last tile, and the end as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor.game_end import end_text
from companion.games.mayor.wording import piece_of
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, heading, notice, outlined, text
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.editors.mayor.drawings import piece_mark
from scoring.mayor.last_placements import is_over, last_placements_ended
from scoring.mayor.moves import on_the_same_number
from scoring.mayor.taken_spaces import moved_on, open_questions, stayed
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import MovedPiece


def game_end_notice(live: LiveTable) -> list[ft.Control]:
    """Return the sentence about the end with the way to the tally; `[]` before the end comes."""
    words = end_text(live.state.table)
    if words is None:
        return []
    page = ft.context.page
    if not is_over(live.state.table):
        return [notice(words)]
    to_end = button(tr("Final scoring"), lambda: page.navigate(f"/table/{live.id}/end/0"), icon=ft.Icons.FLAG_OUTLINED)
    whole = ft.Container(
        column([heading(tr("The game is over")), text(sentence(words)), to_end]),
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=2 * SPACE,
        padding=4 * SPACE,
    )
    return [ft.Semantics(content=whole, live_region=True, container=True)]


@component
def LastQuestions(live: LiveTable) -> ft.Control:
    """Ask the questions that are open at the end: pieces on a taken number, and last tiles."""
    use_revision(live)
    state: MayorTable = live.state
    parts: list[ft.Control] = [heading(tr("Still open")), TakenSpaceQuestion(live)]

    async def nobody() -> None:
        await live.change(say("No more last tiles"), transition(last_placements_ended))

    if state.table.still and not is_over(state.table):
        names = tuple(state.table.players[seat].name for seat in state.table.still)
        parts += [
            text(tr("{names} may still place a last tile, under “Turn”.", names=names)),
            outlined(tr("Nobody places another tile"), nobody),
        ]
    return column(parts, 3 * SPACE)


RULE: Final = say(
    "Only one piece may stand on a space. A number can be on several streets: those are different spaces."
)


def taken_space_text(state: MayorTable, moved: MovedPiece) -> Message:
    """Return the sentence about a piece that came to a number where others stand."""
    player = state.table.players[moved.seat]
    others = tuple(
        piece_of(beneath.name, beneath.piece) for beneath in on_the_same_number(state.table, moved.seat, moved.piece)
    )
    piece, space = piece_of(player.name, moved.piece), getattr(player, moved.piece.value)
    if len(others) == 1:
        return say("{piece} came to {space}, where {other} stands.", piece=piece, space=space, other=others[0])
    return say("{piece} came to {space}, where {others} stand.", piece=piece, space=space, others=others)


@component
def TakenSpaceQuestion(live: LiveTable) -> ft.Control:
    """Ask whether the first piece on a taken number moves on."""
    use_revision(live)
    state: MayorTable = live.state
    moves = open_questions(state.table)
    if not moves:
        return ft.Container()
    moved = moves[0]
    player = state.table.players[moved.seat]
    space = getattr(player, moved.piece.value)
    to = space + (1 if moved.forwards else -1)
    piece = piece_of(player.name, moved.piece)

    async def go_on() -> None:
        await live.change(say("{piece} moves on to {space}", piece=piece, space=to), transition(moved_on, moved))

    async def remain() -> None:
        await live.change(say("{piece} stays on {space}", piece=piece, space=space), transition(stayed, moved))

    words = ft.Row(
        [
            piece_mark(state.extras.seats[moved.seat], moved.piece),
            text(sentence(taken_space_text(state, moved)), Style.STRONG, expand=True),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    ways = wrapped(
        [button(tr("Same space: on to {space}", space=to), go_on), outlined(tr("Another space: stays"), remain)]
    )
    whole = ft.Container(
        column([words, caption(RULE), ways]),
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border_radius=RADIUS,
        padding=3 * SPACE,
    )
    return ft.Semantics(content=whole, live_region=True, container=True)


def taken_space_question(live: LiveTable) -> list[ft.Control]:
    """Return the question about a piece on a taken number; `[]` if there is none."""
    return [TakenSpaceQuestion(live)] if open_questions(live.state.table) else []
