"""A damaged file: kept aside, the newest good backup in its place, and it is told what is missing."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from companion.tables.replay import table_after
from storage.backup import backups, recovery
from storage.backup.recovery import Recovered
from storage.database import sqlite_files
from storage.database.errors import DamagedDatabaseError, StoreError
from storage.database.sqlite_files import SUSPECT_SUFFIX
from storage.repositories import history
from storage.repositories.history import Filter
from tests.storage.backup.season import (
    BACKED_UP,
    KEPT,
    LOST,
    NO_DATABASE,
    PAGE,
    Season,
    assert_rebuilt,
    assert_recovered,
    indexes_of,
    names,
    opened_again,
    plays_of,
    root_page,
)
from tests.storage.sample_plays import finished
from tests.storage.stores import START, Clock, opened_with_care


def pages_of_indexes(whole: bytes) -> set[int]:
    return {root_page(whole, index) for index in indexes_of(whole)}


@pytest.mark.parametrize("size", [1, 15, 99, 100, 512, PAGE - 1, PAGE, PAGE + 1, 10 * PAGE, 20 * PAGE + 77])
def test_a_truncated_file_is_recovered(path: Path, season: Season, size: int) -> None:
    path.write_bytes(season.whole[:size])
    assert_recovered(path, season)


@pytest.mark.parametrize("part", [0.25, 0.5, 0.75, 0.99])
def test_a_file_that_was_cut_is_recovered_and_whole_again(path: Path, season: Season, part: float) -> None:
    path.write_bytes(season.whole[: int(len(season.whole) * part)])
    recovered = assert_recovered(path, season)
    assert str(recovered.aside) in str(recovered.summary()[0])
    store, again = recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
    with closing(store):
        assert again is None
        assert recovery.pending_notice(store.settings()) == recovered
        store.set(recovery.RECOVERED_SETTING, None)
        assert recovery.pending_notice(store.settings()) is None
        assert finished(store).players


@pytest.mark.parametrize("missing", [1, 100, PAGE - 1])
def test_an_end_that_is_missing_is_met(path: Path, season: Season, missing: int) -> None:
    """SQLite would read zeros there."""
    path.write_bytes(season.whole[:-missing])
    assert_recovered(path, season)


@pytest.mark.parametrize("third", range(3))
def test_a_flipped_bit_at_the_start_of_any_page_is_met(path: Path, season: Season, third: int) -> None:
    """What kind of page it is stands there."""
    starts = [start + (100 if start == 0 else 0) for start in range(0, len(season.whole), PAGE)][third::3]
    indexes = pages_of_indexes(season.whole)
    for start in starts:
        damaged = bytearray(season.whole)
        damaged[start] ^= 0x04
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(damaged)
        if start // PAGE + 1 in indexes:
            assert_rebuilt(path, season)
        else:
            assert_recovered(path, season)


@pytest.mark.parametrize("seed", range(4))
def test_after_a_flipped_bit_anywhere_there_is_a_store_or_a_sentence(path: Path, season: Season, seed: int) -> None:
    """SQLite has no checksums: where a text or a number is hit, it is whole, and reads as something else."""
    chance = random.Random(seed)
    offsets = [chance.randrange(100), *(chance.randrange(100, len(season.whole)) for _ in range(11))]
    for offset in offsets:
        damaged = bytearray(season.whole)
        damaged[offset] ^= 1 << chance.randrange(8)
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(damaged)
        try:
            store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
        except StoreError as error:
            assert str(path) in str(error)  # noqa: PT017 - either is right
            assert path.read_bytes() == damaged
            continue
        with closing(store):
            assert sqlite_files.integrity_problems(path) == ()
            assert history.count(store, Filter()) == (KEPT if recovered and not recovered.rebuilt else KEPT + LOST)
        if recovered:
            assert Path(str(recovered.aside)).read_bytes() == damaged


FATAL: Final = {
    "no database": NO_DATABASE,
    "zeros": bytes(40 * PAGE),
    "another file": b"PK\x03\x04" + bytes(range(256)) * 100,
}


@pytest.mark.parametrize("data", FATAL.values(), ids=FATAL)
def test_a_file_that_is_no_database_any_more_is_recovered(path: Path, season: Season, data: bytes) -> None:
    path.write_bytes(data)
    recovered = assert_recovered(path, season)
    assert recovered.recorded is None
    assert recovered.missing is None
    assert str(recovered.summary()[-1]) == "The damaged file cannot be read, so plays may be missing as well."


@pytest.mark.parametrize("number", [b"\x05", b"\x2b", b"\x84"])
def test_a_number_of_the_format_that_never_was_is_damage(path: Path, season: Season, number: bytes) -> None:
    path.write_bytes(season.whole[:47] + number + season.whole[48:])
    assert_recovered(path, season)


def test_a_column_that_is_called_otherwise_is_damage(path: Path, season: Season) -> None:
    """The file is whole for SQLite, which knows no better."""
    assert season.whole.count(b"undone DATETIME") == 1
    path.write_bytes(season.whole.replace(b"undone DATETIME", b"undnne DATETIME"))
    assert sqlite_files.integrity_problems(path) == ()
    recovered = assert_recovered(path, season)
    assert recovered.recorded == KEPT + LOST


def test_the_log_of_a_damaged_file_is_kept_with_it_and_not_written_into_the_next(path: Path, season: Season) -> None:
    damaged, log = season.whole[: 10 * PAGE], b"what was left " * 1000
    path.write_bytes(damaged)
    path.with_name(path.name + "-wal").write_bytes(log)
    titles, recovered = opened_again(path, season.folder)
    assert tuple(titles) == season.plays
    assert recovered is not None
    assert Path(str(recovered.aside)).read_bytes() == damaged
    assert Path(f"{recovered.aside}-wal").read_bytes() == log
    assert sqlite_files.integrity_problems(path) == ()


def test_the_second_damaged_file_does_not_take_the_place_of_the_first(path: Path, season: Season) -> None:
    clock = Clock()
    for size in (PAGE, 2 * PAGE):
        path.write_bytes(season.whole[:size])
        store, _ = recovery.open_store(f"sqlite:///{path}", clock, season.folder)
        store.close()
    sizes = sorted(
        file.stat().st_size
        for file in path.parent.iterdir()
        if file.name.startswith("tessera-damaged") and file.suffix == path.suffix
    )
    assert sizes == [PAGE, 2 * PAGE]


def test_a_whole_file_is_opened_as_it_is(path: Path, season: Season) -> None:
    path.write_bytes(season.whole)
    titles, recovered = opened_again(path, season.folder)
    assert len(titles) == KEPT + LOST
    assert recovered is None
    assert names(path) == {path.name}


def test_what_stands_in_the_log_of_a_killed_program_is_not_lost(path: Path, season: Season, tmp_path: Path) -> None:
    there = tmp_path / "killed"
    there.mkdir()
    path.write_bytes(season.whole)
    with opened_with_care(path) as store:
        last = finished(store)
        for end in ("", "-wal"):
            (there / (path.name + end)).write_bytes(path.with_name(path.name + end).read_bytes())
    assert (there / path.name).read_bytes() == season.whole
    titles, recovered = opened_again(there / path.name, season.folder)
    assert recovered is None
    assert last.id in titles
    assert len(titles) == KEPT + LOST + 1


def test_a_file_of_another_program_is_left_to_it(path: Path, season: Season) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
    assert path.read_bytes() == before
    assert names(path) == {path.name}


def spoiled(whole: bytes, name: str) -> bytes:
    """Return a file with nothing where the rows of a table, or an index, begin."""
    page = root_page(whole, name)
    return whole[: (page - 1) * PAGE] + bytes(PAGE) + whole[page * PAGE :]


def test_what_is_missing_is_told(path: Path, season: Season) -> None:
    """Of a file whose plays can be read, though it is damaged elsewhere."""
    path.write_bytes(spoiled(season.whole, "copies"))
    recovered = assert_recovered(path, season)
    assert recovered.recorded == KEPT + LOST
    days = [f"{START + timedelta(days=40 + day):%Y-%m-%d}" for day in (2, 1, 0)]
    assert recovered.missing == (f"catan, {days[0]}", f"catan, {days[1]}", f"go, {days[2]}")
    first, second, _, third = map(str, recovered.summary())
    assert first == f"The file with your plays was empty or damaged; it is kept as {recovered.aside}."
    at = f"{BACKED_UP.astimezone():%Y-%m-%d %H:%M}"
    assert second == f"The backup of {at}, with 20 plays, took its place: anything entered later is missing."
    assert third == (
        f"The damaged file names 3 plays that are missing here: catan, {days[0]}; catan, {days[1]}; go, {days[2]}."
    )


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ((), "The damaged file names no play that is missing here; check the tables in play."),
        (("go, 2024-04-10",), "The damaged file names 1 play that is missing here: go, 2024-04-10."),
        (("a, 4", "b, 3", "c, 2", "d, 1"), "The damaged file names 4 plays that are missing here: a, 4; b, 3; c, 2 …."),
    ],
)
def test_how_it_is_said(missing: tuple[str, ...], said: str) -> None:
    recovered = Recovered(aside="/here", at=START, plays=1, recorded=1 + len(missing), missing=missing)
    assert str(recovered.summary()[-1]) == said
    assert "with 1 play, " in str(recovered.summary()[1])


def test_nothing_is_noted_where_nothing_was_recovered() -> None:
    assert recovery.pending_notice({}) is None
    assert recovery.pending_notice({recovery.RECOVERED_SETTING: None, "language": "de"}) is None


def test_damage_that_is_met_later_makes_the_file_suspect(
    path: Path, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is too large to be looked through each time is, when damage was met in it."""
    monkeypatch.setattr(recovery, "MAX_CHECKED_BYTES", 0)
    suspect = path.with_name(path.name + SUSPECT_SUFFIX)
    damaged = spoiled(season.whole, "ix_plays_shown")
    path.write_bytes(damaged)
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
    with closing(store):
        assert recovered is None
        assert not suspect.exists()
        for _ in range(2):
            with pytest.raises(DamagedDatabaseError, match=f"{path} is damaged"):
                history.count(store, Filter())
            assert suspect.exists()
    assert_rebuilt(path, season)


