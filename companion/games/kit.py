"""What a game adds to the app beside its rules, without Flet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.sheet import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpItem:
    """One entry of the set-up list, under the heading of its section."""

    key: str
    section: str
    words: Message
