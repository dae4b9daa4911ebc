"""Undo and redo in one browser: what it shows of a table keeps what is typed before, and shows what changed after."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.core.hooks import use_effect, use_ref

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.attempt import Version
    from companion.tables.live_table import LiveTable

_KEY: Final = "shown of a table"
"""The key of the session under which stands what its browser shows of a table."""


async def _nothing() -> None:
    """Save nothing, as nothing is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown of a table: `keep` saves what is being typed, `show` gets the table without a step and with it."""

    table_id: str
    show: Callable[[Version, Version], Awaitable[None]]
    keep: Callable[[], Awaitable[None]] = _nothing


def use_turning(shown: Shown) -> None:
    """Keep what is typed before each undo and redo of this browser while the component is shown, and show what came."""
    store = ft.context.page.session.store
    latest = use_ref(lambda: shown)
    latest.current = shown

    def start() -> None:
        store.set(_KEY, latest)

    def stop() -> None:
        if store.get(_KEY) is latest:
            store.set(_KEY, None)

    use_effect(start, [], cleanup=stop)


async def undo_and_show(live: LiveTable, only: int | None = None) -> bool | None:
    """Undo as `LiveTable.undo` does, and show what that changed."""
    return await _turned(live, partial(live.undo, only), back=True)


async def redo_and_show(live: LiveTable) -> bool | None:
    """Redo as `LiveTable.redo` does, and show what that changed."""
    return await _turned(live, live.redo, back=False)


async def _turned(live: LiveTable, turn: Callable[[], Awaitable[bool | None]], *, back: bool) -> bool | None:
    latest = ft.context.page.session.store.get(_KEY)
    shown: Shown | None = None if latest is None else latest.current
    if shown is None or shown.table_id != live.id:
        return await turn()
    await shown.keep()
    before = live.now
    stood = await turn()
    if stood:
        await shown.show(*((live.now, before) if back else (before, live.now)))
    return stood
