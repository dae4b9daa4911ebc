"""What is drawn once more after its player, its line or its play has gone: nothing, and nothing fails.

Whatever is on a screen is drawn by itself before anything around it has heard of that, and then as it should be.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import pytest
from flet.components.component import Component, Renderer
from flet.controls.context import _context_page

from companion.games import KITS
from companion.services import seating
from companion.tables.attempt import Version
from companion.tables.state import STYLES, TableState, with_table
from companion.ui.components.correction import scroll_to_spot
from companion.ui.components.number_entry import ShownGrid
from companion.ui.core.error_boundary import NOT_SHOWN
from companion.ui.editors import EDITORS
from companion.ui.screens.table_screen import END, SHEET
from storage.repositories import plays
from tests.companion import mayor_tables, pad_tables
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.played import put_play
from tests.companion.ui.test_quick_taps import NOWHERE, handlers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

NAMES: Final = ("Anna", "Ben", "Clara")

BESIDE: Final = ("seating", "phones", "dice", "part", "code/table")
"""The screens of a table beside its tabs."""

KINDS: Final = pad_tables.OTTERS | {
    "categories": [
        *pad_tables.OTTERS["categories"],
        {"key": "hands", "title": "Hands", "kind": "marked", "rule": "double"},
        {"key": "tricks", "title": "Tricks", "kind": "bids", "made": {"base": 20}, "missed": {"per_off": -10}},
        {"key": "rounds", "title": "Points", "kind": "rounds"},
    ]
}


def table_of(app: Headless, game: str) -> LiveTable:
    """A table of three."""
    if game == "score-pad":
        entries = [{"fish": 3, "rounds": [4, 5], "hands": [[3, seat == 2]], "regions": [[2, 3]]} for seat in range(3)]
        return pad_tables.begun(app, KINDS, *NAMES, entries=entries)
    if game == "mayor":
        mayor_tables.know_the_rondel(app)
    kit = KITS[game]
    state = kit.begin(NAMES, STYLES[:3], next(iter(kit.variants)), app.tables.copies[game])
    live = app.run(app.tables.open(app.run(app.tables.begin(game, state))))
    assert live is not None
    return live


def addresses(live: LiveTable) -> list[str]:
    """The screens of a table, where they are about a seat about the last one."""
    tabs = [*(tab.key for tab in EDITORS[live.game.key].tabs), SHEET.key, END.key, "setup"]
    return [*(f"/table/{live.id}/{tab}/2" for tab in tabs), *(f"/{place}/{live.id}" for place in BESIDE)]


def drawn_alone(app: Headless, screen: Screen) -> None:
    """Draw everything on a screen by itself, without what lies in it; what comes of that is thrown away."""
    page: Any = screen.page

    async def drawn() -> None:
        _context_page.set(page)
        for component in [value for value in page.session.index.values() if isinstance(value, Component)]:
            component._state.hook_cursor = 0
            Renderer(component).render(  # type: ignore[no-untyped-call]
                component.fn, *component.args, **component.kwargs
            )

    app.run(drawn())


def goes_and_comes_back(
    app: Headless,
    live: LiveTable,
    screen: Screen,
    change: Callable[[TableState[Any]], TableState[Any]],
    *,
    early: bool = True,
) -> None:
    """Change a table, draw all that shows it, `early` before it has heard of that too, and change the table back."""

    async def heard() -> None:
        live.observers.notify()

    before, shown = live.now, screen.says("Clara")
    for version in (Version(before.game, change(before.state), before), before):
        live._shared.now = version
        if early and version is not before:
            drawn_alone(app, screen)
        app.run(heard())
        assert not screen.says(NOT_SHOWN)
    assert screen.says("Clara") == shown


def places(app: Headless, live: LiveTable, screen: Screen) -> Iterator[None]:
    """Go to each screen of a table, and to what a tap opens of its players and on its sheets."""

    def go(address: str) -> None:
        screen.go(NOWHERE)
        screen.go(address)

    for address in addresses(live):
        go(address)
        yield
        sheet = any(f"/{tab}/" in address for tab in ("seating", "sheet", "entries"))
        for name in [name for _, name in handlers(screen)] if sheet else ():
            go(address)
            sent, revision = screen.route, live.revision
            with app.failing():  # there is no camera
                screen.tap(name)
            if screen.route == sent and live.revision == revision:
                yield


@pytest.mark.parametrize("game", [*GAMES_WITH_RULES, "score-pad"])
def test_a_player_who_has_gone_is_not_drawn(app: Headless, game: str) -> None:
    live = table_of(app, game)
    copies = app.tables.copies[live.game.key]
    screen = of_host(app)
    for _ in places(app, live, screen):
        goes_and_comes_back(
            app, live, screen, lambda state: seating.remove_player(live.game.key, state, "Clara", copies)
        )


@pytest.mark.parametrize("game", ["carpe-diem", "score-pad"])
def test_so_it_is_on_the_phone_of_a_player_who_has_gone(app: Headless, game: str) -> None:
    live = table_of(app, game)
    copies = app.tables.copies[live.game.key]
    phone = on_phone(app, seated(app, live, 2))
    for address in (f"/seat/{live.id}", *addresses(live)[: -len(BESIDE)]):
        phone.go(address)
        goes_and_comes_back(
            app, live, phone, lambda state: seating.remove_player(live.game.key, state, "Clara", copies)
        )


@pytest.mark.parametrize("early", [True, False])
def test_a_line_that_has_gone_is_not_drawn(app: Headless, *, early: bool) -> None:
    live = table_of(app, "score-pad")
    screen = of_host(app)
    pad = live.state.table.pad
    for category in pad.categories:
        left = replace(pad, categories=tuple(line for line in pad.categories if line != category))
        screen.go(NOWHERE)
        screen.go(f"/table/{live.id}/entries/0")
        screen.tap(next(name for name in screen.names if name.startswith("Clara: ")))
        without = partial(with_table, pad=left)
        goes_and_comes_back(app, live, screen, without, early=early)


def test_a_round_that_has_gone_is_not_drawn(app: Headless) -> None:
    live = table_of(app, "score-pad")
    screen = of_host(app, f"/table/{live.id}/entries/0")
    screen.tap("Clara: nothing entered", group="Points, Round 3")
    blank = tuple(replace(player, entries={}) for player in live.state.table.players)
    goes_and_comes_back(app, live, screen, lambda state: with_table(state, players=blank))


PLAY: Final = (
    "play/{}",
    "play/{}/correct",
    "play/{}/picture",
    "play/{}/earlier/0",
    "code/play/{}",
    "history",
    "statistics",
)
"""The screens that show a play."""


@pytest.mark.parametrize("address", PLAY)
def test_a_play_that_has_gone_is_not_drawn(app: Headless, address: str) -> None:
    play = app.run(app.worker.run(put_play, date(2026, 3, 1), {"Anna": (3,), "Ben": (5,)}))
    screen = of_host(app, f"/{address.format(play)}")
    app.run(app.worker.run(plays.remove, play))
    drawn_alone(app, screen)
    screen.go(NOWHERE)
    screen.go(f"/{address.format(play)}")
    assert not screen.says(NOT_SHOWN)


def test_what_has_left_its_page_is_scrolled_nowhere_and_takes_no_focus() -> None:
    scrolled, grid = ft.Ref[ft.Column](), ShownGrid()
    column = ft.Column(ref=scrolled)
    with pytest.raises(RuntimeError):
        asyncio.run(column.scroll_to(offset=0))
    for act in (scroll_to_spot(scrolled, "options"), grid.reveal("1"), grid.take_focus()):
        asyncio.run(act)
