"""What is said at the foot of a page for some seconds: one sentence at a time, on the page that it is about."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from companion.tables.observers import Observers
from companion.ui.core.page import address_now

if TYPE_CHECKING:
    from collections.abc import Callable

    import flet as ft

LEAST_SHOWN_MS, READING_MS = 4_000, 60
"""How long a sentence is shown: at least, and for each letter of one that offers no way back; in ms."""

SAME_TAP_S: Final = 1.0
"""Within this time a page belongs to the tap that also said the sentence, in seconds."""

_KEY: Final = "snack bars"
"""The key of the session under which its sentence stands."""


@dataclass(slots=True, eq=False)
class Snackbar:
    """A sentence, what takes back what it is about, if anything does, and the pages on which it is shown.

    Where several show it one after the other, it is read out on `read_on` alone.
    """

    sentence: str
    undo: Callable[..., Any] | None
    pages: set[str]
    read_on: str
    since: float = field(default_factory=time.monotonic)

    def is_read(self, page: ft.Page) -> bool:
        """Return whether it is read out on the page that a browser shows."""
        return self.read_on == _name_of_page(page.route)


class Snackbars:
    """The sentence of one browser; `observers` hear when another one takes its place, or none."""

    def __init__(self) -> None:
        """Begin without one."""
        self.observers: Observers[[]] = Observers()
        self._last: Snackbar | None = None

    def show(self, sentence: str, undo: Callable[..., Any] | None, page: ft.Page) -> Snackbar:
        """Show a sentence on a page, and on the one to which its browser was sent, instead of the one before."""
        leads_to = _name_of_page(address_now(page))
        self._last = shown = Snackbar(sentence, undo, {_name_of_page(page.route), leads_to}, leads_to)
        letters = 0 if undo is not None else len(sentence)
        seconds = max(LEAST_SHOWN_MS, letters * READING_MS) / 1_000
        asyncio.get_running_loop().call_later(seconds, self.leave, shown)
        self.observers.notify()
        return shown

    def leave(self, shown: Snackbar) -> bool:
        """Let a sentence go, and return whether it was still the last one."""
        if self._last is not shown:
            return False
        self._last = None
        self.observers.notify()
        return True

    def shows(self, shown: Snackbar) -> bool:
        """Return whether a sentence is still the last one."""
        return self._last is shown

    def on(self, page: ft.Page) -> Snackbar | None:
        """Return the sentence for the page that a browser shows: also where the same tap led there."""
        name, last = _name_of_page(page.route), self._last
        if last is None or name in last.pages:
            return last
        if time.monotonic() - last.since > SAME_TAP_S:
            return None
        last.pages.add(name)
        return last


def snackbars_of(page: ft.Page) -> Snackbars:
    """Return what is said in the browser of a page."""
    store = page.session.store
    if not store.contains_key(_KEY):
        store.set(_KEY, Snackbars())
    bars: Snackbars = store.get(_KEY)
    return bars


def _name_of_page(address: str) -> str:
    """Return what tells a page from others: all tabs and seats of a table are one."""
    path = urlsplit(address).path
    return "/".join(path.split("/")[:3]) if path.startswith("/table/") else path
