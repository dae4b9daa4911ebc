"""The pads that are kept here: entries of my copy of the score pad, by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.copy_parts import ANY_KEY, CopyPart, by_name
from companion.games.score_pad.wording import pad_lines
from scoring.messages import say
from scoring.score_pad.state import Pad
from storage.documents.records import field_of
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy

GAME: Final = "score-pad"

PADS_PART: Final = "pads"


PADS: Final[CopyPart[str, Pad]] = CopyPart(
    game=GAME,
    name=PADS_PART,
    title=say("Pads"),
    entries=field_of(Annotated[Mapping[str, Pad], ANY_KEY]),
    words=lambda _, pad: say("{what}: {value}", what=pad.title, value="\n".join(map(str, pad_lines(pad)))),
    order=lambda entry: (by_letter(entry.value.title), entry.key),
)

COPY_PARTS: Final = by_name(PADS)


def read_pad(value: object) -> Pad | None:
    """Return a pad from JSON, `None` where it is none, or breaks a limit."""
    entry = PADS.read("", value)
    return None if entry is None else entry.value


def pads(copies: MyCopy) -> Mapping[str, Pad]:
    """Return the pads by their ids, in the order of their titles; those that cannot be read are left out."""
    return PADS.values(copies)
