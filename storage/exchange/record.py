"""The content of an imported file, in the same form for every format.

Its plays are packed, so that 100,000 of them take some hundred megabytes until they are written.
"""

from __future__ import annotations

import gc
import json
import pickle
import re
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import datetime  # noqa: TC003 - records are read by their types
from operator import attrgetter
from sys import intern
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from scoring.fields import Length, Name, OneOf, Pattern, PersonalName
from scoring.messages import Message, say
from storage.database.columns import EncodedJson
from storage.documents.codec import to_json
from storage.documents.fields import AN_ID, name_of, one_of
from storage.repositories.games import winner_key
from storage.repositories.people import NameKind  # noqa: TC001 - records are read by their types
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO_ID, photo_of
from storage.repositories.play_content import (
    MAX_PLACE_LENGTH,
    MAX_TITLE_LENGTH,
    Id,
    Key,
    Moment,
    Participant,
    Play,
    Sentence,
    VersionName,
    judged,
    name_of_length,
    plain_sheet,
    text_of_length,
)
from storage.repositories.play_rows import PARTICIPANT_FIELDS, NewPlay, participant_values
from storage.repositories.versions import FROM_TESSERA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.problems import Problem
    from scoring.sheet import Winner
    from storage.repositories.play_content import PlayRevision


Format = Literal["tessera", "csv", "bgstats", "bgg", ""]
"""The formats that are read; "" is unknown."""

MAX_NAME_LENGTH: Final = PersonalName().most

_ALIASES: Final = Length(0, 1000)
"""How many other names a friend or place may have."""

_PlaceName = Annotated[str, name_of_length(MAX_PLACE_LENGTH, name_of(MAX_PLACE_LENGTH))]
_Look = Annotated[str, text_of_length(40)]

CARRIED_SETTINGS: Final = ("awake", "text", "theme")
"""The settings that move with the history; all others concern one machine, or a screen that is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRecord:
    """A friend or a place (`kind`) from a file, by the id and the name that the file uses; `aliases` are other names.

    `written` is when somebody last wrote how the friend or place is called and shown.

    `is_stated` is false for a friend of whom the file has no line, only seats of plays.
    """

    kind: ClassVar[NameKind]
    is_stated: ClassVar[bool] = True

    id: Id
    name: str
    aliases: tuple[str, ...] = ()
    seen: datetime
    written: Moment = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRecord(NamedRecord):
    """A place."""

    kind = "place"

    name: _PlaceName
    aliases: Annotated[tuple[_PlaceName, ...], _ALIASES] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord(NamedRecord):
    """A friend."""

    kind = "player"

    name: Name
    aliases: Annotated[tuple[Name, ...], _ALIASES] = ()
    hidden: bool = False
    colour: _Look = ""
    shape: _Look = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedRecord(PlayerRecord):
    """A friend of whom the file only has seats of plays."""

    is_stated = False


A_PHOTO: Final = say("the number of a photo")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoRecord:
    """A photo of a table, as base64; plays name it in their extras."""

    id: Annotated[str, Pattern(PHOTO_ID.pattern, A_PHOTO)]
    at: datetime
    picture: Annotated[
        str,
        Pattern(
            rf"[0-9A-Za-z+/]{{4,{MAX_PHOTO_BYTES * 4 // 3}}}={{0,2}}",
            say("a JPEG of at most {size} kB, as base64,", size=MAX_PHOTO_BYTES // 1000),
        ),
    ]


MAX_VERSIONS: Final = 1000
"""The most versions of one play that a file may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedRecord:
    """A play that was deleted for good, with the names of its versions."""

    id: Id
    at: datetime
    versions: Annotated[tuple[VersionName, ...], Length(0, 100 * MAX_VERSIONS)] = ()


