"""What is kept: tables with every step, plays, players, copies, settings; each test on a real file."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, event, text

from storage.backup.damage import examine
from storage.database import columns
from storage.documents.changes import ABSENT, Change, Holder, plain_changes
from storage.documents.codec import to_json
from storage.repositories import plays
from storage.repositories.tables import Store
from storage.repositories.values import StaleError, TableStep
from tests.storage.sample_plays import sheet
from tests.storage.stores import START, Clock, coins, opened, paid, turned, url_of
from tests.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.repositories.values import StoredTable

GAME = "carpe-diem"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with opened(tmp_path_factory.mktemp("shared") / "tessera.db") as store:
        yield store


def begun(store: Store, number: int = 0) -> StoredTable:
    return store.begin(GAME, coins(number, turn=0))


@pytest.fixture
def table(store: Store) -> StoredTable:
    return begun(store)


def saved(store: Store, table: StoredTable, *steps: TableStep) -> StoredTable:
    for step in steps:
        table = store.save(table, step, table.content)
    return table


def last_steps(store: Store, table: StoredTable, author: str = "Cathy") -> tuple[int | None, int | None]:
    """The numbers of the steps that an undo and a redo would concern."""
    undo, redo = store.turnable(table.id, author)
    return None if undo is None else undo.number, None if redo is None else redo.number


def test_a_new_table_runs_at_revision_0(store: Store, table: StoredTable) -> None:
    assert (table.game, table.content) == (GAME, coins(0, turn=0))
    assert (table.revision, table.state) == (0, "running")
    assert table.created == table.changed == START + timedelta(minutes=1)
    assert len(table.id) == 32
    assert store.table(table.id) == table
    assert store.tables() == (table,)


def test_a_table_that_is_not_there_is_none(store: Store) -> None:
    assert store.table("0" * 32) is None
    assert store.tables() == ()


def test_the_table_changed_last_comes_first(store: Store) -> None:
    first, two, three = begun(store), begun(store), begun(store)
    first = store.save(first, paid(first, 5), coins(5))
    assert [table.id for table in store.tables()] == [first.id, three.id, two.id]


def test_a_saved_step_changes_document_revision_and_time(store: Store, table: StoredTable) -> None:
    now = store.save(table, paid(table, 3), coins(3, turn=1))
    assert (now.content, now.revision) == (coins(3, turn=1), 1)
    assert (now.id, now.game, now.created) == (table.id, table.game, table.created)
    assert now.changed > table.changed
    assert store.table(table.id) == now


@pytest.mark.usefixtures("on_both")
def test_the_last_step_is_the_one_that_was_saved_last_whoever_made_it(store: Store) -> None:
    table, beside = begun(store), begun(store)
    saved(store, beside, paid(beside, 1))
    assert store.last_step(table.id) is None
    table = saved(store, table, paid(table, 1), replace(paid(table, 2), number=2, author="Nick"))
    last = store.last_step(table.id)
    assert last is not None
    assert (last.number, last.author, last.kind) == (2, "Nick", "step")
    saved(store, table, turned(table, "undo", 1))
    assert store.last_step(table.id) == store.steps(table.id)[-1]


@pytest.mark.usefixtures("on_both")
def test_times_are_kept_to_the_microsecond_whatever_the_zone_of_the_clock(path: Path) -> None:
    clock = datetime(2024, 7, 1, 0, 30, 0, 17, tzinfo=timezone(timedelta(hours=2)))
    store = Store(url_of(path), lambda: clock)
    table = begun(store)
    again = store.table(table.id)
    store.close()
    assert again is not None
    assert again.created == clock
    assert again.created.isoformat() == "2024-06-30T22:30:00.000017+00:00"


@pytest.mark.usefixtures("on_both")
def test_documents_come_back_as_they_were(store: Store) -> None:
    odd: dict[str, Any] = {
        "name": "Zoë „’ 🏛",
        "half": "\ud800",
        "null": None,
        "list": [1, 1.5, True, {}],
        "big": 10**30,
    }
    table = store.begin(GAME, odd)
    again = store.table(table.id)
    assert again is not None
    assert again.content == odd
    assert isinstance(again.content["list"][2], bool)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_step_that_does_not_follow_the_last_one_is_refused(store: Store, table: StoredTable, number: int) -> None:
    table = store.save(table, paid(table, 1), coins(1))
    with pytest.raises(StaleError):
        store.save(table, TableStep(number, "Nick", "late", ()), coins(9))
    assert store.table(table.id) == table
    assert store.turnable(table.id, "Nick")[0] is None


@pytest.mark.parametrize("end", ["finish", "remove"])
def test_a_table_that_does_not_run_takes_no_steps(store: Store, table: StoredTable, end: str) -> None:
    plays.finish(store, table.id, sheet({"Cathy": 61})) if end == "finish" else store.set_state(table.id, "removed")
    with pytest.raises(StaleError) as caught:
        store.save(table, paid(table, 1), coins(1))
    assert "open it again" in str(caught.value.message)


def test_a_table_that_never_was_takes_no_steps(store: Store) -> None:
    with pytest.raises(StaleError):
        store.save(replace(begun(store), id="0" * 32), TableStep(1, "Cathy", "first", ()), {})


@contextmanager
def statements() -> Iterator[list[str]]:
    """Note what the database is asked meanwhile, without what begins and announces a transaction."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith(("SELECT", "INSERT", "UPDATE")) and "pg_" not in statement:
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_a_step_reads_no_table_and_encodes_each_document_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(store)
    encoded: list[object] = []

    def encode(value: object) -> bytes:
        encoded.append(value)
        return to_json(value)

    monkeypatch.setattr(columns, "to_json", encode)
    with statements() as asked:
        store.save(table, paid(table, 3), coins(3, turn=1))
    moved_on, undone, noted = asked
    assert moved_on.startswith("UPDATE tables ")
    assert undone.startswith("SELECT revisions.")
    assert noted.startswith("INSERT INTO revisions ")
    assert encoded == [coins(3, turn=1), plain_changes(paid(table, 3).changes)]


