"""Slows those who guess: after some wrong attempts they are not listened to for a while, which doubles each time."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE: Final = 60
"""For how long a wrong attempt counts, in seconds."""

WRONG: Final = 5
"""How many wrong attempts a minute one address may make."""

WRONG_OF_ALL: Final = 50
"""How many all together may make, so that many addresses get no further than a few."""

SHORTEST: Final = 10
"""The first wait, in seconds."""

LONGEST: Final = 300
"""No wait is longer, in seconds; after as long without a wrong attempt the past is forgotten."""

MOST: Final = 1000
"""How many addresses are remembered; with one more the oldest is forgotten."""


class _Tally:
    """The wrong attempts of one address, or of all."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._wrong: deque[float] = deque(maxlen=most)
        self._wait = 0.0
        self._until = 0.0

    def left(self, now: float) -> float:
        return self._until - now

    def wrong(self, now: float) -> None:
        if self._wait and now - self._until > LONGEST:
            self._wait = 0.0
        self._wrong.append(now)
        often = len(self._wrong) == self._most and now - self._wrong[0] < MINUTE
        if often or self._wait:
            self._wait = min(self._wait * 2 or SHORTEST, LONGEST)
            self._until = now + self._wait


class Throttle:
    """The wrong attempts, by address and over all."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none; the clock counts seconds."""
        self._clock = clock
        self._all = _Tally(WRONG_OF_ALL)
        self._by_address: dict[str, _Tally] = {}

    def wait(self, address: str) -> int:
        """Return how many seconds somebody has to wait before they are listened to, 0 for none."""
        now = self._clock()
        own = self._by_address.get(_network(address))
        left = max(self._all.left(now), 0.0 if own is None else own.left(now))
        return max(math.ceil(left), 0)

    def wrong(self, address: str) -> None:
        """Note a wrong attempt."""
        now, network = self._clock(), _network(address)
        tally = self._by_address.pop(network, None) or _Tally(WRONG)
        while len(self._by_address) >= MOST:
            del self._by_address[next(iter(self._by_address))]
        self._by_address[network] = tally
        tally.wrong(now)
        self._all.wrong(now)

    def right(self, address: str) -> None:
        """Forget the wrong attempts of somebody who has found the right one."""
        self._by_address.pop(_network(address), None)


def _network(address: str) -> str:
    """Return what somebody cannot change at will: of IPv6, the half of the address that they were given."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(number) if number.version == 4 else str(ipaddress.ip_network((int(number) >> 64 << 64, 64)))  # noqa: PLR2004
