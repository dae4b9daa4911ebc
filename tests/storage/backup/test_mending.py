"""A damaged cell in every column of every table: what opening the file makes of it, and that nothing else changes."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import Boolean, Integer, event
from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import select

from companion.tables.replay import table_after
from storage.backup import backups, mending, recovery
from storage.backup.damage import examine
from storage.database.columns import CHECKSUM, JsonText, UtcDateTime, checksum, covered
from storage.database.errors import DamagedDatabaseError
from storage.database.models import DeletedPlayRow, PlayRow, Row, SetAsideRow, ShownVersionRow, WrittenNameRow
from storage.database.row_check import PART_OF, quoted, whole_of
from storage.database.sqlite_files import SUSPECT_SUFFIX, TEXT
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from tests.storage.sample_plays import content as content_of
from tests.storage.sample_plays import finished, written
from tests.storage.stores import START, Clock, lay_out, opened
from tests.strategies import EACH_WEEK, some_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Column

    from storage.backup.damage import Damage
    from storage.repositories.tables import Store

WORDIER: Final[dict[type, Callable[[str | None], str | None]]] = {
    JsonText: lambda text: None if text is None else json.dumps(json.loads(text), indent=1),
    UtcDateTime: lambda text: None if text is None else text.partition(".")[0],
}
"""What was written in other words in a column of this type."""

COLUMNS: Final = [(table.name, column) for table in Row.metadata.sorted_tables for column in table.columns]
CELLS: Final = [(table, column.name) for table, column in COLUMNS]
NO_TEXT: Final = "CAST(x'7bff7d' AS TEXT)"


def another(column: Column[Any]) -> str:
    """Return an expression of SQL that makes another value of that in a column."""
    return "777 - COALESCE({cell}, 0)" if isinstance(column.type, (Integer, Boolean)) else "COALESCE({cell}, '') || '6'"


DAMAGED: Final = [
    *((table, column.name, another(column)) for table, column in COLUMNS),
    *((table, column.name, NO_TEXT) for table, column in COLUMNS if column.primary_key or column.foreign_keys),
]
"""Another value in each cell, and no text where a row is known by the cell or refers to another one."""

ASIDE: Final = "This is set aside, because no backup has it intact: the setting “size”."
"""What is said of the setting that the file of version 1 has set aside."""

Content = dict[str, set[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of this version, upgraded from an older one, with a backup beside it."""
    path = tmp_path_factory.mktemp("whole") / "tessera.db"
    with opened(lay_out(path)) as store:
        with store.writing() as session:
            play = session.exec(select(PlayRow.id)).all()[0]
            session.add(ShownVersionRow(play_id=play, version="001709321400000-0123456789abcdef", follows=""))
            session.add(DeletedPlayRow(id="f" * 32, at=START, versions=["001709321400000-0123456789abcdef"]))
            session.add(WrittenNameRow(kind="player", id="f" * 32, at=START))
        assert examined(store) == ()
    backups.backup(path, path.parent / backups.FOLDER, START)
    return path


@pytest.fixture(scope="module")
def empty_backups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a backup of a store with nothing in it."""
    folder = tmp_path_factory.mktemp("empty")
    with opened(folder / "tessera.db") as store:
        backups.backup(store, folder / backups.FOLDER, START)
    return folder / backups.FOLDER


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / whole.name


def change(path: Path, table: str, column: str, to: str) -> None:
    """Change a cell of the last row of a table behind the program's back, by an expression of SQL."""
    expression = to.format(cell=f'"{column}"')
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous=OFF")  # nobody waits for the disk
        connection.execute(
            f'UPDATE "{table}" SET "{column}" = {expression} WHERE rowid = (SELECT MAX(rowid) FROM "{table}")'  # noqa: S608
        )
        connection.commit()


