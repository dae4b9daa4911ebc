"""Lines read: each problem is reported with its line and field."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from scoring import GAMES
from scoring.messages import say
from scoring.problems import UNREADABLE, Problem, join_path
from storage.documents import codec
from storage.documents.fields import ObjectField, add_problem, shown
from storage.documents.records import record_of
from storage.exchange.record import (
    MAX_PLAYS,
    PROGRESS_INTERVAL,
    CopyRecord,
    Incoming,
    PlayRecord,
    ProblemLog,
    is_plausible,
)
from storage.exchange.tessera_jsonl.lines import KIND_FIELD, MAX_LINE_BYTES, CopyLine, KindLine, PlayLine
from storage.repositories.play_content import Participant, PlayContent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message
    from scoring.sheet import Sheet
    from storage.exchange.record import Progress
    from storage.exchange.tessera_jsonl.lines import PointsEntry, SheetEntry

MAX_DEPTH: Final = 40
"""The deepest nesting of JSON that is not checked here."""

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
"""The characters that no database can store in a text."""


def read_lines(data: bytes, progress: Progress | None = None) -> Incoming:
    """Return the content of JSON Lines; lines with problems are left out."""
    reader = _Reader()
    start, number = 0, 0
    while start < len(data) and number < MAX_PLAYS:
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        number += 1
        line = data[start:end].strip()
        if line:
            reader.take_raw(line, f"line {number}")
        start = end + 1
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(start, len(data))
    if start < len(data):
        reader.problem_log.add(f"line {number + 1}", say("more than {most} lines: split the file", most=MAX_PLAYS))
    return reader.incoming()


def read_one(document: dict[str, Any]) -> Incoming:
    """Return the content of a single document."""
    reader = _Reader()
    reader.take(document, "")
    return reader.incoming()


class _Reader:
    """A reader of lines."""

    def __init__(self) -> None:
        self.problem_log = ProblemLog()
        self._records: list[PlayRecord] = []
        self._copies: list[CopyRecord] = []

    def incoming(self) -> Incoming:
        return Incoming(
            format="tessera",
            records=tuple(self._records),
            copies=tuple(self._copies),
            problems=self.problem_log.all(),
        )

    def take_raw(self, line: bytes, at: str) -> None:
        try:
            self.take(codec.parse(line, MAX_LINE_BYTES), at)
        except codec.DocumentError as error:
            self.problem_log.add_all(at, error.problems)

    def take(self, document: object, at: str) -> None:
        if not isinstance(document, dict):
            self.problem_log.add(at, say("{value}: an object belongs here", value=shown(document)))
            return
        problems: list[Problem] = []
        kind = record_of(KindLine).read({KIND_FIELD: document.get(KIND_FIELD)}, None, problems)
        if problems:
            self.problem_log.add_all(at, problems)
        elif kind.tessera == "copy":
            self._take_copy(document, at)
        else:
            self._take_play(document, at)

    def _take_copy(self, document: dict[str, Any], at: str) -> None:
        problems: list[Problem] = []
        fields = dict(document)
        value = _plain(fields.pop("value", None), "value", problems)
        copy = record_of(CopyLine).read(fields, None, problems)
        if problems:
            self.problem_log.add_all(at, problems)
            return
        self._copies.append(CopyRecord(game=copy.game, part=copy.part, key=copy.key, value=value))

    def _take_play(self, document: dict[str, Any], at: str) -> None:
        problems: list[Problem] = []
        fields = dict(document)
        extras = _extras(fields.pop("beside", {}), problems)
        table = _table(fields.pop("document", None), fields.get("game"), problems)
        play = record_of(PlayLine).read(fields, None, problems)
        if problems:
            self.problem_log.add_all(at, problems)
            return
        content = _content(play, table, extras, problems)
        warnings = _against_the_rules(content, problems)
        if problems:
            self.problem_log.add_all(at, problems)
            return
        self._records.append(
            PlayRecord(
                id=play.id,
                source=play.source or f"{KIND_FIELD}:{play.id}",
                at=at,
                precision="all",
                content=content,
                warnings=warnings,
            )
        )


def _content(
    play: PlayLine, table: dict[str, Any] | None, extras: dict[str, Any], problems: list[Problem]
) -> PlayContent:
    """Return the content of a play, and note contradictions between its parts."""
    begun = None if play.begun is None else _moment(play.begun, "begun", problems)
    finished = _moment(play.finished, "finished", problems)
    if begun is not None and begun > finished:
        problems.append(Problem(path="begun", message=say("a play begins before it ends")))
    _check_sheet(play, problems)
    if extras and len(extras["seats"]) != len(play.players):
        problems.append(Problem(path="beside.seats", message=say("a seat for each player belongs here")))
    return PlayContent(
        game=play.game,
        title=play.title,
        edition=play.edition,
        document=table,
        extras=extras,
        sheet=_sheet(play.sheet),
        begun=begun,
        finished=finished,
        place=play.place.strip(),
        note=play.note,
        players=tuple(
            Participant(id=p.id, name=p.name, total=p.total, place=p.place, won=p.won, position=p.position)
            for p in play.players
        ),
    )


def _check_sheet(play: PlayLine, problems: list[Problem]) -> None:
    """Note contradictions between players and sheet."""
    names = [player.name for player in play.players]
    columns = play.sheet.columns
    if len(set(names)) != len(names):
        problems.append(Problem(path="players", message=say("each player has a name of their own")))
    if [column.player for column in columns] != names:
        problems.append(Problem(path="sheet.columns", message=say("a column for each of the players belongs here")))
        return
    if sorted(standing.player for standing in play.sheet.standings) != sorted(names):
        problems.append(Problem(path="sheet.standings", message=say("a place for each of the players belongs here")))
    for index, (player, column) in enumerate(zip(play.players, columns, strict=True)):
        points = sum(line.points for line in column.lines)
        if column.total != player.total or (column.lines and points != player.total):
            message = say(
                "{total}: the total of {name} on the sheet belongs here", total=player.total, name=player.name
            )
            problems.append(Problem(path=f"players[{index}].total", message=message))


def _sheet(sheet: SheetEntry) -> dict[str, Any]:
    """Return a sheet as it is stored."""
    game = {} if sheet.game is None else {"game": sheet.game}
    return game | {
        "columns": [
            {"player": column.player, "total": column.total, "lines": [_line(line) for line in column.lines]}
            for column in sheet.columns
        ],
        "standings": [
            {"place": one.place, "player": one.player, "total": one.total, "decided_by": one.decided_by}
            for one in sheet.standings
        ],
    }


def _line(line: PointsEntry) -> dict[str, Any]:
    plain = {"rule": line.rule, "points": line.points, "because": line.because}
    return plain | {"cells": list(line.cells), "ref": line.ref}


def _moment(text: str, field: str, problems: list[Problem]) -> datetime:
    try:
        written = datetime.fromisoformat(text)
        moment = datetime.min.replace(tzinfo=UTC) if written.tzinfo is None else written.astimezone(UTC)
    except (ValueError, OverflowError):
        moment = datetime.min.replace(tzinfo=UTC)
    if not is_plausible(moment):
        message = say("{value}: a moment such as 2024-03-01T19:31:00+00:00 belongs here", value=shown(text))
        problems.append(Problem(path=field, message=message))
    return moment


def _table(document: object, game: object, problems: list[Problem]) -> dict[str, Any] | None:
    """Return the document of a table; the rules of a game of ours check it later."""
    if document is None:
        return None
    table: Any = ObjectField().read(document, (None, "document"), problems)
    is_judged_later = isinstance(game, str) and game in GAMES
    found: dict[str, Any] = table if is_judged_later or table is UNREADABLE else _plain(table, "document", problems)
    return found


def _extras(value: object, problems: list[Problem]) -> dict[str, Any]:
    """Return the extras of a table: none, or an object that has at least the styles of the seats."""
    if value in ({}, None):
        return {}
    extras = _plain(value, "beside", problems)
    seats = extras.get("seats") if isinstance(extras, dict) else None
    if not isinstance(seats, list) or not all(_is_look(seat) for seat in seats):
        add_problem(
            problems, ((None, "beside"), "seats"), say("a list of seats, each with colour and shape, belongs here")
        )
        return {}
    return dict(extras)


def _is_look(seat: object) -> bool:
    return isinstance(seat, dict) and all(isinstance(seat.get(name), str) for name in ("colour", "shape"))


def _plain(value: object, field: str, problems: list[Problem]) -> Any:  # noqa: ANN401 - any JSON
    """Return JSON that every database can store, and note what it cannot."""
    reason = _unstorable(value, MAX_DEPTH)
    if reason is not None:
        problems.append(Problem(path=field, message=reason))
        return {}
    return value


def _unstorable(value: object, depth: int) -> Message | None:
    """Return why a value cannot be stored, or `None`."""
    if depth == 0:
        return say("nested too deeply: nothing of ours has so many levels")
    if isinstance(value, dict):
        parts = [*value, *value.values()]
    elif isinstance(value, list):
        parts = value
    elif isinstance(value, str):
        bad = _UNSTORABLE.search(value)
        return None if bad is None else say("U+{code} cannot be kept: take it out", code=f"{ord(bad[0]):04X}")
    else:
        fits = value is None or isinstance(value, (bool, int)) or (isinstance(value, float) and abs(value) < 1e300)  # noqa: PLR2004
        return None if fits else say("{value}: a smaller number belongs here", value=shown(value))
    return next((why for part in parts if (why := _unstorable(part, depth - 1)) is not None), None)


def _against_the_rules(content: PlayContent, problems: list[Problem]) -> tuple[Message, ...]:
    """Return the differences between the sheet and today's rules, and note problems of the table."""
    if content.document is None or content.game not in GAMES or problems:
        return ()
    if content.document.get("game") != content.game:
        message = say("{value}: {game} belongs here", value=shown(content.document.get("game")), game=content.game)
        problems.append(Problem(path="document.game", message=message))
        return ()
    try:
        read = codec.read_table(content.document)
    except codec.DocumentError as error:
        problems.extend(Problem(path=join_path("document", p.path), message=p.message) for p in error.problems)
        return ()
    today = read.game.score(read.table)
    if [column.player for column in today.columns] != [player.name for player in content.players]:
        problems.append(Problem(path="players", message=say("these are not the players of the document")))
        return ()
    return tuple(_differences(content, today))


def _differences(content: PlayContent, today: Sheet) -> Iterator[Message]:
    """Return the figures in which a sheet differs from today's."""
    places = {standing.player: standing.place for standing in today.standings}
    for player, column, kept in zip(content.players, today.columns, content.sheet["columns"], strict=True):
        lines = [(line["rule"], line["points"]) for line in kept["lines"]]
        if [(line.rule, line.points) for line in column.lines] != lines:
            message = "{name} has {kept} points on the sheet, the rules of this version give {today}: kept as scored"
            yield say(message, name=player.name, kept=player.total, today=column.total)
        elif player.place != places[player.name]:
            message = "{name} has place {kept} on the sheet, the rules of this version give {today}: kept as scored"
            yield say(message, name=player.name, kept=player.place, today=places[player.name])
