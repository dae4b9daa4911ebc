"""The connections of the server: how many may be open, how long each may wait, and what a phone may send to Flet."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import h11
from cachetools import LRUCache
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.page_messages import REGISTER, action_of, cost_of
from companion.system import limits
from companion.system.network import is_loopback
from companion.web.auth import visitor_of
from companion.web.middleware import POLICY_VIOLATION, refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from websockets.http11 import Request

UNFINISHED: Final = (h11.IDLE, h11.SEND_BODY)
"""The states of a browser that has not sent a whole request."""

PART_BYTES: Final = 4 * 1024
"""Bytes of messages that are read in one turn; everybody else has theirs before the next."""

LARGER_FRAMES: Final = "tessera.larger_frames"
"""The ASGI extension by which the host's page is allowed longer messages than phones send."""


class OpenConnections:
    """The open connections of a server, by address."""

    def __init__(self, limit: int, speaks_for_many: Callable[[str], bool]) -> None:
        """Begin with none; an address that speaks for many has no limit but that of all."""
        self._limit = limit
        self._speaks_for_many = speaks_for_many
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._waiting: dict[asyncio.Transport, None] = {}

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a connection that was made, and return whether it may stay.

        Where there are too many, the one makes room that has owed a request for the longest: whoever is in stays in.
        """
        own = sum(owner == address for owner in self._addresses.values())
        if (
            own >= limits.MAX_CONNECTIONS_OF_ADDRESS
            and not self._speaks_for_many(address)
            and not self._make_room(address)
        ):
            return False
        if len(self._addresses) >= self._limit and not self._make_room():
            return False
        self._addresses[transport] = address
        self.wait(transport)
        return True

    def wait(self, transport: asyncio.Transport) -> None:
        """Take note that a connection owes a request from now on."""
        if transport in self._addresses:
            self._waiting[transport] = None

    def work(self, transport: asyncio.Transport) -> None:
        """Take note that a connection has sent a whole request."""
        self._waiting.pop(transport, None)

    def forget(self, transport: asyncio.Transport) -> None:
        """Take note that a connection has ended."""
        self._addresses.pop(transport, None)
        self._waiting.pop(transport, None)

    def _make_room(self, address: str | None = None) -> bool:
        """Cut the connection that has owed a request the longest, of an address or of all, and was sent everything."""
        waiting = (connection for connection in self._waiting if address in (None, self._addresses[connection]))
        idle = next((connection for connection in waiting if not connection.get_write_buffer_size()), None)
        if idle is None:
            return False
        idle.abort()
        self.forget(idle)
        return True


def shared_addresses(proxies: str | None) -> Callable[[str], bool]:
    """Return whether an address speaks for many browsers: this machine's own, and those of trusted `proxies`."""
    nothing: Any = None
    trusted = () if proxies is None else ProxyHeadersMiddleware(nothing, proxies).trusted_hosts
    return lambda address: is_loopback(address) or address in trusted


