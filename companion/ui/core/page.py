"""A page: the language of its reader, and where its browser is or is going."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.languages import LANGUAGE_SETTING, WANTED, best_of, catalogue, languages
from scoring.messages import read_by

if TYPE_CHECKING:
    from collections.abc import Mapping


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
