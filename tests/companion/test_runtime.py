"""The store of a running program: opened, repaired and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.runtime import open_runtime
from companion.system.clock import now
from storage.backup import backups, recovery
from storage.database.errors import StoreError
from storage.repositories.tables import Store
from tests.storage.stores import url_of

if TYPE_CHECKING:
    from pathlib import Path


def test_a_closed_runtime_leaves_the_database_to_others(tmp_path: Path) -> None:
    url = url_of(tmp_path / "tessera.sqlite3")
    open_runtime(url, tmp_path).close()
    store = Store.open(url, pytest.fail)
    assert store.tables() == ()
    store.close()


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tessera.sqlite3").mkdir()
    with pytest.raises(StoreError):
        open_runtime(url_of(tmp_path / "tessera.sqlite3"), tmp_path)


def test_a_damaged_file_is_replaced_by_its_newest_backup(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    open_runtime(url_of(file), tmp_path).close()
    backups.backup(file, tmp_path / backups.FOLDER, now())
    file.write_bytes(file.read_bytes()[:5000])
    open_runtime(url_of(file), tmp_path).close()
    (aside,) = tmp_path.glob("*-damaged-*.sqlite3")
    assert aside.stat().st_size == 5000
    store = Store.open(url_of(file), pytest.fail)
    assert recovery.pending_notice(store.settings()) is not None
    store.close()
