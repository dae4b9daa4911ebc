"""The program as a process that can be killed and started again with the same data."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).parents[2]

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


class Program:
    """A running program, with data in a folder of its own."""

    def __init__(self, command: Callable[[int, Path], list[str]], folder: Path) -> None:
        self.port = free_port()
        self.data = folder / "data"
        self.log = folder / "log.txt"
        self._arguments = command(self.port, self.data)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> Program:
        """Start it, and wait until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self._arguments], cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < end, self.said()
            time.sleep(0.05)
        return self

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a flat battery would."""
        self._end(signal.SIGKILL)

    def said(self) -> str:
        return self.log.read_text()

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
