"""The check list of what is laid out before the first turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from enum import Enum

    from scoring.messages import Message


SEATS: Final = (say("Starting player"), say("Second player"), say("Third player"), say("Fourth player"))
"""The names of the seats, in seat order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupItem:
    """One entry of the check list: its section, and a key that stays the same when the words change.

    The value of a section is its heading.
    """

    key: str
    section: Enum
    message: Message


def setup_items(sections: Iterable[tuple[Enum, Mapping[str, Message]]]) -> tuple[SetupItem, ...]:
    """Return the entries of a check list from its sections, each with its messages by key, in their order."""
    return tuple(
        SetupItem(key=key, section=section, message=message)
        for section, messages in sections
        for key, message in messages.items()
    )
