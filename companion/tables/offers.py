"""What a button offers, from when it was drawn: the second of two quick taps finds it taken."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator


class TakenError(Exception):
    """What was offered has been taken by an earlier tap."""


@dataclass(slots=True, eq=False)
class Offer:
    """What a button does, as it was drawn once, and the tap that took it."""

    tap: Tap | None = None


@dataclass(slots=True, eq=False)
class Tap:
    """A tap on what was offered; `done` is called as soon as it has changed a table."""

    offer: Offer
    done: Callable[[], None]


P = ParamSpec("P")
R = TypeVar("R")

TAP: Final[ContextVar[Tap | None]] = ContextVar("tap", default=None)
"""The tap of this task, `None` where it comes from something that can be done again and again."""


@contextmanager
def taking() -> Iterator[Callable[[], None]]:
    """Take what this task's tap was offered, and yield the call that keeps it; it is offered again without that call.

    Raises:
        TakenError: an earlier tap has taken it, or is about to.

    """
    tap = TAP.get()
    if tap is None:
        yield lambda: None
        return
    before = tap.offer.tap
    if before not in (None, tap):
        raise TakenError
    tap.offer.tap = tap
    kept = False

    def keep() -> None:
        nonlocal kept
        kept = True
        tap.done()

    try:
        yield keep
    finally:
        if not kept:
            tap.offer.tap = before


async def done_once(do: Callable[P, Awaitable[R]], *args: P.args, **kwargs: P.kwargs) -> R:
    """Do what this task's tap was offered, and keep it taken where that has not failed.

    Raises:
        TakenError: an earlier tap has done it, or is about to.

    """
    with taking() as keep:
        result = await do(*args, **kwargs)
        keep()
        return result
