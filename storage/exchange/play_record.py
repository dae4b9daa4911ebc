"""Plays of a file: packed, so that 100,000 of them take some hundred megabytes until they are written."""

from __future__ import annotations

import gc
import json
import pickle
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, replace
from sys import intern
from typing import TYPE_CHECKING, Any, Final, Literal

from storage.database.column_types import EncodedJson
from storage.repositories.photos import photo_of
from storage.repositories.play_content import judged, plain_sheet
from storage.repositories.play_rows import NewPlay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    """Spare what is there already the garbage collector, which would search it after every 100 plays."""
    if plays < _MANY or gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlayRecord:
    """A play from a file, packed; what is asked of every play at once stands beside it.

    `game` and `title` are those of the file, `at` is its place there; `warnings` are faults in spite of which it is
    imported; `versions` is the number of earlier versions that come with it, `is_removed` whether it comes into the
    bin. Where the play names no player, `owner` is the name of whoever keeps the file, "" if it does not say so. It is
    `unjudged` where nobody is marked: its totals say who won once it is known whether the most or the fewest win.
    """

    id: str
    source: str
    game: str
    title: str
    at: str
    precision: Precision
    warnings: tuple[Message, ...]
    photos: frozenset[str]
    versions: int
    is_removed: bool
    owner: str | None = None
    unjudged: bool = False
    _play: bytes
    """The play alone, with its earlier versions: more is rarely asked for, and it is hardly larger than compressed."""
    _texts: bytes
    """Its document and its sheet, compressed."""

    @classmethod
    def of(
        cls,
        play: Play,
        versions: tuple[PlayRevision, ...] = (),
        *,
        at: str = "",
        precision: Precision = "all",
        warnings: Iterable[Message] = (),
        owner: str | None = None,
    ) -> PlayRecord:
        """Pack a play with its earlier versions; document and sheet are packed as the texts that are stored of them."""
        document = None if play.document is None else EncodedJson.of(play.document)
        photos = (photo_of(state.extras) for state in (play, *(version.play for version in versions)))
        return cls(
            id=play.id,
            source=play.source,
            game=intern(play.game),
            title=intern(play.title),
            at=at,
            precision=precision,
            warnings=tuple(warnings),
            photos=frozenset(photo for photo in photos if photo is not None) or _NO_PHOTOS,
            versions=len(versions),
            is_removed=play.removed is not None,
            owner=owner,
            _play=_packed((replace(play, document=None, sheet={}), versions)),
            _texts=zlib.compress(_packed((document, EncodedJson.of(play.sheet))), _FASTEST),
        )

    def repacked(self, play: Play, versions: tuple[PlayRevision, ...] = ()) -> PlayRecord:
        """Return this record with more of the play."""
        record = PlayRecord.of(
            play, versions, at=self.at, precision=self.precision, warnings=self.warnings, owner=self.owner
        )
        return replace(record, unjudged=self.unjudged)

    def judged(self, *, fewest: bool) -> PlayRecord:
        """Return a play in which nobody is marked as its totals say who won."""
        return replace(self.repacked(judged(self.play, fewest=fewest)), unjudged=False)

    def played_by(self, name: str) -> PlayRecord:
        """Return a play that names no player as one of somebody."""
        play = self.play
        players = tuple(replace(player, id="", name=name) for player in play.players)
        return self.repacked(replace(play, players=players, sheet=plain_sheet(players)))

    def unpacked(self) -> NewPlay:
        """Return the play as it is inserted."""
        play, versions = _unpacked(self._play)
        return NewPlay(play, *_unpacked(zlib.decompress(self._texts)), versions)

    def without_texts(self) -> Play:
        """Return the play without its document and its sheet."""
        play: Play = _unpacked(self._play)[0]
        return play

    def whole(self) -> tuple[Play, tuple[PlayRevision, ...]]:
        """Return the play as it was packed, and its earlier versions."""
        play, document, sheet, versions = self.unpacked()
        content = None if document is None else json.loads(document.text)
        return replace(play, document=content, sheet=json.loads(sheet.text)), versions

    @property
    def play(self) -> Play:
        """The play, unpacked."""
        return self.whole()[0]


def _packed(content: tuple[object, object]) -> bytes:
    return pickle.dumps(content, pickle.HIGHEST_PROTOCOL)


def _unpacked(packed: bytes) -> tuple[Any, Any]:
    content: tuple[Any, Any] = pickle.loads(packed)  # noqa: S301 - ours
    return content
