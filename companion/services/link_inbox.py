"""What links brought that were opened in a browser: kept for a while, until the screen asks for it.

The data of a link stands in its fragment, which no browser sends by itself; a script on the page hands it over.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable


MAX_LINKS: Final = 64
"""How many are kept; with one more the oldest goes."""


LINK_LIFETIME_S: Final = 60 * 60
"""How long one is kept, in seconds."""


ID_BYTES: Final = 16
"""How many random bytes an id has, so that nobody guesses it."""


class LinkInbox:
    """What links brought, by ids that only those know who handed it over."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing; the clock counts seconds."""
        self._clock = clock
        self._kept: dict[str, tuple[float, str]] = {}

    def keep(self, fragment: str) -> str:
        """Keep the fragment of a link, without its `#`, and return the id to ask for it by."""
        self._forget()
        while len(self._kept) >= MAX_LINKS:
            del self._kept[next(iter(self._kept))]
        number = secrets.token_urlsafe(ID_BYTES)
        self._kept[number] = (self._clock(), fragment)
        return number

    def get(self, number: str) -> str | None:
        """Return what was kept under an id, `None` where it is not there, or not there any more."""
        self._forget()
        found = self._kept.get(number)
        return None if found is None else found[1]

    def all(self) -> tuple[str, ...]:
        """Return all that is kept, the oldest first."""
        self._forget()
        return tuple(fragment for _, fragment in self._kept.values())

    def _forget(self) -> None:
        end = self._clock() - LINK_LIFETIME_S
        self._kept = {number: (at, fragment) for number, (at, fragment) in self._kept.items() if at >= end}


LINK_INBOX: Final = LinkInbox()
"""What links brought to this process."""
