"""A table in play as one user has it open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from companion.tables.offers import taking
from companion.tables.permissions import User
from storage.documents.messages import message_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from companion.tables.attempt import Attempt, Transition, Version
    from companion.tables.evaluation import Evaluated
    from companion.tables.shared_table import SharedTable
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.messages import Message
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.repositories.values import Counted

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoState:
    """The labels of the steps that undo and redo would turn, `None` where there is none."""

    undo: Message | None = None
    redo: Message | None = None


class LiveTable:
    """A shared table for one user, who undoes and redoes their own steps alone."""

    def __init__(self, shared: SharedTable, user: User | None = None) -> None:
        """Open a shared table for a user, the host where none is named."""
        self._shared = shared
        self._user = user or User()

    def as_user(self, user_id: str, refusal: Callable[[], Message | None]) -> LiveTable:
        """Return the same table for another user; `refusal` returns, at each change, why they may not make it."""
        return LiveTable(self._shared, User(user_id, refusal))

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._shared.id

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.now.game.at(self.state.table)

    @property
    def now(self) -> Version:
        """The table as it is now."""
        return self._shared.now

    @property
    def state(self) -> TableState[Any, Any]:
        """What lies on the table now."""
        return self.now.state

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players in seat order."""
        return self.now.evaluated.names

    @property
    def revision(self) -> int:
        """The number of the last step."""
        return self._shared.revision

    @property
    def created(self) -> datetime:
        """When the table was begun."""
        return self._shared.created

    @property
    def ended(self) -> bool:
        """Whether it is not in play any more: finished, or removed."""
        return self._shared.ended

    @property
    def columns(self) -> tuple[Column, ...]:
        """The running score of each seat."""
        return self.now.evaluated.columns

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self.now.evaluated.problems

    def fact(self, work_out: Callable[Concatenate[Evaluated, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function works out of the state; after each change it is called once for all screens."""
        return self.now.evaluated.fact(work_out, *args, **kwargs)

    def unknown(self, seat: int) -> bool:
        """Return whether a player has something whose points nobody knows yet, such as a villa the chart lacks."""
        return self.now.evaluated.unknown[seat]

    @property
    def undo_state(self) -> UndoState:
        """What undo and redo of this user would do."""
        undo, redo = self._shared.steps(self._user.id)
        return UndoState(
            undo=None if undo is None else message_of(undo.label), redo=None if redo is None else message_of(redo.label)
        )

    @property
    def last(self) -> int | None:
        """The number of the step that undo would take back."""
        undo, _ = self._shared.steps(self._user.id)
        return None if undo is None else undo.number

    @property
    def refusal(self) -> Message | None:
        """Why this user may change nothing now, `None` where they may."""
        return self._user.refusal()

    async def ready(self) -> None:
        """Load the steps that this user can undo and redo."""
        await self._shared.load_steps(self._user.id)

    async def change(
        self,
        label: Message | str,
        change: Transition | Attempt,
        counted: Counted | None = None,
    ) -> None:
        """Change the table by a pure function of its state; nothing is saved where that changes nothing.

        Where the database cannot save it now, it waits until that can be done.
        `counted` is counted up in my copy of the game in the same transaction.

        Raises:
            RefusedError: this user may not do that; the table is as it was.
            StoreError: it could not be saved; the table is as it was.
            TakenError: an earlier tap on the same button has done it.

        """
        with taking() as keep:
            if await self._shared.change(self._user, label, change, counted):
                keep()

    async def saved(self) -> None:
        """Wait until the changes that were made before are saved."""
        await self._shared.saved()

    async def undo(self) -> bool | None:
        """Undo the last step of this user; return whether anything of it still stood, `None` where there is none."""
        return await self._shared.turn(self._user, "undo")

    async def redo(self) -> bool | None:
        """Redo what this user took back last; return whether any of it could be, `None` where there is none."""
        return await self._shared.turn(self._user, "redo")

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after every change, until the function returned is called."""
        return self._shared.observers.subscribe(on_change)

    async def reload(self) -> None:
        """Take up what other processes have saved.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        await self._shared.reload()

    def end(self) -> None:
        """Let all users know that the table is not in play any more."""
        self._shared.end()
