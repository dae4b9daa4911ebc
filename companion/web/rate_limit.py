"""Slows guessing: after some failures an address has to wait, and each further failure doubles the wait."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOW_S: Final = 60
"""Seconds that a failure counts."""

MAX_FAILURES: Final = 5
"""Failures in the window after which an address has to wait."""

MAX_FAILURES_OF_ALL: Final = 50
"""Failures of all addresses together in the window, so that many addresses get no further than a few."""

FIRST_WAIT_S: Final = 10

MAX_WAIT_S: Final = 300
"""The longest wait; after as many seconds without a failure the past is forgotten."""

MAX_ADDRESSES: Final = 1000
"""With one more, the address that was last heard of longest ago is forgotten."""


class _Failures:
    """The failures of one address, or of all."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._times: deque[float] = deque(maxlen=limit)
        self._wait = 0.0
        self._until = 0.0

    def seconds_left(self, now: float) -> float:
        return self._until - now

    def record(self, now: float) -> None:
        if self._wait and now - self._until > MAX_WAIT_S:
            self._wait = 0.0
        self._times.append(now)
        too_many = len(self._times) == self._limit and now - self._times[0] < WINDOW_S
        if too_many or self._wait:
            self._wait = min(self._wait * 2 or FIRST_WAIT_S, MAX_WAIT_S)
            self._until = now + self._wait


class Throttle:
    """The failures by address, and of all addresses."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without failures; the clock counts seconds."""
        self._clock = clock
        self._all = _Failures(MAX_FAILURES_OF_ALL)
        self._by_network: LRUCache[str, _Failures] = LRUCache(MAX_ADDRESSES)

    def seconds_to_wait(self, address: str) -> int:
        """Return how many seconds an address has to wait before its next attempt counts, 0 for none."""
        now = self._clock()
        own = self._by_network.get(_network(address), self._all)
        return max(math.ceil(max(self._all.seconds_left(now), own.seconds_left(now))), 0)

    def record_failure(self, address: str) -> None:
        """Count a failure of an address."""
        now = self._clock()
        self._by_network.setdefault(_network(address), _Failures(MAX_FAILURES)).record(now)
        self._all.record(now)

    def record_success(self, address: str) -> None:
        """Forget the failures of an address."""
        self._by_network.pop(_network(address), None)


def _network(address: str) -> str:
    """Return the part of an address that its owner cannot change at will: of IPv6 the first half, of IPv4 all."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(number) if number.version == 4 else str(ipaddress.ip_network((int(number) >> 64 << 64, 64)))  # noqa: PLR2004
