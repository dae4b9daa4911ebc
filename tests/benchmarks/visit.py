"""The first visit of the static site, over a slow line, against a counter of bare Flet as a site over the same line.

The line is the server: it compresses as hosts do, waits for each request as long as a phone's network takes for a round
trip, and sends all that is asked for at once no faster than the line is. So what workers ask for is slowed, too.
"""

from __future__ import annotations

import gzip
import mimetypes
import tempfile
from contextlib import contextmanager, suppress
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from companion.cli.site import HOST, TYPES
from tests.benchmarks import Row
from tests.benchmarks.site import SEMANTICS, bare_site
from tests.browser.conftest import ARGUMENTS, found_chromium
from tests.browser.screen import PHONE
from tests.built_site import UNDER, built

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserType

SPEEDS: Final = (4, 20)
"""Of the lines, in Mbit a second."""

VISITS: Final = 3
ROUND_TRIP_S: Final = 0.05
PIECE: Final = 16_384
COMPRESSED: Final = {".css", ".html", ".js", ".json", ".mjs", ".ttf", ".txt", ".wasm"}
"""What a host compresses of a site."""


class Line:
    """A line of so many Mbit a second; what is sent at the same time shares it."""

    def __init__(self, speed: float) -> None:
        self.sent = 0
        self._bytes_per_s = speed * 1_000_000 / 8
        self._free_at = 0.0
        self._lock = Lock()

    def send(self, number: int) -> None:
        """Wait until so many bytes went through."""
        with self._lock:
            self._free_at = max(monotonic(), self._free_at) + number / self._bytes_per_s
            self.sent += number
            arrived = self._free_at
        sleep(max(0.0, arrived - monotonic()))


@cache
def as_sent(file: Path) -> bytes:
    content = file.read_bytes()
    return gzip.compress(content) if file.suffix in COMPRESSED else content


class SlowHandler(SimpleHTTPRequestHandler):
    """Hands out the files of a folder over a line."""

    protocol_version = "HTTP/1.1"
    extensions_map = mimetypes.types_map | TYPES

    def log_message(self, *_: object) -> None:
        pass

    def __init__(self, line: Line, *arguments: object, directory: str) -> None:
        self._line = line
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        sleep(ROUND_TRIP_S)
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content, tag = as_sent(file), f'"{file.stat().st_mtime_ns}"'
        unchanged = self.headers["If-None-Match"] == tag
        self.send_response(HTTPStatus.NOT_MODIFIED if unchanged else HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("ETag", tag)
        if file.suffix in COMPRESSED:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with suppress(ConnectionError):  # the browser is closed while the rest comes
            for start in range(0, 0 if unchanged else len(content), PIECE):
                piece = content[start : start + PIECE]
                self._line.send(len(piece))
                self.wfile.write(piece)


def rows() -> Iterator[Row]:
    """Visit both for the first time over each line, in turn."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, sync_playwright() as playwright:
        folder = Path(name)
        sides = ((built(folder) / UNDER, "New table"), (bare_site(folder), "Add"))
        for speed in SPEEDS:
            taken = [[visited(playwright.chromium, *side, speed) for side in sides] for _ in range(VISITS)]
            ours, theirs = (sorted(side)[VISITS // 2] for side in zip(*taken, strict=True))
            what = f"the site, a first visit over {speed} Mbit/s until a tap"
            baseline = "a counter of bare Flet as a site"
            yield Row(what, in_words(ours), baseline, in_words(theirs), (ours[0] / theirs[0],), "1.5 times")


def in_words(visit: tuple[float, float]) -> str:
    seconds, megabytes = visit
    return f"{seconds:.1f} s, {megabytes:.1f} MB"


def visited(kind: BrowserType, folder: Path, button: str, speed: float) -> tuple[float, float]:
    """Open a page in a new browser; return after how many seconds its button was there, and how many MB had come."""
    line = Line(speed)
    with served(folder, line) as address, kind.launch(executable_path=found_chromium(), args=ARGUMENTS) as browser:
        page = browser.new_page(viewport={"width": PHONE.width, "height": PHONE.height})
        begun = monotonic()
        page.goto(address, wait_until="commit")
        page.evaluate(SEMANTICS)
        page.get_by_role("button", name=button).first.wait_for(timeout=300_000)
        return monotonic() - begun, line.sent / 1_000_000


@contextmanager
def served(folder: Path, line: Line) -> Iterator[str]:
    with ThreadingHTTPServer((HOST, 0), partial(SlowHandler, line, directory=str(folder))) as running:
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://{HOST}:{running.server_port}/"
        running.shutdown()
