"""Files that somebody hands in: their rows come into tables of ours, and nothing else of them comes or runs."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

import pytest
from sqlmodel import col, select

from storage.backup import backups, doctor, mending, recovery
from storage.database import copies, migrations, sqlite_files
from storage.database.errors import DamagedDatabaseError, StoreError
from storage.database.models import DeviceRow, Row
from tests.storage.backup.samples import LATER, filled, held
from tests.storage.sample_plays import finished
from tests.storage.stores import OLD, START, Clock, coins, opened, paid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from storage.backup.backups import Backup
    from storage.repositories.tables import Store

TABLES: Final = (*Row.metadata.tables, sqlite_files.VERSION_TABLE)

ENDLESS: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

HOST: Final = (
    "INSERT INTO devices (id, token, host, settings, seen) VALUES (random(), random(), 1, '{}', '2024-03-01 20:00:00')"
)

A_FEW_SECONDS: Final = 10


@pytest.fixture
def chosen(path: Path, folder: Path) -> Backup:
    """A backup with something in it; the file that it is of is gone."""
    with opened(path) as store:
        filled(store)
        made = backups.backup(store, folder, START)
    path.unlink()
    return made


@contextmanager
def within_seconds() -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < A_FEW_SECONDS


def spoil(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def triggers(does: str, tables: Iterable[str] = TABLES) -> list[str]:
    """A trigger on each table, whatever happens there."""
    return [
        f"CREATE TRIGGER {table}_{event} BEFORE {event} ON {table} BEGIN {does}; END"
        for table in tables
        for event in ("INSERT", "UPDATE", "DELETE")
    ]


def never_ending(file: Path, table: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        columns = ", ".join(f'1 AS "{row[1]}"' for row in connection.execute(f'PRAGMA table_info("{table}")'))
    view = f"CREATE VIEW {table} AS SELECT {columns} FROM ({ENDLESS})"  # noqa: S608 - names of our own
    spoil(file, f"DROP TABLE {table}", view)


def everything_is_entered_and_changed(store: Store) -> None:
    table = store.begin("mayor", coins(1))
    store.save(table, paid(table, 7), coins(7))
    filled(store)
    store.set("language", "de")
    assert finished(store, {"Vera": 1, "Walt": 2}).players


def hosts(store: Store) -> list[str]:
    with store.reading() as session:
        return list(session.exec(select(DeviceRow.id).where(col(DeviceRow.host))))


def made_by(file: Path) -> list[tuple[str, ...]]:
    """What the parts of a file are made by."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def found(path: Path, folder: Path) -> list[tuple[str, str]]:
    examined = doctor.examine(f"sqlite:///{path}", folder, Clock())
    return [(finding.kind, str(finding.message)) for finding in examined]


@pytest.mark.usefixtures("on_both")
@pytest.mark.parametrize("does", [HOST, "SELECT RAISE(ABORT, 'nothing is saved')"])
def test_no_trigger_of_a_backup_comes_along(path: Path, folder: Path, does: str) -> None:
    with opened(path) as store:
        filled(store)
        chosen = backups.backup(store, folder, START)
        before = held(store)
        spoil(chosen.path, HOST, *triggers(does))
        finished(store)
        backups.restore(store, chosen, folder, LATER)
        assert held(store) == before
        everything_is_entered_and_changed(store)
        assert hosts(store) == []
    left = str(copies.left_behind(chosen.path))
    assert left.startswith(f"{3 * len(TABLES)} parts of the file are not Tessera's and do not come along: ")


@pytest.mark.parametrize("table", TABLES)
def test_a_view_that_never_ends_is_refused(path: Path, folder: Path, chosen: Backup, table: str) -> None:
    never_ending(chosen.path, table)
    with within_seconds():
        (why,) = backups.restore_problems(chosen)
        assert str(why) in {f"{table} in it is not a table", "it holds no Tessera data"}
        assert backups.newest_good(folder) is None
        assert backups.newest_entered(folder) is None
        with opened(path) as store:
            finished(store)
            with pytest.raises(StoreError, match=r"cannot be restored: .*(not a table|no Tessera data)"):
                backups.restore(store, chosen, folder, LATER)
            assert len(held(store)[0]) == 1
        assert ("fault", f"{chosen.path.name} cannot be restored: {why}") in found(path, folder)


