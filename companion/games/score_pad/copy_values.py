"""The pads that are kept here: entries of my copy of the score pad, by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.copy_parts import CopyPart, PrintedValue, entered_values, read_value
from companion.games.score_pad.wording import pad_lines
from scoring.messages import say
from scoring.score_pad.state import Pad
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.my_copy import MyCopy

GAME: Final = "score-pad"

PADS_PART: Final = "pads"


def read_pad(value: object) -> Pad | None:
    """Return a pad from JSON, `None` where it is none, or breaks a limit."""
    return read_value(Pad, value, GAME)


def pads(copies: MyCopy) -> Mapping[str, Pad]:
    """Return the pads by their ids, in the order of their titles; those that cannot be read are left out."""
    read = ((key, read_pad(value)) for key, value in copies.part(PADS_PART).items())
    known = [(key, pad) for key, pad in read if pad is not None]
    return dict(sorted(known, key=lambda entry: (by_letter(entry[1].title), entry[0])))


def _printed(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    """Return a pad in words: its title, and all that it says."""
    pad = read_pad(value)
    if pad is None:
        return None
    return PrintedValue(about=key, what=pad.title, worth="\n".join(map(str, pad_lines(pad))))


COPY_PARTS: Final[Mapping[str, CopyPart]] = {
    PADS_PART: CopyPart(title=say("Pads"), read=_printed, known_here=entered_values(PADS_PART)),
}
