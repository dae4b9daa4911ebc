"""Backups made, listed and restored; what is damaged is named, and comes back alone."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from companion.cli import errors
from companion.system import paths
from companion.system.data_folder import acquire
from storage.backup.backups import FOLDER
from tests.companion.cli.history_commands import DAY, asked, number, opened, tessera
from tests.companion.command import COMMAND
from tests.companion.played import put_result

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_backup_is_made_listed_and_put_back(data_folder: Path) -> None:
    assert "there is no backup" in tessera("restore", data=data_folder).stderr
    with acquire(data_folder):
        assert tessera("backup", data=data_folder).exit_code == errors.DONE
    (name,) = (path.name for path in (data_folder / FOLDER).iterdir())
    assert tessera("restore", data=data_folder).stdout.startswith(f"{name}  today, ")
    with closing(opened(data_folder)) as store:
        put_result(store, DAY, {"Dora": 3})
    assert number(data_folder) == 4
    result = tessera("restore", name, "--yes", data=data_folder, status=errors.DONE)
    assert "what was there before is kept in" in result.stderr
    assert number(data_folder) == 3
    newest = max(path.name for path in (data_folder / FOLDER).iterdir())
    tessera("restore", newest, "--yes", data=data_folder)
    assert number(data_folder) == 4


def test_a_backup_of_a_stranger_gives_its_rows_alone(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "given.sqlite3"
    tessera("backup", data=data_folder)
    next((data_folder / FOLDER).iterdir()).rename(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TRIGGER of_a_stranger BEFORE INSERT ON plays BEGIN SELECT RAISE(ABORT, 'no'); END")
    result = tessera("restore", str(file), "--yes", data=data_folder, status=errors.DONE)
    assert "1 part of the file is not Tessera's and does not come along: of_a_stranger" in result.stderr
    with closing(opened(data_folder)) as store:
        put_result(store, DAY, {"Dora": 3})
    assert number(data_folder) == 4


def pipe(path: Path) -> None:
    os.mkfifo(path)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def device(path: Path) -> None:
    path.symlink_to("/dev/null")


KINDS: Final[dict[Callable[[Path], None], str]] = {
    loop: "links there lead back to themselves",
    Path.mkdir: "it is a folder; name a file",
    pipe: "it is no ordinary file",
    device: "it is no ordinary file",
}


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("name", [paths.DATABASE, FOLDER])
def test_whatever_lies_where_the_data_belong_is_named(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    if name == FOLDER and make is Path.mkdir:
        return
    make(tmp_path / name)
    why = f'{name}" cannot be used: {KINDS[make] if name != FOLDER or make is loop else "a file is in the way"}'
    doctor = tessera("doctor", data=tmp_path, columns=400, status=errors.PROBLEMS)
    assert why in doctor.stdout
    for command in (("history",), ("backup",), ("restore", "--damaged"), ("import", "--undo", "--yes"), ("host",)):
        if name == paths.DATABASE:
            finished = tessera(*command, data=tmp_path, status=errors.FAILED)
            assert why in finished.stderr


def test_a_link_to_a_file_that_is_not_there_yet_makes_it(tmp_path: Path) -> None:
    (tmp_path / paths.DATABASE).symlink_to(tmp_path / "elsewhere.sqlite3")
    with closing(opened(tmp_path)) as store:
        put_result(store, DAY, {"Dora": 3})
    assert (tmp_path / "elsewhere.sqlite3").stat().st_size
    assert number(tmp_path) == 1


def test_a_pipe_among_the_backups_is_none(data_folder: Path) -> None:
    tessera("backup", data=data_folder)
    pipe(data_folder / FOLDER / "tessera-20300101-120000-000000.sqlite3")
    assert "it is no ordinary file" in tessera("doctor", data=data_folder, columns=400).stdout
    assert tessera("restore", data=data_folder).exit_code == errors.DONE


def test_what_is_damaged_is_told_and_comes_back_alone(data_folder: Path) -> None:
    tessera("backup", data=data_folder)
    with closing(opened(data_folder)) as store:
        put_result(store, DAY, {"Dora": 3})
        with store.writing() as session:
            session.connection().exec_driver_sql("UPDATE plays SET note = 'silent' WHERE title = 'Azul'")
            session.connection().exec_driver_sql("UPDATE seats SET total = 4 WHERE name = 'Dora'")
    doctor = tessera("doctor", data=data_folder, status=errors.PROBLEMS)
    assert doctor.stdout.count("This is damaged: the play of ") == 2
    exported = tessera("export", data_folder / "plays.jsonl", data=data_folder)
    assert exported.stderr.count("damaged: the play of ") == 2
    result = tessera("restore", "--damaged", data=data_folder, columns=400, status=errors.PROBLEMS)
    assert "Damaged: the play of Azul, 2026-03-21. It is restored from the backup of" in result.stdout
    assert "No backup has it intact, so it is set aside" in result.stdout
    assert "This is set aside, because no backup has it intact: the play of " in result.stdout
    assert number(data_folder) == 3
    assert (
        "This is set aside, because no backup has it intact: the play of" in tessera("doctor", data=data_folder).stdout
    )
    assert tessera("restore", "--damaged", "newest", data=data_folder).exit_code == errors.PROBLEMS


def test_a_backup_may_lie_elsewhere(data_folder: Path, tmp_path: Path) -> None:
    tessera("backup", tmp_path / "stick", data=data_folder)
    (path,) = (tmp_path / "stick").iterdir()
    assert tessera("restore", path, "--yes", data=tmp_path / "there").exit_code == errors.DONE
    assert number(tmp_path / "there") == 3


def test_a_backup_that_is_none_changes_nothing(data_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database" * 100)
    missing = tessera("restore", "yesterday", "--yes", data=data_folder, status=errors.PROBLEMS)
    assert 'there is no backup "yesterday"' in missing.stderr
    wrong = tessera("restore", tmp_path / "notes.txt", "--yes", data=data_folder, status=errors.FAILED)
    assert "cannot be restored" in wrong.stderr
    assert number(data_folder) == 3


def test_restore_asks(data_folder: Path) -> None:
    tessera("backup", data=data_folder)
    with closing(opened(data_folder)) as store:
        put_result(store, DAY, {"Dora": 3})
    (path,) = (data_folder / FOLDER).iterdir()
    command = [*COMMAND, "restore", path.name, "--data", str(data_folder)]
    assert asked(command, b"Restore everything as it was", b"n\n") == errors.DONE
    assert number(data_folder) == 4


def test_the_doctor_says_what_is_well_and_what_is_not(data_folder: Path) -> None:
    tessera("backup", data=data_folder)
    well = tessera("doctor", data=data_folder, status=errors.DONE)
    assert "It holds 3 plays" in well.stdout
    file = data_folder / paths.DATABASE
    content = bytearray(file.read_bytes())
    content[4096:12288] = b"\xff" * 8192
    file.write_bytes(content)
    ill = tessera("doctor", data=data_folder, status=errors.PROBLEMS)
    assert "bad   This is damaged" in ill.stdout


def test_an_emptied_file_is_neither_listed_nor_filled_but_recovered(data_folder: Path, file: Path) -> None:
    tessera("backup", data=data_folder)
    database = data_folder / paths.DATABASE
    database.write_bytes(b"")
    for command in ("history", "backup"):
        result = tessera(command, data=data_folder, status=errors.PROBLEMS)
        assert f'There is nothing in "{database}", but there is in tessera-' in result.stderr
    examined = tessera("doctor", data=data_folder, columns=400, status=errors.PROBLEMS)
    assert f'bad   There is nothing in "{database}", but there is in tessera-' in examined.stdout
    assert database.read_bytes() == b""
    taken_in = tessera("import", "--yes", file, data=data_folder)
    assert "The file with your plays was empty" in taken_in.stdout
    assert "Already here: 3 plays." in taken_in.stdout
    assert number(data_folder) == 3


def test_a_damaged_index_is_mended_and_said_where_everything_is_put_back(data_folder: Path) -> None:
    file = data_folder / paths.DATABASE
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_plays_shown'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[page * size - 3] ^= 0x01
    file.write_bytes(content)
    assert tessera("doctor", data=data_folder).exit_code == errors.PROBLEMS
    result = tessera("restore", "--damaged", data=data_folder)
    assert "An index in the file with your plays was damaged and built anew." in " ".join(result.stdout.split())
    assert result.exit_code == errors.DONE
    assert tessera("doctor", data=data_folder).exit_code == errors.DONE
    assert number(data_folder) == 3
