"""Reading a file of any format; bytes of any kind get an answer."""

from __future__ import annotations

import json
from io import SEEK_END, BytesIO
from typing import TYPE_CHECKING, BinaryIO, Final

from scoring.messages import Message, say
from scoring.problems import Problem
from storage.documents import codec
from storage.documents.fields import shown
from storage.exchange import bgg, bgstats_in, csv_in
from storage.exchange.play_record import many_objects
from storage.exchange.record import MAX_FILE_BYTES, Incoming, UnfitError
from storage.exchange.tessera_jsonl import lines, reader

if TYPE_CHECKING:
    from storage.exchange.record import Progress

MAX_DOCUMENT_BYTES: Final = 256 * 1024 * 1024
"""The size of the largest file that is a single document of JSON or XML."""

_BYTES_OF_A_PLAY: Final = 300
"""About as many as a play has at least."""

_BLANK: Final = b" \t\r\n\xef\xbb\xbf"


def read(source: bytes | BinaryIO, name: str, progress: Progress | None = None) -> Incoming:
    """Return the content of a file, given whole or opened; the bytes alone decide the format, messages use the name."""
    file = BytesIO(source) if isinstance(source, bytes) else source
    try:
        size = file.seek(0, SEEK_END)
        with many_objects(size // _BYTES_OF_A_PLAY):
            return _read(file, size, str(shown(name)), progress)
    except UnfitError as error:
        problems: tuple[Problem, ...] = (Problem(path=error.path, message=error.message),)
    except codec.DocumentError as error:
        problems = error.problems
    return Incoming(format="", problems=problems)


def _read(file: BinaryIO, size: int, name: Message | str, progress: Progress | None) -> Incoming:
    _check_size(size, MAX_FILE_BYTES, name)
    file.seek(0)
    beginning = file.read(lines.MAX_LINE_BYTES)
    file.seek(0)
    start = beginning[:1024].lstrip(_BLANK)
    if not start:
        raise UnfitError(say("{name} is empty", name=name))
    if csv_in.is_table(beginning):
        return csv_in.read(file.read(), progress)
    if _begins_with_a_line(beginning):
        return reader.read_lines(file, size, progress)
    _check_size(size, MAX_DOCUMENT_BYTES, name)
    if start.startswith(b"<"):
        return bgg.read(file.read().lstrip(_BLANK), progress)
    if start.startswith(b"{"):
        return _read_object(file.read(), name, progress)
    raise _not_known(name)


def _read_object(data: bytes, name: Message | str, progress: Progress | None) -> Incoming:
    document = codec.parse(data, MAX_DOCUMENT_BYTES)
    if not isinstance(document, dict):
        raise _not_known(name)
    if lines.KIND_FIELD in document:
        return reader.read_one(document)
    if "plays" in document:
        return bgstats_in.read(document, progress)
    if "table" in document:
        message = say(
            "{name} is a table document, not a play: it has neither date nor result; use `tessera add`",
            name=name,
        )
        raise UnfitError(message)
    raise _not_known(name)


def _begins_with_a_line(beginning: bytes) -> bool:
    """Return whether the first line is one of Tessera's, or begins like one although it is damaged."""
    line = beginning.lstrip(_BLANK).split(b"\n", 1)[0].strip()
    if line.startswith(b'{"' + lines.KIND_FIELD.encode() + b'"'):
        return True
    if not line.startswith(b"{"):
        return False
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and lines.KIND_FIELD in first


def _check_size(size: int, most: int, name: Message | str) -> None:
    if size > most:
        raise UnfitError(say("{name} is too large: such a file has at most {size} MiB", name=name, size=most >> 20))


def _not_known(name: Message | str) -> UnfitError:
    message = say(
        "{name} cannot be read here: choose JSON Lines or CSV from Tessera, .bgsplay, or XML from BoardGameGeek",
        name=name,
    )
    return UnfitError(message)
