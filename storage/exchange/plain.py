"""What the formats of other programs and of spreadsheets share: they tell plain results, in texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.exchange.outcomes import total_of
from storage.exchange.record import MOST_PLAYERS, Format, Incoming, Record, Troubles, UnfitError
from storage.shapes import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.messages import Message

LONGEST_PLAY: Final = 7 * 24 * 60
"""The longest play in minutes; what is longer was not meant."""

NO_SCORE: Final = "the score {score} of {name} is no whole number: left out"


class Gathered:
    """What was found in a file so far: plays, and why others cannot be taken in."""

    def __init__(self, format: Format) -> None:  # noqa: A002 - what it is
        """Begin with nothing."""
        self.troubles = Troubles()
        self._format = format
        self._records: list[Record] = []

    def take(self, at: str, record: Callable[[], Record]) -> None:
        """Take the play in that stands `at` a place, or say why it cannot be."""
        try:
            self._records.append(record())
        except UnfitError as error:
            self.troubles.add(at, error.message, error.path)

    def is_empty(self) -> bool:
        """Return whether there is neither a play nor a problem."""
        return not self._records and not self.troubles.all()

    def incoming(self) -> Incoming:
        """Return all of it."""
        return Incoming(format=self._format, records=tuple(self._records), problems=self.troubles.all())


def check_players(number: int, path: str) -> None:
    """Refuse a play of nobody, or of more than can be meant.

    Raises:
        UnfitError: it is one.

    """
    if not 1 <= number <= MOST_PLAYERS:
        told = say("{number} players are named: 1 to {most} belong here", number=number, most=MOST_PLAYERS)
        raise UnfitError(told, path)


def total_noted(text: str, name: str, doubts: list[Message], told: str = NO_SCORE) -> int | None:
    """Return the points that somebody has; what is no number of points is left out, and told."""
    total = total_of(text)
    if total is None and text.strip():
        doubts.append(say(told, score=shown(text), name=shown(name)))
    return total


def whole_number(text: str, most: int) -> int | None:
    """Return a number from 0 to `most`, nothing for any other text.

    >>> whole_number(" 7 ", 10), whole_number("11", 10), whole_number("-1", 10), whole_number("", 10)
    (7, None, None, None)
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))):
        return None
    return int(digits) if int(digits) <= most else None
