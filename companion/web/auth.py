"""Who is let in: the host, phones that came in by a code, and nobody else."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from companion.system.network import THIS_MACHINE as ITS_NAMES
from companion.system.network import is_loopback
from companion.tables.visitor import THIS_MACHINE, Visitor
from companion.web.middleware import NOT_LET_IN, client_of, name_of, refuse
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.system.network import Lan
    from companion.tables.access import TableAccess
    from companion.tables.store_worker import StoreWorker

FORWARDING: Final = ("forwarded", "via", "x-real-ip")
"""Headers that proxies add, beside all that begin with `x-forwarded`: whoever is behind one is on another machine."""

RECHECK_AFTER_S: Final = 10
"""Seconds after which it is looked up whether a page may still be there, if nothing has happened at its table."""

TRY_LATER: Final = "Tessera cannot look up who you are just now. Load this page again in a moment.\n"

SCOPE_KEY: Final = "visitor"
"""Where an ASGI scope says who asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthBackend:
    """What stands behind the door: who may come in, and the store."""

    doors: TableAccess
    worker: StoreWorker


def visitor_of(scope: Scope) -> Visitor | None:
    """Return who asks, nothing for a stranger."""
    found: Visitor | None = scope.get(SCOPE_KEY)
    return found


def is_secure(scope: Scope) -> bool:
    """Whether what is said between here and the browser is encrypted, as far as a proxy that is trusted says."""
    return scope["scheme"] in ("https", "wss")


def cookie_of(scope: Scope) -> str:
    """Return the name of the cookie; over HTTPS browsers take one of that name from this very host alone."""
    return "__Host-tessera" if is_secure(scope) else "tessera"


def token_of(scope: Scope) -> str | None:
    """Return the token that a browser has from an earlier time."""
    return HTTPConnection(scope).cookies.get(cookie_of(scope))


class Authenticator:
    """Knows who comes."""

    def __init__(self, lan: Lan, house: AuthBackend | None) -> None:
        """Let in who comes by a network; without a house there are no doors, and only this machine is let in."""
        self._lan = lan
        self.house = house

    async def visitor(self, scope: Scope) -> Visitor | None:
        """Return who asks, nothing for a stranger."""
        if self.is_here(scope):
            return THIS_MACHINE
        token = token_of(scope)
        return None if token is None else await self.known(token)

    async def known(self, token: str) -> Visitor | None:
        """Return whose token that is, if they are the host's or at some table."""
        if self.house is None:
            return None
        visitor = await self.house.doors.visitor(token)
        if visitor is None or visitor.host:
            return visitor
        return visitor if await self.house.doors.tables_of(visitor) else None

    def is_here(self, scope: Scope) -> bool:
        """Whether a browser of this machine asks, of which nobody else could have made use."""
        headers = Headers(scope=scope)
        forwarded = any(name in FORWARDING or name.startswith("x-forwarded") for name in headers)
        here = is_loopback(client_of(scope)) and name_of(headers) in ITS_NAMES
        return here and not forwarded and self._lan.address is None


async def _answer_unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    """Ask somebody to come again when the database answers."""
    if scope["type"] == "websocket":
        await refuse(receive, send)
    else:
        await PlainTextResponse(TRY_LATER, 503, {"Retry-After": "5"})(scope, receive, send)


class AuthMiddleware:
    """Lets in the host and the phones at tables; strangers find a page that says how to come in."""

    def __init__(self, app: ASGIApp, reception: Authenticator, door: ASGIApp, open_to_all: tuple[str, ...]) -> None:
        """Guard an application; the `door` answers strangers, and everybody who asks for one of its own paths."""
        self._app = app
        self._reception = reception
        self._door = door
        self._open = open_to_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or show the door."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["path"] in self._open:
            await self._door(scope, receive, send)
            return
        try:
            visitor = await self._reception.visitor(scope)
        except StoreError:
            await _answer_unavailable(scope, receive, send)
            return
        if visitor is None:
            await (refuse(receive, send) if scope["type"] == "websocket" else self._door(scope, receive, send))
        elif scope["type"] == "http" or visitor is THIS_MACHINE:
            await self._app({**scope, SCOPE_KEY: visitor}, receive, send)
        else:
            await self._while_welcome(visitor, {**scope, SCOPE_KEY: visitor}, receive, send)

    async def _while_welcome(self, visitor: Visitor, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page until it goes, or its phone is put out."""
        out = False

        async def said(message: Message) -> None:
            if not out:
                await send(message)

        async def put_out() -> None:
            nonlocal out
            await self._until_unwelcome(visitor, scope)
            out = True
            with suppress(OSError):  # it has gone by itself
                await send({"type": "websocket.close", "code": NOT_LET_IN})

        watch = asyncio.ensure_future(put_out())
        try:
            await self._app(scope, receive, said)
        finally:
            watch.cancel()

    async def _until_unwelcome(self, visitor: Visitor, scope: Scope) -> None:
        house, token = self._reception.house, token_of(scope)
        if house is None or token is None:
            return
        doubt = asyncio.Event()
        stop = house.doors.subscribe(lambda _: doubt.set())
        try:
            while await self._is_still(visitor, token):
                with suppress(TimeoutError):
                    await asyncio.wait_for(doubt.wait(), RECHECK_AFTER_S)
                doubt.clear()
        finally:
            stop()

    async def _is_still(self, visitor: Visitor, token: str) -> bool:
        """Whether a phone is who it was: one that is the host's no more is another one."""
        try:
            now = await self._reception.known(token)
        except StoreError:
            return True  # the database is away, not the phone
        return now is not None and (now.key, now.host) == (visitor.key, visitor.host)