@pytest.mark.parametrize("table", TABLES)
def test_a_file_of_ours_with_such_a_view_is_put_aside(path: Path, folder: Path, chosen: Backup, table: str) -> None:
    path.write_bytes(chosen.path.read_bytes())
    never_ending(path, table)
    spoilt = path.read_bytes()
    with within_seconds():
        assert ("fault", f"This is damaged: {table} in it is not a table.") in found(path, folder)
        with pytest.raises(DamagedDatabaseError, match=f"{table} in it is not a table"), opened(path):
            pass
        with pytest.raises(DamagedDatabaseError, match=r"not a table|no Tessera data"):
            copies.copy_rows(path, path.with_name("copy"))
        with pytest.raises(DamagedDatabaseError, match=f"{table} in it is not a table"):
            recovery.open_store(f"sqlite:///{path}", Clock(), path.parent / "none")
        assert path.read_bytes() == spoilt
        store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
        with closing(store):
            assert recovered is not None
            assert not recovered.rebuilt
            everything_is_entered_and_changed(store)


def test_a_file_of_ours_with_triggers_is_copied_row_by_row(path: Path, folder: Path, chosen: Backup) -> None:
    with opened(path):
        ours = made_by(path)
    path.write_bytes(chosen.path.read_bytes())
    spoil(path, HOST, *triggers(HOST))
    (fault,) = (message for kind, message in found(path, folder) if kind == "fault")
    assert fault == f"This is damaged: it has a trigger, {TABLES[0]}_INSERT, which Tessera did not make."
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    with closing(store):
        assert recovered is not None
        assert recovery.pending_notice(store.settings()) == recovered
        assert (recovered.rebuilt, recovered.foreign, recovered.missing) == (True, True, ())
        said = " ".join(map(str, recovered.summary()))
        assert said.startswith(
            "The file with your plays had parts that Tessera did not make, and that ran by themselves."
        )
        assert "new codes" in said
        everything_is_entered_and_changed(store)
        assert hosts(store) == []
    assert made_by(path) == ours
    assert not any(kind == "fault" or "Tessera makes" in message for kind, message in found(path, folder))


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("ALTER TABLE plays ADD COLUMN more GENERATED ALWAYS AS (instr(title, note)) VIRTUAL", "plays"),
        ("CREATE TABLE other (a, b AS (instr(a, a)) STORED)", "other"),
        ("CREATE INDEX more ON plays (instr(title, note))", "more"),
        ("CREATE INDEX more ON plays (id) WHERE instr(title, note)", "more"),
    ],
)
def test_what_is_worked_out_is_refused(path: Path, folder: Path, chosen: Backup, statement: str, named: str) -> None:
    """No clock ends a single call of a function of SQLite, so none is called."""
    spoil(chosen.path, statement)
    (why,) = backups.restore_problems(chosen)
    assert str(why).startswith(f"{named} in it ")
    assert "Tessera does not make" in str(why)
    path.write_bytes(chosen.path.read_bytes())
    with pytest.raises(StoreError, match=str(why)), opened(path):
        pass
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    with closing(store):
        assert recovered is not None
        assert recovered.foreign
        assert len(held(store)[0]) == 2


def test_a_column_of_ours_that_is_worked_out_is_no_column(path: Path, chosen: Backup) -> None:
    made = "CREATE TABLE settings (key, checksum, value AS (instr(key, key)))"
    spoil(chosen.path, "DROP TABLE settings", made)
    with pytest.raises(StoreError, match="column value of settings is missing"):
        copies.copy_rows(chosen.path, path)


def test_a_part_that_claims_to_be_another_one_is_refused(chosen: Backup) -> None:
    """Whoever writes into the list of parts gives them other names than SQLite reads, or other types."""
    made = "CREATE TABLE other (a, b AS (instr(a, a)))"
    with closing(sqlite3.connect(chosen.path)) as connection, connection:
        connection.execute(made)
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET name = 'harmless' WHERE sql = ?", (made,))
    (why, *_) = backups.restore_problems(chosen)
    assert str(why) in {"harmless in it is not what it claims to be", "malformed database schema (harmless)"}


