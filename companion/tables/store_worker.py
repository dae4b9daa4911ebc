"""The store, asked from a thread of its own, so that no screen waits for the disk."""

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
    """Asks the store; what it is asked is answered in the order in which it was asked."""

    def __init__(self, store: Store, thread: ThreadPoolExecutor) -> None:
        """Keep the store and the thread that it lives in."""
        self._store = store
        self._thread = thread

    async def run(self, question: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what the store answers, such as `await keeper.ask(Store.table, table_id)`.

        Raises:
            StoreError: as the question itself does.

        """
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: question(self._store, *args, **kwargs)
        )

    def run_blocking(self, question: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what the store answers, waiting for it: before the app is served only."""
        return self._thread.submit(question, self._store, *args, **kwargs).result()

    def close(self) -> None:
        """Let what was asked finish, and close the store."""
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()


def open_store(opening: Callable[[], Store]) -> StoreWorker:
    """Open the store in the thread that will ask it.

    Raises:
        StoreError: as opening does.

    """
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
    try:
        return StoreWorker(thread.submit(opening).result(), thread)
    except BaseException:
        thread.shutdown()
        raise
