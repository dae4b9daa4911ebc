"""The app in the browser, or in a window of its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from companion.system import browser_window
from companion.system.browser_window import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ADDRESS = "http://127.0.0.1:8423/"


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
        arguments = tmp_path / "given"
        script = tmp_path / "chromium"
        script.write_text(f'#!/bin/sh\necho "$@" >> {arguments}\n{does}\n')
        script.chmod(0o755)
        return arguments

    return put


needs_scripts = pytest.mark.skipif(os.name != "posix", reason="the browser of the test is a script")


@needs_scripts
def test_a_window_is_one_of_a_browser_that_has_such(browser: Callable[[str], Path], shown: list[str]) -> None:
    arguments = browser("exit 0")
    browser_window.show(View.WINDOW, ADDRESS, pytest.fail)
    assert arguments.read_text() == f"--app={ADDRESS}\n"
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
def test_without_a_window_the_browser_opens_and_it_is_said_why(
    browser: Callable[[str], Path], shown: list[str]
) -> None:
    said: list[str] = []
    browser_window.show(View.WINDOW, ADDRESS, said.append)
    script = browser("exit 1").with_name("chromium")
    browser_window.show(View.WINDOW, ADDRESS, said.append)
    assert said == [browser_window.NOT_FOUND, f'No window opens: "{script}" ends at once. Start it alone to see why.']
    assert shown == [ADDRESS, ADDRESS]


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
