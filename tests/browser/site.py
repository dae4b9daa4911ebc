"""The site, built once for all tests of a run, and served as any web server would."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest
from filelock import FileLock

from companion.site.build import LISTING, build
from companion.site.errors import SiteError
from companion.site.serve import server
from companion.system import paths
from tests.browser.program import Program, tessera

if TYPE_CHECKING:
    import http.server
    import signal

    from playwright.sync_api import BrowserContext, Page, Worker

UNDER: Final = "games/tessera"
"""Where the site lies on its server."""

FOLDER: Final = "tessera"
"""The folder of its data in the storage of a browser."""

ON_BOTH: Final = pytest.mark.parametrize("home", ["program", "site"], indirect=True)
"""Runs a test with a program, and with the site."""

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
async ([folder, name, content]) => {
    const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
    const head = new Uint8Array(4096), named = new TextEncoder().encode(name);
    new DataView(head.buffer).setUint16(0, named.length);
    head.set(named, 2);
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
    const file = await (await root.getFileHandle("slot-000", { create: true })).createWritable();
    await file.write(head);
    await file.write(bytes);
    await file.close();
}
"""
"""Puts a file where `opfs.js` finds it."""


def built(shared: Path) -> Path:
    """Return a folder with the site in it under `UNDER`; the first worker that asks builds it.

    `TESSERA_TEST_SITE` may name a site that is built already, in a folder of that name.
    """
    named = os.environ.get("TESSERA_TEST_SITE")
    root = Path(named) if named else shared / "site"
    site, failed = root / UNDER, shared / "site-failed.txt"
    with FileLock(f"{shared}/site.lock"):
        if not failed.exists() and not (site / LISTING).is_file():
            try:
                build(site, lambda _: None)
            except SiteError as error:
                failed.write_text(str(error), encoding="utf-8")
    if failed.exists():
        reason = failed.read_text(encoding="utf-8")
        if os.environ.get("TESSERA_REQUIRE_SITE") or "package registry" not in reason:
            pytest.fail(reason)
        pytest.skip(reason)
    return root


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
    def base(self) -> str:
        """Where its page lies."""
        return f"http://127.0.0.1:{self.port}/{UNDER}/"

    @property
    def address(self) -> str:
        """What the routes of the app follow."""
        return f"{self.base}#"

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
            page.evaluate(WRITE, [FOLDER, paths.DATABASE, base64.b64encode(file.read_bytes()).decode()])
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
        return [worker for page in pages for worker in page.workers if worker.url == f"{self.base}worker.js"]

    def _end(self, by: signal.Signals) -> int:  # noqa: ARG002 - a server of files leaves nothing behind
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        return 0