class _Stall:
    """Cuts a connection whose other end takes nothing for a while of what it was sent."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._left = 0
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=0)  # whatever is left unsent is heard of at once

    def begin(self) -> None:
        self.end()
        self._left = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(limits.STALLED_TIMEOUT_S, self._check)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _check(self) -> None:
        left = self._transport.get_write_buffer_size()
        if left >= self._left:
            self._transport.abort()
        elif left:
            self.begin()


class _Requests(h11.Connection):
    """Reads only requests that say how long they are: chunks of a byte would keep a core busy."""

    def next_event(self) -> type[h11.NEED_DATA | h11.PAUSED] | h11.Event:
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            message = "a body without its length"
            raise h11.RemoteProtocolError(message)
        return event


class HttpConnection(H11Protocol):
    """A connection that asks by HTTP, with a limit to how long and how much a request may be."""

    def __init__(self, connections: OpenConnections, **options: Any) -> None:  # noqa: ANN401 - what uvicorn hands over
        """Count the connection among others."""
        super().__init__(**options)
        self.conn = _Requests(h11.SERVER, limits.MAX_HEADER_BYTES)
        self._open = connections
        self._timer: asyncio.TimerHandle | None = None
        self._bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, unless there are too many connections."""
        super().connection_made(transport)
        self._stall = _Stall(transport)
        if self._open.admit(transport, self.client[0] if self.client else ""):
            self._wait_for_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        self._stall.end()
        self._end_wait()
        self._open.forget(self.transport)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; what is too long or too late is cut off."""
        super().data_received(data)
        self._bytes += len(data)
        became_page = self.transport.get_protocol() is not self
        if became_page or self.conn.their_state not in UNFINISHED:
            self._end_wait()
            self._open.work(self.transport)
            self._bytes = 0
        elif self._bytes > limits.MAX_HEADER_BYTES + limits.MAX_LINK_BYTES:
            self.transport.abort()
        elif self._timer is None:
            self._wait_for_request()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; what is in work already ends as if the browser had gone."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def on_response_complete(self) -> None:
        """Owe a request again, for as long as the connection is kept alive."""
        super().on_response_complete()
        if self.conn.their_state in UNFINISHED:
            self._open.wait(self.transport)

    def pause_writing(self) -> None:
        """Watch whether the browser takes what it was sent."""
        super().pause_writing()
        self._stall.begin()

    def resume_writing(self) -> None:
        """Go on: the browser has taken everything."""
        super().resume_writing()
        self._stall.end()

    def _wait_for_request(self) -> None:
        self._timer = self.loop.call_later(limits.FIRST_REQUEST_TIMEOUT_S, self.transport.abort)

    def _end_wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """The connection of a page, in the place of the HTTP connection by which it was asked for."""

    def __init__(self, connections: OpenConnections, **options: Any) -> None:  # noqa: ANN401 - what uvicorn hands over
        """Take messages as long as a phone's may be; nothing longer is kept while it comes."""
        super().__init__(**options)
        self._open = connections
        self.conn.max_message_size = limits.MAX_FRAME_BYTES
        self.close_timeout = limits.CLOSE_TIMEOUT_S
        self._unread = bytearray()
        self._turn: asyncio.Handle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Go on with a connection that is counted already."""
        super().connection_made(transport)
        self._stall = _Stall(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        self._stall.end()
        self._open.forget(self.transport)

    def data_received(self, data: bytes) -> None:
        """Take what came in parts, so that thousands of messages at once hold up nobody else."""
        self._unread += data
        if self._turn is None:
            self._take_part()

    async def receive(self) -> Any:  # noqa: ANN401 - uvicorn's own type of messages
        """Return the next message, and read on once all are taken."""
        message = await super().receive()
        self._take_next_part()
        return message

    def handle_connect(self, event: Request) -> None:
        """Let the application allow longer messages."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][LARGER_FRAMES] = {"allow": self._allow_larger_frames}

    def pause_writing(self) -> None:
        """Watch whether the page takes what it was sent."""
        super().pause_writing()
        self._stall.begin()

    def resume_writing(self) -> None:
        """Go on: the page has taken everything."""
        super().resume_writing()
        self._stall.end()
        self._take_next_part()

    def _take_part(self) -> None:
        self._turn = None
        if self._may_read():
            part = bytes(self._unread[:PART_BYTES])
            del self._unread[:PART_BYTES]
            super().data_received(part)
        if self._may_read() and not self._unread:
            self.transport.resume_reading()
        self._take_next_part()

    def _take_next_part(self) -> None:
        if self._unread and not self.transport.is_closing():
            self.transport.pause_reading()
            if self._turn is None and self._may_read():
                self._turn = self.loop.call_soon(self._take_part)

    def _may_read(self) -> bool:
        """Whether the application has taken all messages, and the page all answers."""
        return not self.read_paused and self.writable.is_set() and not self.transport.is_closing()

    def _allow_larger_frames(self) -> None:
        self.conn.max_message_size = limits.MAX_HOST_FRAME_BYTES


def allow_larger_frames(scope: Scope) -> None:
    """Take messages from the host's page that are longer than a phone's may be."""
    extension = scope.get("extensions", {}).get(LARGER_FRAMES)
    if extension is not None:
        extension["allow"]()


MAX_REMEMBERED: Final = 1000
"""Phones whose last messages are counted; with one more, the one that was quiet for the longest is forgotten."""


class FletMessageFilterMiddleware:
    """Passes on the messages that our pages send, and nothing else that comes from a phone.

    A phone has few pages at a time, as each takes about a megabyte. What it sends faster than people tap and type has
    to wait, so that nobody else does, and nothing is lost; a page that never pauses is closed.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Filter what is sent to an application that speaks Flet's protocol."""
        self._app = app
        self._open: Counter[str] = Counter()
        self._budgets: LRUCache[str, limits.TokenBucket] = LRUCache(MAX_REMEMBERED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page with its messages filtered; the host's are not."""
        visitor = visitor_of(scope)
        if scope["type"] != "websocket" or visitor is None:
            await self._app(scope, receive, send)
            return
        if visitor.host:
            allow_larger_frames(scope)
            await self._app(scope, receive, send)
            return
        if self._open[visitor.key] >= limits.MAX_PAGES:
            await refuse(receive, send)
            return
        self._open[visitor.key] += 1
        budget = self._budgets.setdefault(visitor.key, limits.TokenBucket(limits.EVENTS_PER_SECOND, limits.EVENT_BURST))
        budget.take(limits.PAGE_COST)
        try:
            await self._app(scope, _filtered(_slowed(receive, send, budget)), send)
        finally:
            self._open -= Counter([visitor.key])


def _slowed(receive: Receive, send: Send, budget: limits.TokenBucket) -> Receive:
    """Return a `receive` within a budget; a page that always has to wait is closed."""
    slowed = 0.0

    async def receive_slowly() -> Message:
        nonlocal slowed
        message = await receive()
        if message["type"] != "websocket.receive":
            return message
        seconds = budget.take(cost_of(message.get("bytes") or message.get("text") or b""))
        slowed = slowed + seconds if seconds else 0
        if slowed <= limits.SLOWED_TIMEOUT_S:
            await asyncio.sleep(seconds)
            return message
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        while message["type"] == "websocket.receive":
            message = await receive()
        return message

    return receive_slowly


def _filtered(receive: Receive) -> Receive:
    """Return a `receive` that lets through one registration, and after it everything else that a page sends."""
    registered = False

    async def receive_filtered() -> Message:
        nonlocal registered
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            action = action_of(message.get("bytes") or b"")
            if action is not None and registered != (action == REGISTER):
                registered = True
                return message

    return receive_filtered
