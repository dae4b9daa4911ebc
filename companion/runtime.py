"""What a running program is made of: store, tables, links and network."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.games import KITS
from companion.system.clock import now
from companion.tables.my_copy import MyCopy
from companion.tables.registry import Tables
from companion.tables.store_worker import StoreWorker, open_store
from companion.tables.sync import ChangeSync
from storage.backup import backups, recovery
from storage.database.engine import parse_url, sqlite_file
from storage.database.errors import StoreError
from storage.repositories.access import forget_unused_devices
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from pathlib import Path

    from companion.system.network import Lan
    from companion.tables.access import TableAccess


class Running:
    """What is open while the app is served."""

    def __init__(self, worker: StoreWorker, tables: Tables, settings: dict[str, Any]) -> None:
        """Hold the store, the tables, and the settings."""
        self.worker = worker
        self.tables = tables
        self.settings = settings
        self.lan: Lan | None = None
        self._hearing: asyncio.Task[ChangeSync] | None = None

    def hear(self) -> None:
        """Take up what other processes change, from the first page on."""
        if self._hearing is None:
            self._hearing = asyncio.get_running_loop().create_task(ChangeSync.begin(self.tables, self.settings))

    def close(self) -> None:
        """Let go of the store, after the last page was served."""
        heard = self._hearing
        if heard is not None and heard.done() and not heard.cancelled() and heard.exception() is None:
            heard.result().close()
        self.worker.close()


_running: list[Running] = []


def prepare(url: str, data: Path) -> None:
    """Open the database at `url`, with its backups in the folder `data`, before anybody is served.

    Where its file is damaged, the newest good backup takes its place.

    Raises:
        StoreError: it cannot be opened; it is as it was.

    """
    folder = data / backups.FOLDER
    worker = open_store(lambda: recovery.open_store(url, now, folder)[0])
    copies = {game: MyCopy(worker, game, worker.run_blocking(Store.copies, game)) for game in KITS}
    place = parse_url(url)
    where = sqlite_file(place) or place.render_as_string()
    with suppress(StoreError):  # it can wait until there is room to write
        worker.run_blocking(forget_unused_devices)
    tables = Tables(worker, copies, where=str(where), folder=folder)
    _running.append(Running(worker, tables, worker.run_blocking(Store.settings)))


def doors() -> TableAccess:
    """Return the doors of the tables that are served."""
    return _running[-1].tables.access


def worker() -> StoreWorker:
    """Return what asks the store that is served."""
    return _running[-1].worker


def serve_by(lan: Lan) -> None:
    """Say by which network the app is served, so that a screen can let it in."""
    _running[-1].lan = lan


def shut() -> None:
    """Close the database, after the last was served."""
    while _running:
        _running.pop().close()
