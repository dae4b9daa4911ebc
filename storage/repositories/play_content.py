"""A play, as it is stored, corrected and exchanged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from scoring.fields import WHERE_SET, Between, Length, Name, OrNull, Pattern
from scoring.messages import Message, say
from storage.documents.fields import AN_ID, a_day, name_of
from storage.documents.records import Like, record_of
from storage.repositories import versions
from storage.repositories.values import PAD_GAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.problems import Problem

MAX_PLAYERS: Final = 99
"""The most players of one play."""

MAX_TITLE_LENGTH: Final = 120

MAX_SOURCE_LENGTH: Final = 200

MAX_TOTAL: Final = 2_000_000_000
"""The largest total in points, and the smallest below 0: the range of integers in every database."""

MOMENTS: Final = ("begun", "finished", "edited", "removed")
"""The fields of a play that are moments."""

MAX_PLACE_LENGTH: Final = 200
MAX_NOTE_LENGTH: Final = 100_000
"""How many characters the name of a place and a note may have, typed or imported."""

_MAX_TEXT: Final = 2000

MAX_EDITION_LENGTH: Final = _MAX_TEXT

UNTIMED: Final = "untimed"
"""The field of the extras which says that only the day of a play is known; its end is then noon, to have an order."""

NEWER: Final = "newer"
"""The field of the extras with what a newer version of Tessera wrote of a play that has no meaning here yet."""


def text_of_length(most: int) -> Pattern:
    """Return the pattern of a text of at most so many characters, which every database can store."""
    return Pattern(rf"[^\x00\ud800-\udfff]{{0,{most}}}", say("text of at most {most} characters", most=most))


def name_of_length(most: int, what: Message) -> Pattern:
    """Return the pattern of such a text of which something shows."""
    return Pattern(rf"(?=[^\x00]*(?u:\S))[^\x00\ud800-\udfff]{{1,{most}}}", what)


Id = Annotated[str, Pattern(r"[0-9A-Za-z_-]{1,64}", AN_ID)]
Key = Annotated[str, text_of_length(MAX_TITLE_LENGTH + 10)]
Sentence = Annotated[str, text_of_length(_MAX_TEXT)]
Moment = Annotated[datetime | None, OrNull()]
_A_VERSION = say("the name of a version")
VersionName = Annotated[str, Pattern(versions.NAME, _A_VERSION)]
Revision = Annotated[int, Between(1, MAX_TOTAL)]
_Title = Annotated[str, text_of_length(MAX_TITLE_LENGTH)]
_Criteria = Annotated[str, text_of_length(246)]  # the keys of six categories, whose sum breaks a tie
_Points = Annotated[int, Between(-MAX_TOTAL, MAX_TOTAL)]
_Total = Annotated[int | None, Between(-MAX_TOTAL, MAX_TOTAL), OrNull()]
_Place = Annotated[int, Between(1, MAX_PLAYERS)]
_GameTitle = Annotated[str, name_of_length(_MAX_TEXT, name_of(_MAX_TEXT))]
_VERSION = Pattern(f"(?:{versions.NAME})?", _A_VERSION)
_FOLLOWED = Pattern(
    rf"(?:{versions.NAME}(?: {versions.NAME}){{0,{versions.MAX_FOLLOWED - 1}}})?", say("the names of versions")
)
_Day = Annotated[str, Pattern(r"(?:\d{4}-\d\d-\d\d)?", a_day())]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEntry:
    """The points of one rule."""

    rule: Key
    points: _Points
    because: Sentence
    ref: Sentence
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
    decided_by: _Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEntry:
    """A sheet as it was scored."""

    columns: Annotated[tuple[ColumnEntry, ...], Length(1, MAX_PLAYERS)]
    standings: Annotated[tuple[StandingEntry, ...], Length(1, MAX_PLAYERS)]
    game: Key | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A player of a play; where the `id` is "" the name decides who it is.

    `name` is that of the sheet, even if the player has been renamed; `total` is missing if only places are known;
    `position` is the seat at the table, 0 for the starting player.
    """

    id: Annotated[str, Pattern(r"[0-9A-Za-z_-]{0,64}", AN_ID)] = ""
    name: Name
    total: _Total = None
    place: _Place
    won: bool
    position: Annotated[int | None, Between(0, MAX_PLAYERS - 1), OrNull()] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayBrief:
    """A play without what lay on the table and its sheet.

    Its `id` is "" if a file does not know it, `source` its format and id elsewhere. `day` is the date where it was
    played, such as 2024-03-01; "" stands for the day of `finished` on this machine. `players` are in the order of the
    sheet's columns, `place` is "" if unknown. `revision` counts its corrections from 1, `edited` is the moment of the
    last one here, `removed` is when it was put into the bin.
    """

    id: Id
    source: Annotated[str, text_of_length(MAX_SOURCE_LENGTH)] = ""
    revision: Revision = 1
    edited: Moment = None
    removed: Moment = None
    game: Key
    title: _GameTitle
    edition: Sentence = ""
    begun: Moment = None
    finished: datetime
    day: _Day = ""
    place: Annotated[str, text_of_length(MAX_PLACE_LENGTH)] = ""
    note: Annotated[str, text_of_length(MAX_NOTE_LENGTH)] = ""
    players: Annotated[tuple[Participant, ...], Length(1, MAX_PLAYERS)]
    extras: dict[str, Any] = field(default_factory=dict)

    @property
    def has_time(self) -> bool:
        """Whether the time of its end is known, and not its day alone."""
        return self.extras.get(UNTIMED) is not True

    @property
    def has_winner(self) -> bool:
        """Whether somebody won; without a winner a play counts for no rate, unless all lost."""
        return any(player.won for player in self.players)

    @property
    def nobody_won(self) -> bool:
        """Whether all players played together, or one alone, and lost: then nobody is first."""
        return bool(self.players) and all(player.place > 1 for player in self.players)

    @property
    def is_unknown(self) -> bool:
        """Whether nobody knows who won: then all are first, and nobody is a winner."""
        return bool(self.players) and not self.has_winner and all(player.place == 1 for player in self.players)

    @property
    def has_places(self) -> bool:
        """Whether somebody stands before somebody else, or all have won."""
        return (self.has_winner and len(self.players) > 1) or len({player.place for player in self.players}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlay(PlayBrief):
    """A play as a list shows it; `reopened` says that its table is in play again, `early` that its game did not end."""

    reopened: bool
    early: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(PlayBrief):
    """A finished play: a line of a file, and what a correction replaces and keeps; it may have no document.

    `version` is the name of what it is now, and `follows` has those of the versions before it, "" where only its
    content says them.
    """

    document: Annotated[dict[str, Any] | None, OrNull()] = None
    sheet: Annotated[dict[str, Any], Like(SheetEntry)]
    version: Annotated[str, _VERSION] = field(default="", metadata=WHERE_SET)
    follows: Annotated[str, _FOLLOWED] = field(default="", metadata=WHERE_SET)

    @property
    def is_recorded(self) -> bool:
        """Whether it comes from a score sheet elsewhere: its document was made of that, and nobody here scored it.

        The sheet of a play that was scored here names its game.
        """
        document = self.document or {}
        return document.get("game") == PAD_GAME and self.sheet.get("game") is None


P = TypeVar("P", bound=Play)


def names_at_table(play: Play) -> tuple[str, ...]:
    """Return the names of those who sat at the table: those of teams instead of their members."""
    if teams_at_table(play):
        return tuple(str(player.get("name")) for player in _seated(play))
    return tuple(str(column["player"]) for column in play.sheet["columns"])


def teams_at_table(play: Play) -> tuple[str, ...]:
    """Return the names of the teams that sat at the table."""
    return tuple(str(player.get("name")) for player in _seated(play) if "members" in player)


def teams_of_players(document: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the name of the team of each player at a table, "" for one who played alone; none where no teams sat."""
    seats = [(player, player.get("members")) for player in _seated_at(document)]
    teams = [str(player.get("name")) if members else "" for player, members in seats for _ in members or (player,)]
    return tuple(teams) if any(teams) else ()


def comings_at(document: Mapping[str, Any] | None) -> Mapping[int, tuple[int | None, int | None]]:
    """Return the first round of who came late to a table, and the last one of who left early, by their seats.

    Each member of a team has a seat; `None` stands for the first round, and for the last one, of the game.
    """
    seats = [player for player in _seated_at(document) for _ in player.get("members") or (player,)]
    return {
        seat: (player.get("joined", {}).get("round"), player.get("left"))
        for seat, player in enumerate(seats)
        if player.keys() & {"joined", "left"}
    }


def _seated(play: Play) -> list[dict[str, Any]]:
    return _seated_at(play.document)


def _seated_at(document: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    table = {} if document is None else document.get("table")
    players = table.get("players") if isinstance(table, dict) else None
    return [player for player in players if isinstance(player, dict)] if isinstance(players, list) else []


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlay(Play):
    """A play that is kept here; an imported one may have no table. `reopened` says that its table is in play again."""

    table_id: str | None
    place_id: str | None
    reopened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRevision:
    """A `play` before a correction `what`, made `at` a moment."""

    at: datetime
    what: Sentence
    play: Play


def play_of(play: Play) -> Play:
    """Return a play without what only concerns where it is kept."""
    return Play(**{field.name: getattr(play, field.name) for field in fields(Play)})


def beginning(begun: datetime | None, finished: datetime) -> datetime | None:
    """Return when a play began; `None` if the clock was put back meanwhile, so that nobody knows."""
    return None if begun is not None and begun > finished else begun


def read_play(stored: Mapping[str, Any]) -> Play:
    """Return a play that `codec.plain` made JSON; one from elsewhere is checked instead."""
    moments = {name: datetime.fromisoformat(stored[name]) for name in MOMENTS if stored.get(name) is not None}
    players = tuple(Participant(**player) for player in stored["players"])
    return Play(**{**stored, **moments, "players": players})


def plain_sheet(players: Sequence[Participant]) -> dict[str, Any]:
    """Return the sheet of a plain result: totals and places, without lines."""
    ranked = sorted(players, key=lambda player: player.place)
    return {
        "columns": [{"player": player.name, "total": player.total, "lines": []} for player in players],
        "standings": [
            {"place": player.place, "player": player.name, "total": player.total, "decided_by": ""} for player in ranked
        ],
    }


def has_all_totals(players: Sequence[Participant]) -> bool:
    """Return whether all of several players have a total, and not all the same: then totals say who won."""
    totals = {player.total for player in players}
    return None not in totals and len(totals) > 1


def judged(play: P, *, fewest: bool) -> P:
    """Return a play as the totals say who won, where everybody has one."""
    merits = [(player.total or 0) * (1 if fewest else -1) for player in play.players]
    places = [1 + sum(rival < merit for rival in merits) for merit in merits]
    players = tuple(
        replace(player, place=place, won=place == 1) for player, place in zip(play.players, places, strict=True)
    )
    return replace(play, players=players, sheet=play.sheet | {"standings": plain_sheet(players)["standings"]})


def participants_of(sheet: Mapping[str, Any], document: Mapping[str, Any] | None = None) -> tuple[Participant, ...]:
    """Return the players of a sheet, seated in the order of its columns; first places have won.

    Nobody has won who is alone, or where nobody has a point, unless the document says that all have won together.
    """
    places = {standing["player"]: standing["place"] for standing in sheet["standings"]}
    has_winner = is_contested(sheet) or has_outcome(document)
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


def has_outcome(document: Mapping[str, Any] | None) -> bool:
    """Return whether a document says how a game ended that all played together."""
    table = {} if document is None else document.get("table")
    return isinstance(table, dict) and "outcome" in table


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


NOTED: Final = "noted"
"""The field of the extras with what was noted of a play elsewhere and has no field of its own."""

MAX_SEAT_NOTE: Final = MAX_TITLE_LENGTH

_Words = Annotated[str, text_of_length(MAX_SEAT_NOTE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNote:
    """What was noted of a player; `score` is what was typed where it is no whole number."""

    team: _Words = ""
    role: _Words = ""
    score: _Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNotes:
    """What was noted of a play; `seats` are those of its players, in their order, or none."""

    rounds: Annotated[int, Between(0, MAX_TOTAL)] = 0
    seats: Annotated[tuple[SeatNote, ...], Length(0, MAX_PLAYERS)] = ()


def read_notes(value: object, problems: list[Problem]) -> PlayNotes:
    """Return notes from JSON; what is wrong with them is among the problems."""
    notes: PlayNotes = record_of(PlayNotes).read(value, None, problems)
    return notes


def notes_of(extras: Mapping[str, Any]) -> PlayNotes:
    """Return the notes among the extras of a play; empty ones where there are none, or they cannot be read."""
    problems: list[Problem] = []
    notes = read_notes(extras.get(NOTED, {}), problems)
    return PlayNotes() if problems else notes


def notes_with_teams(play: Play) -> PlayNotes:
    """Return the notes of a play, with the teams that sat at its table."""
    notes, teams = notes_of(play.extras), teams_of_players(play.document)
    if len(teams) != len(play.players):
        return notes
    seats = notes.seats or (SeatNote(),) * len(teams)
    return replace(notes, seats=tuple(replace(seat, team=team) for seat, team in zip(seats, teams, strict=False)))


def as_extras(notes: PlayNotes) -> dict[str, Any]:
    """Return notes as extras of a play, without what is empty."""
    named = [(("team", seat.team), ("role", seat.role), ("score", seat.score)) for seat in notes.seats]
    seats = [{name: words for name, words in seat if words} for seat in named]
    noted = {"rounds": notes.rounds, "seats": seats if any(seats) else []}
    kept = {name: value for name, value in noted.items() if value}
    return {NOTED: kept} if kept else {}
