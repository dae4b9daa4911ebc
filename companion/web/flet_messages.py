"""The messages that a phone may send to Flet over its WebSocket; what none of our pages sends is dropped."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from companion.page_messages import REGISTER, action_of, cost_of
from companion.system.limits import EVENT_BURST, EVENTS_PER_SECOND, MAX_PAGES, PAGE_COST, SLOWED_TIMEOUT_S, TokenBucket
from companion.web.auth import visitor_of
from companion.web.connections import allow_larger_frames
from companion.web.middleware import POLICY_VIOLATION, refuse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
        self._budgets: LRUCache[str, TokenBucket] = LRUCache(MAX_REMEMBERED)

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
        if self._open[visitor.key] >= MAX_PAGES:
            await refuse(receive, send)
            return
        self._open[visitor.key] += 1
        budget = self._budgets.setdefault(visitor.key, TokenBucket(EVENTS_PER_SECOND, EVENT_BURST))
        budget.take(PAGE_COST)
        try:
            await self._app(scope, _filtered(_slowed(receive, send, budget)), send)
        finally:
            self._open -= Counter([visitor.key])


def _slowed(receive: Receive, send: Send, budget: TokenBucket) -> Receive:
    """Return a `receive` within a budget; a page that always has to wait is closed."""
    slowed = 0.0

    async def receive_slowly() -> Message:
        nonlocal slowed
        message = await receive()
        if message["type"] != "websocket.receive":
            return message
        seconds = budget.take(cost_of(message.get("bytes") or message.get("text") or b""))
        slowed = slowed + seconds if seconds else 0
        if slowed <= SLOWED_TIMEOUT_S:
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
