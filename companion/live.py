"""Tables in play: plain shared state with revisions; every change is saved before any screen shows it."""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.evening import Evening, documents, documents_after, evening_of
from scoring import GAMES
from scoring.problems import problems_in
from storage.changes import applied, difference, flatten, reversed_, still_true, unflatten
from storage.store import StaleError, Step, Store, StoredStep, StoredTable, StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from datetime import datetime

    from companion.editors.base import Editor
    from companion.evening import Stored
    from companion.keeper import Keeper
    from scoring.game import Game
    from scoring.messages import Message
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.changes import Fact
    from storage.values import StepKind

HOST: Final = "host"
"""Who changes a table on this machine; undo concerns what one did oneself."""

DOCUMENT, BESIDE = "document", "beside"


class RefusedError(StoreError):
    """Somebody may not do what they asked for; nothing has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What of a table's history can be taken back, and brought again: the labels of these steps."""

    undo: str | None = None
    redo: str | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    """An evening, and what follows from it."""

    evening: Evening[Any, Any]
    columns: tuple[Column, ...]
    problems: tuple[Problem, ...]
    unknown: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class _Written:
    """An evening, as it is stored, and the facts of that."""

    evening: Evening[Any, Any]
    stored: Stored
    facts: Mapping[str, Fact]


class _Kept:
    """What all who have a table open share: how it lies there, what each can take back, and who is told of changes."""

    def __init__(self, stored: StoredTable, editor: Editor, keeper: Keeper, steps: Steps) -> None:
        self.id = stored.id
        self.game: Game[Any] = GAMES[stored.game]
        self.editor = editor
        self.evening: Evening[Any, Any] = evening_of(self.game, editor.beside, (stored.document, stored.beside))
        self.revision = stored.revision
        self.created = stored.created
        self.ended = False
        self.steps = {HOST: steps}
        self.lock = asyncio.Lock()
        self._keeper = keeper
        self._watching: list[Callable[[], None]] = []
        self._seen: _Seen | None = None
        self._written: _Written | None = None

    def look(self) -> _Seen:
        if self._seen is None or self._seen.evening is not self.evening:
            table = self.evening.table
            problems = tuple(problems_in(table, self.game.limits))
            unknown = tuple(self._is_unknown(player) for player in table.players)
            self._seen = _Seen(self.evening, self.game.columns(table), problems, unknown)
        return self._seen

    def _is_unknown(self, player: object) -> bool:
        alone = replace(self.evening.table, players=(player,))
        return any(True for _ in self.game.unscorable(alone))

    def written(self) -> _Written:
        if self._written is None or self._written.evening is not self.evening:
            self._written = self._as_written(self.evening, documents(self.game, self.evening))
        return self._written

    def write(self, evening: Evening[Any, Any]) -> _Written:
        before = self.written()
        return self._as_written(evening, documents_after(evening, before.evening, before.stored))

    def _as_written(self, evening: Evening[Any, Any], stored: Stored) -> _Written:
        document, beside = stored
        return _Written(evening, stored, flatten({DOCUMENT: document, BESIDE: beside}))

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        self._watching.append(told)
        return lambda: self._watching.remove(told) if told in self._watching else None

    def tell(self) -> None:
        for told in tuple(self._watching):
            told()

    async def know(self, author: str) -> Steps:
        if author not in self.steps:
            self.steps[author] = await self._keeper.ask(steps_of, self.id, author)
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

    async def save(self, step: Step, after: _Written) -> None:
        self.steps[step.author] = await self._keeper.ask(_save, self.id, step, after.stored)
        self.evening, self.revision, self._written = after.evening, step.number, after
        self.tell()

    async def read_again(self) -> None:
        async with self.lock:
            await self._take()

    async def _take(self) -> None:
        """Take from the store what has been saved there by others."""
        stored = await self._keeper.ask(Store.table, self.id)
        if stored is None or stored.state != "running":
            self.end()
        elif stored.revision != self.revision:  # lower after an older database was put back
            evening = evening_of(self.game, self.editor.beside, (stored.document, stored.beside))
            self.steps = {author: await self._keeper.ask(steps_of, self.id, author) for author in self.steps}
            self.evening, self.revision = evening, stored.revision
            self.tell()

    def end(self) -> None:
        self.ended = True
        self.tell()


