"""The store in a thread of its own, so that no screen waits for the disk, and the changes that wait to be saved."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from companion.system.machine import one_thread
from companion.tables import Observers
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future

    from scoring.messages import Message

LATE_AFTER_S: Final = 1.0
"""Seconds without a change being saved after which those that wait are said to: most are saved within a few ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaved:
    """How many changes wait to be saved, and why, `None` while the database has not answered."""

    count: int
    why: Message | None


class WaitingChanges:
    """The changes of all tables that wait to be saved; `observers` hear when what is said of them changes.

    `times_caught_up` counts how often all of those that had to wait for long were saved.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self.observers: Observers[[]] = Observers()
        self.times_caught_up = 0
        self._count = 0
        self._late = False
        self._why: Message | None = None
        self._all_saved = True
        self._timer: asyncio.TimerHandle | None = None

    @property
    def unsaved(self) -> Unsaved | None:
        """What waits for long already, or in vain; `None` where nothing does."""
        return Unsaved(count=self._count, why=self._why) if self._late else None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count a change as one that waits, until it is saved or given up."""
        self._count += 1
        self._note()
        try:
            yield
        except BaseException:
            self._all_saved = False  # whoever made it says so
            raise
        finally:
            self._count -= 1
            self._note()

    def put_off(self, why: Message) -> None:
        """Note why the change whose turn it is could not be saved yet."""
        self._why = why
        self._become_late()

    def _note(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._late:
            if not self._count:
                self._late, self._why = False, None
                self.times_caught_up += self._all_saved
            self.observers.notify()
        elif self._count:
            self._timer = asyncio.get_running_loop().call_later(LATE_AFTER_S, self._become_late)
        if not self._count:
            self._all_saved = True

    def _become_late(self) -> None:
        self._late = True
        self.observers.notify()


P = ParamSpec("P")
R = TypeVar("R")


class StoreWorker:
    """Runs calls of the store in its thread, in the order in which they come; `waiting` are changes for it to save.

    `asked_at` is when it was last asked for something, by the clock `monotonic`.
    """

    def __init__(self, opening: Callable[[], Store], begin: Callable[[str], Executor] = one_thread) -> None:
        """Open the store in the thread where its calls will run, which `begin` begins under a name.

        Raises:
            StoreError: as opening does.

        """
        self.waiting = WaitingChanges()
        self.asked_at = monotonic()
        self._thread = begin("store")
        try:
            self._store = self._thread.submit(opening).result()
        except BaseException:
            self._thread.shutdown()
            raise

    async def run(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call of the store and return its result, such as `await worker.run(Store.table, table_id)`.

        Raises:
            StoreError: as the call itself does.

        """
        made = self._begun(call, *args, **kwargs)
        return made.result() if made.done() else await asyncio.wrap_future(made)

    def run_blocking(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call of the store and wait for its result; once the app is served, only where that is short."""
        return self._begun(call, *args, **kwargs).result()

    def _begun(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        reader, self.asked_at = copy_context(), monotonic()
        return self._thread.submit(lambda: reader.run(call, self._store, *args, **kwargs))

    def close(self) -> None:
        """Finish all calls, and close the store."""
        self.run_blocking(Store.close)
        self._thread.shutdown()
