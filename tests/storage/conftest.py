"""The databases on which tests of storage run.

Most tests run in a file alone. What PostgreSQL may do another way (locks, transactions, types, order) runs on both: a
module says `pytestmark = pytest.mark.usefixtures("both")`, a single test uses the fixture `on_both`; whatever it opens
by `stores.opened(path)` or names by `stores.url_of(path)` lies in a file in one run, and with PostgreSQL in the other.
A fixture of a wider scope than a test has `both` as a parameter. What only a file can show in a module for both, and
cases of which a few are enough for PostgreSQL, are marked `sqlite_alone`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import pytest

from storage.database import migrations
from tests.storage import stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from storage.repositories.tables import Store

DATABASES: Final = ("SQLite", pytest.param("PostgreSQL", marks=pytest.mark.postgres))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    alone = metafunc.definition.get_closest_marker("sqlite_alone")
    databases = DATABASES[:1] if alone else DATABASES
    if "both" in metafunc.fixturenames:
        metafunc.parametrize("both", databases, indirect=True, scope="module")
    if "on_both" in metafunc.fixturenames:
        metafunc.parametrize("on_both", databases, indirect=True, scope="function")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out PostgreSQL where a case of a test that runs on both is marked `sqlite_alone`."""
    left_out = [
        item for item in items if item.get_closest_marker("postgres") and item.get_closest_marker("sqlite_alone")
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A function that moves this machine into a zone, such as Europe/Berlin, until the test ends."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


def _lying(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where stores lie that are named by a path: in a file there, or in a schema of that name with PostgreSQL."""
    if request.param == "SQLite":
        yield request.param
        return
    with stores.at(request.getfixturevalue("server")):
        yield request.param


both = pytest.fixture(scope="module")(_lying)
on_both = pytest.fixture(_lying)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of its own for each test."""
    path = tmp_path / "tessera.db"
    with stores.opened(path) as store:
        yield store


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    """The store of another device."""
    with stores.opened(tmp_path / "there.db") as store:
        yield store


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this program the version after version 1: a file of that is an older one."""
    monkeypatch.setattr(migrations, "STEPS", stores.LATER_STEPS)
