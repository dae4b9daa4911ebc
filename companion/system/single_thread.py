"""The same work where there is one thread alone, as in a browser's worker: it is done at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
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


def one_thread(_: str) -> Executor:
    """Return an executor that calls at once, in the only thread; the store's calls are short enough for that."""
    return _AtOnce()


class _AtOnce(Executor):
    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Make a call."""
        made: Future[R] = Future()
        try:
            made.set_result(call(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - whoever waits for the result raises it
            made.set_exception(error)
        return made
