"""The keyboard: whatever screen is open says which keys it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.ui.core.error_boundary import safe
from companion.ui.core.hooks import nothing, use_ref

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ARROWS: Final = {"Arrow Up": "N", "Arrow Right": "E", "Arrow Down": "S", "Arrow Left": "W"}


class Keys:
    """Who is told of a key; the last to come is asked first, and says whether it was for them.

    `typing` is true while a text field has the focus: keys that write are its own then.
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self.typing = False
        self._listeners: list[Callable[[ft.KeyboardEvent], Any]] = []

    def subscribe(self, listener: Callable[[ft.KeyboardEvent], Any]) -> Callable[[], None]:
        """Call `listener` with keys until the function returned is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def press(self, event: ft.KeyboardEvent) -> None:
        """Pass a key on."""
        if self.typing and not (event.ctrl or event.meta):
            return
        for listener in reversed(self._listeners):
            if await listener(event):
                return


def use_keys(keys: Keys, press: Callable[[ft.KeyboardEvent], Any]) -> None:
    """Let a component know of keys while it is shown; `press` returns whether the key was for it."""
    latest = use_ref(lambda: press)
    latest.current = press
    stop = use_ref(lambda: nothing)

    async def heard(event: ft.KeyboardEvent) -> bool:
        return bool(await latest.current(event))

    def start() -> None:
        stop.current = keys.subscribe(heard)

    ft.use_effect(start, [], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then


def use_arrows(
    keys: Keys,
    here: Callable[[], str | None],
    pick: Callable[[str | None], Awaitable[None]],
    extras: Callable[[str], str],
) -> None:
    """Let arrows pick the place of a board that lies `beside` the one picked, to a side; Escape picks none."""

    async def press(event: ft.KeyboardEvent) -> bool:
        if event.ctrl or event.alt or event.meta:
            return False
        if event.key == "Escape" and here() is not None:
            await pick(None)
            return True
        if event.key not in ARROWS:
            return False
        await pick(extras(ARROWS[event.key]))
        return True

    use_keys(keys, press)


def field_focus(keys: Keys) -> dict[str, Any]:
    """Return what a text field says of its focus, so that its letters stay its own."""

    def enter() -> None:
        keys.typing = True

    def leave() -> None:
        keys.typing = False

    return {"on_focus": safe(enter), "on_blur": safe(leave)}
