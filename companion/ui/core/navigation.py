"""Where a browser is or is going: a tap may come before the page of the last tap is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import flet as ft

_KEY: Final = "addresses"
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
    page.session.store.set(_KEY, addresses)
    navigate = page.navigate

    def noting(route: str, **query: Any) -> None:  # noqa: ANN401 - what Flet takes
        addresses.arrive(page.route)
        addresses.ahead.append(route)
        navigate(route, **query)

    object.__setattr__(page, "navigate", noting)


def address_now(page: ft.Page) -> str:
    """Return the address to which the browser was sent last; the one that it shows, where it has arrived."""
    addresses: _Addresses = page.session.store.get(_KEY)
    addresses.arrive(page.route)
    return addresses.ahead[-1] if addresses.ahead else page.route


def came_from(page: ft.Page) -> str:
    """Return from which address the browser came to the one that it shows, "" where it was opened or loaded there."""
    addresses: _Addresses = page.session.store.get(_KEY)
    addresses.arrive(page.route)
    return addresses.before
