"""What this machine offers, chosen here, once, by its platform.

A browser's worker has one thread, and no memory that the connections of SQLite could share.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from storage.database.sqlite_files import Journal

if sys.platform == "emscripten":
    from companion.system.single_thread import offload, one_thread

    JOURNAL: Final = Journal.TRUNCATE
else:
    from companion.system.threads import offload, one_thread

    JOURNAL: Final = Journal.WAL

if TYPE_CHECKING:
    from companion.system.pictures import Pictures

__all__ = ["JOURNAL", "offload", "one_thread", "pictures"]


def pictures() -> Pictures:
    """Return what reads and draws pictures; its libraries are loaded with the first one."""
    if sys.platform == "emscripten":
        from companion.system import browser_pictures  # noqa: PLC0415 - takes long to load

        return browser_pictures
    from companion.system import native_pictures  # noqa: PLC0415 - takes long to load

    return native_pictures
