"""The content of an imported file, in the same form for every format."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache, cached_property
from io import SEEK_END
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, ClassVar, Final, Literal, TypeAlias, TypeVar

from scoring import GAMES
from scoring.fields import Length, Name, Pattern, PersonalName
from scoring.messages import Message, say, tr
from scoring.problems import Problem
from storage.documents import codec
from storage.documents.fields import EARLIEST, LATEST, a_moment, belongs_here, is_plausible, name_of, shown, shown_name
from storage.repositories.games import winner_key
from storage.repositories.people import NameKind  # noqa: TC001 - records are read by their types
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO_ID
from storage.repositories.play_content import (
    MAX_NOTE_LENGTH,
    MAX_PLACE_LENGTH,
    MAX_TITLE_LENGTH,
    Id,
    Key,
    Moment,
    Sentence,
    name_of_length,
    text_of_length,
)
from storage.repositories.values import day_of, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from gettext import NullTranslations

    from scoring.game import Game
    from scoring.score_pad import Pad
    from scoring.sheet import Winner
    from storage.exchange.play_record import PlayRecord
    from storage.repositories.games import KnownGame
    from storage.repositories.play_content import PlayRevision

T = TypeVar("T")

Format = Literal["tessera", "csv", "bgstats", "bgg", ""]
"""The formats that are read; "" is unknown."""


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

MAX_NAME_LENGTH: Final = PersonalName().most

_ALIASES: Final = Length(0, 1000)
"""How many other names a friend or place may have."""

_PlaceName = Annotated[str, name_of_length(MAX_PLACE_LENGTH, name_of(MAX_PLACE_LENGTH))]
_Look = Annotated[str, text_of_length(40)]

CARRIED_SETTINGS: Final = ("awake", "text", "theme")
"""The settings that move with the history; all others concern one machine, or a screen that is open."""

MOMENT_FORMAT: Final = "%Y-%m-%d %H:%M:%S"
"""The format of moments (UTC), to the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRecord:
    """A friend or a place (`kind`) from a file, by the id and the name that the file uses; `aliases` are other names.

    `is_stated` is false for a friend of whom the file has no line, only seats of plays.
    """

    kind: ClassVar[NameKind]
    is_stated: ClassVar[bool] = True

    id: Id
    name: str
    aliases: tuple[str, ...] = ()
    seen: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRecord(NamedRecord):
    """A place."""

    kind = "place"

    name: _PlaceName
    aliases: Annotated[tuple[_PlaceName, ...], _ALIASES] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord(NamedRecord):
    """A friend."""

    kind = "player"

    name: Name
    aliases: Annotated[tuple[Name, ...], _ALIASES] = ()
    hidden: bool = False
    colour: _Look = ""
    shape: _Look = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedRecord(PlayerRecord):
    """A friend of whom the file only has seats of plays."""

    is_stated = False


