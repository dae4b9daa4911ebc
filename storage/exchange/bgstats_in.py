"""BG Stats, reading: its files of plays (`.bgsplay`), which are plain JSON.

Times have no zone there, so this machine's is taken: whoever has a file is most likely where the plays were. The day of
a play stays the one in the file in any case.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from scoring import GAMES
from scoring.messages import Message, counted, say, say_in
from scoring.score_pad import BGG_RANGE, PAD_TITLE, Pad
from scoring.sheet import Winner
from storage.documents.fields import AN_ID, BooleanField, ObjectField, TextField, a_day, belongs_here, missing, shown
from storage.documents.fields import whole_number as range_of
from storage.exchange.bgstats import ABOUT, PREFIX, number_of_uuid
from storage.exchange.bgstats_sheet_in import FileRemarks, read_rows, rows_of_scores, with_rest
from storage.exchange.files import Entry, ImportFile, UnfitError, entries_at, in_play
from storage.exchange.outcomes import (
    MAX_MINUTES,
    PlayerOutcome,
    Result,
    check_players,
    judged,
    lost_together,
    participants,
    points_in,
    result_remarks,
)
from storage.exchange.plain_values import (
    EDITION,
    GAME_NAME,
    cleaned,
    cleaned_note,
    game_of,
    parse_moment,
    shortened,
    with_expansions,
)
from storage.exchange.record import GameWinner, PlayRecord
from storage.exchange.recorded_table import RecordedPads, SheetRow, on_pad, recorded_document, recorded_sheet, sums_of
from storage.repositories import play_content
from storage.repositories.games import MAX_BGG_ID
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.values import day_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


T = TypeVar("T")

_EXPECTED: Final[Mapping[type, Message]] = {
    str: TextField.expected,
    int: range_of(-play_content.MAX_TOTAL, play_content.MAX_TOTAL),
    bool: BooleanField.expected,
    list: say("a list"),
    dict: ObjectField.expected,
}


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield the plays of a file, without those that BG Stats leaves out of its statistics: here, each play counts.

    Raises:
        UnfitError: a list of the file is none.

    """
    document = cast("dict[str, Any]", file.document)
    players, places, games = (_by_number(document, name) for name in ("players", "locations", "games"))
    plays = _field(document, "plays", list, [])
    reader = _Reader(players, places, games, file, is_ours=document.get("about") == ABOUT)
    ignored = 0
    for index, play in enumerate(file.steps(plays, len(plays))):
        at = in_play(index + 1)
        if isinstance(play, dict) and play.get("ignored") is True:
            ignored += 1
        else:
            yield from entries_at(at, partial(reader.record, play, at))
    yield from (("", pad) for pad in reader.pads.offered())
    yield from (("", GameWinner.of(game, Winner.FEWEST)) for game in reader.fewest)
    yield from (("", remark) for remark in (*result_remarks(reader.results), *reader.remarks.sentences()))
    if ignored:
        left_out = counted(
            ignored,
            "{number} play that BG Stats does not count is left out: here, each play counts.",
            "{number} plays that BG Stats does not count are left out: here, each play counts.",
        )
        yield "", left_out


Numbered = dict[int, dict[str, Any]]


def _by_number(document: Mapping[str, Any], name: str) -> Numbered:
    """Return the entries to which plays refer, by number; a bad entry only matters to plays that refer to it."""
    entries = _field(document, name, list, [])
    return {entry["id"]: entry for entry in entries if isinstance(entry, dict) and type(entry.get("id")) is int}


