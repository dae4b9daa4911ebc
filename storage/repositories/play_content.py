"""The content of a play, as it is stored, corrected and exchanged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


MAX_PLACE_LENGTH: Final = 200
MAX_NOTE_LENGTH: Final = 100_000
"""How many characters the name of a place and a note may have, typed or taken in."""


class SeatEntry(NamedTuple):
    """A player of a play, in column `seat` of its sheet; a tuple, since a list makes four of them for each play.

    `name` is that of the sheet, even if the player has been renamed; `total` is missing if only places are known;
    `position` is the seat at the table, 0 for the starting player.
    """

    seat: int
    player_id: str
    name: str
    total: int | None
    place: int
    won: bool
    position: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayBrief:
    """A finished play as a list shows it: without document and sheet.

    `source` is its format and id elsewhere; `revision` counts its corrections from 1; `edited` is the moment of the
    last correction here; `reopened` says that its table is in play again.
    """

    id: str
    game: str
    title: str
    edition: str
    extras: dict[str, Any]
    begun: datetime | None
    finished: datetime
    day: str
    place: str | None
    note: str
    source: str
    revision: int
    edited: datetime | None
    reopened: bool
    removed: datetime | None
    seats: tuple[SeatEntry, ...]

    @property
    def has_winner(self) -> bool:
        """Whether somebody won; without a winner a play counts for no rate, unless all lost."""
        return any(seat.won for seat in self.seats)

    @property
    def nobody_won(self) -> bool:
        """Whether all players played together, or one alone, and lost: then nobody is first."""
        return bool(self.seats) and all(seat.place > 1 for seat in self.seats)

    @property
    def is_unknown(self) -> bool:
        """Whether nobody knows who won: then all are first, and nobody is a winner."""
        return bool(self.seats) and not self.has_winner and all(seat.place == 1 for seat in self.seats)

    @property
    def has_places(self) -> bool:
        """Whether somebody stands before somebody else, or all have won."""
        return (self.has_winner and len(self.seats) > 1) or len({seat.place for seat in self.seats}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlay(PlayBrief):
    """A finished play with its sheet; an imported one may have neither table nor document."""

    table_id: str | None
    document: dict[str, Any] | None
    sheet: dict[str, Any]
    place_id: str | None
    import_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRevision:
    """A play before a correction `what`, made `at` a moment; `read_content` reads `content`."""

    play_id: str
    number: int
    at: datetime
    what: str
    content: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A player of a play to be stored; without an `id` the name decides who it is."""

    id: str | None = None
    name: str
    total: int | None
    place: int
    won: bool
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayContent:
    """The content of a play; `players` are in the order of the sheet's columns, `place` is "" if unknown.

    `day` is the date where it was played, such as 2024-03-01; "" stands for the day of `finished` on this machine.
    """

    game: str
    title: str
    edition: str = ""
    document: dict[str, Any] | None = None
    extras: dict[str, Any]
    sheet: dict[str, Any]
    begun: datetime | None = None
    finished: datetime
    day: str = ""
    place: str = ""
    note: str = ""
    players: tuple[Participant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPast:
    """What happened to a play since it was finished: its corrections, and when it was put into the bin.

    `revision` counts the corrections from 1, `edited` is the moment of the last one.
    """

    revision: int = 1
    edited: datetime | None = None
    removed: datetime | None = None
    versions: tuple[PlayRevision, ...] = ()


def content_of(play: StoredPlay) -> PlayContent:
    """Return the content of a stored play."""
    players = tuple(
        Participant(
            id=seat.player_id,
            name=seat.name,
            total=seat.total,
            place=seat.place,
            won=seat.won,
            position=seat.position,
        )
        for seat in play.seats
    )
    same = {field.name: getattr(play, field.name) for field in fields(PlayContent) if field.name != "players"}
    known = {"place": play.place or "", "begun": beginning(play.begun, play.finished)}
    return PlayContent(**{**same, **known}, players=players)


def beginning(begun: datetime | None, finished: datetime) -> datetime | None:
    """Return when a play began; `None` if the clock was put back meanwhile, so that nobody knows."""
    return None if begun is not None and begun > finished else begun


def plain_content(content: PlayContent) -> dict[str, Any]:
    """Return the content of a play as JSON: moments in UTC as 2024-03-01T19:31:00+00:00, players as objects."""
    plain = {field.name: getattr(content, field.name) for field in fields(PlayContent)}
    plain["begun"] = None if content.begun is None else _utc_text(content.begun)
    plain["finished"] = _utc_text(content.finished)
    plain["players"] = [
        {field.name: getattr(player, field.name) for field in fields(Participant)} for player in content.players
    ]
    return plain


def read_content(stored: Mapping[str, Any]) -> PlayContent:
    """Return the content that `plain_content` wrote; content from elsewhere is checked before."""
    begun = stored["begun"]
    read = {
        "begun": None if begun is None else datetime.fromisoformat(begun),
        "finished": datetime.fromisoformat(stored["finished"]),
        "players": tuple(Participant(**player) for player in stored["players"]),
    }
    return PlayContent(**{**stored, **read})


def plain_sheet(players: Sequence[Participant]) -> dict[str, Any]:
    """Return the sheet of a plain result: totals and places, without lines."""
    ranked = sorted(players, key=lambda player: player.place)
    return {
        "columns": [{"player": player.name, "total": player.total, "lines": []} for player in players],
        "standings": [
            {"place": player.place, "player": player.name, "total": player.total, "decided_by": ""} for player in ranked
        ],
    }


def participants_of(sheet: Mapping[str, Any]) -> tuple[Participant, ...]:
    """Return the players of a sheet, seated in the order of its columns; first places have won.

    Nobody has won who is alone, or where nobody has a point: who played together may have lost.
    """
    places = {standing["player"]: standing["place"] for standing in sheet["standings"]}
    has_winner = is_contested(sheet)
    return tuple(
        Participant(
            name=column["player"],
            total=column["total"],
            place=places[column["player"]],
            won=has_winner and places[column["player"]] == 1,
            position=position,
        )
        for position, column in enumerate(sheet["columns"])
    )


def is_contested(sheet: Mapping[str, Any]) -> bool:
    """Return whether a sheet says who won: not that of one player, nor one on which all are level without a point."""
    level = {(standing["place"], standing["total"]) for standing in sheet["standings"]} == {(1, 0)}
    return len(sheet["columns"]) > 1 and not level


def points_by_rule(lines: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return the points of the lines of a column by rule; lines of the same rule are added up."""
    points: Counter[str] = Counter()
    for line in lines:
        points[line["rule"]] += line["points"]
    return points


def _utc_text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
