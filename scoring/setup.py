"""The check list of what is laid out before the first turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from enum import StrEnum

    from scoring.messages import Message


SEATS: Final = ("Starting player", "Second player", "Third player", "Fourth player")
"""The names of the seats, in seat order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupItem:
    """One entry of the check list: its section, and a key that stays the same when the words change."""

    key: str
    section: StrEnum
    message: Message


def setup_items(sections: Iterable[tuple[StrEnum, Mapping[str, Message]]]) -> tuple[SetupItem, ...]:
    """Return the entries of a check list from its sections, each with its messages by key, in their order."""
    return tuple(
        SetupItem(key=key, section=section, message=message)
        for section, messages in sections
        for key, message in messages.items()
    )
