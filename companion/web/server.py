"""The process around the app: one in a data folder, at a port, from the first to the last page, with its log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import sys
import threading
import time
import traceback
import urllib.request
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import uvicorn

from companion import NAME
from companion.services.share_codes.incoming import LinkInbox
from companion.system import data_folder, limits, paths
from companion.system.browser_window import View, show
from companion.system.data_folder import LockedError, acquire
from companion.system.machine import DEFAULT_PORT, LAN_SETTING, LOOPBACK, LanError
from companion.system.network import Lan, is_loopback, listening_socket
from companion.tables.access import VISITOR
from companion.web.app import WebApp, identity
from companion.web.connections import HttpConnection, OpenConnections, WebSocketConnection, shared_addresses
from scoring.messages import on_one_line
from storage.database.connections import DatabaseUrl, parse_url, sqlite_file
from storage.database.errors import unusable
from storage.repositories.tables import Store

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable, Coroutine
    from types import FrameType

    import flet as ft

    from companion.web.auth import AuthBackend
    from companion.web.relay import Relays

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


SHUTDOWN_TIMEOUT_S: Final = 2
"""Seconds that open pages have to go when the server stops, and then what is being saved."""

BACKLOG: Final = limits.DESCRIPTORS_KEPT
"""Connections that are accepted before any of them is counted."""


class UvicornServer(uvicorn.Server):
    """Serves a site, and can change the socket at which it listens meanwhile."""

    def __init__(self, site: WebApp, *, proxies: str | None, begin: Callable[[], Awaitable[None]]) -> None:
        """Prepare a server that believes what `proxies` say of browsers; `begin` is called as soon as it answers."""
        asgi: Any = site.asgi
        connections = OpenConnections(limits.connection_limit(), shared_addresses(proxies))
        http: Any = partial(HttpConnection, connections)
        websocket: Any = partial(WebSocketConnection, connections)
        super().__init__(
            uvicorn.Config(
                asgi,
                http=http,
                h11_max_incomplete_event_size=limits.MAX_HEADER_BYTES,
                timeout_keep_alive=limits.KEEP_ALIVE_S,
                backlog=BACKLOG,
                ws=websocket,
                ws_max_size=limits.MAX_HOST_FRAME_BYTES,
                ws_per_message_deflate=False,  # a few bytes of a browser would become many
                ws_ping_interval=limits.PING_TIMEOUT_S,
                ws_ping_timeout=limits.PING_TIMEOUT_S,
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=proxies is not None,
                forwarded_allow_ips=proxies,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
            )
        )
        self._site = site
        self._begin = begin

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then begin."""
        await super().startup(sockets)
        await self._begin()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; a proxy is told to send no more browsers here."""
        self._site.health.stopping = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the connections to pages, which come back by themselves, and wait until everything is saved."""
        await super().shutdown(sockets)
        await self._site.health.wait_until_saved(SHUTDOWN_TIMEOUT_S)

    async def listen(self, listening: socket.socket) -> None:
        """Accept connections at a socket from now on."""
        protocol: Any = self.config.http_protocol_class
        connection = partial(
            protocol, config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        loop = asyncio.get_running_loop()
        self.servers = [await loop.create_server(connection, sock=listening, backlog=BACKLOG)]

    def stop_listening(self) -> None:
        """Accept no more connections; those that are open stay."""
        for server in self.servers:
            server.close()

    def cut_off(self) -> None:
        """Close the connections of other machines."""
        for connection in tuple(self.server_state.connections):
            client = getattr(connection, "client", None)
            if client is None or not is_loopback(client[0]):
                connection.shutdown()


SERVER_LOGGERS: Final = ("asyncio", "py", "uvicorn", "websockets")
"""The loggers of what reads requests, frames and pictures, whoever sent them; `py` has the warnings of libraries."""

FAULT_FRAMES: Final = 3
"""The innermost places of a fault that its line names."""


class NetworkLogFilter(logging.Filter):
    """Makes one line of each record that somebody on the network caused, and drops what is too much."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a record; the clock counts seconds."""
        super().__init__()
        self._budget = limits.TokenBucket(limits.LOG_LINES_PER_MINUTE / 60, limits.LOG_LINES_PER_MINUTE, clock)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; the host's own are as they came."""
        if VISITOR.get().host and record.name.partition(".")[0] not in SERVER_LOGGERS:
            return True
        if not self._budget.take_if_there():
            self._left_out += 1
            return False
        left_out = f" ({self._left_out} lines before it were left out)" if self._left_out else ""
        record.msg, record.args = _log_line(record) + left_out, None
        record.exc_info = record.exc_text = record.stack_info = None
        self._left_out = 0
        return True


def _log_line(record: logging.LogRecord) -> str:
    """Return a record in one line: what it says, and the fault with its innermost places."""
    line = record.getMessage()
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        places = [
            f"{PurePath(frame.filename).name}:{frame.lineno}"
            for frame in traceback.extract_tb(error.__traceback__)[-FAULT_FRAMES:]
        ]
        line = f"{type(error).__name__} at {' '.join(places)}: {error}: {line}"
    return on_one_line(line[: 2 * limits.MAX_LOG_LINE])[: limits.MAX_LOG_LINE]


def begin_log() -> None:
    """Write warnings and errors to standard error, those from the network within their limits."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    handler.addFilter(NetworkLogFilter())
    logging.getLogger().addHandler(handler)
    logging.captureWarnings(capture=True)
