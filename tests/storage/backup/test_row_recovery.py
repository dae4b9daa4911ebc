"""A damaged record comes back from the newest backup that has it whole, or goes, and nothing else changes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.backup import backups, row_recovery
from storage.repositories import damage
from tests.storage.database.test_row_check import CELLS, change, whole
from tests.storage.stores import START, opened

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["whole"]


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    """Return a file with a backup beside it."""
    path = tmp_path / "tessera.db"
    shutil.copy(whole, path)
    backups.backup(path, tmp_path / "backups", START)
    return path


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as other:
        return sorted(other.iterdump())


@pytest.mark.parametrize(("table", "column"), CELLS)
@pytest.mark.parametrize("to", ["CAST(x'7bff7d' AS TEXT)", "777"])
def test_a_damaged_record_comes_back(path: Path, table: str, column: str, to: str) -> None:
    before = content(path)
    change(path, table, column, to)
    with opened(path) as store:
        left = damage.drop_access(store, damage.find(store))
        for one in left:
            assert row_recovery.put_back(store, one, path.parent / "backups", START) is not None
        assert damage.find(store) == ()
        assert not store.left_out
    if left:
        assert content(path) == before


@pytest.mark.parametrize(("table", "column"), CELLS)
def test_a_damaged_record_can_go(path: Path, table: str, column: str) -> None:
    change(path, table, column, "CAST(x'7bff7d' AS TEXT)")
    with opened(path) as store:
        for one in damage.drop_access(store, damage.find(store)):
            row_recovery.remove(store, one, path.parent / "backups", START)
        assert damage.find(store) == ()
