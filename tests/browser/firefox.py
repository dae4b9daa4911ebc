"""A Firefox without a window, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/).

Playwright drives a Firefox of its own alone, which is no part of Debian.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import TYPE_CHECKING, Any, Final, Self

import pytest
from websockets.sync.client import ClientConnection, connect

from companion.system.native_pictures import codes_in
from tests.browser.program import free_port
from tests.browser.screen import PHONE

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM: Final = "firefox-esr"

PREFERENCES: Final = {
    "accessibility.force_disabled": 0,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "termsofuse.bypassNotification": True,
    "ui.prefersReducedMotion": 1,
}

PATIENCE_S: Final = 90
"""Firefox draws without a graphics card, and starts Python for the first time."""

SEEN: Final = """
(name) => {
    document.querySelector('flt-semantics-placeholder')?.click();
    for (const found of document.querySelectorAll('flt-semantics-host :is([role=button], [aria-label])')) {
        const words = (found.getAttribute('aria-label') ?? found.textContent).trim();
        if (words === name) {
            const place = found.getBoundingClientRect();
            return [Math.round(place.x + place.width / 2), Math.round(place.y + place.height / 2)];
        }
    }
    return null;
}
"""
"""Returns the middle of what has a name on the screen."""


class Firefox:
    """A browser with a page, whose data lie in a folder."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which(PROGRAM)
        if program is None:
            pytest.skip(f"there is no program `{PROGRAM}`")
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self._port = free_port()
        command = [program, "--headless", "--no-remote", "--profile", str(folder)]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port", str(self._port)],
            env=os.environ
            | {"HOME": str(folder), "MOZ_HEADLESS_WIDTH": str(PHONE.width), "MOZ_HEADLESS_HEIGHT": str(PHONE.height)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._numbers = itertools.count(1)

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            opened.callback(self._process.wait)
            opened.callback(self._process.kill)
            self._socket = opened.enter_context(self._connection())
            self._do("session.new", capabilities={})
            self._page = str(self._contexts()[0]["context"])
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def open(self, address: str) -> None:
        self._do("browsingContext.navigate", context=self._page, url=address, wait="none")

    def reload(self) -> None:
        self._do("browsingContext.reload", context=self._page, wait="none")

    def tap(self, name: str, *, in_frame: bool = False) -> None:
        """Tap what has a name, once it is there and stays where it is."""
        before, place = None, self._place(name, in_frame=in_frame)
        while place != before:
            time.sleep(0.3)
            before, place = place, self._place(name, in_frame=in_frame)
        actions: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": place[0], "y": place[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 60},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "mouse", "actions": actions}
        self._do("input.performActions", context=self._context(in_frame=in_frame), actions=[pointer])

    def sees(self, name: str, *, in_frame: bool = False) -> None:
        self._place(name, in_frame=in_frame)

    def photographed(self) -> str:
        """The link of the code on the screen."""
        for _ in self._waiting("no code is on the screen"):
            shot = self._do("browsingContext.captureScreenshot", context=self._page)
            links = codes_in(base64.b64decode(shot["data"]))
            if links:
                return links[0]
        raise AssertionError

    def _connection(self) -> AbstractContextManager[ClientConnection]:
        address = ("127.0.0.1", self._port)
        for _ in self._waiting("Firefox does not start"):
            with suppress(OSError), socket.create_connection(address):
                return connect(f"ws://{address[0]}:{self._port}/session", max_size=None, proxy=None)
        raise AssertionError

    def _place(self, name: str, *, in_frame: bool) -> list[int]:
        for _ in self._waiting(f"{name} is not on the screen"):
            with suppress(RuntimeError, IndexError):  # the page, or its frame, is being loaded
                place: list[int] | None = self._evaluate(SEEN, name, in_frame=in_frame)
                if place is not None:
                    return place
        raise AssertionError

    def _waiting(self, problem: str) -> Any:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            yield
            time.sleep(0.2)
        pytest.fail(problem)

    def _contexts(self) -> list[dict[str, Any]]:
        contexts: list[dict[str, Any]] = self._do("browsingContext.getTree")["contexts"]
        return contexts

    def _context(self, *, in_frame: bool) -> str:
        return str(self._contexts()[0]["children"][0]["context"]) if in_frame else self._page

    def _evaluate(self, function: str, *arguments: object, in_frame: bool = False) -> Any:
        code = f"() => JSON.stringify(({function})(...{json.dumps(arguments)}))"
        target = {"context": self._context(in_frame=in_frame)}
        answer = self._do("script.callFunction", functionDeclaration=code, awaitPromise=True, target=target)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def _do(self, method: str, **params: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == number:
                if said["type"] == "error":
                    raise RuntimeError(said["message"])
                return said["result"]
