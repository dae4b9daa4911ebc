"""Choosing files of the device: what is handed over, or that nothing arrived because it was too much at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.hooks import use_kept
from companion.ui import use_ui

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

CHOOSING: Final = "choosing"
"""Where a browser remembers that files are being chosen: too much at once cuts its connection."""


def use_files(lost: Callable[[], Awaitable[None]]) -> Callable[..., Awaitable[list[ft.FilePickerFile]]]:
    """Return what lets files be chosen and hands them over; `lost` is called where none arrived."""
    store = ft.context.page.session.store
    picker = use_kept(ft.FilePicker)

    async def look_back() -> None:
        if store.get(CHOOSING):
            store.set(CHOOSING, "")
            await lost()

    ft.use_effect(look_back, [use_ui().turn])

    async def choose(**how: Any) -> list[ft.FilePickerFile]:  # noqa: ANN401 - what a picker takes
        store.set(CHOOSING, CHOOSING)
        picked = await picker.current.pick_files(with_data=True, **how)
        store.set(CHOOSING, "")
        return picked

    return choose
