"""The store in a thread of its own where there are threads, so that no screen waits for the disk."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from companion.system.machine import one_thread
from companion.tables.waiting import WaitingChanges
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

P = ParamSpec("P")
R = TypeVar("R")


class StoreWorker:
    """Runs calls of the store in its thread, in the order in which they come; `waiting` are changes for it to save."""

    def __init__(self, opening: Callable[[], Store], begin: Callable[[str], Executor] = one_thread) -> None:
        """Open the store in the thread where its calls will run, which `begin` begins under a name.

        Raises:
            StoreError: as opening does.

        """
        self.waiting = WaitingChanges()
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
        """Run a call of the store and wait for its result; only before the app is served."""
        return self._begun(call, *args, **kwargs).result()

    def _begun(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        reader = copy_context()
        return self._thread.submit(lambda: reader.run(call, self._store, *args, **kwargs))

    def close(self) -> None:
        """Finish all calls, and close the store."""
        self.run_blocking(Store.close)
        self._thread.shutdown()
