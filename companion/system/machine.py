"""What this machine offers, chosen here by its platform, and its names in the network.

A browser's worker has one thread, and no memory that the connections of SQLite could share.
"""

from __future__ import annotations

import asyncio
import gc
import platform
import sys
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from storage.database.sqlite_files import Journal

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.system.pictures import Pictures

P = ParamSpec("P")
R = TypeVar("R")


def begin_thread(name: str) -> Executor:
    """Return an executor that calls in one thread, in order; its name begins with `name`."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - a browser's worker begins none

    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)


async def work_at_once(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return the result of a pure function; what was to be shown before is sent to the screen first.

    Raises:
        Exception: as the function does.

    """
    await asyncio.sleep(0)
    return function(*args, **kwargs)


def begin_at_once(_: str) -> Executor:
    """Return an executor that calls at once, in the only thread; the store's calls are short enough for that."""
    return _AtOnce()


class _AtOnce(Executor):
    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Make a call."""
        made: Future[R] = Future()
        try:
            made.set_result(call(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - whoever waits for the result raises it
            made.set_exception(error)
        return made


if sys.platform == "emscripten":
    JOURNAL: Final = Journal.TRUNCATE
    REST_S: Final = 20.0
    SEARCHES: Final = 2_000, 50, 100  # the larger the second, the fewer old objects are looked at each time
    offload, one_thread = work_at_once, begin_at_once
else:
    JOURNAL: Final = Journal.WAL
    REST_S: Final = 0.0
    SEARCHES: Final = 5_000, 3, 100
    offload, one_thread = asyncio.to_thread, begin_thread
"""How SQLite writes, seconds in which nothing is asked of the store before long work begins, and who works.

`SEARCHES` are Python's thresholds: the number of new objects before a search for garbage, and how seldom it goes
through older ones, too. With these none took 10 ms natively in 335 acts; in a browser six of 796 did, 23 ms at most.
"""


def machine_name() -> str:
    """Return what this machine is called in its network, "" where it has no name."""
    return platform.node()


def pictures() -> Pictures:
    """Return what reads and draws pictures; its libraries are loaded with the first one."""
    if sys.platform == "emscripten":
        from companion.system import browser_pictures  # noqa: PLC0415 - takes long to load

        return browser_pictures
    from companion.system import native_pictures  # noqa: PLC0415 - takes long to load

    return native_pictures


def leave_out_of_search() -> None:
    """Leave what there is now out of the search for garbage, for it stays; from now on search as `SEARCHES` says."""
    gc.freeze()
    gc.set_threshold(*SEARCHES)


def own_name() -> str:
    """Return what this machine is called, "" where it is a browser."""
    return "" if sys.platform == "emscripten" else platform.node()


LOOPBACK: Final = "127.0.0.1"
"""The address by which this machine reaches itself, and no other machine does."""

LOOPBACK_NAMES: Final = (LOOPBACK, "localhost", "[::1]")
"""The names by which this machine calls itself; anybody can make another name point here (DNS rebinding)."""

DEFAULT_PORT: Final = 8423

LAN_SETTING: Final = "lan"
"""The setting that remembers whether the network was let in."""


class LanError(Exception):
    """The network could not be let in, or shut out; the text is a sentence for people."""


def join_link(base: str, secret: str) -> str:
    """Return the link in a join code; the secret stands in the fragment, which browsers send to no server."""
    return f"{base}/join#{secret}"
