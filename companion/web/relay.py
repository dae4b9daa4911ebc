"""The pages of this machine as relays: they hold the channels to phones that come without a network.

A browser alone can open such channels. A page of the host at this very machine hands on what comes over them, and a
phone that was let in is then served as if it had opened a WebSocket of its own: by the same reader, within the same
budget. The words are those of `assets/site/phones.js`. A message of bytes is words, a line feed, and a frame.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, WebSocket

from companion.page_messages import MESSAGE, REGISTER
from companion.services.browser_page import UNABLE, ChannelState, Hello, Phones, note_odd, read_words
from companion.system.limits import EVENTS_PER_SECOND, SLOWED_TIMEOUT_S
from companion.tables.access import THIS_MACHINE, Visitor
from companion.web.auth import SCOPE_KEY, visitor_of
from companion.web.middleware import POLICY_VIOLATION

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message

REGISTERING: Final = MESSAGE + bytes((0x92, REGISTER))
"""How the first message of a page begins: a list of two in msgpack."""

NO_HOST: Final = b"guest.invalid"
"""The name by which a guest asks: no link leads back over a channel."""

RETURNS: Final = "tessera.returns"
"""The key in an ASGI scope that says whether a page which goes may come back to its session."""

PAGE_TIMEOUT_S: Final = 5
"""Seconds in which a page that was just opened becomes a relay."""

MAX_WAITING: Final = round(EVENTS_PER_SECOND * SLOWED_TIMEOUT_S)
"""Messages of a guest that wait to be read; one that sends more is cut off."""


class Relays:
    """The pages of this machine that hold channels; `phones` are those channels."""

    def __init__(self) -> None:
        """Have no page yet."""
        self._pages: list[asyncio.Queue[str | bytes]] = []
        self._holders: dict[str, asyncio.Queue[str | bytes]] = {}
        self._early: list[str] = []
        self.phones = Phones(self._ask, self._send)
        self.phones.observers.subscribe(self._became)

    def routes(self) -> APIRouter:
        """Return the route by which a page becomes a relay."""
        router = APIRouter()
        router.add_api_websocket_route("/relay", self.hear)
        return router

    def serve(self, app: ASGIApp) -> None:
        """Show the guests at the other ends what an application serves over WebSockets."""
        self.phones.serve = lambda visitor, hello, send, cut: GuestSocket(app, visitor, hello, send, cut)

    async def hear(self, socket: WebSocket) -> None:
        """Take a page as a relay until it goes, with all its channels; only one of this very machine may be one."""
        await socket.accept()
        if visitor_of(socket.scope) is not THIS_MACHINE:  # its page learns by this that it is none
            await socket.close(POLICY_VIOLATION)
            return
        page: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._pages.append(page)
        for words in self._early:
            self._ask(words)
        self._early = []
        sending = asyncio.create_task(_send_to(socket, page))
        try:
            while (message := await socket.receive())["type"] == "websocket.receive":
                self._take(message)
        finally:
            sending.cancel()
            self._pages.remove(page)
            for channel in [channel for channel, holder in self._holders.items() if holder is page]:
                self.phones.hear(json.dumps({"channel": channel, "became": ChannelState.CLOSED}))

    def _take(self, message: Message) -> None:
        words, frame = message.get("text"), message.get("bytes")
        if words is not None:
            self.phones.hear(words)
        elif frame is not None:
            heading, _, frame = frame.partition(b"\n")
            match read_words(heading):
                case {"channel": str(channel)}:
                    self.phones.take(channel, frame)
                case _:
                    note_odd(heading)

    def _ask(self, words: str) -> None:
        """Ask the page that holds a channel; a new one is opened by the page that came last, or comes soon."""
        asked = json.loads(words)
        is_new = asked["do"] in {"offer", "answer"}
        if is_new and self._pages:
            self._holders[asked["channel"]] = self._pages[-1]
        holder = self._holders.get(asked["channel"])
        if holder is not None:
            holder.put_nowait(words)
        elif is_new:
            self._early.append(words)
            asyncio.get_running_loop().call_later(PAGE_TIMEOUT_S, self._give_up, words)
        elif "call" in asked:
            asyncio.get_running_loop().call_soon(self._refuse, words)

    def _give_up(self, words: str) -> None:
        if words in self._early:
            self._early.remove(words)
            self._refuse(words)

    def _refuse(self, words: str) -> None:
        """Say of what was asked that there is no page for it."""
        self.phones.hear(json.dumps({"call": json.loads(words)["call"], "failed": UNABLE}))

    def _became(self, channel: str, state: ChannelState) -> None:
        if state is ChannelState.CLOSED:
            self._holders.pop(channel, None)

    def _send(self, channel: str, frame: bytes) -> None:
        holder = self._holders.get(channel)
        if holder is not None:
            holder.put_nowait(json.dumps({"do": "send", "channel": channel}).encode() + b"\n" + frame)


async def _send_to(socket: WebSocket, page: asyncio.Queue[str | bytes]) -> None:
    while True:
        message = await page.get()
        await (socket.send_text(message) if isinstance(message, str) else socket.send_bytes(message))


class GuestSocket:
    """The page of a guest, served as if it had a WebSocket of its own; a page that is loaded anew has a new one."""

    def __init__(
        self, app: ASGIApp, visitor: Visitor, hello: Hello, send: Callable[[bytes], object], cut: Callable[[], object]
    ) -> None:
        """Serve a visitor; `send` sends its page a frame, `cut` cuts its channel."""
        self._app = app
        self._visitor = visitor
        self._languages = ", ".join(hello.languages).encode("latin-1", "ignore")
        self._send_frame = send
        self._cut = cut
        self._waiting: asyncio.Queue[Message] | None = None
        self._serving: set[asyncio.Task[None]] = set()

    def take(self, frame: bytes) -> None:
        """Take a frame that the page has sent."""
        if frame.startswith(REGISTERING):
            self.close()
            self._open()
        if self._waiting is None:
            return
        if self._waiting.qsize() >= MAX_WAITING:
            self._cut()
        else:
            self._waiting.put_nowait({"type": "websocket.receive", "bytes": frame})

    def close(self) -> None:
        """End the session, whose page has gone."""
        if self._waiting is not None:
            self._waiting.put_nowait({"type": "websocket.disconnect", "code": 1001})
            self._waiting = None

    def _open(self) -> None:
        waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._waiting = waiting
        waiting.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            if waiting is not self._waiting:
                return
            if message["type"] == "websocket.send":
                self._send_frame(message["bytes"])
            elif message["type"] == "websocket.close":
                self._cut()

        async def serve() -> None:
            await self._app(self._scope(), waiting.get, send)

        serving = asyncio.create_task(serve())
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    def _scope(self) -> dict[str, Any]:
        return {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": "/ws",
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", NO_HOST), (b"accept-language", self._languages)],
            "client": None,
            "server": None,
            "subprotocols": [],
            SCOPE_KEY: self._visitor,
            RETURNS: False,
        }
