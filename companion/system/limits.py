"""What the network may ask of the server: every limit of connections, requests, messages, phones and guesses."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

from storage.codes import links
from storage.repositories import photos

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CONNECTIONS: Final = 480
"""Open connections in all; fewer where the system gives a process less than 1,024 descriptors."""

MAX_CONNECTIONS_OF_ADDRESS: Final = 64
"""Open connections of another machine; this machine and trusted proxies speak for many."""

DESCRIPTORS_KEPT: Final = 64
"""Descriptors that are never given to connections: for the database, backups, logs and what is just being accepted."""

FIRST_REQUEST_TIMEOUT_S: Final = 10
"""Seconds in which a whole request must come, from the connection or its first byte to the end of its body."""

KEEP_ALIVE_S: Final = 5
"""Seconds that a connection stays open after an answer, for the next request."""

STALLED_TIMEOUT_S: Final = 30
"""Seconds after which a connection is cut whose other end takes nothing of what it was sent."""

PING_TIMEOUT_S: Final = 20
"""Seconds between two pings of a page, and seconds that it has to answer one."""

CLOSE_TIMEOUT_S: Final = 2
"""Seconds that a page has to agree that it is closed."""

MAX_HEADER_BYTES: Final = 16 * 1024
"""The longest head of a request; beyond it the connection is cut."""

MAX_JOIN_BYTES: Final = 1000
"""The longest body with the secret of a code."""

MAX_LINK_BYTES: Final = links.MAX_LINK_LENGTH
"""The longest body with links that were opened or scanned, or with a picture of a camera; no other body is longer."""

MAX_SCAN_PIXELS: Final = 1280 * 1280
"""The largest picture of a camera that is looked through for codes, in pixels."""

SCANS_PER_SECOND: Final = 5
"""Pictures of a camera that are looked through in a second for one phone, or for all browsers of this machine."""

SCAN_BURST: Final = 10
"""Pictures of a camera that may come at once before one is left out."""

MAX_SCANS: Final = 2
"""Pictures of cameras that are looked through at the same time; what comes meanwhile is left out."""

MAX_FRAME_BYTES: Final = 256 * 1024
"""The longest message of a phone; the longest text that somebody types there is much shorter."""

MAX_HOST_FRAME_BYTES: Final = 16 * 1024 * 1024
"""The longest message of a host's page, which may be a file to import, or a photo before it is made smaller."""

MAX_UPLOAD_BYTES: Final = MAX_HOST_FRAME_BYTES - 1024 * 1024
"""The largest file that is chosen in a browser: it comes as one message, with a name and the like."""

MAX_PHOTO_BYTES: Final = photos.MAX_PHOTO_BYTES
"""The largest photo of a table that is kept, sent to pages, and imported from files."""

EVENTS_PER_SECOND: Final = 30
"""Messages of a phone that are passed on in a second, over all its pages; more have to wait."""

EVENT_BURST: Final = 60
"""Messages that a phone may send at once before they have to wait."""

EVENT_BYTES: Final = 4 * 1024
"""A longer message of a phone counts as several, each of so many bytes."""

PAGE_COST: Final = 20
"""Messages that a page counts for which a phone opens: it is built anew."""

SLOWED_TIMEOUT_S: Final = 20
"""Seconds that messages of a page wait in a row, after which the page is closed."""

MAX_PAGES: Final = 16
"""Open pages of one phone; pages whose connection was lost count for some seconds more."""

MAX_CLOSED_PAGES: Final = 16
"""Closed pages that are kept for one browser, as they were; the one that was closed first makes room."""

HOST_SESSION_TIMEOUT_S: Final = 60 * 60
PHONE_SESSION_TIMEOUT_S: Final = 10 * 60
"""Seconds that the session of a closed page is kept; a browser that comes later gets the same page, built anew.

A session takes about a megabyte, and phones leave without a word and come back as others.
"""

MAX_PHONES: Final = 32
"""Phones at one table; those that watch and were away longest make room."""

COOKIE_MAX_AGE_S: Final = 30 * 24 * 60 * 60
"""Seconds that a browser keeps the cookie by which a phone is known."""

MAX_FAILURES: Final = 5
"""Wrong codes in the window after which an address has to wait before it is told again that one is wrong."""

FAILURE_WINDOW_S: Final = 60
"""Seconds that a wrong code counts."""

FIRST_WAIT_S: Final = 10
"""Seconds that an address waits first; each further wrong code doubles them."""

MAX_WAIT_S: Final = 300
"""The longest wait in seconds; after as many without a wrong code the past is forgotten."""

LOG_LINES_PER_MINUTE: Final = 30
"""Lines that others than the host can have written into the log; what is left out is counted."""

MAX_LOG_LINE: Final = 300
"""Characters of such a line."""


def connection_limit() -> int:
    """Return how many connections may be open here: each may read a file beside, so it takes two descriptors."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource  # noqa: PLC0415 - Windows has none

    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(min(MAX_CONNECTIONS, (descriptors - DESCRIPTORS_KEPT) // 2), 1)


class TokenBucket:
    """So much in a second, and so much at once."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with everything that may come at once; the clock counts seconds."""
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self, amount: float = 1) -> float:
        """Take an amount, also what is not there yet, and return the seconds until it is."""
        self._refill()
        self._left -= amount
        return max(-self._left / self._per_second, 0)

    def take_if_there(self) -> bool:
        """Take one if it is there, and return whether it was."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._left + (now - self._at) * self._per_second, self._burst)
        self._at = now