@pytest.mark.usefixtures("on_both")
def test_a_row_that_changes_is_not_written_whole(store: Store, table: StoredTable) -> None:
    with statements() as asked:
        store.set_state(table.id, "removed")
    (written,) = (statement for statement in asked if statement.startswith("UPDATE tables "))
    assert "content" not in written


def rot(store: Store, table: str, column: str, to: object) -> None:
    """Change a cell of all rows of a table behind the program's back."""
    with store.writing() as session:
        session.connection().execute(text(f"UPDATE {table} SET {column} = :to"), {"to": to})  # noqa: S608
    assert damaged(store) == {table}


def damaged(store: Store) -> set[str]:
    with store.reading() as session:
        return {damage.record.table for damage in examine(session)}


@pytest.mark.parametrize("column", ["game", "content", "created", "changed", "checksum"])
def test_a_table_that_is_damaged_while_it_is_open_is_whole_after_the_next_step(store: Store, column: str) -> None:
    table = begun(store)
    cell: dict[str, object] = {
        "created": "2020-01-01 00:00:00.000000",
        "changed": "2020-01-01 00:00:00.000000",
        "checksum": 0,
    }
    rot(store, "tables", column, cell.get(column, '{"broken'))
    now = store.save(table, paid(table, 3), coins(3, turn=1))
    assert damaged(store) == set()
    assert store.table(table.id) == now


def test_a_damaged_step_that_was_undone_stops_no_new_one(store: Store, table: StoredTable) -> None:
    table = saved(store, table, TableStep(1, "Cathy", "a", ()))
    table = saved(store, table, turned(table, "undo", 1))
    rot(store, "revisions", "label", "b")
    table = saved(store, table, TableStep(3, "Cathy", "c", ()))
    assert last_steps(store, table) == (3, None)
    assert store.table(table.id) == table


