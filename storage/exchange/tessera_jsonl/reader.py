"""Lines read: each problem is reported with its line and field.

`storage/exchange/README.md` describes the lines.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from scoring.messages import say
from scoring.problems import Problem, join_path
from storage.documents import codec
from storage.documents.fields import shown
from storage.documents.records import record_of
from storage.exchange.play_record import PackedRecord, PlayRecord
from storage.exchange.record import (
    MAX_PLAYS,
    PROGRESS_INTERVAL,
    CopyRecord,
    Incoming,
    NamedRecord,
    PhotoRecord,
    ProblemLog,
    SettingRecord,
    in_line,
)
from storage.exchange.tessera_jsonl.contents import check
from storage.exchange.tessera_jsonl.lines import FORMAT, KIND_FIELD, KINDS, MAX_LINE_BYTES, MAX_LINES, LineHead
from storage.repositories.photos import MAX_PHOTO_BYTES, photo_id
from storage.repositories.play_content import Play, PlayRevision, beginning

if TYPE_CHECKING:
    from scoring.messages import Message
    from storage.exchange.record import Progress

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
        self._named: dict[tuple[str, str], NamedRecord] = {}
        self._versions: defaultdict[str, dict[int, tuple[str, PlayRevision]]] = defaultdict(dict)
        self._photos: dict[str, tuple[str, PhotoRecord]] = {}
        self._copies: list[tuple[str, CopyRecord]] = []
        self._settings: list[tuple[str, SettingRecord]] = []

    def incoming(self) -> Incoming:
        records = tuple(self._with_versions(record) for record in self._records)
        for versions in self._versions.values():
            for at, _ in versions.values():
                message = say("the play that this belongs to is not in the file, or has problems")
                self.problem_log.add(at, message, "play.id")
        named = frozenset().union(*(record.photos for record in records))
        for number, (at, _) in self._photos.items():
            if number not in named:
                self.problem_log.add(at, say("no play in the file names this photo"), "id")
        return Incoming(
            format="tessera",
            records=records,
            people=tuple(self._named.values()),
            photos=tuple(photo for number, (_, photo) in self._photos.items() if number in named),
            copies=tuple(self._copies),
            settings=tuple(self._settings),
            problems=self.problem_log.all(),
        )

    def _with_versions(self, packed: PackedRecord) -> PackedRecord:
        """Return a play with the versions that the file has of it."""
        versions = self._versions.pop(packed.id, {})
        if not versions:
            return packed
        record = packed.whole()
        kept = []
        for number, (at, version) in sorted(versions.items()):
            if number < record.play.revision:
                kept.append(version)
            else:
                message = say(
                    "{number}: a version before revision {revision} of the play belongs here",
                    number=number,
                    revision=record.play.revision,
                )
                self.problem_log.add(at, message, "play.revision")
        return PackedRecord.of(replace(record, versions=tuple(kept))) if kept else packed

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
        fields = dict(document)
        head = {name: fields.pop(name) for name in (KIND_FIELD, "format") if name in fields}
        kind = record_of(LineHead).read(head, None, problems)
        if not problems:
            record = record_of(KINDS[kind.tessera]).read(fields, None, problems)
            if not problems:
                self._keep(record, at, problems)
        self.problem_log.add_all(at, problems)

    def _keep(self, record: object, at: str, problems: list[Problem]) -> None:
        """Keep what a line holds, unless it contradicts itself or the lines before."""
        match record:
            case Play():
                self._keep_play(record, at, problems)
            case PlayRevision():
                self._keep_version(record, at, problems)
            case NamedRecord():
                if self._named.setdefault((record.kind, record.id), record) is not record:
                    problems.append(_twice("id", shown(record.id)))
            case PhotoRecord():
                picture = _decoded(record.picture)
                fits = picture.startswith(_JPEG) and len(picture) <= MAX_PHOTO_BYTES and photo_id(picture) == record.id
                if fits:
                    self._photos[record.id] = at, replace(record, picture=b64encode(picture).decode())
                else:
                    problems.append(Problem(path="picture", message=say("this photo is damaged")))
            case CopyRecord():
                self._copies.append((at, record))
            case SettingRecord():
                self._settings.append((at, record))

    def _keep_version(self, version: PlayRevision, at: str, problems: list[Problem]) -> None:
        inside: list[Problem] = []
        check(version.play, inside)
        problems += (Problem(path=join_path("play", one.path), message=one.message) for one in inside)
        versions, number = self._versions[version.play.id], version.play.revision
        if number in versions:
            problems.append(_twice("play.revision", number))
        if not problems:
            versions[number] = at, version

    def _keep_play(self, play: Play, at: str, problems: list[Problem]) -> None:
        if len(self._records) >= MAX_PLAYS:
            problems.append(Problem(path="", message=say("more than {most} plays: split the file", most=MAX_PLAYS)))
            return
        warnings = check(play, problems)
        begun = beginning(play.begun, play.finished)
        if begun is not play.begun:
            warnings = (say("begins after it ends: the beginning is left open"), *warnings)
        if not problems:
            record = PlayRecord(at=at, precision="all", play=replace(play, begun=begun), warnings=warnings)
            self._records.append(PackedRecord.of(record))


def _twice(path: str, what: Message | str | int) -> Problem:
    return Problem(path=path, message=say("{id} is in this file twice", id=what))


def _decoded(text: str) -> bytes:
    """Return the bytes of base64, none where it was cut within a byte."""
    try:
        return b64decode(text + "==")
    except ValueError:
        return b""
