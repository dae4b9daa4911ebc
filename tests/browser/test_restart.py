"""Nothing that was on the screen is gone: the program killed, the page loaded anew, the connection lost."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.games.carpe_diem import actions
from companion.tables.state import transition, with_player
from scoring.carpe_diem.building_phase import pending
from scoring.carpe_diem.moves import take_bonus
from scoring.carpe_diem.state import Feature, Kind, Tile
from tests.browser.conftest import stopped_at_the_end
from tests.browser.hand import Hand
from tests.browser.program import Program, tessera
from tests.browser.test_server import wire
from tests.companion import headless
from tests.companion.carpe_diem_tables import as_user, change, laid_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.screen import Screen

TILES: Final = (
    Tile(cell="C3", features=(Feature(kind=Kind.POND, opens="E"), Feature(kind=Kind.GARDEN, opens="S"))),
    Tile(cell="D3", features=(Feature(kind=Kind.POND, opens="W"),)),
    Tile(cell="C4", features=(Feature(kind=Kind.GARDEN, opens="N"), Feature(kind=Kind.VILLA, opens="S", chimneys=3))),
)
"""A pond of two, a garden of two, and a villa that waits."""

PLACES: Final = ("District", "Stock", "Forum")


def read_aloud(screen: Screen) -> str:
    """Everything that a screen reader finds now."""
    return screen.page.locator("flt-semantics-host").aria_snapshot()


def shown(screen: Screen) -> list[str]:
    """Everything that a screen reader finds in the places of a table, one after the other."""
    texts = []
    for place in PLACES:
        go_to(screen, place)
        screen.wait(300)
        texts.append(read_aloud(screen))
    return texts


def shows_again(screen: Screen, before: list[str]) -> None:
    """Wait until the places of a table say what they said before."""
    for place, said in zip(PLACES, before, strict=True):
        go_to(screen, place)
        if not says(screen, said):  # the client of a busy machine left words out of what it says, until it draws anew
            go_to(screen, "Sheet")
            go_to(screen, place)
        says_again(screen, said)


def says_again(screen: Screen, said: str) -> None:
    """Wait until a screen reader finds what it found before."""
    assert says(screen, said), read_aloud(screen)


def says(screen: Screen, said: str) -> bool:
    """Whether a screen reader comes to find this; on a busy machine a screen takes its time."""
    for _ in range(60):
        if read_aloud(screen) == said:
            return True
        screen.wait(100)
    return False


def go_to(screen: Screen, place: str) -> None:
    screen.tap(place)
    expect(screen.button(place)).to_have_attribute("aria-current", "true")


def stored_in_the_middle(data: Path) -> str:
    """Put such a table into a store with the steps that led there, and return where its stock is shown."""
    with headless.opened(data) as app:
        live = laid_out(app, "Cathy", "Hank")
        for tile in TILES:
            change(app, live, partial(actions.lay, seat=0, tile=tile), f"tile on {tile.cell}")
        pond = next(bonus for bonus, _ in pending(live.state.table, 0) if bonus.kind is Kind.POND)
        change(app, live, transition(take_bonus, 0, pond), "bonus of the pond")
        change(app, live, lambda state: with_player(state, 0, coins=5), "Coins: 5")
        cards = "Points on victory cards: -12"
        change(app, live, lambda state: with_player(state, 0, victory_cards=-12), cards)
        app.run(as_user(live, "host").undo())
        return f"/table/{live.id}/stock/0"


@pytest.fixture
def middle(tmp_path: Path) -> Iterator[tuple[Program, str]]:
    """The app with such a table in its store, and where its stock is shown."""
    with stopped_at_the_end(Program(tessera, tmp_path)) as program, ThreadPoolExecutor() as thread:
        stock = thread.submit(stored_in_the_middle, program.data).result()  # Playwright's loop runs in this thread
        yield program.start(), stock


def last_step_back(screen: Screen) -> None:
    """Take the points back, and wait until the sentence that says so is gone."""
    screen.tap(re.compile("^Undo: "))
    expect(screen.button(re.compile("^Redo: Points on victory cards"))).to_be_visible()
    said = screen.page.locator("flt-semantics-host").get_by_text(re.compile("^Undone: Points"))
    expect(said).to_be_visible()
    expect(said).to_have_count(0)


def steps_back(screen: Screen) -> list[str]:
    """Take back every step, and return what each was."""
    taken: list[str] = []
    while True:
        button = screen.button(re.compile("^Undo(: |$)"))
        name = str(button.get_attribute("aria-label") or button.text_content())
        if name == "Undo":
            return taken
        taken.append(name.removeprefix("Undo: "))
        screen.tap_until(name, screen.button(f"Redo: {taken[-1]}"))
        expect(screen.button(name)).to_have_count(0)


def test_a_killed_program_goes_on_where_it_was_with_every_step(
    middle: tuple[Program, str], open_screen: Callable[[str], Screen]
) -> None:
    program, stock = middle
    screen = open_screen(program.address).open(stock)
    Hand(screen).count("Points on victory cards", -12)
    expect(screen.button("Cathy, -9 points", exact=False)).to_be_visible()
    last_step_back(screen)
    before = shown(screen)
    screen.restarted(program)
    expect(screen.button(re.compile("^Redo: Points on victory cards"))).to_be_visible()
    shows_again(screen, before)

    screen.tap(re.compile("^Redo: "))
    expect(screen.button("Cathy, -9 points", exact=False)).to_be_visible()
    taken = steps_back(screen)
    assert len(taken) >= len(TILES) + 3
    expect(screen.button("Cathy, 8 points", exact=False)).to_be_visible()
    screen.restarted(program).tap(f"Redo: {taken[-1]}")
    expect(screen.button(f"Undo: {taken[-1]}")).to_be_visible()
    expect(screen.button(f"Redo: {taken[-2]}")).to_be_visible()


def test_a_page_loaded_anew_or_without_its_connection_for_a_while_shows_the_same_also_what_was_held(
    middle: tuple[Program, str], open_screen: Callable[[str], Screen]
) -> None:
    program, stock = middle
    with wire(program.port) as between:
        screen = open_screen(between.address).open(stock)
        hand = Hand(screen)
        screen.enter("Fish", "1000")
        screen.sees("Fish: a whole number from 0 to 999. It stays 1.")
        screen.reload().sees("Fish: a whole number from 0 to 999. It stays 1.")
        screen.tap("District")
        hand.tap("D4")
        hand.sees_tray("D4")
        expect(screen.button(re.compile("^Lay "))).not_to_have_count(0)
        before = read_aloud(screen)
        for lose in (screen.page.reload, between.cut):
            with screen.page.expect_event("load"):
                lose()
            screen.ready()
            hand.sees_tray("D4")
            says_again(screen, before)
        screen.tap("Lay market")
        expect(screen.button("D4, market, completed")).to_be_visible()
        screen.page.goto("about:blank")
        screen.errors.clear()  # the lost connection is one
