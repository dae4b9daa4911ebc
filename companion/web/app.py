"""What is served: Flet behind our own routes, for those who are let in."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import flet.fastapi
from fastapi import FastAPI, WebSocket

from companion.services import link_inbox
from companion.tables.visitor import VISITOR, Visitor
from companion.web import flet_messages, join, links, middleware
from companion.web.auth import Authenticator, AuthMiddleware, visitor_of
from companion.web.health import Health

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    import flet as ft
    from flet.messaging.protocol import Message

    from companion.system.network import Lan
    from companion.web.auth import AuthBackend

NAME: Final = "Tessera"
DESCRIPTION: Final = "Scores board games at the table and says why."

HOST_SESSION_TIMEOUT_S: Final = 60 * 60
PHONE_SESSION_TIMEOUT_S: Final = 10 * 60
"""How long a page is remembered that has gone, in seconds: whoever comes later sees the same, made anew.

That takes about a megabyte for each, and phones go without a word, and come back as others.
"""


class WebApp:
    """The application that is served: `asgi`; `health` is what it tells of itself."""

    def __init__(
        self, main: Callable[[ft.Page], Any], *, assets: Path, data: Path, lan: Lan, house: AuthBackend | None = None
    ) -> None:
        """Serve the pages of `main` to those whom a house lets in, by the names of a network."""
        reception = Authenticator(lan, house)
        self.health = Health(reception, identity(data))
        self.asgi = FastAPI(lifespan=_lifespan, docs_url=None, redoc_url=None, openapi_url=None)
        self.asgi.add_api_websocket_route("/ws", _talking(main))
        self.asgi.include_router(links.routes(link_inbox.LINK_INBOX))
        files = flet.fastapi.FletStaticFiles(
            assets_dir=str(assets), app_name=NAME, app_description=DESCRIPTION, no_cdn=True
        )
        self.asgi.mount("/", files)
        client = _client(assets)
        door = join.door(assets, reception, self.health)
        self.asgi.add_middleware(flet_messages.FletMessageFilterMiddleware)
        self.asgi.add_middleware(middleware.PageInjectionMiddleware, additions=assets / "page", client=client)
        self.asgi.add_middleware(AuthMiddleware, reception=reception, door=door, open_to_all=join.PATHS)
        self.asgi.add_middleware(middleware.HeadersMiddleware, client=client)
        self.asgi.add_middleware(middleware.RemoteGZipMiddleware)
        self.asgi.add_middleware(middleware.DisconnectMiddleware)
        self.asgi.add_middleware(middleware.HostCheckMiddleware, lan=lan)


class PageConnection(flet.fastapi.FletApp):  # type: ignore[misc]
    """What is said to a page; once that has gone, it is said to nobody: who comes back gets the whole page anew.

    Flet itself would fail between the end of a connection and the moment in which its session hears of it.
    """

    def send_message(self, message: Message) -> None:
        """Say something to the page, if it is there."""
        if getattr(self, "_FletApp__send_queue", None) is not None:
            super().send_message(message)


def identity(data: Path) -> dict[str, str]:
    """Return what this machine learns of a process: that it is ours, and where its data lies."""
    return {"app": NAME, "data": str(data.resolve())}


def _talking(main: Callable[[ft.Page], Any]) -> Callable[[WebSocket], Any]:
    async def talk(socket: WebSocket) -> None:
        visitor = visitor_of(socket.scope)
        if visitor is None:
            await socket.close(middleware.NOT_LET_IN)
            return
        VISITOR.set(visitor)
        socket.scope["path"] = session_path(visitor)
        loop, threads = asyncio.get_running_loop(), flet.fastapi.app_manager.executor
        kept = HOST_SESSION_TIMEOUT_S if visitor.host else PHONE_SESSION_TIMEOUT_S
        await PageConnection(loop, threads, main, None, session_timeout_seconds=kept).handle(socket)

    return talk


def session_path(visitor: Visitor) -> str:
    """Return the path that a visitor's sessions belong to: Flet finds none again by its id alone, but by this, too.

    A phone that becomes the host's, or is that no more, begins anew.
    """
    return f"/{visitor.user_id}/{visitor.key}/ws"


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
