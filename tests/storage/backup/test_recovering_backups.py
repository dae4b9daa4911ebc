"""Which backup recovers a damaged file, and what happens where none does."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.backup import backups, recovery
from storage.database.errors import DamagedDatabaseError
from storage.repositories import access
from tests.storage.backup.season import NO_DATABASE, Season, cut, names, opened_again
from tests.storage.stores import START, Clock, opened_with_care

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def nothing(_: bytes) -> bytes:
    return b""


def no_database(_: bytes) -> bytes:
    return NO_DATABASE


@pytest.mark.parametrize(
    ("damage", "why"), [(cut, "is damaged"), (nothing, "is empty or gone, and no backup is good"), (no_database, "")]
)
def test_without_a_good_backup_the_file_stays_as_it_is(
    path: Path, season: Season, tmp_path: Path, damage: Callable[[bytes], bytes], why: str
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for backup in backups.backups(season.folder):
        (folder / backup.path.name).write_bytes(cut(backup.path.read_bytes()))
    path.write_bytes(damage(season.whole))
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for _ in range(2):
        with pytest.raises(DamagedDatabaseError) as caught:
            recovery.open_store(f"sqlite:///{path}", Clock(), folder)
        message = str(caught.value.message)
        assert message.splitlines() == [message]
        assert str(path) in message
        assert why in message
        assert {file: file.read_bytes() for file in before} == before
        assert names(path) == {path.name, folder.name}


@pytest.mark.parametrize("damage", [cut, no_database])
def test_without_any_backup_a_damaged_file_stays_as_it_is(
    path: Path, season: Season, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path.write_bytes(damage(season.whole))
    with pytest.raises(DamagedDatabaseError, match="was left untouched"):
        recovery.open_store(f"sqlite:///{path}", Clock(), tmp_path / "backups")
    assert path.read_bytes() == damage(season.whole)


def test_a_bad_backup_is_passed_over_for_the_newest_good_one(path: Path, season: Season, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    newest, oldest = backups.backups(season.folder)
    (folder / newest.path.name).write_bytes(cut(newest.path.read_bytes()))
    (folder / oldest.path.name).write_bytes(oldest.path.read_bytes())
    path.write_bytes(cut(season.whole))
    titles, recovered = opened_again(path, folder)
    assert titles == []
    assert recovered is not None
    assert (recovered.at, recovered.plays) == (START, 0)


def test_a_backup_without_a_column_is_passed_over(path: Path, season: Season, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    newest, oldest = backups.backups(season.folder)
    renamed = newest.path.read_bytes().replace(b"undone DATETIME", b"undnne DATETIME")
    (folder / newest.path.name).write_bytes(renamed)
    (folder / oldest.path.name).write_bytes(oldest.path.read_bytes())
    assert tuple(map(str, backups.restore_problems(backups.backups(folder)[0]))) == (
        "column undone of imports is missing",
    )
    path.write_bytes(cut(season.whole))
    _, recovered = opened_again(path, folder)
    assert recovered is not None
    assert recovered.at == START


def test_what_recovers_a_file_lets_nobody_in(path: Path, season: Season, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    path.write_bytes(season.whole)
    token = access.new_token()
    with opened_with_care(path) as store:
        secret = access.join_code(store, access.HOST_CODE).secret
        access.redeem(store, secret, token)
        for setting in (access.DEVICE_SETTING, access.DEVICES_SETTING, access.FRIENDS_SETTING):
            store.set(setting, {"a": {"key": "00"}})
    shutil.copyfile(path, folder / "tessera-20240301-193000-000250.sqlite3")  # as an earlier version would
    path.write_bytes(cut(season.whole))
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    with closing(store):
        assert recovered is not None
        assert access.device_with_token(store, token) is None
        assert access.join_code(store, access.HOST_CODE).secret != secret
        assert {access.DEVICE_SETTING, access.DEVICES_SETTING, access.FRIENDS_SETTING}.isdisjoint(store.settings())
