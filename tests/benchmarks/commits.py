"""Commits of SQLite in a browser's worker: its file in the private file system of the origin, in IndexedDB, in memory.

In IndexedDB, by Emscripten's IDBFS, a commit is safe only when the file was written there once more.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from tests.benchmarks import Row
from tests.browser.conftest import ARGUMENTS, found_chromium
from tests.browser.screen import PHONE, Screen
from tests.browser.site import Site
from tests.built_site import built

if TYPE_CHECKING:
    from collections.abc import Iterator


COMMITS: Final = 60
SIZES: Final = {"a new database": 0, "one of 10 MB": 10 << 20}
"""Bytes that are in the database before."""

PLACES: Final = {"OPFS": "/data/benchmark", "IndexedDB": "/idb/benchmark", "memory": "/memory"}

SYNC: Final = "fill => new Promise((done, fail) => pyodide.FS.syncfs(fill, (e) => (e ? fail(e) : done())))"

MOUNT: Final = f"""
async () => {{
    const {{ FS }} = self.pyodide;
    FS.mkdir("/idb");
    FS.mount(FS.filesystems.IDBFS, {{}}, "/idb");
    self.sync = {SYNC};
    await self.sync(true);
}}
"""

RUN: Final = "code => self.pyodide.runPythonAsync(code)"

TIMED: Final = """
import js, os, sqlite3
from time import perf_counter

db = sqlite3.connect({place!r}, isolation_level=None)
db.execute("PRAGMA journal_mode=TRUNCATE")
db.execute("PRAGMA synchronous=FULL")
db.execute("CREATE TABLE steps (id INTEGER PRIMARY KEY, what BLOB)")
db.execute("INSERT INTO steps (what) VALUES (zeroblob({size}))")
begin = perf_counter()
for _ in range({commits}):
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO steps (what) VALUES (randomblob(3000))")
    db.execute("COMMIT")
    if {place!r}.startswith("/idb"):
        await js.sync(False)
took = (perf_counter() - begin) * 1000 / {commits}
db.close()
os.unlink({place!r})
took
"""


def rows() -> Iterator[Row]:
    """Measure commits of 3 kB each."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        site = Site(built(Path(folder)), Path(folder) / "data").start()
        context = playwright.chromium.launch_persistent_context(
            f"{folder}/profile", executable_path=found_chromium(), args=list(ARGUMENTS)
        )
        page = Screen(context, site.address, PHONE, None).open().page
        worker = next(candidate for candidate in page.workers if candidate.url.endswith("/worker.js"))
        worker.evaluate(MOUNT)
        for name, size in SIZES.items():
            code = {place: TIMED.format(place=path, size=size, commits=COMMITS) for place, path in PLACES.items()}
            took = {place: worker.evaluate(RUN, script) for place, script in code.items()}
            for place in ("OPFS", "IndexedDB"):
                ours, theirs = took[place], took["memory"]
                what = f"a commit to {name} in {place}"
                yield Row(what, f"{ours:.1f} ms", "in memory", f"{theirs:.2f} ms", (ours / theirs,))
        context.close()
        site.stop()
