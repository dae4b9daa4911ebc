"""A data folder is held by one process at a time; whoever comes second learns where the first one is."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NAME: Final = "tessera.lock"

FAR: Final = 1 << 30
"""The byte that is locked where locked bytes cannot be read; the address stands before it."""


class LockedError(Exception):
    """Another process holds the folder; `address` is where it answers, or "" while it does not say."""

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__(address)
        self.address = address


@contextmanager
def acquire(data: Path) -> Iterator[Callable[[str], None]]:
    """Hold a data folder, which is made where it is missing; what is yielded says at which address it is held.

    The system lets go of it when the process ends, also when it is killed.

    Raises:
        HeldError: another process holds it.
        OSError: it cannot be made or written to.

    """
    data.mkdir(parents=True, exist_ok=True)
    file = os.open(data / NAME, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            os.lseek(file, 0, os.SEEK_SET)
            raise LockedError(os.read(file, 1000).decode(errors="replace")) from None
        _write(file, "")
        yield partial(_write, file)
        _write(file, "")
    finally:
        os.close(file)


def _write(file: int, address: str) -> None:
    os.lseek(file, 0, os.SEEK_SET)
    os.truncate(file, 0)
    os.write(file, address.encode())


if sys.platform == "win32":

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
