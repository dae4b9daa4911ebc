"""What a running program is made of: store, tables, links and network."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.games import KITS
from companion.services.agreement import device_of
from companion.services.devices import Devices
from companion.services.friends import Friends
from companion.services.pairing import Pairing
from companion.services.share_codes.incoming import LinkInbox
from companion.services.visit import Visit
from companion.system import now
from companion.system.machine import JOURNAL
from companion.tables.my_copy import MyCopy
from companion.tables.registry import ChangeSync, Tables
from companion.tables.replay import table_after
from companion.tables.store_worker import StoreWorker
from companion.ui import app
from companion.ui.core.context import AppContext
from storage.backup import backups, recovery
from storage.database.connections import DatabaseUrl, display_name, parse_url
from storage.database.errors import StoreError
from storage.repositories.access import forget_unused_devices
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from pathlib import Path

    import flet as ft

    from companion.services.browser_page import BrowserPage, Phones
    from companion.services.shared_folder import Sharing
    from companion.system.network import Lan


class Runtime:
    """The open store, and what all browsers share, from the first page to the last."""

    def __init__(self, worker: StoreWorker, context: AppContext) -> None:
        """Show the app with this context; `close` closes the store."""
        self.context = context
        self._worker = worker
        self._sync: asyncio.Task[ChangeSync] | None = None

    def main(self, page: ft.Page) -> None:
        """Show the app in one browser; from the first one on, take up what other processes change."""
        if self._sync is None:
            begin = ChangeSync.begin(self.context.tables, self.context.settings)
            self._sync = asyncio.get_running_loop().create_task(begin)
        app.main(self.context, page)

    def close(self) -> None:
        """Close the store, after the last page was served."""
        sync = self._sync
        if sync is not None and sync.done() and not sync.cancelled() and sync.exception() is None:
            sync.result().close()
        self._worker.close()


def open_runtime(
    url: DatabaseUrl,
    data: Path,
    lan: Lan | None = None,
    browser: BrowserPage | None = None,
    address: str = "",
    phones: Phones | None = None,
) -> Runtime:
    """Open the database at `url`, with its backups in the folder `data`.

    `browser` is the page of an app without a server, whose place people can not reach; `address` is where browsers
    elsewhere open this app, "" where none is known. `phones` are the channels that pages of a server's machine hold.

    The newest good backup takes the place of a damaged file, or of what is damaged in it.

    Raises:
        StoreError: it cannot be opened; it is as it was.

    """
    folder = data / backups.FOLDER
    phones = phones or (None if browser is None else browser.phones)
    worker = StoreWorker(lambda: recovery.open_whole(url, now, folder, table_after, JOURNAL)[0])
    copies = {game: MyCopy(worker, game, worker.run_blocking(Store.copies, game)) for game in KITS}
    with suppress(StoreError):  # it can wait until there is room to write
        worker.run_blocking(forget_unused_devices)
        if phones is not None:
            worker.run_blocking(device_of)
    where = "" if browser is not None else display_name(parse_url(url))
    tables = Tables(worker, copies, where=where, folder=folder)
    settings = worker.run_blocking(Store.settings)
    pairing, visit, devices, friends = None, None, None, None
    if phones is not None:
        pairing = Pairing(tables, phones)
        visit = Visit(worker, settings, phones)
        devices = Devices(tables, settings, phones, pairing, visit)
        friends = Friends(tables, settings, phones, pairing, visit, devices)
    context = AppContext(
        tables=tables,
        settings=settings,
        links=LinkInbox(),
        lan=lan,
        browser=browser,
        pairing=pairing,
        visit=visit,
        devices=devices,
        friends=friends,
        sharing=None if browser is not None else _sharing(tables, settings),
        address=address,
    )
    return Runtime(worker, context)


def _sharing(tables: Tables, settings: dict[str, Any]) -> Sharing:
    from companion.services.shared_folder import Sharing  # noqa: PLC0415 - a browser alone has no folders

    return Sharing(tables, settings)