def test_a_suspect_file_that_is_whole_is_suspect_no_more(
    path: Path, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "MAX_CHECKED_BYTES", 0)
    path.write_bytes(season.whole)
    path.with_name(path.name + SUSPECT_SUFFIX).touch()
    store, said = recovery.open_whole(f"sqlite:///{path}", Clock(), season.folder, table_after)
    with closing(store):
        assert len(plays_of(store)) == KEPT + LOST
    assert said == ()
    assert names(path) == {path.name}


def test_what_is_no_json_any_more_costs_that_play_and_not_the_file(path: Path, season: Season) -> None:
    path.write_bytes(season.whole.replace(b'{"columns":[{', b'{"columns";[{'))
    store, said = recovery.open_whole(f"sqlite:///{path}", Clock(), season.folder, table_after)
    with closing(store):
        assert len(said) == KEPT + LOST
        assert tuple(plays_of(store)) == season.plays
    assert names(path) == {path.name}


def test_an_index_of_which_an_entry_is_damaged_is_built_anew_and_nothing_is_lost(path: Path, season: Season) -> None:
    for index in indexes_of(season.whole):
        damaged = bytearray(season.whole)
        damaged[root_page(season.whole, index) * PAGE - 3] ^= 0x01
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(damaged)
        if not sqlite_files.integrity_problems(path):
            continue  # nothing lies there
        assert_rebuilt(path, season)


