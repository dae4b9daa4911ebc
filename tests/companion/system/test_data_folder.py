"""One process holds a data folder, and another one learns where it answers."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.system.data_folder import LockedError, acquire
from storage.backup import backups
from storage.database.connections import file_url
from storage.repositories.tables import Store
from tests.storage.stores import START, Clock

if TYPE_CHECKING:
    from pathlib import Path


def holder(data: Path, database: Path | None = None) -> str:
    """The address of the process that holds a folder or a database."""
    with pytest.raises(LockedError) as refused, acquire(data, database):
        pass
    return refused.value.address


def test_two_folders_with_one_database_notice_each_other(tmp_path: Path) -> None:
    first, two = tmp_path / "one", tmp_path / "two"
    for database in (first / "tessera.sqlite3", tmp_path / "elsewhere" / "of all.db"):
        with acquire(first, database) as announce:
            announce("http://127.0.0.1:8423/")
            assert holder(two, database) == "http://127.0.0.1:8423/"
            link = tmp_path / f"link to {database.name}"
            link.symlink_to(database)
            assert holder(two, link) == "http://127.0.0.1:8423/"
            with acquire(two, tmp_path / "elsewhere" / "other.db"):
                assert holder(tmp_path / "three", tmp_path / "elsewhere" / "other.db") == ""
        with acquire(two, database):
            pass
    assert not list(tmp_path.rglob("*.address"))


def modes(*paths: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in paths}


def test_a_link_to_what_is_everybodys_takes_it_from_nobody(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shared = tmp_path / "pipe"
    os.mkfifo(shared)
    shared.chmod(0o666)
    (data / "tessera.sqlite3").symlink_to(shared)
    with acquire(data):
        assert modes(shared) == {0o666}


def test_nobody_else_can_read_what_is_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    before = os.umask(0o022)
    try:
        with acquire(data) as announce, closing(Store(file_url(data / "tessera.sqlite3"), Clock())) as store:
            announce("http://127.0.0.1:8423/")
            made = backups.backup(store, data / "backups", START)
            backups.restore(store, made, data / "backups", START)
            backups.backup(store, tmp_path / "other disk", START)
            names = {path.name for path in data.iterdir()}
            assert {"tessera.sqlite3", "tessera.sqlite3-wal", "tessera.sqlite3-shm", "tessera.lock"} < names
            paths = [path for folder in (data, tmp_path / "other disk") for path in (folder, *folder.rglob("*"))]
    finally:
        os.umask(before)
    assert modes(*(path for path in paths if path.is_file())) == {0o600}
    assert modes(*(path for path in paths if path.is_dir())) == {0o700}


def test_what_was_left_open_to_others_is_closed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    files = [data / "tessera.sqlite3", data / "tessera-damaged-1.sqlite3", data / "backups" / "tessera-1.sqlite3"]
    for path in files:
        path.touch()
        path.chmod(0o644)
    with acquire(data):
        assert modes(*files) == {0o600}
        assert modes(data, data / "backups") == {0o700}


def test_a_folder_that_holds_more_than_ours_stays_open(tmp_path: Path) -> None:
    mine = tmp_path / "letter.txt"
    mine.touch()
    for path, mode in ((mine, 0o644), (tmp_path, 0o755)):
        path.chmod(mode)
    with acquire(tmp_path):
        assert modes(tmp_path) == {0o755}
        assert modes(mine) == {0o644}


def test_a_folder_is_held_until_the_end_and_then_free(tmp_path: Path) -> None:
    with acquire(tmp_path) as announce:
        announce("http://127.0.0.1:8423/")
        assert holder(tmp_path) == "http://127.0.0.1:8423/"
    with acquire(tmp_path):
        assert holder(tmp_path) == ""


@pytest.mark.parametrize("left", ["tessera.lock", "tessera.address"], ids=["earlier version", "killed"])
def test_an_address_that_a_process_left_behind_is_nobodys(tmp_path: Path, left: str) -> None:
    (tmp_path / left).write_text("http://127.0.0.1:8423/")
    with acquire(tmp_path):
        assert holder(tmp_path) == ""
