"""Files that nobody else may read, written whole or not at all, and moved aside where another one takes their place."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from storage.database.errors import StoreError, unusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path

PART_SUFFIX: Final = ".part"
"""The suffix of a file that is not finished."""


LOG_SUFFIXES: Final = ("-wal", "-shm", "-journal")
"""The suffixes of the files that belong to a database."""


PRIVATE_FOLDER: Final = 0o700
"""The permissions of a folder that is made: nobody else may look into it."""


OTHERS: Final = 0o077
"""The permissions of all who are not the owner."""


PERMISSIONS: Final = 0o777


_NO_SYNC: Final = (errno.EINVAL, errno.EISDIR, errno.ENOSYS, errno.ENOTSUP)
"""The errors of a file system that syncs no folders: the names of files are kept with the files there."""


FILE_TIME_FORMAT: Final = "%Y%m%d-%H%M%S-%f"
"""The format of moments (UTC) in file names."""


def create_private(file: Path) -> None:
    """Create a file that only we may read and write, where there is none; SQLite makes its logs like it.

    Raises:
        OSError: it cannot be created.

    """
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def tighten(path: Path) -> None:
    """Let nobody else read or write a file or folder, if it is ours; a device to which a link leads is everybody's."""
    if os.name != "posix":
        return  # a folder of a user is private there
    with suppress(OSError):
        status = path.stat()
        is_ours = status.st_uid == os.getuid() and (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode))
        if is_ours and status.st_mode & OTHERS:
            path.chmod(status.st_mode & ~OTHERS & PERMISSIONS)


@contextmanager
def part_file(part: Path) -> Iterator[None]:
    """Keep an unfinished file only as long as the block runs.

    Raises:
        StoreError: it could not be written.

    """
    try:
        part.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        remove_with_logs(part)
        create_private(part)
        yield
    except OSError as error:
        raise StoreError(unusable(part, error)) from error
    finally:
        with suppress(OSError):
            remove_with_logs(part)


def remove_with_logs(file: Path) -> None:
    """Delete a file, if it exists, after its logs.

    Raises:
        OSError: it cannot be deleted.

    """
    for end in (*LOG_SUFFIXES, ""):
        file.with_name(file.name + end).unlink(missing_ok=True)


def sync_to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk.

    Raises:
        OSError: the disk cannot take them.

    """
    if os.name != "posix" and path.is_dir():
        return  # folders cannot be opened there
    opened = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NO_SYNC or not path.is_dir():
            raise
    finally:
        os.close(opened)


def aside_path(path: Path, now: datetime) -> Path:
    """Return the path to which a damaged file is moved at a moment."""
    return path.with_name(f"{path.stem}-damaged-{now:{FILE_TIME_FORMAT}}{path.suffix}")


def files_aside(folder: Path) -> list[Path]:
    """Return the files of a folder that have such a path, newest first."""
    return sorted(folder.glob("*-damaged-*.sqlite3"), reverse=True)


def replace_file(path: Path, now: datetime, write: Callable[[Path], object]) -> None:
    """Replace a file by the one that `write` writes; the old file is kept aside.

    Nobody may have the file open. At any moment the name leads to one of the two, so an interrupted call can be
    repeated.

    Raises:
        StoreError: the file at `path` is as it was.

    """
    aside = aside_path(path, now)
    part = path.with_name(path.name + PART_SUFFIX)
    with part_file(part):
        write(part)
        sync_to_disk(part)
        if path.exists():
            for end in ("", *LOG_SUFFIXES):
                _link_or_copy(path.with_name(path.name + end), aside.with_name(aside.name + end))
            sync_to_disk(path.parent)
        for end in LOG_SUFFIXES:  # the logs of the old file would be applied to the new one
            path.with_name(path.name + end).unlink(missing_ok=True)
        part.replace(path)
        sync_to_disk(path.parent)


def _link_or_copy(path: Path, second: Path) -> None:
    """Give a file a second name, or copy it."""
    if not path.exists() or second.exists():
        return
    try:
        second.hardlink_to(path)
    except (OSError, NotImplementedError):  # not every file system lets a file have two names
        shutil.copy2(path, second)
        sync_to_disk(second)
