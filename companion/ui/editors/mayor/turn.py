"""The turn: the rondel, and then one of the three actions, until the game is over."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.mayor import actions, copy_values
from companion.games.mayor.table import player_of
from companion.games.mayor.wording import one, standing
from companion.ui.components.controls import caption, card, heading, outlined, plain_button, seat_mark, tappable, text
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import max_width, scrolling
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, nothing, use_lazy_state, use_value
from companion.ui.core.theme import SPACE, WIDEST, Style, width_of
from companion.ui.editors.mayor.buying import Buying, buying
from companion.ui.editors.mayor.ending import ending
from companion.ui.editors.mayor.event import EventCard
from companion.ui.editors.mayor.faces import column
from companion.ui.editors.mayor.placing import Placing
from companion.ui.editors.mayor.rewards import may_use_amenity
from companion.ui.editors.mayor.rondel import costs, rondel, space_line
from companion.ui.editors.mayor.rondel_questions import AboutTheRondel, Markers
from companion.ui.editors.mayor.taken_questions import taken
from companion.ui.editors.mayor.track import to_track
from scoring.mayor.data import PASS_GOLD
from scoring.mayor.preview import Action, turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.mayor.copy_values import Space
    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.mayor.preview import Option
    from scoring.mayor.state import Kind

MARGIN: Final = 4 * SPACE
MARK: Final = 32
LARGE: Final = 1.3
"""With text larger than that, the actions stand below each other."""


ICONS: Final = {
    Action.BUY: ft.Icons.SHOPPING_BAG_OUTLINED,
    Action.PLACE: ft.Icons.ADD_HOME_OUTLINED,
    Action.PASS: ft.Icons.REDO,
}
WALK: Final = "Tap the space to which the Action marker moves, clockwise. The first step is free."
TITLES: Final = {Action.BUY: "Buy", Action.PLACE: "Place", Action.PASS: "Pass"}


@component
def TurnTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show whose turn it is, and what can be done; with another turn it begins at the top again."""
    use_revision(live)
    extras = live.state.extras
    middle = ft.Row([max_width(Now(live))], alignment=ft.MainAxisAlignment.CENTER)
    whole = scrolling([middle])
    whole.key = f"turn {extras.turn} {extras.closing}"
    return whole


@component
def Now(live: LiveTable) -> ft.Control:
    """Show what is asked, what is over, or the turn."""
    use_revision(live)
    ui = use_ui()
    viewport = ui.viewport
    state: MayorTable = live.state
    _, set_round = use_value(0)
    spaces = copy_values.rondel(ui.tables.copies[live.game.key])
    asks: list[ft.Control] = [*ending(live), *taken(live)]
    if state.extras.event_due:
        asks.append(EventCard(live))
    if spaces is None:
        answered = partial(set_round, lambda count: count + 1)
        return column([*asks, AboutTheRondel(live.game.key, answered)])
    if actions.is_over(state):
        return column([*asks, _rondel(live, spaces, viewport, _room(viewport), _shows)])
    if any(marker is None for marker in state.extras.markers):
        return column([*asks, Markers(live, spaces, nothing)])
    return Turn(live, state.extras.turn, spaces, asks)


def _room(viewport: Viewport) -> float:
    """Return how wide a column is, in px."""
    whole = min(viewport.width - MARGIN, WIDEST)
    return (whole - MARGIN) / 2 if viewport.wide else whole


def _shows(_space: Kind) -> None:
    """Nothing: once the marker has moved, the rondel is only looked at."""
    show_snackbar("The Action marker has moved in this turn. The arrow at the top takes it back.")


def _nothing_chosen() -> Action | None:
    return None


