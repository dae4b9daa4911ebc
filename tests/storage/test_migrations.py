"""The way to the rows of this version: where it leads, and that it costs nothing when it has been gone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from storage.database import StoreError
from storage.migrations import HEAD, upgrade
from storage.rows import Row
from tests.storage.stores import opened, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


@pytest.fixture
def migrated(path: Path) -> Iterator[Engine]:
    with opened(path):
        pass
    engine = create_engine(url_of(path))
    yield engine
    engine.dispose()


def definitions(engine: Engine) -> list[str]:
    asked = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version' ORDER BY name"
    with engine.connect() as connection:
        return [" ".join(sql.split()) for (sql,) in connection.exec_driver_sql(asked)]


def test_the_steps_lead_to_the_rows(migrated: Engine) -> None:
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []


def test_the_steps_make_what_the_rows_would_make_themselves(migrated: Engine, tmp_path: Path) -> None:
    made = create_engine(url_of(tmp_path / "made.db"))
    Row.metadata.create_all(made)
    assert definitions(migrated) == definitions(made)
    assert len(definitions(made)) == len(Row.metadata.tables) == 6
    made.dispose()


def test_the_last_step_is_the_one_that_is_asked_for_without_alembic(migrated: Engine) -> None:
    assert upgrade.scripts().get_heads() == [HEAD]
    with migrated.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").all() == [(HEAD,)]


@pytest.mark.parametrize(("times", "imported"), [(1, "True"), (2, "False")])
def test_a_file_of_this_version_is_opened_without_alembic(path: Path, times: int, imported: str) -> None:
    program = """
import sys
from pathlib import Path
from tests.storage.stores import opened
with opened(Path(sys.argv[1])) as store:
    print("alembic" in sys.modules)
"""
    command = [sys.executable, "-c", program, str(path)]
    for _ in range(times):
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == imported


def test_steps_are_taken_all_or_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that fails at its end leaves nothing of what it made."""
    scripts = upgrade.scripts()
    step = scripts.get_revision(HEAD)
    assert step is not None

    whole = step.module.upgrade

    def fails() -> None:
        whole()
        op.execute("INSERT INTO nowhere VALUES (1)")

    monkeypatch.setattr(step.module, "upgrade", fails)
    monkeypatch.setattr(upgrade, "scripts", lambda: scripts)
    with pytest.raises(StoreError, match="nowhere"), opened(path):
        pass
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == []
    monkeypatch.undo()
    with opened(path) as store:
        assert store.tables() == ()
