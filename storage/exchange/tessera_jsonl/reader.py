"""Lines read: each problem is reported with its line and field.

`storage/exchange/README.md` describes the lines.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import say
from scoring.problems import Problem, join_path
from storage.documents import codec
from storage.documents.fields import shown
from storage.documents.records import record_of
from storage.exchange.play_record import PlayRecord
from storage.exchange.record import PhotoRecord, UnfitError, in_line
from storage.exchange.tessera_jsonl.contents import check
from storage.exchange.tessera_jsonl.lines import FORMAT, KIND_FIELD, KINDS, MAX_LINE_BYTES, MAX_LINES, LineHead
from storage.repositories.photos import MAX_PHOTO_BYTES, photo_id
from storage.repositories.play_content import Play, PlayRevision, beginning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message
    from storage.exchange.record import Entry, ImportFile

_JPEG: Final = b"\xff\xd8\xff"
"""The bytes with which every JPEG begins."""


class _NewerError(UnfitError):
    """A newer version wrote the file."""


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield what stands in JSON Lines; lines with problems are left out."""
    for number, raw in enumerate(file.steps(file.stream), start=1):
        at, line = in_line(number), raw.strip()
        if number > MAX_LINES:
            yield at, Problem(path="", message=say("more than {most} lines: split the file", most=MAX_LINES))
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
        raise UnfitError(say("{value}: an object belongs here", value=shown(document)))
    written = document.get("format")
    if type(written) is int and written > FORMAT:
        message = say(
            "a newer version of Tessera wrote this (format {written}): update Tessera, then take the file in",
            written=shown(written),
        )
        raise _NewerError(message, "format")
    problems: list[Problem] = []
    fields = dict(document)
    head = {name: fields.pop(name) for name in (KIND_FIELD, "format") if name in fields}
    kind = record_of(LineHead).read(head, None, problems)
    content: Any = None if problems else record_of(KINDS[kind.tessera]).read(fields, None, problems)
    if not problems:
        match content:
            case Play():
                warnings = check(content, problems)
                content = content if problems else _record(content, at, warnings)
            case PlayRevision(play=play):
                inside: list[Problem] = []
                check(play, inside)
                problems += (Problem(path=join_path("play", one.path), message=one.message) for one in inside)
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
