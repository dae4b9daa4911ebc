"""The process around the app: one server of our own with Flet mounted in it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import signal
import socket
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import flet.fastapi
import uvicorn
from fastapi import FastAPI, WebSocket

from companion import places, web
from companion.hold import HeldError, held
from companion.window import View, show

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection
    from pathlib import Path

    import flet as ft

NAME: Final = "Tessera"
DESCRIPTION: Final = "Scores board games at the table and says why."

HOST: Final = "127.0.0.1"
PORT: Final = 8423
HIGHEST_PORT: Final = 65535
NEIGHBOURS: Final = 20
"""How many ports after a taken one are tried before the system is asked for any."""

PATIENCE: Final = 10
"""Seconds that a process which holds the data folder has to answer."""

GRACE: Final = 2
"""Seconds that open pages have to go when the server stops."""


class StartError(Exception):
    """The app cannot be opened; the text is a sentence for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """What is served: the entry of a page, what opens the database before, and closes it after.

    The database has an address; beside it is a folder in which more of its data may lie.
    """

    main: Callable[[ft.Page], Any]
    prepare: Callable[[str, Path], None]
    shut: Callable[[], None]


def build(main: Callable[[ft.Page], Any], *, assets: Path, data: Path, hosts: Collection[str] = ()) -> FastAPI:
    """Return the server: Flet behind our own routes, for those who ask this machine, or by one of the names `hosts`."""
    server = FastAPI(lifespan=_lifespan, docs_url=None, redoc_url=None, openapi_url=None)

    @server.get("/healthz")
    async def healthz() -> dict[str, str]:
        return _health(data)

    @server.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        loop, threads = asyncio.get_running_loop(), flet.fastapi.app_manager.executor
        await flet.fastapi.FletApp(loop, threads, main, None).handle(socket)

    files = flet.fastapi.FletStaticFiles(
        assets_dir=str(assets), app_name=NAME, app_description=DESCRIPTION, no_cdn=True
    )
    server.mount("/", files)
    client = _client(assets)
    server.add_middleware(web.Dressed, additions=assets / "page", client=client)
    server.add_middleware(web.Headed, client=client)
    server.add_middleware(web.Squeezed)
    server.add_middleware(web.Released)
    server.add_middleware(web.Guarded, hosts=(*web.THIS_MACHINE, *hosts))
    return server


@contextlib.asynccontextmanager
async def _lifespan(_: FastAPI) -> AsyncIterator[None]:
    await flet.fastapi.app_manager.start()
    yield
    await flet.fastapi.app_manager.shutdown()


def _client(assets: Path) -> str:
    """Return where the files of the client lie: elsewhere when one has changed, so that browsers may keep them."""
    found = ((path, path.stat()) for path in sorted(assets.rglob("*")))
    stamp = repr([(path.name, stat.st_size, stat.st_mtime_ns) for path, stat in found])
    return f"/client/{version('flet-web')}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}/"


def _health(data: Path) -> dict[str, str]:
    return {"app": NAME, "data": str(data.resolve())}


def run(app: App, *, data: Path, port: int, view: View, tell: Callable[[str], None]) -> None:
    """Serve the app to this machine until Ctrl+C or SIGTERM; where it runs already, open it there.

    Raises:
        StartError: the data folder cannot be used.
        StoreError: as preparing the app does.

    """
    with contextlib.ExitStack() as until_the_end:
        announce = _held(data, until_the_end)
        if isinstance(announce, str):
            _elsewhere(announce, data, view, tell)
            return
        listening = until_the_end.enter_context(_listening(port))
        address = f"http://{HOST}:{listening.getsockname()[1]}/"
        until_the_end.callback(app.shut)
        app.prepare(places.address(data), data)
        server = _Server(build(app.main, assets=places.assets(), data=data), view, address, tell)
        announce(address)
        _serve(server, listening)


def _held(data: Path, until_the_end: contextlib.ExitStack) -> Callable[[str], None] | str:
    """Return what announces our address, or the address of the Tessera that holds the folder already."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return until_the_end.enter_context(held(data))
        except HeldError as error:
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
    if not address.startswith(f"http://{HOST}:"):
        return False
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=1) as answer:  # noqa: S310 - this machine, by HTTP
            return bool(json.load(answer) == _health(data))
    except (OSError, ValueError):
        return False


def _elsewhere(address: str, data: Path, view: View, tell: Callable[[str], None]) -> None:
    said = f"Tessera is running already with the data in {data}: {address}"
    if view is View.NOWHERE:
        raise StartError(said)
    tell(said)
    show(view, address, tell)


def _listening(port: int) -> socket.socket:
    """Return a socket at a port, at the next free one where it is taken, or at any."""
    for one in range(port, min(port + NEIGHBOURS, HIGHEST_PORT + 1)):
        with contextlib.suppress(OSError):
            return _bound(one)
    return _bound(0)


def _bound(port: int) -> socket.socket:
    bound = socket.socket()
    try:
        if os.name == "posix":  # elsewhere this would share a port that is taken
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, port))
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


class _Server(uvicorn.Server):
    """A server that opens the app as soon as it answers."""

    def __init__(self, asgi: FastAPI, view: View, address: str, tell: Callable[[str], None]) -> None:
        super().__init__(
            uvicorn.Config(
                asgi,
                ws="websockets-sansio",
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._view = view
        self._address = address
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell(f"Tessera runs at {self._address} (Ctrl+C ends it)")
        threading.Thread(target=show, args=(self._view, self._address, self._tell), daemon=True).start()


def _serve(server: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until Ctrl+C or SIGTERM, both of which end the program in peace."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)
