"""Answers to the questions about a table (contract, section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.sheet import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What has to be paid."""

    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """What a placement brings a player: `points` with what the Rainbow cost, `gold` net, both may be below 0."""

    name: str
    points: int
    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """What a tile brings when it is placed: the icons that match, and what all players earn, in seat order."""

    matches: int
    players: tuple[Earned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Whether the game is over; if so who is mayor, several where they share the job, and why."""

    over: bool
    mayor: tuple[str, ...] | None = None
    because: Message | None = None
