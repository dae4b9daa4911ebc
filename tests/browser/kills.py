"""A browser that is killed in the midst of saving, again and again: `python3 -m tests.browser.kills 200` says what is
missing afterwards of what was acknowledged. By turns the page's process is killed and all of the browser;
every tenth time it is killed while a database of an older version is brought up to this one.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error, sync_playwright

from companion.site.build import LISTING
from companion.system import paths
from tests.browser.conftest import OF_TESTS, found_chromium
from tests.browser.screen import STARTED
from tests.browser.site import FOLDER, WRITE, Site
from tests.built_site import built
from tests.storage.stores import lay_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, BrowserType, Page, Worker

SEED: Final = 245934
WHOLE_BROWSER: Final = 2
OPENING_OLD: Final = 10

MAX_SAVING_MS: Final = 1500
MAX_OPENING_MS: Final = 800
"""The longest times after which a browser is killed."""

TIMEOUT_MS: Final = 90_000

OLD_PLAYS: Final = 6
"""The plays in the file of version 1."""

RUN: Final = "code => self.pyodide.runPythonAsync(code)"

CLEAR: Final = """
async (folder) => {
    const root = await navigator.storage.getDirectory();
    for (let left = 50; ; left--) {
        try { return await root.removeEntry(folder, { recursive: true }); } catch (error) {
            if (error.name === "NotFoundError") return;
            if (!left) throw error;
            await new Promise((done) => setTimeout(done, 100));  // a tab that was killed may still hold it
        }
    }
}
"""

OPENING: Final = f"[data-doing='Opening your data …'], {STARTED}"

TABLES: Final = """
import gc
from companion.runtime import Runtime
gc.unfreeze()  # the app leaves what it has loaded out of the search for garbage
tables = next(one for one in gc.get_objects() if isinstance(one, Runtime)).context.tables
"""

SAVE: Final = f"""{TABLES}
import asyncio, js
from storage.repositories.tables import Store

async def save():
    count = (await tables.worker.run(Store.settings)).get("count", 0)
    while True:
        count += 1
        await tables.worker.run(Store.set, "count", count)
        js.console.log(f"saved {{count}}")
        await tables.worker.run(Store.set, f"entry {{count % 50}}", "y" * 3000)
        if count % 5 == 0:
            await tables.back_up()
        await asyncio.sleep(0)

saving = asyncio.ensure_future(save())
None
"""
"""Counts up, with something to write and backups between; a number is acknowledged once it is saved."""

READ: Final = f"""{TABLES}
import json, sqlite3
from contextlib import closing
from storage.backup import backups
from storage.repositories.tables import Store

with closing(sqlite3.connect(str(tables.worker.run_blocking(lambda store: store.file)))) as found:
    (whole,) = found.execute("PRAGMA integrity_check").fetchone()
    (plays,) = found.execute("SELECT count(*) FROM plays").fetchone()
problems = [problem for one in backups.backups(tables.folder) for problem in backups.restore_problems(one)]
for one in backups.backups(tables.folder)[10:]:
    one.path.unlink()
