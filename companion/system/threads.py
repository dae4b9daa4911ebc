"""Work in other threads, for what a screen cannot wait for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


async def offload(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return the result of a pure function, computed in another thread.

    Raises:
        Exception: as the function does.

    """
    return await asyncio.to_thread(function, *args, **kwargs)


class WorkerThread:
    """One thread, which makes calls in the order in which they come."""

    def __init__(self, name: str) -> None:
        """Begin the thread; its name begins with `name`."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, call: Callable[[], R]) -> R:
        """Make a call in the thread and return its result, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    def run_blocking(self, call: Callable[[], R]) -> R:
        """Make a call in the thread, wait for it, and return its result, or raise what it raises."""
        return self._thread.submit(call).result()

    def close(self) -> None:
        """Finish all calls, and end the thread."""
        self._thread.shutdown()
