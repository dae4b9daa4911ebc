"""How `tessera` opens the app, and before whose eyes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from typer.testing import CliRunner

from companion.cli import app as cli
from companion.system import browser_window, paths
from companion.system.browser_window import View
from companion.system.network import Lan
from companion.web import server
from scoring.messages import say
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typer.testing import Result

ADDRESS = "http://127.0.0.1:8423/"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the server is asked to do, which it does not."""
    found: dict[str, Any] = {}
    monkeypatch.setattr(server, "run", lambda open_app, **how: found.update(how, open_app=open_app))
    return found


def opened(*arguments: str) -> Result:
    return CliRunner().invoke(cli.cli, arguments)


def test_the_app_opens_in_the_browser_with_the_data_of_this_user(
    asked: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    assert opened().exit_code == 0
    assert (asked["view"], asked["port"], asked["data"]) == (View.BROWSER, 8423, tmp_path)
    lan = Lan(8423)
    given = asked["open_app"](paths.database(tmp_path), tmp_path, lan)
    given.close()
    assert (tmp_path / paths.DATABASE).exists()
    assert given.main.__self__.context.lan is lan


def test_the_options_say_where_the_app_opens(asked: dict[str, Any], tmp_path: Path) -> None:
    assert opened("--no-browser", "--port", "0", "--data", str(tmp_path)).exit_code == 0
    assert (asked["view"], asked["port"], asked["data"]) == (View.NOWHERE, 0, tmp_path)
    assert opened("--desktop").exit_code == 0
    assert asked["view"] is View.WINDOW


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (server.StartError("it runs already"), "it runs already"),
        (StoreError(say("the disk is {state}", state="full")), "the disk is full"),
        (OSError(28, "No space left on device"), "stopped: No space left on device"),
        (
            ZeroDivisionError("no way"),
            "Tessera itself failed with ZeroDivisionError (no way); please report it together with what you did before",
        ),
    ],
)
def test_what_keeps_the_app_from_opening_is_a_sentence(
    error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr(server, "run", fail)
    result = opened()
    assert (result.exit_code, result.stderr) == (1, f"tessera: {sentence}\n")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser was asked to open."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    return addresses


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a browser on the search path, as a script; what it was given stands in the file that is returned."""
    monkeypatch.setattr(browser_window, "BUNDLES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    for folder in browser_window.FOLDERS:
        monkeypatch.delenv(folder, raising=False)

    def put(does: str) -> Path:
        given = tmp_path / "given"
        script = tmp_path / "chromium"
        script.write_text(f'#!/bin/sh\necho "$@" >> {given}\n{does}\n')
        script.chmod(0o755)
        return given

    return put


needs_scripts = pytest.mark.skipif(os.name != "posix", reason="the browser of the test is a script")


@needs_scripts
def test_a_window_is_one_of_a_browser_that_has_such(browser: Callable[[str], Path], shown: list[str]) -> None:
    given = browser("exit 0")
    browser_window.show(View.WINDOW, ADDRESS, pytest.fail)
    assert given.read_text() == f"--app={ADDRESS}\n"
    assert shown == []


@needs_scripts
def test_a_browser_that_goes_on_running_shows_its_window(
    browser: Callable[[str], Path], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_window, "WINDOW_TIMEOUT_S", 0.2)
    browser("exec /bin/sleep 1")
    browser_window.show(View.WINDOW, ADDRESS, pytest.fail)
    assert shown == []
    assert browser_window.STARTED[-1].wait() == 0


@needs_scripts
@pytest.mark.parametrize("does", ["exit 1", None], ids=["fails", "is not there"])
def test_without_a_window_the_browser_opens_and_it_is_said(
    does: str | None, browser: Callable[[str], Path], shown: list[str]
) -> None:
    if does is not None:
        browser(does)
    said: list[str] = []
    browser_window.show(View.WINDOW, ADDRESS, said.append)
    assert said == [browser_window.NO_WINDOW]
    assert shown == [ADDRESS]


def test_nothing_opens_where_nothing_shall(shown: list[str]) -> None:
    browser_window.show(View.NOWHERE, ADDRESS, pytest.fail)
    assert shown == []
    browser_window.show(View.BROWSER, ADDRESS, pytest.fail)
    assert shown == [ADDRESS]


def test_browsers_of_windows_lie_in_its_folders_of_programs(
    browser: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del browser
    monkeypatch.setattr(browser_window, "PROGRAMS", ("Edge/msedge.exe",))
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path))
    assert list(browser_window.window_browsers()) == []
    (tmp_path / "Edge").mkdir()
    (tmp_path / "Edge" / "msedge.exe").touch()
    assert list(browser_window.window_browsers()) == [str(tmp_path / "Edge" / "msedge.exe")]
