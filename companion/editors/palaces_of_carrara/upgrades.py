"""The upgrade tiles of the expansion: one for each building of cost 8, with what it prints asked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.palaces_of_carrara import acts
from companion.editors.palaces_of_carrara.copy import keep_upgrade, upgrade_values
from companion.guards import component, tell
from companion.hooks import keyed, use_made
from companion.parts.basics import button, card, heading, icon_button, mark, notice, outlined, quiet, text
from companion.parts.fields import chip, wrapped
from companion.parts.stepper import Counter, Stepper
from companion.parts.undoing import undoing
from companion.theme import SPACE, Style
from companion.ui import use_live, use_ui
from scoring.palaces_of_carrara.data import VALUES
from scoring.palaces_of_carrara.preview import free_upgrades
from scoring.palaces_of_carrara.state import GREAT_COST, Location, Value
from scoring.palaces_of_carrara.wording import given
from scoring.palaces_of_carrara.wording import location_name as place_named

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.live import LiveTable
    from companion.theme import Palette
    from companion.ui import Ui

MOST: Final = 9
"""The most points or coins that an upgrade tile gives."""

ASKED: Final = "What does the tile print, for each block of building cost? It is asked once, and kept as my copy."


@component
def Upgrades(live: LiveTable, seat: int) -> ft.Control:
    """Show the upgrade tiles of a seat, and those that may be taken for a building of cost 8."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    player = acts.player_of(live.evening, seat)
    asked, set_asked = use_made(_nowhere)
    copies = ui.tables.copies[live.game.key]

    def ask(place: Location | None) -> None:
        set_asked(lambda before: None if before is place else place)

    async def take(place: Location, value: Value) -> None:
        ask(None)
        await live.change(
            f"{player.name} takes the upgrade tile {place_named(place)}", acts.upgrade(seat, place, value)
        )

    async def keep(place: Location, value: Value) -> None:
        await keep_upgrade(copies, place, value)
        if place not in acts.player_of(live.evening, seat).upgrades:
            await take(place, value)
            return
        ask(None)
        await live.change(f"Upgrade tile {place_named(place)}: {_each(value)}", acts.value_upgrade(place, value))

    parts: list[ft.Control] = [heading("Upgrade tiles")]
    parts += [_held(live, seat, place, ask, palette) for place in player.upgrades]
    if asked is not None:
        start = live.evening.table.upgrades.get(asked, VALUES[asked])
        parts.append(keyed(f"value {asked}", Printed, asked, start, keep, lambda: ask(None)))
    elif acts.upgrades_due(player):
        parts += _due(live, ui, ask, take)
    elif not player.upgrades:
        parts.append(quiet("None yet: a building of cost 8 brings one.", palette))
    return card(parts, palette, padding=3 * SPACE)


def _due(
    live: LiveTable,
    ui: Ui,
    ask: Callable[[Location], None],
    take: Callable[[Location, Value], Awaitable[None]],
) -> list[ft.Control]:
    """Return the upgrade tiles that nobody has; what is not known of one is asked when it is tapped."""
    known = {**upgrade_values(ui.tables.copies[live.game.key]), **live.evening.table.upgrades}

    def tapping(place: Location) -> Callable[[], Awaitable[None]]:
        async def tap() -> None:
            if place in known:
                await take(place, known[place])
            else:
                ask(place)

        return tap

    def offer(place: Location) -> ft.Control:
        words = _words(place, known.get(place))
        said = f"Take the upgrade tile {words}"
        return chip(words, tapping(place), ui.look.palette, label=said)

    words = f"For a building of cost {GREAT_COST} an upgrade tile is taken. Tap the one that was taken."
    return [notice(words, ui.look.palette), wrapped(offer(place) for place in free_upgrades(live.evening.table))]


def _nowhere() -> Location | None:
    return None


def _each(value: Value) -> str:
    return str(given(value.points, value.coins))


def _words(place: Location, value: Value | None) -> str:
    name = place_named(place)
    name = name[:1].upper() + name[1:]
    return f"{name}: {_each(value)}" if value is not None else f"{name}: not known yet"


def _held(live: LiveTable, seat: int, place: Location, ask: Callable[[Location], None], palette: Palette) -> ft.Control:
    value = live.evening.table.upgrades.get(place)
    name = acts.player_of(live.evening, seat).name

    async def give_back() -> None:
        await live.change(f"{name} gives the upgrade tile {place_named(place)} back", acts.give_back(seat, place))
        tell(f"The upgrade tile {place_named(place)} was given back.", undo=undoing(live))

    return ft.Row(
        [
            mark("upgrade", 22, palette.secondary),
            text(_words(place, value), expand=True),
            icon_button(
                ft.Icons.EDIT_OUTLINED, f"What the upgrade tile {place_named(place)} prints", lambda: ask(place)
            ),
            icon_button(ft.Icons.DELETE_OUTLINE, f"Give the upgrade tile {place_named(place)} back", give_back),
        ],
        spacing=2 * SPACE,
    )


@component
def Printed(
    place: Location, start: Value, keep: Callable[[Location, Value], Awaitable[None]], leave: Callable[[], None]
) -> ft.Control:
    """Ask what an upgrade tile prints."""
    value, set_value = use_made(lambda: start)
    name = place_named(place)

    async def points(number: int) -> None:
        set_value(lambda before: Value(points=number, coins=before.coins))

    async def coins(number: int) -> None:
        set_value(lambda before: Value(points=before.points, coins=number))

    async def done() -> None:
        await keep(place, value)

    return ft.Column(
        [
            text(f"Upgrade tile {name}", Style.STRONG),
            text(ASKED),
            Stepper(Counter(name="Points", most=MOST), value.points, points),
            Stepper(Counter(name="Coins", most=MOST), value.coins, coins),
            wrapped([button(f"Keep {_each(value)} for {name}", done), outlined("Leave it", leave)]),
        ],
        spacing=2 * SPACE,
        tight=True,
    )
