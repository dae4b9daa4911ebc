"""The history in the browser: a play found, corrected, deleted and brought back, and two spellings made one."""

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
from storage.repositories.play_content import content_of
from storage.repositories.tables import Store
from tests.browser.conftest import running
from tests.browser.kept import opened
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP, DESKTOP_DARK, NARROW, PHONE, Look
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
    store = Store.open(paths.database(data), lambda: now)
    day = now.astimezone().date() - timedelta(days=3)
    first = put_play(store, day, {WRITTEN_BY: (9, 4, 2), LONG: (7, 12), "Cathy": (3, 0, 5)})
    put_result(store, day - timedelta(days=400), {"Annamaria": 90, LONG: 80})
    play = plays.play(store, first)
    assert play is not None
    plays.correct(store, first, replace(content_of(play), place="At Cathy's"), "place entered")
    store.close()


def test_plays_are_found_corrected_deleted_and_brought_back(
    seeded: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(seeded.address).open("/history")
    screen.sees("2 plays")
    screen.shot("history")
    screen.tap("More choices")
    expect(screen.button("Game: All games")).to_be_visible()
    screen.tap("Time: All time")
    screen.sees("From one day to another")
    screen.shot("history-time")
    screen.tap("Last 12 months")
    screen.sees("1 play found")
    screen.tap("Show all plays")
    screen.sees("2 plays")
    screen.enter("Search", "azul annamaria")
    screen.sees("1 play found")
    screen.shot("history-found")
    screen.tap(re.compile("^Azul, "))
    screen.sees("Annamaria wins with 90 points")
    correct(screen)
    expect(screen.page.get_by_role("group", name="Finished: Fri 7 March 2025, 21:30")).to_be_attached()
    screen.shot("play")
    screen.tap(re.compile("^Version 1, until today, .*: date and time corrected$"))
    screen.sees("This is how the play was kept until")
    screen.tap("Back")
    screen.tap("Delete")
    screen.tap("Deleted plays: 1")
    screen.tap(re.compile("^Bring back: Azul, 7 Mar 2025"))
    screen.sees("There are no deleted plays.")
    screen.tap("Back")
    screen.sees("1 play found")


@pytest.mark.parametrize("look", [PHONE, DESKTOP_DARK], indirect=True, ids=str)
def test_a_photo_of_the_table_is_seen_on_the_page_of_the_play(
    seeded: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(seeded.address).open("/history")
    screen.tap(re.compile("^Azul, "))
    screen.sees("Annamaria wins with 90 points")
    picture = screen.page.get_by_role("img", name="Photo of the table")
    for file, mime in ((b"no photo", "text/plain"), (photo(1200, 900, "#7B3F8F"), "image/jpeg")):
        expect(picture).to_have_count(0)
        with screen.page.expect_file_chooser() as chooser:
            screen.tap("Add a photo")
        chooser.value.set_files({"name": "table.jpg", "mimeType": mime, "buffer": file})
        shown = screen.text("This is not a picture").first if file == b"no photo" else picture
        expect(shown).to_be_visible(timeout=15_000)
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"] * 4 / 3, abs=2)
    screen.shot("photo")
    screen.tap("Remove the photo")
    expect(picture).to_have_count(0)


def correct(screen: Screen) -> None:
    """Say when the play really was."""
    screen.tap("Enter place and note, or the date")
    screen.sees("Where, and what was noted")
    screen.shot("correct")
    day = date(2025, 3, 7)
    screen.enter("Day", day.isoformat())
    screen.enter("End time", "21:30")
    screen.tap("Keep the correction")


@pytest.mark.parametrize("look", [DESKTOP, DESKTOP_DARK, NARROW], indirect=True, ids=str)
def test_every_section_is_a_tap_away(seeded: Program, open_screen: Callable[[str], Screen], look: Look) -> None:
    screen = open_screen(seeded.address).open("/")
    expect(screen.button(re.compile("^Again with the same players: Carpe Diem"))).to_be_visible()
    screen.shot("home")
    screen.tap("History")
    screen.sees("2 plays")
    screen.tap(re.compile("^Azul, "))
    screen.sees("Annamaria wins with 90 points")
    screen.shot("history-play")
    if look is NARROW:
        screen.tap("Back")
    screen.tap("Friends")
    expect(screen.button("Annamaria, 1 play")).to_be_visible()
    screen.tap("Statistics")
    screen.sees("2 plays")
    screen.shot("statistics")


def test_two_spellings_of_a_friend_are_made_one(seeded: Program, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(seeded.address).open("/people")
    screen.tap("Annamaria, 1 play")
    screen.sees("The same as another one?")
    screen.shot("person")
    screen.tap("Merge with another one")
    screen.tap(WRITTEN_BY)
    screen.sees(f"Merge Annamaria and {WRITTEN_BY}?")
    screen.wait(400)
    screen.tap(f"Keep {WRITTEN_BY} for both")
    expect(screen.button(f"{WRITTEN_BY}, 2 plays")).to_be_visible()
    screen.shot("people")
    screen.tap("Take it back")
    expect(screen.button("Annamaria, 1 play")).to_be_visible()


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
