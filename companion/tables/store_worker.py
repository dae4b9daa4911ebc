"""The store in a thread of its own where there are threads, so that no screen waits for the disk."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from companion.system.machine import WorkerThread
from companion.tables.waiting import WaitingChanges

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.system.machine import Worker
    from storage.repositories.tables import Store

P = ParamSpec("P")
R = TypeVar("R")


class StoreWorker:
    """Runs calls of the store in its thread, in the order in which they come; `waiting` are changes for it to save."""

    def __init__(self, store: Store, thread: Worker) -> None:
        """Keep the store and the thread that it lives in."""
        self.waiting = WaitingChanges()
        self._store = store
        self._thread = thread

    async def run(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call of the store and return its result, such as `await worker.run(Store.table, table_id)`.

        Raises:
            StoreError: as the call itself does.

        """
        reader = copy_context()
        return await self._thread.run(lambda: reader.run(call, self._store, *args, **kwargs))

    def run_blocking(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call of the store and wait for its result; only before the app is served."""
        reader = copy_context()
        return self._thread.run_blocking(lambda: reader.run(call, self._store, *args, **kwargs))

    def close(self) -> None:
        """Finish all calls, and close the store."""
        self._thread.run_blocking(self._store.close)
        self._thread.close()


def open_store(opening: Callable[[], Store], begin: Callable[[str], Worker] = WorkerThread) -> StoreWorker:
    """Open the store in the thread where its calls will run, which `begin` begins under a name.

    Raises:
        StoreError: as opening does.

    """
    thread = begin("store")
    try:
        return StoreWorker(thread.run_blocking(opening), thread)
    except BaseException:
        thread.close()
        raise
