"""Tables in play: plain shared state with revisions; every change is saved before any screen shows it."""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.tables.state import TableState, state_of, stored_documents, stored_documents_after
from scoring import GAMES
from scoring.problems import problems_in
from storage.documents.changes import applied, difference, flatten, reversed_, still_true, unflatten
from storage.repositories.tables import Store
from storage.repositories.values import StaleError, StoredStep, StoredTable, TableStep

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from datetime import datetime

    from companion.tables.state import Extras, Stored
    from companion.tables.store_worker import StoreWorker
    from scoring.game import Game
    from scoring.messages import Message
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.documents.changes import Fact
    from storage.repositories.values import StepKind
from companion.tables.permissions import HOST, RefusedError, nothing_refused

DOCUMENT, BESIDE = "document", "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoState:
    """What of a table's history can be taken back, and brought again: the labels of these steps."""

    undo: str | None = None
    redo: str | None = None


@dataclass(frozen=True, slots=True)
class _Evaluated:
    """An evening, and what follows from it."""

    state: TableState[Any, Any]
    columns: tuple[Column, ...]
    problems: tuple[Problem, ...]
    unknown: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class _Serialized:
    """An evening, as it is stored, and the facts of that."""

    state: TableState[Any, Any]
    stored: Stored
    facts: Mapping[str, Fact]


class _SharedTable:
    """What all who have a table open share: how it lies there, what each can take back, and who is told of changes."""

    def __init__(self, stored: StoredTable, extras: type[Extras], worker: StoreWorker, steps: Steps) -> None:
        self.id = stored.id
        self.game: Game[Any] = GAMES[stored.game]
        self.extras = extras
        self.state: TableState[Any, Any] = state_of(self.game, extras, (stored.document, stored.extras))
        self.revision = stored.revision
        self.created = stored.created
        self.ended = False
        self.steps = {HOST: steps}
        self.lock = asyncio.Lock()
        self._worker = worker
        self._listeners: list[Callable[[], None]] = []
        self._seen: _Evaluated | None = None
        self._written: _Serialized | None = None

    def evaluate(self) -> _Evaluated:
        if self._seen is None or self._seen.state is not self.state:
            table = self.state.table
            problems = tuple(problems_in(table, self.game.limits))
            unknown = tuple(self._is_unknown(player) for player in table.players)
            self._seen = _Evaluated(self.state, self.game.columns(table), problems, unknown)
        return self._seen

    def _is_unknown(self, player: object) -> bool:
        alone = replace(self.state.table, players=(player,))
        return any(True for _ in self.game.unscorable(alone))

    def written(self) -> _Serialized:
        if self._written is None or self._written.state is not self.state:
            self._written = self._as_written(self.state, stored_documents(self.game, self.state))
        return self._written

    def write(self, state: TableState[Any, Any]) -> _Serialized:
        before = self.written()
        return self._as_written(state, stored_documents_after(state, before.state, before.stored))

    def _as_written(self, state: TableState[Any, Any], stored: Stored) -> _Serialized:
        document, extras = stored
        return _Serialized(state, stored, flatten({DOCUMENT: document, BESIDE: extras}))

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(on_change)
        return lambda: self._listeners.remove(on_change) if on_change in self._listeners else None

    def notify(self) -> None:
        for on_change in tuple(self._listeners):
            on_change()

    async def know(self, author: str) -> Steps:
        if author not in self.steps:
            self.steps[author] = await self._worker.run(steps_of, self.id, author)
        return self.steps[author]

    async def attempt(self, author: str, act: Callable[[], Awaitable[bool]]) -> bool:
        """Do something that is saved as the next step; where another process was faster, upon what it has made."""
        async with self.lock:
            while True:
                await self.know(author)
                before = self.revision
                try:
                    return await act()
                except StaleError:
                    await self._take()
                    if self.ended or self.revision == before:
                        raise

    async def save(self, step: TableStep, after: _Serialized) -> None:
        self.steps[step.author] = await self._worker.run(_save, self.id, step, after.stored)
        self.state, self.revision, self._written = after.state, step.number, after
        self.notify()

    async def reload(self) -> None:
        async with self.lock:
            await self._take()

    async def _take(self) -> None:
        """Take from the store what has been saved there by others."""
        stored = await self._worker.run(Store.table, self.id)
        if stored is None or stored.state != "running":
            self.end()
        elif stored.revision != self.revision:  # lower after an older database was put back
            state = state_of(self.game, self.extras, (stored.document, stored.extras))
            self.steps = {author: await self._worker.run(steps_of, self.id, author) for author in self.steps}
            self.state, self.revision = state, stored.revision
            self.notify()

    def end(self) -> None:
        self.ended = True
        self.notify()


