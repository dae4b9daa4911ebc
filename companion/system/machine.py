"""What this machine offers, chosen here, once, by its platform.

A browser's worker has one thread, and no memory that the connections of SQLite could share.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from storage.database.sqlite_files import Journal

if sys.platform == "emscripten":
    from companion.system.single_thread import WorkerThread, offload

    JOURNAL: Final = Journal.TRUNCATE
else:
    from companion.system.threads import WorkerThread, offload

    JOURNAL: Final = Journal.WAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.system.pictures import Pictures

__all__ = ["JOURNAL", "Worker", "WorkerThread", "offload", "pictures"]

R = TypeVar("R")


class Worker(Protocol):
    """What makes calls one after the other, in a thread of its own where the machine has threads."""

    async def run(self, call: Callable[[], R]) -> R:
        """Make a call and return its result, or raise what it raises."""

    def run_blocking(self, call: Callable[[], R]) -> R:
        """Make a call, wait for it, and return its result, or raise what it raises."""

    def close(self) -> None:
        """Finish all calls."""


def pictures() -> Pictures:
    """Return what reads and draws pictures; its libraries are loaded with the first one."""
    if sys.platform == "emscripten":
        from companion.system import browser_pictures  # noqa: PLC0415 - takes long to load

        return browser_pictures
    from companion.system import native_pictures  # noqa: PLC0415 - takes long to load

    return native_pictures
