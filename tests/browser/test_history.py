"""What only a browser draws of a history: the photo of a play, and names in every script."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.formatting.text import isolated
from companion.system import paths
from storage.repositories import plays
from storage.repositories.tables import Store
from tests.browser.conftest import running
from tests.browser.kept import opened
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP_DARK, PHONE, Look
from tests.companion.photographs import photo
from tests.companion.played import LONG, put_play, put_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.screen import Screen

WRITTEN_BY = "Anna Maria"

SCRIPTS: Final = {
    "emoji": ("🎲🎲", "😀😀"),
    "flags": ("🇨🇿", "🇩🇪"),
    "composed emoji": ("👩‍🚀", "👨‍🚀"),
    "Chinese": ("李明", "王芳"),
    "Japanese": ("さくら", "タロウ"),
    "Korean": ("민준", "서연"),
    "Arabic": ("سارة", "ليلى"),
    "Hebrew": ("שרה", "דוד"),
    "Thai": ("มาลี", "สุดา"),
    "Hindi": ("आरव", "अमन"),
}
"""Two names in each script, as long as each other."""

TALL: Final = Look(width=390, height=1800)


@pytest.fixture
def seeded(tmp_path: Path) -> Iterator[Program]:
    """The app, with two plays of this year, in which Anna Maria and Annamaria are one friend."""
    keep(tmp_path / "data")
    yield from running(tessera, tmp_path)


def keep(data: Path) -> None:
    data.mkdir()
    now = datetime.now(UTC)
    store = Store(paths.database(data), lambda: now)
    day = now.astimezone().date() - timedelta(days=3)
    first = put_play(store, day, {WRITTEN_BY: (9, 4, 2), LONG: (7, 12), "Cathy": (3, 0, 5)})
    put_result(store, day - timedelta(days=400), {"Annamaria": 90, LONG: 80})
    play = plays.play(store, first)
    assert play is not None
    plays.correct(store, first, replace(play, place="At Cathy's"), "place entered")
    store.close()


def test_a_photo_of_the_table_is_seen_on_the_page_of_the_play(
    seeded: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(seeded.address).open("/history")
    screen.tap(re.compile("^Azul, "))
    screen.sees("Annamaria wins")
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("Add a photo")
    file = photo(1200, 900, "#7B3F8F")
    chooser.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": file})
    picture = screen.page.get_by_role("img", name="Photo of the table")
    expect(picture).to_be_visible(timeout=15_000)
    high = replace(DESKTOP_DARK, height=1_300)  # what lies below the edge of the screen has no height there
    for _ in screen.sizes(high, replace(PHONE, height=1_300)):
        (box,) = screen.boxes(picture)
        assert box["width"] == pytest.approx(box["height"] * 4 / 3, abs=2)
        screen.shot("photo")


def test_a_name_is_drawn_whatever_it_is_written_in(program: Program, open_screen: Callable[[str], Screen]) -> None:
    with opened(program) as store:
        for first, second in SCRIPTS.values():
            put_result(store, date(2026, 3, 7), {first: 20, second: 10})
    screen = open_screen(program.address).resize(TALL).open("/people")
    for attempt in range(10):  # the client draws a name again once the letters have come
        alike = [script for script, names in SCRIPTS.items() if len({drawn(screen, name) for name in names}) == 1]
        if not alike:
            break
        screen.wait(100 * attempt)
    screen.shot("names")
    assert alike == []


def drawn(screen: Screen, name: str) -> bytes:
    """What a row shows: as long as letters are missing, two names of as many letters look the same."""
    row = screen.button(f"{isolated(name)}, 1 play")
    expect(row).to_be_visible()
    return row.screenshot()
