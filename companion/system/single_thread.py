"""The same work where there is one thread alone, as in a browser's worker: it is done at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


async def offload(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return the result of a pure function; what was to be shown before is sent to the screen first.

    Raises:
        Exception: as the function does.

    """
    await asyncio.sleep(0)
    return function(*args, **kwargs)


class WorkerThread:
    """The only thread, in which calls are made at once: a call of the store takes no longer than a turn of the loop."""

    def __init__(self, _: str) -> None:
        """Begin nothing, as the thread runs already."""

    async def run(self, call: Callable[[], R]) -> R:
        """Make a call and return its result, or raise what it raises."""
        return call()

    def run_blocking(self, call: Callable[[], R]) -> R:
        """Make a call and return its result, or raise what it raises."""
        return call()

    def close(self) -> None:
        """End nothing: the thread goes with its page."""
