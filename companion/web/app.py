"""The application that is served: Flet behind our own routes, for browsers that are let in, and what pages bring."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import weakref
from http import HTTPStatus
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import flet.fastapi
from cachetools import LRUCache
from fastapi import APIRouter, FastAPI, Request, WebSocket
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, JSONResponse, Response

from companion import DESCRIPTION, NAME
from companion.formatting.languages import WANTED, accepted
from companion.page_messages import PageMessages
from companion.system import limits
from companion.system.machine import offload
from companion.system.paths import fallback_font
from companion.system.pictures import PictureError
from companion.tables.access import VISITOR, Visitor
from companion.web import connections, join, middleware
from companion.web.auth import AuthBackend, Authenticator, AuthMiddleware, visitor_of
from companion.web.join import Health
from companion.web.middleware import is_own
from companion.web.relay import RETURNS, Relays

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from flet.messaging.protocol import Message
    from flet.messaging.session import Session
    from starlette.types import ASGIApp, Receive, Scope, Send

    from companion.services.share_codes.incoming import LinkInbox
    from companion.system.network import Lan


class WebApp:
    """The application that is served, as `asgi`, and its `health`."""

    def __init__(  # noqa: PLR0913 - what is served, and to whom
        self,
        main: Callable[[ft.Page], Any],
        *,
        assets: Path,
        data: Path,
        lan: Lan,
        links: LinkInbox,
        auth: AuthBackend | None = None,
        relays: Relays | None = None,
    ) -> None:
        """Serve the pages of `main` under the names of a network; without `auth` to this machine alone.

        `relays` are the pages of this machine that hold channels to phones.
        """
        authenticator = Authenticator(lan, auth)
        self.health = Health(authenticator, identity(data))
        self.asgi = FastAPI(lifespan=_lifespan, docs_url=None, redoc_url=None, openapi_url=None)
        serve = _websocket_of(main)
        relays = relays or Relays()
        relays.serve(middleware.DisconnectMiddleware(connections.FletMessageFilterMiddleware(_asgi_of(serve))))
        self.asgi.add_api_websocket_route("/ws", serve)
        self.asgi.include_router(relays.routes())
        self.asgi.include_router(link_routes(links))
        self.asgi.include_router(font_routes(assets))
        files = flet.fastapi.FletStaticFiles(
            assets_dir=str(assets), app_name=NAME, app_description=DESCRIPTION, no_cdn=True
        )
        self.asgi.mount("/", files)
        client = _client(assets)
        join_app = join.join_app(assets, authenticator, self.health)
        self.asgi.add_middleware(connections.FletMessageFilterMiddleware)
        self.asgi.add_middleware(middleware.PageInjectionMiddleware, assets=assets, client=client)
        self.asgi.add_middleware(
            AuthMiddleware, authenticator=authenticator, join_app=join_app, public=join.PUBLIC_PATHS
        )
        self.asgi.add_middleware(middleware.HeadersMiddleware, client=client)
        self.asgi.add_middleware(middleware.RemoteGZipMiddleware)
        self.asgi.add_middleware(middleware.DisconnectMiddleware)
        self.asgi.add_middleware(middleware.HostCheckMiddleware, lan=lan)
        self.asgi.add_middleware(middleware.LanguageMiddleware)


class PageConnection(flet.fastapi.FletApp):  # type: ignore[misc]
    """The connection to a page; what is for nobody is dropped, both ways.

    A page that has gone is loaded anew when its browser returns; Flet itself would fail between the end of a connection
    and the moment in which its session notices that. And a message for a control that the page does not have would
    cost dearly: Flet would search the whole page for it.
    """

    closed: Session | None = None
    """The session, once its page has gone."""

    def __init__(self, *arguments: Any, **more: Any) -> None:  # noqa: ANN401 - what Flet's own takes
        """Wait for the page."""
        super().__init__(*arguments, **more)
        self._messages = PageMessages()

    async def _FletApp__on_message(self, message: list[Any]) -> None:  # noqa: N802 - Flet's own name
        """Take a message of the page, unless it is for a control that the page does not have."""
        if not self._messages.are_taken(self._FletApp__session, message):
            await super()._FletApp__on_message(message)

    def send_message(self, message: Message) -> None:
        """Send a message, unless the page has gone."""
        if getattr(self, "_FletApp__send_queue", None) is not None:
            super().send_message(message)

    async def leave(self, timeout_s: int) -> None:
        """Leave the session if Flet was cut off before it could: it would be kept for ever, not for `timeout_s`."""
        session = self._FletApp__session
        if session is not None:
            await session.disconnect(session_timeout_seconds=timeout_s)

    def dispose(self) -> None:
        """Let go of the session, whose page has gone."""
        self.closed = getattr(self, "_FletApp__session", None)
        super().dispose()


class ClosedPages:
    """The sessions of closed pages, a few for each browser, until they come back or their time is over."""

    def __init__(self) -> None:
        """Begin without any."""
        self._waiting: list[tuple[str, weakref.ref[Session]]] = []

    async def add(self, path: str, session: Session) -> None:
        """Keep a session of the visitor with this path; the oldest of too many ends at once."""
        self._waiting = [(of, ref) for of, ref in self._waiting if _is_closed(ref())] + [(path, weakref.ref(session))]
        mine = [entry for entry in self._waiting if entry[0] == path]
        for too_many in mine[: -limits.MAX_CLOSED_PAGES]:
            self._waiting.remove(too_many)
            oldest = too_many[1]()
            if oldest is not None:
                await oldest.disconnect(session_timeout_seconds=0)


def _is_closed(session: Session | None) -> bool:
    return session is not None and session.connection is None


def identity(data: Path) -> dict[str, str]:
    """Return what a program on this machine is told of the process: that it is Tessera, and where its data lies."""
    return {"app": NAME, "data": str(data.resolve())}


def _websocket_of(main: Callable[[ft.Page], Any]) -> Callable[[WebSocket], Any]:
    closed = ClosedPages()

    async def serve(socket: WebSocket) -> None:
        visitor = visitor_of(socket.scope)
        if visitor is None:
            await socket.close(middleware.POLICY_VIOLATION)
            return
        VISITOR.set(visitor)
        WANTED.set(accepted(socket.headers.get("accept-language", "")))
        socket.scope["path"] = path = session_path(visitor)
        loop, threads = asyncio.get_running_loop(), flet.fastapi.app_manager.executor
        timeout = limits.HOST_SESSION_TIMEOUT_S if visitor.host else limits.PHONE_SESSION_TIMEOUT_S
        timeout = timeout if socket.scope.get(RETURNS, True) else 0
        connection = PageConnection(loop, threads, main, None, session_timeout_seconds=timeout)
        try:
            await connection.handle(socket)
        finally:
            await connection.leave(timeout)
            if connection.closed is not None:
                await closed.add(path, connection.closed)

    return serve


def _asgi_of(serve: Callable[[WebSocket], Any]) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await serve(WebSocket(scope, receive, send))

    return app


def session_path(visitor: Visitor) -> str:
    """Return the path that a visitor's sessions belong to: Flet finds a session by its id and this path together.

    So a phone that becomes the host's, or no longer is, begins a new session.
    """
    return f"/{visitor.user_id}/{visitor.key}/ws"


@contextlib.asynccontextmanager
async def _lifespan(_: FastAPI) -> AsyncIterator[None]:
    await flet.fastapi.app_manager.start()
    yield
    await flet.fastapi.app_manager.shutdown()


def _client(assets: Path) -> str:
    """Return the path of the client's files, which differs when a file has changed, so that browsers may keep them."""
    files = ((path, path.stat()) for path in sorted(assets.rglob("*")))
    stamp = repr([(path.name, stat.st_size, stat.st_mtime_ns) for path, stat in files])
    return f"/client/{version('flet-web')}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}/"


