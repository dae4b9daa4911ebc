"""The process around the app: where it answers, to whom, how it ends, and what others write into its log."""

from __future__ import annotations

import io
import logging
import urllib.request
import warnings
from contextvars import copy_context
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.system import paths
from companion.system.browser_window import View
from companion.system.data_folder import acquire
from companion.system.limits import LOG_LINES_PER_MINUTE, MAX_LOG_LINE
from companion.tables.access import THIS_MACHINE, VISITOR, Visitor
from companion.web import server
from companion.web.server import NetworkLogFilter, begin_log
from storage.repositories.access import Device
from tests import forks
from tests.browser.program import Program, counter, free_port
from tests.companion.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.system.network import Lan


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(counter, tmp_path).start()
    yield running
    running.stop()
    assert not running.failed(), running.said()


def test_the_program_says_where_it_runs_opens_the_database_and_shuts_it(program: Program) -> None:
    said = [f"opened {paths.database(program.data)}", f"Tessera is running at {program.address} (Ctrl+C ends it)"]
    assert program.said().splitlines() == said
    assert program.stop() == 0
    assert program.said().splitlines() == [*said, "shut"]


def test_a_program_that_was_killed_can_be_started_again_with_its_data(program: Program) -> None:
    program.kill()
    program.start()
    assert program.said().count(f"is running at {program.address}") == 2


def test_a_port_that_is_asked_for_and_taken_is_an_error(program: Program, tmp_path: Path) -> None:
    second = forks.run(*counter(program.port, tmp_path / "second"))
    assert second.returncode != 0
    said = f"StartError: port {program.port} is in use, or not allowed: choose another, or leave --port out"
    assert said in second.stderr.decode()
    assert b"opened" not in second.stdout


def test_where_the_usual_port_is_taken_the_next_free_one_is_used(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "DEFAULT_PORT", program.port)
    ports: list[object] = []

    def opened(_url: object, _data: Path, lan: Lan) -> NoReturn:
        ports.append(lan.port)
        raise server.StartError

    with pytest.raises(server.StartError):
        server.run(opened, data=tmp_path / "second", port=None, view=View.NOWHERE, notify=ports.append)
    assert program.port not in ports
    assert len(ports) == 1


def test_a_second_program_with_the_same_data_does_not_start(program: Program) -> None:
    refused = forks.run(*counter(free_port(), program.data))
    assert refused.returncode != 0
    said = f'StartError: Tessera is already running with "{program.data}": {program.address}'
    assert said in refused.stderr.decode()
    assert b"opened" not in refused.stdout


def opening(data: Path, view: View, notify: Callable[[str], None]) -> None:
    """Open the app with data that another process holds, or that nobody can."""

    def never(*_: object) -> server.ServedApp:
        pytest.fail("the app was started")

    server.run(never, data=data, port=0, view=view, notify=notify)


def test_a_second_start_opens_what_runs_already(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    said: list[str] = []
    opening(program.data, View.BROWSER, said.append)
    assert opened == [program.address]
    assert said == [f'Tessera is already running with "{program.data}": {program.address}']


def test_a_folder_that_somebody_holds_who_does_not_answer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "ANSWER_TIMEOUT_S", 0.3)
    with acquire(tmp_path) as announce:
        announce(f"http://127.0.0.1:{free_port()}/")
        with pytest.raises(server.StartError, match="but does not answer: end it, or choose another with --data"):
            opening(tmp_path, View.BROWSER, pytest.fail)


