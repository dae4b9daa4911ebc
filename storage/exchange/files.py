"""A file that comes in or goes out: how large it may be, how far it is, and what is wrong in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from io import SEEK_END
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias, TypeVar

from scoring.messages import Message, say, tr
from scoring.problems import Problem
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from gettext import NullTranslations

    from scoring.score_pad import Pad
    from storage.exchange.record import CopyRecord, NamedRecord, PhotoRecord, PlayRecord, SettingRecord
    from storage.repositories.play_content import PlayRevision

T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], object]
"""A function that gets the number of entries done and of all entries, now and then."""

PROGRESS_INTERVAL: Final = 200
"""The number of entries between two calls of a `Progress`."""

MAX_FILE_BYTES: Final = 1 << 30
"""The size of the largest file."""

MAX_DOCUMENT_BYTES: Final = 256 * 1024 * 1024
"""The size of the largest file that is a single document of JSON or XML."""

MAX_PLAYS: Final = 250_000
"""The most plays of one file."""

MAX_PROBLEMS: Final = 200
"""The most problems of one file that are listed."""

NOTHING_IN_IT: Final = say("there is nothing in it")


def too_many(most: int) -> Message:
    """Return the message on a file with more entries than are read."""
    return say("more than {most} entries: split the file", most=most)


def in_line(number: int) -> str:
    """Return the place of a line in a file, for whoever reads the file now."""
    return tr("line {number}", number=number)


def in_play(number: int) -> str:
    """Return the place of a play in a file, for whoever reads the file now."""
    return tr("play {number}", number=number)


class ProblemLog:
    """The problems of a file; only the first ones are listed, the others are counted."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: list[Problem] = []
        self._more = 0

    def add(self, at: str, message: Message, path: str = "") -> None:
        """Add a problem of the entry `at` a place, in one of its fields."""
        if len(self._told) < MAX_PROBLEMS:
            self._told.append(Problem(path=", ".join(part for part in (at, path) if part), message=message))
        else:
            self._more += 1

    def add_all(self, at: str, problems: Iterable[Problem]) -> None:
        """Add the problems of an entry."""
        for problem in problems:
            self.add(at, problem.message, problem.path)

    def all(self) -> tuple[Problem, ...]:
        """Return the problems; the last one counts those not listed."""
        if not self._more:
            return tuple(self._told)
        return (*self._told, Problem(path="", message=say("and {number} more", number=self._more)))


class UnfitError(codec.DocumentError):
    """An entry cannot be imported; `message` says why, `path` is the field."""

    def __init__(self, message: Message, path: str = "") -> None:
        """Keep the sentence and the field."""
        super().__init__([Problem(path=path, message=message)])
        self.message = message
        self.path = path


Entry: TypeAlias = (
    "tuple[str, PlayRecord | PlayRevision | NamedRecord | PhotoRecord | CopyRecord | SettingRecord | Problem | Message]"
)
"""What stands at a place of a file, or why it cannot be imported; a message is a remark on the whole file."""


def entries_at(at: str, read: Callable[[], PlayRecord]) -> Iterator[Entry]:
    """Yield the play that is read `at` a place, or why it cannot be imported."""
    try:
        yield at, read()
    except codec.DocumentError as error:
        yield from ((at, problem) for problem in error.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyPad:
    """The pad that is ready for a game, with the keys of its categories by the folded titles that people know.

    `titles` are those of each category in other languages: the code of the language, the key, and the title.
    """

    pad: Pad
    keys: Mapping[str, str]
    titles: Mapping[str, tuple[tuple[str, str, str], ...]]


ReadyPads: TypeAlias = Callable[[str, str], ReadyPad | None]
"""A function that returns the pad that is ready for a game, by its key from elsewhere and its title."""

Catalogues: TypeAlias = "tuple[NullTranslations, ...]"


class ImportFile:
    """An opened file that is read, and told to `progress`.

    `ready` knows the pads that are ready; our own words that stay with plays are in the languages of `catalogues`.
    """

    def __init__(
        self,
        file: BinaryIO,
        progress: Progress | None,
        ready: ReadyPads = lambda _key, _title: None,
        catalogues: Catalogues = (),
    ) -> None:
        """Begin at its first byte."""
        self.ready: Final = ready
        self.catalogues: Final = catalogues
        self.size: Final = file.seek(0, SEEK_END)
        self.stream: Final = file
        self._progress = progress
        file.seek(0)

    @cached_property
    def document(self) -> object:
        """The document that the file is.

        Raises:
            DocumentError: it is none of JSON.

        """
        return codec.parse(self.stream.read(), MAX_DOCUMENT_BYTES)

    def steps(self, entries: Iterable[T], total: int | None = None) -> Iterator[T]:
        """Yield entries, a number of them in `total`; where that is not known, progress goes by the bytes read."""
        if total is not None:
            return with_progress(entries, total, self._progress)
        return with_progress(entries, self.size, self._progress, self.stream.tell)


def with_progress(
    entries: Iterable[T], total: int, progress: Progress | None, position: Callable[[], int] | None = None
) -> Iterator[T]:
    """Yield entries, and report progress now and then and at the end: their number, or a `position`."""
    for number, entry in enumerate(entries, start=1):
        yield entry
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(number if position is None else position(), total)
    if progress is not None:
        progress(total, total)
