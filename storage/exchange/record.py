"""A play as a file tells it, and what else a file holds: the same for every format."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from scoring import GAMES
from scoring.fields import PersonalName
from scoring.messages import Message, say
from scoring.problems import Problem
from storage.documents.fields import shown
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from storage.repositories.play_content import PlayContent

Format = Literal["tessera", "csv", "bgstats", "bgg", ""]
"""The formats that are read; "" where nobody can tell."""


Precision = Literal["all", "second", "day"]
"""How much a format tells: all that we keep, or a result with its moment to the second, or with its day alone."""


Progress: TypeAlias = Callable[[int, int], object]
"""Told now and then how much is done, and of how much."""

PROGRESS_INTERVAL: Final = 200
"""How many entries are worked on between two words of progress."""

MAX_FILE_BYTES: Final = 1 << 30
"""The largest file, in bytes."""

MAX_PLAYS: Final = 250_000
"""The most plays that one file may hold."""

MAX_PLAYERS: Final = 99
"""The most players of one play."""

MAX_PROBLEMS: Final = 200
"""The most problems of one file that are told one by one."""

MAX_NAME_LENGTH: Final = PersonalName().most

MAX_TITLE_LENGTH: Final = 120

MAX_NOTE_LENGTH: Final = 10_000

MAX_SOURCE_LENGTH: Final = 200

MAX_TOTAL: Final = 2_000_000_000
"""The largest total in points, and the smallest below 0: what a database keeps as a number everywhere."""

MOMENT_FORMAT: Final = "%Y-%m-%d %H:%M:%S"
"""How a moment is written to the second, in UTC."""

EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)

LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """A play from a file.

    `id` is the one that it has, or will have, here, where the file knows it; `source` its format and number there;
    `at` where it stands in the file; `doubts` what is taken in although it is not as it should be.
    """

    id: str | None
    source: str
    at: str
    precision: Precision
    content: PlayContent
    warnings: tuple[Message, ...] = ()


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
    records: tuple[PlayRecord, ...] = ()
    copies: tuple[CopyRecord, ...] = ()
    problems: tuple[Problem, ...] = ()


class ProblemLog:
    """The problems of a file as they are found; beyond the first ones they are only counted."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: list[Problem] = []
        self._more = 0

    def add(self, at: str, message: Message, path: str = "") -> None:
        """Note a problem of the entry that stands `at` a place, in one of its fields."""
        if len(self._told) < MAX_PROBLEMS:
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
    return kept if len(kept) <= MAX_NOTE_LENGTH else f"{kept[: MAX_NOTE_LENGTH - 1]}…"


def is_plausible(moment: datetime) -> bool:
    """Return whether a play can have been at a moment: within what every database and calendar takes."""
    return EARLIEST <= moment <= LATEST


def format_moment(moment: datetime) -> str:
    """Return a moment to the second, in UTC."""
    return moment.astimezone(UTC).strftime(MOMENT_FORMAT)


def parse_moment(text: str, path: str) -> datetime:
    """Return the moment that was written to the second.

    Raises:
        UnfitError: it is none; `path` is the field that it stands in.

    """
    try:
        moment = datetime.strptime(text, MOMENT_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        moment = datetime.min.replace(tzinfo=UTC)
    if not is_plausible(moment):
        raise UnfitError(say("{value}: a moment such as 2024-03-01 19:31:00 belongs here", value=shown(text)), path)
    return moment


def _is_legible(c: str) -> bool:
    return unicodedata.category(c) not in {"Cc", "Cs"}


MAX_BGG_ID: Final = 999_999_999
"""The largest number of a game elsewhere."""

_BY_BGG_ID: Final = {game.bgg_id: key for key, game in GAMES.items() if game.bgg_id is not None}
_BY_TITLE: Final = {folded(game.title): key for key, game in GAMES.items()}
_BGG_PREFIX: Final = "bgg-"


def game_of(title: str, bgg_id: int | None) -> tuple[str, str]:
    """Return key and title of a game from elsewhere: one of ours by number or title, else a key of its own.

    >>> game_of("CARPE DIEM", None), game_of("Azul", 230802), game_of("Home  made", None)
    (('carpe-diem', 'Carpe Diem'), ('bgg-230802', 'Azul'), ('other-home made', 'Home made'))
    """
    shown = cleaned(title, MAX_TITLE_LENGTH)
    key = _BY_BGG_ID.get(bgg_id or 0) or _BY_TITLE.get(folded(shown))
    if key is not None:
        return key, GAMES[key].title
    return (f"{_BGG_PREFIX}{bgg_id}" if bgg_id else f"other-{folded(shown)}"), shown


def bgg_id_of(key: str) -> int | None:
    """Return the number that BoardGameGeek gives to a game, where it is known."""
    if key in GAMES:
        return GAMES[key].bgg_id
    number = key.removeprefix(_BGG_PREFIX)
    fits = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_BGG_ID))
    return int(number) if fits and number != key else None


class ImportCollector:
    """What was found in a file so far: plays, and why others cannot be taken in."""

    def __init__(self, format: Format) -> None:  # noqa: A002 - what it is
        """Begin with nothing."""
        self.problem_log = ProblemLog()
        self._format = format
        self._records: list[PlayRecord] = []

    def take(self, at: str, record: Callable[[], PlayRecord]) -> None:
        """Take the play in that stands `at` a place, or say why it cannot be."""
        try:
            self._records.append(record())
        except UnfitError as error:
            self.problem_log.add(at, error.message, error.path)

    def is_empty(self) -> bool:
        """Return whether there is neither a play nor a problem."""
        return not self._records and not self.problem_log.all()

    def incoming(self) -> Incoming:
        """Return all of it."""
        return Incoming(format=self._format, records=tuple(self._records), problems=self.problem_log.all())
