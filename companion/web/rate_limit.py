"""Slows those who guess codes, by address."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from companion.system.limits import FAILURE_WINDOW_S, FIRST_WAIT_S, MAX_FAILURES, MAX_WAIT_S

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_ADDRESSES: Final = 1000
"""With one more, the address that was last heard of longest ago is forgotten."""


class _Failures:
    """The failures of one address."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=MAX_FAILURES)
        self._wait = 0.0
        self._until = 0.0

    def seconds_left(self, now: float) -> float:
        return self._until - now

    def record(self, now: float) -> None:
        if self._wait and now - self._until > MAX_WAIT_S:
            self._wait = 0.0
        self._times.append(now)
        too_many = len(self._times) == MAX_FAILURES and now - self._times[0] < FAILURE_WINDOW_S
        if too_many or self._wait:
            self._wait = min(self._wait * 2 or FIRST_WAIT_S, MAX_WAIT_S)
            self._until = now + self._wait


class Throttle:
    """The failures by address; those of one make nobody else wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without failures; the clock counts seconds."""
        self._clock = clock
        self._by_network: LRUCache[str, _Failures] = LRUCache(MAX_ADDRESSES)

    def seconds_to_wait(self, address: str) -> int:
        """Return how many seconds an address has to wait before its next failure counts, 0 for none."""
        failures = self._by_network.get(_network(address))
        return 0 if failures is None else max(math.ceil(failures.seconds_left(self._clock())), 0)

    def record_failure(self, address: str) -> None:
        """Count a failure of an address."""
        self._by_network.setdefault(_network(address), _Failures()).record(self._clock())


def _network(address: str) -> str:
    """Return the part of an address that its owner cannot change at will: of IPv6 the first half, of IPv4 all."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv6Address):
        return str(number.ipv4_mapped or ipaddress.ip_network((int(number) >> 64 << 64, 64)))
    return str(number)
