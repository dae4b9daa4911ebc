"""The messages that a phone may send to Flet over its WebSocket; what none of our pages sends is dropped.

Flet trusts its client: it sets any attribute of a control that a message names, internal ones too, and makes a new
session each time a client registers. But whoever has a cookie can send anything.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]
from cachetools import LRUCache
from flet.messaging.protocol import MessageAction

from companion.page_messages import ANSWER, EVENT, UPDATE
from companion.system.limits import (
    EVENT_BURST,
    EVENT_BYTES,
    EVENTS_PER_SECOND,
    MAX_FRAME_BYTES,
    MAX_PAGES,
    PAGE_COST,
    SLOWED_TIMEOUT_S,
)
from companion.web.auth import visitor_of
from companion.web.connections import allow_larger_frames
from companion.web.middleware import POLICY_VIOLATION, refuse
from companion.web.rate_limit import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MESSAGE: Final = b"\x00"
"""The first byte of a message; other frames would belong to channels, and no screen has one."""

REGISTER: Final = MessageAction.REGISTER_CLIENT.value

FIELDS: Final[Mapping[int, Mapping[str, Any]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": str, "page": dict},
    EVENT: {"target": int, "name": str, "data": object},
    UPDATE: {"id": int, "props": dict},
    ANSWER: {"control_id": int, "call_id": str, "result": object, "error": (str, type(None))},
}
"""The fields of a message by its action."""

MAX_REMEMBERED: Final = 1000
"""Phones whose last messages are counted; with one more, the one that was quiet for the longest is forgotten."""

COMPONENT_PROPERTIES: Final = frozenset({"fn", "args", "kwargs", "memoized"})
"""Properties of components, which only the component around them sets."""


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
        seconds = budget.take(_cost(message))
        slowed = slowed + seconds if seconds else 0
        if slowed <= SLOWED_TIMEOUT_S:
            await asyncio.sleep(seconds)
            return message
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        while message["type"] == "websocket.receive":
            message = await receive()
        return message

    return receive_slowly


def _cost(message: Message) -> int:
    """Return how many messages one counts for."""
    frame = message.get("bytes") or message.get("text") or b""
    return max(math.ceil(len(frame) / EVENT_BYTES), 1)


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


def action_of(frame: bytes) -> int | None:
    """Return the action of a frame, `None` where none of our pages sends such a frame."""
    if not frame.startswith(MESSAGE) or len(frame) > MAX_FRAME_BYTES:
        return None
    try:
        message = msgpack.unpackb(frame[len(MESSAGE) :])
    except (ValueError, msgpack.UnpackException):
        return None
    match message:
        case [int(action), dict(body)] if _has_fields(FIELDS.get(action), body):
            inner = body.get("page", body.get("props", {}))
            return None if _touches_internals(inner) else action
    return None


def _has_fields(fields: Mapping[str, Any] | None, body: dict[str, Any]) -> bool:
    return (
        fields is not None
        and body.keys() == fields.keys()
        and all(isinstance(body[name], kind) for name, kind in fields.items())
    )


def _touches_internals(value: object) -> bool:
    """Whether a name in a value, however deep, is not for a page to set.

    Flet's client also sends names such as `_dismissed`, which nothing here reads.
    """
    left = [value]
    while left:
        match left.pop():
            case dict() as named:
                if any(
                    not isinstance(name, str) or name.startswith("_") or name in COMPONENT_PROPERTIES for name in named
                ):
                    return True
                left += named.values()
            case list() as listed:
                left += listed
    return False
