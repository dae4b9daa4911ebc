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
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from companion.cli.join_codes import Codes
from companion.system import paths
from companion.system.browser_window import View, show
from companion.system.data_lock import LockedError, acquire
from companion.system.network import HERE, SETTING, Lan, LanError, bound
from companion.web.app import NAME, WebApp, identity
from companion.web.uvicorn_server import UvicornServer
from storage.repositories.tables import Store

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    import flet as ft

    from companion.web.auth import AuthBackend

HIGHEST_PORT: Final = 65535
MAX_PORT_TRIES: Final = 20
"""How many ports after a taken one are tried before the system is asked for any."""

ANSWER_TIMEOUT_S: Final = 10
"""Seconds that a process which holds the data folder has to answer."""


class StartError(Exception):
    """The app cannot be opened; the text is a sentence for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedApp:
    """What is served: the entry of a page, what opens the database before, and closes it after.

    The database has an address; beside it is a folder in which more of its data may lie.
    """

    main: Callable[[ft.Page], Any]
    prepare: Callable[[str, Path], None]
    shut: Callable[[], None]
    house: Callable[[Lan], AuthBackend] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Who is served beside this machine: with `lan` the local network, with an `address` all who come by a proxy.

    `proxies` are the addresses of those that are believed, as uvicorn reads them.
    """

    lan: bool = False
    address: str | None = None
    proxies: str = HERE


THIS_MACHINE_ONLY: Final = Exposure()
"""Nobody but this machine."""


def run(
    app: ServedApp,
    *,
    data: Path,
    port: int,
    view: View,
    tell: Callable[[str], None],
    network: Exposure = THIS_MACHINE_ONLY,
) -> None:
    """Serve the app until Ctrl+C or SIGTERM; where it runs already, open it there.

    Raises:
        StartError: the data folder cannot be used, or the public address is none.
        StoreError: as preparing the app does.

    """
    _checked(network)
    with contextlib.ExitStack() as until_the_end:
        announce = _locked(data, until_the_end)
        if isinstance(announce, str):
            _open_running(announce, data, view, tell)
            return
        listening = until_the_end.enter_context(_bound_socket(port))
        until_the_end.callback(app.shut)
        app.prepare(paths.address(data), data)
        lan = Lan(listening.getsockname()[1], network.address)
        house = None if app.house is None else app.house(lan)
        site = WebApp(app.main, assets=paths.assets(), data=data, lan=lan, house=house)
        opening = _Opening(lan, house, network, view, tell)
        server = UvicornServer(site, proxies=network.proxies if network.address else None, begin=opening.begin)
        lan.serve(server)
        announce(opening.address)
        _serve(server, listening)


def _checked(network: Exposure) -> None:
    if network.address is None:
        return
    parts = urlsplit(network.address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        message = f"{network.address} is no address that browsers can be sent to; give one like https://tessera.example"
        raise StartError(message)


def _locked(data: Path, until_the_end: contextlib.ExitStack) -> Callable[[str], None] | str:
    """Return what announces our address, or the address of the Tessera that holds the folder already."""
    end = time.monotonic() + ANSWER_TIMEOUT_S
    while True:
        try:
            return until_the_end.enter_context(acquire(data))
        except LockedError as error:
            if _answers(error.address, data):
                return error.address
        except OSError as error:
            message = f"{data} cannot hold Tessera's data: {error.strerror or error}; name another folder with --data"
            raise StartError(message) from error
        if time.monotonic() > end:
            message = f"another program uses the data in {data}, but does not answer; end it, or use --data"
            raise StartError(message)
        time.sleep(0.1)


def _answers(address: str, data: Path) -> bool:
    """Whether a Tessera with the same data answers at an address."""
    if not address.startswith(f"http://{HERE}:"):
        return False
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=1) as answer:  # noqa: S310 - this machine, by HTTP
            return json.load(answer) in (identity(data), {"app": NAME})  # where it is behind a proxy, it tells no more
    except (OSError, ValueError):
        return False


def _open_running(address: str, data: Path, view: View, tell: Callable[[str], None]) -> None:
    said = f"Tessera is running already with the data in {data}: {address}"
    if view is View.NOWHERE:
        raise StartError(said)
    tell(said)
    show(view, address, tell)


def _bound_socket(port: int) -> socket.socket:
    """Return a socket at a port, at the next free one where it is taken, or at any."""
    for one in range(port, min(port + MAX_PORT_TRIES, HIGHEST_PORT + 1)):
        with contextlib.suppress(OSError):
            return bound(HERE, one)
    return bound(HERE, 0)


class _Opening:
    """What happens as soon as the app answers."""

    def __init__(
        self, lan: Lan, house: AuthBackend | None, network: Exposure, view: View, tell: Callable[[str], None]
    ) -> None:
        self.address = f"http://{HERE}:{lan.port}/"
        self._lan = lan
        self._house = house
        self._network = network
        self._view = view
        self._tell = tell
        self._telling: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        self._tell(f"Tessera runs at {self.address} (Ctrl+C ends it)")
        if self._network.lan or await self._remembered():
            try:
                await self._lan.open()
            except LanError as error:
                self._tell(str(error))
        codes = Codes(self._lan, self._house, self._tell, sys.stdout)
        self._telling = asyncio.get_running_loop().create_task(codes.go_on())
        if self._network.address is None:
            threading.Thread(target=show, args=(self._view, self.address, self._tell), daemon=True).start()
        else:  # whoever comes by a proxy comes from this machine, too
            self._tell(f"The host comes by a link, which `tessera host --address {self._lan.address}` prints")

    async def _remembered(self) -> bool:
        """Whether the network was let in before."""
        return self._house is not None and bool((await self._house.worker.run(Store.settings)).get(SETTING))


def _serve(server: UvicornServer, listening: socket.socket) -> None:
    """Serve until Ctrl+C or SIGTERM, both of which end the program in peace."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)
