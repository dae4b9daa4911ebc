"""The way to the rows of this version: where it leads, and that it costs nothing when it has been gone."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from storage.database.errors import StoreError
from storage.database.models import Row
from storage.migrations import HEAD, upgrade
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from storage.repositories.values import day_of
from tests.storage.stores import opened_with_care, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

ROOT = Path(__file__).parents[3]

OLD = Path(__file__).parents[1] / "old"
"""A file of each version that was released, as SQL, named for the step at which it stands."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


@pytest.fixture
def migrated(path: Path) -> Iterator[Engine]:
    with opened_with_care(path):
        pass
    engine = create_engine(url_of(path))
    yield engine
    engine.dispose()


def definitions(engine: Engine) -> list[list[str]]:
    """Return what makes each table and index, part by part: a column that was added later stands at another place."""
    asked = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version' ORDER BY name"
    with engine.connect() as connection:
        return [
            sorted(" ".join(sql.split()).replace("( ", ", ").split(", "))
            for (sql,) in connection.exec_driver_sql(asked)
        ]


def test_the_steps_lead_to_the_rows(migrated: Engine) -> None:
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []


def test_the_steps_make_what_the_rows_would_make_themselves(migrated: Engine, tmp_path: Path) -> None:
    made = create_engine(url_of(tmp_path / "made.db"))
    Row.metadata.create_all(made)
    assert definitions(migrated) == definitions(made)
    indexes = sum(len(table.indexes) for table in Row.metadata.tables.values())
    assert len(definitions(made)) == len(Row.metadata.tables) + indexes
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
from tests.storage.stores import opened_with_care
with opened_with_care(Path(sys.argv[1])) as store:
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
    with pytest.raises(StoreError, match="nowhere"), opened_with_care(path):
        pass
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == []
    monkeypatch.undo()
    with opened_with_care(path) as store:
        assert store.tables() == ()


def old(path: Path, revision: str) -> Path:
    """Lay out a file of an older version."""
    with closing(sqlite3.connect(path)) as other:
        other.executescript((OLD / f"{revision}.sql").read_text(encoding="utf-8"))
    return path


