"""What is entered in the site stays: when the browser is killed, in another tab, in files; and what is said if not."""

from __future__ import annotations

import gzip
import json
import os
import re
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import pytest
from playwright.sync_api import expect

from companion.site.build import LISTING
from companion.system import paths
from companion.ui.components.browser_page import CLEARED, NEVER, NOT_PROMISED, TRANSIENT, WAYS
from companion.ui.components.foot import LOST
from scoring import GAMES
from storage.database import migrations, sqlite_files
from storage.repositories.tables import Store
from tests.browser.conftest import FIRST_VISIT
from tests.browser.kept import begun
from tests.browser.kills import CLEAR, RUN, TABLES, kills
from tests.browser.screen import PATIENCE, PHONE, PHONE_DARK, Screen
from tests.browser.site import FOLDER, LINK
from tests.companion.carpe_diem_tables import player_with, table_state
from tests.storage.stores import lay_out

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Route, ViewportSize, Worker

    from tests.browser.site import Site

KILLS: Final = int(os.environ.get("TESSERA_KILLS", "2"))
"""How many times a browser is killed: its page, then all of it; each takes some seconds."""

NO_STORAGE: Final = """
export async function mountOpfs() { throw new DOMException("not in this window", "SecurityError"); }
"""

NAMES: Final = """
async ([script, folder, files]) => {
    const { HEADER, pageOf } = await import(script);
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
    for (const [file, content, ...names] of files) {
        const stream = await (await root.getFileHandle(file, { create: true })).createWritable();
        for (const [at, name, number, torn] of names) {
            const page = pageOf(name, number, Date.now());
            if (torn) page[page.length - 1] ^= 1;
            await stream.write({ type: "write", position: at, data: page });
        }
        await stream.write({ type: "write", position: HEADER, data: content });
        await stream.close();
    }
}
"""
"""Writes files with what a crash may leave of their names."""

FOUND: Final = """
from pathlib import Path

json.dumps({str(one): one.read_text() for one in Path("/data").rglob("*.txt")})
"""

SETTINGS: Final = """
from storage.repositories.tables import Store

json.dumps(tables.worker.run_blocking(Store.settings))
"""

SET: Final = f"""
from storage.repositories.tables import Store

tables.worker.run_blocking(Store.set, "awake", False)
{SETTINGS}
"""

TRIED: Final = """
from storage.database.errors import StoreError
from storage.repositories.tables import Store

try:
    tables.worker.run_blocking(Store.set, "awake", False)
    said = "saved"
except StoreError as error:
    said = str(error)
json.dumps(said)
"""

SECOND_PAGE: Final = 4096

FULL: Final = """
from storage.database.errors import StoreError
from storage.repositories.tables import Store

try:
    for number in range(100):
        tables.worker.run_blocking(Store.set, f"entry {number}", "y" * 1_000_000)
    said = "everything fits"
except StoreError as error:
    said = str(error)
tables.worker.run_blocking(Store.set, "entry 0", "short")
json.dumps([said, tables.worker.run_blocking(Store.settings)["entry 0"]])
"""


def worker(screen: Screen) -> Worker:
    return next(script for script in screen.page.workers if script.url.endswith("/worker.js"))


def python(screen: Screen, code: str) -> Any:
    """Run code where the app runs, and return the JSON that its last line gives."""
    return json.loads(worker(screen).evaluate(RUN, f"{TABLES}\nimport json\n{code}"))


def another_tab(screen: Screen, site: Site) -> Screen:
    return Screen(screen.page.context, site.address, screen.look, None)


def test_a_browser_that_is_killed_has_lost_nothing_that_was_acknowledged(
    chromium: Browser, site_root: Path, tmp_path: Path
) -> None:
    runs = list(kills(chromium.browser_type, site_root, tmp_path, KILLS))
    assert [problems for _, problems in runs if problems] == []
    assert max(saved for saved, _ in runs) > 0


