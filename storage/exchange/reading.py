"""Reading a file of any format; bytes of any kind get an answer."""

from __future__ import annotations

import json
from collections import defaultdict
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Final, TypeVar

from scoring.messages import Message, say
from scoring.problems import Problem
from storage.documents import codec
from storage.documents.fields import shown
from storage.exchange import bgg, bgstats_in, csv_in, files, tessera_jsonl
from storage.exchange.record import (
    MAX_VERSIONS,
    CopyRecord,
    DeletedRecord,
    Incoming,
    MergedRecord,
    NamedRecord,
    PhotoRecord,
    PlayRecord,
    SettingRecord,
    many_objects,
)
from storage.repositories.play_content import PlayRevision
from storage.repositories.play_versions import chained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.exchange.record import Format

K = TypeVar("K")
V = TypeVar("V")

_BYTES_OF_A_PLAY: Final = 300
"""About as many as a play has at least."""

_BLANK: Final = b" \t\r\n\xef\xbb\xbf"


def read(
    source: bytes | BinaryIO,
    name: str,
    progress: files.Progress | None = None,
    refusal: Callable[[object], Message | None] = lambda _: None,
    ready: files.ReadyPads = lambda _key, _title: None,
    catalogues: files.Catalogues = (),
) -> Incoming:
    """Return the content of a file, given whole or opened; the bytes alone decide the format, messages use the name.

    `refusal` says why the value of an entry is none that can be imported, `ready` knows the pads that are ready; words
    of our own that stay with plays are kept in the languages of `catalogues`.
    """
    file = files.ImportFile(BytesIO(source) if isinstance(source, bytes) else source, progress, ready, catalogues)
    content = _Content()
    file_format: Format = ""
    with many_objects(file.size // _BYTES_OF_A_PLAY):
        try:
            file_format, read_entries = _format_of(file, str(shown(name)))
            for at, entry in read_entries(file):
                refused = refusal(entry)
                content.take(at, entry if refused is None else Problem(path="value", message=refused))
        except codec.DocumentError as error:
            content.problem_log.add_all("", error.problems)
        return content.incoming(file_format)


def _format_of(file: files.ImportFile, name: str) -> tuple[Format, Callable[[files.ImportFile], Iterator[files.Entry]]]:
    """Return the format of a file and what reads it, from where the file stands now.

    Raises:
        DocumentError: it is of none, or too large.

    """
    _check_size(file, files.MAX_FILE_BYTES)
    beginning = file.stream.read(tessera_jsonl.MAX_LINE_BYTES)
    file.stream.seek(0)
    start = beginning[:1024].lstrip(_BLANK)
    if not start:
        raise files.UnfitError(files.NOTHING_IN_IT)
    if csv_in.is_table(beginning):
        return "csv", csv_in.read
    if _begins_with_a_line(beginning):
        return "tessera", tessera_jsonl.read
    _check_size(file, files.MAX_DOCUMENT_BYTES)
    if start.startswith(b"<"):
        file.stream.seek(beginning.index(b"<"))
        return "bgg", bgg.read
    document = file.document if start.startswith(b"{") else None
    if isinstance(document, dict):
        if files.KIND_FIELD in document:
            return "tessera", tessera_jsonl.read_one
        if "plays" in document:
            return "bgstats", bgstats_in.read
        if "table" in document:
            message = say(
                "{name} is a table document, not a play: it has neither date nor result; use `tessera add`", name=name
            )
            raise files.UnfitError(message)
    message = say(
        "{name} cannot be read here: choose JSON Lines or CSV from Tessera, .bgsplay, or XML from BoardGameGeek",
        name=name,
    )
    raise files.UnfitError(message)


WITHOUT_PLAY: Final = say("the play that this belongs to is not in the file, or has problems")


def _begins_with_a_line(beginning: bytes) -> bool:
    """Return whether the first line is one of Tessera's, or begins like one although it is damaged."""
    line = beginning.lstrip(_BLANK).split(b"\n", 1)[0].strip()
    if line.startswith(b'{"' + files.KIND_FIELD.encode() + b'"'):
        return True
    if not line.startswith(b"{"):
        return False
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and files.KIND_FIELD in first


def _check_size(file: files.ImportFile, most: int) -> None:
    if file.size > most:
        raise files.UnfitError(codec.too_large_message(most))


class _Content:
    """What stands in a file, put together: plays with their versions and photos, and each id once."""

    def __init__(self) -> None:
        self.problem_log = files.ProblemLog()
        self._records: list[PlayRecord] = []
        self._people: defaultdict[str, dict[str, tuple[str, NamedRecord]]] = defaultdict(dict)
        self._versions: defaultdict[str, dict[int, tuple[str, PlayRevision]]] = defaultdict(dict)
        self._photos: dict[str, tuple[str, PhotoRecord]] = {}
        self._news: list[DeletedRecord | MergedRecord] = []
        self._values: list[CopyRecord | SettingRecord] = []
        self._remarks: list[Message] = []

    def take(self, at: str, entry: object) -> None:
        """Keep what stands at a place.

        Raises:
            UnfitError: a file cannot have so much.

        """
        match entry:
            case PlayRecord():
                if len(self._records) >= files.MAX_PLAYS:
                    raise files.UnfitError(files.too_many(files.MAX_PLAYS), at)
                self._records.append(entry)
            case PlayRevision():
                self._keep_version(at, entry)
            case NamedRecord():
                self._keep_once(self._people[entry.kind], entry.id, (at, entry), "id")
            case PhotoRecord():
                self._photos[entry.id] = at, entry
            case Problem():
                self.problem_log.add(at, entry.message, entry.path)
            case DeletedRecord() | MergedRecord():
                self._news.append(entry)
            case CopyRecord() | SettingRecord():
                self._values.append(entry)
            case Message():
                self._remarks.append(entry)

    def _keep_version(self, at: str, entry: PlayRevision) -> None:
        """Keep a version of a play, unless the file has too many of it."""
        versions = self._versions[entry.play.id]
        if len(versions) < MAX_VERSIONS:
            self._keep_once(versions, entry.play.revision, (at, entry), "play.revision")
        else:
            message = say("more than {most} versions of one play: the later ones are left out", most=MAX_VERSIONS)
            self.problem_log.add(at, message, "play.revision")

    def _keep_once(self, entries: dict[K, tuple[str, V]], key: K, entry: tuple[str, V], path: str) -> None:
        """Keep an entry with its place, unless the file had one of the same key before."""
        if entries.setdefault(key, entry) is not entry:
            self.problem_log.add(entry[0], say("{id} is in this file twice", id=shown(key)), path)

    def incoming(self, file_format: Format) -> Incoming:
        """Return everything; the problems name what belongs to no play of the file."""
        records = tuple(map(self._with_versions, self._records))
        for versions in self._versions.values():
            for at, _ in versions.values():
                self.problem_log.add(at, WITHOUT_PLAY, "play.id")
        named = frozenset().union(*(record.photos for record in records))
        for number, (at, _) in self._photos.items():
            if number not in named:
                self.problem_log.add(at, WITHOUT_PLAY, "id")
        return Incoming(
            format=file_format,
            records=records,
            people=tuple(person for entries in self._people.values() for _, person in entries.values()),
            photos=tuple(photo for number, (_, photo) in self._photos.items() if number in named),
            deleted=tuple(entry for entry in self._news if isinstance(entry, DeletedRecord)),
            merged=tuple(entry for entry in self._news if isinstance(entry, MergedRecord)),
            values=tuple(self._values),
            problems=self.problem_log.all(),
            remarks=tuple(self._remarks),
        )

    def _with_versions(self, record: PlayRecord) -> PlayRecord:
        """Return a play with the versions that the file has of it."""
        versions = self._versions.pop(record.id, {})
        if not versions:
            return record
        play, kept = record.play, []
        for number, (at, version) in sorted(versions.items()):
            if number < play.revision:
                kept.append(version)
            else:
                message = say(
                    "{number}: a version before revision {revision} of the play belongs here",
                    number=number,
                    revision=play.revision,
                )
                self.problem_log.add(at, message, "play.revision")
        earlier, play = chained(kept, play) if play.version else (tuple(kept), play)
        return record.repacked(play, earlier)
