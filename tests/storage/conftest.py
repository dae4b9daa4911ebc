"""The databases on which tests of storage run.

A module whose tests are to hold on both says `pytestmark = pytest.mark.usefixtures("both")`; whatever it then opens by
`stores.opened(path)` or names by `stores.url_of(path)` lies in a file in one run, and with PostgreSQL in the other. A
fixture of a wider scope than a test has `both` as a parameter. What only a file can show is marked `sqlite_alone`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.storage import stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from storage.repositories.tables import Store

DATABASES: Final = ("SQLite", pytest.param("PostgreSQL", marks=pytest.mark.postgres))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "both" in metafunc.fixturenames:
        alone = metafunc.definition.get_closest_marker("sqlite_alone")
        metafunc.parametrize("both", DATABASES[:1] if alone else DATABASES, indirect=True, scope="module")


@pytest.fixture
def zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A function that moves this machine into a zone, such as Europe/Berlin, until the test ends."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(scope="module")
def both(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where stores lie that are named by a path: in a file there, or in a schema of that name with PostgreSQL."""
    if request.param == "SQLite":
        yield request.param
        return
    with stores.at(request.getfixturevalue("server")):
        yield request.param


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of its own for each test."""
    path = tmp_path / "tessera.db"
    stores.prepare(path)
    with stores.opened(path) as store:
        yield store