@pytest.mark.parametrize("look", [PHONE_DARK], indirect=True, ids=str)
def test_one_tab_writes_and_another_one_takes_over_when_it_is_asked(
    site: Site, open_screen: Callable[[str], Screen]
) -> None:
    first = open_screen(site.address).open()
    second = another_tab(first, site)
    second.page.goto(site.address)
    dialog = second.page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("Tessera is open in another tab or window.")
    expect(dialog.get_by_role("button")).to_be_focused()
    first.reload()  # stays the one that writes
    expect(first.button("New table")).to_be_visible()
    second.page.keyboard.press("Enter")
    second.ready()
    expect(second.button("New table")).to_be_visible()
    expect(first.page.get_by_role("alertdialog")).to_contain_text("Tessera goes on in another tab or window.")
    first.page.evaluate("link => { location.hash = link }", LINK)
    with first.page.expect_event("load"):
        first.page.get_by_role("button", name="Go on here").click()
    first.ready().sees("is damaged")
    expect(second.page.get_by_role("alertdialog")).to_contain_text("Tessera goes on in another tab or window.")


def answering(**answer: Any) -> Callable[[Route], None]:
    """Have every request answered so."""

    def answer_it(route: Route) -> None:
        route.fulfill(**answer)

    return answer_it


def test_a_page_of_which_a_part_is_missing_or_of_another_version_says_what_to_do_and_starts_once_it_is_there(
    site: Site, open_screen: Callable[[str], Screen]
) -> None:
    """Scripts of another version lie in a folder of another name."""
    screen = open_screen(site.address)
    page = screen.page
    page.add_init_script(FIRST_VISIT)
    folder = site.files.removesuffix("opfs.js")
    parts = ("flutter_bootstrap.js", "main.dart.js", "canvaskit.wasm", "_cmsgpack.wasm")
    missing = (f"{folder}**", f"{folder}opfs.js", *(f"**/{part}" for part in parts))
    wrong_version: dict[str, Any] = {"body": gzip.compress(b"of another version")}
    for files, answer in ("**/app.zip.gz", wrong_version), *((files, {"status": 404}) for files in missing):
        page.context.route(files, answering(**answer))
        page.goto(site.base)
        expect(page.get_by_role("alertdialog")).to_contain_text("a part of it cannot be loaded", timeout=PATIENCE)
        page.context.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(screen.ready().button("New table")).to_be_visible()
    screen.errors.clear()  # the console has the files


def test_data_of_version_1_come_along(site: Site, open_screen: Callable[[str], Screen]) -> None:
    site.data.mkdir(parents=True)
    lay_out(site.data / paths.DATABASE)
    open_screen(site.address).open("/history").sees("Azul")
    site.fetch()
    assert sqlite_files.version_of(site.data / paths.DATABASE) == migrations.newest()


def test_data_that_the_browser_has_cleared_are_missed_at_the_next_start(
    site: Site, open_screen: Callable[[str], Screen]
) -> None:
    begun(site, GAMES["carpe-diem"], table_state(player_with("Ann"), player_with("Ben")))
    screen = open_screen(site.address).open()
    expect(screen.text(NOT_PROMISED).last).to_be_visible()
    screen.page.goto(f"{site.base}{LISTING}")
    screen.page.evaluate(CLEAR, FOLDER)
    screen.open()
    expect(screen.text(CLEARED).last).to_be_visible()
    screen.tap("Close")
    expect(screen.text(CLEARED)).to_have_count(0)
    screen.reload()
    expect(screen.button("New table")).to_be_visible()
    expect(screen.text(CLEARED)).to_have_count(0)


def clear(screen: Screen, origin: str) -> Any:
    """Clear all data under an open page; return what is said when something is saved then."""
    devtools = screen.page.context.new_cdp_session(screen.page)
    devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    return python(screen, TRIED)


def test_an_iphone_is_told_its_way_to_the_home_screen_and_what_was_cleared_in_its_memory(
    site: Site, chromium: Browser, shots: Path | None
) -> None:
    """A browser that keeps data in its memory alone, as in a private window, lets nobody read them afterwards."""
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
    viewport: ViewportSize = {"width": PHONE.width, "height": PHONE.height}
    with chromium.new_context(viewport=viewport, user_agent=agent, reduced_motion="reduce") as context:
        context.add_init_script("""
            Object.defineProperty(navigator, "platform", { value: "iPhone" });
            addEventListener("beforeinstallprompt", (event) => event.stopImmediatePropagation(), true);
        """)
        screen = Screen(context, site.address, PHONE, shots).open()
        screen.sees(WAYS[ft.PagePlatform.IOS])
        screen.shot("site-iphone")
        screen.tap("Close")
        screen.sees_no(WAYS[ft.PagePlatform.IOS])
        said = clear(screen, site.origin)
        expect(screen.text(LOST).last).to_be_visible()
        screen.shot("site-lost")
        assert "saved" not in {said, python(screen, TRIED)}


