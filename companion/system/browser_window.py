"""Opening the app on this machine: in the browser, or in a window of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import webbrowser
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class View(StrEnum):
    """Where the app is opened."""

    NOWHERE = "nowhere"
    BROWSER = "browser"
    WINDOW = "window"


COMMANDS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "brave-browser",
    "chrome",
    "msedge",
)
"""The commands of browsers that can show a page in a window of its own."""

BUNDLES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
)
"""The same on macOS, where they are on no search path."""

PROGRAMS: Final = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")
"""The same on Windows, in one of its folders of programs."""

FOLDERS: Final = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")

WINDOW_TIMEOUT_S: Final = 3
"""Seconds after which a browser that still runs shows its window; one that ended well gave the page to another one."""

STARTED: Final[list[subprocess.Popen[bytes]]] = []
"""The browsers that were started, which may outlive this program; Python warns of a process that nothing refers to."""

NOT_FOUND: Final = "No browser that opens windows of their own was found (such as Chromium, Chrome or Edge)."

NOT_STARTED: Final = 'No window opens: "{program}" ends at once. Start it alone to see why.'


def show(view: View, address: str, notify: Callable[[str], None]) -> None:
    """Open the app, and wait until its window shows; `notify` prints a sentence where there is no window."""
    if view is View.NOWHERE:
        return
    if view is View.WINDOW:
        failed = ""
        for program in window_browsers():
            if _opens_window(program, address):
                return
            failed = failed or program
        notify(NOT_STARTED.format(program=failed) if failed else NOT_FOUND)
    webbrowser.open(address)


def window_browsers() -> Iterator[str]:
    """Yield the browsers on this machine that can show a page in a window of its own."""
    yield from filter(None, map(shutil.which, COMMANDS))
    folders = [Path(os.environ[folder]) for folder in FOLDERS if folder in os.environ]
    yield from (
        str(path)
        for path in (*map(Path, BUNDLES), *(folder / program for folder in folders for program in PROGRAMS))
        if path.is_file()
    )


def _opens_window(program: str, address: str) -> bool:
    """Start a browser, and return whether it shows the page."""
    try:
        started = subprocess.Popen(  # noqa: S603 - a browser of this machine, with the address of this server
            [program, f"--app={address}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        STARTED.append(started)
        return started.wait(WINDOW_TIMEOUT_S) == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False
