"""A table in play as one user has it open: all who have it open share its state, and undo their own steps alone."""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from companion.tables import Observers
from companion.tables.access import User
from companion.tables.attempt import Attempt, Version, taking
from companion.tables.players import by_seat, ids_of
from companion.tables.replay import ways_to_turn
from companion.tables.state import Stored, TableState, state_after, state_of
from storage.database.errors import UnavailableError
from storage.documents import codec
from storage.documents.changes import applied, changes_between, flatten, unflatten
from storage.documents.messages import message_of, text_of
from storage.repositories.tables import Store
from storage.repositories.values import StaleError, StoredStep, TableIdentity, TableStep, folded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.tables.attempt import Transition
    from companion.tables.my_copy import MyCopy
    from companion.tables.store_worker import StoreWorker
    from scoring.game import Game
    from scoring.messages import Message
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.repositories.values import Counted, StepKind, StoredTable, Turnable

R = TypeVar("R")

RETRY_AFTER_S: Final = 1.0
"""Seconds after which a change that could not be saved is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoState:
    """The labels of the steps that undo and redo would turn, `None` where there is none."""

    undo: Message | None = None
    redo: Message | None = None


@dataclass(slots=True)
class _Shared:
    """What all who have a table open see of it; `tried` is what may be saved although there was no answer."""

    now: Version
    revision: int
    ended: bool = False
    tried: tuple[int, Stored] | None = None


class LiveTable:
    """A table in play for one user, who undoes and redoes their own steps alone."""

    reopened = False
    """Whether it is the table of a play, which was finished before."""

    def __init__(
        self,
        stored: StoredTable,
        now: Version,
        worker: StoreWorker,
        my_copy: MyCopy,
        seats_moved: Callable[[], Awaitable[None]],
    ) -> None:
        """Take up a stored table, as it was read, for the host; `seats_moved` is called when others sit there."""
        self.id = stored.id
        self.created = stored.created
        self.observers: Observers[[]] = Observers()
        self._key = stored.game
        self._worker = worker
        self._my_copy = my_copy
        self._seats_moved = seats_moved
        self._steps: dict[str, Turnable] = {}
        self._lock = asyncio.Lock()
        self._shared = _Shared(now, stored.revision)
        self._user = User()

    def as_user(self, user_id: str, refusal: Callable[[], Message | None]) -> LiveTable:
        """Return the same table for another user; `refusal` returns, at each change, why they may not make it."""
        live = copy(self)
        live._user = User(user_id, refusal)  # noqa: SLF001 - it is one of these itself
        return live

    @property
    def now(self) -> Version:
        """The table as it is now."""
        return self._shared.now

    @property
    def state(self) -> TableState[Any]:
        """What lies on the table now."""
        return self.now.state

    @property
    def game(self) -> Game[Any]:
        """The game that is played; a pad's has the title and the lines that the table has now."""
        return self.now.game.at(self.state.table)

    @property
    def stored_game(self) -> str:
        """The key under which the game is stored: that of a pad has its id."""
        return self._key

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players in seat order."""
        return self.now.evaluated.names

    @property
    def columns(self) -> tuple[Column, ...]:
        """The running score of each seat."""
        return self.now.evaluated.columns

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self.now.evaluated.problems

    @property
    def revision(self) -> int:
        """The number of the last step."""
        return self._shared.revision

    @property
    def ended(self) -> bool:
        """Whether it is not in play any more: finished, or removed."""
        return self._shared.ended

    @property
    def steps(self) -> Turnable:
        """The steps that undo and redo of this user turn, as far as they were loaded."""
        return self._steps.get(self._user.id, (None, None))

    @property
    def undo_state(self) -> UndoState:
        """What undo and redo of this user would do."""
        undo, redo = (None if step is None else message_of(step.label) for step in self.steps)
        return UndoState(undo=undo, redo=redo)

    @property
    def last(self) -> int | None:
        """The number of the step that undo would take back."""
        undo, _ = self.steps
        return None if undo is None else undo.number

    @property
    def refusal(self) -> Message | None:
        """Why this user may change nothing now, `None` where they may."""
        return self._user.refusal()

    async def ready(self) -> None:
        """Load the steps that this user can undo and redo."""
        if self._user.id not in self._steps:
            self._steps[self._user.id] = await self._worker.run(Store.turnable, self.id, self._user.id)

    async def change(
        self,
        label: Message | str,
        change: Transition | Attempt,
        counted: Counted | None = None,
        *,
        instead_of: int | None = None,
    ) -> int | None:
        """Change the table by a pure function of its state, or as it was tried; what changes nothing is not saved.

        Return the number of the step, `None` where there was nothing to change. Where the database cannot save it now,
        it waits until that can be done. `counted` is counted up in my copy of the game in the same transaction. A step
        of this user `instead_of` which it comes is one with it, if nobody has done anything since.

        Raises:
            RefusedError: this user may not do that; the table is as it was.
            StoreError: it could not be saved; the table is as it was.
            TakenError: an earlier tap on the same button has done it.

        """
        made: int | None = None

        async def apply() -> bool:
            nonlocal made
            after = Attempt.at(self.now, change).after
            changes = changes_between(self.now.by_id, after.by_id)
            made = None
            if not changes:
                return False
            before, undo = self._without(instead_of)
            changes = changes_between(before.by_id, after.by_id)
            if not changes and undo is not None:  # it is as it was before both
                await self._save(undo, after, counted)
                return True
            _, redoable = self.steps  # as of this revision: at another one nothing is saved
            made = self.revision + (1 if undo is None else 2)
            discards = redoable is not None or undo is not None
            step = TableStep(made, self._user.id, text_of(label), changes, discards=discards)
            await self._save(step, after, counted, undo)
            return True

        with taking() as keep:
            if await self._in_turn(apply):
                keep()
        return made

    def _without(self, number: int | None) -> tuple[Version, TableStep | None]:
        """Return the table as it was before a step, and the undo of that; as it is now where others came after it."""
        step, _ = self.steps
        if step is None or not step.number == number == self.revision:
            return self.now, None
        before = self._turned(step, (), "undo")
        if before is self.now:
            return before, None
        back = changes_between(self.now.by_id, before.by_id)
        return before, TableStep(self.revision + 1, self._user.id, step.label, back, "undo", step.number)

    async def undo(self, only: int | None = None) -> bool | None:
        """Undo the last step of this user, `only` the one with that number where it is given.

        Return whether anything of it still stood, `None` where there is none.
        """
        return await self._turn("undo", only)

    async def redo(self) -> bool | None:
        """Redo what this user took back last; return whether any of it could be, `None` where there is none."""
        return await self._turn("redo")

    async def _turn(self, kind: StepKind, only: int | None = None) -> bool | None:
        """Undo or redo a step.

        What others have changed since stays as they made it. Nothing is turned where there would be more or fewer
        players than the game has seats for, or two of one name.
        """

        async def apply() -> bool | None:
            undoable, redoable = self.steps
            step = undoable if kind == "undo" else redoable
            if step is None or only not in (None, step.number):
                return None
            steps = await self._worker.run(Store.steps_with_others, self.id, self._user.id)
            after = self._turned(step, steps, kind)
            back = changes_between(self.now.by_id, after.by_id)
            number, author = self.revision + 1, self._user.id
            await self._save(TableStep(number, author, step.label, back, kind, step.number), after, None)
            return bool(back)

        return await self._in_turn(apply)

    def _turned(self, step: StoredStep, steps: Sequence[StoredStep], kind: StepKind) -> Version:
        """Return the table without a step, or with it again, as it is now where that overwrote others."""
        facts = flatten(self.now.by_id)
        for changes in ways_to_turn(step, steps, facts, kind):
            try:
                turned = self._version_of(by_seat(self.now.game, unflatten(applied(facts, changes)), self.now.by_id))
            except codec.DocumentError:
                continue
            players = turned.state.table.players
            if len({folded(player.name) for player in players}) == len(players):
                return turned
        return self.now

    async def reload(self) -> None:
        """Take up what other processes have saved.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        async with self._lock:
            await self._take()

    def end(self) -> None:
        """Let all users know that the table is not in play any more."""
        self._shared.ended = True
        self.observers.notify()

    async def saved(self) -> None:
        """Wait until the changes that were made before are saved."""
        async with self._lock:
            pass

    async def _in_turn(self, apply: Callable[[], Awaitable[R]]) -> R | Literal[True]:
        """Save the next step; where another process was faster, apply it again to what that one has saved.

        Where the database cannot save it now, it is tried again and again, and all later ones wait for it.
        """
        with self._worker.waiting.waiting():
            async with self._lock:
                self._shared.tried = None
                while True:
                    try:
                        return await self._applied(apply)
                    except UnavailableError as error:
                        if self.ended:
                            raise
                        self._worker.waiting.put_off(error.cause)
                        await asyncio.sleep(RETRY_AFTER_S)

    async def _applied(self, apply: Callable[[], Awaitable[R]]) -> R | Literal[True]:
        while True:
            await self.ready()
            before = self.revision
            self._user.check()  # now, as it may have waited for others
            try:
                return await apply()
            except StaleError:
                await self._take()
                if self._shared.tried == (self.revision, self.now.stored):
                    return True  # it was saved, and only the answer was lost
                if self.ended or self.revision == before:
                    raise

    async def _save(
        self, step: TableStep, after: Version, counted: Counted | None, undo: TableStep | None = None
    ) -> None:
        table = TableIdentity(id=self.id, game=self._key, created=self.created)
        try:
            self._steps[step.author] = await self._worker.run(_saved, table, step, after.stored, counted, undo)
        except UnavailableError:
            self._shared.tried = step.number, after.stored  # it may be saved all the same, and only the answer be lost
            raise
        await self._show(after, step.number)
        if counted is not None:
            self._my_copy.count(counted)
        self.observers.notify()

    async def _show(self, now: Version, revision: int) -> None:
        before, self._shared.now, self._shared.revision = self.state, now, revision
        if _seated(before) != _seated(now.state):
            await self._seats_moved()

    async def _take(self) -> None:
        stored, steps = await self._worker.run(Store.table_with_steps, self.id, tuple(self._steps))
        if stored is None or stored.state != "running":
            self.end()
        elif stored.revision != self.revision:  # lower after an older database was put back
            self._steps |= steps
            await self._show(self._version_of(stored.content), stored.revision)
            self.observers.notify()

    def _version_of(self, stored: Stored) -> Version:
        """Return a version of what is stored, in which whatever is as now is the same object."""
        state = state_of(self.now.game, stored)
        return Version(self.now.game, state_after(state, self.state), self.now)


def _seated(state: TableState[Any]) -> list[int]:
    """Return the ids of the players in seat order."""
    players = len(state.table.players)
    return ids_of(state.extras.ids, players)[:players]


def _saved(
    store: Store, table: TableIdentity, step: TableStep, stored: Stored, counted: Counted | None, undo: TableStep | None
) -> Turnable:
    saved = store.save(table, step, stored, counted=counted, undo=undo)
    if step.kind != "step":
        return store.turnable(table.id, step.author)
    number, author, label, changes = step.number, step.author, step.label, step.changes
    done = StoredStep(
        number=number, author=author, label=label, changes=changes, kind="step", state="done", at=saved.changed
    )
    return done, None
