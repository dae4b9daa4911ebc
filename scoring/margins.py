"""What decided a game and by how little: the pieces of which games make their statements.

A statement is found by scoring the table that it speaks of: one thing more or fewer, all else as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


T = TypeVar("T")

MAX_STATEMENTS: Final = 3
"""Statements for a player, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """A statement about how near a player's place was to another one; `seat` is the player's."""

    message: Message
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Generic[T]):
    """One thing that could have been otherwise, and the table on which it is."""

    what: Message
    table: T


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a change would have brought, and by how many points."""

    size: int
    message: Message


class Share(IntEnum):
    """How much of the win is a player's."""

    NONE = 0
    SHARED = 1
    SOLE = 2


def of_each(seats: int, statements: Callable[[int], Iterable[Message]]) -> tuple[Margin, ...]:
    """Return the statements of every player, in seat order."""
    return tuple(Margin(message=message, seat=seat) for seat in range(seats) for message in statements(seat))


def smallest_first(lead: Message, name: str, effects: Iterable[Effect]) -> tuple[Message, ...]:
    """Return where a player stands with what would have changed it: the smallest difference first, at most three."""
    found = sorted(effects, key=lambda effect: effect.size)
    if not found:
        return (say("{lead}.", lead=lead),)
    first, *others = (effect.message for effect in found[:MAX_STATEMENTS])
    return (
        say("{lead}: {effect}.", lead=lead, effect=first),
        *(say("{name}: {effect}.", name=name, effect=effect) for effect in others),
    )


def share(won: tuple[str, ...], name: str) -> Share:
    """Return how much of a win is a player's."""
    if name not in won:
        return Share.NONE
    return Share.SOLE if len(won) == 1 else Share.SHARED


def outcome(now: tuple[str, ...], name: str, before: Share) -> Message:
    """Return what a change would have meant for a player who had another share of the win."""
    after = share(now, name)
    if after is Share.NONE:
        return say("would have let {now} win", now=now)
    if after is Share.SHARED:
        return say("would have meant a shared win")
    return say("would have won alone") if before is Share.SHARED else say("would have won the game")
