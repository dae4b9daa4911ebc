"""The three actions of a turn side by side, and the last placement of a player."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor.prices import purchase_option
from companion.games.mayor.wording import colour_text
from companion.tables.state import transition
from companion.ui.components.controls import outlined, tappable, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.buying import Buying
from companion.ui.editors.mayor.placing import Placing
from companion.ui.editors.mayor.rondel import space_line
from scoring.mayor.data import PASS_GOLD
from scoring.mayor.last_placements import last_placement_ended
from scoring.mayor.preview import Action, turn
from scoring.mayor.turns import may_use_amenity, turn_passed
from scoring.messages import say, say_in, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.mayor.actions import MayorTable
    from companion.games.mayor.copy_values import RondelSpace
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.mayor.preview import Option
    from scoring.mayor.state import Street


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
    live: LiveTable,
    seat: int,
    spaces: Sequence[RondelSpace],
    chosen: Action | None,
    choose: Callable[[Action], None],
) -> list[ft.Control]:
    """Return the three actions side by side, and below them the one that is chosen."""
    space = _space_of_marker(live.state, seat, spaces)
    order = tuple(space.kind for space in spaces)

    async def pass_on() -> None:
        words = say("{name} passes for {gold} gold", name=live.state.table.players[seat].name, gold=PASS_GOLD)
        await change_and_say(live, words, transition(turn_passed, seat, order))

    handlers = {action: partial(choose, action) for action in Action} | {Action.PASS: pass_on}
    parts = [space_line(live.state, space), _action_buttons(live, seat, space, chosen, handlers)]
    if chosen is Action.BUY:
        parts.append(keyed(f"buy {space.kind.value}", Buying, live, seat, space.kind, order))
    if chosen is Action.PLACE:
        parts.append(keyed(f"place {space.kind.value}", Placing, live, seat, space.street, order))
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
    return replace(option, allowed=False, because=say("the Event closes {street} streets", street=colour_text(street)))


def _space_of_marker(state: MayorTable, seat: int, spaces: Sequence[RondelSpace]) -> RondelSpace:
    return next(space for space in spaces if space.kind is state.table.markers[seat])


def _action_button(
    option: Option, do: Callable[[], Any], viewport: Viewport, *, chosen: bool, is_open: bool
) -> ft.Control:
    """Return the button of an action with the reason why it is possible or not; a tap says the reason if it is not."""
    title, why = TITLES[option.action], str(option.because)
    words = f"{title}: {why}" if is_open else tr("{action} is not possible: {why}", action=title, why=why)
    ink = ft.Colors.ON_SURFACE_VARIANT if not is_open else ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE

    def tap() -> Any:  # noqa: ANN401 - what the handler returns is awaited
        return do() if is_open else show_snackbar(sentence(words))

    ground = ft.Colors.SURFACE_CONTAINER if is_open else ft.Colors.SURFACE_CONTAINER_HIGHEST
    if chosen:
        ground = ft.Colors.PRIMARY_CONTAINER
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
        bgcolor=ground,
        border=ft.Border.all(2 if chosen else 1, ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT),
        padding=2 * SPACE,
        alignment=ft.Alignment.TOP_CENTER,
    )


def last_placement(live: LiveTable, seat: int, spaces: Sequence[RondelSpace]) -> list[ft.Control]:
    """Return the last placement of a player, once three lines are empty."""
    state: MayorTable = live.state
    name = state.table.players[seat].name
    space = _space_of_marker(state, seat, spaces)
    order = tuple(space.kind for space in spaces)

    async def skip() -> None:
        await live.change(say("{name} places no last tile", name=name), transition(last_placement_ended, seat))

    return [
        space_line(state, space),
        outlined(tr("{name} places none", name=name), skip),
        keyed(f"last {seat}", Placing, live, seat, space.street, order),
    ]
