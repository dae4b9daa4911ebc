"""Plays of a file: packed, so that 100,000 of them take some hundred megabytes until they are written."""

from __future__ import annotations

import gc
import json
import pickle
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from storage.database.column_types import EncodedJson
from storage.repositories.photos import photo_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message
    from storage.repositories.play_content import Play, PlayRevision

Precision = Literal["all", "second", "day"]
"""How much a format tells: everything, or a plain result with a time to the second, or with a day only."""

_FASTEST: Final = 1
"""The level of compression: a higher one saves a sixth of the room and takes twice the time."""

_NO_PHOTOS: Final[frozenset[str]] = frozenset()
"""What most plays name: one set for all of them."""


_MANY: Final = 1000
"""The number of plays from which on it pays to count what is frozen: that takes as long as there is much of it."""


@contextmanager
def many_objects(plays: int) -> Iterator[None]:
    """Let the garbage collector leave alone what was there before, which it would go through after every 100 plays."""
    if plays < _MANY or gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """A play from a file.

    `at` is its place there; `versions` are those that the file has of it before corrections; `warnings` are faults in
    spite of which it is imported.
    """

    at: str
    precision: Precision
    play: Play
    versions: tuple[PlayRevision, ...] = ()
    warnings: tuple[Message, ...] = ()

    @property
    def photos(self) -> frozenset[str]:
        """The ids of the photos that the play and its earlier versions name."""
        extras = (self.play.extras, *(version.play.extras for version in self.versions))
        return frozenset(photo for photo in map(photo_of, extras) if photo is not None)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedRecord:
    """A play from a file, packed; what is asked of every play at once stands beside it.

    `versions` is the number of earlier versions that come with it, `is_removed` whether it comes into the bin.
    """

    id: str
    source: str
    at: str
    warnings: tuple[Message, ...]
    photos: frozenset[str]
    versions: int
    is_removed: bool
    _packed: bytes

    @classmethod
    def of(cls, record: PlayRecord) -> PackedRecord:
        """Pack a play; the document is packed as the text that is stored of it."""
        document = record.play.document
        text = None if document is None else EncodedJson.of(document)
        short = replace(record, play=replace(record.play, document=None))
        return cls(
            id=record.play.id,
            source=record.play.source,
            at=record.at,
            warnings=record.warnings,
            photos=record.photos or _NO_PHOTOS,
            versions=len(record.versions),
            is_removed=record.play.removed is not None,
            _packed=zlib.compress(pickle.dumps((short, text), pickle.HIGHEST_PROTOCOL), _FASTEST),
        )

    def without_document(self) -> tuple[PlayRecord, EncodedJson | None]:
        """Return the play without its document, and the document as text."""
        unpacked: tuple[PlayRecord, EncodedJson | None] = pickle.loads(zlib.decompress(self._packed))  # noqa: S301 - ours
        return unpacked

    def whole(self) -> PlayRecord:
        """Return the play as it was packed."""
        record, document = self.without_document()
        if document is None:
            return record
        return replace(record, play=replace(record.play, document=json.loads(document.text)))

    @property
    def play(self) -> Play:
        """The play, unpacked."""
        return self.whole().play
