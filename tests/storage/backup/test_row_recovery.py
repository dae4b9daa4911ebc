"""A damaged record comes back from the newest backup that has it whole, or goes, and nothing else changes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from storage.backup import backups, row_recovery
from storage.database.checksums import COLUMN
from storage.database.errors import DamagedRowError
from storage.database.models import Row
from storage.repositories import damage, history, plays
from storage.repositories.history import Filter
from tests.storage.database.test_row_check import CELLS, change, whole
from tests.storage.sample_plays import finished
from tests.storage.stores import START, opened

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["whole"]

KEYS: Final = {COLUMN, *(key.name for table in Row.metadata.sorted_tables for key in table.primary_key)}
"""The columns on which others depend."""


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
def test_a_damaged_record_comes_back(path: Path, table: str, column: str) -> None:
    before = content(path)
    change(path, table, column, "CAST(x'7bff7d' AS TEXT)")
    with opened(path) as store:
        left = damage.drop_access(store, damage.find(store))
        for one in left:
            assert row_recovery.put_back(store, one, path.parent / "backups", START) is not None
        assert damage.find(store) == ()
        assert not store.left_out
    if left:
        assert content(path) == before


@pytest.mark.parametrize(("table", "column"), [(table, column) for table, column in CELLS if column in KEYS])
def test_a_damaged_record_can_go(path: Path, table: str, column: str) -> None:
    change(path, table, column, "CAST(x'7bff7d' AS TEXT)")
    with opened(path) as store:
        for one in damage.drop_access(store, damage.find(store)):
            row_recovery.remove(store, one, path.parent / "backups", START)
        assert damage.find(store) == ()


@pytest.mark.usefixtures("on_both")
def test_a_play_comes_back_with_its_seats_and_nothing_else_changes(tmp_path: Path) -> None:
    with opened(tmp_path / "tessera.db") as store:
        lost, kept = finished(store), finished(store)
        backups.backup(store, tmp_path / "backups", START)
        store.set("theme", "dark")
        with store.writing() as session:
            for change in (
                "UPDATE plays SET sheet = '{{broken' WHERE id = '{}'",
                "DELETE FROM seats WHERE play_id = '{}'",
            ):
                session.connection().exec_driver_sql(change.format(lost.id))
        (one,) = damage.find(store)
        with pytest.raises(DamagedRowError):
            plays.play(store, lost.id)
        assert [play.id for play in history.stream(store, Filter())] == [kept.id]
        assert row_recovery.put_back(store, one, tmp_path / "backups", START + timedelta(days=1)) is not None
        assert plays.play(store, lost.id) == lost
        assert store.settings() == {"theme": "dark"}
        newest, _ = backups.backups(tmp_path / "backups")
        assert not newest.whole
