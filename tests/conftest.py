"""What holds for every test."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

os.environ["LC_ALL"] = "C.UTF-8"  # tests read English, whatever the machine speaks

# how fast a machine is says nothing about the rules: speed is measured by the benchmarks, beside something else
# each run draws a few cases of its own: many runs draw many, and CI does so at length each week
settings.register_profile("quick", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("quick"), max_examples=2000)  # by --hypothesis-profile=long
settings.load_profile("quick")


TIERS: Final = {"chromium": "browser", "server": "postgres", "site_root": "site"}
"""The marks of tests that need more than Python, by the fixture that gets it for them."""

TESTS: Final = Path(__file__).parent

NAMED: Final = re.compile(r"""chromium|on_both|"both"|site_root|server: str|mark\.(browser|postgres|site)""")
"""What a file names that has such tests, if it does not lie with those of the browser."""

WHILE_BUILT: Final = 40
"""Tests of a browser that run while the site is built."""


FEW: Final = 30
"""Files of tests that one process has done before others have started, in most cases."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return 0 where few files were asked for; `None` leaves it to the number of cores."""
    asked = [Path(argument.partition("::")[0]) for argument in config.args]
    files = [file for path in asked for file in ([path] if path.is_file() else path.rglob("test_*.py"))]
    return 0 if len(files) <= FEW else None


def needs_more(file: Path) -> bool:
    """Whether a file may have tests that need more than Python."""
    return TESTS / "browser" in file.parents or NAMED.search(file.read_text(encoding="utf-8")) is not None


MEMORY: Final = Path("/dev/shm")  # noqa: S108 - pytest makes folders of its own there
"""A folder that some systems keep in memory: on a disk every database waits for each of its commits."""

ENOUGH: Final = 4 << 30
"""The bytes that are free there where all files of the tests have room."""


def has_room_in_memory() -> bool:
    """Return whether files of the tests have room there, and scripts among them may run: in containers often not."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return False
    folder = os.statvfs(MEMORY)
    return folder.f_bavail * folder.f_frsize > ENOUGH and not folder.f_flag & os.ST_NOEXEC


def pytest_configure(config: pytest.Config) -> None:
    """Load no more files than may have what is asked for, where that is the second tier; keep files in memory."""
    if has_room_in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    asked = set(re.findall(r"\w+", config.option.markexpr)) - {"or"}
    if asked and asked <= set(TIERS.values()) and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args = [str(file) for file in sorted(TESTS.rglob("test_*.py")) if needs_more(file)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs more than Python; where nothing else was asked for, it is run without `-m`."""
    for item in items:
        for fixture in TIERS.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(TIERS[fixture])
    marked = [item for item in items if any(map(item.get_closest_marker, TIERS.values()))]
    missed = {str(file) for file in {item.path for item in marked} if not needs_more(file)}
    if missed:
        message = f"the second tier would miss its tests in {', '.join(sorted(missed))}: see NAMED"
        raise pytest.UsageError(message)
    longest_first(items)
    left_out = config.option.markexpr in config.getini("addopts")
    if left_out and len(marked) == len(items):
        config.option.markexpr = ""


def longest_first(items: list[pytest.Item]) -> None:
    """Let no worker begin with one of the longest when the others have nothing to do any more.

    These need the site, which is built meanwhile; then come those of a browser, and the quickest last.
    """
    by_tier: dict[str, list[pytest.Item]] = {"site": [], "browser": [], "": []}
    for item in items:
        by_tier[next((tier for tier in by_tier if tier and item.get_closest_marker(tier)), "")].append(item)
    browser = by_tier["browser"]
    items[:] = [*browser[:WHILE_BUILT], *by_tier["site"], *browser[WHILE_BUILT:], *by_tier[""]]


def pytest_collection_finish() -> None:
    """Leave what is loaded out of the search for garbage, and search rarely: it is a third of the work of a screen."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a real PostgreSQL; the test is skipped where there is none."""
    from tests.storage import postgres  # noqa: PLC0415 - most runs need none

    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session", autouse=True)
def site_in_the_making(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Begin to build the site while the first tests run, so that no worker waits for it."""
    is_first = os.environ.get("PYTEST_XDIST_WORKER") == "gw0"
    if not is_first or not any(item.get_closest_marker("site") for item in request.session.items):
        yield
        return
    command = [sys.executable, "-m", "tests.built_site", str(tmp_path_factory.getbasetemp().parent)]
    with subprocess.Popen(command, cwd=request.config.rootpath):
        yield


@pytest.fixture(scope="session")
def site_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the site is served from, the same for all workers of a run."""
    from tests.built_site import built  # noqa: PLC0415 - most runs need none

    own = tmp_path_factory.getbasetemp()
    return built(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
