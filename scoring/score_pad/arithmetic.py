"""How sums are written, and the reasons of several rounds."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from scoring.messages import Message, say, wordless

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def added(numbers: Sequence[int]) -> str:
    """Return the sum of numbers as it is written.

    >>> added((20, -10, 30))
    '20 - 10 + 30'
    """
    return str(numbers[0]) + "".join(map(with_sign, numbers[1:]))


def with_sign(number: int) -> str:
    """Return a number that is added to others, as it is written."""
    return f" {'-' if number < 0 else '+'} {abs(number)}"


def rounded_down(because: Message) -> Message:
    """Return the reason of points that were rounded down."""
    return say("{sum}, rounded down", sum=because)


def one_by_one(reasons: Iterable[Message]) -> Message:
    """Return the reasons of several rounds, of which there is at least one."""
    return reduce(lambda all_, reason: wordless("{first}; {second}", first=all_, second=reason), reasons)