_MERGED: Final = ("game", "place", "player")
_MERGED_ID: Final = name_of_length(MAX_TITLE_LENGTH + 10, AN_ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedRecord:
    """A friend, place or game (`kind`) that was merged `into` another one at a moment, or `into` itself: taken apart.

    Of a game, `title` is its own, and `pad` that of the pad under which its plays are.
    """

    kind: Annotated[str, OneOf(_MERGED, one_of(_MERGED))]
    id: Annotated[str, _MERGED_ID]
    into: Annotated[str, _MERGED_ID]
    at: datetime
    title: Sentence = ""
    pad: Sentence = ""

    @property
    def is_apart(self) -> bool:
        """Whether a merge was undone."""
        return self.id == self.into


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRecord:
    """An entry of somebody's copy of a game; `at` is when it was entered."""

    game: Key
    part: Key
    key: Sentence
    at: Moment = None
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedPad(CopyRecord):
    """A pad made from the score sheets of a file; where it is kept already, that one stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWinner(CopyRecord):
    """What a file, or the shelf, says of a game: whether the most or the fewest points win; the most is not kept."""

    @classmethod
    def of(cls, game: str, winner: Winner) -> GameWinner:
        """Return that in a game the most or the fewest points win."""
        of_game, part, key = winner_key(game)
        return cls(game=of_game, part=part, key=key, value=winner.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingRecord:
    """A setting of the app."""

    key: Key
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """The content of a file: the plays that can be imported, and the problems of the others.

    The path of a problem is the place in the file and the field: `line 3, players[0].name`. `values` are entries of
    copies, and settings; `remarks` are sentences on the file as a whole that are no fault of it.
    """

    format: Format
    records: tuple[PlayRecord, ...] = ()
    people: tuple[NamedRecord, ...] = ()
    photos: tuple[PhotoRecord, ...] = ()
    deleted: tuple[DeletedRecord, ...] = ()
    merged: tuple[MergedRecord, ...] = ()
    values: tuple[CopyRecord | SettingRecord, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Message, ...] = ()

    @property
    def without_players(self) -> tuple[PlayRecord, ...]:
        """The plays that name no player, each with an owner of the file, who may have no name."""
        return tuple(record for record in self.records if record.owner is not None)

    def played_by(self, name: str) -> Incoming:
        """Return the same content, with the plays that name no player as those of somebody."""
        return replace(
            self, records=tuple(record if record.owner is None else record.played_by(name) for record in self.records)
        )


Precision = Literal["all", "second", "day"]
"""How much a format tells: everything, or a plain result with a time to the second, or with a day only."""

_FASTEST: Final = 1
"""The level of compression: a higher one saves a sixth of the room and takes twice the time."""

_BESIDE_PLAYERS: Final = tuple(
    field.name for field in fields(Play) if field.name not in {"players", "document", "sheet"}
)
"""The fields of a play that are packed as they are; players are packed as their values."""

_values_beside_players: Final = attrgetter(*_BESIDE_PLAYERS)

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
    bin. `version` is the name of the play, and `names` are those of all its versions; a file that knows none leaves
    them out. Where the play names no player, `owner` is the name of whoever keeps the file, "" if it does not say so.
    It is `unjudged` where nobody is marked: its totals say who won once it is known whether the most or the fewest win.
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
    version: str
    names: frozenset[str]
    owner: str | None = None
    unjudged: bool = False
    _play: bytes
    """The play alone, with its earlier versions: more is rarely asked for, and it is hardly larger than compressed."""
    _texts: bytes
    """The JSON of its document, where it has one, and of its sheet, compressed, a line each."""

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
        document = b"" if play.document is None else to_json(play.document)
        players = tuple(map(participant_values, play.players))
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
            version=play.version,
            names=frozenset((play.version, *(version.play.version for version in versions)) if play.version else ()),
            owner=owner,
            _play=pickle.dumps((_values_beside_players(play), players, versions), pickle.HIGHEST_PROTOCOL),
            _texts=zlib.compress(b"\n".join((document, to_json(play.sheet))), _FASTEST),
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
        play, versions = self._unpacked()
        document, sheet = zlib.decompress(self._texts).decode().split("\n")
        return NewPlay(play, EncodedJson(document) if document else None, EncodedJson(sheet), versions)

    def _unpacked(self) -> tuple[Play, tuple[PlayRevision, ...]]:
        values, seats, versions = pickle.loads(self._play)  # noqa: S301 - ours
        players = tuple([Participant(**dict(zip(PARTICIPANT_FIELDS, seat, strict=True))) for seat in seats])
        return Play(**dict(zip(_BESIDE_PLAYERS, values, strict=True)), players=players, sheet={}), versions

    @property
    def origin(self) -> str:
        """Where a version of this play comes from."""
        if self.precision == "all":
            return FROM_TESSERA
        return re.sub("[^a-z0-9]", "", self.source.partition(":")[0].lower())[:12] or "file"

    def without_texts(self) -> Play:
        """Return the play without its document and its sheet."""
        return self._unpacked()[0]

    def whole(self) -> tuple[Play, tuple[PlayRevision, ...]]:
        """Return the play as it was packed, and its earlier versions."""
        play, document, sheet, versions = self.unpacked()
        content = None if document is None else json.loads(document.text)
        return replace(play, document=content, sheet=json.loads(sheet.text)), versions

    @property
    def play(self) -> Play:
        """The play, unpacked."""
        return self.whole()[0]
