"""What a phone may say to Flet over its WebSocket: what no page of ours says is not passed on.

Flet takes what comes for its own client's words: it sets whatever attribute of a control is named, its own ones too,
and makes a session anew each time that somebody says who they are. Whoever has a cookie can say anything, though.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]

from companion.web.auth import visitor_of
from companion.web.middleware import refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST: Final = 256 * 1024
"""The largest frame of a phone, in bytes; the longest that one types is much shorter."""

MOST_PAGES: Final = 16
"""How many pages a phone has at a time; those that it lost on the way are here for some seconds more."""

MESSAGE: Final = b"\x00"
"""What a frame begins with that is a message; others would belong to channels, and no screen has one."""

REGISTER, EVENT, UPDATE, ANSWER = 1, 3, 4, 5

FIELDS: Final[Mapping[int, Mapping[str, Any]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": str, "page": dict},
    EVENT: {"target": int, "name": str, "data": object},
    UPDATE: {"id": int, "props": dict},
    ANSWER: {"control_id": int, "call_id": str, "result": object, "error": (str, type(None))},
}
"""What a message of each action holds."""

OF_COMPONENTS: Final = frozenset({"fn", "args", "kwargs", "memoized"})
"""What components are given by those that show them, and by nobody else."""


class FletMessageFilterMiddleware:
    """Passes on to an application what the phones' pages say, and nothing else that comes from a phone.

    A phone has a few pages at a time: each takes about a megabyte.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application that speaks Flet's protocol."""
        self._app = app
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Listen for the application."""
        visitor = visitor_of(scope)
        if scope["type"] != "websocket" or visitor is None or visitor.host:
            await self._app(scope, receive, send)
            return
        if self._open[visitor.key] >= MOST_PAGES:
            await refuse(receive, send)
            return
        self._open[visitor.key] += 1
        try:
            await self._app(scope, _plain(receive), send)
        finally:
            self._open -= Counter([visitor.key])


def _plain(receive: Receive) -> Receive:
    """Return what hears only what a page says: once who it is, and then everything else."""
    known = False

    async def heard() -> Message:
        nonlocal known
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            action = action_of(message.get("bytes") or b"")
            if action is not None and known != (action == REGISTER):
                known = True
                return message

    return heard


def action_of(frame: bytes) -> int | None:
    """Return what a frame is about, nothing where no page of ours sends it."""
    if not frame.startswith(MESSAGE) or len(frame) > LARGEST:
        return None
    try:
        said = msgpack.unpackb(frame[len(MESSAGE) :])
    except (ValueError, msgpack.UnpackException):
        return None
    match said:
        case [int(action), dict(body)] if _is_whole(FIELDS.get(action), body):
            inner = body.get("page", body.get("props", {}))
            return None if _is_inward(inner) else action
    return None


def _is_whole(fields: Mapping[str, Any] | None, body: dict[str, Any]) -> bool:
    return (
        fields is not None
        and body.keys() == fields.keys()
        and all(isinstance(body[name], kind) for name, kind in fields.items())
    )


def _is_inward(value: object) -> bool:
    """Whether something in a value, however deep it lies, has a name that is not the page's to set.

    Flet's client also sends marks of its own, such as `_dismissed`, of which nobody reads anything here.
    """
    left = [value]
    while left:
        match left.pop():
            case dict() as named:
                if any(not isinstance(name, str) or name.startswith("_") or name in OF_COMPONENTS for name in named):
                    return True
                left += named.values()
            case list() as listed:
                left += listed
    return False
