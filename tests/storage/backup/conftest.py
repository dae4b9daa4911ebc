"""A file, a folder of backups, and a season of plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.backup import backups
from tests.storage.backup.season import BACKED_UP, KEPT, LOST, Season, plays_of
from tests.storage.sample_plays import content, finished, written
from tests.storage.stores import START, opened

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    place = tmp_path_factory.mktemp("season")
    path, folder = place / "tessera.sqlite3", place / "backups"
    with opened(path) as store:
        backups.backup(store, folder, START)
        finished(store)
        for day in range(1, KEPT):
            written(store, content({"Cathy": 9 + day, "Nick": 5}, days=day, place="Home", note="long " * 10))
        backups.backup(store, folder, BACKED_UP)
        kept = plays_of(store)
        for day in range(LOST):
            title = {"game": "go", "title": "Go"} if day == 0 else {}
            written(store, content({"Cathy": 9, "Nick": 5}, days=40 + day, **title))
    return Season(whole=path.read_bytes(), folder=folder, plays=tuple(kept))
