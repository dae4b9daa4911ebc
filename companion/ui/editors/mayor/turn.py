"""The Turn tab: the rondel, and then one of the three actions, until the game is over."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.mayor import actions, copy_values
from companion.games.mayor.prices import step_costs
from companion.games.mayor.wording import holdings_text
from companion.tables.state import transition
from companion.ui.components.controls import caption, card, heading, plain_button, seat_mark, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column, max_width, scrolling
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import nothing, use_value
from companion.ui.core.theme import SPACE, WIDEST, Style, width_of
from companion.ui.editors.mayor.event import EventCard, event_line
from companion.ui.editors.mayor.open_questions import game_end_notice, taken_space_question
from companion.ui.editors.mayor.rondel import rondel
from companion.ui.editors.mayor.rondel_questions import MarkerPlacement, RondelQuestions
from companion.ui.editors.mayor.track import to_track
from companion.ui.editors.mayor.turn_actions import last_placement, turn_actions
from companion.ui.editors.mayor.turn_memory import use_turn_memory
from scoring.mayor import turns
from scoring.mayor.last_placements import is_over
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.mayor.actions import MayorTable
    from companion.games.mayor.copy_values import RondelSpace
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.mayor.preview import Action
    from scoring.mayor.state import Kind, Table


MARGIN: Final = 4 * SPACE

SEAT_MARK: Final = 32


NOTHING_CHOSEN: Final[Action | None] = None

WALK: Final = say("Tap the space the Action marker moves to, clockwise. The first step is free.")


@component
def TurnTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the turn; the next one begins at the top of the screen again."""
    use_revision(live)
    table: Table = live.state.table
    middle = ft.Row([max_width(CurrentStep(live))], alignment=ft.MainAxisAlignment.CENTER)
    whole = scrolling([middle])
    whole.key = f"turn {table.turn} {table.closing}"
    return whole


@component
def CurrentStep(live: LiveTable) -> ft.Control:
    """Show the open questions, and below them the rondel to enter, the markers to put, the turn, or the end."""
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    _, set_answers = use_value(0)
    spaces = copy_values.rondel(ui.tables.copies[live.game.key])
    questions: list[ft.Control] = [*game_end_notice(live), *taken_space_question(live)]
    if state.table.event_due:
        questions.append(EventCard(live))
    if spaces is None:
        answered = partial(set_answers, lambda count: count + 1)
        return column([*questions, RondelQuestions(live.game.key, answered)], 3 * SPACE)
    if is_over(state.table):
        return column([*questions, _rondel(live, spaces, _say_moved)], 3 * SPACE)
    if any(marker is None for marker in state.table.markers):
        return column([*questions, MarkerPlacement(live, spaces, nothing)], 3 * SPACE)
    return Turn(live, state.table.turn, spaces, questions)


def _room(viewport: Viewport) -> float:
    """Return the width of a column, in px."""
    whole = min(viewport.width - MARGIN, WIDEST)
    return (whole - MARGIN) / 2 if viewport.wide else whole


def _say_moved(_space: Kind) -> None:
    """Say that the marker has moved already."""
    show_snackbar(tr("The Action marker has already moved this turn. The arrow at the top takes it back."))


@component
def Turn(live: LiveTable, seat: int, spaces: Sequence[RondelSpace], questions: list[ft.Control]) -> ft.Control:
    """Show the turn of a player: the rondel first, then the actions; `questions` are still open."""
    use_revision(live)
    viewport = use_ui().viewport
    state: MayorTable = live.state
    chosen, set_chosen = use_turn_memory(live, "action", NOTHING_CHOSEN)
    correcting, set_correcting = use_value(initial=False)

    def choose(action: Action | None) -> None:
        set_chosen(lambda old: None if old is action else action)

    def correct() -> None:
        set_correcting(lambda old: not old)

    if correcting:
        return column([*questions, TurnCorrection(live), MarkerPlacement(live, spaces, correct)], 3 * SPACE)
    walked = state.table.walked
    titles = [_turn_title(live, seat), *([] if state.table.event_due else event_line(state)), *questions]
    ring = [_rondel(live, spaces, _say_moved if walked else _walking(live, seat, spaces))]
    if state.table.closing:
        now = last_placement(live, seat, spaces)
    elif walked:
        now = turn_actions(live, seat, spaces, chosen, choose)
    else:
        now = [caption(WALK)]
    foot = wrapped([to_track(ft.context.page, live, seat), plain_button(tr("Correct turn or markers"), correct)])
    if viewport.wide:
        return _two_columns(viewport, [*titles, *now, foot], ring)
    busy = chosen is not None or state.table.closing
    return column([*titles, *now, *([] if walked and busy else ring), foot], 3 * SPACE)