class LiveTable:
    """One table in play, as somebody has it open: screens read `evening` and are told when it changes.

    What is done here is done by its `author`, whose steps alone it can take back.
    """

    def __init__(self, stored: StoredTable, extras: type[Extras], worker: StoreWorker, steps: Steps) -> None:
        """Take up a stored table for the host, whose last steps these are.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        self._shared = _SharedTable(stored, extras, worker, steps)
        self.user_id = HOST
        self._refusal: Callable[[], Message | None] = nothing_refused

    def as_user(self, author: str, refusal: Callable[[], Message | None]) -> LiveTable:
        """Return the same table for somebody else; `refusal` says, at each change, why they may not make it."""
        other = copy(self)
        other.user_id, other._refusal = author, refusal  # noqa: SLF001 - it is one of these itself
        return other

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._shared.id

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self._shared.game

    @property
    def state(self) -> TableState[Any, Any]:
        """What lies on the table now."""
        return self._shared.state

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
        return self._shared.evaluate().columns

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self._shared.evaluate().problems

    def unknown(self, seat: int) -> bool:
        """Whether a player has something whose points nobody knows yet, such as a villa that the chart lacks."""
        return self._shared.evaluate().unknown[seat]

    @property
    def undo_state(self) -> UndoState:
        """What undo and redo would do here."""
        undo, redo = self._shared.steps.get(self.user_id, (None, None))
        return UndoState(undo=None if undo is None else undo.label, redo=None if redo is None else redo.label)

    @property
    def last(self) -> int | None:
        """The number of the step that undo would take back."""
        undo, _ = self._shared.steps.get(self.user_id, (None, None))
        return None if undo is None else undo.number

    @property
    def refusal(self) -> Message | None:
        """Why nothing may be changed here now, nothing where it may."""
        return self._refusal()

    async def ready(self) -> None:
        """Know what can be taken back here."""
        await self._shared.know(self.user_id)

    async def change(self, label: str, step: Callable[[TableState[Any, Any]], TableState[Any, Any]]) -> None:
        """Change the table by a pure function of what it is now; nothing happens where that changes nothing.

        Raises:
            RefusedError: whoever has it open here may not do that; the table is as it was.
            StoreError: it could not be saved; the table is as it was.

        """
        self._asked()

        async def act() -> bool:
            self._asked()  # again, as it may have waited for others
            kept = self._shared
            after = kept.write(step(kept.state))
            changes = difference(kept.written().facts, after.facts)
            if changes:
                await kept.save(TableStep(kept.revision + 1, self.user_id, label, changes), after)
            return bool(changes)

        await self._shared.attempt(self.user_id, act)

    async def undo(self) -> bool:
        """Take back the last step made here; say whether anything of it still stood, as nobody has changed it since."""
        self._asked()
        return await self._shared.attempt(self.user_id, lambda: self._turn("undo"))

    async def redo(self) -> bool:
        """Bring back the step that was taken back last; say whether anything of it could be."""
        self._asked()
        return await self._shared.attempt(self.user_id, lambda: self._turn("redo"))

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after every change, until what is returned is called."""
        return self._shared.subscribe(on_change)

    async def reload(self) -> None:
        """Take up what other processes have saved.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        await self._shared.reload()

    def end(self) -> None:
        """Have everybody know that the table is not in play any more."""
        self._shared.end()

    def _asked(self) -> None:
        refusal = self.refusal
        if refusal is not None:
            raise RefusedError(refusal)

    async def _turn(self, kind: StepKind) -> bool:
        self._asked()  # again, as it may have waited for others
        kept = self._shared
        done, undone = kept.steps[self.user_id]
        step = done if kind == "undo" else undone
        if step is None:
            return False
        changes = reversed_(step.changes) if kind == "undo" else step.changes
        facts = kept.written().facts
        back = reversed_(still_true(facts, reversed_(changes)))
        whole = unflatten(applied(facts, back))
        after = kept.write(state_of(kept.game, kept.extras, (whole[DOCUMENT], whole[BESIDE])))
        await kept.save(TableStep(kept.revision + 1, self.user_id, step.label, back, kind, step.number), after)
        return bool(back)


Steps = tuple[StoredStep | None, StoredStep | None]


def _save(store: Store, table_id: str, step: TableStep, stored: Stored) -> Steps:
    saved = store.save(table_id, step, *stored)
    if step.kind != "step":
        return steps_of(store, table_id, step.author)
    number, author, label, changes = step.number, step.author, step.label, step.changes
    done = StoredStep(
        number=number, author=author, label=label, changes=changes, kind="step", state="done", at=saved.changed
    )
    return done, None


def steps_of(store: Store, table_id: str, author: str = HOST) -> Steps:
    """Return the steps that undo and redo of somebody would turn."""
    return store.undoable(table_id, author), store.redoable(table_id, author)
