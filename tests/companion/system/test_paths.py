"""The folders of this machine."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Final

import pytest

from companion.system import data_folder, paths
from companion.system.data_folder import acquire
from storage.backup import backups
from storage.database.connections import file_url, parse_url, sqlite_file
from storage.database.errors import StoreError
from storage.repositories.tables import Store
from tests.storage.stores import START, Clock

if TYPE_CHECKING:
    from pathlib import Path


def test_data_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    assert data_folder.data_folder() == tmp_path
    assert sqlite_file(parse_url(paths.database(tmp_path))) == tmp_path / "tessera.sqlite3"


@pytest.mark.parametrize("name", ["TESSERA_DATA", "TESSERA_DATABASE_URL"])
def test_a_variable_that_lost_its_value_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    monkeypatch.setenv(name, " ")
    with pytest.raises(StoreError, match=f"^{name} is empty: give it a value, or leave it out$"):
        data_folder.database_url(data_folder.data_folder())


ODD: Final = ["a b", "a%20b", "a%2520b", "what", "what?now", "w?mode=ro", "#1", "100%", "ü", "%C3%BC", "a@b:c&;"]


def test_folders_of_odd_names_have_files_of_their_own(tmp_path: Path) -> None:
    with ExitStack() as until_the_end:
        for name in ODD:
            data = tmp_path / name
            until_the_end.enter_context(acquire(data))
            store = until_the_end.enter_context(closing(Store(paths.database(data), Clock())))
            assert store.settings() == {}
            store.set("name", ascii(name))
            backups.backup(store, data / backups.FOLDER, START)
    for name in ODD:
        (kept,) = backups.backups(tmp_path / name / backups.FOLDER)
        for file in (tmp_path / name / paths.DATABASE, kept.path):
            with closing(Store(file_url(file), Clock())) as store:
                assert store.settings() == {"name": ascii(name)}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep data elsewhere")
def test_data_lies_in_the_folder_of_the_system_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TESSERA_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder.data_folder() == tmp_path / "tessera"
