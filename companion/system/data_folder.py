"""The folder with the data that people entered on this machine, and the lock by which one process holds it."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs
from filelock import FileLock, Timeout

from companion.system.paths import database
from scoring.messages import Message, say
from storage.backup.backups import FOLDER
from storage.database.errors import StoreError
from storage.database.sqlite_files import PRIVATE_FOLDER, create_private, tighten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.database.connections import DatabaseUrl


def data_folder() -> Path:
    """Return the data folder: TESSERA_DATA, or the system's folder for data; it need not exist yet.

    Raises:
        StoreError: TESSERA_DATA is empty.

    """
    folder = environment("TESSERA_DATA")
    return platformdirs.user_data_path("tessera", appauthor=False) if folder is None else Path(folder)


def database_url(data: Path) -> DatabaseUrl:
    """Return the URL of the database: TESSERA_DATABASE_URL, else that of the file in the folder.

    Raises:
        StoreError: TESSERA_DATABASE_URL is empty.

    """
    return environment("TESSERA_DATABASE_URL") or database(data)


def environment(name: str) -> str | None:
    """Return a variable of the environment, `None` where it is not set.

    Raises:
        StoreError: it is set and empty: a script that lost its value must not be taken for one without the wish.

    """
    value = os.environ.get(name)
    if value is not None and not value.strip():
        raise StoreError(is_empty(name))
    return value


def is_empty(name: str) -> Message:
    """Return the sentence on a setting without a value."""
    return say("{name} is empty: give it a value, or leave it out", name=name)


LOCK: Final = "tessera.lock"
"""The file that is locked."""

ADDRESS: Final = "tessera.address"
"""The file with the address at which the holder answers; a locked file cannot be read on every system."""

OWN: Final = "tessera"
"""What the names of our files begin with."""


class LockedError(Exception):
    """Another process holds the data; `address` is where it answers, "" while it does not say.

    `held` is the folder or the database that it holds; `elsewhere` says that this is a database that lies in no data
    folder of ours, so that the other process may have another one.
    """

    def __init__(self, address: str, held: Path, *, elsewhere: bool) -> None:
        """Keep what is known of the holder."""
        super().__init__(address)
        self.address = address
        self.held = held
        self.elsewhere = elsewhere


@contextmanager
def acquire(data: Path, database: Path | None = None) -> Iterator[Callable[[str], None]]:
    """Hold a data folder, which is made where it is missing, and yield what announces our address.

    The file of a `database` that lies elsewhere is held as well, by a lock beside it. The folder and our files in it
    are made private. The system frees both when the process ends, also when it is killed.

    Raises:
        LockedError: another process holds one of them.
        OSError: they cannot be made or written to.

    """
    data.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    _make_private(data)
    addresses = [data / ADDRESS]
    with ExitStack() as until_the_end:
        until_the_end.enter_context(_locked(data / LOCK, data / ADDRESS, data, elsewhere=False))
        own = (data / LOCK).resolve()
        lock = own if database is None else _lock_of(database)
        if database is not None and lock != own:
            address = lock.with_suffix(".address")
            lock.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            until_the_end.enter_context(_locked(lock, address, database, elsewhere=True))
            addresses.append(address)

        def announce(address: str) -> None:
            with suppress(OSError):  # on a full disk nobody learns it
                for file in addresses:
                    create_private(file)
                    file.write_text(address, encoding="utf-8")

        yield announce


@contextmanager
def _locked(lock: Path, address: Path, held: Path, *, elsewhere: bool) -> Iterator[None]:
    file = FileLock(lock, mode=0o600, blocking=False, fallback_to_soft=False)
    try:
        file.acquire()
    except Timeout:
        raise LockedError(_read(address), held, elsewhere=elsewhere) from None
    try:
        address.unlink(missing_ok=True)  # of a process that was killed
        yield
    finally:
        with suppress(OSError):
            address.unlink(missing_ok=True)
        file.release()


def _lock_of(database: Path) -> Path:
    """Return the lock beside a database: that of the data folder where it is one of ours."""
    file = database.resolve()
    return file.with_name(file.name.removesuffix(".sqlite3") + ".lock")


def _make_private(data: Path) -> None:
    """Let nobody else read our files, nor look into a folder that holds nothing else."""
    entries = list(data.iterdir())
    ours = [path for path in entries if path.name.startswith(OWN)]
    kept = data / FOLDER
    if kept.is_dir():
        tighten(kept)
        ours += [path for path in kept.iterdir() if path.name.startswith(OWN)]
    for path in ours:
        tighten(path)
    if all(path.name.startswith(OWN) or path == kept for path in entries):
        tighten(data)


def _read(address: Path) -> str:
    try:
        return address.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
