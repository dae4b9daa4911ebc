"""Tables in play: plain shared state with revisions; every change is saved before any screen shows it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.evening import Evening, documents, evening_of
from scoring import GAMES
from scoring.parts import problems_in
from storage.changes import applied, difference, flatten, reversed_, still_true, unflatten
from storage.store import Step, Store, StoredStep, StoredTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.editors.base import Editor
    from companion.keeper import Keeper
    from scoring.sheet import Column, Game, Problem
    from storage.changes import Change
    from storage.values import StepKind

HOST: Final = "host"
"""Who changes a table on this machine; undo concerns what one did oneself."""

DOCUMENT, BESIDE = "document", "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What of a table's history can be taken back, and brought again: the labels of these steps."""

    undo: str | None = None
    redo: str | None = None


class LiveTable:
    """One table in play; screens read `evening` and are told when it changes."""

    def __init__(self, stored: StoredTable, editor: Editor, keeper: Keeper, steps: Steps) -> None:
        """Take up a stored table.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        self.id = stored.id
        self.game: Game[Any] = GAMES[stored.game]
        self.editor = editor
        self.evening: Evening[Any, Any] = evening_of(self.game, editor.beside, (stored.document, stored.beside))
        self.revision = stored.revision
        self.created = stored.created
        self._keeper = keeper
        self._lock = asyncio.Lock()
        self._steps = {HOST: steps}
        self._watching: list[Callable[[], None]] = []
        self._looked_at: tuple[Evening[Any, Any], tuple[Column, ...], tuple[Problem, ...]] | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        """The running score of each seat."""
        return self._look()[1]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self._look()[2]

    def unknown(self, seat: int) -> bool:
        """Whether a player has something whose points nobody knows yet, such as a villa that the chart lacks."""
        table = self.evening.table
        alone = replace(table, players=(table.players[seat],))
        return any(True for _ in self.game.unscorable(alone))

    def _look(self) -> tuple[Evening[Any, Any], tuple[Column, ...], tuple[Problem, ...]]:
        if self._looked_at is None or self._looked_at[0] is not self.evening:
            table = self.evening.table
            self._looked_at = (self.evening, self.game.columns(table), tuple(problems_in(table, self.game.limits)))
        return self._looked_at

    @property
    def standing(self) -> Standing:
        """What undo and redo would do on this machine."""
        undo, redo = self._steps[HOST]
        return Standing(undo=None if undo is None else undo.label, redo=None if redo is None else redo.label)

    async def change(
        self, label: str, step: Callable[[Evening[Any, Any]], Evening[Any, Any]], *, author: str = HOST
    ) -> None:
        """Change the table by a pure function of what it is now; nothing happens where that changes nothing.

        Raises:
            StoreError: it could not be saved; the table is as it was.

        """
        async with self._lock:
            before, after = self.evening, step(self.evening)
            changes = difference(self._facts(before), self._facts(after))
            if changes:
                await self._save(Step(self.revision + 1, author, label, changes), after, author)

    async def undo(self, *, author: str = HOST) -> None:
        """Take back the last step of somebody, as far as nobody has changed the same since."""
        async with self._lock:
            step, _ = await self._steps_by(author)
            if step is not None:
                await self._turn(step, reversed_(step.changes), "undo", author)

    async def redo(self, *, author: str = HOST) -> None:
        """Bring back the step that was taken back last."""
        async with self._lock:
            _, step = await self._steps_by(author)
            if step is not None:
                await self._turn(step, step.changes, "redo", author)

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` after every change, until what is returned is called."""
        self._watching.append(told)
        return lambda: self._watching.remove(told) if told in self._watching else None

    async def _steps_by(self, author: str) -> Steps:
        if author not in self._steps:
            self._steps[author] = await self._keeper.ask(steps_of, self.id, author)
        return self._steps[author]

    async def _turn(self, step: StoredStep, changes: tuple[Change, ...], kind: StepKind, author: str) -> None:
        facts = self._facts(self.evening)
        possible = still_true(facts, reversed_(changes))
        back = reversed_(possible)
        whole = unflatten(applied(facts, back))
        after = evening_of(self.game, self.editor.beside, (whole[DOCUMENT], whole[BESIDE]))
        await self._save(Step(self.revision + 1, author, step.label, back, kind, step.number), after, author)

    async def _save(self, step: Step, after: Evening[Any, Any], author: str) -> None:
        document, beside = documents(self.game, after)
        self._steps[author] = await self._keeper.ask(_save, self.id, step, (document, beside), author)
        self.evening, self.revision = after, step.number
        for told in tuple(self._watching):
            told()

    def _facts(self, evening: Evening[Any, Any]) -> dict[str, Any]:
        document, beside = documents(self.game, evening)
        return flatten({DOCUMENT: document, BESIDE: beside})


Steps = tuple[StoredStep | None, StoredStep | None]


def _save(store: Store, table_id: str, step: Step, stored: tuple[dict[str, Any], dict[str, Any]], author: str) -> Steps:
    store.save(table_id, step, *stored)
    return steps_of(store, table_id, author)


def steps_of(store: Store, table_id: str, author: str = HOST) -> Steps:
    """Return the steps that undo and redo of somebody would turn."""
    return store.undoable(table_id, author), store.redoable(table_id, author)
