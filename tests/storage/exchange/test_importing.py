"""Imports: shown before, done once, taken back as one step, and nothing that was written is lost."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.exchange.csv_file import export_csv
from storage.exchange.importing import carry_out
from storage.exchange.past_imports import imports, undo_import
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.history import Filter, stream
from storage.repositories.people import places, players, rename
from storage.repositories.plays import correct, delete_for_good, play, remove, revisions
from storage.repositories.values import StaleError
from tests.storage.exchange.samples import exported, jsonl, keep, line, number, plain, planned, scored, take_in
from tests.storage.exchange.test_bgg import element, listed
from tests.storage.exchange.test_bgg import player as listed_player
from tests.storage.stores import Clock, opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.repositories.tables import Store

ANNA = plain({"Anna": 5, "Börje": 3}, note="Short")
TWO = jsonl(line(ANNA, number(1), place="Club"), line(plain({"Anna": 1}, days=1), number(2)))


def edited(store: Store, play_id: str, note: str) -> None:
    stored = play(store, play_id)
    assert stored is not None
    correct(store, play_id, replace(stored, note=note), "a slip")


def kinds(store: Store, data: bytes) -> list[str]:
    return [entry.kind for entry in planned(store, data).entries]


def note_of(store: Store, play_id: str) -> str | None:
    stored = play(store, play_id)
    return None if stored is None else stored.note


def test_a_plan_says_what_would_be_done_and_does_nothing(store: Store) -> None:
    before = exported(export_jsonl, store)
    plan = planned(store, TWO)
    assert (plan.new, plan.same, plan.changed, plan.kept) == (2, 0, 0, 0)
    assert [str(entry.reason) for entry in plan.entries] == ["is new", "is new"]
    assert exported(export_jsonl, store) == before
    assert imports(store) == ()


def test_importing_twice_changes_nothing(store: Store) -> None:
    first = take_in(store, TWO)
    assert (first.added, first.changed) == (2, 0)
    kept = exported(export_jsonl, store)
    second = take_in(store, TWO)
    assert (second.id, second.added, second.changed) == (None, 0, 0)
    assert exported(export_jsonl, store) == kept
    assert [taken.id for taken in imports(store)] == [first.id]
    assert len(players(store)) == 2


def test_a_play_that_stands_in_a_file_twice_is_taken_in_once(store: Store) -> None:
    data = jsonl(line(ANNA, number(1)), line(plain({"Anna": 9}), number(1)))
    assert kinds(store, data) == ["new", "same"]
    assert take_in(store, data).added == 1
    assert kinds(store, data) == ["same", "same"]


def test_a_changed_play_is_corrected_and_what_it_was_stays(store: Store) -> None:
    changed = jsonl(line(replace(ANNA, note="Long"), number(1), place="Club"))
    take_in(store, TWO)
    (entry,) = planned(store, changed).entries
    assert (entry.kind, str(entry.reason)) == ("changed", "differs from the play here: Note")
    done = take_in(store, changed)
    assert (done.added, done.changed) == (0, 1)
    assert note_of(store, number(1)) == "Long"
    (before,) = revisions(store, number(1))
    assert before.play.note == "Short"
    assert take_in(store, changed).id is None
    assert done.id is not None
    undone = undo_import(store, done.id)
    assert (undone.removed, undone.restored, undone.kept) == (0, 1, ())
    assert note_of(store, number(1)) == "Short"
    assert revisions(store, number(1)) == ()
    assert kinds(store, TWO) == ["same", "same"]


@pytest.mark.usefixtures("on_both")
def test_a_play_edited_here_stays_and_what_the_file_says_is_beside_it(store: Store) -> None:
    take_in(store, TWO)
    edited(store, number(1), "Mine")
    assert [str(entry.reason) for entry in planned(store, TWO).entries] == [
        "is here already, in a later version",
        "is here already",
    ]
    changed = TWO.replace(b'"Short"', b'"Theirs"')
    (entry, _) = planned(store, changed).entries
    assert entry.kind == "kept"
    assert str(entry.reason).startswith("was edited here on 2024-03-01; the file differs: Note")
    done = take_in(store, changed)
    assert (done.added, done.changed, done.versions) == (0, 0, 1)
    assert note_of(store, number(1)) == "Mine"
    assert sorted(notes_before(store)) == ["Short", "Theirs"]
    assert take_in(store, changed).id is None
    assert done.id is not None
    undo_import(store, done.id)
    assert (note_of(store, number(1)), notes_before(store)) == ("Mine", ["Short"])


def test_an_undo_takes_everything_away_that_came(store: Store) -> None:
    keep(store, plain({"Anna": 7}, days=9), number(9))
    before = exported(export_jsonl, store)
    done = take_in(store, TWO)
    assert done.id is not None
    undone = undo_import(store, done.id)
    assert (undone.removed, undone.restored, undone.kept) == (2, 0, ())
    assert exported(export_jsonl, store) == before
    assert [friend.name for friend in players(store)] == ["Anna"]
    assert places(store) == ()
    (taken,) = imports(store)
    assert taken.undone is not None
    with pytest.raises(StaleError):
        undo_import(store, done.id)
    assert take_in(store, TWO).added == 2


def test_an_undo_keeps_and_names_what_was_edited_since(store: Store) -> None:
    done = take_in(store, TWO)
    edited(store, number(1), "Mine")
    assert done.id is not None
    undone = undo_import(store, done.id)
    assert undone.removed == 1
    assert [(kept.play_id, kept.title, kept.day) for kept in undone.kept] == [(number(1), "Azul", "2024-03-01")]
    assert note_of(store, number(1)) == "Mine"
    assert play(store, number(2)) is None


def test_what_lies_in_the_bin_stays_there_until_it_is_gone_for_good(store: Store) -> None:
    take_in(store, TWO)
    remove(store, number(1))
    assert [str(entry.reason) for entry in planned(store, TWO).entries] == [
        "is deleted here, and stays so unless you restore it",
        "is here already",
    ]
    assert take_in(store, TWO).id is None
    delete_for_good(store, number(1))
    assert [str(entry.reason) for entry in planned(store, TWO).entries] == [
        "is deleted here for good, and stays so",
        "is here already",
    ]
    assert take_in(store, TWO).id is None


def test_names_that_were_changed_here_are_no_changes_of_the_play(store: Store) -> None:
    take_in(store, TWO)
    rename(store, "place", places(store)[0].id, "Clubhouse")
    rename(store, "player", next(friend.id for friend in players(store) if friend.name == "Anna"), "Anna Maria")
    assert kinds(store, TWO) == ["same", "same"]


def test_a_plain_result_never_replaces_what_lay_on_the_table(store: Store) -> None:
    content = scored()
    poorer = jsonl(line(replace(plain({"Anna": 1}), game=content.game, title=content.title), number(1)))
    keep(store, content, number(1))
    (entry,) = planned(store, poorer).entries
    assert entry.kind == "kept"
    assert str(entry.reason).startswith("was scored here, with everything on the table; the file differs: ")
    assert take_in(store, poorer).versions == 1
    assert take_in(store, poorer).id is None
    stored = play(store, number(1))
    assert stored is not None
    assert stored.document == content.document


def test_a_list_of_boardgamegeek_is_taken_in_once_and_follows_its_changes(store: Store) -> None:
    data = listed(element(listed_player("Anna", "55", "1") + listed_player("Bo", "48")))
    assert take_in(store, data).added == 1
    assert take_in(store, data).id is None
    changed = data.replace(b'"48"', b'"49"')
    assert [str(entry.reason) for entry in planned(store, changed).entries] == ["differs from the play here: Result"]
    assert take_in(store, changed).changed == 1
    assert take_in(store, changed).id is None


@pytest.mark.usefixtures("on_both")
def test_of_what_is_printed_in_copies_the_last_entry_counts(store: Store) -> None:
    copy = {"tessera": "copy", "format": 1, "game": "little-town", "part": "tiles"}
    data = jsonl(copy | {"key": "barn", "value": 1}, copy | {"key": "mine", "value": [2]})
    store.keep("little-town", "tiles", "barn", 7)
    done = take_in(store, data)
    assert done.copies == 1
    assert {entry.key: entry.value for entry in store.copies("little-town")} == {"barn": 7, "mine": [2]}
    assert take_in(store, data).id is None
    later = jsonl(copy | {"key": "barn", "value": 1, "at": "2024-03-02T00:00:00+00:00"})
    again = take_in(store, later)
    assert take_in(store, later).id is None
    assert {entry.key: entry.value for entry in store.copies("little-town")} == {"barn": 1, "mine": [2]}
    for taken in (again, done):
        assert taken.id is not None
        undo_import(store, taken.id)
    assert {entry.key: entry.value for entry in store.copies("little-town")} == {"barn": 7}


def everything(folder: Path, *notes: str) -> bytes:
    """A file of a play of which the note was corrected elsewhere, once for each note."""
    with opened(folder / "elsewhere.db") as elsewhere:
        if play(elsewhere, number(1)) is None:
            keep(elsewhere, ANNA, number(1))
        for note in notes:
            edited(elsewhere, number(1), note)
        return exported(export_jsonl, elsewhere)


def notes_before(store: Store) -> list[str]:
    return [revision.play.note for revision in revisions(store, number(1))]


def test_what_was_edited_where_a_file_comes_from_was_not_edited_here(tmp_path: Path, store: Store) -> None:
    first, second = everything(tmp_path, "Long"), everything(tmp_path, "Longer", "Longest")
    take_in(store, first)
    assert (note_of(store, number(1)), notes_before(store)) == ("Long", ["Short"])
    assert kinds(store, second) == ["changed"]
    done = take_in(store, second)
    assert (done.added, done.changed) == (0, 1)
    assert [entry.changed for entry in imports(store)] == [1, 0]
    assert (note_of(store, number(1)), notes_before(store)) == ("Longest", ["Longer", "Long", "Short"])
    assert take_in(store, second).id is None
    assert kinds(store, everything(tmp_path, "Last")) == ["changed"]
    undone = undo_import(store, done.id or "")
    assert (undone.restored, undone.kept) == (1, ())
    assert (note_of(store, number(1)), notes_before(store)) == ("Long", ["Short"])


def test_the_last_of_two_corrections_counts_and_the_other_can_be_read(tmp_path: Path) -> None:
    first, second = everything(tmp_path, "Long"), everything(tmp_path, "Longer", "Last")
    slow = Clock()
    slow.now -= timedelta(days=1)
    with opened(tmp_path / "here.db", slow) as store:
        take_in(store, first)
        edited(store, number(1), "Mine")
        assert note_of(store, number(1)) == "Mine"
        assert kinds(store, second) == ["changed"]
        take_in(store, second)
        assert take_in(store, second).id is None
        assert (note_of(store, number(1)), sorted(notes_before(store))) == ("Last", ["Long", "Longer", "Mine", "Short"])
        assert take_in(store, first).id is None
        own = exported(export_jsonl, store)
    with opened(tmp_path / "elsewhere.db") as elsewhere:
        take_in(elsewhere, own)
        assert (note_of(elsewhere, number(1)), "Mine" in notes_before(elsewhere)) == ("Last", True)
        assert take_in(elsewhere, own).id is None


def test_an_undo_keeps_a_corrected_play_that_was_corrected_again_here(tmp_path: Path, store: Store) -> None:
    done = take_in(store, everything(tmp_path, "Long", "Longer"))
    edited(store, number(1), "Mine")
    undone = undo_import(store, done.id or "")
    assert (undone.removed, [kept_play.play_id for kept_play in undone.kept]) == (0, [number(1)])
    assert notes_before(store) == ["Longer", "Long", "Short"]


def test_a_play_in_the_bin_of_the_file_comes_into_the_bin(store: Store, there: Store) -> None:
    keep(store, ANNA, number(1))
    remove(store, number(1))
    done = take_in(there, exported(export_jsonl, store))
    kept = play(there, number(1))
    assert kept is not None
    assert (done.added, kept.removed is None) == (1, False)
    undo_import(there, done.id or "")
    assert play(there, number(1)) is None


@pytest.mark.usefixtures("on_both")
def test_settings_are_added_and_never_replaced(store: Store) -> None:
    setting = {"tessera": "setting", "format": 1}
    data = jsonl(setting | {"key": "theme", "value": "dark"}, setting | {"key": "awake", "value": True})
    store.set("theme", "light")
    done = take_in(store, data)
    assert (done.settings, store.settings()["theme"], store.settings()["awake"]) == (1, "light", True)
    assert take_in(store, data).id is None
    undo_import(store, done.id or "")
    assert store.settings() == {"theme": "light"}


def test_what_was_changed_here_since_an_import_stays_when_it_is_taken_back(store: Store) -> None:
    setting = {"tessera": "setting", "format": 1}
    copy = {"tessera": "copy", "format": 1, "game": "little-town", "part": "tiles"}
    values = [setting | {"key": "theme", "value": "dark"}, setting | {"key": "awake", "value": True}]
    done = take_in(store, jsonl(*values, copy | {"key": "barn", "value": 1}, copy | {"key": "mine", "value": 2}))
    store.set("theme", "light")
    store.keep("little-town", "tiles", "mine", 3)
    undo_import(store, done.id or "")
    assert store.settings() == {"theme": "light"}
    assert {entry.key: entry.value for entry in store.copies("little-town")} == {"mine": 3}


def test_taking_a_large_import_back_needs_little_room(tmp_path: Path) -> None:
    size = 2000
    with opened(tmp_path / "t.db") as store:
        done = take_in(store, jsonl(*(line(plain({"Anna": index}), number(index)) for index in range(size))))
        tracemalloc.start()
        try:
            assert undo_import(store, done.id or "").removed == size
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most < 1000 * size


@pytest.mark.parametrize("export", [export_jsonl, export_csv])
def test_the_day_of_a_play_is_the_day_where_it_was_played(
    tmp_path: Path, zones: Callable[[str], None], export: Callable[..., int]
) -> None:
    zones("Pacific/Auckland")
    with opened(tmp_path / "here.db") as store:
        keep(store, ANNA, number(1))
        data = exported(export, store)
    zones("America/Los_Angeles")
    with opened(tmp_path / "there.db") as there:
        take_in(there, data)
        assert [entry.day for entry in stream(there, Filter())] == ["2024-03-02"]
        edited(there, number(1), "Mine")
        assert [entry.day for entry in stream(there, Filter(since="2024-03-02"))] == ["2024-03-02"]
        assert kinds(there, data) == ["same"]


@pytest.mark.usefixtures("on_both")
def test_an_import_that_fails_leaves_nothing(store: Store) -> None:
    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt(done, of)

    with pytest.raises(KeyboardInterrupt):
        carry_out(store, planned(store, TWO), "a file", progress=stop)
    assert play(store, number(1)) is None
    assert players(store) == ()
    assert imports(store) == ()
