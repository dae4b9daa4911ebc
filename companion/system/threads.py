"""Computing in a thread, for work that a screen cannot wait for; a build without threads changes this alone."""

from __future__ import annotations

import asyncio
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
