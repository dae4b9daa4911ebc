"""Authentication: the host and the phones that joined a table are let in, strangers are not."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from companion.system.machine import LOOPBACK_NAMES
from companion.system.network import Lan, is_loopback
from companion.tables.access import THIS_MACHINE, TableAccess, Visitor
from companion.web.middleware import POLICY_VIOLATION, client_of, name_of, refuse
from scoring.messages import say
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.tables.store_worker import StoreWorker

PROXY_HEADERS: Final = ("forwarded", "via", "x-real-ip")
"""Headers that proxies add, besides all that begin with `x-forwarded`: a browser behind one is on another machine."""

RECHECK_AFTER_S: Final = 10
"""Seconds after which a page's right to be there is checked again, if nothing has happened at its table."""

TRY_LATER: Final = say("Tessera cannot look up who you are just now. Load this page again in a moment.")

SCOPE_KEY: Final = "visitor"
"""The key of the visitor in an ASGI scope."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthBackend:
    """What authentication asks: the access of devices to tables, and the store."""

    access: TableAccess
    worker: StoreWorker


def visitor_of(scope: Scope) -> Visitor | None:
    """Return the visitor that `AuthMiddleware` put into a scope, `None` for a stranger."""
    visitor: Visitor | None = scope.get(SCOPE_KEY)
    return visitor


def is_secure(scope: Scope) -> bool:
    """Whether the connection to the browser is encrypted, as far as a trusted proxy says."""
    return scope["scheme"] in ("https", "wss")


def cookie_name(scope: Scope) -> str:
    """Return the name of the cookie; with the prefix, browsers take it over HTTPS and from this very host alone."""
    return "__Host-tessera" if is_secure(scope) else "tessera"


def token_of(scope: Scope) -> str | None:
    """Return the token in a browser's cookie."""
    return HTTPConnection(scope).cookies.get(cookie_name(scope))


class Authenticator:
    """Finds the visitor behind a request."""

    def __init__(self, lan: Lan, backend: AuthBackend | None) -> None:
        """Authenticate requests to the names of a network; without a backend only this machine is let in."""
        self._lan = lan
        self.backend = backend

    async def visitor(self, scope: Scope) -> Visitor | None:
        """Return the visitor who asks, `None` for a stranger."""
        if self.is_this_machine(scope):
            return THIS_MACHINE
        token = token_of(scope)
        return None if token is None else await self.visitor_with(token)

    async def visitor_with(self, token: str) -> Visitor | None:
        """Return the visitor with this token, or `None` where it is neither the host's nor at any table."""
        if self.backend is None:
            return None
        visitor = await self.backend.access.visitor(token)
        if visitor is None or visitor.host:
            return visitor
        return visitor if await self.backend.access.tables_of(visitor) else None

    def is_this_machine(self, scope: Scope) -> bool:
        """Whether a browser of this machine asks by one of its own names, and not through a proxy."""
        headers = Headers(scope=scope)
        forwarded = any(name in PROXY_HEADERS or name.startswith("x-forwarded") for name in headers)
        is_local = is_loopback(client_of(scope)) and name_of(headers) in LOOPBACK_NAMES
        return is_local and not forwarded and self._lan.address is None


async def _answer_unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    """Ask a browser to come again when the database answers."""
    if scope["type"] == "websocket":
        await refuse(receive, send)
    else:
        await PlainTextResponse(f"{TRY_LATER}\n", 503, {"Retry-After": "5"})(scope, receive, send)


class AuthMiddleware:
    """Lets in the host and the phones at tables; a stranger gets the page that says how to join."""

    def __init__(self, app: ASGIApp, authenticator: Authenticator, join_app: ASGIApp, public: tuple[str, ...]) -> None:
        """Guard an application; `join_app` answers strangers, and everybody who asks for one of the `public` paths."""
        self._app = app
        self._authenticator = authenticator
        self._join_app = join_app
        self._public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a visitor by the application, a stranger by the page for joining."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["path"] in self._public:
            await self._join_app(scope, receive, send)
            return
        try:
            visitor = await self._authenticator.visitor(scope)
        except StoreError:
            await _answer_unavailable(scope, receive, send)
            return
        if visitor is None:
            await (refuse(receive, send) if scope["type"] == "websocket" else self._join_app(scope, receive, send))
        elif scope["type"] == "http" or visitor is THIS_MACHINE:
            await self._app({**scope, SCOPE_KEY: visitor}, receive, send)
        else:
            await self._serve_until_removed(visitor, {**scope, SCOPE_KEY: visitor}, receive, send)

    async def _serve_until_removed(self, visitor: Visitor, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page until it goes, or its phone is removed."""
        removed = False

        async def send_until_removed(message: Message) -> None:
            if not removed:
                await send(message)

        async def close_when_removed() -> None:
            nonlocal removed
            await self._wait_until_removed(visitor, scope)
            removed = True
            with suppress(OSError):  # the page has gone by itself
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})

        closing = asyncio.ensure_future(close_when_removed())
        try:
            await self._app(scope, receive, send_until_removed)
        finally:
            closing.cancel()

    async def _wait_until_removed(self, visitor: Visitor, scope: Scope) -> None:
        backend, token = self._authenticator.backend, token_of(scope)
        if backend is None or token is None:
            return
        changed = asyncio.Event()
        unsubscribe = backend.access.observers.subscribe(lambda _: changed.set())
        try:
            while await self._is_same(visitor, token):
                with suppress(TimeoutError):
                    async with asyncio.timeout(RECHECK_AFTER_S):  # a cancelled `wait_for` may go on
                        await changed.wait()
                changed.clear()
        finally:
            unsubscribe()

    async def _is_same(self, visitor: Visitor, token: str) -> bool:
        """Whether a token still stands for this visitor; a phone that is no longer the host's is another visitor."""
        try:
            now = await self._authenticator.visitor_with(token)
        except StoreError:
            return True  # the database is away, not the phone
        return now is not None and (now.key, now.host) == (visitor.key, visitor.host)
