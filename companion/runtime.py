"""What a running program is made of: store, tables, links and network."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.system.clock import now
from companion.tables.my_copy import Copies
from companion.tables.registry import Tables
from companion.tables.store_worker import Keeper, open_store
from companion.tables.sync import Hearing
from companion.ui.editors import EDITORS
from storage import backups, recovery
from storage.database import file_of, place_of
from storage.doors import forget
from storage.store import Store, StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from companion.system.network import Lan
    from companion.tables.access import Doors


class Running:
    """What is open while the app is served."""

    def __init__(self, keeper: Keeper, tables: Tables, settings: dict[str, Any]) -> None:
        """Hold the store, the tables, and the settings."""
        self.keeper = keeper
        self.tables = tables
        self.settings = settings
        self.lan: Lan | None = None
        self._hearing: asyncio.Task[Hearing] | None = None

    def hear(self) -> None:
        """Take up what other processes change, from the first page on."""
        if self._hearing is None:
            self._hearing = asyncio.get_running_loop().create_task(Hearing.begin(self.tables, self.settings))

    def close(self) -> None:
        """Let go of the store, after the last page was served."""
        heard = self._hearing
        if heard is not None and heard.done() and not heard.cancelled() and heard.exception() is None:
            heard.result().close()
        self.keeper.close()


_running: list[Running] = []


def prepare(url: str, data: Path) -> None:
    """Open the database at `url`, with its backups in the folder `data`, before anybody is served.

    Where its file is damaged, the newest good backup takes its place.

    Raises:
        StoreError: it cannot be opened; it is as it was.

    """
    folder = data / backups.FOLDER
    keeper = open_store(lambda: recovery.opened(url, now, folder)[0])
    copies = {game: Copies(keeper, game, keeper.at_once(Store.copies, game)) for game in EDITORS}
    place = place_of(url)
    where = file_of(place) or place.render_as_string()
    with suppress(StoreError):  # it can wait until there is room to write
        keeper.at_once(forget)
    tables = Tables(keeper, copies, where=str(where), folder=folder)
    _running.append(Running(keeper, tables, keeper.at_once(Store.settings)))


def doors() -> Doors:
    """Return the doors of the tables that are served."""
    return _running[-1].tables.doors


def keeper() -> Keeper:
    """Return what asks the store that is served."""
    return _running[-1].keeper


def serve_by(lan: Lan) -> None:
    """Say by which network the app is served, so that a screen can let it in."""
    _running[-1].lan = lan


def shut() -> None:
    """Close the database, after the last was served."""
    while _running:
        _running.pop().close()
