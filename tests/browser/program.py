"""The program as a process that can be killed and started again with the same data."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from tests.forks import ROOT, Fork

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Page

PATIENCE: Final = 30
"""Seconds that a process has to answer, or to end."""


def free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        port: int = any_port.getsockname()[1]
        return port


def tessera(port: int, data: Path) -> list[str]:
    """The command that starts the app."""
    return ["-m", "companion", "--no-browser", "--port", str(port), "--data", str(data)]


def counter(port: int, data: Path) -> list[str]:
    """The command that starts the smallest app."""
    return ["-m", "tests.browser.counter", str(port), str(data)]


def forms(port: int, data: Path) -> list[str]:
    """The command that starts the app with nothing but the rules of its games."""
    return ["-m", "tests.browser.forms", *tessera(port, data)[2:]]


class Process(Protocol):
    """A process that was started; an exit status is negative where a signal ended it."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, signal: int, /) -> None: ...


def forked(arguments: Sequence[str], log: Path) -> Process:
    """Start Python with these arguments at once, see `tests.forks`."""
    return Fork(arguments, (Path(os.devnull), log, log))


def cold(arguments: Sequence[str], log: Path) -> Process:
    """Start Python with these arguments as people do, which takes more than a second."""
    with log.open("ab") as said:
        return subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, stdout=said, stderr=said, start_new_session=True
        )


class Program:
    """A program with data in a folder of its own; `launch` is `forked`, or `cold`."""

    def __init__(
        self,
        command: Callable[[int, Path], list[str]],
        folder: Path,
        launch: Callable[[Sequence[str], Path], Process] = forked,
    ) -> None:
        self.port = free_port()
        self.data = folder / "data"
        self.log = folder / "log.txt"
        self._arguments = command(self.port, self.data)
        self._launch = launch
        self._process: Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> Program:
        """Start it, and wait until it answers."""
        self._process = self._launch(self._arguments, self.log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < end, self.said()
            time.sleep(0.02)
        return self

    def restart_under(self, page: Page) -> None:
        """Kill it and start it again; an open page comes back by itself, so nothing else may load it."""
        self.kill()
        with page.expect_event("load"):
            self.start()

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a flat battery would."""
        self._end(signal.SIGKILL)

    def fetch(self) -> None:
        """See that the folder `data` has what is kept."""

    def said(self) -> str:
        return self.log.read_text()

    def failed(self) -> bool:
        """Whether its log tells of a fault of the program; one that a phone has caused takes a line."""
        return re.search(r"^Traceback|^ERROR: \w+ at \S+:[0-9]+", self.said(), re.MULTILINE) is not None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}healthz", timeout=1) as answer:  # noqa: S310 - this machine
                return bool(answer.status == 200)
        except OSError:
            return False

    def _end(self, by: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(by)
        status = self._process.wait(PATIENCE)
        self._process = None
        return status
