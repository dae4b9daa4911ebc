"""Computing in a thread, for what takes longer than a screen may wait; a build without threads changes this alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


async def offload(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return what a pure function returns, computed while the screens go on.

    Raises:
        Exception: as the function does.

    """
    return await asyncio.to_thread(function, *args, **kwargs)
