"""A phone without a picture: speaks Flet's protocol over a WebSocket, and keeps what a screen would show.

A frame is a zero byte and a message: its action and its body, packed by msgpack. What is shown is the page as the
server sent it, a tree of controls, with all patches made; a patch is a table of the places it concerns, and operations.
"""

from __future__ import annotations

from contextlib import suppress
from enum import IntEnum
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Self

import msgpack  # type: ignore[import-untyped]
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from websockets.asyncio.client import ClientConnection

MESSAGE: Final = b"\x00"
"""What a frame begins with that is a message."""

SAID: Final = ("label", "semantics_label", "value")
"""The properties that a screen reader says."""

HELD: Final = {"width": 390, "height": 844, "web": True, "platform": "android", "platform_brightness": "light"}
"""What a phone says of itself."""


class Action(IntEnum):
    """What a message is about."""

    REGISTER = 1
    PATCH = 2
    EVENT = 3
    INVOKE = 5
    CRASHED = 6


class Operation(IntEnum):
    """What a patch does at a place."""

    REPLACE = 0
    ADD = 1
    REMOVE = 2
    MOVE = 3


class Screen:
    """What is shown: a tree of controls, each a mapping of its properties."""

    def __init__(self, page: dict[str, Any]) -> None:
        """Show a page as it was sent."""
        self.page = page
        self._numbered: dict[int, dict[str, Any]] = {}
        self._number(page)

    def patch(self, control: int, patch: list[Any]) -> list[str]:
        """Make the operations of a patch of a control; return every text that came with them."""
        table, *operations = patch
        whole = self._numbered[control]
        paths = dict(_paths(table, ()))
        came: list[str] = []
        for kind, *places in operations:
            held, name = _place(whole, paths[places[0]]), places[1]
            if kind == Operation.REMOVE:
                del held[name]
            elif kind == Operation.MOVE:
                taken = held.pop(name)
                _put(_place(whole, paths[places[2]]), places[3], taken, insert=True)
            else:
                _put(held, name, places[2], insert=kind == Operation.ADD)
                came += _texts({name: places[2]})
                self._number(places[2])
        return came

    def _number(self, value: object) -> None:
        for control in _mappings(value):
            if "_i" in control:
                self._numbered[control["_i"]] = control

    def texts(self) -> list[str]:
        """Return everything that is said."""
        return list(_texts(self.page))

    def tapped(self, name: str) -> int:
        """Return the number of the control that takes a tap on what has this name: what lies in it, or around it.

        Raises:
            LookupError: nothing that can be tapped has this name.

        """
        number = _tapped(self.page, name, None)
        if number is None:
            raise LookupError(name)
        return number

    def taking(self, event: str) -> int:
        """Return the number of a control that takes an event such as `on_tap`.

        Raises:
            LookupError: there is none.

        """
        control = next((control for control in _mappings(self.page) if control.get(event)), None)
        if control is None:
            raise LookupError(event)
        return int(control["_i"])


def _paths(table: list[Any], path: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Read the table of places: the number of one, and what lies in it by name."""
    number, *inner = table
    yield number, path
    for parts in inner:
        for name, part in parts.items():
            yield from _paths(part, (*path, name))


def _place(whole: Any, path: tuple[Any, ...]) -> Any:
    """Return what is at a place; a list without parts was not sent."""
    for name in path:
        whole = whole.setdefault(name, []) if isinstance(whole, dict) else whole[name]
    return whole


def _put(held: Any, name: Any, value: object, *, insert: bool) -> None:
    if insert and isinstance(held, list):
        held.insert(name, value)
    else:
        held[name] = value


def _mappings(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from _mappings(part)


def _texts(value: object) -> Iterator[str]:
    for control in _mappings(value):
        yield from (control[name] for name in SAID if isinstance(control.get(name), str))


def _tapped(value: object, name: str, taking: int | None) -> int | None:
    if isinstance(value, dict):
        if value.get("disabled"):
            return None
        taking = value["_i"] if value.get("on_click") else taking
        if name in _named(value):
            return next((control["_i"] for control in _mappings(value) if control.get("on_click")), taking)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((number for part in inner if (number := _tapped(part, name, taking)) is not None), None)


def _named(control: Mapping[str, Any]) -> list[object]:
    return [control.get(name) for name in (*SAID, "content")]


class Phone:
    """A phone at an address; `on_text` is called with every text that comes, and with the moment at which it came."""

    def __init__(self, socket: ClientConnection, on_text: Callable[[str, float], None]) -> None:
        """Talk over a WebSocket that is open."""
        self._socket = socket
        self._on_text = on_text
        self._screen: Screen | None = None

    @classmethod
    async def open(
        cls, address: str, route: str, on_text: Callable[[str, float], None], headers: Mapping[str, str] | None = None
    ) -> Self:
        """Open an address such as `ws://127.0.0.1:8423/ws` at a route."""
        socket = await connect(address, additional_headers=headers, compression=None, max_size=None, ping_interval=None)
        phone = cls(socket, on_text)
        await phone.send(Action.REGISTER, {"session_id": None, "page_name": "", "page": {"route": route, **HELD}})
        return phone

    @property
    def screen(self) -> Screen:
        """What is shown.

        Raises:
            LookupError: nothing yet.

        """
        if self._screen is None:
            raise LookupError
        return self._screen

    async def send(self, action: Action, body: Mapping[str, Any]) -> None:
        """Send a message."""
        await self._socket.send(MESSAGE + msgpack.packb([action, body]))

    async def tap(self, name: str) -> float:
        """Tap what has this name; return when that was."""
        event = {"target": self.screen.tapped(name), "name": "click", "data": None}
        at = perf_counter()
        await self.send(Action.EVENT, event)
        return at

    async def listen(self) -> None:
        """Show what is sent, until the server or `close` ends it.

        Raises:
            RuntimeError: the server says that the session has crashed.

        """
        with suppress(ConnectionClosed):
            while True:
                frame = await self._socket.recv(decode=False)
                await self._take(frame, perf_counter())

    async def _take(self, frame: bytes, at: float) -> None:
        action, body = msgpack.unpackb(frame[len(MESSAGE) :], strict_map_key=False)
        if action == Action.REGISTER:
            self._screen = Screen(body["page_patch"])
        elif action == Action.PATCH:
            for text in self.screen.patch(body["id"], body["patch"]):
                self._on_text(text, at)
        elif action == Action.INVOKE:
            called = {name: body[name] for name in ("control_id", "call_id")}
            await self.send(Action.INVOKE, {**called, "result": None, "error": None})
        elif action == Action.CRASHED:
            raise RuntimeError(body["message"])

    async def close(self) -> None:
        """Go away."""
        await self._socket.close()