def test_a_removed_table_is_not_listed_and_can_be_restored(store: Store, table: StoredTable) -> None:
    store.set_state(table.id, "removed")
    store.set_state(table.id, "removed")
    assert store.tables() == ()
    removed = store.table(table.id)
    assert removed is not None
    assert removed.state == "removed"
    store.set_state(table.id, "running")
    assert store.tables() == (table,)


def test_a_finished_table_is_neither_removed_nor_restored(store: Store, table: StoredTable) -> None:
    plays.finish(store, table.id, sheet({"Cathy": 61}))
    with pytest.raises(StaleError):
        store.set_state(table.id, "removed")
    with pytest.raises(StaleError):
        store.set_state(table.id, "running")
    with pytest.raises(StaleError):
        store.set_state("0" * 32, "removed")


def test_a_step_is_kept_with_who_what_and_when(store: Store, table: StoredTable) -> None:
    changes = (Change("a", ABSENT, Holder.FIELDS), Change("a/b", 1, None), Change("c", [1], ABSENT))
    store.save(table, TableStep(1, "Cathy", "Takes 3 coins", changes), coins(3))
    step = store.turnable(table.id, "Cathy")[0]
    assert step is not None
    assert (step.number, step.author, step.label, step.changes) == (1, "Cathy", "Takes 3 coins", changes)
    assert (step.kind, step.state) == ("step", "done")
    assert step.at == START + timedelta(minutes=2)


def test_all_steps_of_a_table_are_read_in_their_order_also_when_it_is_finished(store: Store) -> None:
    table, second_table = begun(store), begun(store)
    saved(store, second_table, TableStep(1, "Cathy", "elsewhere", ()))
    table = saved(store, table, TableStep(1, "Cathy", "a", ()), TableStep(2, "Nick", "b", ()))
    table = saved(store, table, turned(table, "undo", 1))
    plays.finish(store, table.id, sheet({"Cathy": 61}))
    steps = [(step.number, step.author, step.kind, step.state) for step in store.steps(table.id)]
    assert steps == [(1, "Cathy", "step", "undone"), (2, "Nick", "step", "done"), (3, "Cathy", "undo", "done")]


@pytest.mark.usefixtures("on_both")
def test_what_each_can_undo_and_redo_follows_from_all_steps(store: Store) -> None:
    chance, authors = Random(16), ("Cathy", "Nick", "Zoë")
    table, elsewhere = begun(store), begun(store)
    saved(store, elsewhere, paid(elsewhere, 1, "Nick"))
    for number in range(60):
        author = chance.choice(authors[:2])
        undo, redo = store.turnable(table.id, author)
        steps = [paid(table, number, author)] * 2
        steps += [turned(table, "undo", undo.number, author)] if undo else []
        steps += [turned(table, "redo", redo.number, author)] if redo else []
        table = saved(store, table, chance.choice(steps))
        own = [step for step in store.steps(table.id) if step.kind == "step"]
        done, undone = ([step for step in own if step.state == state] for state in ("done", "undone"))
        expected = {
            author: (
                next((step for step in reversed(done) if step.author == author), None),
                next((step for step in undone if step.author == author), None),
            )
            for author in authors
        }
        assert store.table_with_steps(table.id, authors) == (table, expected)
    assert store.table_with_steps(table.id, ()) == (table, {})


def test_steps_are_undone_from_the_last_and_redone_from_the_first(store: Store, table: StoredTable) -> None:
    table = saved(store, table, *(TableStep(number, "Cathy", "", ()) for number in (1, 2, 3)))
    assert last_steps(store, table) == (3, None)
    table = saved(store, table, turned(table, "undo", 3))
    assert last_steps(store, table) == (2, 3)
    table = saved(store, table, turned(table, "undo", 2))
    assert last_steps(store, table) == (1, 2)
    table = saved(store, table, turned(table, "redo", 2))
    assert last_steps(store, table) == (2, 3)
    table = saved(store, table, turned(table, "redo", 3))
    assert last_steps(store, table) == (3, None)
    assert table.revision == 7