@component
def Turn(live: LiveTable, seat: int, spaces: Sequence[Space], asks: list[ft.Control]) -> ft.Control:
    """Show the turn of a player: the rondel first, then the actions."""
    use_revision(live)
    viewport = use_ui().viewport
    state: MayorTable = live.state
    chosen, set_chosen = use_lazy_state(_nothing_chosen)
    correcting, set_correcting = use_value(initial=False)

    def choose(action: Action | None) -> None:
        set_chosen(lambda old: None if old is action else action)

    def correct() -> None:
        set_correcting(lambda old: not old)

    if correcting:
        return column([*asks, Corrections(live), Markers(live, spaces, correct)])
    walked = state.extras.walked
    ring = [_rondel(live, spaces, viewport, _room(viewport), _shows if walked else _going(live, seat, spaces))]
    if state.extras.closing:
        now = _last(live, seat, spaces)
    elif walked:
        now = _actions(live, seat, spaces, chosen, choose)
    else:
        now = [caption(WALK)]
    foot = wrapped([to_track(ft.context.page, live, seat), plain_button("Correct turn or markers", correct)])
    if viewport.wide:
        return _two(viewport, [_head(live, seat), *asks, *now, foot], ring)
    busy = chosen is not None or state.extras.closing
    return column([_head(live, seat), *asks, *now, *([] if walked and busy else ring), foot])


def _going(live: LiveTable, seat: int, spaces: Sequence[Space]) -> Callable[[Kind], Any]:
    """Return what moves the Action marker to a space, where the player has the gold for that."""
    order = tuple(space.kind for space in spaces)

    async def go(kind: Kind) -> None:
        player = player_of(live.state, seat)
        price = costs(live.state, seat, order)[kind]
        if not price.affordable:
            show_snackbar(f"{player.name} has {player.banker} gold, and that would cost {price.gold}.")
            return
        words = f"{player.name} on the {one(kind)} space, {price.words}"
        await live.change(words, actions.walk(seat, kind, order))

    return go


