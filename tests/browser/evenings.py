"""What the evenings of all games have in common on a screen: names, seats, and taps while things move."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.screen import Screen

LONG: Final = (
    "Maximiliane-Alexandrina von Hohenlohe-La",
    "Bartholomäus K. Wolfeschlegelsteinhausen",
    "Ng",
    "Wilhelmina Featherstonehaugh-Cholmondele",
)
"""The longest names that players can have, and a short one among them."""


def begins(words: str) -> re.Pattern[str]:
    return re.compile(f"^{re.escape(words)}")


def tap(screen: Screen, start: str) -> None:
    """Tap what has a name that begins so, once the screen has come to rest."""
    screen.rest()
    screen.tap(begins(start), exact=False)


def choose(screen: Screen, game: str) -> None:
    """Choose the game of a new table; while the screen comes in, another one may get the tap."""
    screen.tap_until(game, screen.button(game).and_(screen.page.locator("[aria-current=true]")))


def seat(screen: Screen, field: str, name: str) -> None:
    """Type a name until it has arrived: a field of the client needs a moment after the tap."""
    for _ in range(3):
        screen.enter(field, name)
        try:
            expect(screen.button(f"Remove {name}")).to_be_visible(timeout=3_000)
        except AssertionError:
            continue
        return
    expect(screen.button(f"Remove {name}")).to_be_visible()


def seat_two(screen: Screen, first: str = "Anna", second: str = "Ben") -> None:
    seat(screen, "Starting player", first)
    seat(screen, "Player 2", second)


STARTS: Final = re.compile("^Start with [0-9]+ players?: ")
"""The names of the button that starts a new table."""

OPTIONS: Final = re.compile("The whole game: Edit$")
"""The name of the line of a new table that opens what can be chosen of its game."""


def _next(screen: Screen, title: Locator) -> None:
    """Tap Next until a step is gone: while the bar follows its screen, its button is that of the step before."""
    for patience in (2_000, 5_000, 10_000):
        with suppress(Error):  # it has become Finish
            screen.button("Next").click(timeout=5_000)
        with suppress(AssertionError):
            expect(title).to_have_count(0, timeout=patience)
            return
    expect(title).to_have_count(0)


def check_all(screen: Screen) -> None:
    """Check one step of the final scoring after the other, until the result is shown."""
    end = screen.button("Finish")
    while True:
        expect(screen.button("Next").or_(end)).to_be_visible()
        if end.count():
            return
        title = screen.page.get_by_role(
            "heading", level=2, name=screen.page.locator("h2").first.inner_text(), exact=True
        )
        _next(screen, title)


def finish(screen: Screen) -> None:
    """Keep the play of a table whose result is shown."""
    screen.tap("Finish")
    early = screen.button("Finish anyway")
    for _ in range(150):
        if early.count():
            screen.tap("Finish anyway")
        if early.count() or "/play/" in screen.page.url:
            break
        screen.page.wait_for_timeout(100)
    expect(screen.page).to_have_url(re.compile("/play/"))
