"""A change of a table before it is saved: worked out once, shown while it is typed, and saved as it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.tables.evaluation import evaluated
from companion.tables.players import by_id
from companion.tables.state import stored_after, stored_of
from storage.documents.records import check_numbers, record_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.evaluation import Evaluated
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.messages import Message

    Transition = Callable[[TableState[Any]], TableState[Any]]


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
