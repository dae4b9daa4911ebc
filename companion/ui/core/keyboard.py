"""The keyboard: the open screen says which keys it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.ui.core.error_boundary import safe
from companion.ui.core.hooks import nothing, use_effect, use_ref

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import flet as ft

ARROW_SIDES: Final = {"Arrow Up": "N", "Arrow Right": "E", "Arrow Down": "S", "Arrow Left": "W"}

LEAVE: Final = "Browser Back"
"""The key by which the page says that Back closes what is open (`back.js`); no field takes it."""


class Keys:
    """The listeners to keys; the last one to subscribe is called first, and returns whether it took the key.

    While `typing`, a text field has the focus and takes all keys but those with Ctrl or Meta, and Back.
    """

    def __init__(self) -> None:
        """Begin without listeners."""
        self.typing = False
        self._listeners: list[Callable[[ft.KeyboardEvent], Any]] = []

    def subscribe(self, listener: Callable[[ft.KeyboardEvent], Any]) -> Callable[[], None]:
        """Call `listener` with keys until the function returned is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def press(self, event: ft.KeyboardEvent) -> None:
        """Pass a key to the listeners until one takes it."""
        if self.typing and event.key != LEAVE and not (event.ctrl or event.meta):
            return
        for listener in reversed(self._listeners):
            if await listener(event):
                return


def use_keys(keys: Keys, press: Callable[[ft.KeyboardEvent], Any]) -> None:
    """Call `press` with keys while the component is shown; it returns whether it took the key."""
    latest = use_ref(lambda: press)
    latest.current = press
    stop = use_ref(lambda: nothing)

    async def heard(event: ft.KeyboardEvent) -> bool:
        return bool(await latest.current(event))

    def start() -> None:
        stop.current = keys.subscribe(heard)

    use_effect(start, [], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then


def use_arrows(
    keys: Keys,
    picked: Callable[[], str | None],
    pick: Callable[[str | None], Awaitable[None]],
    neighbour_of: Callable[[str], str],
) -> None:
    """Let arrows pick the neighbour of the picked square on a side (N, E, S or W), and Escape pick none."""

    async def press(event: ft.KeyboardEvent) -> bool:
        if event.ctrl or event.alt or event.meta:
            return False
        if event.key == "Escape" and picked() is not None:
            await pick(None)
            return True
        if event.key not in ARROW_SIDES:
            return False
        await pick(neighbour_of(ARROW_SIDES[event.key]))
        return True

    use_keys(keys, press)


def text_focus_handlers(keys: Keys) -> dict[str, Any]:
    """Return the focus handlers of a text field, so that it takes the keys while it has the focus."""

    def enter() -> None:
        keys.typing = True

    def leave() -> None:
        keys.typing = False

    return {"on_focus": safe(enter), "on_blur": safe(leave)}
