"""Keeping the screen awake while a table is open, for those who ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.guards import LOG
from companion.hooks import use_kept

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def use_awake(*, awake: bool) -> None:
    """Keep the screen from going dark while the component is shown; where the browser refuses, it goes dark as ever."""
    lock = use_kept(ft.Wakelock)

    async def start() -> None:
        if awake:
            await _asked(lock.current.enable)

    async def stop() -> None:
        if awake:
            await _asked(lock.current.disable)

    ft.use_effect(start, [awake], cleanup=stop)


async def _asked(do: Callable[[], Awaitable[None]]) -> None:
    try:
        await do()
    except (RuntimeError, TimeoutError) as error:
        LOG.info("the browser does not keep the screen awake: %s", error)
