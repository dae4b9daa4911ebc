"""Tables in play: live state that all browsers share, who may change it, and who hears of changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Generic, ParamSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


P = ParamSpec("P")


class Observers(Generic[P]):
    """The callbacks of those who subscribed; one may unsubscribe while all are called."""

    def __init__(self) -> None:
        """Begin without any."""
        self._callbacks: list[Callable[P, None]] = []

    def subscribe(self, on_change: Callable[P, None]) -> Callable[[], None]:
        """Call `on_change` at each change, until the function returned is called."""
        self._callbacks.append(on_change)
        return lambda: self._callbacks.remove(on_change) if on_change in self._callbacks else None

    def __bool__(self) -> bool:
        """Return whether anybody has subscribed."""
        return bool(self._callbacks)

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them."""
        for on_change in tuple(self._callbacks):
            on_change(*args, **kwargs)


class Tasks:
    """Tasks that nobody waits for; the loop alone would forget them."""

    def __init__(self) -> None:
        """Begin without any."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class History:
    """The history as open screens show it: `observers` hear when plays or friends came from elsewhere.

    `turn` is how often they did.
    """

    def __init__(self) -> None:
        """Begin without observers."""
        self.observers: Observers[[]] = Observers()
        self.turn = 0

    def notify(self) -> None:
        """Let the screens load anew what they show."""
        self.turn += 1
        self.observers.notify()
