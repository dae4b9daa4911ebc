"""A page: the language of its reader, where its browser is or is going, and what is said at its foot."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import flet as ft

from companion.formatting.languages import LANGUAGE_SETTING, WANTED, best_of, catalogue, languages
from companion.tables import Observers
from scoring.messages import read_by

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_LANGUAGE_KEY: Final = "language"
"""The key of the session under which stands the code of the language."""

_WANTED_KEY: Final = "languages wanted"
"""The key of the session under which stand the languages that the browser asks for, best first."""


def begin_reading(page: ft.Page, settings: Mapping[str, Any]) -> None:
    """Take up the languages that the browser of a new page asks for, and show the page in the best one."""
    page.session.store.set(_WANTED_KEY, WANTED.get())
    apply_language(page, settings)


def apply_language(page: ft.Page, settings: Mapping[str, Any]) -> None:
    """Show a page in the language of the settings, or else in the best one that its browser asks for."""
    chosen = settings.get(LANGUAGE_SETTING)
    code = chosen if chosen in languages() else best_of(page.session.store.get(_WANTED_KEY) or ())
    page.session.store.set(_LANGUAGE_KEY, code)
    locales = [ft.Locale(language) for language in languages()]
    page.locale_configuration = ft.LocaleConfiguration(supported_locales=locales, current_locale=ft.Locale(code))
    read_by(catalogue(code))


def read_as(page: ft.Page) -> None:
    """Word messages for the reader of a page from now on, in this task."""
    read_by(catalogue(page.session.store.get(_LANGUAGE_KEY) or ""))


_ADDRESSES_KEY: Final = "addresses"
"""The key of the session under which stands where the browser was sent."""


@dataclass
class _Addresses:
    """Where a browser was sent from an address, in order, as far as it has not arrived there, and where it was before.

    `before` is "" where the app was opened at this address, or loaded anew there.
    """

    start: str
    before: str = ""
    ahead: list[str] = field(default_factory=list)

    def arrive(self, address: str) -> None:
        """Note where the browser is; one that went elsewhere by itself is on no way of ours."""
        if address != self.start:
            self.ahead = self.ahead[self.ahead.index(address) + 1 :] if address in self.ahead else []
            self.before, self.start = self.start, address


def note_addresses(page: ft.Page) -> None:
    """Note from now on where the browser of a page is sent."""
    addresses = _Addresses(page.route)
    page.session.store.set(_ADDRESSES_KEY, addresses)
    navigate = page.navigate

    def noting(route: str, **query: Any) -> None:  # noqa: ANN401 - what Flet takes
        addresses.arrive(page.route)
        addresses.ahead.append(route)
        navigate(route, **query)

    object.__setattr__(page, "navigate", noting)


def address_now(page: ft.Page) -> str:
    """Return the address to which the browser was sent last; the one that it shows, where it has arrived."""
    addresses: _Addresses = page.session.store.get(_ADDRESSES_KEY)
    addresses.arrive(page.route)
    return addresses.ahead[-1] if addresses.ahead else page.route


def came_from(page: ft.Page) -> str:
    """Return from which address the browser came to the one that it shows, "" where it was opened or loaded there."""
    addresses: _Addresses = page.session.store.get(_ADDRESSES_KEY)
    addresses.arrive(page.route)
    return addresses.before


def opened_from(page: ft.Page, play: str) -> str:
    """Return from which address a play was opened, also after pages of its own; the history where nobody knows.

    One that was just finished leads home.
    """
    before, key = came_from(page), f"from where play {play} was opened"
    if before == "/" or before.startswith(("/history", "/statistics", "/people")):
        page.session.store.set(key, before)
    elif before.startswith("/table/") and not page.session.store.contains_key(key):
        page.session.store.set(key, "/")
    return str(page.session.store.get(key) or "/history")


LEAST_SHOWN_MS, READING_MS = 4_000, 60
"""How long a sentence is shown: at least, and for each letter of one that offers no way back; in ms."""

SAME_TAP_S: Final = 1.0
"""Within this time a page or another tap belongs to the tap that also said the sentence, in seconds."""

_KEY: Final = "snack bars"
"""The key of the session under which its sentence stands."""


@dataclass(slots=True, eq=False)
class Snackbar:
    """A sentence, what takes back what it is about, if anything does, and the pages on which it is shown.

    Where several show it one after the other, it is read out on `read_on` alone. The arrow on top also takes back what
    is `undone_above`.
    """

    sentence: str
    undo: Callable[..., Any] | None
    pages: set[str]
    read_on: str
    undone_above: bool = False
    since: float = field(default_factory=time.monotonic)

    def is_read(self, page: ft.Page) -> bool:
        """Return whether it is read out on the page that a browser shows."""
        return self.read_on == _name_of_page(page.route)


class Snackbars:
    """The sentence of one browser; `observers` hear when another one takes its place, or none."""

    def __init__(self) -> None:
        """Begin without one."""
        self.observers: Observers[[]] = Observers()
        self.last: Snackbar | None = None
        self.refusals: list[Callable[[], None]] = []

    def forget_next(self, forget: Callable[[], None]) -> None:
        """Let what was refused go after the next thing that is done, unless that is still the same tap."""
        asyncio.get_running_loop().call_later(SAME_TAP_S, self.refusals.append, forget)

    def show(
        self, sentence: str, undo: Callable[..., Any] | None, page: ft.Page, *, undone_above: bool = False
    ) -> Snackbar:
        """Show a sentence on a page, and on the one to which its browser was sent, instead of the one before."""
        leads_to = _name_of_page(address_now(page))
        self.last = shown = Snackbar(sentence, undo, {_name_of_page(page.route), leads_to}, leads_to, undone_above)
        letters = 0 if undo is not None else len(sentence)
        seconds = max(LEAST_SHOWN_MS, letters * READING_MS) / 1_000
        asyncio.get_running_loop().call_later(seconds, self.leave, shown)
        self.observers.notify()
        return shown

    def leave(self, shown: Snackbar) -> bool:
        """Let a sentence go, and return whether it was still the last one."""
        if self.last is not shown:
            return False
        self.last = None
        self.observers.notify()
        return True

    def outdate(self, shown: Snackbar | None) -> None:
        """Let a sentence that was shown before something was done go after that, unless it alone offers the way back.

        One that is as new as a second tap on the same thing stays.
        """
        while self.refusals:
            self.refusals.pop()()
        if (
            shown is not None
            and (shown.undo is None or shown.undone_above)
            and time.monotonic() - shown.since > SAME_TAP_S
        ):
            self.leave(shown)

    def shows(self, shown: Snackbar) -> bool:
        """Return whether a sentence is still the last one."""
        return self.last is shown

    def on(self, page: ft.Page) -> Snackbar | None:
        """Return the sentence for the page that a browser shows: also where the same tap led there."""
        name, last = _name_of_page(page.route), self.last
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
