"""Slows those who ask too much: guesses of codes by address, and whatever else is counted by the second."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from companion.system.limits import FAILURE_WINDOW_S, FIRST_WAIT_S, MAX_FAILURES, MAX_FAILURES_OF_ALL, MAX_WAIT_S

if TYPE_CHECKING:
    from collections.abc import Callable

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
        too_many = len(self._times) == self._limit and now - self._times[0] < FAILURE_WINDOW_S
        if too_many or self._wait:
            self._wait = min(self._wait * 2 or FIRST_WAIT_S, MAX_WAIT_S)
            self._until = now + self._wait


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
