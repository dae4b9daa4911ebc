"""Lines read: each problem is reported with its line and field.

Lines of every earlier format are read as well; `storage/exchange/README.md` describes them.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

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
    PersonRecord,
    PhotoRecord,
    PlayRecord,
    ProblemLog,
    SettingRecord,
    is_plausible,
    read_day,
)
from storage.exchange.tessera_jsonl.lines import (
    FORMAT,
    KIND_FIELD,
    MAX_LINE_BYTES,
    MAX_LINES,
    ContentEntry,
    CopyLine,
    KindLine,
    PhotoLine,
    PlaceLine,
    PlayerLine,
    PlayLine,
    SettingLine,
    VersionLine,
)
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO, photo_id, photo_of
from storage.repositories.play_content import Participant, PlayContent, PlayPast, PlayRevision, beginning
from storage.repositories.values import game_key, game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scoring.messages import Message
    from scoring.sheet import Sheet
    from storage.exchange.record import Progress
    from storage.exchange.tessera_jsonl.lines import PointsEntry, SheetEntry
    from storage.repositories.people import NameKind

E = TypeVar("E", bound=ContentEntry)

MAX_DEPTH: Final = 40
"""The deepest nesting of JSON that is not checked here."""

_JPEG: Final = b"\xff\xd8\xff"
"""The bytes with which every JPEG begins."""

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
"""The characters that no database can store in a text."""


def read_lines(data: bytes, progress: Progress | None = None) -> Incoming:
    """Return the content of JSON Lines; lines with problems are left out."""
    reader = _Reader()
    start, number = 0, 0
    while start < len(data) and number < MAX_LINES and not reader.is_newer:
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        number += 1
        line = data[start:end].strip()
        if line:
            reader.take_raw(line, f"line {number}")
        start = end + 1
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(start, len(data))
    if start < len(data) and not reader.is_newer:
        reader.problem_log.add(f"line {number + 1}", say("more than {most} lines: split the file", most=MAX_LINES))
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
        self.is_newer = False
        self._records: list[PlayRecord] = []
        self._people: dict[tuple[NameKind, str], PersonRecord] = {}
        self._versions: defaultdict[str, dict[int, tuple[str, PlayRevision]]] = defaultdict(dict)
        self._photos: dict[str, tuple[str, PhotoRecord]] = {}
        self._copies: list[CopyRecord] = []
        self._settings: list[SettingRecord] = []

    def incoming(self) -> Incoming:
        records = tuple(self._with_versions(record) for record in self._records)
        for versions in self._versions.values():
            for at, _ in versions.values():
                self.problem_log.add(
                    at, say("the play that this belongs to is not in the file, or has problems"), "play"
                )
        named = frozenset().union(*(record.photos for record in records))
        for number, (at, _) in self._photos.items():
            if number not in named:
                self.problem_log.add(at, say("no play in the file names this photo"), "id")
        return Incoming(
            format="tessera",
            records=records,
            people=tuple(self._people.values()),
            photos=tuple(photo for number, (_, photo) in self._photos.items() if number in named),
            copies=tuple(self._copies),
            settings=tuple(self._settings),
            problems=self.problem_log.all(),
        )

    def _with_versions(self, record: PlayRecord) -> PlayRecord:
        """Return a play with the versions that the file has of it."""
        versions = self._versions.pop(record.id or "", {})
        kept = []
        for number, (at, version) in sorted(versions.items()):
            if number < record.past.revision:
                kept.append(version)
            else:
                message = "{number}: a version before revision {revision} of the play belongs here"
                self.problem_log.add(at, say(message, number=number, revision=record.past.revision), "number")
        return replace(record, past=replace(record.past, versions=tuple(kept))) if kept else record

    def take_raw(self, line: bytes, at: str) -> None:
        try:
            self.take(codec.parse(line, MAX_LINE_BYTES), at)
        except codec.DocumentError as error:
            self.problem_log.add_all(at, error.problems)

    def take(self, document: object, at: str) -> None:
        if not isinstance(document, dict):
            self.problem_log.add(at, say("{value}: an object belongs here", value=shown(document)))
            return
        written = document.get("format")
        if type(written) is int and written > FORMAT:
            message = "a newer version of Tessera wrote this (format {written}): update Tessera, then take the file in"
            self.problem_log.add(at, say(message, written=shown(written)), "format")
            self.is_newer = True
            return
        problems: list[Problem] = []
        kind = record_of(KindLine).read({KIND_FIELD: document.get(KIND_FIELD)}, None, problems)
        if not problems:
            self._take[kind.tessera](self, dict(document), at, problems)
        self.problem_log.add_all(at, problems)

    def _take_copy(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        value = _plain(fields.pop("value", None), "value", problems)
        copy = record_of(CopyLine).read(fields, None, problems)
        if problems:
            return
        written = _moment_or_none(copy.at, "at", problems)
        if not problems:
            record = CopyRecord(game=copy.game, part=copy.part, key=copy.key, value=value, written=written, at=at)
            self._copies.append(record)

    def _take_setting(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        value = _plain(fields.pop("value", None), "value", problems)
        setting = record_of(SettingLine).read(fields, None, problems)
        if not problems:
            self._settings.append(SettingRecord(key=setting.key, value=value, at=at))

    def _take_player(self, fields: dict[str, Any], _: str, problems: list[Problem]) -> None:
        player = record_of(PlayerLine).read(fields, None, problems)
        if problems:
            return
        record = PersonRecord(
            kind="player",
            id=player.id,
            name=player.name,
            aliases=player.aliases,
            hidden=player.hidden,
            colour=player.colour,
            shape=player.shape,
            seen=_moment(player.seen, "seen", problems),
        )
        self._take_person(record, problems)

    def _take_place(self, fields: dict[str, Any], _: str, problems: list[Problem]) -> None:
        place = record_of(PlaceLine).read(fields, None, problems)
        if problems:
            return
        seen = _moment(place.seen, "seen", problems)
        record = PersonRecord(kind="place", id=place.id, name=place.name, aliases=place.aliases, seen=seen)
        self._take_person(record, problems)

    def _take_person(self, record: PersonRecord, problems: list[Problem]) -> None:
        if (record.kind, record.id) in self._people:
            problems.append(Problem(path="id", message=say("{id} stands in this file twice", id=shown(record.id))))
        if not problems:
            self._people[record.kind, record.id] = record

    def _take_version(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        content: Any = ObjectField().read_field(fields, "content", problems)
        fields.pop("content", None)
        version = record_of(VersionLine).read(fields, None, problems)
        if problems:
            return
        inside: list[Problem] = []
        _read_content(ContentEntry, dict(content), inside)
        problems += (Problem(path=join_path("content", one.path), message=one.message) for one in inside)
        made = _moment(version.at, "at", problems)
        if version.number in self._versions[version.play]:
            problems.append(Problem(path="number", message=say("{id} stands in this file twice", id=version.number)))
        if not problems:
            kept = PlayRevision(
                play_id=version.play, number=version.number, at=made, what=version.what, content=content
            )
            self._versions[version.play][version.number] = at, kept

    def _take_photo(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        photo = record_of(PhotoLine).read(fields, None, problems)
        if problems:
            return
        picture = _decoded(photo.picture)
        fits = picture.startswith(_JPEG) and len(picture) <= MAX_PHOTO_BYTES and photo_id(picture) == photo.id
        if not fits:
            problems.append(Problem(path="picture", message=say("this photo is damaged")))
        kept = _moment(photo.at, "at", problems)
        if not problems:
            whole = b64encode(picture).decode()
            self._photos[photo.id] = at, PhotoRecord(id=photo.id, picture=whole, kept=kept)

    def _take_play(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        if len(self._records) >= MAX_PLAYS:
            problems.append(Problem(path="", message=say("more than {most} plays: split the file", most=MAX_PLAYS)))
            return
        play, content, warnings = _read_content(PlayLine, fields, problems)
        if content is None:
            return
        edited = _moment_or_none(play.edited, "edited", problems)
        removed = _moment_or_none(play.removed, "removed", problems)
        if problems:
            return
        is_first = play.format == 1
        self._records.append(
            PlayRecord(
                id=play.id,
                source=play.source or (f"{KIND_FIELD}:{play.id}" if is_first else ""),
                at=at,
                precision="all",
                content=content,
                past=PlayPast() if is_first else PlayPast(revision=play.revision, edited=edited, removed=removed),
                warnings=warnings,
            )
        )

    _take: ClassVar[Mapping[str, Callable[[_Reader, dict[str, Any], str, list[Problem]], None]]] = {
        "player": _take_player,
        "place": _take_place,
        "play": _take_play,
        "version": _take_version,
        "photo": _take_photo,
        "copy": _take_copy,
        "setting": _take_setting,
    }


def _decoded(text: str) -> bytes:
    """Return the bytes of base64, none where it was cut within a byte."""
    try:
        return b64decode(text + "==")
    except ValueError:
        return b""


def _read_content(
    of: type[E], fields: dict[str, Any], problems: list[Problem]
) -> tuple[E, PlayContent | None, tuple[Message, ...]]:
    """Return an entry with the content of a play, the content, unless there are problems, and warnings."""
    extras = _extras(fields.pop("beside", {}), problems)
    table = _table(fields.pop("document", None), fields.get("game"), problems)
    entry: E = record_of(of).read(fields, None, problems)
    if problems:
        return entry, None, ()
    warnings: list[Message] = []
    content = _content(entry, table, extras, problems, warnings)
    warnings += _against_the_rules(content, problems)
    return entry, None if problems else content, tuple(warnings)


def _content(
    play: ContentEntry,
    table: dict[str, Any] | None,
    extras: dict[str, Any],
    problems: list[Problem],
    warnings: list[Message],
) -> PlayContent:
    """Return the content of a play, and note contradictions between its parts."""
    finished = _moment(play.finished, "finished", problems)
    said = _moment_or_none(play.begun, "begun", problems)
    begun = beginning(said, finished)
    if begun is not said:
        warnings.append(say("begins after its end: when it began is left open"))
    if play.day and not read_day(play.day):
        message = say("{value}: a day such as 2024-03-01 belongs here", value=shown(play.day))
        problems.append(Problem(path="day", message=message))
    _check_sheet(play, problems)
    if extras.keys() - {PHOTO} and len(extras["seats"]) != len(play.players):
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
        day=play.day,
        place=play.place.strip(),
        note=play.note,
        players=tuple(
            Participant(id=p.id, name=p.name, total=p.total, place=p.place, won=p.won, position=p.position)
            for p in play.players
        ),
    )


def _check_sheet(play: ContentEntry, problems: list[Problem]) -> None:
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


def _moment_or_none(text: str | None, field: str, problems: list[Problem]) -> datetime | None:
    return None if text is None else _moment(text, field, problems)


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
    is_judged_later = isinstance(game, str) and game_of(game) is not None
    found: dict[str, Any] = table if is_judged_later or table is UNREADABLE else _plain(table, "document", problems)
    return found


def _extras(value: object, problems: list[Problem]) -> dict[str, Any]:
    """Return the extras of a table: none, a photo, or an object that has at least the styles of the seats."""
    if value in ({}, None):
        return {}
    extras = _plain(value, "beside", problems)
    if isinstance(extras, dict) and PHOTO in extras and photo_of(extras) is None:
        message = say("{value}: the number of a photo belongs here", value=shown(extras[PHOTO]))
        add_problem(problems, ((None, "beside"), PHOTO), message)
    if isinstance(extras, dict) and extras.keys() == {PHOTO}:
        return dict(extras)
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
    if content.document is None or game_of(content.game) is None or problems:
        return ()
    game = game_key(content.game)
    if content.document.get("game") != game:
        message = say("{value}: {game} belongs here", value=shown(content.document.get("game")), game=game)
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
