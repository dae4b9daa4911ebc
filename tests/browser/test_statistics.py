"""Statistics in the browser: charts that the client draws, that are read aloud, and that have their numbers."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.system import paths
from storage.repositories.tables import Store
from tests.browser.conftest import running
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP_DARK, PHONE
from tests.companion.played import LONG, many_plays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.screen import Screen


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The app, with plays of some years."""
    folder = tmp_path_factory.mktemp("statistics")
    keep(folder / "data")
    yield from running(tessera, folder)


def keep(data: Path) -> None:
    data.mkdir()
    now = datetime.now(UTC)
    store = Store.open(paths.database(data), lambda: now)
    many_plays(store, now.astimezone().date())
    store.close()


def test_from_the_history_to_the_figures_of_a_player(seeded: Program, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(seeded.address).open("/history")
    screen.tap("Statistics")
    for _ in screen.sizes(DESKTOP_DARK, PHONE):
        screen.sees("Who wins how often")
        screen.can_tap("Game: All games")
        screen.shot("statistics")
    screen.tap("Game: All games")
    screen.tap("Carpe Diem")
    spread = screen.page.get_by_role("img", name=re.compile("^Spread of the points of each category"))
    for _ in screen.sizes(PHONE, DESKTOP_DARK):
        expect(spread).to_be_visible()
        screen.can_tap(re.compile(f"^{LONG}: "))
        screen.shot("statistics-of-a-game")
    screen.tap(re.compile(f"^{LONG}: "))
    screen.sees("Streaks")
    screen.tap("Show numbers: Wins")
    drawn = screen.page.get_by_role("img", name=re.compile("^Totals from .* one after the other: "))
    for look in screen.sizes(DESKTOP_DARK, PHONE):
        screen.sees("Equal chances")
        expect(drawn).to_be_attached()
        screen.shot("statistics-of-a-player")
        screen.page.mouse.move(look.width / 2, look.height / 2)
        screen.page.mouse.wheel(0, 700)
        screen.shot("statistics-over-time")


def test_an_address_with_a_span_can_be_loaded_anew(seeded: Program, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(seeded.address).open("/statistics/carpe-diem?span=year")
    expect(screen.button("Time: This year")).to_be_visible()
    screen.tap("Time: This year")
    screen.tap("Last 12 months")
    expect(screen.button("Time: Last 12 months")).to_be_visible()
    screen.reload()
    expect(screen.button("Time: Last 12 months")).to_be_visible()
    expect(screen.page.get_by_role("img", name=re.compile("^Bar chart of plays by month"))).to_be_visible()
