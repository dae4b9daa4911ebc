"""A sheet of paper of Carpe Diem, and a hand that types it into the end sheet, and counts its taps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.state import RULES
from tests.browser.evenings import OPTIONS, STARTS, choose, finish, seat
from tests.companion.carpe_diem_tables import PAPER

if TYPE_CHECKING:
    import re

    from playwright.sync_api import Locator

    from tests.browser.screen import Screen

PLAYERS: Final = ("Anna", "Ben", "Clara")

NUMBERS: Final = tuple(number for row in PAPER.values() for number in row)

MAX_TAPS: Final = 25
"""The most taps beside the digits, from the choice of the end alone to the play that is kept."""


def cell(screen: Screen, player: int, rule: str, said: str) -> Locator:
    """Return the cell of a player in a row of the end sheet, of which this is said."""
    return screen.button(f"{PLAYERS[player]}: {said}", group=str(RULES[rule]))


def seated(screen: Screen) -> None:
    """Name the players of a new table."""
    screen.tap("New table")
    choose(screen, "Carpe Diem")
    for number, name in enumerate(PLAYERS):
        if number > 1:
            screen.tap("Another player")
        seat(screen, "Starting player" if number == 0 else f"Player {number + 1}", name)


class TypingHand:
    """A hand that types numbers with so many milliseconds from one tap to the next; `taps` are those beside digits."""

    def __init__(self, screen: Screen, pace: float = 0) -> None:
        self._screen = screen
        self._pace = pace
        self.taps = 0
        self.digits = 0

    def tap(self, name: str | re.Pattern[str], group: str = "") -> None:
        self._screen.button(name, group=group).click()
        self._screen.wait(self._pace)
        self.taps += 1

    def number(self, number: int, then: str) -> None:
        """Type a number, and go on."""
        for digit in str(number):
            self._screen.tap(digit)
            self._screen.wait(self._pace)
            self.digits += 1
        self.tap(then)

    def numbers(self, numbers: tuple[int, ...]) -> None:
        """Type the numbers of a sheet of paper, row by row."""
        for at, number in enumerate(numbers, start=1):
            self.number(number, "Done" if at == len(NUMBERS) else "Next")

    def whole_sheet(self) -> None:
        """From the seats to the play that is kept: the choice of the end alone, the numbers, and who won."""
        self.tap(OPTIONS)
        self.tap("Only the end")
        self.tap(STARTS)
        self.numbers(NUMBERS)
        self.tap("Who won?")
        self._screen.sees("Clara wins")
        finish(self._screen)
        self.taps += 1
