"""A clock that a test sets."""

from __future__ import annotations


class Clock:
    """Shows `now`, in seconds, until a test moves it on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
