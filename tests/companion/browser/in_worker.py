"""A process that is to this app what a browser's worker is: one thread, no network, no libraries of the server."""

from __future__ import annotations

import asyncio
import os
import sys
import sysconfig
import threading
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

ABSENT: Final = {
    "PIL",
    "fastapi",
    "filelock",
    "h11",
    "ifaddr",
    "platformdirs",
    "psycopg",
    "rich",
    "starlette",
    "typer",
    "uvicorn",
    "websockets",
    "zxingcpp",
}
"""The libraries that a browser does not get."""


class Absent(MetaPathFinder):
    """Says of each of them that there is none."""

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(fullname, name=fullname)
        return None


def become_a_worker() -> None:
    """Make this process such a one, before it imports the app."""
    sysconfig.get_config_vars()  # of which this platform keeps none under the other one's name
    sys.platform = "emscripten"
    sys.meta_path.insert(0, Absent())
    sys.modules["flet_js"] = ModuleType("flet_js")

    del os.geteuid  # nobody else is there

    def refuse(_: threading.Thread) -> None:
        message = "can't start new thread"
        raise RuntimeError(message)

    threading.Thread.start = refuse  # type: ignore[assignment, method-assign]


async def shows(words: str) -> None:
    """Connect as the page of the worker does, and wait until these words are sent to it.

    Raises:
        TimeoutError: they are not.

    """
    flet_js: Any = sys.modules["flet_js"]
    flet_js.documentUrl = "http://localhost/"
    sent, shown = bytearray(), asyncio.Event()

    def receive(message: bytes) -> None:
        sent.extend(message)
        if words.encode() in sent:
            shown.set()

    await flet_js.start_connection(receive)
    page = {"session_id": None, "page_name": "", "page": {"route": "/", "width": 390, "height": 844}}
    send(1, page)
    await asyncio.wait_for(shown.wait(), 20)


def send(action: int, body: dict[str, Any]) -> None:
    """Send a message of the page."""
    flet_js: Any = sys.modules["flet_js"]
    flet_js.send(FromPage(bytes(1) + msgpack.packb([action, body])))


class FromPage(bytes):
    """What a page has sent, as JavaScript hands it over."""

    __slots__ = ()

    def to_py(self) -> bytes:
        """Return it as Python has it."""
        return self
