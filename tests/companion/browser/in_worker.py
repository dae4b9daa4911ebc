"""A process that is to this app what a browser's worker is: one thread, no network, no libraries of the server."""

from __future__ import annotations

import sys
import sysconfig
import threading
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

ABSENT: Final = {
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

    def refuse(_: threading.Thread) -> None:
        message = "can't start new thread"
        raise RuntimeError(message)

    threading.Thread.start = refuse  # type: ignore[assignment, method-assign]
