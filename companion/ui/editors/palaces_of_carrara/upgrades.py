"""The upgrade tiles of the expansion: one for each building of cost 8; the value of a tile is asked once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.copy_values import UPGRADES
from companion.ui.components.controls import button, caption, card, heading, icon_button, mark, notice, outlined, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_lazy_state, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from scoring.messages import say, titled, tr
from scoring.palaces_of_carrara.data import VALUES
from scoring.palaces_of_carrara.moves import free_upgrades
from scoring.palaces_of_carrara.state import VALUE_RANGE, Location, Value
from scoring.palaces_of_carrara.wording import given

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Ui
    from scoring.messages import Message

UPGRADE_ASKED: Final = say("What does the tile show, for each block of building cost?")


@component
def Upgrades(live: LiveTable, seat: int) -> ft.Control:
    """Show the upgrade tiles of a seat, and the tiles to take for a building of cost 8."""
    use_revision(live)
    ui = use_ui()
    player = live.state.table.players[seat]
    nothing: Location | None = None
    asked, set_asked = use_value(nothing)
    copies = ui.tables.copies[live.game.key]

    def ask(location: Location | None) -> None:
        set_asked(lambda before: None if before is location else location)

    async def take(location: Location, value: Value) -> None:
        ask(None)
        label = _take_text(location, value)
        await change_and_say(live, label, lambda state: actions.lay_upgrade(state, seat, location, value))

    async def keep(location: Location, value: Value) -> None:
        await UPGRADES.keep(copies, location, value)
        if location not in live.state.table.players[seat].upgrades:
            await take(location, value)
            return
        ask(None)
        await live.change(
            say("{what}: {value}", what=_title(location), value=_value_text(value)),
            lambda state: actions.with_upgrade_value(state, location, value),
        )

    parts: list[ft.Control] = [heading(tr("Upgrade tiles"))]
    parts += [_upgrade_row(live, seat, location, ask) for location in player.upgrades]
    if asked is not None:
        start = live.state.table.upgrades.get(asked, VALUES[asked])
        parts.append(keyed(f"value {asked}", UpgradeEntry, asked, start, keep, lambda: ask(None)))
    elif actions.upgrades_due(player):
        parts += _upgrades_to_take(live, ui, ask, take)
    elif not player.upgrades:
        parts.append(caption(tr("None yet: a building of cost 8 brings one.")))
    return card(parts, padding=3 * SPACE)


def _upgrades_to_take(
    live: LiveTable,
    ui: Ui,
    ask: Callable[[Location], None],
    take: Callable[[Location, Value], Awaitable[None]],
) -> list[ft.Control]:
    """Return the upgrade tiles that nobody has; a tap on one with an unknown value asks for the value."""
    values = {**UPGRADES.values(ui.tables.copies[live.game.key]), **live.state.table.upgrades}

    async def tap(location: Location) -> None:
        if location in values:
            await take(location, values[location])
        else:
            ask(location)

    def upgrade_chip(location: Location) -> ft.Control:
        words = _upgrade_text(location, values.get(location))
        return chip(words, partial(tap, location), label=_take_text(location, values.get(location)))

    words = tr("Tap the upgrade tile that was taken.")
    return [notice(words), wrapped(upgrade_chip(location) for location in free_upgrades(live.state.table))]


def _value_text(value: Value) -> Message:
    return given(value.points, value.coins)


def _upgrade_text(location: Location, value: Value | None) -> Message:
    printed = say("not known yet") if value is None else _value_text(value)
    return say("{what}: {value}", what=location.noun.title, value=printed)


def _title(location: Location) -> Message:
    return say("Upgrade tile {location}", location=location.noun.name)


def _take_text(location: Location, value: Value | None) -> Message:
    return say("Take the upgrade tile {tile}", tile=_upgrade_text(location, value))


def _upgrade_row(live: LiveTable, seat: int, location: Location, ask: Callable[[Location], None]) -> ft.Control:
    value = live.state.table.upgrades.get(location)
    remove = say("{what}: {value}", what=say("Remove"), value=_title(location))

    async def give_back() -> None:
        await live.change(remove, lambda state: actions.give_upgrade_back(state, seat, location))

    return ft.Row(
        [
            mark("upgrade", 22, ft.Colors.SECONDARY),
            text(_upgrade_text(location, value), expand=True),
            icon_button(
                ft.Icons.EDIT_OUTLINED,
                tr("{what}: {value}", what=say("Edit"), value=_title(location)),
                lambda: ask(location),
            ),
            icon_button(ft.Icons.DELETE_OUTLINE, remove, give_back),
        ],
        spacing=2 * SPACE,
    )


@component
def UpgradeEntry(
    location: Location, start: Value, keep: Callable[[Location, Value], Awaitable[None]], leave: Callable[[], None]
) -> ft.Control:
    """Ask for the value that an upgrade tile prints."""
    value, set_value = use_lazy_state(lambda: start)

    async def points(number: int) -> None:
        set_value(lambda before: Value(points=number, coins=before.coins))

    async def coins(number: int) -> None:
        set_value(lambda before: Value(points=before.points, coins=number))

    async def done() -> None:
        await keep(location, value_now(set_value))

    return ft.Column(
        [
            text(_title(location), Style.STRONG),
            text(UPGRADE_ASKED),
            Stepper(Counter(name=say("Points"), most=VALUE_RANGE.high), value.points, points),
            Stepper(Counter(name=titled(say("coins")), most=VALUE_RANGE.high), value.coins, coins),
            wrapped(
                [
                    button(tr("Save"), done),
                    outlined(tr("Cancel"), leave),
                ]
            ),
        ],
        spacing=2 * SPACE,
        tight=True,
    )