def test_a_new_step_drops_what_its_author_had_undone_and_nobody_elses(store: Store, table: StoredTable) -> None:
    table = saved(store, table, TableStep(1, "Cathy", "", ()), TableStep(2, "Nick", "", ()))
    table = saved(store, table, turned(table, "undo", 1))
    table = saved(store, table, turned(table, "undo", 2, "Nick"))
    table = saved(store, table, TableStep(5, "Nick", "", ()))
    assert last_steps(store, table) == (None, 1)
    assert last_steps(store, table, "Nick") == (5, None)


@pytest.mark.parametrize(("kind", "of"), [("redo", 1), ("undo", 2), ("undo", 9), ("undo", 3), ("redo", 3)])
def test_only_what_is_done_is_undone_and_only_what_is_undone_is_redone(store: Store, kind: Any, of: int) -> None:
    table = begun(store)
    table = saved(store, table, TableStep(1, "Cathy", "", ()), TableStep(2, "Cathy", "", ()))
    table = saved(store, table, turned(table, "undo", 2))
    with pytest.raises(StaleError):
        store.save(table, turned(table, kind, of), coins(9))
    assert store.table(table.id) == table
    assert last_steps(store, table) == (1, 2)


def test_steps_of_one_table_are_not_those_of_another(store: Store) -> None:
    first, two = begun(store), begun(store)
    first = saved(store, first, TableStep(1, "Cathy", "", ()))
    two = saved(store, two, TableStep(1, "Cathy", "", ()))
    saved(store, two, turned(two, "undo", 1))
    assert last_steps(store, first) == (1, None)
    assert last_steps(store, two) == (None, 1)


def test_undo_and_redo_survive_a_restart(path: Path) -> None:
    clock = Clock()
    with opened(path, clock) as store:
        table = begun(store)
        table = saved(store, table, paid(table, 1))
        table = saved(store, table, TableStep(2, "Cathy", "", ()))
        table = saved(store, table, turned(table, "undo", 2))
        steps = store.turnable(table.id, "Cathy")
    with opened(path, clock) as store:
        assert store.tables() == (table,)
        assert store.turnable(table.id, "Cathy") == steps
        table = saved(store, table, turned(table, "redo", 2))
        assert last_steps(store, table) == (2, None)


@examples(25)
@given(st.lists(st.tuples(st.sampled_from(["Cathy", "Nick"]), st.sampled_from(["step", "undo", "redo"])), max_size=25))
def test_any_course_of_steps_leaves_two_piles_for_each_author(shared: Store, course: list[tuple[str, Any]]) -> None:
    table = begun(shared)
    done: dict[str, list[int]] = {"Cathy": [], "Nick": []}
    undone: dict[str, list[int]] = {"Cathy": [], "Nick": []}
    for author, kind in course:
        piles = {"undo": (done[author], undone[author]), "redo": (undone[author], done[author])}
        number = table.revision + 1
        if kind == "step":
            table = saved(shared, table, TableStep(number, author, "", ()))
            done[author].append(number)
            undone[author].clear()
        elif piles[kind][0]:
            source, target = piles[kind]
            target.append(source.pop())
            table = saved(shared, table, turned(table, kind, target[-1], author))
    for author in ("Cathy", "Nick"):
        tops = tuple(pile[author][-1] if pile[author] else None for pile in (done, undone))
        assert last_steps(shared, table, author) == tops


@pytest.mark.usefixtures("on_both")
def test_the_store_may_be_opened_in_one_thread_and_asked_in_another(store: Store) -> None:
    made: list[StoredTable] = []
    thread = Thread(target=lambda: made.append(begun(store)))
    thread.start()
    thread.join()
    assert store.tables() == tuple(made)
