"""One table in play, shared by all who have it open: it makes, saves and takes back every change."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from companion.tables.evaluation import evaluated
from companion.tables.observers import Observers
from companion.tables.players import by_id, by_seat, ids_of
from companion.tables.state import TableState, state_after, state_of, stored_documents, stored_documents_after
from storage.database.errors import UnavailableError
from storage.documents import codec
from storage.documents.changes import (
    applied,
    changes_between,
    flatten,
    reversed_,
    still_true,
    unflatten,
)
from storage.documents.messages import text_of
from storage.repositories.tables import Store
from storage.repositories.values import StaleError, StoredStep, TableIdentity, TableStep, folded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.tables.evaluation import Evaluated
    from companion.tables.my_copy import MyCopy
    from companion.tables.permissions import User
    from companion.tables.players import Stored
    from companion.tables.state import Extras
    from companion.tables.store_worker import StoreWorker
    from scoring.game import Game
    from scoring.messages import Message
    from storage.documents.changes import Change
    from storage.repositories.values import Counted, StepKind, StoredTable, Turnable

R = TypeVar("R")

RETRY_AFTER_S: Final = 1.0
"""Seconds after which a change that could not be saved is tried again."""


@dataclass(frozen=True, slots=True)
class _Serialized:
    """A state, as it is stored, and as its steps see it: with the players by id."""

    state: TableState[Any, Any]
    stored: Stored
    by_id: dict[str, Any]


class SharedTable:
    """A table in play: its state, the steps that each user can undo, and the observers of its changes."""

    def __init__(
        self,
        stored: StoredTable,
        game: Game[Any],
        extras: type[Extras],
        worker: StoreWorker,
        my_copy: MyCopy,
        seats_moved: Callable[[], Awaitable[None]],
    ) -> None:
        """Take up a stored table of a game, with its type of extras; `seats_moved` is called when seats changed.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        self.id = stored.id
        self.key = stored.game
        self._game = game
        self.revision = stored.revision
        self.created = stored.created
        self.ended = False
        self.observers: Observers[[]] = Observers()
        self._extras = extras
        self.state: TableState[Any, Any] = state_of(game, extras, (stored.document, stored.extras))
        self._worker = worker
        self._my_copy = my_copy
        self._seats_moved = seats_moved
        self._steps: dict[str, Turnable] = {}
        self._lock = asyncio.Lock()
        self._evaluated: Evaluated | None = None
        self._serialized: _Serialized | None = None
        self._tried: tuple[int, Stored] | None = None

    @property
    def game(self) -> Game[Any]:
        """The game that is played; a pad's has the title and the lines that the table has now."""
        return self._game.at(self.state.table)

    def evaluate(self) -> Evaluated:
        """Return what follows from the state as it is now."""
        if self._evaluated is None or self._evaluated.state is not self.state:
            self._evaluated = evaluated(self._game, self.state, self._evaluated)
        return self._evaluated

    def steps(self, user_id: str) -> Turnable:
        """Return the steps that undo and redo of a user turn, as far as they were loaded."""
        return self._steps.get(user_id, (None, None))

    async def load_steps(self, user_id: str) -> None:
        """Load the steps that undo and redo of a user turn."""
        if user_id not in self._steps:
            self._steps[user_id] = await self._worker.run(Store.turnable, self.id, user_id)

    async def change(
        self,
        user: User,
        label: Message | str,
        transition: Callable[[TableState[Any, Any]], TableState[Any, Any]],
        counted: Counted | None,
    ) -> bool:
        """Save as the next step what a transition makes of the state, and what it counts up in my copy.

        Return whether that changes anything; else nothing is saved.

        Raises:
            RefusedError: the user may not change anything.
            StoreError: it could not be saved.

        """

        async def apply() -> bool:
            after = self._serialize_after(transition(self.state))
            changes = changes_between(self._serialize().by_id, after.by_id)
            if changes:
                _, redoable = self._steps[user.id]  # as of this revision: at another one nothing is saved
                step = TableStep(self.revision + 1, user.id, text_of(label), changes, discards=redoable is not None)
                await self._save(step, after, counted)
            return bool(changes)

        return await self._attempt(user, apply)

    async def turn(self, user: User, kind: StepKind) -> bool | None:
        """Undo or redo a step of a user; return whether anything of it was left to turn, `None` where there is none.

        What others have changed since stays as they made it. Nothing is turned where there would be more or fewer
        players than the game has seats for, or two of one name.

        Raises:
            RefusedError: the user may not change anything.
            StoreError: it could not be saved.

        """

        async def apply() -> bool | None:
            undoable, redoable = self._steps[user.id]
            step = undoable if kind == "undo" else redoable
            if step is None:
                return None
            here = self._serialize()
            after = self._serialize_after(self._turned(step.changes if kind == "redo" else reversed_(step.changes)))
            back = changes_between(here.by_id, after.by_id)
            await self._save(TableStep(self.revision + 1, user.id, step.label, back, kind, step.number), after, None)
            return bool(back)

        return await self._attempt(user, apply)

    def _turned(self, changes: Sequence[Change]) -> TableState[Any, Any]:
        """Return the state after those of some changes that overwrite nobody; the same one where none can be."""
        here = self._serialize()
        facts = flatten(here.by_id)
        whole = unflatten(applied(facts, reversed_(still_true(facts, reversed_(changes)))))
        try:
            state = state_of(self._game, self._extras, by_seat(self._game, self._extras, whole, here.by_id))
        except codec.DocumentError:
            return self.state
        names = {folded(player.name) for player in state.table.players}
        return state if len(names) == len(state.table.players) else self.state

    async def reload(self) -> None:
        """Take up what other processes have saved.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        async with self._lock:
            await self._take()

    def end(self) -> None:
        """Note that the table is not in play any more."""
        self.ended = True
        self.observers.notify()

    async def saved(self) -> None:
        """Wait until the changes that were made before are saved."""
        async with self._lock:
            pass

    async def _attempt(self, user: User, apply: Callable[[], Awaitable[R]]) -> R | Literal[True]:
        """Save the next step; where another process was faster, apply it again to what that one has saved.

        Where the database cannot save it now, it is tried again and again, and all later ones wait for it.
        """
        user.check()
        with self._worker.waiting.waiting():
            async with self._lock:
                self._tried = None
                while True:
                    try:
                        return await self._attempt_once(user, apply)
                    except UnavailableError as error:
                        if self.ended:
                            raise
                        self._worker.waiting.put_off(error.cause)
                        await asyncio.sleep(RETRY_AFTER_S)

    async def _attempt_once(self, user: User, apply: Callable[[], Awaitable[R]]) -> R | Literal[True]:
        while True:
            await self.load_steps(user.id)
            before = self.revision
            user.check()  # again, as it may have waited for others
            try:
                return await apply()
            except StaleError:
                await self._take()
                if self._tried == (self.revision, self._serialize().stored):
                    return True  # it was saved, and only the answer was lost
                if self.ended or self.revision == before:
                    raise

    async def _save(self, step: TableStep, after: _Serialized, counted: Counted | None) -> None:
        moved = _moved_seats(self.state, after.state)
        table = TableIdentity(id=self.id, game=self.key, created=self.created)
        try:
            self._steps[step.author] = await self._worker.run(_saved, table, step, after.stored, counted, moved)
        except UnavailableError:
            self._tried = step.number, after.stored  # it may be saved all the same, and only the answer be lost
            raise
        self.state, self.revision, self._serialized = after.state, step.number, after
        if moved is not None:
            await self._seats_moved()
        if counted is not None:
            self._my_copy.count(counted)
        self.observers.notify()

    async def _take(self) -> None:
        stored, steps = await self._worker.run(Store.table_with_steps, self.id, tuple(self._steps))
        if stored is None or stored.state != "running":
            self.end()
        elif stored.revision != self.revision:  # lower after an older database was put back
            state = state_of(self._game, self._extras, (stored.document, stored.extras))
            after = self._serialize_after(state_after(state, self.state))
            self._steps |= steps
            self.state, self.revision, self._serialized = after.state, stored.revision, after
            self.observers.notify()

    def _serialize(self) -> _Serialized:
        if self._serialized is None or self._serialized.state is not self.state:
            self._serialized = self._serialized_as(self.state, stored_documents(self._game, self.state))
        return self._serialized

    def _serialize_after(self, state: TableState[Any, Any]) -> _Serialized:
        """Return another state as it is stored; what is the same as now is not written again."""
        before = self._serialize()
        return self._serialized_as(state, stored_documents_after(state, before.state, before.stored))

    def _serialized_as(self, state: TableState[Any, Any], stored: Stored) -> _Serialized:
        return _Serialized(state, stored, by_id(self._game, self._extras, stored))


def _moved_seats(before: TableState[Any, Any], after: TableState[Any, Any]) -> dict[int, int | None] | None:
    """Return the new seat of each player by the former one, `None` for one who is gone; `None` if all sit as before."""
    seated = ((state.extras.ids, len(state.table.players)) for state in (before, after))
    were, are = (ids_of(*ids)[: ids[1]] for ids in seated)
    return None if were == are else {seat: are.index(one) if one in are else None for seat, one in enumerate(were)}


def _saved(
    store: Store,
    table: TableIdentity,
    step: TableStep,
    stored: Stored,
    counted: Counted | None,
    moved: Mapping[int, int | None] | None,
) -> Turnable:
    saved = store.save(table, step, *stored, counted=counted, moved=moved)
    if step.kind != "step":
        return store.turnable(table.id, step.author)
    number, author, label, changes = step.number, step.author, step.label, step.changes
    done = StoredStep(
        number=number, author=author, label=label, changes=changes, kind="step", state="done", at=saved.changed
    )
    return done, None