def content(path: Path) -> Content:
    """Return the rows of each table as they are stored."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = TEXT
        return {
            name: {
                tuple(row)
                for row in connection.execute(f'SELECT {quoted(*covered(table), CHECKSUM)} FROM "{name}"')  # noqa: S608
            }
            for name, table in Row.metadata.tables.items()
        }


def examined(store: Store) -> tuple[Damage, ...]:
    with store.reading() as session:
        return examine(session)


def mended(path: Path) -> tuple[str, ...]:
    """Open a file, and return what is said of it; nothing is damaged then."""
    store, said = recovery.open_whole(f"sqlite:///{path}", Clock(), path.parent / backups.FOLDER, table_after)
    with closing(store):
        assert examined(store) == ()
        assert mending.pending_notice(store.settings()) == said
    return tuple(map(str, said))


def changed(before: Content, path: Path) -> dict[str, set[tuple[Any, ...]]]:
    """Return the rows that went or came, but for what mending notes: the notice, and what is newly set aside."""
    after = content(path)
    after["settings"] = {row for row in after["settings"] if row[0] != mending.NOTICE}
    first = {row[0] for row in before["set_aside"]}
    after["set_aside"] = {row for row in after["set_aside"] if row[0] in first}
    return {name: before[name] ^ after[name] for name in before if before[name] != after[name]}


def set_aside(path: Path) -> set[tuple[str, tuple[Any, ...]]]:
    """Return the rows that were set aside, with their tables, as they were stored."""
    with closing(sqlite3.connect(path)) as connection:
        stored = [json.loads(stored_rows) for (stored_rows,) in connection.execute("SELECT stored FROM set_aside")]
    return {
        (name, tuple(map(_cell, row)))
        for rows_by_table in stored
        for name, rows in rows_by_table.items()
        for row in rows
    }


def _cell(kept: Any) -> Any:
    return bytes.fromhex(kept["hex"]).decode(errors="surrogateescape") if isinstance(kept, dict) else kept


@pytest.mark.parametrize(("table", "column", "to"), some_of(DAMAGED))
def test_a_damaged_cell_is_as_in_the_backup_again(path: Path, table: str, column: str, to: str) -> None:
    before = content(path)
    change(path, table, column, to)
    damaged = content(path)[table] - before[table]
    said = mended(path)
    if table in backups.ACCESS:
        assert said == ()
        return
    (notice,) = said
    assert ("made again from its steps" if table == "tables" else "restored from the backup of 2024-03-01") in notice
    assert changed(before, path) == {}
    assert {(table, row) for row in damaged} <= set_aside(path)


@pytest.mark.parametrize(("table", "column"), some_of(CELLS))
def test_what_no_backup_has_is_set_aside_and_nothing_else_is_missing(
    path: Path, empty_backups: Path, table: str, column: str
) -> None:
    folder = path.parent / backups.FOLDER
    shutil.rmtree(folder)
    shutil.copytree(empty_backups, folder)
    before = content(path)
    change(path, table, column, NO_TEXT)
    damaged = content(path)[table] - before[table]
    said = mended(path)
    outcome = "made again from its steps" if table == "tables" else "No backup has it intact"
    assert [outcome in sentence for sentence in said] == ([] if table in backups.ACCESS else [True])
    record = whole_of(table)
    parts = {record, *(part for part, whole in PART_OF.items() if whole == record)}
    refers = {"places": {"plays"}, "devices": {"guests"}, "revisions": {"tables"}}.get(table, set())
    differs = changed(before, path)
    assert {*differs} <= parts | refers
    if table not in backups.ACCESS:
        gone = {(name, row) for name in parts for row in before[name] & differs.get(name, set())}
        aside = set_aside(path)
        assert {(table, row) for row in damaged} <= aside
        assert {row for row in gone if row[0] != table} <= aside
        assert len(gone - aside) <= 1  # what was damaged, as it was before
    with opened(path) as store:
        back, left = mending.bring_back(store, folder)
        is_here = table in {*backups.ACCESS, "players", "set_aside", "tables"} or "kept as it reads" in said[0]
        assert (back, len(left)) == ((), 1 if is_here else 2)


LEGIBLE: Final = {
    **{("plays", column): f"'{column}6'" for column in ("id", "game", "title", "edition", "note", "source")},
    **{("plays", column): "'2024-03-02 10:00:00.000000'" for column in ("begun", "finished", "edited", "removed")},
    **{("plays", column): "'gone'" for column in ("table_id", "place_id")},
    ("plays", "day"): "'2024-03-05'",
    ("plays", "revision"): "5",
    ("plays", "reopened"): "1",
    ("plays", "extras"): "'{{ }}'",
    ("plays", "sheet"): 'REPLACE({cell}, \'"decided_by":""\', \'"decided_by":"tie"\')',
    ("plays", "document"): '\'{{"game":"bgg-230802"}}\'',
    ("plays", "checksum"): "5",
    ("seats", "won"): "1 - {cell}",
    ("seats", "position"): "5",
    ("lines", "points"): "77",
    ("lines", "rule"): "'rule'",
    ("play_revisions", "what"): "'note'",
    ("places", "seen"): "'2024-03-02 10:00:00.000000'",
}
"""Damage to a cell with which all can still be read."""

ILLEGIBLE: Final = {
    "revision": ("0", "'no'"),
    "day": ("'2024-13-45'",),
    "finished": ("'soon'",),
    "edited": ("5",),
    "reopened": ("7",),
    "note": ("'a' || char(0)",),
    "title": ("''",),
    "extras": ("'[]'", "'{{\"photo\":5}}'"),
    "sheet": ("'{{}}'", "REPLACE({cell}, 'Annie', 'Annif')", "REPLACE({cell}, '55', '45')"),
    "document": ("'{{'", "'[[5]]'"),
}
"""Damage to a cell of a play that contradicts its type, its field or its other parts."""


def without_backups(path: Path) -> None:
    shutil.rmtree(path.parent / backups.FOLDER)


@pytest.mark.parametrize(("table", "column"), LEGIBLE)
def test_what_no_backup_has_stays_if_all_can_read_it(path: Path, table: str, column: str) -> None:
    without_backups(path)
    before = content(path)
    change(path, table, column, LEGIBLE[table, column])
    damaged = content(path)[table] - before[table]
    (notice,) = mended(path)
    assert "kept as it reads now and may be wrong: check it" in notice
    assert {(table, row) for row in damaged} <= set_aside(path)
    exact = {"id", "table_id", "place_id", "checksum", "points", "rule"}
    changes = changed(before, path)
    assert {name: len(rows) for name, rows in changes.items()} == ({} if column in exact else {table: 2})
    with opened(path) as store:
        every = [play for removed in (False, True) for play in history.stream(store, Filter(removed=removed))]
        assert len(every) == len(before["plays"])
        with store.reading() as session:
            assert [str(sentence) for sentence in mending.waiting(session)] == [ASIDE]


@pytest.mark.parametrize(("column", "to"), [(column, to) for column, every in ILLEGIBLE.items() for to in every])
def test_a_play_that_some_cannot_read_is_taken_out(path: Path, column: str, to: str) -> None:
    without_backups(path)
    before = content(path)
    change(path, "plays", column, to)
    damaged = content(path)["plays"] - before["plays"]
    (notice,) = mended(path)
    assert "No backup has it intact, so it is set aside." in notice
    assert {name: len(rows) for name, rows in changed(before, path).items()} == {"plays": 1, "seats": 2}
    assert {("plays", row) for row in damaged} <= set_aside(path)


@pytest.mark.parametrize(
    ("column", "to"),
    [("what", "x'61'"), ("number", "'no'"), ("at", "'soon'"), ("here", "7"), ("play", "'[5]'"), ("play", "'{{}}'")],
)
def test_an_earlier_version_of_a_play_that_cannot_be_read_is_taken_out(path: Path, column: str, to: str) -> None:
    without_backups(path)
    before = content(path)
    change(path, "play_revisions", column, to)
    (notice,) = mended(path)
    assert "No backup has it intact, so it is set aside." in notice
    assert {name: len(rows) for name, rows in changed(before, path).items()} == {"play_revisions": 1}


@pytest.mark.parametrize("table", ["plays", "players", "places", "imports", "tables"])
def test_a_row_that_is_gone_though_others_refer_to_it_comes_back(path: Path, table: str) -> None:
    before = content(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f'DELETE FROM "{table}"')  # noqa: S608
    said = mended(path)
    assert said
    for notice in said:
        again = "It was made again from " if table == "tables" else "It is restored from the backup"
        assert notice.startswith(f"Damaged: a row of {table}. {again}")
    differs = changed(before, path)
    assert {*differs} <= {table}  # nothing refers to what is missing now
    if table == "tables":  # all that steps tell
        assert {row[:4] for row in before["tables"]} == {row[:4] for row in content(path)["tables"]}
    else:
        assert not any(row in content(path)[table] for row in differs.get(table, ()))


def test_what_was_set_aside_comes_back_as_soon_as_a_backup_has_it(path: Path) -> None:
    folder, away = path.parent / backups.FOLDER, path.parent / "away"
    before = content(path)
    folder.rename(away)
    change(path, "copies", "value", "'6'")
    change(path, "plays", "sheet", "'broken'")
    assert len(mended(path)) == 2
    assert {*changed(before, path)} == {"copies", "plays", "seats"}
    away.rename(folder)
    with opened(path) as store:
        back, left = mending.bring_back(store, folder)
        assert (len(back), [str(sentence) for sentence in left]) == (2, [ASIDE])
        with store.reading() as session:
            assert [str(sentence) for sentence in mending.waiting(session)] == [
                "This is set aside, because no backup has it intact: the setting “size”."
            ]
        assert mending.bring_back(store, folder) == ((), left)
    assert changed(before, path) == {}


def test_what_took_the_place_of_something_set_aside_stays(path: Path) -> None:
    change(path, "settings", "value", "'6'")
    backups_away = path.parent / backups.FOLDER
    backups_away.rename(path.parent / "away")
    mended(path)
    (path.parent / "away").rename(backups_away)
    with opened(path) as store:
        store.set("seen", "anew")
        assert mending.bring_back(store, backups_away)[0] == ()
        assert store.settings()["seen"] == "anew"


def test_a_friend_whose_name_is_taken_now_does_not_come_back_under_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (name,) = connection.execute("SELECT name FROM players ORDER BY rowid DESC").fetchone()
    change(path, "players", "name", "'Xaver'")
    change(path, "players", "folded", "'xaver'")
    with opened(path) as store:
        people.remember_players(store, [(name, "red", "circle")])
        plays_before = history.count(store, Filter())
    (notice,) = mended(path)
    assert "the friend Xaver. No backup has it intact" in notice
    with opened(path) as store:
        assert history.count(store, Filter()) == plays_before
        assert {player.name for player in people.players(store, hidden=True)} >= {name, f"{name} (2)"}


def test_mending_that_fails_at_any_point_has_changed_nothing_and_is_done_again(path: Path) -> None:
    for table, column in (("plays", "note"), ("players", "name"), ("places", "id"), ("revisions", "label")):
        change(path, table, column, NO_TEXT)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE plays SET note = 'changed' WHERE id = '00000000000000000000000000000007'")
        for file in (path.parent / backups.FOLDER).iterdir():
            with closing(sqlite3.connect(file)) as backup, backup:  # which then has it damaged, too
                backup.execute("UPDATE plays SET note = 'changed' WHERE id = '00000000000000000000000000000007'")
    (path.parent / backups.FOLDER / "none").mkdir()
    before = content(path)
    for allowed in count(step=1 if EACH_WEEK else 4):
        with opened(path) as store:
            left = iter(range(allowed))

            def stop(*_: object, left: Any = left) -> None:
                if next(left, None) is None:
                    raise KeyboardInterrupt

            event.listen(store._writing, "before_cursor_execute", stop)
            with suppress(KeyboardInterrupt):
                assert len(mending.mend(store, path.parent / backups.FOLDER, table_after)) == 5
                break
        assert content(path) == before
    assert allowed > 50


@pytest.mark.parametrize(("column", "to"), [("sheet", "'broken'"), ("edited", "'broken'"), ("note", NO_TEXT)])
def test_of_many_plays_only_what_the_start_needs_is_examined_until_damage_is_met(
    path: Path, monkeypatch: pytest.MonkeyPatch, column: str, to: str
) -> None:
    monkeypatch.setattr(recovery, "MAX_EXAMINED_PLAYS", 0)
    before = content(path)
    change(path, "settings", "value", NO_TEXT)
    change(path, "plays", column, to)
    store, said = recovery.open_whole(f"sqlite:///{path}", Clock(), path.parent / backups.FOLDER, table_after)
    with closing(store):
        assert ["the setting" in str(sentence) for sentence in said] == [True]
        for _ in range(2):
            with pytest.raises(DamagedDatabaseError, match="some of what is stored is damaged: start Tessera again"):
                [play for removed in (True, False) for play in history.stream(store, Filter(removed=removed))]
    assert path.with_name(path.name + SUSPECT_SUFFIX).exists()
    store, said = recovery.open_whole(f"sqlite:///{path}", Clock(), path.parent / backups.FOLDER, table_after)
    store.close()
    assert ["the play of" in str(sentence) for sentence in said] == [True]
    assert not path.with_name(path.name + SUSPECT_SUFFIX).exists()
    assert changed(before, path) == {}


def test_a_backup_that_meets_damage_has_the_file_examined_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "MAX_EXAMINED_PLAYS", 0)
    before = content(path)
    change(path, "plays", "note", "'another one'")
    assert not backups.backup(path, path.parent / backups.FOLDER, START + timedelta(days=1)).whole
    assert len(mended(path)) == 1
    assert changed(before, path) == {}


def test_a_row_that_is_damaged_after_it_was_read_does_not_become_whole_by_a_change(path: Path) -> None:
    with opened(path) as store, store.writing() as session:
        row = session.exec(select(PlayRow).where(PlayRow.game == "carpe-diem")).one()
        session.connection().exec_driver_sql("UPDATE plays SET title = 'Carpe Noctem' WHERE game = 'carpe-diem'")
        row.note = "changed"
        session.flush()
        assert [damage.record.key for damage in examine(session)] == [(row.id,)]


def test_what_an_older_version_wrote_in_other_words_stays_whole_when_it_is_changed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table in Row.metadata.sorted_tables:
            for column in table.columns:
                wordier = WORDIER.get(type(column.type))
                if wordier is not None:
                    connection.create_function("wordier", 1, wordier)
                    connection.execute(f'UPDATE "{table.name}" SET "{column.name}" = wordier("{column.name}")')  # noqa: S608
            sealed = ", ".join(f'"{name}"' for name in covered(table))
            connection.create_function("sealed", -1, lambda *values: checksum(values))
            connection.execute(f'UPDATE "{table.name}" SET {CHECKSUM} = sealed({sealed})')  # noqa: S608
        connection.commit()
    with opened(path) as store:
        with store.writing() as session:
            for kind in Row.__subclasses__():
                for row in session.exec(select(kind)):
                    flag_modified(row, CHECKSUM)
                    for column in kind.__table__.columns:  # type: ignore[attr-defined]
                        if type(column.type) is Boolean:
                            setattr(row, column.name, not getattr(row, column.name))
        assert examined(store) == ()


@pytest.mark.usefixtures("on_both")
def test_a_play_comes_back_with_its_seats_and_nothing_else_changes(tmp_path: Path, store: Store) -> None:
    lost, kept = finished(store), finished(store)
    backups.backup(store, tmp_path / "backups", START)
    store.set("theme", "dark")
    with store.writing() as session:
        for change in ("UPDATE plays SET sheet = '{{broken' WHERE id = '{}'", "DELETE FROM seats WHERE play_id = '{}'"):
            session.connection().exec_driver_sql(change.format(lost.id))
    assert len(mending.mend(store, tmp_path / "backups", table_after)) == 1
    assert [plays.play(store, play.id) for play in (lost, kept)] == [lost, kept]
    assert store.settings()["theme"] == "dark"
    assert mending.mend(store, tmp_path / "backups", table_after) == ()
    with store.reading() as session:
        (row,) = session.exec(select(SetAsideRow))
        assert row.stored["plays"][0][-3] == "{broken"


@pytest.mark.usefixtures("on_both")
def test_a_play_that_no_backup_has_stays_as_it_reads(tmp_path: Path, store: Store) -> None:
    play = written(store, content_of({"Cathy": 9, "Nick": 5}, note="late", place="Home"))
    for change in ("UPDATE plays SET note = 'latf'", "UPDATE places SET seen = '2024-03-02 10:00:00.000000'"):
        with store.writing() as session:
            session.connection().exec_driver_sql(change)
    assert len(mending.mend(store, tmp_path / "backups", table_after)) == 2
    assert plays.play(store, play.id) == replace(play, note="latf")
    assert mending.mend(store, tmp_path / "backups", table_after) == ()
