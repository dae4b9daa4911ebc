"""The lock of a data folder: one process holds it at a time, and another one learns where the first answers."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LOCK: Final = "tessera.lock"
"""The file that is locked; earlier versions wrote the address into it, which nobody reads any more."""

ADDRESS: Final = "tessera.address"
"""The file with the address at which the holder answers; a locked file cannot be read on every system."""


class LockedError(Exception):
    """Another process holds the folder; `address` is where it answers, "" while it does not say."""

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__(address)
        self.address = address


@contextmanager
def acquire(data: Path) -> Iterator[Callable[[str], None]]:
    """Hold a data folder, which is made where it is missing, and yield what announces our address.

    The system frees the folder when the process ends, also when it is killed.

    Raises:
        LockedError: another process holds it.
        OSError: it cannot be made or written to.

    """
    data.mkdir(parents=True, exist_ok=True)
    address = data / ADDRESS
    lock = FileLock(data / LOCK, mode=0o600, blocking=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise LockedError(_read(address)) from None
    try:
        address.unlink(missing_ok=True)  # of a process that was killed
        yield partial(_write, address)
        address.unlink(missing_ok=True)
    finally:
        lock.release()


def _read(address: Path) -> str:
    try:
        return address.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _write(file: Path, address: str) -> None:
    file.write_text(address, encoding="utf-8")
