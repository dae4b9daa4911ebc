"""The fields of the lines, described like the state of a game and read as strictly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from scoring.fields import Between, Length, Name, OneOf, OrNull, Pattern
from scoring.messages import Message, say
from storage.documents.fields import one_of
from storage.exchange.record import MAX_PLAYERS, MAX_PLAYS, MAX_SOURCE_LENGTH, MAX_TITLE_LENGTH, MAX_TOTAL
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO_ID
from storage.repositories.play_content import MAX_NOTE_LENGTH, MAX_PLACE_LENGTH

KIND_FIELD: Final = "tessera"
"""The field with the kind of a line."""

FORMAT: Final = 1
"""The format of lines that this version writes, and the newest that it reads."""

MAX_LINES: Final = 1_000_000
"""The most lines of one file."""

MAX_ALIASES: Final = 1000
"""The most other names of a friend or place."""

MAX_LINE_BYTES: Final = 2 * 1024 * 1024
"""The size of the largest line."""


_MAX_TEXT: Final = 2000


def _text(most: int) -> Pattern:
    return Pattern(rf"[^\x00\ud800-\udfff]{{0,{most}}}", say("text of at most {most} characters", most=most))


def _name(what: Message, most: int) -> Pattern:
    return Pattern(rf"(?=[^\x00]*(?u:\S))[^\x00\ud800-\udfff]{{1,{most}}}", what)


_KINDS: Final = ("player", "place", "play", "version", "photo", "copy", "setting")

_LineKind = Annotated[str, OneOf(_KINDS, one_of(_KINDS))]

_Format = Annotated[int, Between(1, FORMAT)]

_Id = Annotated[str, Pattern(r"[0-9A-Za-z_-]{1,64}", say("an id of letters and digits"))]

_Title = Annotated[str, _text(MAX_TITLE_LENGTH)]

_Key = Annotated[str, _text(MAX_TITLE_LENGTH + 10)]

_PlaceName = Annotated[str, _text(MAX_PLACE_LENGTH)]

_NamedPlace = Annotated[str, _name(say("a name, of 1 to {most} characters,", most=MAX_PLACE_LENGTH), MAX_PLACE_LENGTH)]

_Source = Annotated[str, _text(MAX_SOURCE_LENGTH)]

_Note = Annotated[str, _text(MAX_NOTE_LENGTH)]

_Sentence = Annotated[str, _text(_MAX_TEXT)]

_GameTitle = Annotated[str, _name(say("the name of a game, of 1 to {most} characters,", most=_MAX_TEXT), _MAX_TEXT)]

_Look = Annotated[str, _text(40)]

_Day = Annotated[str, Pattern(r"(?:\d{4}-\d\d-\d\d)?", say("a day such as 2024-03-01"))]

_Revision = Annotated[int, Between(1, MAX_PLAYS)]

_Moment = Annotated[str, Pattern(r"[0-9T:+.Z-]{16,40}", say("a date and time such as 2024-03-01T19:31:00+00:00"))]

_NoMoment = Annotated[_Moment | None, OrNull()]

_Points = Annotated[int, Between(-MAX_TOTAL, MAX_TOTAL)]

_Total = Annotated[int | None, Between(-MAX_TOTAL, MAX_TOTAL), OrNull()]

_Place = Annotated[int, Between(1, MAX_PLAYERS)]

_Position = Annotated[int | None, Between(0, MAX_PLAYERS - 1), OrNull()]

_PhotoId = Annotated[str, Pattern(PHOTO_ID.pattern, say("the number of a photo"))]

_Picture = Annotated[
    str,
    Pattern(
        rf"[0-9A-Za-z+/]{{4,{MAX_PHOTO_BYTES * 4 // 3}}}={{0,2}}",
        say("a JPEG of at most {size} kB, as base64,", size=MAX_PHOTO_BYTES // 1000),
    ),
]

_NoId = Annotated[_Id | None, OrNull()]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEntry:
    """The points of one rule."""

    rule: _Key
    points: _Points
    because: _Sentence
    ref: _Sentence
    cells: Annotated[tuple[_Title, ...], Length(0, 1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnEntry:
    """The points of a player."""

    player: Name
    total: _Total
    lines: Annotated[tuple[PointsEntry, ...], Length(0, 500)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingEntry:
    """The place of a player."""

    place: _Place
    player: Name
    total: _Total
    decided_by: _Title


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEntry:
    """A sheet as it was scored."""

    columns: Annotated[tuple[ColumnEntry, ...], Length(1, MAX_PLAYERS)]
    standings: Annotated[tuple[StandingEntry, ...], Length(1, MAX_PLAYERS)]
    game: _Key | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntry:
    """A player of a play."""

    id: _NoId
    name: Name
    total: _Total
    place: _Place
    won: bool
    position: _Position


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentEntry:
    """The content of a play, without the two objects that only a game or the app can check."""

    game: _Key
    title: _GameTitle
    edition: _Sentence
    sheet: SheetEntry
    begun: _NoMoment
    finished: _Moment
    day: _Day = ""
    place: _PlaceName
    note: _Note
    players: Annotated[tuple[PlayerEntry, ...], Length(1, MAX_PLAYERS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayLine(ContentEntry):
    """A line with a play as it is today; `removed` is when it was put into the bin."""

    tessera: _LineKind
    format: _Format
    id: _Id
    source: _Source
    revision: _Revision
    edited: _NoMoment = None
    removed: _NoMoment = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    """A line with a `play` as it was before a correction `what`, without its content."""

    tessera: _LineKind
    format: _Format
    play: _Id
    number: _Revision
    at: _Moment
    what: _Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoLine:
    """A line with a photo of a table; plays and versions name it in their extras."""

    tessera: _LineKind
    format: _Format
    id: _PhotoId
    at: _Moment
    picture: _Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A line with a friend, by the name of today."""

    tessera: _LineKind
    format: _Format
    id: _Id
    name: Name
    aliases: Annotated[tuple[Name, ...], Length(0, MAX_ALIASES)]
    hidden: bool
    colour: _Look
    shape: _Look
    seen: _Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    """A line with a place, by the name of today."""

    tessera: _LineKind
    format: _Format
    id: _Id
    name: _NamedPlace
    aliases: Annotated[tuple[_NamedPlace, ...], Length(0, MAX_ALIASES)]
    seen: _Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyLine:
    """A line with an entry of a copy, without its value; `at` is when it was entered."""

    tessera: _LineKind
    format: _Format
    game: _Key
    part: _Key
    key: _Sentence
    at: _NoMoment = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingLine:
    """A line with a setting of the app, without its value."""

    tessera: _LineKind
    format: _Format
    key: _Key


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """The kind of a line, read before anything else but its format."""

    tessera: _LineKind
