"""The store in a thread of its own, so that no screen waits for the disk."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.tables import Store

P = ParamSpec("P")
R = TypeVar("R")


class StoreWorker:
    """Runs calls of the store in its thread, in the order in which they come."""

    def __init__(self, store: Store, thread: ThreadPoolExecutor) -> None:
        """Keep the store and the thread that it lives in."""
        self._store = store
        self._thread = thread

    async def run(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call of the store and return its result, such as `await worker.run(Store.table, table_id)`.

        Raises:
            StoreError: as the call itself does.

        """
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: call(self._store, *args, **kwargs)
        )

    def run_blocking(self, call: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call of the store and wait for its result; only before the app is served."""
        return self._thread.submit(call, self._store, *args, **kwargs).result()

    def close(self) -> None:
        """Finish all calls, and close the store."""
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()


def open_store(opening: Callable[[], Store]) -> StoreWorker:
    """Open the store in the thread where its calls will run.

    Raises:
        StoreError: as opening does.

    """
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
    try:
        return StoreWorker(thread.submit(opening).result(), thread)
    except BaseException:
        thread.shutdown()
        raise
