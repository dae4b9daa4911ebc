"""ASGI middleware: which requests are answered, the headers of answers, and our additions to Flet's page."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse

from companion.formatting.languages import accepted, best_of, catalogue
from companion.system.network import Lan, is_loopback
from scoring.messages import reading, say

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.system.network import Lan

HOST: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]+)(?::[0-9]+)?")

SOURCES: Final = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval' blob:",
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
"""Where a page may load things from: nothing comes from another host, and no other page may frame this one.

Styles alone may stand in it, as Flutter's engine writes two of its own while it runs.
"""


def policy(scripts: str = "") -> str:
    """Return what a page may do, given the digests of the scripts that may stand in it."""
    sources = {**SOURCES, "script-src": f"{SOURCES['script-src']} {scripts}".rstrip()}
    return "; ".join(f"{what} {where}" for what, where in sources.items())


HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every answer; isolated from other origins, the client may draw in a thread of its own."""

REVALIDATE: Final = "no-cache"
"""A browser asks whether its copy is still current."""

IMMUTABLE: Final = "public, max-age=31536000, immutable"

POLICY_VIOLATION: Final = 1008
"""The code that closes the WebSocket of a page that is not let in. RFC 6455, 7.4.1."""

CLEANUP_TIMEOUT_S: Final = 1
"""Seconds in which an application may tidy up after a page has gone."""

SAFE_METHODS: Final = ("GET", "HEAD")
"""The methods that change nothing, and may be used by a link on any page."""

UNKNOWN_NAME: Final = say("Tessera does not answer at this address.")


