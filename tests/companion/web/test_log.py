"""Who is not the host writes a few short lines into the log, whatever they send."""

from __future__ import annotations

import io
import logging
import warnings
from contextvars import copy_context

import pytest

from companion.system.limits import LOG_LINES_PER_MINUTE, MAX_LOG_LINE
from companion.tables.access import THIS_MACHINE, VISITOR, Visitor
from companion.web.log import NetworkLogFilter, begin_log
from storage.repositories.access import Device
from tests.companion.clock import Clock

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
    assert line.startswith("ValueError at test_log.py:")
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
