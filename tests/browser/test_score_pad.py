"""A game that nobody knows, entered by its pad in a real browser: from a new table to the sheet with its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from scoring.score_pad.game import SCORE_PAD
from tests.browser.conftest import stopped_at_the_end
from tests.browser.evenings import check_all, finish, seat_two
from tests.browser.kept import only_play, opened, scored
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP, NARROW, PHONE, PHONE_DARK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.screen import Screen

OTTER_BAY: Final[dict[str, Any]] = {
    "title": "Otter Bay",
    "categories": [
        {"key": "fish", "title": "Fish", "kind": "points"},
        {"key": "ferries", "title": "Ferries", "kind": "majority", "values": [5, 2]},
        {"key": "crowns", "title": "Crowns", "kind": "count", "each": 1},
    ],
    "tie_breaks": [{"category": "crowns", "by": "entry"}],
}
"""A game with three categories, a majority and a tie-break."""

NUMBERS: Final = (20, 24, 3, 1, 4, 3)
"""What two players have, row by row: both have 29 points, and the crowns decide."""

MAX_TAPS: Final = 13
"""The most taps beside the digits, from the table that is laid out to the play that is kept."""


def type_row_by_row(screen: Screen) -> int:
    """Type the numbers, and return how many taps that took beside the digits."""
    for at, number in enumerate(NUMBERS, start=1):
        for digit in str(number):
            screen.tap(digit)
        screen.tap("Done" if at == len(NUMBERS) else "Next")
    return len(NUMBERS)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """The app, with one pad in it."""
    with stopped_at_the_end(Program(tessera, tmp_path)) as program:
        with opened(program) as store:
            store.keep(SCORE_PAD.key, "pads", "4f2c", OTTER_BAY)
        yield program.start()


def test_a_game_that_nobody_knows_is_played_from_the_table_to_the_sheet_with_reasons(
    program: Program, screen: Screen
) -> None:
    screen.tap("New table")
    screen.tap("Otter Bay")
    seat_two(screen)
    expect(screen.button("Only the end")).to_have_count(0)
    screen.tap("Lay out the table")
    screen.tap("To the table")
    expect(screen.button("Anna, Fish: nothing entered")).to_be_visible()
    for _ in screen.sizes(NARROW, DESKTOP, PHONE_DARK, PHONE):
        screen.shot("score-pad-begun")
    taps = 1 + type_row_by_row(screen)
    expect(screen.button("Anna, Ferries: 3, 5 points")).to_be_visible()
    screen.shot("score-pad-entered")
    screen.tap("Who won?")
    check_all(screen)
    screen.sees("Anna wins with 29 points")
    reason = "1. Anna, 29 points, level on points; most Crowns: 4 to 3"
    expect(screen.page.get_by_role("group", name=reason, exact=True)).to_be_visible()
    screen.tap("Ben, Ferries: 2")
    screen.sees("1 is the second most: 2.")
    screen.tap("Close")
    for _ in screen.sizes(NARROW, DESKTOP, PHONE_DARK, PHONE):
        screen.shot("score-pad-result")
    finish(screen)
    taps += 1 + len(OTTER_BAY["categories"]) + 1
    assert taps <= MAX_TAPS
    play = only_play(program)
    assert play.title == "Otter Bay"
    assert play.document is not None
    assert scored(play.document)["standings"][0] == {
        "place": 1,
        "player": "Anna",
        "total": 29,
        "decided_by": "crowns",
    }
