"""What only PostgreSQL can show: an old database, backups into files and back, what a server says, and none at all."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest
from sqlalchemy import column, create_engine, insert, inspect, make_url, table, update
from sqlalchemy import types as sa

from storage.backup import backups
from storage.database import migrations, sqlite_files
from storage.database.errors import StoreError, store_error
from storage.database.models import Row
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from storage.repositories.values import Counted, StaleError
from tests.storage import postgres, stores
from tests.storage.exchange.samples import exported
from tests.storage.sample_plays import content, finished, kept, written
from tests.storage.stores import Clock, coins, opened_with_care, paid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

NOW: Final = datetime(2024, 6, 1, 12, 0, tzinfo=UTC)
TYPES: Final[dict[str, Any]] = {"DATETIME": sa.DateTime(timezone=True), "BOOLEAN": sa.Boolean()}


@pytest.fixture(autouse=True)
def with_postgres(server: str) -> Iterator[None]:
    with stores.at(server):
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera"


def filled(store: Store) -> None:
    """A table that runs, a play that was corrected, one from elsewhere, one in the bin, and what else is kept."""
    running = store.begin("carpe-diem", coins(0, turn=1))
    store.save(running, paid(running, 3), coins(3, turn=2))
    play = finished(store, {"Zoë": 7, "ben": 5})
    plays.correct(store, play.id, content({"Zoë": 8, "ben": None}, note="„Rain“ 🏛", place="Club"), "a slip")
    plays.remove(store, written(store, content({"Ann": 1}, 3)).id)
    store.keep("carpe-diem", "villas", "3", {"coins": 1.5})
    store.set("theme", None)


def everything(store: Store) -> tuple[bytes, bytes, Any, Any]:
    shown = exported(export_jsonl, store), exported(export_jsonl, store, Filter(removed=True))
    return *shown, store.tables(), (store.settings(), people.players(store, hidden=True))


def old(url: str) -> None:
    """Make a database of the first version, with the rows of the file of it."""
    with closing(sqlite3.connect(":memory:")) as rows:
        rows.executescript((stores.OLD / "1.sql").read_text(encoding="utf-8"))
        engine = create_engine(url)
        with engine.begin() as connection:
            made = dict(rows.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC"))
            tables = (*Row.metadata.sorted_tables, migrations.VERSION)
            order = [table.name for table in tables if table.name in made]
            for sql in [*(made.pop(name) for name in order), *made.values()]:  # what is referred to comes first
                connection.exec_driver_sql(sql.replace("DATETIME", "TIMESTAMP WITH TIME ZONE"))
            for name in order:
                taken_over(rows, connection, name)
        engine.dispose()


def taken_over(rows: sqlite3.Connection, connection: Connection, name: str) -> None:
    kinds = {column: kind for _, column, kind, *_ in rows.execute(f"PRAGMA table_info({name})")}
    into = table(name, *(column(field, TYPES.get(kind, sa.NullType())) for field, kind in kinds.items()))
    for row in rows.execute(f"SELECT * FROM {name}").fetchall():  # noqa: S608 - names of our own
        values = dict(zip(kinds, row, strict=True))
        for field, kind in kinds.items():
            if kind == "DATETIME" and values[field] is not None:
                values[field] = datetime.fromisoformat(values[field]).replace(tzinfo=UTC)
            elif kind == "BOOLEAN":
                values[field] = bool(values[field])
        connection.execute(insert(into), values)


@pytest.mark.usefixtures("later")
def test_an_old_database_is_backed_up_and_becomes_one_of_this_version(path: Path, tmp_path: Path) -> None:
    url = stores.url_of(path)
    old(url)
    store = Store(url, Clock(), backups.before_upgrade(tmp_path / "backups"))
    with closing(store):
        kept = [*history.stream(store, Filter()), *history.stream(store, Filter(removed=True))]
        assert [play.title for play in kept] == [
            *("Azul", "Azul", "Little Town", "The Palaces of Carrara", "Carpe Diem", "Mayor")
        ]
        (before,) = backups.backups(tmp_path / "backups")
        assert sqlite_files.version_of(before.path) == 1
        assert backups.restore_problems(before) == ()
        with closing(sqlite3.connect(before.path)) as copy:
            assert copy.execute("SELECT COUNT(*) FROM plays").fetchone() == (6,)
        backups.restore(store, before, tmp_path / "backups", NOW)
        again = [*history.stream(store, Filter()), *history.stream(store, Filter(removed=True))]
        assert [play.id for play in again] == [play.id for play in kept]


@pytest.mark.usefixtures("later")
def test_an_old_database_without_a_place_for_its_backup_is_brought_up_all_the_same(path: Path) -> None:
    old(stores.url_of(path))
    with opened_with_care(path) as store:
        assert history.count(store, Filter()) == 5


def test_the_steps_make_what_the_rows_would_make_themselves(path: Path, tmp_path: Path) -> None:
    old(stores.url_of(path))
    with opened_with_care(path):
        pass
    engine, made = create_engine(stores.url_of(path)), create_engine(stores.url_of(tmp_path / "made"))
    Row.metadata.create_all(made)
    described = [inspect(engine_) for engine_ in (engine, made)]
    assert sorted(described[0].get_table_names()) == sorted([*described[1].get_table_names(), "tessera_version"])
    for name in Row.metadata.tables:
        for what in ("get_columns", "get_pk_constraint", "get_foreign_keys", "get_indexes", "get_unique_constraints"):
            upgraded, newly_made = (sorted_plainly(getattr(which, what)(name)) for which in described)
            assert upgraded == newly_made, (name, what)
    engine.dispose()
    made.dispose()


def sorted_plainly(inspected: Any) -> list[str]:
    """What an inspection found, as text: schemas have different names, and columns may have any order."""
    listed = inspected if isinstance(inspected, list) else [inspected]
    return sorted(
        str(sorted((key, str(value)) for key, value in play.items() if "schema" not in key)) for play in listed
    )


def test_what_is_backed_up_can_be_put_back(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with opened_with_care(path) as store:
        filled(store)
        before = everything(store)
        made = backups.backup(store, folder, NOW)
        assert backups.restore_problems(made) == ()
        assert sqlite_files.version_of(made.path) == migrations.newest()
        finished(store, {"Cathy": 4})
        store.set("theme", "dark")
        after = everything(store)
        assert after != before
        kept_now = backups.restore(store, made, folder, NOW)
        assert everything(store) == before
        backups.restore(store, kept_now, folder, NOW)
        assert everything(store) == after


def test_a_backup_is_a_store_in_a_file_and_moves_to_another_database(path: Path, tmp_path: Path) -> None:
    with opened_with_care(path) as store:
        filled(store)
        before = everything(store)
        made = backups.backup(store, tmp_path / "backups", NOW)
    file = Store(f"sqlite:///{made.path}", Clock())
    with closing(file):
        assert everything(file) == before
        again = backups.backup(file, tmp_path / "again", NOW)
    with opened_with_care(tmp_path / "other") as second_store:
        backups.restore(second_store, again, tmp_path / "others", NOW)
        assert everything(second_store) == before
        assert kept(
            second_store, finished(second_store).id
        ).players  # new rows find their place among those that were put back


def test_a_backup_of_what_did_not_change_is_the_last_one(path: Path, tmp_path: Path) -> None:
    with opened_with_care(path) as store:
        filled(store)
        first = backups.backup(store, tmp_path, NOW)
        assert backups.backup(store, tmp_path, NOW) == first
        store.set("theme", "dark")
        assert backups.backup(store, tmp_path, NOW) != first
        assert len(backups.backups(tmp_path)) == 2


def test_many_rows_are_taken_over_in_batches(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.database.copies.BATCH_ROWS", 2)
    with opened_with_care(path) as store:
        for number in range(5):
            finished(store, {"Cathy": number, "Nick": 2})
        before = everything(store)
        made = backups.backup(store, tmp_path, NOW)
        finished(store)
        backups.restore(store, made, tmp_path, NOW)
        assert everything(store) == before


def test_a_restore_that_fails_changes_nothing(path: Path, tmp_path: Path) -> None:
    with opened_with_care(path) as store:
        filled(store)
        made = backups.backup(store, tmp_path, NOW)
        finished(store)
        before = everything(store)
        postgres.asked(*slammed(path, "tables"))
        with pytest.raises(StoreError, match="closed for today"):
            backups.restore(store, made, tmp_path, NOW)
        assert everything(store) == before


def slammed(path: Path, name: str) -> tuple[str, str]:
    """The command by which a table takes no more rows."""
    schema = make_url(stores.url_of(path)).query["options"]
    place = str(schema).rpartition("=")[2]
    body = "BEGIN RAISE EXCEPTION 'closed for today' USING ERRCODE = '53200'; END"
    return stores.url_of(path), (
        f"CREATE FUNCTION {place}.slam() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$; "
        f"CREATE TRIGGER slam BEFORE INSERT ON {place}.{name} EXECUTE FUNCTION {place}.slam()"
    )


def refused(url: str) -> str:
    with pytest.raises(StoreError) as caught:
        Store(url, Clock())
    assert str(caught.value).splitlines() == [str(caught.value)]
    return str(caught.value)


def test_a_database_that_is_not_there_is_named(server: str) -> None:
    url = make_url(server).set(database="nowhere").render_as_string(hide_password=False)
    assert "nowhere" in refused(url)


def test_a_server_that_does_not_answer_is_said_without_the_password() -> None:
    said = refused("postgresql://host:secret@127.0.0.1:1/tessera")
    assert "cannot be reached" in said
    assert "secret" not in said


def test_a_password_in_the_query_is_not_said_either() -> None:
    said = refused("postgresql://host@127.0.0.1:1/tessera?password=secret")
    assert "cannot be reached" in said
    assert "secret" not in said


def test_who_is_not_let_in_is_told_so(server: str) -> None:
    there = make_url(server)
    unknown, missing = (
        refused(url.render_as_string(hide_password=False))
        for url in (there.set(username="nobody at all"), there.set(database="nothing"))
    )
    assert "does not let this user in" in unknown
    assert "check its address" in unknown
    assert "there is no database" in missing


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('FATAL:  password authentication failed for user "host"', "does not let this user in"),
        ('FATAL:  no pg_hba.conf entry for host "::1", database "tessera"', "does not let this user in"),
        ("FATAL:  sorry, too many clients already", "has too many connections"),
        ('FATAL:  too many connections for database "league"', "has too many connections"),
        ('FATAL:  too many connections for role "tessera"', "has too many connections"),
        ('FATAL:  database "league" is not currently accepting connections', "cannot be reached"),
        ("FATAL:  the database system is starting up", "cannot be reached"),
        ("Connection refused", "cannot be reached"),
        ("server closed the connection unexpectedly", "cannot be reached"),
    ],
)
def test_what_a_server_answers_while_it_is_connected_to_is_told_apart(answer: str, said: str) -> None:
    error = psycopg.OperationalError(f"connection failed: {answer}")
    assert said in str(store_error(error, "postgresql://host@example.org/tessera"))


def test_a_database_of_a_newer_version_is_left_alone(path: Path) -> None:
    with opened_with_care(path):
        pass
    stamped(path, 9999)
    assert "newer version of Tessera" in refused(stores.url_of(path))
    stamped(path, migrations.newest())
    with opened_with_care(path) as store:
        assert store.tables() == ()


def stamped(path: Path, version: int) -> None:
    engine = create_engine(stores.url_of(path))
    with engine.begin() as connection:
        connection.execute(update(migrations.VERSION).values(number=version))
    engine.dispose()


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    engine = create_engine(stores.url_of(path))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (id INTEGER)")
    assert "another program" in refused(stores.url_of(path))
    assert inspect(engine).get_table_names() == ["recipes"]
    engine.dispose()


def test_two_write_one_after_the_other(path: Path) -> None:
    with opened_with_care(path) as first_store, opened_with_care(path) as second_store:
        table = first_store.begin("carpe-diem", coins(0))
        table = second_store.save(table, paid(table, 2), coins(2))
        assert first_store.table(table.id) == table


def test_steps_of_two_tables_are_saved_beside_each_other_and_anything_else_waits_for_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.connections.BUSY_SECONDS", 1)
    with opened_with_care(path) as first_store, opened_with_care(path) as second_store:
        table, second = (first_store.begin("carpe-diem", coins(0)) for _ in range(2))
        with first_store.writing(with_others=True) as session:
            session.connection()
            second = second_store.save(second, paid(second, 2), coins(2))
            with pytest.raises(StoreError):
                second_store.set("theme", "dark")
            with pytest.raises(StoreError):
                second_store.save(second, paid(second, 3), coins(3), counted=Counted("villas", ("3",)))
        second_store.set("theme", "dark")
        with first_store.writing() as session:
            session.connection()
            with pytest.raises(StoreError):
                second_store.save(table, paid(table, 2), coins(2))
        assert first_store.table(second.id) == second
        assert first_store.table(table.id) == table


def test_of_two_steps_of_a_table_at_once_one_is_saved(path: Path) -> None:
    with opened_with_care(path) as first_store, opened_with_care(path) as second_store, ThreadPoolExecutor(2) as both:
        table = first_store.begin("carpe-diem", coins(0))

        def saved(store: Store, number: int) -> bool:
            try:
                store.save(table, paid(table, number), coins(number))
            except StaleError:
                return False
            return True

        for _ in range(20):
            done = [*both.map(saved, (first_store, second_store), (1, 2))]
            assert sorted(done) == [False, True]
            now = first_store.table(table.id)
            assert now is not None
            assert now.content == coins(1 + done.index(True))
            table = now


@pytest.mark.parametrize(("required", "outcome"), [("", pytest.skip.Exception), ("1", pytest.fail.Exception)])
def test_where_there_is_no_postgresql_tests_are_skipped_or_fail_if_it_is_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, required: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(postgres.REQUIRED, required)
    monkeypatch.delenv(postgres.NAMED, raising=False)
    with pytest.raises(outcome, match="there is no PostgreSQL here: install it"), postgres.server():
        pytest.fail("there is one")


def test_a_database_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(postgres.NAMED, "postgresql+psycopg://somewhere/else")
    with postgres.server() as url:
        assert url == "postgresql+psycopg://somewhere/else"
