"""The file: made, opened again, refused where it is not ours; what happens to it when the machine fails."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import IntegrityError

from storage.database import migrations
from storage.database.connections import BUSY_SECONDS, display_name, parse_url
from storage.database.errors import StoreError
from storage.repositories import people
from storage.repositories.tables import Store
from storage.repositories.values import TableStep
from tests.forks import FORKS
from tests.storage.stores import (
    LARGE,
    Clock,
    asked,
    coins,
    files_of_at_most,
    opened_with_care,
    paid,
    saved_until_it_fails,
    stamped,
    url_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.repositories.values import StoredTable

NOBODY = 65534
PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


def begun(store: Store) -> StoredTable:
    return store.begin("carpe-diem", coins(0))


def refused(path: Path) -> str:
    """Return why a file is not opened: one sentence that names the file."""
    with pytest.raises(StoreError) as caught:
        Store(url_of(path), Clock())
    message = str(caught.value.message)
    assert message == str(caught.value)
    assert str(path) in message
    assert message.splitlines() == [message]
    return message


def test_the_folder_is_made_and_the_file_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "a" / "folder with spaces" / "tessera.db"
    with opened_with_care(path) as store:
        table = begun(store)
    with opened_with_care(path) as store:
        assert store.tables() == (table,)


def test_a_closed_store_leaves_one_file(path: Path) -> None:
    with opened_with_care(path) as store:
        begun(store)
    assert [file.name for file in path.parent.iterdir()] == ["tessera.db"]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", BUSY_SECONDS * 1000)],
)
@pytest.mark.parametrize("times", [1, 2])
def test_the_file_is_kept_with_care(path: Path, pragma: str, value: object, times: int) -> None:
    for _ in range(times):
        with opened_with_care(path) as store:
            begun(store)
            assert asked(store, f"PRAGMA {pragma}") == value


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with opened_with_care(path) as store:
        assert begun(store).revision == 0


def test_two_may_have_the_file_open_and_see_what_the_other_saved(path: Path) -> None:
    with opened_with_care(path) as first_store, opened_with_care(path) as second_store:
        table = begun(first_store)
        table = second_store.save(table, paid(table, 2), coins(2))
        assert first_store.table(table.id) == table


def test_several_programs_may_make_the_file_at_once(path: Path) -> None:
    programs = [FORKS.Process(target=Store, args=(url_of(path), Clock())) for _ in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    assert [program.exitcode for program in programs] == [0, 0, 0]
    with opened_with_care(path) as store:
        assert store.tables() == ()


def test_a_full_disk_is_said_and_the_store_goes_on_when_there_is_room(path: Path) -> None:
    with opened_with_care(path) as store:
        table = begun(store)
        asked(store, f"PRAGMA max_page_count={asked(store, 'PRAGMA page_count')}")
        with pytest.raises(StoreError) as caught:
            store.save(table, paid(table, 1), LARGE)
        assert "no room" in str(caught.value)
        assert str(path) in str(caught.value)
        assert store.table(table.id) == table
        assert store.turnable(table.id, "Cathy")[0] is None
        asked(store, "PRAGMA max_page_count=100000")
        assert store.save(table, paid(table, 1), LARGE) == store.table(table.id)


def test_a_disk_that_takes_no_more_loses_nothing_that_was_saved(path: Path) -> None:
    with opened_with_care(path) as store:
        table = begun(store)
        with files_of_at_most(300_000):
            table, message = saved_until_it_fails(store, table, 1000)
        assert str(path) in message
        assert "nothing was saved" in message
        assert table.revision > 0
        assert store.table(table.id) == table
        table = store.save(table, TableStep(table.revision + 1, "Cathy", "", ()), LARGE)
    with opened_with_care(path) as store:
        assert store.table(table.id) == table


def test_a_file_held_by_another_program_is_said(path: Path) -> None:
    with opened_with_care(path) as store, closing(sqlite3.connect(path)) as connection:
        table = begun(store)
        asked(store, "PRAGMA busy_timeout=50")
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is using"):
            store.save(table, paid(table, 1), coins(1))
        assert store.table(table.id) == table
        connection.rollback()
        assert store.save(table, paid(table, 1), coins(1)).revision == 1


def test_a_file_that_may_no_longer_be_written_is_said(path: Path) -> None:
    with opened_with_care(path) as store:
        table = begun(store)
        asked(store, "PRAGMA query_only=1")
        with pytest.raises(StoreError, match="may not read and write"):
            store.save(table, paid(table, 1), coins(1))
        assert store.table(table.id) == table


def test_anything_else_that_the_database_reports_is_repeated(path: Path) -> None:
    with opened_with_care(path) as store:
        asked(store, "DROP TABLE settings")
        with pytest.raises(StoreError, match='reports "no such table: settings"'):
            store.settings()


@pytest.mark.parametrize(
    ("nonsense", "fault"), [((None, "", ""), AttributeError), (("Nick", None, ""), IntegrityError)]
)
def test_a_fault_of_the_program_is_no_fault_of_the_file_and_saves_nothing(
    path: Path, nonsense: Any, fault: type[Exception]
) -> None:
    with opened_with_care(path) as store:
        with pytest.raises(fault):
            people.remember_players(store, [("Cathy", "ochre", "circle"), nonsense])
        assert people.players(store) == ()


def filled(path: Path) -> None:
    """Fill a file with a small table and a large one of some steps."""
    with opened_with_care(path) as store:
        begun(store)
        table = begun(store)
        for number in range(1, 20):
            table = store.save(table, paid(table, number), LARGE)


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    filled(path)
    stamped(path, 9999)
    before = path.read_bytes()
    assert "newer version of Tessera" in refused(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["tessera.db"]
    stamped(path, migrations.newest())
    with opened_with_care(path) as store:
        assert len(store.tables()) == 2


@pytest.mark.parametrize("table", ["recipes (id INTEGER)", "tessera_version (number TEXT)"])
def test_a_file_of_another_program_is_left_alone(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER)")
        connection.execute(f"CREATE TABLE {table}")
    before = path.read_bytes()
    assert "another program" in refused(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("not a database at all\n" * 1000)
    before = path.read_bytes()
    assert "is not a database" in refused(path)
    assert path.read_bytes() == before


def without_the_end(data: bytes) -> bytes:
    return data[: len(data) // 2]


def without_the_first_pages(data: bytes) -> bytes:
    return data[:PAGE] + bytes(PAGE * 8) + data[PAGE * 9 :]


@pytest.mark.parametrize("damage", [without_the_end, without_the_first_pages])
def test_a_damaged_file_is_left_alone(path: Path, damage: type[bytes]) -> None:
    filled(path)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    assert "damaged" in refused(path)
    assert path.read_bytes() == damaged


def test_damage_that_is_met_later_is_said_when_it_is_met(path: Path) -> None:
    filled(path)
    data = path.read_bytes()
    pages = [data[start : start + PAGE] for start in range(0, len(data), PAGE)]
    path.write_bytes(b"".join(bytes(PAGE) if page[4:].strip(b"x") == b"" else page for page in pages))
    with opened_with_care(path) as store, pytest.raises(StoreError, match="is damaged"):
        store.tables()


def test_a_place_where_no_folder_can_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as caught:
        Store(url_of(tmp_path / "file" / "deeper" / "tessera.db"), Clock())
    assert "cannot be used: a file is in the way" in str(caught.value)


def test_a_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    assert "it is a folder; name a file" in refused(path)


@pytest.fixture
def locked_place() -> Iterator[Path]:
    """A folder that everybody may read and nobody but root may write; the tests go on as somebody who is not root."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with opened_with_care(folder / "tessera.db") as store:
            begun(store)
        (folder / "tessera.db").chmod(0o444)
        folder.chmod(0o555)
        if root:
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_file_and_folder_that_cannot_be_written_can_be_read(locked_place: Path) -> None:
    before = (locked_place / "tessera.db").read_bytes()
    with opened_with_care(locked_place / "tessera.db") as store:
        assert len(store.tables()) == 1
        with pytest.raises(
            StoreError, match=r"may not read and write .*: nothing was saved; give it the rights to do so"
        ):
            begun(store)
    assert (locked_place / "tessera.db").read_bytes() == before


def test_no_new_file_can_be_made_in_a_folder_that_cannot_be_written(locked_place: Path) -> None:
    assert "may not read and write" in refused(locked_place / "new.db")
    with pytest.raises(StoreError, match="its rights do not allow that"):
        Store(url_of(locked_place / "deeper" / "new.db"), Clock())


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("host:secret@example.org/tessera", "host:***@example.org/tessera"),
        ("host@example.org/tessera?password=secret", "host@example.org/tessera"),
        ("host@example.org/tessera?a=1&sslpassword=secret&password=secret", "host@example.org/tessera?a=1"),
    ],
)
def test_a_password_is_not_repeated(address: str, shown: str) -> None:
    assert display_name(parse_url(f"postgresql://{address}")) == f"postgresql+psycopg://{shown}"


def test_a_port_that_is_no_number_is_refused() -> None:
    with pytest.raises(StoreError, match="no database address that Tessera knows"):
        parse_url("postgresql://host:secret@example.org:port/tessera")
