"""Work in other threads, for what a screen cannot wait for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

P = ParamSpec("P")
R = TypeVar("R")


async def offload(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return the result of a pure function, computed in another thread.

    Raises:
        Exception: as the function does.

    """
    return await asyncio.to_thread(function, *args, **kwargs)


def one_thread(name: str) -> Executor:
    """Return an executor that calls in one thread, in order; its name begins with `name`."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