def test_an_index_with_an_entry_too_many_is_built_anew(path: Path, season: Season) -> None:
    damaged = bytearray(season.whole)
    damaged[(root_page(season.whole, "ix_plays_shown") - 1) * PAGE + 4] += 1
    path.write_bytes(damaged)
    recovered = assert_rebuilt(path, season)
    (summary,) = map(str, recovered.summary())
    assert summary == (
        "An index in the file with your plays was damaged and built anew. Nothing is missing; the damaged file is kept "
        f"as {recovered.aside}."
    )


def test_a_table_that_has_lost_rows_is_not_taken_for_a_damaged_index(path: Path, season: Season) -> None:
    """No row that is left says so: the indexes do."""
    damaged = bytearray(season.whole)
    count = (root_page(season.whole, "players") - 1) * PAGE + 4
    assert damaged[count] > 1
    damaged[count] -= 1
    path.write_bytes(damaged)
    assert_recovered(path, season)


def test_a_backup_is_made_though_an_index_is_damaged_and_the_next_start_mends_it(
    path: Path, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "MAX_CHECKED_BYTES", 0)
    path.write_bytes(spoiled(season.whole, "ix_plays_shown"))
    with opened_with_care(path) as store:
        made = backups.backup(store, path.parent / "backups", START)
        assert backups.restore_problems(made) == ()
        assert backups.counts(made.path) == (KEPT + LOST, 0)
    titles, recovered = opened_again(path, path.parent / "backups")
    assert len(titles) == KEPT + LOST
    assert recovered is not None
    assert recovered.rebuilt
