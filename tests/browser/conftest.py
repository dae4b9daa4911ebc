"""A real Chromium, and the program as a process beside it."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.kept import begun, opened
from tests.browser.program import Program, counter, tessera
from tests.browser.screen import PHONE, Look, Screen
from tests.browser.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from playwright.sync_api import Browser

    from companion.tables.state import TableState
    from scoring.game import Game

HERE: Final = Path(__file__).parent

CHROMIUM: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
"""Names of the program, the fastest first: the headless shell draws pages alone, the others windows around them."""

WHOLE: Final = CHROMIUM[1:]
"""Those that have a camera."""

ARGUMENTS: Final = (
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader-webgl",
    "--enable-unsafe-swiftshader",
)
"""As root, silent on the network, and without a graphics card: only what the client draws goes through WebGL."""

OF_TESTS: Final = (*ARGUMENTS, "--js-flags=--liftoff-only --wasm-lazy-validation")
"""Compiles what runs of the client and of Python once, quickly: a test is over before a better compilation pays."""

NOT_KEPT: Final = """
navigator.serviceWorker.register = () => new Promise(() => {});
Object.defineProperty(navigator.serviceWorker, "controller", { value: {}, configurable: true });
"""
"""Spares a browser the download of the whole site, and Python the imports, as if a memory were kept.

Tests of the site without a network have browsers of their own.
"""

FIRST_VISIT: Final = "delete navigator.serviceWorker.controller;"
"""Lets Python import all that it needs, as where nothing is kept yet."""

FAILED: Final = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def found_chromium(names: tuple[str, ...] = CHROMIUM) -> str | None:
    """Where a Chromium is, if there is one."""
    return os.environ.get("TESSERA_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def needed_chromium(names: tuple[str, ...] = CHROMIUM) -> str:
    """Where a Chromium is; without one the tests that need it are skipped, or fail where none may be."""
    named = found_chromium(names)
    if named is not None:
        return named
    reason = f"no Chromium was found ({', '.join(names)}); TESSERA_CHROMIUM may name one"
    if os.environ.get("TESSERA_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    named = needed_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named, args=OF_TESTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shots() -> Path | None:
    """Return the folder for pictures of the screens, `None` where `TESSERA_SHOTS` asks for none."""
    named = os.environ.get("TESSERA_SHOTS")
    if not named:
        return None
    folder = Path(named).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def failures(shots: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for pictures of screens on which a test failed: `TESSERA_FAILURES`, or one of pytest's own."""
    named = os.environ.get("TESSERA_FAILURES")
    return Path(named).absolute() if named else shots or tmp_path_factory.mktemp("failed", numbered=False)


def running(command: Callable[[int, Path], list[str]], folder: Path) -> Iterator[Program]:
    """A program until the end of a test, which nothing in it may have broken."""
    with stopped_at_the_end(Program(command, folder)) as program:
        yield program.start()


@contextmanager
def stopped_at_the_end(program: Program) -> Iterator[Program]:
    try:
        yield program
    finally:
        program.stop()
    assert not program.failed(), program.said()


@pytest.fixture
def sites() -> list[Site]:
    """The sites of a test."""
    return []


@pytest.fixture
def site(site_root: Path, tmp_path: Path, sites: list[Site]) -> Iterator[Site]:
    """The site, with no data yet."""
    folder = tmp_path / "site"
    folder.mkdir()
    site = Site(site_root, folder)
    sites.append(site)
    yield site.start()
    site.stop()


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    """What runs the app in a test: a program, or the site with `ON_SITE` and `ON_BOTH`."""
    if getattr(request, "param", "program") == "site":
        site: Site = request.getfixturevalue("site")
        return site
    return Program(tessera, tmp_path)


@pytest.fixture
def program(home: Program) -> Iterator[Program]:
    """The app, with nothing in it yet."""
    with stopped_at_the_end(home) as program:
        yield program.start()


@pytest.fixture
def start(home: Program) -> Iterator[Callable[..., tuple[Program, str]]]:
    """Starts the app with a table in play, what is known of the copy, and settings; says where the table is shown."""
    with stopped_at_the_end(home) as program:

        def started(
            game: Game[Any], state: TableState[Any], *copy: tuple[str, str, object], **settings: object
        ) -> tuple[Program, str]:
            address = begun(program, game, state)
            with opened(program) as store:
                for part, key, value in copy:
                    store.keep(game.key, part, key, value)
                for key, value in settings.items():
                    store.set(key, value)
            return program.start(), address

        yield started


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The smallest app, behind the same server."""
    yield from running(counter, tmp_path_factory.mktemp("counter"))


@pytest.fixture
def look(request: pytest.FixtureRequest) -> Look:
    """The screen that a test is for; others by `@pytest.mark.parametrize("look", […], indirect=True, ids=str)`."""
    chosen: Look = getattr(request, "param", PHONE)
    return chosen


@pytest.fixture
def open_screen(
    chromium: Browser, shots: Path | None, failures: Path, look: Look, sites: list[Site], request: pytest.FixtureRequest
) -> Iterator[Callable[[str], Screen]]:
    """Make screens, each as on a device of its own; at the end none may have asked another host or complained.

    The page itself complains of a picture that stood still; what changed last must be drawn, too.
    """
    screens: list[Screen] = []

    def opened(address: str) -> Screen:
        context = chromium.new_context(
            viewport={"width": look.width, "height": look.height},
            color_scheme=look.scheme,
            reduced_motion="reduce",
            locale="en-GB",
        )
        for site in sites:
            if site.address == address:
                context.add_init_script(NOT_KEPT)
                site.lend(context)
        screens.append(Screen(context, address, look, shots))
        return screens[-1]

    yield opened
    if request.node.stash.get(FAILED, False):
        for number, screen in enumerate(screens):
            name = re.sub(r"[^a-z0-9_]+", "-", request.node.name)
            screen.shot_as_it_is(f"failed-{name}-{number}", failures)
    still = [screen.page.url for screen in screens if not screen.is_drawn()]
    for screen in screens:
        screen.page.context.close()
    assert still == []
    assert [url for screen in screens for url in screen.foreign] == []
    assert [error for screen in screens for error in screen.errors] == []


@pytest.fixture
def screen(program: Program, open_screen: Callable[[str], Screen]) -> Screen:
    """A screen of the app."""
    return open_screen(program.address).open()


@pytest.fixture
def counting_screen(counting: Program, open_screen: Callable[[str], Screen]) -> Screen:
    """A screen of the smallest app."""
    return open_screen(counting.address).open()