class _Reader:
    """A reader of the plays of one file."""

    def __init__(
        self, players: Numbered, places: Numbered, games: Numbered, file: ImportFile, *, is_ours: bool
    ) -> None:
        self._ready = cache(file.ready)
        self._catalogues = file.catalogues
        self._players = players
        self._places = places
        self._games = games
        self._is_ours = is_ours
        self.results: Final[Counter[Result]] = Counter()
        """How it is known who won, by the number of plays."""
        self.pads: Final = RecordedPads()
        """The pads of its games."""
        self.fewest: Final[dict[str, None]] = {}
        """The games of its plays in which the fewest points win; that the most win is said of every other one."""
        self.remarks: Final = FileRemarks()
        """What stays out, or is kept otherwise."""

    def record(self, play: object, at: str) -> PlayRecord:
        """Return a play.

        Raises:
            UnfitError: it cannot be imported.

        """
        if not isinstance(play, dict):
            raise UnfitError(belongs_here(play, ObjectField.expected))
        warnings: list[Message] = []
        uuid = cleaned(_field(play, "uuid", str), play_content.MAX_SOURCE_LENGTH - len(PREFIX))
        if not uuid:
            raise UnfitError(missing(AN_ID), "uuid")
        finished = self._finished(play)
        minutes = _field(play, "durationMin", int, 0)
        game, title = self._game(play, warnings)
        self.remarks.of_play(at, f"{title}, {day_of(finished)}")
        rows, outcomes = self._with_sheet(play, self._outcomes(play))
        outcomes, result = self._judged(play, outcomes)
        players = participants(outcomes, warnings)
        rows = () if self._is_scored_here(game, rows) else rows
        rows = with_rest(rows, players, self.remarks, self._catalogues)
        pad = self._pad(play, title, players)
        ready = self._ready(game, title) if rows else None
        held = () if ready is None else on_pad(ready, rows, players)
        if ready is not None and held:
            rows, pad = held, replace(ready.pad, categories=())
        elif rows:
            self.pads.add(game, pad, rows)
        bgg_play = _field(play, "bggId", int, 0)
        content = play_content.Play(
            id=number_of_uuid(uuid) or "",
            source=f"bgg:{bgg_play}" if 0 < bgg_play <= MAX_BGG_ID * 100 else f"{PREFIX}{uuid}",
            game=game,
            title=title,
            edition=shortened(_field(play, "board", str, ""), play_content.MAX_EDITION_LENGTH, EDITION, warnings),
            document=recorded_document(rows, pad, players) if rows else None,
            sheet=recorded_sheet(rows, pad, players),
            begun=finished - timedelta(minutes=minutes) if 0 < minutes <= MAX_MINUTES else None,
            finished=finished,
            place=self._place(play, warnings),
            note=with_expansions(cleaned_note(_field(play, "comments", str, ""), warnings), self._expansions(play)),
            players=players,
            extras=play_content.as_extras(self._notes(play)),
        )
        self.results[result] += 1
        return PlayRecord.of(content, at=at, precision="second", warnings=warnings)

    def _judged(self, play: Mapping[str, Any], outcomes: list[PlayerOutcome]) -> tuple[list[PlayerOutcome], Result]:
        """Return the players with their winners, and how those are known.

        Nobody wins a game that all lose together, or alone, or where that was chosen by hand.
        """
        if self._is_ours or any(outcome.won for outcome in outcomes):
            return outcomes, "marked"
        game = self._referred(self._games, play, "gameRefId")
        lost = game.get("cooperative") is True or play.get("manualWinner") is True
        if lost or len(outcomes) == 1:
            return lost_together(outcomes), "marked"
        ranks = [outcome.rank for outcome in outcomes if outcome.rank is not None]
        if len(ranks) == len(outcomes) and len({*ranks}) > 1:
            return [replace(outcome, won=outcome.rank == min(ranks)) for outcome in outcomes], "marked"
        return judged(outcomes, fewest=game.get("highestWins") is False)

    def _with_sheet(
        self, play: Mapping[str, Any], outcomes: list[PlayerOutcome]
    ) -> tuple[tuple[SheetRow, ...], list[PlayerOutcome]]:
        """Return the rows of the score sheet of a play, and the players with the totals that only the sheet has."""
        text = play.get("scoresheet")
        if not text:
            return (), outcomes
        scores = play["playerScores"]
        rows = read_rows(text, _seats(scores), self.remarks, self._catalogues)
        if not rows:
            return rows_of_scores([_said(score) for score in scores], self._catalogues), outcomes
        if all(_said(score).strip() for score in scores):
            return rows, outcomes
        sums = sums_of(rows, len(outcomes))
        return rows, [
            outcome if _said(score).strip() else replace(outcome, total=points)
            for outcome, score, points in zip(outcomes, scores, sums, strict=True)
        ]

    def _is_scored_here(self, game: str, rows: Sequence[SheetRow]) -> bool:
        """Return whether a game has rules here, by which its sheet is worked out; a remark says what stays out."""
        if rows and game in GAMES:
            self.remarks.add("scored here")
        return game in GAMES

    def _pad(self, play: Mapping[str, Any], title: str, players: Sequence[play_content.Participant]) -> Pad:
        """Return the pad of the game of a play, without categories; all play together only if none won alone."""
        game = self._referred(self._games, play, "gameRefId")
        number = _field(game, "bggId", int, 0)
        winner = Winner.FEWEST if game.get("highestWins") is False else Winner.MOST
        if game.get("cooperative") is True and len({player.won for player in players}) == 1:
            winner = Winner.TOGETHER
        return Pad(
            title=cleaned(title, PAD_TITLE.most),
            winner=winner,
            bgg=number if BGG_RANGE.low <= number <= BGG_RANGE.high else None,
            categories=(),
        )

    def _notes(self, play: Mapping[str, Any]) -> play_content.PlayNotes:
        """Return what was noted of a play: its rounds, and the team, role and odd score of each player."""
        uses_teams, rounds = play.get("usesTeams") is True, _field(play, "rounds", int, 0)
        seats = tuple(_seat_note(score, uses_teams=uses_teams) for score in play["playerScores"])
        if any(seat.score for seat in seats):
            self.remarks.add("odd score")
        return play_content.PlayNotes(rounds=rounds if 0 < rounds <= play_content.MAX_TOTAL else 0, seats=seats)

    def _finished(self, play: Mapping[str, Any]) -> datetime:
        """Return the end of a play, on the day that the file tells."""
        text, number = _field(play, "playDate", str), _field(play, "playDateYmd", int, 0)
        finished = parse_moment(text, "playDate", None)
        if not number:
            return finished
        day = _day(number)
        if finished.astimezone().date() == day:
            return finished
        return parse_moment(f"{day} {text.partition(' ')[2]}", "playDateYmd", None)

    def _game(self, play: Mapping[str, Any], warnings: list[Message]) -> tuple[str, str]:
        game = self._referred(self._games, play, "gameRefId")
        called = _field(game, "name", str, "") or _field(game, "bggName", str, "")
        name = shortened(called, play_content.MAX_TITLE_LENGTH, GAME_NAME, warnings)
        if not name:
            raise UnfitError(missing(GAME_NAME), "gameRefId")
        number = _field(game, "bggId", int, 0)
        key, title = game_of(name, number if 0 < number <= MAX_BGG_ID else None)
        if game.get("highestWins") is False and game.get("noPoints") is not True and key not in GAMES:
            self.fewest[key] = None
        return key, title

    def _expansions(self, play: Mapping[str, Any]) -> Iterator[str]:
        """Yield the names of the expansions of a play, as far as the file has them."""
        for expansion in _field(play, "expansionPlays", list, []):
            number = expansion.get("gameRefId") if isinstance(expansion, dict) else None
            name = self._games.get(number, {}).get("name") if isinstance(number, int) else None
            if not isinstance(name, str) or not name.strip():
                self.remarks.add("expansion")
            yield cleaned(name, play_content.MAX_TITLE_LENGTH) if isinstance(name, str) else ""

    def _place(self, play: Mapping[str, Any], warnings: list[Message]) -> str:
        if not _field(play, "locationRefId", int, 0):
            return ""
        name = _field(self._referred(self._places, play, "locationRefId"), "name", str, "")
        return shortened(name, play_content.MAX_PLACE_LENGTH, say_in("location", "Place"), warnings)

    def _outcomes(self, play: Mapping[str, Any]) -> list[PlayerOutcome]:
        scores = _field(play, "playerScores", list, [])
        check_players(len(scores), "playerScores")
        return [self._outcome(score, index) for index, score in enumerate(scores)]

    def _outcome(self, score: object, index: int) -> PlayerOutcome:
        path = f"playerScores[{index}]"
        if not isinstance(score, dict):
            raise UnfitError(belongs_here(score, ObjectField.expected), path)
        try:
            return self._outcome_of(score)
        except UnfitError as error:
            raise UnfitError(error.message, f"{path}.{error.path}") from None

    def _outcome_of(self, score: Mapping[str, Any]) -> PlayerOutcome:
        player = self._referred(self._players, score, "playerRefId")
        name, uuid = _field(player, "name", str, ""), _field(player, "uuid", str, "")
        rank, seat = _field(score, "rank", int, 0), _field(score, "seatOrder", int, 0)
        return PlayerOutcome(
            id=ANONYMOUS_ID if player.get("isAnonymous") is True else number_of_uuid(uuid),
            name=name,
            total=points_in(_said(score)),
            won=_field(score, "winner", bool, default=False),
            rank=rank if 0 < rank <= play_content.MAX_PLAYERS else None,
            seat=seat,
            starts=_field(score, "startPlayer", bool, default=False),
        )

    def _referred(self, numbered: Numbered, entry: Mapping[str, Any], name: str) -> dict[str, Any]:
        number = _field(entry, name, int)
        if number not in numbered:
            raise UnfitError(say("{number}: nothing in this file has this number", number=number), name)
        return numbered[number]