def test_a_thousand_tables_stay_behind(path: Path, folder: Path, chosen: Backup) -> None:
    with opened(path) as store:
        ours = made_by(path)
        spoil(
            chosen.path,
            *(f"CREATE TABLE more_{number:03} (a PRIMARY KEY, b CHECK (b > 0))" for number in range(1000)),
            f"CREATE VIEW endless AS {ENDLESS}",
            'CREATE VIRTUAL TABLE "searched\x07" USING fts5(words)',
            "CREATE INDEX by_note ON plays (note)",
        )
        with within_seconds():
            assert backups.restore_problems(chosen) == ()
            backups.restore(store, chosen, folder, LATER)
            everything_is_entered_and_changed(store)
    assert made_by(path) == ours
    left = str(copies.left_behind(chosen.path))
    assert "parts of the file are not Tessera's and do not come along: more_000, more_001, more_002 …." in left
    assert any(left in message for kind, message in found(path, folder) if kind == "note")


@pytest.mark.parametrize("change", ["CHECK (0)", "REFERENCES settings ON DELETE CASCADE"])
def test_a_table_of_ours_that_is_made_otherwise_gives_its_rows_alone(
    path: Path, folder: Path, chosen: Backup, change: str
) -> None:
    with opened(path) as store:
        ours = made_by(path)
        with closing(sqlite3.connect(chosen.path)) as connection, connection:
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute(
                "UPDATE sqlite_master SET sql = replace(sql, 'title VARCHAR NOT NULL', ?) WHERE name = 'plays'",
                (f"title VARCHAR NOT NULL {change}",),
            )
        assert len(made_by(chosen.path)) == len(ours)
        backups.restore(store, chosen, folder, LATER)
        everything_is_entered_and_changed(store)
    assert made_by(path) == ours


def test_the_doctor_names_what_stays_beside_our_tables(path: Path, folder: Path) -> None:
    with opened(path):
        pass
    assert {kind for kind, _ in found(path, folder)} == {"good", "note"}
    spoil(path, "CREATE VIEW mine AS SELECT title FROM plays", "DROP INDEX ix_plays_source")
    spoil(path, "CREATE INDEX ix_plays_source ON plays (note)")
    (said,) = (message for kind, message in found(path, folder) if "as Tessera makes" in message and kind == "note")
    assert said.startswith("2 parts of the file are not as Tessera makes them: mine, ix_plays_source.")


def test_records_come_back_from_a_backup_without_its_triggers(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        before = held(store)
        chosen = backups.backup(store, folder, START)
    spoil(chosen.path, *triggers("SELECT RAISE(ABORT, 'no')"))
    spoil(path, "UPDATE plays SET note = 'silent'")
    with opened(path) as store:
        (mended, *_) = mending.mend(store, folder, lambda _game, content, _changes: content)
        assert "It is restored from the backup of" in str(mended)
        assert held(store) == before


def test_looking_into_a_file_ends(chosen: Backup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_files, "LOOKING_SECONDS", 0.1)
    with (
        within_seconds(),
        pytest.raises(StoreError, match=r"looking into .* takes too long: nothing was changed"),
        sqlite_files.open_read_only(chosen.path) as connection,
    ):
        connection.execute("SELECT count(*) FROM settings, sqlite_master" + ", sqlite_master" * 9).fetchall()


def test_no_view_is_asked_where_a_file_is_read(chosen: Backup) -> None:
    spoil(chosen.path, "CREATE VIEW named AS SELECT title FROM plays")
    with (
        pytest.raises(DamagedDatabaseError, match="prohibited"),
        sqlite_files.open_read_only(chosen.path) as connection,
    ):
        connection.execute("SELECT title FROM named").fetchall()


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("version", sorted(file.stem for file in OLD.glob("*.sql")))
def test_a_backup_of_each_version_comes_in_without_its_triggers(path: Path, folder: Path, version: str) -> None:
    folder.mkdir()
    file = folder / "tessera-20200101-120000-000000.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((OLD / f"{version}.sql").read_text(encoding="utf-8"))
    spoil(file, *triggers("SELECT RAISE(ABORT, 'no')", migrations.layout(int(version)).tables))
    (chosen,) = backups.backups(folder)
    with opened(path) as store:
        ours = made_by(path)
        backups.restore(store, chosen, folder, LATER)
        assert len(held(store)[0]) == 5
        everything_is_entered_and_changed(store)
    assert [part[:2] for part in made_by(path)] == [part[:2] for part in ours]
