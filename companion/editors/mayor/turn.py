"""The turn: the rondel, and then one of the three actions, until the game is over."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.mayor import acts, copy
from companion.editors.mayor.buying import Buying, buying
from companion.editors.mayor.city import player_of
from companion.editors.mayor.ending import ending
from companion.editors.mayor.event import EventCard
from companion.editors.mayor.faces import column
from companion.editors.mayor.placing import Placing
from companion.editors.mayor.rewards import may_use_amenity
from companion.editors.mayor.rondel import costs, rondel, space_line
from companion.editors.mayor.rondel_questions import AboutTheRondel, Markers
from companion.editors.mayor.taken_questions import taken
from companion.editors.mayor.track import to_track
from companion.editors.mayor.words import one, standing
from companion.guards import component, tell
from companion.hooks import keyed, nothing, use_made, use_value
from companion.parts.basics import card, heading, outlined, plain_button, quiet, seat_mark, tappable, text
from companion.parts.fields import chip, wrapped
from companion.parts.rooms import in_the_middle, scrolling
from companion.parts.undoing import undoing
from companion.theme import SPACE, WIDEST, Style, width_of
from companion.ui import use_live, use_ui
from scoring.mayor.data import PASS_GOLD
from scoring.mayor.preview import Action, turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.editors.mayor.city import City
    from companion.editors.mayor.copy import Space
    from companion.live import LiveTable
    from companion.ui import Look
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
def TurnPlace(live: LiveTable, _seat: int) -> ft.Control:
    """Show whose turn it is, and what can be done; with another turn it begins at the top again."""
    use_live(live)
    beside = live.evening.beside
    middle = ft.Row([in_the_middle(Now(live))], alignment=ft.MainAxisAlignment.CENTER)
    whole = scrolling([middle])
    whole.key = f"turn {beside.turn} {beside.closing}"
    return whole


@component
def Now(live: LiveTable) -> ft.Control:
    """Show what is asked, what is over, or the turn."""
    use_live(live)
    ui = use_ui()
    look = ui.look
    evening: City = live.evening
    _, set_round = use_value(0)
    spaces = copy.rondel(ui.tables.copies[live.game.key])
    asks: list[ft.Control] = [*ending(live), *taken(live)]
    if evening.beside.event_due:
        asks.append(EventCard(live))
    if spaces is None:
        answered = partial(set_round, lambda count: count + 1)
        return column([*asks, AboutTheRondel(live.game.key, answered)])
    if acts.is_over(evening):
        return column([*asks, _rondel(live, spaces, look, _room(look), _shows)])
    if any(marker is None for marker in evening.beside.markers):
        return column([*asks, Markers(live, spaces, nothing)])
    return Turn(live, evening.beside.turn, spaces, asks)


def _room(look: Look) -> float:
    """Return how wide a column is, in px."""
    whole = min(look.width - MARGIN, WIDEST)
    return (whole - MARGIN) / 2 if look.wide else whole


def _shows(_space: Kind) -> None:
    """Nothing: once the marker has moved, the rondel is only looked at."""
    tell("The Action marker has moved in this turn. The arrow at the top takes it back.")


def _nothing_chosen() -> Action | None:
    return None


@component
def Turn(live: LiveTable, seat: int, spaces: Sequence[Space], asks: list[ft.Control]) -> ft.Control:
    """Show the turn of a player: the rondel first, then the actions."""
    use_live(live)
    look = use_ui().look
    evening: City = live.evening
    chosen, set_chosen = use_made(_nothing_chosen)
    correcting, set_correcting = use_value(initial=False)

    def choose(action: Action | None) -> None:
        set_chosen(lambda old: None if old is action else action)

    def correct() -> None:
        set_correcting(lambda old: not old)

    if correcting:
        return column([*asks, Corrections(live), Markers(live, spaces, correct)])
    walked = evening.beside.walked
    ring = [_rondel(live, spaces, look, _room(look), _shows if walked else _going(live, seat, spaces))]
    if evening.beside.closing:
        now = _last(live, seat, spaces)
    elif walked:
        now = _actions(live, seat, spaces, chosen, choose)
    else:
        now = [quiet(WALK, look.palette)]
    foot = wrapped([to_track(ft.context.page, live, seat), plain_button("Correct turn or markers", correct)])
    if look.wide:
        return _two(look, [_head(live, seat), *asks, *now, foot], ring)
    busy = chosen is not None or evening.beside.closing
    return column([_head(live, seat), *asks, *now, *([] if walked and busy else ring), foot])


def _going(live: LiveTable, seat: int, spaces: Sequence[Space]) -> Callable[[Kind], Any]:
    """Return what moves the Action marker to a space, where the player has the gold for that."""
    order = tuple(space.kind for space in spaces)

    async def go(kind: Kind) -> None:
        player = player_of(live.evening, seat)
        price = costs(live.evening, seat, order)[kind]
        if not price.affordable:
            tell(f"{player.name} has {player.banker} gold, and that would cost {price.gold}.")
            return
        words = f"{player.name} on the {one(kind)} space, {price.words}"
        await live.change(words, acts.walk(seat, kind, order))

    return go


def _two(look: Look, left: list[ft.Control], right: list[ft.Control]) -> ft.Control:
    room = _room(look)
    return ft.Row(
        [ft.Container(column(left), width=room), ft.Container(column(right), width=room)],
        spacing=MARGIN,
        vertical_alignment=ft.CrossAxisAlignment.START,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _rondel(
    live: LiveTable, spaces: Sequence[Space], look: Look, room: float, tap: Callable[[Kind], Any]
) -> ft.Control:
    evening: City = live.evening
    over = evening.beside.walked or acts.is_over(evening)
    prices = {} if over else costs(evening, evening.beside.turn, tuple(space.kind for space in spaces))
    return rondel(evening, spaces, prices, look, room, tap)


def _head(live: LiveTable, seat: int) -> ft.Control:
    look = use_ui().look
    evening: City = live.evening
    player = player_of(evening, seat)
    words = f"{player.name}’s last tile" if evening.beside.closing else f"{player.name}’s turn"
    fits = width_of(Style.TITLE, len(words)) * look.scale <= _room(look) - MARK - 3 * SPACE
    title = ft.Semantics(
        content=text(words, Style.TITLE if fits else Style.HEADING), header=True, heading_level=2, container=True
    )
    has = text(standing(player.citizen, player.banker, player.tiles))
    lines = ft.Column([title, has], spacing=0, tight=True, expand=True)
    row = ft.Row([seat_mark(evening.beside.seats[seat], look.palette, MARK), lines], spacing=3 * SPACE)
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
    evening: City = live.evening
    space = _space_of(evening, seat, spaces)
    order = tuple(one.kind for one in spaces)
    buy = buying(evening, ui.tables.copies[live.game.key], seat, space.kind)
    options = (buy, *(option for option in turn(evening.table, seat) if option.action is not Action.BUY))
    free = may_use_amenity(evening, seat)

    async def pass_on() -> None:
        words = f"{player_of(live.evening, seat).name} passes for {PASS_GOLD} gold"
        await live.change(words, acts.pass_on(seat, order))
        tell(f"{words}.", undo=undoing(live))

    faces = [
        _action(
            option,
            pass_on if option.action is Action.PASS else partial(choose, option.action),
            ui.look,
            here=option.action is chosen,
            open_=option.allowed or (free and option.action is Action.BUY),
        )
        for option in options
    ]
    tiles: ft.Control = ft.Row(
        faces, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.STRETCH, intrinsic_height=True
    )
    if ui.look.scale > LARGE:
        tiles = column(faces, 2 * SPACE)
    parts: list[ft.Control] = [space_line(evening, space, ui.look), tiles]
    if chosen is Action.BUY:
        parts.append(keyed(f"buy {space.kind.value}", Buying, live, seat, space.kind, order))
    if chosen is Action.PLACE:
        parts.append(keyed(f"place {space.kind.value}", Placing, live, seat, space.street, order))
    return parts


def _space_of(evening: City, seat: int, spaces: Sequence[Space]) -> Space:
    return next(space for space in spaces if space.kind is evening.beside.markers[seat])


def _action(option: Option, do: Callable[[], Any], look: Look, *, here: bool, open_: bool) -> ft.Control:
    """Return an action with what speaks for it or against it; one that is not open says why when it is tapped."""
    palette = look.palette
    title, why = TITLES[option.action], str(option.because)
    ink = palette.quiet if not open_ else palette.primary if here else palette.ink

    def tap() -> Any:  # noqa: ANN401 - what the handler returns is awaited
        return do() if open_ else tell(f"{title} is not possible: {why}.")

    rows: list[ft.Control] = [
        ft.Icon(ICONS[option.action], color=ink),
        text(title, Style.STRONG, color=ink),
        text(why, Style.SMALL, color=palette.quiet, text_align=ft.TextAlign.CENTER),
    ]
    return tappable(
        ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        f"{title}: {why}" if open_ else f"{title} is not possible: {why}",
        tap,
        selected=here,
        expand=look.scale <= LARGE,
        bgcolor=palette.primary_wash if here else palette.surface if open_ else palette.raised,
        border=ft.Border.all(2 if here else 1, palette.primary if here else palette.quiet),
        padding=2 * SPACE,
        alignment=ft.Alignment.TOP_CENTER,
    )


def _last(live: LiveTable, seat: int, spaces: Sequence[Space]) -> list[ft.Control]:
    """Return the last placement of a player, once three lines are empty."""
    evening: City = live.evening
    name = player_of(evening, seat).name
    space = _space_of(evening, seat, spaces)
    order = tuple(one.kind for one in spaces)

    async def none() -> None:
        await live.change(f"{name} places no last tile", acts.no_last_tile(seat))

    return [
        space_line(evening, space, use_ui().look),
        outlined(f"{name} places none", none),
        keyed(f"last {seat}", Placing, live, seat, space.street, order),
    ]


@component
def Corrections(live: LiveTable) -> ft.Control:
    """Let it be said whose turn it is."""
    use_live(live)
    palette = use_ui().look.palette
    evening: City = live.evening

    async def to(seat: int) -> None:
        await live.change(f"{player_of(evening, seat).name}’s turn", acts.to_turn(seat))

    chips = [
        chip(
            player.name,
            partial(to, seat),
            palette,
            selected=seat == evening.beside.turn,
            leading=seat_mark(evening.beside.seats[seat], palette),
            label=f"It is {player.name}’s turn",
        )
        for seat, player in enumerate(evening.table.players)
    ]
    return card([heading("Whose turn is it?"), wrapped(chips)], palette)
