"""The content of an imported file, in the same form for every format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime  # noqa: TC003 - records are read by their types
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from scoring.fields import Length, Name, Pattern, PersonalName
from scoring.messages import Message, say
from storage.documents.fields import name_of
from storage.repositories.games import winner_key
from storage.repositories.people import NameKind  # noqa: TC001 - records are read by their types
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO_ID
from storage.repositories.play_content import (
    MAX_PLACE_LENGTH,
    Id,
    Key,
    Moment,
    Sentence,
    name_of_length,
    text_of_length,
)

if TYPE_CHECKING:
    from scoring.problems import Problem
    from scoring.sheet import Winner
    from storage.exchange.play_record import PlayRecord

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

    `is_stated` is false for a friend of whom the file has no line, only seats of plays.
    """

    kind: ClassVar[NameKind]
    is_stated: ClassVar[bool] = True

    id: Id
    name: str
    aliases: tuple[str, ...] = ()
    seen: datetime


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
            self,
            records=tuple(record if record.owner is None else record.played_by(name) for record in self.records),
        )
