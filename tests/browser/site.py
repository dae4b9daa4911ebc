"""The site, served as any web server would."""

from __future__ import annotations

import base64
import os
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

from companion.cli.site import server
from companion.site.build import LISTING
from companion.system import paths
from tests.browser.program import Program, tessera
from tests.built_site import UNDER

if TYPE_CHECKING:
    import http.server
    import signal
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page, Worker

FOLDER: Final = "tessera"
"""The folder of its data in the storage of a browser."""

LINK: Final = "#s1AAAA"
"""The fragment of a link that was cut short."""

EACH_WEEK: Final = pytest.mark.skipif(not os.environ.get("TESSERA_EVENING"), reason="TESSERA_EVENING=1 asks for it")
"""Leaves out a test whose parts others show each day."""

ON_SITE: Final = pytest.mark.parametrize("home", [pytest.param("site", marks=pytest.mark.site)], indirect=True)
"""Runs a test with the site."""

ON_BOTH: Final = pytest.mark.parametrize(
    "home", ["program", pytest.param("site", marks=[pytest.mark.site, EACH_WEEK])], indirect=True
)
"""Runs a test with a program, and each week with the site."""

READ: Final = """
path => {
    const { FS } = self.pyodide;
    if (!FS.analyzePath(path).exists) return null;
    const bytes = FS.readFile(path);
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return btoa(text);
}
"""

WRITE: Final = """
async ([script, folder, name, content]) => {
    const { HEADER, pageOf } = await import(script);
    const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
    const file = await (await root.getFileHandle("given", { create: true })).createWritable();
    await file.write({ type: "write", position: 0, data: pageOf(name, 1, Date.now()) });
    await file.write({ type: "write", position: HEADER, data: bytes });
    await file.close();
}
"""
"""Puts a file where `opfs.js` finds it."""


class Site(Program):
    """The site at an address of its own, in the place of a program; its data are those of a browser.

    `data` is where tests put what the first browser begins with, and where `fetch` brings those of the last one.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        super().__init__(tessera, folder)
        self._root = root
        self._server: http.server.ThreadingHTTPServer | None = None
        self._context: BrowserContext | None = None

    @property
    def origin(self) -> str:
        """What browsers keep its data by."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def base(self) -> str:
        """Where its page lies."""
        return f"{self.origin}/{UNDER}/"

    @property
    def address(self) -> str:
        """What the routes of the app follow."""
        return f"{self.base}#"

    @property
    def files(self) -> str:
        """The address of the script that keeps its files."""
        (script,) = (self._root / UNDER).glob("*/opfs.js")
        return f"{self.base}{script.relative_to(self._root / UNDER).as_posix()}"

    def start(self) -> Site:
        if self._server is not None:
            return self
        self._server = server(self._root, self.port)
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def restart_under(self, page: Page) -> None:
        page.reload()

    def said(self) -> str:
        return ""  # its pages say it

    def lend(self, context: BrowserContext) -> None:
        """Give a browser that has not opened the page yet the data, if it is the first."""
        first, self._context = self._context is None, context
        file = self.data / paths.DATABASE
        if first and file.is_file():
            page = context.new_page()
            page.goto(f"{self.base}{LISTING}")
            content = base64.b64encode(file.read_bytes()).decode()
            page.evaluate(WRITE, [self.files, FOLDER, paths.DATABASE, content])
            page.close()

    def fetch(self) -> None:
        for worker in self._workers():
            content = worker.evaluate(READ, f"/data/{paths.DATABASE}")
            if content is not None:
                self.data.mkdir(parents=True, exist_ok=True)
                for ending in ("-wal", "-shm", "-journal"):
                    (self.data / f"{paths.DATABASE}{ending}").unlink(missing_ok=True)
                (self.data / paths.DATABASE).write_bytes(base64.b64decode(content))

    def _workers(self) -> list[Worker]:
        pages = self._context.pages if self._context else []
        return [worker for page in pages for worker in page.workers if worker.url.startswith(self.base)]

    def _end(self, by: signal.Signals) -> int:  # noqa: ARG002 - a server of files leaves nothing behind
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        return 0
