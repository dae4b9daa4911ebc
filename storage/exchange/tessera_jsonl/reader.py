"""Lines read: what follows the kind and the format in a line is read as strictly as the state of a game.

`storage/exchange/README.md` describes the lines.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

from scoring.fields import Between, OneOf
from scoring.messages import say
from scoring.problems import Problem, join_path
from storage.documents import codec
from storage.documents.fields import ObjectField, belongs_here, one_of, shown
from storage.documents.records import record_of
from storage.exchange.files import UnfitError, in_line, too_many
from storage.exchange.play_record import PlayRecord
from storage.exchange.record import CopyRecord, PhotoRecord, PlaceRecord, PlayerRecord, SettingRecord
from storage.exchange.tessera_jsonl.contents import check
from storage.repositories.photos import MAX_PHOTO_BYTES, photo_id
from storage.repositories.play_content import Play, PlayRevision, beginning

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.messages import Message
    from storage.exchange.files import Entry, ImportFile

KIND_FIELD: Final = "tessera"
"""The field with the kind of a line."""

FORMAT: Final = 1
"""The format of lines that this version writes, and the newest that it reads."""

MAX_LINES: Final = 1_000_000
"""The most lines of one file."""

MAX_LINE_BYTES: Final = 2 * 1024 * 1024
"""The size of the largest line."""

KINDS: Final[Mapping[str, type]] = {
    "player": PlayerRecord,
    "place": PlaceRecord,
    "play": Play,
    "version": PlayRevision,
    "photo": PhotoRecord,
    "copy": CopyRecord,
    "setting": SettingRecord,
}
"""What a line of each kind holds."""

_JPEG: Final = b"\xff\xd8\xff"
"""The bytes with which every JPEG begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _LineHead:
    """The fields of every line."""

    tessera: Annotated[str, OneOf(tuple(KINDS), one_of(KINDS))]
    format: Annotated[int, Between(1, FORMAT)]


class _NewerError(UnfitError):
    """A newer version wrote the file."""


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield what stands in JSON Lines; lines with problems are left out."""
    for number, raw in enumerate(file.steps(file.stream), start=1):
        at, line = in_line(number), raw.strip()
        if number > MAX_LINES:
            yield at, Problem(path="", message=too_many(MAX_LINES))
            return
        try:
            if line:
                yield _entry(codec.parse(line, MAX_LINE_BYTES), at)
        except codec.DocumentError as error:
            yield from ((at, problem) for problem in error.problems)
            if isinstance(error, _NewerError):
                return


def read_one(file: ImportFile) -> Iterator[Entry]:
    """Yield what stands in a single document."""
    yield _entry(file.document, "")


def _entry(document: object, at: str) -> Entry:
    """Return what stands in a line.

    Raises:
        DocumentError: it cannot be read, or contradicts itself.

    """
    if not isinstance(document, dict):
        raise UnfitError(belongs_here(document, ObjectField.expected))
    written = document.get("format")
    if type(written) is int and written > FORMAT:
        message = say(
            "a newer version of Tessera wrote this (format {written}): update Tessera, then import it",
            written=shown(written),
        )
        raise _NewerError(message, "format")
    problems: list[Problem] = []
    fields = dict(document)
    head = {name: fields.pop(name) for name in (KIND_FIELD, "format") if name in fields}
    kind = record_of(_LineHead).read(head, None, problems)
    content: Any = None if problems else record_of(KINDS[kind.tessera]).read(fields, None, problems)
    if not problems:
        match content:
            case Play():
                warnings = check(content, problems)
                content = content if problems else _record(content, at, warnings)
            case PlayRevision(play=play):
                inside: list[Problem] = []
                check(play, inside)
                problems += (
                    Problem(path=join_path("play", problem.path), message=problem.message) for problem in inside
                )
            case PhotoRecord():
                content = _photo(content)
    if problems:
        raise codec.DocumentError(problems)
    return at, content


def _record(play: Play, at: str, warnings: tuple[Message, ...]) -> PlayRecord:
    begun = beginning(play.begun, play.finished)
    if begun is not play.begun:
        warnings = (say("begins after it ends: the beginning is left open"), *warnings)
    return PlayRecord.of(replace(play, begun=begun), at=at, warnings=warnings)


def _photo(photo: PhotoRecord) -> PhotoRecord:
    try:
        picture = b64decode(photo.picture + "==")
    except ValueError:  # base64 that was cut within a byte
        picture = b""
    if not picture.startswith(_JPEG) or len(picture) > MAX_PHOTO_BYTES or photo_id(picture) != photo.id:
        raise UnfitError(say("this photo is damaged"), "picture")
    return replace(photo, picture=b64encode(picture).decode())
