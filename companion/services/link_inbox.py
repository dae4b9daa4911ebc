"""The links that were opened in a browser, kept for a while until a screen asks for them.

The data of a link stands in its fragment, which no browser sends by itself; a script on the page hands it over.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Final

from cachetools import TTLCache

from storage.codes.frames import MAX_FRAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MAX_LINKS: Final = 64
"""How many ids are known; with one more the oldest goes."""

LINK_LIFETIME_S: Final = 60 * 60
"""Seconds that a link is kept."""

ID_BYTES: Final = 16
"""Random bytes of an id, so that nobody guesses it."""


class LinkInbox:
    """The fragments of opened links by random ids; only the page that handed them over knows their id."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin empty; the clock counts seconds."""
        self._fragments: TTLCache[str, tuple[str, ...]] = TTLCache(MAX_LINKS, LINK_LIFETIME_S, timer=clock)

    def add(self, fragments: str) -> str:
        """Keep the fragments of links, one a line and without `#`, and return their id; no more than a series has."""
        link_id = secrets.token_urlsafe(ID_BYTES)
        self._fragments[link_id] = tuple(fragments.split("\n")[:MAX_FRAMES])
        return link_id

    def get(self, link_id: str) -> tuple[str, ...]:
        """Return the fragments with this id, none where it is unknown or has expired."""
        return self._fragments.get(link_id, ())

    def discard(self, fragments: Iterable[str]) -> None:
        """Forget fragments that were kept or left."""
        gone = frozenset(fragments)
        for link_id, kept in tuple(self._fragments.items()):
            if gone.intersection(kept):
                self._fragments[link_id] = tuple(fragment for fragment in kept if fragment not in gone)

    def all(self) -> tuple[str, ...]:
        """Return all fragments, the oldest first."""
        return tuple(fragment for fragments in self._fragments.values() for fragment in fragments)
