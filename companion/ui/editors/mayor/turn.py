"""The Turn tab: the rondel, and then one of the three actions, until the game is over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import actions, copy_values
from companion.games.mayor.actions import purchase_option, step_costs
from companion.games.mayor.wording import holdings_text, streets_closed
from companion.tables.state import transition
from companion.ui.components.controls import (
    caption,
    card,
    heading,
    outlined,
    plain_button,
    raised,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column, max_width, scrolling
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, nothing, use_toggle, use_value
from companion.ui.core.theme import SPACE, WIDEST, Style, width_of
from companion.ui.editors.mayor.market import PurchaseCard
from companion.ui.editors.mayor.pads import use_turn_memory
from companion.ui.editors.mayor.placing import PlacementCard
from companion.ui.editors.mayor.questions import EventCard, GameEnd, event_line, taken_space_question
from companion.ui.editors.mayor.rondel import MarkerPlacement, RondelQuestions, rondel, space_line
from scoring.mayor import turns
from scoring.mayor.actions import Action, Option, cost_text, turn
from scoring.mayor.data import PASS_GOLD
from scoring.mayor.turns import end_last_placement, is_over, may_use_amenity, pass_turn
from scoring.messages import say, say_in, tr, with_commas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.mayor.actions import MayorTable
    from companion.games.mayor.copy_values import RondelSpace
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import Kind, Street, Table


MARGIN: Final = 4 * SPACE

SEAT_MARK: Final = 32


NOTHING_CHOSEN: Final[Action | None] = None


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
    questions: list[ft.Control] = [GameEnd(live), *taken_space_question(live)]
    if state.table.event_due:
        questions.append(EventCard(live))
    if is_over(state.table):
        ring = [] if spaces is None else [_rondel(live, spaces, _say_moved)]
        return column([*questions, *ring], 3 * SPACE)
    if spaces is None:
        answered = partial(set_answers, lambda count: count + 1)
        titles = [heading(copy_values.RONDEL.title), caption(tr("Look at your rondel: Tessera asks once."))]
        return column([*questions, *titles, RondelQuestions(live.game.key, answered)], 3 * SPACE)
    if any(marker is None for marker in state.table.markers):
        return column([*questions, MarkerPlacement(live, spaces, nothing)], 3 * SPACE)
    return Turn(live, state.table.turn, spaces, questions)


def _room(viewport: Viewport) -> float:
    """Return the width of a column, in px."""
    whole = min(viewport.width - MARGIN, WIDEST)
    return (whole - MARGIN) / 2 if viewport.wide else whole


def _say_moved(_space: Kind) -> None:
    """Say that the marker has moved already."""
    show_snackbar(tr("The Action marker has already moved this turn."))


@component
def Turn(live: LiveTable, seat: int, spaces: Sequence[RondelSpace], questions: list[ft.Control]) -> ft.Control:
    """Show the turn of a player: the rondel first, then the actions; `questions` are still open."""
    use_revision(live)
    viewport = use_ui().viewport
    state: MayorTable = live.state
    chosen, set_chosen = use_turn_memory(live, "action", NOTHING_CHOSEN)
    edited, edit = use_toggle()

    def choose(action: Action | None) -> None:
        set_chosen(lambda old: None if old is action else action)

    if edited:
        return column([*questions, TurnCorrection(live), MarkerPlacement(live, spaces, edit)], 3 * SPACE)
    walked = state.table.walked
    titles = [_turn_title(live, seat), *([] if state.table.event_due else event_line(state)), *questions]
    ring = [_rondel(live, spaces, _say_moved if walked else partial(_walk, live, seat, spaces))]
    if state.table.closing:
        now = last_placement(live, seat, spaces)
    elif walked:
        now = turn_actions(live, seat, spaces, chosen, choose)
    else:
        now = []
    foot = wrapped([plain_button(tr("Edit"), edit)])
    if viewport.wide:
        return _two_columns(viewport, [*titles, *now, foot], ring)
    return column([*titles, *now, *([] if walked else ring), foot], 3 * SPACE)


async def _walk(live: LiveTable, seat: int, spaces: Sequence[RondelSpace], kind: Kind) -> None:
    """Move the Action marker to a space, if the player has the gold."""
    order = tuple(space.kind for space in spaces)
    await live.saved()
    if live.state.table.walked or live.state.table.turn != seat:
        _say_moved(kind)
        return
    player = live.state.table.players[seat]
    price = step_costs(live.state.table, seat, order)[kind]
    if not price.affordable:
        show_snackbar(sentence(cost_text(player, price.gold)))
        return
    words = say("{what}: {value}", what=player.name, value=with_commas([kind.noun.title, price.words]))
    await live.change(words, transition(turns.walk, seat, kind, order))


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
    shown = text(words, Style.TITLE if fits else Style.HEADING)
    title = ft.Semantics(content=shown, header=True, heading_level=2, live_region=True, container=True)
    has = text(holdings_text(player.banker, player.tiles))
    lines = ft.Column([title, has], spacing=0, tight=True, expand=True)
    return ft.Row([seat_mark(state.extras.seats[seat], SEAT_MARK), lines], spacing=3 * SPACE)


@component
def TurnCorrection(live: LiveTable) -> ft.Control:
    """Let the active player be corrected."""
    use_revision(live)
    state: MayorTable = live.state

    async def give_turn(seat: int) -> None:
        await live.change(
            say("{name}’s turn", name=state.table.players[seat].name), lambda state: actions.with_turn(state, seat)
        )

    chips = [
        chip(
            player.name,
            partial(give_turn, seat),
            selected=seat == state.table.turn,
            leading=seat_mark(state.extras.seats[seat]),
            label=tr("{name}’s turn", name=player.name),
        )
        for seat, player in enumerate(state.table.players)
    ]
    return card([heading(tr("Whose turn is it?")), wrapped(chips)])


MAX_ROW_SCALE: Final = 1.3
"""The largest scale of the text with which the actions stand side by side; else they stand below each other."""

ICONS: Final = {
    Action.BUY: ft.Icons.SHOPPING_BAG_OUTLINED,
    Action.PLACE: ft.Icons.ADD_HOME_OUTLINED,
    Action.PASS: ft.Icons.REDO,
}

FREED_BY_AMENITY: Final = (Action.BUY, Action.PLACE)
"""The actions that a Civic Amenity may allow. Rulebook, Civic Amenities."""

TITLES: Final = {
    Action.BUY: say_in("action", "Buy"),
    Action.PLACE: say_in("action", "Place"),
    Action.PASS: say_in("action", "Pass"),
}


def turn_actions(
    live: LiveTable, seat: int, spaces: Sequence[RondelSpace], chosen: Action | None, choose: Callable[[Action], None]
) -> list[ft.Control]:
    """Return the three actions side by side, and below them the one that is chosen."""
    space = _space_of_marker(live.state, seat, spaces)
    order = tuple(space.kind for space in spaces)

    async def pass_on() -> None:
        words = say("{name} passes for {gold} gold", name=live.state.table.players[seat].name, gold=PASS_GOLD)
        await change_and_say(live, words, transition(pass_turn, seat, order))

    handlers = {action: partial(choose, action) for action in Action} | {Action.PASS: pass_on}
    parts = [space_line(live.state, space), _action_buttons(live, seat, space, chosen, handlers)]
    if chosen is Action.BUY:
        parts.append(keyed(f"buy {space.kind.value}", PurchaseCard, live, seat, space.kind, order))
    if chosen is Action.PLACE:
        parts.append(keyed(f"place {space.kind.value}", PlacementCard, live, seat, space.street, order))
    return parts


def _action_buttons(
    live: LiveTable, seat: int, space: RondelSpace, chosen: Action | None, handlers: Mapping[Action, Callable[[], Any]]
) -> ft.Control:
    """Return the buttons of the three actions on a space of the rondel."""
    ui = use_ui()
    state: MayorTable = live.state
    buy = purchase_option(state.table, ui.tables.copies[live.game.key], seat, space.kind)
    others = (option for option in turn(state.table, seat) if option.action is not Action.BUY)
    options = (buy, *(_closed_by_event(state, option, space.street) for option in others))
    free = may_use_amenity(state.table, seat)
    buttons = [
        _action_button(
            option,
            handlers[option.action],
            ui.viewport,
            chosen=option.action is chosen,
            is_open=option.allowed or (free and option.action in FREED_BY_AMENITY),
        )
        for option in options
    ]
    if ui.viewport.scale > MAX_ROW_SCALE:
        return column(buttons)
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Row(buttons, spacing=2 * SPACE, vertical_alignment=stretch, intrinsic_height=True)


def _closed_by_event(state: MayorTable, option: Option, street: Street | None) -> Option:
    """Return an option, or why it is not allowed where the Event closes the streets of the space."""
    if option.action is not Action.PLACE or street not in state.table.event.closed or not option.allowed:
        return option
    return replace(option, allowed=False, because=streets_closed(state.table.event.closed))


def _space_of_marker(state: MayorTable, seat: int, spaces: Sequence[RondelSpace]) -> RondelSpace:
    return next(space for space in spaces if space.kind is state.table.markers[seat])


def _action_button(
    option: Option, do: Callable[[], Any], viewport: Viewport, *, chosen: bool, is_open: bool
) -> ft.Control:
    """Return the button of an action with the reason why it is possible or not; a tap says the reason if it is not."""
    title, why = TITLES[option.action], str(option.because)
    possible = tr("{what}: {value}", what=title, value=why)
    words = possible if is_open else tr("{action} is not possible: {why}", action=title, why=why)
    ink = ft.Colors.ON_SURFACE_VARIANT if not is_open else ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE

    def tap() -> Any:  # noqa: ANN401 - what the handler returns is awaited
        return do() if is_open else show_snackbar(sentence(words))

    rows: list[ft.Control] = [
        ft.Icon(ICONS[option.action], color=ink),
        text(title, Style.STRONG, color=ink),
        text(why, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER),
    ]
    return tappable(
        ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        words,
        tap,
        selected=chosen,
        expand=viewport.scale <= MAX_ROW_SCALE,
        padding=2 * SPACE,
        **(raised(chosen=chosen) if is_open or chosen else {}),
        alignment=ft.Alignment.TOP_CENTER,
    )


def last_placement(live: LiveTable, seat: int, spaces: Sequence[RondelSpace]) -> list[ft.Control]:
    """Return the last placement of a player, once three lines are empty."""
    state: MayorTable = live.state
    name = state.table.players[seat].name
    space = _space_of_marker(state, seat, spaces)
    order = tuple(space.kind for space in spaces)

    words = say("{name} places no last tile", name=name)

    async def skip() -> None:
        await live.change(words, transition(end_last_placement, seat))

    return [
        space_line(state, space),
        outlined(words, skip),
        keyed(f"last {seat}", PlacementCard, live, seat, space.street, order),
    ]
