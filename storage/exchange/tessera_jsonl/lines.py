"""The kinds of lines. What follows the kind and the format in a line is read as strictly as the state of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

from scoring.fields import Between, OneOf
from storage.documents.fields import one_of
from storage.exchange.record import CopyRecord, PhotoRecord, PlaceRecord, PlayerRecord, SettingRecord
from storage.repositories.play_content import Play, PlayRevision

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True, kw_only=True)
class LineHead:
    """The fields of every line."""

    tessera: Annotated[str, OneOf(tuple(KINDS), one_of(KINDS))]
    format: Annotated[int, Between(1, FORMAT)]
