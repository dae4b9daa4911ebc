"""The static site against a counter of bare Flet as a static site, in the same Chromium, from the same kind of server.

The counter is what Flet's own `flet publish` makes, with the libraries beside it, so that neither asks another host.
"""

from __future__ import annotations

import tarfile
import tempfile
import zipfile
from contextlib import ExitStack, contextmanager
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import copytree
from statistics import median
from threading import Thread
from time import time
from typing import TYPE_CHECKING, Final

from flet_web.patch_index import patch_index_html
from playwright.sync_api import sync_playwright

from companion.cli.site import server
from companion.site.build import CLIENT, download_wheels
from companion.system.paths import assets
from scoring.carpe_diem.state import DISTRICT_SQUARES
from tests.benchmarks import Row
from tests.benchmarks.app import (
    EYE,
    LYING,
    ROUND,
    SEED,
    STARTS,
    TAPS,
    WARMING,
    ratios,
    seen,
    spread,
    tapped_counter,
    tapped_square,
    with_district,
)
from tests.browser.conftest import ARGUMENTS, found_chromium
from tests.browser.program import free_port
from tests.browser.screen import PHONE
from tests.browser.site import Site
from tests.built_site import built
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, BrowserType, Page


COUNTER: Final = """
import flet as ft


@ft.component
def Counter():
    count, set_count = ft.use_state(0)
    add = lambda: set_count(lambda before: before + 1)
    return ft.Column([ft.Text(f"Count {count}"), ft.FilledButton("Add", on_click=add)])


ft.run(lambda page: page.render(Counter))
"""

LIBRARIES: Final = ("flet", "repath", "six")

SEMANTICS: Final = """
() => new Promise((done) => {
    const timer = setInterval(() => {
        if (document.querySelector("flt-semantics-host flt-semantics")) done(clearInterval(timer));
        document.querySelector("flt-semantics-placeholder")?.click();
    }, 50);
})
"""

KEPT: Final = "async () => { await navigator.serviceWorker?.getRegistration() && await navigator.serviceWorker.ready; }"
"""Waits until a page that keeps itself has done so."""


def rows() -> Iterator[Row]:
    """Measure the start of both, with nothing kept by the browser and with all it keeps, and taps."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
        sync_playwright() as playwright,
        ExitStack() as until_the_end,
    ):
        folder = Path(name)
        site = Site(built(folder), folder / "ours").start()
        until_the_end.callback(site.stop)
        bare = until_the_end.enter_context(served(bare_site(folder)))
        sides = ((site.base, folder / "browser ours"), (bare, folder / "browser bare"))
        for how in ("cold", "warm"):
            yield starts(playwright.chromium, sides, how)
        yield from taps(playwright.chromium, site, bare, folder)


def bare_site(folder: Path) -> Path:
    """Make the counter's site, and return its folder."""
    made = folder / "bare"
    copytree(CLIENT, made)
    patch_index_html(str(made / "index.html"), "/", pyodide=True, pyodide_script_path="main.py", no_cdn=True)
    page = (made / "index.html").read_text()
    (made / "index.html").write_text(
        page.replace("flet.noCdn=true;", 'flet.pyodideUrl="/pyodide/pyodide.mjs";flet.noCdn=true;')
    )
    (folder / "wheels").mkdir()
    wheels = download_wheels(assets() / "site/wheels.txt", folder / "wheels")
    with tarfile.open(made / "app.tar.gz", "w:gz") as packed:
        add(packed, "main.py", COUNTER.encode())
        for name in LIBRARIES:
            for file in distribution(name).files or ():
                if file.suffix in {".py", ".json"} or file.name == "METADATA":
                    add(packed, f"__pypackages__/{file}", Path(str(file.locate())).read_bytes())
        (msgpack,) = (wheel for wheel in wheels if wheel.name.startswith("msgpack"))
        with zipfile.ZipFile(msgpack) as wheel:
            for name in wheel.namelist():
                add(packed, f"__pypackages__/{name}", wheel.read(name))
    return made


def add(packed: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    packed.addfile(entry, BytesIO(content))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder's files, and yield their address."""
    port = free_port()
    with server(folder, port) as running:
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{port}/"
        running.shutdown()


def starts(kind: BrowserType, sides: tuple[tuple[str, Path], ...], how: str) -> Row:
    """Open both pages again and again, in turn, and compare how long it takes until all of each is there."""
    taken: list[list[float]] = [[], []]
    for number in range(STARTS + 1):
        for side, (address, kept) in enumerate(sides):
            profile = kept.with_name(f"{kept.name} {number if how == 'cold' else how}")
            taken[side].append(started(kind, address, profile))
    ours, theirs = (median(side[1:]) for side in taken)
    baseline = "a counter of bare Flet as a site"
    return Row(f"the site, {how}", f"{ours:.2f} s", baseline, f"{theirs:.2f} s", (ours / theirs,), "1.5 times")


def started(kind: BrowserType, address: str, kept: Path) -> float:
    """Open a page; return after how many seconds all of it was painted. It keeps itself before it is closed."""
    with phone(kind, kept) as context:
        (page,) = context.pages
        page.add_init_script(EYE)
        begun = time()
        page.goto(address)
        _, last = page.evaluate("shown")
        page.evaluate(KEPT)
        return float(last) / 1000 - begun


@contextmanager
def phone(kind: BrowserType, kept: Path) -> Iterator[BrowserContext]:
    with kind.launch_persistent_context(
        kept, executable_path=found_chromium(), args=ARGUMENTS, viewport={"width": PHONE.width, "height": PHONE.height}
    ) as context:
        yield context


def taps(kind: BrowserType, site: Site, bare: str, folder: Path) -> Iterator[Row]:
    """Tap on squares of a district with many tiles, and on the button of the counter."""
    table = with_district(folder / "ours", grown(Random(SEED), LYING))
    chance = Random(SEED)
    marked: list[float | None] = []
    counted: list[float | None] = []
    with phone(kind, folder / "taps") as context:
        site.lend(context)
        ours = opened(context, f"{site.address}/table/{table}/district/0", "A1")
        theirs = opened(context, bare, "Add")
        picked = ""
        while len(counted) < WARMING + TAPS:
            ours.bring_to_front()
            for _ in range(ROUND):
                picked = chance.choice([cell for cell in DISTRICT_SQUARES if cell != picked])
                marked.append(tapped_square(ours, picked)[0])
            theirs.bring_to_front()
            counted += [tapped_counter(theirs) for _ in range(ROUND)]
    site_ms, counter_ms = seen(marked), seen(counted)
    what = "the site, a tap until the square is marked"
    yield Row(what, spread(site_ms), "that counter", spread(counter_ms), ratios(site_ms, counter_ms), "1.3 times")


def opened(context: BrowserContext, address: str, button: str) -> Page:
    page = context.new_page()
    page.add_init_script(EYE)
    page.goto(address)
    page.evaluate(SEMANTICS)
    page.get_by_role("button", name=button).first.wait_for()
    page.evaluate("shown")
    return page
