"""Programs of this project as forks of a process that has imported them.

A cold start spends a second or more on imports, a fork nothing. Each test worker has one process to fork from, which
starts when it is needed first. A fork is a process like any other: it has arguments, variables, files and a session of
its own, and signals end it. It differs in one thing: modules were imported before it began, with the variables and the
folder of the worker. Tests of that, and of standard streams that are closed or terminals, start the program cold.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT: Final = Path(__file__).parents[1]

FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.preloaded"])


class Fork:
    """A fork that runs `python -m MODULE …` in the project's folder; it is used like `subprocess.Popen`.

    `streams` are the files of standard input, output and error; what is written is added to them.
    """

    def __init__(
        self, arguments: Sequence[str], streams: tuple[Path, Path, Path], environment: Mapping[str, str] | None = None
    ) -> None:
        process_arguments = (list(arguments), streams, dict(os.environ if environment is None else environment))
        self._process = FORKS.Process(target=_run, args=process_arguments, daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Return the exit status, negative where a signal ended it, or `None` while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status once it has ended.

        Raises:
            TimeoutExpired: it runs on after so many seconds.

        """
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired(self._process.name, timeout or 0)
        return self._process.exitcode

    def send_signal(self, signal: int) -> None:
        os.kill(self.pid, signal)


def run(
    *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None, timeout: float = 30
) -> CompletedProcess[bytes]:
    """Run `python -m MODULE …` to its end, with standard input and both outputs in files.

    Raises:
        TimeoutExpired: it runs on after so many seconds.

    """
    with TemporaryDirectory() as folder:
        streams = (Path(folder, "in"), Path(folder, "out"), Path(folder, "error"))
        streams[0].write_bytes(stdin)
        status = Fork(arguments, streams, environment).wait(timeout)
        return CompletedProcess(arguments, status, streams[1].read_bytes(), streams[2].read_bytes())


def _run(arguments: list[str], streams: tuple[Path, Path, Path], environment: dict[str, str]) -> None:
    """Become the program."""
    os.setsid()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    for number, (stream, mode) in enumerate(zip(streams, ("rb", "ab", "ab"), strict=True)):
        with stream.open(mode) as file:
            os.dup2(file.fileno(), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - until the end
    _, module, *sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)
