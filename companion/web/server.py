"""The process around the app: one in a data folder, at a port, from the first to the last page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from companion import NAME
from companion.services.link_inbox import LinkInbox
from companion.system import data_folder, paths
from companion.system.addresses import DEFAULT_PORT, LAN_SETTING, LOOPBACK, LanError
from companion.system.browser_window import View, show
from companion.system.data_folder import LockedError, acquire
from companion.system.network import Lan, listening_socket
from companion.web.app import WebApp, identity
from companion.web.log import begin_log
from companion.web.uvicorn_server import UvicornServer
from storage.database.connections import parse_url, sqlite_file
from storage.database.errors import unusable
from storage.repositories.tables import Store

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    import flet as ft

    from companion.web.auth import AuthBackend
    from companion.web.relay import Relays
    from storage.database.connections import DatabaseUrl

MAX_PORT_TRIES: Final = 20
"""How many ports after a taken one are tried before the system is asked for any."""

ANSWER_TIMEOUT_S: Final = 10
"""Seconds that a process which holds the data folder has to answer."""


class StartError(Exception):
    """The app cannot be opened; the text is a sentence for people."""


class OptionError(StartError):
    """The app cannot be opened as an option asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedApp:
    """What is served: `main` shows one page, `close` is called after the last.

    Without `auth` only this machine is let in. `background` runs while the app is served.
    """

    main: Callable[[ft.Page], Any]
    close: Callable[[], None]
    links: LinkInbox = field(default_factory=LinkInbox)
    auth: AuthBackend | None = None
    relays: Relays | None = None
    background: Callable[[], Coroutine[None, None, None]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Who is served besides this machine: with `lan` the local network, with an `address` all who come by a proxy.

    The server believes what `proxies` say of browsers; these are addresses as uvicorn reads them.
    """

    lan: bool = False
    address: str | None = None
    proxies: str = LOOPBACK


THIS_MACHINE_ONLY: Final = Exposure()


def run(
    open_app: Callable[[DatabaseUrl, Path, Lan], ServedApp],
    *,
    data: Path,
    port: int | None,
    view: View,
    notify: Callable[[str], None],
    network: Exposure = THIS_MACHINE_ONLY,
) -> None:
    """Serve an app until Ctrl+C or SIGTERM; where it runs already, open it there.

    `open_app` takes the URL of the database, the data folder and the network. Without a `port` it is the usual one or
    the next that is free; 0 is any. `notify` prints a sentence.

    Raises:
        StartError: the data folder or the port cannot be used, or the public address is none.
        StoreError: as opening the app does.

    """
    _check_address(network.address)
    with contextlib.ExitStack() as until_the_end:
        announce = _lock(data, until_the_end)
        if isinstance(announce, LockedError):
            _open_running(announce, view, notify)
            return
        listening = until_the_end.enter_context(_bound_socket(port))
        lan = Lan(listening.getsockname()[1], network.address)
        app = open_app(data_folder.database_url(data), data, lan)
        until_the_end.callback(app.close)
        site = WebApp(
            app.main, assets=paths.assets(), data=data, lan=lan, auth=app.auth, links=app.links, relays=app.relays
        )
        start = _Start(app, lan, network, view, notify)
        server = UvicornServer(site, proxies=network.proxies if network.address else None, begin=start.begin)
        lan.serve(server)
        announce(start.address)
        begin_log()
        _serve(server, listening)


def _check_address(address: str | None) -> None:
    if address is None:
        return
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        message = f'"{address}" is no address that browsers can be sent to; give one like https://tessera.example'
        raise OptionError(message)


def _lock(data: Path, until_the_end: contextlib.ExitStack) -> Callable[[str], None] | LockedError:
    """Return what announces our address, or what another Tessera holds and where it answers."""
    database = sqlite_file(parse_url(data_folder.database_url(data)))
    end = time.monotonic() + ANSWER_TIMEOUT_S
    while True:
        try:
            return until_the_end.enter_context(acquire(data, database))
        except LockedError as error:
            message = f'another program uses "{error.held}", but does not answer: end it, or choose another with --data'
            if _answers(error.address, None if error.elsewhere else data):
                return error
        except OSError as error:
            message = f"{unusable(error.filename or data, error).english}; --data names another folder"
            raise StartError(message) from error
        if time.monotonic() > end:
            raise StartError(message)
        time.sleep(0.1)


def _answers(address: str, data: Path | None) -> bool:
    """Whether a Tessera with the same data answers at an address, or any with `None`."""
    if not address.startswith(f"http://{LOOPBACK}:"):
        return False
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=1) as answer:  # noqa: S310 - this machine, by HTTP
            body = json.load(answer)
            if data is None:
                return isinstance(body, dict) and body.get("app") == NAME
            return body in (identity(data), {"app": NAME})  # behind a proxy it says no more
    except (OSError, ValueError):
        return False


def _open_running(running: LockedError, view: View, notify: Callable[[str], None]) -> None:
    sentence = f'Tessera is already running with "{running.held}": {running.address}'
    if view is View.NOWHERE:
        raise StartError(sentence)
    notify(sentence)
    show(view, running.address, notify)


def _bound_socket(port: int | None) -> socket.socket:
    """Return a socket at a port; without one at the usual port, at the next free one where it is taken, or at any."""
    if port is not None:
        try:
            return listening_socket(LOOPBACK, port)
        except OSError:
            message = f"port {port} is in use, or not allowed: choose another, or leave --port out"
            raise StartError(message) from None
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + MAX_PORT_TRIES):
        with contextlib.suppress(OSError):
            return listening_socket(LOOPBACK, candidate)
    return listening_socket(LOOPBACK, 0)


class _Start:
    """What happens as soon as the server answers."""

    def __init__(self, app: ServedApp, lan: Lan, network: Exposure, view: View, notify: Callable[[str], None]) -> None:
        self.address = f"http://{LOOPBACK}:{lan.port}/"
        self._app = app
        self._lan = lan
        self._network = network
        self._view = view
        self._notify = notify
        self._background: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        self._notify(f"Tessera is running at {self.address} (Ctrl+C ends it)")
        if self._network.lan or await self._was_open():
            try:
                await self._lan.open()
            except LanError as error:
                self._notify(str(error))
        if self._app.background is not None:
            self._background = asyncio.get_running_loop().create_task(self._app.background())
        if self._network.address is None:
            threading.Thread(target=show, args=(self._view, self.address, self._notify), daemon=True).start()
        else:  # a browser that comes by a proxy comes from this machine, too
            self._notify(f"To be the host, open the link that `tessera host --address {self._lan.address}` prints")

    async def _was_open(self) -> bool:
        """Whether the network was let in when the app ended."""
        auth = self._app.auth
        return auth is not None and bool((await auth.worker.run(Store.settings)).get(LAN_SETTING))


def _serve(server: UvicornServer, listening: socket.socket) -> None:
    """Serve until Ctrl+C or SIGTERM, both of which end the program in peace."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)