def _two(viewport: Viewport, left: list[ft.Control], right: list[ft.Control]) -> ft.Control:
    room = _room(viewport)
    return ft.Row(
        [ft.Container(column(left), width=room), ft.Container(column(right), width=room)],
        spacing=MARGIN,
        vertical_alignment=ft.CrossAxisAlignment.START,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _rondel(
    live: LiveTable, spaces: Sequence[Space], viewport: Viewport, room: float, tap: Callable[[Kind], Any]
) -> ft.Control:
    state: MayorTable = live.state
    over = state.extras.walked or actions.is_over(state)
    prices = {} if over else costs(state, state.extras.turn, tuple(space.kind for space in spaces))
    return rondel(state, spaces, prices, viewport, room, tap)


def _head(live: LiveTable, seat: int) -> ft.Control:
    viewport = use_ui().viewport
    state: MayorTable = live.state
    player = player_of(state, seat)
    words = f"{player.name}’s last tile" if state.extras.closing else f"{player.name}’s turn"
    fits = width_of(Style.TITLE, len(words)) * viewport.scale <= _room(viewport) - MARK - 3 * SPACE
    title = ft.Semantics(
        content=text(words, Style.TITLE if fits else Style.HEADING), header=True, heading_level=2, container=True
    )
    has = text(standing(player.citizen, player.banker, player.tiles))
    lines = ft.Column([title, has], spacing=0, tight=True, expand=True)
    row = ft.Row([seat_mark(state.extras.seats[seat], MARK), lines], spacing=3 * SPACE)
    return ft.Semantics(content=row, live_region=True, container=True)


# -- the actions


def _actions(
    live: LiveTable,
    seat: int,
    spaces: Sequence[Space],
    chosen: Action | None,
    choose: Callable[[Action], None],
) -> list[ft.Control]:
    """Return the three actions side by side, and below the one that is chosen."""
    ui = use_ui()
    state: MayorTable = live.state
    space = _space_of(state, seat, spaces)
    order = tuple(one.kind for one in spaces)
    buy = buying(state, ui.tables.copies[live.game.key], seat, space.kind)
    options = (buy, *(option for option in turn(state.table, seat) if option.action is not Action.BUY))
    free = may_use_amenity(state, seat)

    async def pass_on() -> None:
        words = f"{player_of(live.state, seat).name} passes for {PASS_GOLD} gold"
        await live.change(words, actions.pass_on(seat, order))
        show_snackbar(f"{words}.", undo=undo_of_last_step(live))

    faces = [
        _action(
            option,
            pass_on if option.action is Action.PASS else partial(choose, option.action),
            ui.viewport,
            here=option.action is chosen,
            open_=option.allowed or (free and option.action is Action.BUY),
        )
        for option in options
    ]
    tiles: ft.Control = ft.Row(
        faces, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.STRETCH, intrinsic_height=True
    )
    if ui.viewport.scale > LARGE:
        tiles = column(faces, 2 * SPACE)
    parts: list[ft.Control] = [space_line(state, space, ui.viewport), tiles]
    if chosen is Action.BUY:
        parts.append(keyed(f"buy {space.kind.value}", Buying, live, seat, space.kind, order))
    if chosen is Action.PLACE:
        parts.append(keyed(f"place {space.kind.value}", Placing, live, seat, space.street, order))
    return parts


def _space_of(state: MayorTable, seat: int, spaces: Sequence[Space]) -> Space:
    return next(space for space in spaces if space.kind is state.extras.markers[seat])


def _action(option: Option, do: Callable[[], Any], viewport: Viewport, *, here: bool, open_: bool) -> ft.Control:
    """Return an action with what speaks for it or against it; one that is not open says why when it is tapped."""
    title, why = TITLES[option.action], str(option.because)
    ink = ft.Colors.ON_SURFACE_VARIANT if not open_ else ft.Colors.PRIMARY if here else ft.Colors.ON_SURFACE

    def tap() -> Any:  # noqa: ANN401 - what the handler returns is awaited
        return do() if open_ else show_snackbar(f"{title} is not possible: {why}.")

    rows: list[ft.Control] = [
        ft.Icon(ICONS[option.action], color=ink),
        text(title, Style.STRONG, color=ink),
        text(why, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER),
    ]
    return tappable(
        ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        f"{title}: {why}" if open_ else f"{title} is not possible: {why}",
        tap,
        selected=here,
        expand=viewport.scale <= LARGE,
        bgcolor=ft.Colors.PRIMARY_CONTAINER
        if here
        else ft.Colors.SURFACE_CONTAINER
        if open_
        else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=ft.Border.all(2 if here else 1, ft.Colors.PRIMARY if here else ft.Colors.ON_SURFACE_VARIANT),
        padding=2 * SPACE,
        alignment=ft.Alignment.TOP_CENTER,
    )


def _last(live: LiveTable, seat: int, spaces: Sequence[Space]) -> list[ft.Control]:
    """Return the last placement of a player, once three lines are empty."""
    state: MayorTable = live.state
    name = player_of(state, seat).name
    space = _space_of(state, seat, spaces)
    order = tuple(one.kind for one in spaces)

    async def none() -> None:
        await live.change(f"{name} places no last tile", actions.no_last_tile(seat))

    return [
        space_line(state, space, use_ui().viewport),
        outlined(f"{name} places none", none),
        keyed(f"last {seat}", Placing, live, seat, space.street, order),
    ]


@component
def Corrections(live: LiveTable) -> ft.Control:
    """Let it be said whose turn it is."""
    use_revision(live)
    state: MayorTable = live.state

    async def to(seat: int) -> None:
        await live.change(f"{player_of(state, seat).name}’s turn", actions.to_turn(seat))

    chips = [
        chip(
            player.name,
            partial(to, seat),
            selected=seat == state.extras.turn,
            leading=seat_mark(state.extras.seats[seat]),
            label=f"It is {player.name}’s turn",
        )
        for seat, player in enumerate(state.table.players)
    ]
    return card([heading("Whose turn is it?"), wrapped(chips)])