settings = tables.worker.run_blocking(Store.settings)
json.dumps([settings.get("count", 0), plays, whole, problems, settings.get("recovered")])
"""  # noqa: S608 - nothing of anybody else's


class Killable:
    """A browser with a profile of its own, made as `options` say, whose page is killed, or all of it."""

    def __init__(self, kind: BrowserType, profile: Path, **options: Any) -> None:
        self._kind = kind
        self._profile = profile
        self._options = options
        self._context: BrowserContext | None = None

    def context(self) -> BrowserContext:
        """Return the browser, a new one where it was killed."""
        if self._context is None:
            for lock in self._profile.glob("Singleton*"):
                lock.unlink()
            self._context = self._kind.launch_persistent_context(
                str(self._profile), executable_path=found_chromium(), args=list(OF_TESTS), **self._options
            )
        return self._context

    def close(self) -> None:
        if self._context is not None:
            self._context.close()

    def close_all_but(self, page: Page) -> None:
        """Close the tabs that crashed."""
        for tab in self.context().pages:
            if tab is not page:
                tab.close()

    def kill(self, page: Page, *, whole_browser: bool) -> None:
        if whole_browser:
            os.killpg(_process(self._profile), signal.SIGKILL)
            with suppress(Error):
                page.wait_for_timeout(TIMEOUT_MS)  # until it is noticed
            with suppress(Error):
                self.close()
            self._context = None
            return
        with page.expect_event("crash"), suppress(Error):
            page.goto("chrome://crash")


class Victim(Killable):
    """A browser that saves until it is killed; `saved` is the last number that it acknowledged.

    `plays` are those that the database must have.
    """

    def __init__(self, kind: BrowserType, site: Site, profile: Path) -> None:
        super().__init__(kind, profile)
        self._site = site
        self.saved = self.plays = 0

    def problems(self) -> list[str]:
        """Open the app, and return what of it is lost or not whole."""
        page = self._page()
        page.goto(self._site.base)
        page.locator(STARTED).first.wait_for(state="attached", timeout=TIMEOUT_MS)
        count, plays, whole, problems, recovered = json.loads(worker_of(page).evaluate(RUN, READ))
        if count < self.saved or plays < self.plays:
            problems.append(f"{count} of {self.saved} was there, and {plays} plays of {self.plays}")
        if recovered is not None:
            problems.append(f"a backup took the place of the file: {recovered}")
        return [*problems, *([] if whole == "ok" else [whole])]

    def save_until_killed(self, after_ms: float, *, whole_browser: bool) -> None:
        """Save in the page that was opened last until it, or all of the browser, is killed."""
        page = self.context().pages[-1]
        worker_of(page).evaluate(RUN, SAVE)
        page.wait_for_timeout(after_ms)
        self.kill(page, whole_browser=whole_browser)

    def open_old_until_killed(self, after_ms: float) -> None:
        """Begin with the database of version 1, and kill the page while it is opened."""
        page = self._page()
        page.goto(f"{self._site.base}{LISTING}")
        page.evaluate(CLEAR, FOLDER)
        content = base64.b64encode(self._old()).decode()
        page.evaluate(WRITE, [self._site.files, FOLDER, paths.DATABASE, content])
        self.saved, self.plays = 0, OLD_PLAYS
        page.goto(self._site.base, wait_until="commit")
        page.locator(OPENING).first.wait_for(state="attached", timeout=TIMEOUT_MS)
        page.wait_for_timeout(after_ms)
        self.kill(page, whole_browser=False)

    def _old(self) -> bytes:
        file = self._profile.with_name("old")
        file.unlink(missing_ok=True)
        return lay_out(file).read_bytes()

    def _page(self) -> Page:
        """Return a new tab, of a new browser where there is none."""
        page = self.context().new_page()
        page.on("console", lambda message: self._hear(message.text))
        self.close_all_but(page)
        return page

    def _hear(self, words: str) -> None:
        if words.startswith("saved "):
            self.saved = max(self.saved, int(words.split()[1]))


def worker_of(page: Page) -> Worker:
    return next(script for script in page.workers if script.url.endswith("/worker.js"))


def _process(profile: Path) -> int:
    """Return the first process of the browser with this profile, which leads a group of its own."""
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            command = line.read_bytes().decode(errors="replace").split("\0")
            if f"--user-data-dir={profile}" in command and not any(
                argument.startswith("--type=") for argument in command
            ):
                pid = int(line.parent.name)
                if os.getpgid(pid) == pid:
                    return pid
    raise LookupError(profile)


def kills(kind: BrowserType, root: Path, folder: Path, rounds: int) -> Iterator[tuple[int, list[str]]]:
    """Kill a browser so many times; yield after each what it had saved, and what is lost of it or not whole."""
    chance = Random(SEED)
    site = Site(root, folder).start()
    browser = Victim(kind, site, folder / "profile")
    try:
        assert browser.problems() == []
        for number in range(1, rounds + 1):
            if number % OPENING_OLD == 0:
                browser.open_old_until_killed(chance.random() * MAX_OPENING_MS)
            else:
                after = chance.random() * MAX_SAVING_MS
                browser.save_until_killed(after, whole_browser=number % WHOLE_BROWSER == 0)
            yield browser.saved, browser.problems()
    finally:
        browser.close()
        site.stop()


def main() -> None:
    """Kill as many times as the command says, and print what is missing."""
    rounds, wrong = int(sys.argv[1]), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as named, sync_playwright() as playwright:
        folder = Path(named)
        for number, (count, problems) in enumerate(kills(playwright.chromium, built(folder), folder, rounds), 1):
            wrong += bool(problems)
            print(number, count, *problems, flush=True)  # noqa: T201 - what the command is for
    print(f"{rounds} kills, {wrong} with something lost or not whole")  # noqa: T201


if __name__ == "__main__":
    main()
