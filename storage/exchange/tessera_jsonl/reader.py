"""Lines read: each problem is reported with its line and field.

`storage/exchange/README.md` describes the lines.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Final

from scoring.messages import say
from scoring.problems import Problem, join_path
from storage.documents import codec
from storage.documents.fields import ObjectField, shown
from storage.documents.records import record_of
from storage.exchange.play_record import PackedRecord, PlayRecord
from storage.exchange.record import (
    MAX_PLAYS,
    PROGRESS_INTERVAL,
    CopyRecord,
    Incoming,
    PersonRecord,
    PhotoRecord,
    ProblemLog,
    SettingRecord,
    in_line,
)
from storage.exchange.tessera_jsonl.contents import read_content
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
from storage.exchange.tessera_jsonl.values import moment_in, moment_or_none, storable
from storage.repositories.photos import MAX_PHOTO_BYTES, photo_id
from storage.repositories.play_content import PlayPast, PlayRevision

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from storage.exchange.record import Progress
    from storage.repositories.people import NameKind

_JPEG: Final = b"\xff\xd8\xff"
"""The bytes with which every JPEG begins."""


def read_lines(file: BinaryIO, size: int, progress: Progress | None = None) -> Incoming:
    """Return the content of JSON Lines, a file of `size` bytes; lines with problems are left out."""
    reader = _Reader()
    for number, raw in enumerate(file, start=1):
        if number > MAX_LINES:
            reader.problem_log.add(in_line(number), say("more than {most} lines: split the file", most=MAX_LINES))
            break
        line = raw.strip()
        if line:
            reader.take_raw(line, in_line(number))
        if reader.is_newer:
            break
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(file.tell(), size)
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
        self._records: list[PackedRecord] = []
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

    def _with_versions(self, packed: PackedRecord) -> PackedRecord:
        """Return a play with the versions that the file has of it."""
        versions = self._versions.pop(packed.id or "", {})
        if not versions:
            return packed
        record = packed.whole()
        kept = []
        for number, (at, version) in sorted(versions.items()):
            if number < record.past.revision:
                kept.append(version)
            else:
                message = say(
                    "{number}: a version before revision {revision} of the play belongs here",
                    number=number,
                    revision=record.past.revision,
                )
                self.problem_log.add(at, message, "number")
        return PackedRecord.of(replace(record, past=replace(record.past, versions=tuple(kept)))) if kept else packed

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
            message = say(
                "a newer version of Tessera wrote this (format {written}): update Tessera, then take the file in",
                written=shown(written),
            )
            self.problem_log.add(at, message, "format")
            self.is_newer = True
            return
        problems: list[Problem] = []
        kind = record_of(KindLine).read({KIND_FIELD: document.get(KIND_FIELD)}, None, problems)
        if not problems:
            self._take[kind.tessera](self, dict(document), at, problems)
        self.problem_log.add_all(at, problems)

    def _take_copy(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        value = storable(fields.pop("value", None), "value", problems)
        copy = record_of(CopyLine).read(fields, None, problems)
        if problems:
            return
        written = moment_or_none(copy.at, "at", problems)
        if not problems:
            record = CopyRecord(game=copy.game, part=copy.part, key=copy.key, value=value, written=written, at=at)
            self._copies.append(record)

    def _take_setting(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        value = storable(fields.pop("value", None), "value", problems)
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
            seen=moment_in(player.seen, "seen", problems),
        )
        self._take_person(record, problems)

    def _take_place(self, fields: dict[str, Any], _: str, problems: list[Problem]) -> None:
        place = record_of(PlaceLine).read(fields, None, problems)
        if problems:
            return
        seen = moment_in(place.seen, "seen", problems)
        record = PersonRecord(kind="place", id=place.id, name=place.name, aliases=place.aliases, seen=seen)
        self._take_person(record, problems)

    def _take_person(self, record: PersonRecord, problems: list[Problem]) -> None:
        if (record.kind, record.id) in self._people:
            problems.append(Problem(path="id", message=say("{id} is in this file twice", id=shown(record.id))))
        if not problems:
            self._people[record.kind, record.id] = record

    def _take_version(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        content: Any = ObjectField().read_field(fields, "content", problems)
        fields.pop("content", None)
        version = record_of(VersionLine).read(fields, None, problems)
        if problems:
            return
        inside: list[Problem] = []
        read_content(ContentEntry, dict(content), inside)
        problems += (Problem(path=join_path("content", one.path), message=one.message) for one in inside)
        made = moment_in(version.at, "at", problems)
        if version.number in self._versions[version.play]:
            problems.append(Problem(path="number", message=say("{id} is in this file twice", id=version.number)))
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
        kept = moment_in(photo.at, "at", problems)
        if not problems:
            whole = b64encode(picture).decode()
            self._photos[photo.id] = at, PhotoRecord(id=photo.id, picture=whole, kept=kept)

    def _take_play(self, fields: dict[str, Any], at: str, problems: list[Problem]) -> None:
        if len(self._records) >= MAX_PLAYS:
            problems.append(Problem(path="", message=say("more than {most} plays: split the file", most=MAX_PLAYS)))
            return
        play, content, warnings = read_content(PlayLine, fields, problems)
        if content is None:
            return
        edited = moment_or_none(play.edited, "edited", problems)
        removed = moment_or_none(play.removed, "removed", problems)
        if problems:
            return
        record = PlayRecord(
            id=play.id,
            source=play.source,
            at=at,
            precision="all",
            content=content,
            past=PlayPast(revision=play.revision, edited=edited, removed=removed),
            warnings=warnings,
        )
        self._records.append(PackedRecord.of(record))

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
