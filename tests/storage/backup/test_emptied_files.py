"""A file that is empty or gone though something was entered: the newest backup with something in it is taken."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.backup import backups
from storage.backup.recovery import Recovered
from storage.repositories import access
from tests.storage.backup.season import BACKED_UP, KEPT, Season, assert_recovered, names, opened_again
from tests.storage.sample_plays import finished
from tests.storage.stores import opened_with_care

if TYPE_CHECKING:
    from collections.abc import Callable


def test_an_empty_file_is_recovered(path: Path, season: Season) -> None:
    path.touch()
    assert_recovered(path, season)


def test_a_file_that_is_gone_is_recovered(path: Path, season: Season) -> None:
    titles, recovered = opened_again(path, season.folder)
    assert tuple(titles) == season.plays
    assert recovered == Recovered(aside=None, at=BACKED_UP, plays=KEPT, recorded=None, missing=None)
    first, second, access = recovered.summary()
    assert access == backups.ACCESS_NOTICE
    assert str(first) == "The file with your plays was gone."
    assert "with 20 plays, took its place: anything entered later is missing" in str(second)
    assert names(path) == {path.name}


def test_where_nothing_was_ever_kept_a_new_store_is_made(path: Path, tmp_path: Path) -> None:
    assert opened_again(path, tmp_path / "backups") == ([], None)
    assert names(path) == {path.name}


def emptied(path: Path) -> None:
    """Leave a database of this version in which nothing was entered, but a setting and the host's code."""
    with opened_with_care(path) as store:
        store.set("theme", "dark")
        access.join_code(store, access.HOST_CODE)


def without_its_log(path: Path) -> None:
    """Leave what is in the file alone when a program is killed soon after its first start."""
    there = path.with_name("there.sqlite3")
    with opened_with_care(there) as store:
        finished(store)
        path.write_bytes(there.read_bytes())
    there.unlink()


@pytest.mark.parametrize("loss", [emptied, without_its_log, Path.touch])
def test_an_emptied_file_is_recovered(path: Path, season: Season, loss: Callable[[Path], None]) -> None:
    loss(path)
    recovered = assert_recovered(path, season)
    assert recovered.emptied
    first, second, access_notice = map(str, recovered.summary())
    assert first == f"The file with your plays was empty or damaged; it is kept as {recovered.aside}."
    assert "with 20 plays, took its place: anything entered later is missing" in second
    assert "join again" in access_notice


@pytest.mark.parametrize("loss", [emptied, Path.unlink])
def test_the_newest_backup_with_something_in_it_is_taken_for_an_emptied_file(
    path: Path, season: Season, tmp_path: Path, loss: Callable[[Path], None]
) -> None:
    folder = tmp_path / "backups"
    shutil.copytree(season.folder, folder)
    emptied(path)
    backups.backup(path, folder, BACKED_UP + timedelta(days=1))
    loss(path)
    titles, recovered = opened_again(path, folder)
    assert tuple(titles) == season.plays
    assert recovered is not None
    assert recovered.at == BACKED_UP


def test_who_begins_anew_on_purpose_is_left_alone(path: Path, season: Season, tmp_path: Path) -> None:
    """A backup without anything was put back: that is not undone at the next start, nor after the next backup."""
    folder = tmp_path / "backups"
    shutil.copytree(season.folder, folder)
    path.write_bytes(season.whole)
    nothing_yet = backups.backups(folder)[-1]
    with opened_with_care(path) as store:
        backups.restore(store, nothing_yet, folder, BACKED_UP + timedelta(days=1))
    assert opened_again(path, folder) == ([], None)
    backups.backup(path, folder, BACKED_UP + timedelta(days=2))
    assert opened_again(path, folder) == ([], None)
    with opened_with_care(path) as store:
        play = finished(store)
        backups.backup(store, folder, BACKED_UP + timedelta(days=3))
    path.write_bytes(b"")
    titles, recovered = opened_again(path, folder)
    assert titles == [play.id]
    assert recovered is not None


def test_where_only_other_tables_are_filled_nothing_is_recovered(path: Path, season: Season) -> None:
    with opened_with_care(path) as store:
        store.keep("carpe-diem", "villas", "3", 1)
    assert opened_again(path, season.folder) == ([], None)
