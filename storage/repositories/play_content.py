"""What a play consists of, as it is kept, corrected and exchanged."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEntry:
    """A player of a play, as they stand in column `seat` of its sheet.

    `name` is the one on the sheet, also where the player has another by now; `total` is missing where only places are
    known; `position` is where they sat, 0 for the starting player.
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
    """What a list says of a finished play: all but what lay on the table and the reasons of the sheet.

    `source` is the format and the number that it has where it came from; `revision` counts its corrections from 1;
    `edited` is when somebody corrected it here; `reopened` says that its table runs again.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlay(PlayBrief):
    """A finished play with the result of its score; without table and document where it came from elsewhere."""

    table_id: str | None
    document: dict[str, Any] | None
    sheet: dict[str, Any]
    place_id: str | None
    import_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRevision:
    """What a play was before a correction (`what`, done `at`); `content` is what `read_content` reads."""

    play_id: str
    number: int
    at: datetime
    what: str
    content: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A player of a play to be written; `id` where it is known who that is, else the name tells."""

    id: str | None = None
    name: str
    total: int | None
    place: int
    won: bool
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayContent:
    """What a play consists of; `players` are in the order of the columns of the sheet, `place` is "" where unknown."""

    game: str
    title: str
    edition: str = ""
    document: dict[str, Any] | None = None
    extras: dict[str, Any]
    sheet: dict[str, Any]
    begun: datetime | None = None
    finished: datetime
    place: str = ""
    note: str = ""
    players: tuple[Participant, ...]


def content_of(play: StoredPlay) -> PlayContent:
    """Return what a play consists of."""
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
    return PlayContent(**{**same, "place": play.place or ""}, players=players)


def plain_content(content: PlayContent) -> dict[str, Any]:
    """Return the content of a play as JSON: moments in UTC as 2024-03-01T19:31:00+00:00, players as objects."""
    plain = {field.name: getattr(content, field.name) for field in fields(PlayContent)}
    plain["beside"] = plain.pop("extras")
    plain["begun"] = None if content.begun is None else _utc_text(content.begun)
    plain["finished"] = _utc_text(content.finished)
    plain["players"] = [
        {field.name: getattr(player, field.name) for field in fields(Participant)} for player in content.players
    ]
    return plain


def read_content(stored: Mapping[str, Any]) -> PlayContent:
    """Return the content that `plain_content` wrote; what comes from elsewhere is checked before."""
    begun = stored["begun"]
    read = {
        "extras": stored["beside"],
        "begun": None if begun is None else datetime.fromisoformat(begun),
        "finished": datetime.fromisoformat(stored["finished"]),
        "players": tuple(Participant(**player) for player in stored["players"]),
    }
    return PlayContent(**{name: value for name, value in stored.items() if name != "beside"} | read)


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
    """Return the players of a sheet, who sat in the order of its columns; those in the first place won."""
    places = {standing["player"]: standing["place"] for standing in sheet["standings"]}
    return tuple(
        Participant(
            name=column["player"],
            total=column["total"],
            place=places[column["player"]],
            won=places[column["player"]] == 1,
            position=position,
        )
        for position, column in enumerate(sheet["columns"])
    )


def _utc_text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