@pytest.mark.parametrize("answers", [True, False])
def test_a_second_program_with_the_same_database_and_other_data_does_not_start(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, answers: bool
) -> None:
    monkeypatch.setattr(server, "ANSWER_TIMEOUT_S", 0.3)
    database = tmp_path / "of all.db"
    monkeypatch.setenv("TESSERA_DATABASE_URL", f"sqlite:///{database}")
    said = f'Tessera is already running with "{database}": {program.address}'
    with acquire(tmp_path / "other", database) as announce:
        announce(program.address if answers else f"http://127.0.0.1:{free_port()}/")
        with pytest.raises(server.StartError) as refused:
            opening(tmp_path / "mine", View.NOWHERE, pytest.fail)
    unanswered = f'another program uses "{database}", but does not answer: end it, or choose another with --data'
    assert str(refused.value) == (said if answers else unanswered)


def test_an_address_that_is_not_of_this_machine_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ANSWER_TIMEOUT_S", 0.3)
    monkeypatch.setattr(urllib.request, "urlopen", pytest.fail)
    with acquire(tmp_path) as announce:
        announce("http://evil.example/")
        with pytest.raises(server.StartError):
            opening(tmp_path, View.BROWSER, pytest.fail)


def test_data_cannot_lie_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sentence = 'file" cannot be used: a file is in the way; --data names another folder'
    with pytest.raises(server.StartError, match=sentence):
        opening(tmp_path / "file", View.NOWHERE, pytest.fail)


GUEST = Visitor(phone=Device(id="7", host=False, settings={}))


def fail(text: str) -> None:
    raise ValueError(text)


class Log:
    """A log, and what was written into it."""

    def __init__(self, name: str, clock: Clock | None = None) -> None:
        self._written = io.StringIO()
        self._logger = logging.Logger(name)  # noqa: LOG001 - one of its own
        handler = logging.StreamHandler(self._written)
        handler.addFilter(NetworkLogFilter(clock or Clock()))
        self._logger.addHandler(handler)

    def fault(self, visitor: Visitor, text: str) -> None:
        copy_context().run(self._fault, visitor, text)

    def lines(self) -> list[str]:
        return self._written.getvalue().splitlines()

    def _fault(self, visitor: Visitor, text: str) -> None:
        VISITOR.set(visitor)
        try:
            fail(text)
        except ValueError:
            self._logger.exception("Unhandled error in 'on_%s' handler", text)


@pytest.mark.parametrize(
    "log", [Log("flet"), Log("uvicorn.error"), Log("py.warnings")], ids=["a page", "a frame", "a warning"]
)
def test_a_fault_is_a_short_line(log: Log) -> None:
    log.fault(GUEST, "bad\n\x1b[2J" + "x" * 1000)
    (line,) = log.lines()
    assert line.startswith("ValueError at test_server.py:")
    assert line.isprintable()
    assert len(line) <= MAX_LOG_LINE


def test_there_are_a_few_lines_and_then_how_many_were_left_out(clock: Clock) -> None:
    log = Log("flet", clock)
    for _ in range(LOG_LINES_PER_MINUTE + 7):
        log.fault(GUEST, "bad")
    assert len(log.lines()) == LOG_LINES_PER_MINUTE
    clock.now += 60
    log.fault(GUEST, "bad")
    assert log.lines()[-1].endswith("(7 lines before it were left out)")


def test_the_faults_of_the_host_are_told_whole() -> None:
    log = Log("flet")
    for _ in range(LOG_LINES_PER_MINUTE + 1):
        log.fault(THIS_MACHINE, "bad")
    assert log.lines().count("ValueError: bad") == LOG_LINES_PER_MINUTE + 1


def test_warnings_of_libraries_are_a_few_lines_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logging, "root", logging.RootLogger(logging.WARNING))
    monkeypatch.setattr(logging.Logger, "root", logging.root)
    monkeypatch.setattr(logging.Logger, "manager", logging.Manager(logging.root))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            begin_log()
            for _ in range(3 * LOG_LINES_PER_MINUTE):
                warnings.warn("Corrupt EXIF data", stacklevel=1)
    finally:
        logging.captureWarnings(capture=False)
    assert 0 < len(capsys.readouterr().err.splitlines()) <= LOG_LINES_PER_MINUTE + 1
