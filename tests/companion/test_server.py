"""The process around the app: where it answers, to whom, and how it ends."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest

from companion import places, server
from companion.hold import HeldError, held
from companion.window import View
from tests import forks
from tests.browser.program import Program, counter, free_port
from tests.forks import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(counter, tmp_path).start()
    yield running
    running.stop()
    assert "Traceback" not in running.said()


# -- the process


def test_the_program_says_where_it_runs_opens_the_database_and_shuts_it(program: Program) -> None:
    said = [f"opened {places.database(program.data)}", f"Tessera runs at {program.address} (Ctrl+C ends it)"]
    assert program.said().splitlines() == said
    assert program.stop() == 0
    assert program.said().splitlines() == [*said, "shut"]


def test_a_program_that_was_killed_can_be_started_again_with_its_data(program: Program) -> None:
    program.kill()
    program.start()
    assert program.said().count(f"runs at {program.address}") == 2


def test_a_taken_port_leads_to_another(program: Program, tmp_path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, *counter(program.port, tmp_path / "other")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout is not None
        other.stdout.readline()
        said = other.stdout.readline()
        other.terminate()
    assert said.startswith("Tessera runs at http://127.0.0.1:")
    assert f":{program.port}/" not in said


def test_a_second_program_with_the_same_data_does_not_start(program: Program) -> None:
    other = forks.run(*counter(free_port(), program.data))
    assert other.returncode != 0
    said = f"StartError: Tessera is running already with the data in {program.data}: {program.address}"
    assert said in other.stderr.decode()
    assert b"opened" not in other.stdout


def opening(data: Path, view: View, tell: Callable[[str], None]) -> None:
    """Open the app with data that another process holds, or that nobody can."""

    def never(*_: object) -> None:
        pytest.fail("the app was started")

    server.run(server.App(main=never, prepare=never, shut=never), data=data, port=0, view=view, tell=tell)


def test_a_second_start_opens_what_runs_already(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    said: list[str] = []
    opening(program.data, View.BROWSER, said.append)
    assert opened == [program.address]
    assert said == [f"Tessera is running already with the data in {program.data}: {program.address}"]


def test_a_folder_that_somebody_holds_who_does_not_answer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    with held(tmp_path) as announce:
        announce(f"http://127.0.0.1:{free_port()}/")
        with pytest.raises(server.StartError, match="but does not answer; end it, or use --data"):
            opening(tmp_path, View.BROWSER, pytest.fail)


def test_an_address_that_is_not_of_this_machine_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    monkeypatch.setattr(urllib.request, "urlopen", pytest.fail)
    with held(tmp_path) as announce:
        announce("http://evil.example/")
        with pytest.raises(server.StartError):
            opening(tmp_path, View.BROWSER, pytest.fail)


def test_data_cannot_lie_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sentence = "file cannot hold Tessera's data: File exists; name another folder with --data"
    with pytest.raises(server.StartError, match=sentence):
        opening(tmp_path / "file", View.NOWHERE, pytest.fail)


def test_a_folder_is_held_until_the_end_and_then_free(tmp_path: Path) -> None:
    with held(tmp_path) as announce:
        announce("http://127.0.0.1:8423/")
        with pytest.raises(HeldError) as refused, held(tmp_path):
            pass
        assert refused.value.address == "http://127.0.0.1:8423/"
    with held(tmp_path):
        assert (tmp_path / "tessera.lock").read_text() == ""


# -- where things lie


def test_data_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    assert places.data_folder() == tmp_path
    assert places.database(tmp_path) == f"sqlite:///{tmp_path}/tessera.sqlite3"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep data elsewhere")
def test_data_lies_in_the_folder_of_the_system_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TESSERA_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert places.data_folder() == tmp_path / "tessera"
