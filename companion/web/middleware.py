"""What a browser is served: who may ask, under which headers, and Flet's page with what we add to it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse

from companion.system.network import is_loopback

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.system.network import Lan

HOST: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]+)(?::[0-9]+)?")

SOURCES: Final = {
    "default-src": "'self'",
    "script-src": "'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "font-src": "'self' data:",
    "img-src": "'self' data: blob:",
    "media-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""What a page may load, and from where: nothing from another host, and no other page shows this one."""

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in SOURCES.items()),
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What is said with every answer; isolated from other origins, the client may draw in a thread of its own."""

REVALIDATE: Final = "no-cache"
"""A browser asks whether what it has is still right."""

IMMUTABLE: Final = "public, max-age=31536000, immutable"

NOT_LET_IN: Final = 1008
"""The code with which a WebSocket is closed whose page may not be there. RFC 6455, 7.4.1."""

CLEANUP_TIMEOUT_S: Final = 1
"""Seconds that are left to put away what belongs to a page that has gone."""


SAFE: Final = ("GET", "HEAD")
"""The methods that change nothing, and may be used by a link on any page."""


class HostCheckMiddleware:
    """Lets in those who asked for this server by a name of its own, and its own pages alone to change something."""

    def __init__(self, app: ASGIApp, lan: Lan) -> None:
        """Guard an application that is asked for by the names of a network."""
        self._app = app
        self._lan = lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse to."""
        if scope["type"] == "lifespan" or self._welcome(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse(receive, send)
        else:
            refused = PlainTextResponse("Tessera does not answer under this name.\n", 403)
            await refused(scope, receive, send)

    def _welcome(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        if not self._lan.answers_to(name_of(headers)):
            return False
        return scope.get("method") in SAFE or "origin" not in headers or is_own(headers)


def name_of(headers: Headers) -> str:
    """Return the name that a request is made to, in lower case and without a port; "" where it is none."""
    named = HOST.fullmatch(headers.get("host", "").lower())
    return "" if named is None else named["name"]


def is_own(headers: Headers) -> bool:
    """Whether a page of this very server asks: browsers say where all comes from that may change something."""
    return headers.get("origin", "").lower().partition("://")[2] == headers.get("host", "").lower() != ""


async def refuse(receive: Receive, send: Send) -> None:
    """Let nobody talk over a WebSocket that is to be opened."""
    await receive()
    await send({"type": "websocket.close", "code": NOT_LET_IN})


class DisconnectMiddleware:
    """Ends what is served over a WebSocket when its page has gone, in peace.

    Flet would wait for ever for a page that never said who it was, and lose the session of one that went while
    something was sent to it.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Watch over the WebSockets of an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as long as somebody is there."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                asyncio.get_running_loop().call_later(CLEANUP_TIMEOUT_S, talk.cancel)
            return message

        async def said(message: Message) -> None:
            with suppress(OSError):  # nobody is there; that is heard, too
                await send(message)

        talk = asyncio.ensure_future(self._app(scope, heard, said))
        with suppress(asyncio.CancelledError):
            await talk


class HeadersMiddleware:
    """Sets the headers that hold for everything, and says what a browser may keep for how long, if nothing else does.

    Under the address of the client lies what lies at the root, there to be kept for ever: it changes with the version.
    """

    def __init__(self, app: ASGIApp, client: str) -> None:
        """Head what an application answers; `client` is where its files may be kept for ever."""
        self._app = app
        self._client = client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        kept = scope["path"].startswith(self._client)
        if kept:
            scope = {**scope, "path": "/" + scope["path"].removeprefix(self._client)}

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                page = _is_page(message)
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", IMMUTABLE if kept and not page else REVALIDATE)
            await send(message)

        await self._app(scope, receive, headed)


class RemoteGZipMiddleware:
    """Compresses what goes out to other machines; on this one it would only cost time."""

    def __init__(self, app: ASGIApp) -> None:
        """Compress what an application answers."""
        self._app = app
        self._squeezing = GZipMiddleware(app, minimum_size=1024, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, compressed for others."""
        await (self._app if _at_home(scope) else self._squeezing)(scope, receive, send)


def _at_home(scope: Scope) -> bool:
    return is_loopback(client_of(scope))


def client_of(scope: Scope) -> str:
    """Return the address of whoever asks, "" where it is not known."""
    client = scope.get("client")
    return "" if client is None else str(client[0])


class PageInjectionMiddleware:
    """Adds to Flet's page, wherever it is served, what is ours."""

    def __init__(self, app: ASGIApp, additions: Path, client: str) -> None:
        """Add what stands in `head.html` and `body.html`; `client` is where the files of the client lie."""
        self._app = app
        self._head = (additions / "head.html").read_text(encoding="utf-8").replace("{client}", client)
        self._body = (additions / "body.html").read_text(encoding="utf-8")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; a page with the additions."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        parts: list[bytes] = []

        async def dressed(message: Message) -> None:
            nonlocal start
            if _is_page(message):
                start = message
            elif start is None:
                await send(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    page = self._page(b"".join(parts))
                    MutableHeaders(scope=start)["Content-Length"] = str(len(page))
                    await send(start)
                    await send({"type": "http.response.body", "body": page})

        await self._app(scope, receive, dressed)

    def _page(self, page: bytes) -> bytes:
        return (
            page.decode()
            .replace("<html>", '<html lang="en">', 1)
            .replace("</head>", f"{self._head}</head>", 1)
            .replace("<body>", f"<body>\n{self._body}", 1)
            .encode()
        )


def _is_page(message: Message) -> bool:
    """Whether a whole page begins; Flet serves its own for every address that is no file, also where it says 404."""
    if message["type"] != "http.response.start" or message["status"] == HTTPStatus.PARTIAL_CONTENT:
        return False
    return MutableHeaders(scope=message).get("content-type", "").startswith("text/html")