def _walking(live: LiveTable, seat: int, spaces: Sequence[RondelSpace]) -> Callable[[Kind], Any]:
    """Return the handler that moves the Action marker to a space, if the player has the gold."""
    order = tuple(space.kind for space in spaces)

    async def go(kind: Kind) -> None:
        await live.saved()
        if live.state.table.walked or live.state.table.turn != seat:
            _say_moved(kind)
            return
        player = live.state.table.players[seat]
        price = step_costs(live.state.table, seat, order)[kind]
        if not price.affordable:
            show_snackbar(
                tr(
                    "{name} has {held} gold, but that costs {cost}.",
                    name=player.name,
                    held=player.banker,
                    cost=price.gold,
                )
            )
            return
        words = say("{name} on the {kind} space, {cost}", name=player.name, kind=kind.noun.name, cost=price.words)
        await live.change(words, transition(turns.walked, seat, kind, order))

    return go


def _two_columns(viewport: Viewport, left: list[ft.Control], right: list[ft.Control]) -> ft.Control:
    room = _room(viewport)
    return ft.Row(
        [ft.Container(column(left, 3 * SPACE), width=room), ft.Container(column(right, 3 * SPACE), width=room)],
        spacing=MARGIN,
        vertical_alignment=ft.CrossAxisAlignment.START,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _rondel(live: LiveTable, spaces: Sequence[RondelSpace], tap: Callable[[Kind], Any]) -> ft.Control:
    state: MayorTable = live.state
    viewport = use_ui().viewport
    over = state.table.walked or is_over(state.table)
    prices = {} if over else step_costs(state.table, state.table.turn, tuple(space.kind for space in spaces))
    return rondel(state, spaces, prices, viewport, _room(viewport), tap)


def _turn_title(live: LiveTable, seat: int) -> ft.Control:
    viewport = use_ui().viewport
    state: MayorTable = live.state
    player = state.table.players[seat]
    words = tr("{name}’s last tile", name=player.name) if state.table.closing else tr("{name}’s turn", name=player.name)
    fits = width_of(Style.TITLE, len(words)) * viewport.scale <= _room(viewport) - SEAT_MARK - 3 * SPACE
    title = ft.Semantics(
        content=text(words, Style.TITLE if fits else Style.HEADING), header=True, heading_level=2, container=True
    )
    has = text(holdings_text(player.citizen, player.banker, player.tiles))
    lines = ft.Column([title, has], spacing=0, tight=True, expand=True)
    row = ft.Row([seat_mark(state.extras.seats[seat], SEAT_MARK), lines], spacing=3 * SPACE)
    return ft.Semantics(content=row, live_region=True, container=True)


@component
def TurnCorrection(live: LiveTable) -> ft.Control:
    """Let the active player be corrected."""
    use_revision(live)
    state: MayorTable = live.state

    async def give_turn(seat: int) -> None:
        await live.change(say("{name}’s turn", name=state.table.players[seat].name), actions.with_turn(seat))

    chips = [
        chip(
            player.name,
            partial(give_turn, seat),
            selected=seat == state.table.turn,
            leading=seat_mark(state.extras.seats[seat]),
            label=tr("It is {name}’s turn", name=player.name),
        )
        for seat, player in enumerate(state.table.players)
    ]
    return card([heading(tr("Whose turn is it?")), wrapped(chips)])