def asked(path: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as other:
        return other.execute(question).fetchall()


def test_there_is_a_file_of_each_version_before_this_one() -> None:
    before = {step.revision for step in upgrade.scripts().walk_revisions()} - {HEAD}
    assert {file.stem for file in OLD.glob("*.sql")} == before


@pytest.mark.parametrize("revision", sorted(file.stem for file in OLD.glob("*.sql")))
def test_a_file_of_an_older_version_becomes_one_of_this(path: Path, tmp_path: Path, revision: str) -> None:
    with opened_with_care(old(path, revision)) as store:
        assert store.tables()
    engines = create_engine(url_of(path)), create_engine(url_of(tmp_path / "made.db"))
    Row.metadata.create_all(engines[1])
    assert definitions(engines[0]) == definitions(engines[1])
    for engine in engines:
        engine.dispose()
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    assert asked(path, "PRAGMA foreign_key_check") == []


def test_nothing_of_the_first_version_is_lost(path: Path) -> None:
    old(path, "0001")
    same = {
        "plays": "id, table_id, game, document, beside, sheet, finished, removed",
        "players": "id, name, folded, colour, shape, seen",
        "tables": "id, game, document, beside, revision, state, created, changed",
        "revisions": "table_id, number, author, label, changes, at, kind, state",
        "copies": "game, part, key, value, at",
        "settings": "key, value",
    }
    before = {name: set(asked(path, f"SELECT {columns} FROM {name}")) for name, columns in same.items()}  # noqa: S608
    with opened_with_care(path):
        pass
    after = {name: set(asked(path, f"SELECT {columns} FROM {name}")) for name, columns in same.items()}  # noqa: S608
    new = after["players"] - before["players"]
    assert after == {**before, "players": before["players"] | new}
    assert [name for _, name, *_ in new] == ["Ann"]
    assert len(before["plays"]) == 4


def test_the_plays_of_the_first_version_can_be_found(path: Path) -> None:
    with opened_with_care(old(path, "0001")) as store:
        found = list(history.stream(store, Filter()))
        (gone,) = history.stream(store, Filter(removed=True))
        known = {player.name: player for player in people.players(store, hidden=True)}
        again = plays.reopen(store, found[1].id)
    assert [(play.title, play.edition) for play in (*found, gone)] == [
        ("a-game-of-tomorrow", ""),
        ("Carpe Diem", "first edition"),
        ("Carpe Diem", "second edition"),
        ("Carpe Diem", "second edition"),
    ]
    assert [(seat.name, seat.total, seat.place, seat.won, seat.position) for seat in found[1].seats] == [
        ("Zoë", 4, 2, False, 0),
        ("ben", 7, 1, True, 1),
        ("O'Neil „X“", 3, 3, False, 2),
    ]
    assert [seat.player_id for seat in found[1].seats] == [known[name].id for name in ("Zoë", "ben", "O'Neil „X“")]
    assert {name: player.hidden for name, player in known.items()} == {
        "Zoë": False,
        "ben": False,
        "O'Neil „X“": False,
        "Ann": True,
    }
    assert (known["Ann"].colour, known["Ann"].shape, known["Ann"].plays) == ("red", "circle", 1)
    for play in (*found, gone):
        assert play.begun is not None
        assert play.finished > play.begun
        assert play.day == day_of(play.finished)
        assert (play.revision, play.note, play.place, play.source, play.reopened) == (1, "", None, "", False)
    assert again.document == found[1].document


@pytest.mark.parametrize(
    ("game", "table", "known_as"),
    [
        ("carpe-diem", {"edition": "first"}, ("Carpe Diem", "first edition")),
        ("carpe-diem", {}, ("Carpe Diem", "second edition")),
        ("little-town", {"board": "side-2"}, ("Little Town", "side 2 of the board")),
        ("little-town", {"board": [".........", "FFFFFFFFF"]}, ("Little Town", "a board as entered")),
        ("mayor", {"players": []}, ("Mayor", "")),
        ("palaces-of-carrara", {"expansion": True}, ("The Palaces of Carrara", "with the expansion")),
        ("palaces-of-carrara", {"expansion": False}, ("The Palaces of Carrara", "base game")),
        ("a-game-of-tomorrow", {"edition": "first"}, ("a-game-of-tomorrow", "")),
        ("carpe-diem", None, ("Carpe Diem", "")),
    ],
)
def test_a_play_of_the_first_version_gets_its_title_and_edition(
    path: Path, game: str, table: object, known_as: tuple[str, str]
) -> None:
    old(path, "0001")
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE plays SET game = ?, document = ?", (game, json.dumps({"table": table})))
        other.commit()
    with opened_with_care(path) as store:
        assert {(play.title, play.edition) for play in history.stream(store, Filter())} == {known_as}


def test_the_lines_of_the_first_version_add_up(path: Path) -> None:
    with opened_with_care(old(path, "0001")):
        pass
    question = "SELECT play_id, seat, SUM(points) FROM lines GROUP BY play_id, seat"
    assert set(asked(path, question)) == set(asked(path, "SELECT play_id, seat, total FROM seats"))
    rules = {line["rule"] for (sheet,) in asked(path, "SELECT sheet FROM plays") for line in lines_of(sheet)}
    assert {rule for (rule,) in asked(path, "SELECT rule FROM lines")} == rules


def lines_of(sheet: str) -> Iterator[dict[str, Any]]:
    for column in json.loads(sheet)["columns"]:
        yield from column["lines"]


def test_many_plays_are_taken_over_in_batches(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = upgrade.scripts()
    step = scripts.get_revision("0002")
    assert step is not None
    monkeypatch.setattr(step.module, "BATCH", 3)
    monkeypatch.setattr(upgrade, "scripts", lambda: scripts)
    with opened_with_care(old(path, "0001")) as store:
        assert len(list(history.stream(store, Filter()))) == 3
        assert history.count(store, Filter(removed=True)) == 1
