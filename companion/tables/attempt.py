"""A change of a table before it is saved: worked out once, shown, saved as it is; the second of two taps makes none."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, cast

from companion.tables.players import by_id
from companion.tables.state import TableState, stored_after, stored_of
from scoring.game import Game, changed_seats
from scoring.problems import Checked, Problem, checked_after
from storage.documents.records import check_numbers, record_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from scoring.messages import Message
    from scoring.sheet import Column

    Transition = Callable[[TableState[Any]], TableState[Any]]


class TakenError(Exception):
    """What was offered has been taken by an earlier tap."""


@dataclass(slots=True, eq=False)
class Offer:
    """What a button does, as it was drawn once, and the tap that took it."""

    tap: Tap | None = None


@dataclass(slots=True, eq=False)
class Tap:
    """A tap on what was offered; `done` is called as soon as it has changed a table."""

    offer: Offer
    done: Callable[[], None]


P = ParamSpec("P")
R = TypeVar("R")

TAP: Final[ContextVar[Tap | None]] = ContextVar("tap", default=None)
"""The tap of this task, `None` where it comes from something that can be done again and again."""


@contextmanager
def taking() -> Iterator[Callable[[], None]]:
    """Take what this task's tap was offered, and yield the call that keeps it; it is offered again without that call.

    Raises:
        TakenError: an earlier tap has taken it, or is about to.

    """
    tap = TAP.get()
    if tap is None:
        yield lambda: None
        return
    before = tap.offer.tap
    if before not in (None, tap):
        raise TakenError
    tap.offer.tap = tap
    kept = False

    def keep() -> None:
        nonlocal kept
        kept = True
        tap.done()

    try:
        yield keep
    finally:
        if not kept:
            tap.offer.tap = before


async def done_once(do: Callable[P, Awaitable[R]], *args: P.args, **kwargs: P.kwargs) -> R:
    """Do what this task's tap was offered, and keep it taken where that has not failed.

    Raises:
        TakenError: an earlier tap has done it, or is about to.

    """
    with taking() as keep:
        result = await do(*args, **kwargs)
        keep()
        return result


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A state, the score of each seat, what cannot be, and what is lacking for the points of a seat, if anything is.

    `names` are those of the players in seat order, the same object as before where they are the same.
    """

    state: TableState[Any]
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    unknown: tuple[Message | None, ...]
    checked: Checked
    _facts: dict[object, object] = field(default_factory=dict, init=False, compare=False)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self.checked.problems

    def fact(self, work_out: Callable[Concatenate[Evaluated, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function works out of this and other values; it is called once for all who ask."""
        key = (work_out, args, tuple(kwargs.items()))
        if key not in self._facts:
            self._facts[key] = work_out(self, *args, **kwargs)
        return cast("R", self._facts[key])


def evaluated(game: Game[Any], state: TableState[Any], before: Evaluated | None) -> Evaluated:
    """Return what follows from a state; what cannot have changed is taken from the state `before`."""
    table = state.table
    names = tuple(player.name for player in table.players)
    if before is None:
        unknown = tuple(_lacking(game, table, player) for player in table.players)
        return Evaluated(state, names, game.columns(table), unknown, checked_after(table, game.limits_at_table, None))
    was = before.state.table
    changed = changed_seats(table, was)
    unknown = tuple(
        _lacking(game, table, player) if changed is None or seat in changed else before.unknown[seat]
        for seat, player in enumerate(table.players)
    )
    return Evaluated(
        state,
        before.names if names == before.names else names,
        game.columns_after(table, was, before.columns),
        unknown,
        checked_after(table, game.limits_at_table, before.checked),
    )


def _lacking(game: Game[Any], table: Any, player: object) -> Message | None:  # noqa: ANN401 - a table of any game
    """Return what is lacking for the points of a player, and not for the table alone."""
    of_the_table = tuple(game.unscorable(replace(table, players=())))
    problems = game.unscorable(replace(table, players=(player,)))
    return next((problem.message for problem in problems if problem not in of_the_table), None)


class Version:
    """A state of a table, as it is stored, and what follows from it, worked out when somebody first asks for it.

    `known` is what was worked out last, of this state or an earlier one.
    """

    def __init__(self, game: Game[Any], state: TableState[Any], before: Version | None = None) -> None:
        """Keep a state; of what is the same as `before`, nothing is written or worked out again."""
        self.game = game
        self.state = state
        if before is None:
            self.stored = stored_of(state)
            self.known: Evaluated | None = None
        else:
            self.stored = stored_after(state, before.state, before.stored)
            self.known = before.known

    @property
    def evaluated(self) -> Evaluated:
        """What follows from the state."""
        if self.known is None or self.known.state is not self.state:
            self.known = evaluated(self.game, self.state, self.known)
        return self.known

    @cached_property
    def by_id(self) -> dict[str, Any]:
        """What is stored, as the table's steps see it: with the players by id."""
        return by_id(self.game, self.stored)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A change, and the versions of a table before and after it."""

    change: Transition
    before: Version
    after: Version

    @classmethod
    def at(cls, now: Version, change: Transition | Attempt) -> Attempt:
        """Return a change of the table as it is now; an attempt stays as it is where the table is as it was."""
        if not isinstance(change, Attempt):
            return cls(change, now, Version(now.game, change(now.state), now))
        return change if now in (change.before, change.after) else cls.at(now, change.change)

    @property
    def refusal(self) -> Message | None:
        """Why the change cannot be, `None` where it can: what it makes impossible, or a number out of range."""
        earlier = self.before.evaluated.problems
        new = [problem for problem in self.after.evaluated.problems if problem not in earlier]
        shape = record_of(self.after.game.table)
        check_numbers(self.after.state.table, self.before.state.table, shape, new)
        return new[0].message if new else None
