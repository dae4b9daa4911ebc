"""The site in a browser that keeps it: without a network, and when there is a new version of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.browser.app import NEWER
from companion.site.build import LISTING, SERVICE_WORKER, describe
from companion.system import paths
from companion.ui.components.browser_page import READY
from companion.ui.components.foot import STORED_ANEW
from scoring import GAMES
from tests.browser.conftest import OF_TESTS, needed_chromium
from tests.browser.kept import begun
from tests.browser.screen import PATIENCE, PHONE, Screen
from tests.browser.site import Site
from tests.browser.test_site_storage import SETTINGS, clear, python
from tests.built_site import UNDER
from tests.companion.carpe_diem_tables import player_with, table_state
from tests.storage.stores import lay_out, stamped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


KEPT: Final = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"
WAITS: Final = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.waiting))"
VERSION: Final = "tesseraSite.version"
STATUSES: Final = "(files) => Promise.all(files.map((file) => fetch(file).then((answer) => answer.status)))"
COUNT: Final = "caches.keys().then((all) => caches.open(all[0])).then((one) => one.keys()).then((all) => all.length)"

CONTINUE: Final = re.compile("^Carpe Diem, ")

CHANGED: Final = "manifest.json"
"""A file that is another one in each version."""


class Host:
    """A host of the site that is given one version after the other, and a device with a browser that keeps it."""

    def __init__(self, chromium: Browser, whole: Path, folder: Path, shots: Path | None) -> None:
        self._chromium = chromium
        self._whole = whole
        self._shots = shots
        self._profile = folder / "profile"
        self._root = folder / "host"
        self.site = Site(self._root, folder)
        self.folder = self._root / UNDER
        self._put = 0
        self.folder.parent.mkdir(parents=True)
        self.put("1")

    def put(self, version: str, *, without: tuple[str, ...] = ()) -> None:
        """Put a version in the place of the one before; files that are left out stay as they were."""
        made = self._root / f"version-{version}"
        shutil.copytree(self._whole, made)
        page = made / "index.html"
        described = re.search(r"window\.tesseraSite = (.*);\n", page.read_text(encoding="utf-8"))
        assert described is not None
        page.unlink()
        changed = made / CHANGED
        content = changed.read_text(encoding="utf-8")
        changed.unlink()
        changed.write_text(content + int(version) * "\n", encoding="utf-8")
        describe(made, {**json.loads(described[1]), "version": version})
        self._put += 10  # seconds, which is what web servers tell versions by
        for name in ("index.html", CHANGED, LISTING, SERVICE_WORKER):
            if name in without:
                shutil.copy2(self.folder / name, made / name)
            else:
                os.utime(made / name, times=(time.time() + self._put,) * 2)
        shutil.rmtree(self.folder, ignore_errors=True)
        made.rename(self.folder)

    @contextmanager
    def browser(self) -> Iterator[Screen]:
        """The browser of the device, until it is closed."""
        context = self._chromium.browser_type.launch_persistent_context(
            self._profile,
            executable_path=needed_chromium(),
            args=OF_TESTS,
            viewport={"width": PHONE.width, "height": PHONE.height},
            reduced_motion="reduce",
            locale="en-GB",
        )
        try:
            self.site.lend(context)
            yield Screen(context, self.site.address, PHONE, self._shots)
        finally:
            context.close()


@pytest.fixture
def host(chromium: Browser, site_root: Path, tmp_path: Path, shots: Path | None) -> Iterator[Host]:
    """A host that the device has not visited yet."""
    host = Host(chromium, site_root / UNDER, tmp_path, shots)
    host.site.start()
    yield host
    host.site.stop()


def wait_for(screen: Screen, script: str) -> None:
    """Wait until a script says yes; the policy of the page lets Playwright itself ask only once."""
    end = time.monotonic() + 30
    while not screen.page.evaluate(script):
        assert time.monotonic() < end, script
        screen.wait(50)


def version(screen: Screen) -> str:
    return str(screen.page.evaluate(VERSION))


def look_for_a_new_version(screen: Screen) -> None:
    screen.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => {})")


def test_after_one_visit_it_needs_no_host_and_a_new_version_is_told_and_taken_when_it_is_whole(host: Host) -> None:
    """The player takes a new version by saying so, or at the next start."""
    table = begun(host.site, GAMES["carpe-diem"], table_state(player_with("Anna"), player_with("Ben")))
    with host.browser() as screen:
        screen.open(table)
        wait_for(screen, KEPT)
        starts_without_its_host(screen, host)
        host.put("1")
        takes_new_versions(screen, host)
        host.put("5")
        look_until(screen, WAITS)
        assert version(screen) == "4"
    host.site.stop()
    with host.browser() as screen:
        screen.open()
        assert version(screen) == "5"
        expect(screen.button(CONTINUE)).to_be_visible()


def starts_without_its_host(screen: Screen, host: Host) -> None:
    """Start the site while its host does not answer, and while that has something else or nothing."""
    host.site.stop()
    files = json.loads((host.folder / LISTING).read_text(encoding="utf-8"))["files"]
    screen.reload()
    expect(screen.button("C3")).to_be_visible()
    screen.page.evaluate("location.hash = '/settings'")
    screen.sees("Tessera works here without a network, too.", timeout=PATIENCE)
    assert screen.page.evaluate(COUNT) == len(files)
    screen.tap("Deutsch")
    screen.sees("Tessera läuft hier auch ohne Netz.")
    screen.tap("English")
    never_seen = [next(file for file in files if f"/noto{name}/" in file) for name in ("coloremoji", "sanskr")]
    assert screen.page.evaluate(STATUSES, never_seen) == [200, 200]
    screen.page.evaluate("location.hash = '/new'")
    screen.enter("Find a game", "wing")
    expect(screen.button("Wingspan")).to_be_visible()
    host.site.start()
    for file in (host.folder / SERVICE_WORKER, host.folder / "index.html"):
        file.unlink()
        file.write_text("<!DOCTYPE html><title>Nothing is here</title>", encoding="utf-8")
        os.utime(file, times=(time.time() + 60,) * 2)
    look_for_a_new_version(screen)
    shutil.rmtree(host.folder)
    look_for_a_new_version(screen)
    screen.page.evaluate("location.hash = '/'")
    screen.reload()
    expect(screen.button(CONTINUE)).to_be_visible()


def takes_new_versions(screen: Screen, host: Host) -> None:
    """Take a version that came while a table was open, and one that came to a page loaded past what is kept."""
    host.put("2", without=(CHANGED,))
    look_for_a_new_version(screen)
    screen.sees("A new version of Tessera could not be downloaded", timeout=PATIENCE)
    assert version(screen) == "1"
    screen.tap(CONTINUE)
    expect(screen.button("C3")).to_be_visible()
    host.put("3")
    look_until(screen, WAITS)
    assert version(screen) == "1"
    expect(screen.button("C3")).to_be_visible()
    screen.tap("Back")
    screen.sees(READY, timeout=PATIENCE)
    screen.sees_no("could not be downloaded")
    screen.shot("site-new-version")
    take_it(screen, "3")
    expect(screen.button(CONTINUE)).to_be_visible()
    screen.sees_no(READY)
    with screen.page.expect_event("load"):  # past what is kept, as by Shift and Reload
        screen.page.context.new_cdp_session(screen.page).send("Page.reload", {"ignoreCache": True})
    screen.ready()
    host.put("4")
    look_for_a_new_version(screen)
    screen.sees(READY, timeout=PATIENCE)
    take_it(screen, "4")


def look_until(screen: Screen, script: str) -> None:
    """Look for a new version until a script says yes: a look that meets the end of the last one finds nothing."""
    end = time.monotonic() + PATIENCE / 1000
    while not screen.page.evaluate(script):
        assert time.monotonic() < end, script
        look_for_a_new_version(screen)
        screen.wait(50)


def take_it(screen: Screen, expected: str) -> None:
    """Take a new version, and see that it is there."""
    with screen.page.expect_event("load"):
        screen.tap("Update now")
    screen.ready()
    assert version(screen) == expected


def test_a_device_that_is_full_goes_on_with_a_network_and_stores_anew_what_was_cleared_under_its_page(
    host: Host,
) -> None:
    with host.browser() as screen:
        screen.open()
        devtools = screen.page.context.new_cdp_session(screen.page)
        room = {"origin": host.site.origin}
        devtools.send("Storage.overrideQuotaForOrigin", room | {"quotaSize": 1 << 20})
        screen.sees("too little room")
        screen.shot("site-no-room")
        assert screen.page.evaluate("caches.keys()") == []
        expect(screen.button("New table")).to_be_visible()
        devtools.send("Storage.overrideQuotaForOrigin", room)
        assert clear(screen, host.site.origin) == "saved"
        expect(screen.text(STORED_ANEW).last).to_be_visible()
        screen.shot("site-stored-anew")
        screen.tap("Close")
        screen.sees_no(STORED_ANEW)
        screen.reload()
        assert python(screen, SETTINGS)["awake"] is False


def test_data_of_a_newer_version_are_left_alone(site: Site, open_screen: Callable[[str], Screen]) -> None:
    site.data.mkdir(parents=True)
    stamped(lay_out(site.data / paths.DATABASE), 9999)
    before = (site.data / paths.DATABASE).read_bytes()
    screen = open_screen(site.address).open("/")
    screen.sees(NEWER)
    expect(screen.button("Save the file")).to_be_visible()
    screen.shot("site-older-than-data")
    site.fetch()
    assert (site.data / paths.DATABASE).read_bytes() == before