def test_a_window_that_keeps_neither_data_nor_the_site_says_so_and_shows_what_a_link_carries(
    site: Site, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(site.address)
    screen.page.add_init_script("delete Navigator.prototype.serviceWorker")
    screen.page.context.route("**/opfs.js", answering(body=NO_STORAGE, content_type="text/javascript"))
    screen.page.goto(f"{site.base}{LINK}")
    expect(screen.page.get_by_role("alertdialog")).to_contain_text("everything you enter is gone when you close it")
    screen.page.get_by_role("button", name="Go on").click()
    screen.ready().sees("is damaged")
    screen.page.evaluate("location.hash = '/'")
    expect(screen.text(TRANSIENT).last).to_be_visible()
    screen.sees(NEVER)
    screen.shot("site-keeps-nothing")
    screen.errors.clear()  # that there is no storage is one


def test_files_outlive_a_crash_the_way_to_a_computer_and_back_and_a_full_device(
    site: Site, open_screen: Callable[[str], Screen], tmp_path: Path
) -> None:
    screen = open_screen(site.address)
    left_by_a_crash(screen, site)
    screen.open("/exchange")
    assert python(screen, FOUND) == {
        "/data/replaced.txt": "after",
        "/data/kept.txt": "kept",
        "/data/lost/e.txt": "whose name nobody knows",
    }
    back_up_and_put_back(screen, tmp_path / paths.DATABASE)
    where_there_is_no_room(screen, site)


def left_by_a_crash(screen: Screen, site: Site) -> None:
    """Write files whose names say what a crash leaves of them."""
    screen.page.goto(f"{site.base}{LISTING}")
    files = [
        ["a", "before", [0, "replaced.txt", 3, False]],
        ["b", "after", [0, "replaced.txt", 5, False], [SECOND_PAGE, "part.txt", 4, False]],
        ["c", "kept", [0, "kept.txt", 6, False], [SECOND_PAGE, "torn.txt", 7, True]],
        ["d", "deleted", [0, "deleted.txt", 8, False], [SECOND_PAGE, "", 9, False]],
        ["e.txt", "whose name nobody knows", [0, "unknown.txt", 10, True]],
    ]
    screen.page.evaluate(NAMES, [site.files, FOLDER, files])


def back_up_and_put_back(screen: Screen, file: Path) -> None:
    """Save a backup as a file, change it there, and see that the app has the change once the file is put back."""
    python(screen, SET)
    screen.tap("Back up now")
    with screen.page.expect_download() as saving:
        screen.tap(re.compile("^Save: "))
    saving.value.save_as(file)
    with closing(Store(paths.database(file.parent), lambda: datetime.now(UTC))) as store:
        assert store.settings()["awake"] is False
        store.set("awake", "restored")
    with screen.page.expect_file_chooser() as choosing:
        screen.tap("Restore a file")
    choosing.value.set_files(file)  # which has a write-ahead log now, as on every computer
    screen.tap("Restore")
    screen.tap("Restore")
    expect(screen.button("New table")).to_be_visible()
    assert python(screen, SETTINGS)["awake"] == "restored"


def where_there_is_no_room(screen: Screen, site: Site) -> None:
    """Write until the device is full: it is said, and what is there can still be changed."""
    session = screen.page.context.new_cdp_session(screen.page)
    usage = session.send("Storage.getUsageAndQuota", {"origin": site.base.rstrip("/")})["usage"]
    quota = {"origin": site.base.rstrip("/"), "quotaSize": usage + 5_000_000}
    session.send("Storage.overrideQuotaForOrigin", quota)
    said, kept = python(screen, FULL)
    assert "there is no room left" in said
    assert kept == "short"