def _said(score: Mapping[str, Any]) -> str:
    """Return the score of a player as it was typed."""
    typed = score.get("score")
    return typed if isinstance(typed, str) else "" if typed is None else str(shown(typed))


def _seat_note(score: Mapping[str, Any], *, uses_teams: bool) -> play_content.SeatNote:
    """Return what was noted of a player; the number of a team means nothing where no teams play."""
    team, *roles = (_words(score.get(name)) for name in ("team", "role", "teamRole"))
    typed = _said(score)
    return play_content.SeatNote(
        team=team if uses_teams or not team.isdigit() else "",
        role=_words(", ".join(filter(None, roles))),
        score="" if points_in(typed) is not None else _words(typed),
    )


def _words(value: object) -> str:
    return cleaned(value, play_content.MAX_SEAT_NOTE) if isinstance(value, str) and value else ""


def _seats(scores: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the seats of the players by the ids that stand for them in a score sheet."""
    seats: dict[str, int] = {}
    for seat, score in enumerate(scores):
        try:
            identity = json.loads(score.get("metaData") or "null")
        except (TypeError, ValueError, RecursionError):
            continue
        number = identity.get("scoreUuid") if isinstance(identity, dict) else None
        if isinstance(number, str):
            seats.setdefault(number, seat)
    return seats


def _day(number: int) -> date:
    """Return the day of a number such as 20240301.

    Raises:
        UnfitError: it is none.

    """
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except (ValueError, OverflowError):
        raise UnfitError(belongs_here(number, a_day("20240301")), "playDateYmd") from None


def _field(entry: Mapping[str, Any], name: str, kind: type[T], default: T | None = None) -> T:
    """Return a field of a type; the default, if there is one, for an absent field or `null`."""
    value = entry.get(name)
    if value is None and default is not None:
        return default
    if type(value) is not kind:
        raise UnfitError(belongs_here(value, _EXPECTED[kind]), name)
    return value