A_PHOTO: Final = say("the number of a photo")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoRecord:
    """A photo of a table, as base64; plays name it in their extras."""

    id: Annotated[str, Pattern(PHOTO_ID.pattern, A_PHOTO)]
    at: datetime
    picture: Annotated[
        str,
        Pattern(
            rf"[0-9A-Za-z+/]{{4,{MAX_PHOTO_BYTES * 4 // 3}}}={{0,2}}",
            say("a JPEG of at most {size} kB, as base64,", size=MAX_PHOTO_BYTES // 1000),
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRecord:
    """An entry of somebody's copy of a game; `at` is when it was entered."""

    game: Key
    part: Key
    key: Sentence
    at: Moment = None
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedPad(CopyRecord):
    """A pad made from the score sheets of a file; where it is kept already, that one stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWinner(CopyRecord):
    """What a file, or the shelf, says of a game: whether the most or the fewest points win; the most is not kept."""

    @classmethod
    def of(cls, game: str, winner: Winner) -> GameWinner:
        """Return that in a game the most or the fewest points win."""
        of_game, part, key = winner_key(game)
        return cls(game=of_game, part=part, key=key, value=winner.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingRecord:
    """A setting of the app."""

    key: Key
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """The content of a file: the plays that can be imported, and the problems of the others.

    The path of a problem is the place in the file and the field: `line 3, players[0].name`. `values` are entries of
    copies, and settings; `remarks` are sentences on the file as a whole that are no fault of it.
    """

    format: Format
    records: tuple[PlayRecord, ...] = ()
    people: tuple[NamedRecord, ...] = ()
    photos: tuple[PhotoRecord, ...] = ()
    values: tuple[CopyRecord | SettingRecord, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Message, ...] = ()

    @property
    def nameless(self) -> tuple[PlayRecord, ...]:
        """The plays that name no player."""
        return tuple(record for record in self.records if record.owner is not None)

    def played_by(self, name: str) -> Incoming:
        """Return the same content, with the plays that name no player as those of somebody."""
        return replace(
            self,
            records=tuple(record if record.owner is None else record.played_by(name) for record in self.records),
        )


GAME_NAME: Final = say("the name of the game")

EDITION: Final = say("the edition")

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
        return (*self._told, Problem(path="", message=_more_problems(self._more)))


def _more_problems(number: int) -> Message:
    return say("and {number} more", number=number)


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


def cleaned(text: str, most: int) -> str:
    r"""Return a text on one line, without control characters, shortened if it is too long.

    >>> cleaned(" Anna\t Maria\x00 ", 40), cleaned("Bartholomew", 6)
    ('Anna Maria', 'Barth…')
    """
    spaced = shown_name(" ".join("".join(c for c in text if c.isspace() or _is_legible(c)).split()))
    return spaced if len(spaced) <= most else f"{spaced[: most - 1].rstrip()}…"


def shortened(text: str, most: int, what: Message, warnings: list[Message]) -> str:
    """Return a text as `cleaned` does; a warning says where `what` had to be shortened."""
    return _shortened(cleaned(text, len(text)), most, what, warnings)


def cleaned_note(text: str, warnings: list[Message]) -> str:
    """Return a text of several lines, without control characters; a warning says where it had to be shortened."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(c for c in lines if c in "\n\t" or _is_legible(c)).strip()
    return _shortened(kept, MAX_NOTE_LENGTH, say("Note"), warnings)


def with_expansions(note: str, names: Iterable[str]) -> str:
    """Return a note with a line that names the expansions, if there is room for it."""
    expansions = tuple(dict.fromkeys(filter(None, names)))
    line = tr("Played with {names}.", names=", ".join(expansions)) if expansions else ""
    longer = "\n".join(filter(None, (note, line)))
    return longer if len(longer) <= MAX_NOTE_LENGTH else note


def _shortened(text: str, most: int, what: Message, warnings: list[Message]) -> str:
    if len(text) <= most:
        return text
    message = say(
        "{what} has {length} characters, but only {most} fit: the rest is left out",
        what=what,
        length=len(text),
        most=most,
    )
    warnings.append(message)
    return f"{text[: most - 1].rstrip()}…"


def format_moment(moment: datetime) -> str:
    """Return a moment to the second, in UTC."""
    return moment.astimezone(UTC).strftime(MOMENT_FORMAT)


def read_day(text: str) -> str:
    """Return a day such as 2024-03-01; "" for anything else.

    >>> read_day("2024-02-29"), read_day("2023-02-29"), read_day("20240229")
    ('2024-02-29', '', '')
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return ""
    return text if day.isoformat() == text and EARLIEST.date() <= day <= LATEST.date() else ""


def noon(day: date) -> datetime:
    """Return what stands for the end of a play of which only the day is known; its extras say that by `UNTIMED`.

    That is noon UTC, which is on the same day nearly everywhere, or else noon here.
    """
    moment = datetime.combine(day, time(12), UTC)
    return moment if day_of(moment) == day.isoformat() else datetime.combine(day, time(12)).astimezone()


def parse_moment(text: str, path: str, zone: tzinfo | None = UTC) -> datetime:
    """Return the moment of a text in a zone; `None` is this machine's, the first of two if the clocks went back.

    Raises:
        UnfitError: it is none; `path` is its field.

    """
    try:
        moment = datetime.strptime(text, MOMENT_FORMAT).replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the system's clock functions do not reach every year
        moment = datetime.min.replace(tzinfo=UTC)
    if not is_plausible(moment):
        raise no_day(belongs_here(text, a_moment("2024-03-01 19:31:00")), text, moment, path)
    return moment


def no_day(problem: Message, text: str, moment: datetime | None, path: str) -> UnfitError:
    """Return the error of a text that is no moment: it lies in the future, or else has the `problem`."""
    if moment is not None and moment > LATEST:
        return UnfitError(say("{value}: that is in the future", value=shown(text)), path)
    return UnfitError(problem, path)


def _is_legible(c: str) -> bool:
    return unicodedata.category(c) not in {"Cc", "Cs"}


MAX_BGG_ID: Final = 999_999_999
"""The largest id at BoardGameGeek."""

_BGG_PREFIX: Final = "bgg-"


def game_of(title: str, bgg_id: int | None) -> tuple[str, str]:
    """Return the key and title of a game from elsewhere: one of ours by id or title, or a key made for it.

    >>> game_of("Azul", 230802), game_of("Home  made", None)
    (('bgg-230802', 'Azul'), ('other-home made', 'Home made'))
    """
    shown = cleaned(title, MAX_TITLE_LENGTH)
    game = _by_bgg_id().get(bgg_id or 0) or _by_title().get(folded(shown))
    if game is not None:
        return game.key, game.title
    return (f"{_BGG_PREFIX}{bgg_id}" if bgg_id else f"other-{folded(shown)}"), shown


@cache
def _by_bgg_id() -> dict[int, Game[Any]]:
    return {game.bgg_id: game for game in GAMES.values() if game.bgg_id is not None}


@cache
def _by_title() -> dict[str, Game[Any]]:
    return {folded(game.title): game for game in GAMES.values() if game.rules}


def bgg_id_of(game: KnownGame) -> int | None:
    """Return the id of a game at BoardGameGeek, or `None`."""
    return game.bgg_id or bgg_id_in(game.key)


def bgg_id_in(key: str) -> int | None:
    """Return the id at BoardGameGeek from which a key was made, or `None`.

    >>> bgg_id_in("bgg-230802"), bgg_id_in("other-azul")
    (230802, None)
    """
    number = key.removeprefix(_BGG_PREFIX)
    fits = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_BGG_ID))
    return int(number) if fits and number != key else None
