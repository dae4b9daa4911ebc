"""The process around the app: where it answers, to whom, and how it ends."""

from __future__ import annotations

import urllib.request
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.system import paths
from companion.system.browser_window import View
from companion.system.data_folder import acquire
from companion.web import server
from tests import forks
from tests.browser.program import Program, counter, free_port

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
