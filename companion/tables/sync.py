"""The changes of other processes at the same database, taken up so that all screens show the same."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from storage.database.connections import EVERYTHING
from storage.database.errors import DamagedDatabaseError, StoreError
from storage.documents.codec import DocumentError
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from companion.tables.registry import Tables
    from storage.database.notifications import NotificationListener

LOG: Final = logging.getLogger("tessera")

RETRY_AFTER_S: Final = 1.0
"""Seconds until the database is asked again after an error."""


class ChangeSync:
    """Notes changes in the thread of a listener, and takes them up in the event loop of the screens."""

    def __init__(self, tables: Tables, settings: dict[str, Any]) -> None:
        """Keep these tables and settings up to date."""
        self._tables = tables
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._left: dict[tuple[str, str], None] = {}
        self._task: asyncio.Task[None] | None = None
        self._listener: NotificationListener | None = None

    @classmethod
    async def begin(cls, tables: Tables, settings: dict[str, Any]) -> ChangeSync:
        """Listen from now on; a database in a file has no other processes to listen to."""
        sync = cls(tables, settings)
        sync._listener = await tables.worker.run(Store.listen, sync.note)
        return sync

    def close(self) -> None:
        """Listen no more."""
        if self._listener is not None:
            self._listener.close()

    def note(self, what: str, which: str) -> None:
        """Note in any thread that something has changed: its kind, and its id."""
        with suppress(RuntimeError):  # the loop is closed: nobody is served any more
            self._loop.call_soon_threadsafe(self._note, what, which)

    def _note(self, what: str, which: str) -> None:
        for part in self._parts() if what == EVERYTHING else [(what, which)]:
            self._left[part] = None
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._take_up())

    def _parts(self) -> list[tuple[str, str]]:
        """Return the parts of everything; one that cannot be read holds up none of the others."""
        return [
            *(("table", table_id) for table_id in self._tables.opened()),
            ("door", ""),
            ("copy", ""),
            ("setting", ""),
        ]

    async def _take_up(self) -> None:
        """Take up each noted change once, however often it was noted meanwhile."""
        while self._left:
            what, which = next(iter(self._left))
            del self._left[what, which]
            try:
                await self._take(what, which)
            except (DocumentError, DamagedDatabaseError) as error:
                LOG.warning("what another process changed (%s) cannot be read: %s", what, error)
            except StoreError as error:
                LOG.warning("what another process changed (%s) is asked for again: %s", what, error)
                self._left[what, which] = None
                await asyncio.sleep(RETRY_AFTER_S)

    async def _take(self, what: str, which: str) -> None:
        tables = self._tables
        match what:
            case "table":
                await tables.reload(which)
            case "door":
                await (tables.access.reload(which) if which else tables.access.reload_all())
            case "copy":
                await tables.reload_copies()
            case "setting":
                settings = await tables.worker.run(Store.settings)
                self._settings.clear()
                self._settings.update(settings)
