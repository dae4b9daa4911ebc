"""A play as a file tells it, and what else a file holds: the same for every format."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from scoring.fields import PersonalName
from scoring.messages import Message, say
from scoring.problems import Problem
from storage.shapes import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from storage.contents import PlayContent

Format = Literal["tessera", "csv", "bgstats", "bgg", ""]
"""The formats that are read; "" where nobody can tell."""

Fineness = Literal["all", "second", "day"]
"""How much a format tells: all that we keep, or a result with its moment to the second, or with its day alone."""

Progress: TypeAlias = Callable[[int, int], object]
"""Told now and then how much is done, and of how much."""

STEP: Final = 200
"""How many entries are worked on between two words of progress."""

LARGEST: Final = 1 << 30
"""The largest file, in bytes."""

MOST_ENTRIES: Final = 250_000
"""The most plays that one file may hold."""

MOST_PLAYERS: Final = 99
"""The most players of one play."""

MOST_TOLD: Final = 200
"""The most problems of one file that are told one by one."""

LONGEST_NAME: Final = PersonalName().most
LONGEST_TITLE: Final = 120
LONGEST_NOTE: Final = 10_000
LONGEST_SOURCE: Final = 200

LARGEST_TOTAL: Final = 2_000_000_000
"""The largest total in points, and the smallest below 0: what a database keeps as a number everywhere."""

MOMENT: Final = "%Y-%m-%d %H:%M:%S"
"""How a moment is written to the second, in UTC."""

EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A play from a file.

    `id` is the one that it has, or will have, here, where the file knows it; `source` its format and number there;
    `at` where it stands in the file; `doubts` what is taken in although it is not as it should be.
    """

    id: str | None
    source: str
    at: str
    fineness: Fineness
    content: PlayContent
    doubts: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRecord:
    """What is printed in somebody's copy of a game, from a file."""

    game: str
    part: str
    key: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """What a file holds: the plays that can be taken in, and why others cannot.

    The path of a problem is the place in the file and the field: `line 3, players[0].name`.
    """

    format: Format
    records: tuple[Record, ...] = ()
    copies: tuple[CopyRecord, ...] = ()
    problems: tuple[Problem, ...] = ()


class Troubles:
    """The problems of a file as they are found; beyond the first ones they are only counted."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: list[Problem] = []
        self._more = 0

    def add(self, at: str, message: Message, path: str = "") -> None:
        """Note a problem of the entry that stands `at` a place, in one of its fields."""
        if len(self._told) < MOST_TOLD:
            self._told.append(Problem(path=", ".join(part for part in (at, path) if part), message=message))
        else:
            self._more += 1

    def add_all(self, at: str, problems: Iterable[Problem]) -> None:
        """Note the problems of an entry."""
        for problem in problems:
            self.add(at, problem.message, problem.path)

    def all(self) -> tuple[Problem, ...]:
        """Return the problems; the last one says how many more there are."""
        if not self._more:
            return tuple(self._told)
        return (*self._told, Problem(path="", message=say("and {more} more problems", more=self._more)))


class UnfitError(Exception):
    """An entry cannot be taken in; the message says why, the path which field is meant."""

    def __init__(self, message: Message, path: str = "") -> None:
        """Keep the sentence and the field."""
        super().__init__(str(message))
        self.message = message
        self.path = path


def cleaned(text: str, most: int) -> str:
    r"""Return a text on one line, without control characters, cut where it is too long.

    >>> cleaned(" Anna\t Maria\x00 ", 40), cleaned("Bartholomew", 6)
    ('Anna Maria', 'Barth…')
    """
    spaced = " ".join("".join(c for c in text if c.isspace() or _is_legible(c)).split())
    return spaced if len(spaced) <= most else f"{spaced[: most - 1].rstrip()}…"


def cleaned_note(text: str) -> str:
    """Return a text of several lines, without control characters, cut where it is too long."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(c for c in lines if c in "\n\t" or _is_legible(c)).strip()
    return kept if len(kept) <= LONGEST_NOTE else f"{kept[: LONGEST_NOTE - 1]}…"


def is_plausible(moment: datetime) -> bool:
    """Return whether a play can have been at a moment: within what every database and calendar takes."""
    return EARLIEST <= moment <= LATEST


def written(moment: datetime) -> str:
    """Return a moment to the second, in UTC."""
    return moment.astimezone(UTC).strftime(MOMENT)


def moment_of(text: str, path: str) -> datetime:
    """Return the moment that was written to the second.

    Raises:
        UnfitError: it is none; `path` is the field that it stands in.

    """
    try:
        moment = datetime.strptime(text, MOMENT).replace(tzinfo=UTC)
    except ValueError:
        moment = datetime.min.replace(tzinfo=UTC)
    if not is_plausible(moment):
        raise UnfitError(say("{value}: a moment such as 2024-03-01 19:31:00 belongs here", value=shown(text)), path)
    return moment


def _is_legible(c: str) -> bool:
    return unicodedata.category(c) not in {"Cc", "Cs"}
