"""The store of a running program: opened, repaired and closed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.runtime import open_runtime
from companion.services.agreement import device_of
from companion.services.browser_page import Phones
from companion.system import now
from storage.backup import backups, mending, recovery
from storage.database.errors import StoreError
from storage.repositories import access
from storage.repositories.access import DEVICE_SETTING
from storage.repositories.tables import Store
from tests.storage.stores import url_of

if TYPE_CHECKING:
    from pathlib import Path


def test_a_closed_runtime_leaves_the_database_to_others(tmp_path: Path) -> None:
    url = url_of(tmp_path / "tessera.sqlite3")
    open_runtime(url, tmp_path).close()
    store = Store(url, pytest.fail)
    assert store.tables() == ()
    store.close()


def test_where_devices_can_meet_this_one_has_an_id_from_the_start(tmp_path: Path) -> None:
    url = url_of(tmp_path / "tessera.sqlite3")
    runtime = open_runtime(url, tmp_path, phones=Phones(lambda _: None, lambda *_: None))
    assert runtime.context.devices is not None
    number = runtime.context.settings[DEVICE_SETTING]
    assert runtime.context.devices.own_id() == number
    runtime.close()
    store = Store(url, pytest.fail)
    assert device_of(store) == number
    store.close()


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tessera.sqlite3").mkdir()
    with pytest.raises(StoreError):
        open_runtime(url_of(tmp_path / "tessera.sqlite3"), tmp_path)


@pytest.mark.parametrize("value", ["'{broken'", "CAST(x'7bff7d' AS TEXT)", "'[[5]]'"])
def test_it_starts_whatever_is_damaged(tmp_path: Path, value: str) -> None:
    file = tmp_path / "tessera.sqlite3"
    store = Store(url_of(file), now)
    begun = store.begin("carpe-diem", {})
    store.set("theme", "dark")
    store.keep("carpe-diem", "villa_chart", "4", 7)
    access.join_code(store, begun.id)
    access.redeem(store, access.join_code(store, access.HOST_CODE).secret, "token")
    with store.writing() as session:
        for table, column in {
            "settings": "value",
            "copies": "value",
            "tables": "content",
            "devices": "settings",
        }.items():
            session.connection().exec_driver_sql(f"UPDATE {table} SET {column} = {value}")  # noqa: S608
    store.close()
    runtime = open_runtime(url_of(file), tmp_path)
    said = " ".join(map(str, mending.pending_notice(runtime.context.settings)))
    runtime.close()
    for name in ("the setting “theme”", "my copy of Carpe Diem: villa_chart, 4", "the table of Carpe Diem"):
        assert f"Damaged: {name}" in said
    assert runtime.context.settings.keys() == {mending.NOTICE}
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT * FROM devices").fetchall() == []  # a damaged device joins anew


def test_a_damaged_file_is_replaced_by_its_newest_backup(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    open_runtime(url_of(file), tmp_path).close()
    backups.backup(file, tmp_path / backups.FOLDER, now())
    file.write_bytes(file.read_bytes()[:5000])
    open_runtime(url_of(file), tmp_path).close()
    (aside,) = tmp_path.glob("*-damaged-*.sqlite3")
    assert aside.stat().st_size == 5000
    store = Store(url_of(file), pytest.fail)
    assert recovery.pending_notice(store.settings()) is not None
    store.close()
