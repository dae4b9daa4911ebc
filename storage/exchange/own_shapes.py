"""The fields of our own lines, described like the state of a game, and so read as strictly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Between, Length, Name, OneOf, OrNull, Pattern
from storage.exchange.own import FORMAT
from storage.exchange.record import (
    LARGEST_TOTAL,
    LONGEST_NOTE,
    LONGEST_SOURCE,
    LONGEST_TITLE,
    MOST_ENTRIES,
    MOST_PLAYERS,
)


def _text(most: int) -> Pattern:
    return Pattern(rf"[^\x00\ud800-\udfff]{{0,{most}}}", f"a text of at most {most} characters")


_Mark = Annotated[str, OneOf(("play", "copy"), "play or copy")]
_Format = Annotated[int, Between(FORMAT, FORMAT)]
_Id = Annotated[str, Pattern(r"[0-9A-Za-z_-]{1,64}", "a number of letters and digits")]
_Number = Annotated[int, Between(1, MOST_ENTRIES)]
_Title = Annotated[str, _text(LONGEST_TITLE)]
_Key = Annotated[str, _text(LONGEST_TITLE + 10)]
_PlaceName = Annotated[str, _text(LONGEST_SOURCE)]
_Source = Annotated[str, _text(LONGEST_SOURCE)]
_Note = Annotated[str, _text(10 * LONGEST_NOTE)]
_Sentence = Annotated[str, _text(2000)]
_Moment = Annotated[str, Pattern(r"[0-9T:+.Z-]{16,40}", "a moment such as 2024-03-01T19:31:00+00:00")]
_NoMoment = Annotated[_Moment | None, OrNull()]
_Points = Annotated[int, Between(-1_000_000, 1_000_000)]
_Total = Annotated[int | None, Between(-LARGEST_TOTAL, LARGEST_TOTAL), OrNull()]
_Place = Annotated[int, Between(1, MOST_PLAYERS)]
_Position = Annotated[int | None, Between(0, MOST_PLAYERS - 1), OrNull()]
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

    columns: Annotated[tuple[ColumnEntry, ...], Length(1, MOST_PLAYERS)]
    standings: Annotated[tuple[StandingEntry, ...], Length(1, MOST_PLAYERS)]
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
class PlayLine:
    """A line of a play, without the two objects that only a game and the app can judge."""

    tessera: _Mark
    format: _Format
    id: _Id
    source: _Source
    revision: _Number
    game: _Key
    title: _Sentence
    edition: _Sentence
    sheet: SheetEntry
    begun: _NoMoment
    finished: _Moment
    place: _PlaceName
    note: _Note
    players: Annotated[tuple[PlayerEntry, ...], Length(1, MOST_PLAYERS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyLine:
    """A line of a copy, without its value."""

    tessera: _Mark
    format: _Format
    game: _Key
    part: _Key
    key: _Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """What a line is, before anything else is looked at."""

    tessera: _Mark