class LiveTable:
    """One table in play, as somebody has it open: screens read `evening` and are told when it changes.

    What is done here is done by its `author`, whose steps alone it can take back.
    """

    def __init__(self, stored: StoredTable, editor: Editor, keeper: Keeper, steps: Steps) -> None:
        """Take up a stored table for the host, whose last steps these are.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        self._kept = _Kept(stored, editor, keeper, steps)
        self.author = HOST
        self._refusal: Callable[[], Message | None] = nothing_refused

    def by(self, author: str, refusal: Callable[[], Message | None]) -> LiveTable:
        """Return the same table for somebody else; `refusal` says, at each change, why they may not make it."""
        other = copy(self)
        other.author, other._refusal = author, refusal  # noqa: SLF001 - it is one of these itself
        return other

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._kept.id

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self._kept.game

    @property
    def editor(self) -> Editor:
        """What the game needs on the screen."""
        return self._kept.editor

    @property
    def evening(self) -> Evening[Any, Any]:
        """What lies on the table now."""
        return self._kept.evening

    @property
    def revision(self) -> int:
        """The number of the last step."""
        return self._kept.revision

    @property
    def created(self) -> datetime:
        """When the table was begun."""
        return self._kept.created

    @property
    def ended(self) -> bool:
        """Whether it is not in play any more: finished, or removed."""
        return self._kept.ended

    @property
    def columns(self) -> tuple[Column, ...]:
        """The running score of each seat."""
        return self._kept.look().columns

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self._kept.look().problems

    def unknown(self, seat: int) -> bool:
        """Whether a player has something whose points nobody knows yet, such as a villa that the chart lacks."""
        return self._kept.look().unknown[seat]

    @property
    def standing(self) -> Standing:
        """What undo and redo would do here."""
        undo, redo = self._kept.steps.get(self.author, (None, None))
        return Standing(undo=None if undo is None else undo.label, redo=None if redo is None else redo.label)

    @property
    def last(self) -> int | None:
        """The number of the step that undo would take back."""
        undo, _ = self._kept.steps.get(self.author, (None, None))
        return None if undo is None else undo.number

    @property
    def refusal(self) -> Message | None:
        """Why nothing may be changed here now, nothing where it may."""
        return self._refusal()

    async def ready(self) -> None:
        """Know what can be taken back here."""
        await self._kept.know(self.author)

    async def change(self, label: str, step: Callable[[Evening[Any, Any]], Evening[Any, Any]]) -> None:
        """Change the table by a pure function of what it is now; nothing happens where that changes nothing.

        Raises:
            RefusedError: whoever has it open here may not do that; the table is as it was.
            StoreError: it could not be saved; the table is as it was.

        """
        self._asked()

        async def act() -> bool:
            self._asked()  # again, as it may have waited for others
            kept = self._kept
            after = kept.write(step(kept.evening))
            changes = difference(kept.written().facts, after.facts)
            if changes:
                await kept.save(Step(kept.revision + 1, self.author, label, changes), after)
            return bool(changes)

        await self._kept.attempt(self.author, act)

    async def undo(self) -> bool:
        """Take back the last step made here; say whether anything of it still stood, as nobody has changed it since."""
        self._asked()
        return await self._kept.attempt(self.author, lambda: self._turn("undo"))

    async def redo(self) -> bool:
        """Bring back the step that was taken back last; say whether anything of it could be."""
        self._asked()
        return await self._kept.attempt(self.author, lambda: self._turn("redo"))

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` after every change, until what is returned is called."""
        return self._kept.watch(told)

    async def read_again(self) -> None:
        """Take up what other processes have saved.

        Raises:
            codec.DocumentError: what is stored cannot be read.

        """
        await self._kept.read_again()

    def end(self) -> None:
        """Have everybody know that the table is not in play any more."""
        self._kept.end()

    def _asked(self) -> None:
        refusal = self.refusal
        if refusal is not None:
            raise RefusedError(refusal)

    async def _turn(self, kind: StepKind) -> bool:
        self._asked()  # again, as it may have waited for others
        kept = self._kept
        done, undone = kept.steps[self.author]
        step = done if kind == "undo" else undone
        if step is None:
            return False
        changes = reversed_(step.changes) if kind == "undo" else step.changes
        facts = kept.written().facts
        back = reversed_(still_true(facts, reversed_(changes)))
        whole = unflatten(applied(facts, back))
        after = kept.write(evening_of(kept.game, kept.editor.beside, (whole[DOCUMENT], whole[BESIDE])))
        await kept.save(Step(kept.revision + 1, self.author, step.label, back, kind, step.number), after)
        return bool(back)


def nothing_refused() -> Message | None:
    """Refuse nothing: what the host may."""
    return None


Steps = tuple[StoredStep | None, StoredStep | None]


def _save(store: Store, table_id: str, step: Step, stored: Stored) -> Steps:
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
