"""So much in a second: slows whoever asks, sends or taps too much."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


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