MAX_REMEMBERED: Final = 1000
"""Visitors whose last pictures are counted; with one more, the one that was quiet for the longest is forgotten."""


def link_routes(links: LinkInbox) -> APIRouter:
    """Return the routes by which our own pages hand over fragments of links, and pictures that may show codes."""
    router = APIRouter()
    reading = asyncio.Semaphore(limits.MAX_SCANS)
    budgets: LRUCache[str, limits.TokenBucket] = LRUCache(MAX_REMEMBERED)

    @router.post("/arrivals")
    async def arrive(request: Request) -> Response:
        body = await _body(request)
        if isinstance(body, HTTPStatus):
            return Response(status_code=body)
        return JSONResponse({"id": links.add(body.decode(errors="replace"))}, HTTPStatus.CREATED)

    @router.post("/scans")
    async def scan(request: Request) -> Response:
        visitor = visitor_of(request.scope)
        budget = budgets.setdefault(
            visitor.key if visitor else "", limits.TokenBucket(limits.SCANS_PER_SECOND, limits.SCAN_BURST)
        )
        body = await _body(request)
        if isinstance(body, HTTPStatus):
            return Response(status_code=body)
        if reading.locked() or not budget.take_if_there():
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS)
        from companion.system.native_pictures import codes_in  # noqa: PLC0415 - takes long to load

        async with reading:
            try:
                texts = await offload(codes_in, body, limits.MAX_SCAN_PIXELS)
            except PictureError:
                return Response(status_code=HTTPStatus.BAD_REQUEST)
        return JSONResponse({"texts": texts})

    return router


async def _body(request: Request) -> bytes | HTTPStatus:
    """Return the body of a request, or why there is none: a foreign page asks, it is too long, the page went."""
    if not is_own(request.headers):
        return HTTPStatus.FORBIDDEN
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > limits.MAX_LINK_BYTES:
                return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    except ClientDisconnect:
        return HTTPStatus.BAD_REQUEST
    return bytes(body)


def font_routes(assets: Path) -> APIRouter:
    """Return the routes of our list of fonts, in place of Flet's, and of the fallback fonts."""
    router = APIRouter()

    @router.get("/assets/FontManifest.json")
    def manifest() -> Response:
        return FileResponse(assets / "page" / "FontManifest.json")

    @router.get("/fallback/{address:path}")
    def fallback(address: str) -> Response:
        try:
            return Response(fallback_font(address), media_type="font/woff2")
        except KeyError:
            return Response(status_code=HTTPStatus.NOT_FOUND)

    return router
