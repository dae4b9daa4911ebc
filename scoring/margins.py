"""What decided a game, and by how little: the pieces from which each game makes its statements.

A statement is found by scoring the table that it speaks of: one thing more or fewer, everything else unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from scoring.messages import Message, counted, say, wordless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scoring.sheet import Sheet


T = TypeVar("T")

MAX_STATEMENTS: Final = 3
"""The most statements about one player."""

CLOSE: Final = 10
"""The most points between two players that are close."""


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
    """A player's share of the win."""

    NONE = 0
    SHARED = 1
    SOLE = 2


def share(won: tuple[str, ...], name: str) -> Share:
    """Return a player's share of the win among the names of the winners."""
    if name not in won:
        return Share.NONE
    return Share.SOLE if len(won) == 1 else Share.SHARED


def rivals(sheet: Sheet, seat: int) -> tuple[str, ...]:
    """Return the names of the other winners, or for a sole winner the player who comes next."""
    name = sheet.columns[seat].player
    return tuple(winner for winner in sheet.winners if winner != name) or (sheet.standings[1].player,)


def gap(sheet: Sheet, seat: int) -> int:
    """Return by how many points a player is ahead of the rivals; below 0 the player is behind."""
    rival = rivals(sheet, seat)[0]
    theirs = next(column.total for column in sheet.columns if column.player == rival)
    return sheet.columns[seat].total - theirs


def up_to(most: int, template: str, many: str, changed: Callable[[int], T]) -> Iterator[Change[T]]:
    """Yield the changes by 1 to `most` of something, with its `forms` for one and for many."""
    for number in range(1, most + 1):
        yield Change(what=counted(number, template, many), table=changed(number))


def first_effect(
    sheet: Sheet,
    seat: int,
    changes: Iterable[Change[T]],
    score: Callable[[T], Sheet],
    meaning: Callable[[T, Sheet], Message | None],
) -> Effect | None:
    """Score the changed tables in turn, and return the first change that means something to a player.

    `meaning` says what a changed table with its sheet means, or `None` where it means nothing; the change itself goes
    into its sentence as `change`.
    """
    for change in changes:
        after = score(change.table)
        meant = meaning(change.table, after)
        if meant is not None:
            size = abs(after.columns[seat].total - sheet.columns[seat].total)
            message = replace(meant, values={**meant.values, "change": change.what})
            return Effect(size=size, message=message)
    return None


def smallest_first(name: str, effects: Iterable[Effect | None]) -> tuple[Message, ...]:
    """Return what would have changed where a player stands: the smallest difference first, at most three."""
    ranked = sorted((effect for effect in effects if effect is not None), key=lambda effect: effect.size)
    return tuple(wordless("{name}: {words}.", name=name, words=effect.message) for effect in ranked[:MAX_STATEMENTS])


def outcome(now: tuple[str, ...], name: str, before: Share) -> Message:
    """Return what a change would have meant to a player whose share of the win was another one before.

    The change itself is put in later, as `change`.
    """
    after = share(now, name)
    if after is Share.NONE:
        return say("{change} would have let {winners} win", winners=now)
    if after is Share.SHARED:
        return SHARED_WIN
    return WON_ALONE if before is Share.SHARED else WON


WON: Final = say("{change} would have won the game")
WON_ALONE: Final = say("{change} would have won alone")
SHARED_WIN: Final = say("{change} would have meant a shared win")
"""What a change would have meant, without the change."""


def of_close_seats(sheet: Sheet, statements: Callable[[int], Iterable[Message]]) -> tuple[Message, ...]:
    """Return the statements about everybody who was close, in the order of their places, and then about the winners.

    A gap is told once: what is said of a player who came close is not said again of the winner.
    """
    seats = {column.player: seat for seat, column in enumerate(sheet.columns)}
    names = sorted((standing.player for standing in sheet.standings), key=lambda name: name in sheet.winners)
    of_pair: dict[frozenset[str], int] = {}
    for name in names:
        if abs(gap(sheet, seats[name])) <= CLOSE:
            of_pair.setdefault(frozenset({name, *rivals(sheet, seats[name])}), seats[name])
    return tuple(message for seat in of_pair.values() for message in statements(seat))