class LanguageMiddleware:
    """Words what is said in an answer in the best language that the browser asks for."""

    def __init__(self, app: ASGIApp) -> None:
        """Word the answers of an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in its language."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        languages = accepted(Headers(scope=scope).get("accept-language", ""))
        with reading(catalogue(best_of(languages))):
            await self._app(scope, receive, send)


class HostCheckMiddleware:
    """Refuses requests to a name that is not this server's, and changes that another site's page asks for."""

    def __init__(self, app: ASGIApp, lan: Lan) -> None:
        """Guard an application that answers to the names of a network."""
        self._app = app
        self._lan = lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse a request."""
        if scope["type"] == "lifespan" or self._is_allowed(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse(receive, send)
        else:
            refusal = PlainTextResponse(f"{UNKNOWN_NAME}\n", 403)
            await refusal(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        if not self._lan.answers_to(name_of(headers)):
            return False
        return scope.get("method") in SAFE_METHODS or "origin" not in headers or is_own(headers)


def name_of(headers: Headers) -> str:
    """Return the host name of a request, in lower case and without a port; "" where it is malformed."""
    match = HOST.fullmatch(headers.get("host", "").lower())
    return "" if match is None else match["name"]


def is_own(headers: Headers) -> bool:
    """Whether a page of this very server asks; browsers send the origin of every request that may change something."""
    return headers.get("origin", "").lower().partition("://")[2] == headers.get("host", "").lower() != ""


async def refuse(receive: Receive, send: Send) -> None:
    """Refuse to open a WebSocket."""
    await receive()
    await send({"type": "websocket.close", "code": POLICY_VIOLATION})


class DisconnectMiddleware:
    """Ends the serving of a WebSocket quietly when its page has gone.

    Flet would wait for ever for a page that never registered, and lose the session of a page that went while something
    was sent to it.
    """

    def __init__(self, app: ASGIApp) -> None:
        """End the WebSockets of an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a WebSocket as long as its page is there."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def receive_or_end() -> Message:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                asyncio.get_running_loop().call_later(CLEANUP_TIMEOUT_S, serving.cancel)
            return message

        async def send_or_drop(message: Message) -> None:
            # the page has gone, or the server has closed the connection as it stops; `receive` will say so
            with suppress(OSError, RuntimeError):
                await send(message)

        serving = asyncio.ensure_future(self._app(scope, receive_or_end, send_or_drop))
        with suppress(asyncio.CancelledError):
            await serving


class HeadersMiddleware:
    """Sets the headers of every answer, and says how long a browser may keep it where nothing else does.

    The files at the root also lie under the path of the client, where browsers keep them for ever: that path changes
    with the version.
    """

    def __init__(self, app: ASGIApp, client: str) -> None:
        """Add headers to an application's answers; files under the path `client` may be kept for ever."""
        self._app = app
        self._client = client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        immutable = scope["path"].startswith(self._client)
        if immutable:
            scope = {**scope, "path": "/" + scope["path"].removeprefix(self._client)}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_page = _is_page(message)
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", IMMUTABLE if immutable and not is_page else REVALIDATE)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class RemoteGZipMiddleware:
    """Compresses answers to other machines; on this one that would only cost time."""

    def __init__(self, app: ASGIApp) -> None:
        """Compress an application's answers."""
        self._app = app
        self._compressed = GZipMiddleware(app, minimum_size=1024, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, compressed for another machine."""
        await (self._app if is_loopback(client_of(scope)) else self._compressed)(scope, receive, send)


def client_of(scope: Scope) -> str:
    """Return the address of the client, "" where it is not known."""
    client = scope.get("client")
    return "" if client is None else str(client[0])


class PageInjectionMiddleware:
    """Adds our parts to Flet's page, wherever it is served; no other scripts may stand in it than these and Flet's."""

    def __init__(self, app: ASGIApp, assets: Path, client: str) -> None:
        """Add what lies in the folder `assets`; `client` is the path of the client's files."""
        self._app = app
        self._head = head(assets, ("page/head.html", "page/server.html")).replace("{client}", client)
        self._body = (assets / "page/body.html").read_text(encoding="utf-8")
        self._policy = policy()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; a page has the additions."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        parts: list[bytes] = []

        async def send_with_additions(message: Message) -> None:
            nonlocal start
            if _is_page(message):
                start = message
            elif start is None:
                if message.get("status") == HTTPStatus.NOT_MODIFIED:
                    self._allow_scripts(message)  # a browser takes these headers for those of the page that it has
                await send(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    whole = self._with_additions(b"".join(parts))
                    self._allow_scripts(start)
                    MutableHeaders(scope=start)["Content-Length"] = str(len(whole))
                    await send(start)
                    await send({"type": "http.response.body", "body": whole})

        await self._app(scope, receive, send_with_additions)

    def _with_additions(self, flets: bytes) -> bytes:
        whole = with_additions(flets.decode(), self._head, self._body)
        self._policy = policy(digests(whole))
        return whole.encode()

    def _allow_scripts(self, start: Message) -> None:
        MutableHeaders(scope=start)["Content-Security-Policy"] = self._policy


def _is_page(message: Message) -> bool:
    """Whether a message begins a whole page; Flet serves its page for every path that is no file, also with 404."""
    if message["type"] != "http.response.start" or message["status"] == HTTPStatus.PARTIAL_CONTENT:
        return False
    return MutableHeaders(scope=message).get("content-type", "").startswith("text/html")


SCRIPT: Final = re.compile(r'<script src="\{client\}(.+?)"></script>')
"""A script of ours in an addition."""

INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
"""A script that stands in a page."""


def head(assets: Path, names: Iterable[str]) -> str:
    """Return what some files add to the head of the page, one after the other.

    The scripts that they name stand in it: a page whose scripts came one by one would begin later, or with a part of
    them.
    """
    text = "".join((assets / name).read_text(encoding="utf-8") for name in names)
    return SCRIPT.sub(lambda script: f"<script>\n{(assets / script[1]).read_text(encoding='utf-8')}</script>", text)


def with_additions(page: str, head: str, body: str) -> str:
    """Return Flet's page with what is added to its head, and at the beginning of its body.

    Its script for Python in a browser has no use here, and would be waited for at each start.
    """
    return (
        page.replace("<html>", '<html lang="en">', 1)
        .replace('<script src="python.js"></script>', "", 1)
        .replace("</head>", f"{head}</head>", 1)
        .replace("<body>", f"<body>\n{body}", 1)
    )


def digests(page: str) -> str:
    """Return the digests of the scripts that stand in a page, as a policy names those that may run."""
    hashes = (hashlib.sha256(script.encode()).digest() for script in INLINE.findall(page))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)
