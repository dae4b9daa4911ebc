"""What may stand in a field of a game's state.

The state of a game is a tree of frozen dataclasses whose attributes carry the field names of the documents. What a type
alone does not say stands beside it in `Annotated`: the range of a number, the squares of a board, the length of a list,
and as a plain text what the field means, where its name does not say it all.
Whoever reads, writes or describes documents takes it from there, so a new game brings no code for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

MAX_INTEGER: Final = 9999
"""The largest size of an integer where nothing narrower is said (contract, section 1)."""


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `low` to `high`, both allowed."""

    low: int
    high: int

    def clamp(self, number: int) -> int:
        """Return the number in this range that is nearest.

        >>> Between(0, 9).clamp(-1), Between(0, 9).clamp(4), Between(0, 9).clamp(10)
        (0, 4, 9)
        """
        return min(max(number, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Length:
    """A list of `least` to `most` entries."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some texts; `what` says in words what they are."""

    texts: tuple[str, ...]
    what: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text that matches a regular expression as a whole; `what` says in words what it is."""

    pattern: str
    what: str


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """Keys of an object that match a regular expression as a whole; `what` says in words what they are."""

    pattern: str
    what: str


@dataclass(frozen=True, slots=True)
class Without:
    """Members of an enumeration that may not be keys of this object, and where they belong instead."""

    members: tuple[str, ...]
    instead: str


@dataclass(frozen=True, slots=True)
class PersonalName:
    """A name of 1 to `most` characters after trimming, none of them a control character."""

    most: int = 40


@dataclass(frozen=True, slots=True)
class OrNull:
    """The field may be `null`, which is then its value; elsewhere `null` is a problem and never means absent."""


AMOUNT_RANGE: Final = Between(0, MAX_INTEGER)
"""The range of an amount."""

Amount = Annotated[int, AMOUNT_RANGE]
"""How many there are of something."""

Name = Annotated[str, PersonalName()]
"""What people call a player or a card."""
