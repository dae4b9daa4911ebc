"""A program that looks where it is, a thousand times a second: `python -m tests.benchmarks.tap_watched FILE MODULE …`.

It looks between SIGUSR1 and SIGUSR2, and writes to the file what it has seen since it began.
"""

from __future__ import annotations

import json
import runpy
import signal
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from time import process_time, thread_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType


class Part(NamedTuple):
    """A part of a tap: the modules, classes or functions that it consists of, and whether these are Flet's own."""

    name: str
    members: tuple[str, ...] = ()
    flet: bool = False


HANDLERS: Final = Part("handlers", ("companion.ui", "companion.games", "companion.services", "companion.page_messages"))
DRAWING: Final = Part("bodies of components")
"""What the handlers' modules do while a component is rendered."""

OTHER: Final = Part("event loop, garbage collection", ("companion.web.server", "companion.web.server"))
STORE: Final = Part("transaction: all that the store's thread does")

PARTS: Final = (
    Part("reads and writes frames", ("uvicorn.protocols", "websockets", "companion.web.connections")),
    Part("ASGI layers", ("companion.web", "starlette", "fastapi", "anyio")),
    Part("decodes a phone's message once more, to check it", ("companion.web.connections",)),
    Part("decodes a message, sends it", ("flet_web",), flet=True),
    Part(
        "finds the control and calls its handler",
        (
            "flet.messaging",
            "flet.controls.base_control:BaseControl.page",
            "flet.controls.base_control:BaseControl._trigger_event",
            "flet.controls.control_event",
            "flet.controls.context",
            "flet.utils.from_dict",
            "flet.utils.object_model",
        ),
        flet=True,
    ),
    HANDLERS,
    Part("tables: who may, who hears of it, what undo does", ("companion.tables", "companion.system")),
    Part(
        "facts and JSON", ("storage.documents", "companion.tables.state", "companion.tables.attempt:Version.__init__")
    ),
    Part("the store, in the main thread", ("storage.repositories", "storage.database", "sqlalchemy", "sqlmodel")),
    Part("score and problems", ("companion.tables.attempt:Version.evaluated", "companion.tables.attempt")),
    Part("renders components", ("flet.components", "flet.pubsub"), flet=True),
    DRAWING,
    Part("makes controls", ("flet.controls", "flet.utils"), flet=True),
    Part("checks controls", ("flet.utils.validation",), flet=True),
    Part("compares controls", ("flet.controls.object_patch",), flet=True),
    Part("packs messages", ("flet.messaging.protocol", "flet_web.fastapi.flet_app:FletApp.send_message"), flet=True),
    STORE,
    OTHER,
)
"""What a tap consists of, from the frame that comes in to the frames that go out.

The longest name that fits a function has it; what no name fits belongs to what called it.
"""

RENDERS: Final = "flet.components.component:Renderer.render"
OWN: Final = ("companion.", "scoring.", "storage.")
AROUND: Final = ("companion.cli", "companion.web.server", "companion.ui.core.error_boundary")
"""What is around everything."""

EVERY_S: Final = 0.001


class Watch:
    """What a process was seen to do: the seconds of each part, and of each own function with all that it calls.

    Where the main thread is when it is looked at has its processor time since the last look, so that waiting counts
    for nothing.
    """

    def __init__(self, file: Path) -> None:
        """Begin without looking."""
        self._file = file
        self._parts: defaultdict[str, float] = defaultdict(float)
        self._functions: defaultdict[str, float] = defaultdict(float)
        self._looked = self._others = 0.0
        signal.signal(signal.SIGUSR1, self._begin)
        signal.signal(signal.SIGUSR2, self._end)
        signal.signal(signal.SIGALRM, self._look)

    def _begin(self, *_: object) -> None:
        self._looked, self._others = thread_time(), process_time() - thread_time()
        signal.setitimer(signal.ITIMER_REAL, EVERY_S, EVERY_S)

    def _end(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        written = self._file.with_suffix(".new")
        written.write_text(json.dumps([self._parts, self._functions]), encoding="utf-8")
        written.replace(self._file)

    def _look(self, _: int, frame: FrameType | None) -> None:
        since = thread_time() - self._looked
        if since > EVERY_S / 10:
            stack = [f"{_module(caller)}:{caller.f_code.co_qualname}" for caller in _frames(frame)]
            self._parts[part_of(stack).name] += since
            for name in {name for name in stack if name.startswith(OWN) and not name.startswith(AROUND)}:
                self._functions[name] += since
        others = process_time() - thread_time()
        self._parts[STORE.name] += others - self._others
        self._looked, self._others = thread_time(), others


def _module(frame: FrameType) -> str:
    """Return the module of a function, also of one that `dataclass` has made."""
    return str(frame.f_globals.get("__name__", ""))


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def part_of(stack: Sequence[str]) -> Part:
    """Return the part of the innermost function that belongs to any; the innermost comes first."""
    for depth, name in enumerate(stack):
        part = _named(name)
        if part is not None:
            return DRAWING if part is HANDLERS and RENDERS in stack[depth:] else part
    return OTHER


@cache
def _named(name: str) -> Part | None:
    fitting = [
        (len(member), part)
        for part in PARTS
        for member in part.members
        if name.startswith(member) and name[len(member) : len(member) + 1] in (".", ":", "")
    ]
    return max(fitting, key=lambda match: match[0])[1] if fitting else None


def main(arguments: Sequence[str]) -> Any:
    """Run a module as a program that looks where it is."""
    file, module, *rest = arguments
    Watch(Path(file))
    sys.argv = [module, *rest]
    return runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
