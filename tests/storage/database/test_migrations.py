"""The way to the rows of this version: where it leads, and that all of it is gone or none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import create_engine

from storage.database import migrations, sqlite_files
from storage.database.errors import StoreError
from storage.database.models import Row
from tests.storage.stores import LATER_STEPS, OLD, lay_out, opened_with_care, stamped, url_of

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection, Engine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


def definitions(engine: Engine) -> list[list[str]]:
    """Return what makes each table and index, part by part: a column that was added later stands at another place."""
    asked = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    with engine.connect() as connection:
        return [
            sorted(" ".join(sql.split()).replace(" )", ")").replace(" (", ", ").replace(", ", ",").split(","))
            for (sql,) in connection.exec_driver_sql(asked)
        ]


def asked(path: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def test_there_is_a_file_of_each_version() -> None:
    assert {file.stem for file in OLD.glob("*.sql")} == {str(1 + number) for number in range(migrations.newest())}


@pytest.mark.parametrize("version", sorted(file.stem for file in OLD.glob("*.sql")))
def test_a_file_of_each_version_becomes_one_of_this(path: Path, tmp_path: Path, version: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / f"{version}.sql").read_text(encoding="utf-8"))
    with opened_with_care(path) as store:
        assert store.tables()
    with opened_with_care(tmp_path / "made.db"):
        pass
    engines = create_engine(url_of(path)), create_engine(url_of(tmp_path / "made.db"))
    assert definitions(engines[0]) == definitions(engines[1])
    for engine in engines:
        engine.dispose()
    assert sqlite_files.version_of(path) == migrations.newest()
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    assert asked(path, "PRAGMA foreign_key_check") == []


def test_the_steps_lead_to_the_tables_of_the_models() -> None:
    engines = create_engine("sqlite://"), create_engine("sqlite://")
    with engines[0].begin() as made, engines[1].begin() as modeled:
        migrations.lay_out(made, migrations.newest())
        Row.metadata.create_all(modeled)
        migrations.VERSION.create(modeled)
    assert definitions(engines[0]) == definitions(engines[1])
    for engine in engines:
        engine.dispose()


def test_an_empty_database_has_the_tables_of_the_rows_and_its_version(path: Path) -> None:
    with opened_with_care(path):
        pass
    names = {name for (name,) in asked(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert names == {*Row.metadata.tables, migrations.VERSION.name}
    assert asked(path, f"SELECT number FROM {migrations.VERSION.name}") == [(migrations.newest(),)]  # noqa: S608


def test_a_file_gets_the_steps_that_it_lacks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def last_step(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE plays SET weather = 'rain'")

    monkeypatch.setattr(migrations, "STEPS", LATER_STEPS)
    with opened_with_care(lay_out(path)):
        pass
    weather = "SELECT DISTINCT title = weather FROM plays"
    assert asked(path, weather) == [(1,)]
    monkeypatch.setattr(migrations, "STEPS", (*LATER_STEPS, last_step))
    with opened_with_care(path):
        pass
    assert asked(path, weather) == [(0,)]
    assert sqlite_files.version_of(path) == 4


def test_steps_are_taken_all_or_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that fails leaves nothing of the one before it."""

    def fails(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    def content() -> list[str]:
        with closing(sqlite3.connect(path)) as connection:
            return list(connection.iterdump())

    lay_out(path)
    before = content()
    monkeypatch.setattr(migrations, "STEPS", (*LATER_STEPS, fails))
    with pytest.raises(StoreError, match="nowhere"), opened_with_care(path):
        pass
    assert content() == before
    monkeypatch.setattr(migrations, "STEPS", LATER_STEPS)
    with opened_with_care(path) as store:
        assert store.tables()


@pytest.mark.parametrize("version", [0, -1, 3, 9999])
def test_a_version_that_never_was_is_a_newer_one(path: Path, version: int) -> None:
    stamped(lay_out(path), version)
    with pytest.raises(StoreError, match="newer version of Tessera"), opened_with_care(path):
        pass
