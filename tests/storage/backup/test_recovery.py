"""A damaged file: kept aside, the newest good backup in its place, and it is told what is missing."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from storage.backup import backups, recovery
from storage.backup.recovery import Recovered
from storage.database import sqlite_files
from storage.database.engine import SUSPECT_SUFFIX
from storage.database.errors import DamagedDatabaseError, StoreError
from storage.repositories import access, damage, history
from storage.repositories.history import Filter
from tests.storage.sample_plays import content, finished, written
from tests.storage.stores import START, Clock, opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.tables import Store

PAGE: Final = 4096
KEPT: Final = 20
LOST: Final = 3
BACKED_UP: Final = START + timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A whole file of some plays, and a folder whose newest backup has all but the last of them."""

    whole: bytes
    folder: Path
    plays: tuple[str, ...]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    place = tmp_path_factory.mktemp("season")
    path, folder = place / "tessera.sqlite3", place / "backups"
    with opened(path) as store:
        backups.backup(store, folder, START)
        finished(store)
        for day in range(1, KEPT):
            written(store, content({"Cathy": 9 + day, "Nick": 5}, days=day, place="Home", note="long " * 10))
        backups.backup(store, folder, BACKED_UP)
        kept = plays_of(store)
        for day in range(LOST):
            title = {"game": "go", "title": "Go"} if day == 0 else {}
            written(store, content({"Cathy": 9, "Nick": 5}, days=40 + day, **title))
    return Season(whole=path.read_bytes(), folder=folder, plays=tuple(kept))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


def plays_of(store: Store) -> list[str]:
    return [play.id for play in history.stream(store, Filter())]


def opened_again(path: Path, folder: Path) -> tuple[list[str], Recovered | None]:
    """Open whatever is there; return its plays, and what was recovered, of which the store itself tells as well."""
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    with closing(store):
        assert recovery.pending_notice(store.settings()) == recovered
        return plays_of(store), recovered


def names(path: Path) -> set[str]:
    """What lies beside a file, but the empty log that reading leaves."""
    logs = {file for file in path.parent.iterdir() if file.name.endswith(("-shm", "-wal"))}
    assert not any(file.read_bytes() for file in logs if file.name.endswith("-wal"))
    return {file.name for file in path.parent.iterdir() if file not in logs}


def assert_recovered(path: Path, season: Season) -> Recovered:
    """Open a damaged file: it is kept as it was, and all that the backup has is there."""
    damaged = path.read_bytes()
    found, recovered = opened_again(path, season.folder)
    assert tuple(found) == season.plays
    assert recovered is not None
    assert recovered.at == BACKED_UP
    assert recovered.plays == KEPT
    assert recovered.aside is not None
    aside = Path(recovered.aside)
    assert aside.name == "tessera-damaged-20240301-193100-000250.sqlite3"
    assert aside.read_bytes() == damaged
    assert sqlite_files.integrity_problems(path) == ()
    assert names(path) == {path.name, aside.name}
    return recovered


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
        assert finished(store).seats


@pytest.mark.parametrize("missing", [1, 100, PAGE - 1])
def test_an_end_that_is_missing_is_met(path: Path, season: Season, missing: int) -> None:
    """SQLite would read zeros there."""
    path.write_bytes(season.whole[:-missing])
    assert_recovered(path, season)


@pytest.mark.parametrize("third", range(3))
def test_a_flipped_bit_at_the_start_of_any_page_is_met(path: Path, season: Season, third: int) -> None:
    """What kind of page it is stands there."""
    starts = [start + (100 if start == 0 else 0) for start in range(0, len(season.whole), PAGE)][third::3]
    for start in starts:
        damaged = bytearray(season.whole)
        damaged[start] ^= 0x04
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(damaged)
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
            assert sqlite_files.integrity_problems(path, "quick_check") == ()
            assert history.count(store, Filter()) == KEPT if recovered else KEPT + LOST
        if recovered:
            assert Path(str(recovered.aside)).read_bytes() == damaged


FATAL: Final = {
    "no database": b"no database at all\n" * 1000,
    "zeros": bytes(40 * PAGE),
    "another file": b"PK\x03\x04" + bytes(range(256)) * 100,
}


@pytest.mark.parametrize("data", FATAL.values(), ids=FATAL)
def test_a_file_that_is_no_database_any_more_is_recovered(path: Path, season: Season, data: bytes) -> None:
    path.write_bytes(data)
    recovered = assert_recovered(path, season)
    assert recovered.recorded is None
    assert recovered.missing is None
    assert str(recovered.summary()[-1]) == "The damaged file cannot be read, so this may be plays, too."


def test_an_empty_file_is_recovered(path: Path, season: Season) -> None:
    path.touch()
    assert_recovered(path, season)


def test_a_file_that_is_gone_is_recovered(path: Path, season: Season) -> None:
    found, recovered = opened_again(path, season.folder)
    assert tuple(found) == season.plays
    assert recovered == Recovered(aside=None, at=BACKED_UP, plays=KEPT, recorded=None, missing=None)
    first, second, access = recovered.summary()
    assert access == backups.ACCESS_NOTICE
    assert str(first) == "The file with your plays was gone."
    assert "20 plays: what was entered later is missing" in str(second)
    assert names(path) == {path.name}


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
    found, recovered = opened_again(path, season.folder)
    assert tuple(found) == season.plays
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
    found, recovered = opened_again(path, season.folder)
    assert len(found) == KEPT + LOST
    assert recovered is None
    assert names(path) == {path.name}


def test_what_stands_in_the_log_of_a_killed_program_is_not_lost(path: Path, season: Season, tmp_path: Path) -> None:
    there = tmp_path / "killed"
    there.mkdir()
    path.write_bytes(season.whole)
    with opened(path) as store:
        last = finished(store)
        for end in ("", "-wal"):
            (there / (path.name + end)).write_bytes(path.with_name(path.name + end).read_bytes())
    assert (there / path.name).read_bytes() == season.whole
    found, recovered = opened_again(there / path.name, season.folder)
    assert recovered is None
    assert last.id in found
    assert len(found) == KEPT + LOST + 1


def test_where_nothing_was_ever_kept_a_new_store_is_made(path: Path, tmp_path: Path) -> None:
    assert opened_again(path, tmp_path / "backups") == ([], None)
    assert names(path) == {path.name}


def test_a_file_of_another_program_is_left_to_it(path: Path, season: Season) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (id INTEGER)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
    assert path.read_bytes() == before
    assert names(path) == {path.name}


def cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def nothing(_: bytes) -> bytes:
    return b""


def no_database(_: bytes) -> bytes:
    return FATAL["no database"]


@pytest.mark.parametrize(
    ("damage", "why"), [(cut, "is damaged"), (nothing, "is empty or gone, and no backup is good"), (no_database, "")]
)
def test_without_a_good_backup_the_file_stays_as_it_is(
    path: Path, season: Season, tmp_path: Path, damage: Callable[[bytes], bytes], why: str
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for one in backups.backups(season.folder):
        (folder / one.path.name).write_bytes(cut(one.path.read_bytes()))
    path.write_bytes(damage(season.whole))
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for _ in range(2):
        with pytest.raises(DamagedDatabaseError) as caught:
            recovery.open_store(f"sqlite:///{path}", Clock(), folder)
        message = str(caught.value.message)
        assert message.splitlines() == [message]
        assert str(path) in message
        assert why in message
        assert {file: file.read_bytes() for file in before} == before
        assert names(path) == {path.name, folder.name}


@pytest.mark.parametrize("damage", [cut, no_database])
def test_without_any_backup_a_damaged_file_stays_as_it_is(
    path: Path, season: Season, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path.write_bytes(damage(season.whole))
    with pytest.raises(DamagedDatabaseError, match="was left as it is"):
        recovery.open_store(f"sqlite:///{path}", Clock(), tmp_path / "backups")
    assert path.read_bytes() == damage(season.whole)


def test_a_bad_backup_is_passed_over_for_the_newest_good_one(path: Path, season: Season, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    newest, oldest = backups.backups(season.folder)
    (folder / newest.path.name).write_bytes(cut(newest.path.read_bytes()))
    (folder / oldest.path.name).write_bytes(oldest.path.read_bytes())
    path.write_bytes(cut(season.whole))
    found, recovered = opened_again(path, folder)
    assert found == []
    assert recovered is not None
    assert (recovered.at, recovered.plays) == (START, 0)


def test_a_backup_without_a_column_is_passed_over(path: Path, season: Season, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    newest, oldest = backups.backups(season.folder)
    renamed = newest.path.read_bytes().replace(b"undone DATETIME", b"undnne DATETIME")
    (folder / newest.path.name).write_bytes(renamed)
    (folder / oldest.path.name).write_bytes(oldest.path.read_bytes())
    assert backups.restore_problems(backups.backups(folder)[0]) == ("it has no undone of imports",)
    path.write_bytes(cut(season.whole))
    _, recovered = opened_again(path, folder)
    assert recovered is not None
    assert recovered.at == START


def spoiled(whole: bytes, name: str) -> bytes:
    """Return a file with nothing where the rows of a table, or an index, begin."""
    with closing(sqlite3.connect(":memory:")) as other:
        other.deserialize(whole[:18] + b"\x01\x01" + whole[20:])  # as one without a log, which memory cannot have
        (page,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return whole[: (page - 1) * PAGE] + bytes(PAGE) + whole[page * PAGE :]


def test_what_is_missing_is_told(path: Path, season: Season) -> None:
    """Of a file whose plays can be read, though it is damaged elsewhere."""
    path.write_bytes(spoiled(season.whole, "copies"))
    recovered = assert_recovered(path, season)
    assert recovered.recorded == KEPT + LOST
    days = [f"{START + timedelta(days=40 + day):%Y-%m-%d}" for day in (2, 1, 0)]
    assert recovered.missing == (f"catan, {days[0]}", f"catan, {days[1]}", f"go, {days[2]}")
    first, second, _, third = map(str, recovered.summary())
    assert first == f"The file with your plays was damaged; it is kept as {recovered.aside}."
    at = f"{BACKED_UP.astimezone():%Y-%m-%d %H:%M}"
    assert second == f"The backup of {at} took its place, with 20 plays: what was entered later is missing."
    assert third == (f"The damaged file tells of 3 plays more: catan, {days[0]}; catan, {days[1]}; go, {days[2]}.")


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ((), "The damaged file tells of no play that is not here; look at the tables in play."),
        (("go, 2024-04-10",), "The damaged file tells of 1 play more: go, 2024-04-10."),
        (("a, 4", "b, 3", "c, 2", "d, 1"), "The damaged file tells of 4 plays more: a, 4; b, 3; c, 2 …."),
    ],
)
def test_how_it_is_said(missing: tuple[str, ...], said: str) -> None:
    told = Recovered(aside="/here", at=START, plays=1, recorded=1 + len(missing), missing=missing)
    assert str(told.summary()[-1]) == said
    assert "with 1 play:" in str(told.summary()[1])


def test_nothing_is_noted_where_nothing_was_recovered() -> None:
    assert recovery.pending_notice({}) is None
    assert recovery.pending_notice({recovery.RECOVERED_SETTING: None, "language": "de"}) is None


def test_damage_that_is_met_later_makes_the_file_suspect(
    path: Path, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is too large to be looked through each time is, when damage was met in it."""
    monkeypatch.setattr(recovery, "MAX_QUICK_CHECK_BYTES", 0)
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
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
    with closing(store):
        assert tuple(plays_of(store)) == season.plays
    assert recovered is not None
    assert Path(str(recovered.aside)).read_bytes() == damaged
    assert names(path) == {path.name, Path(str(recovered.aside)).name}


def test_a_suspect_file_that_is_whole_is_suspect_no_more(
    path: Path, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "MAX_QUICK_CHECK_BYTES", 0)
    path.write_bytes(season.whole)
    path.with_name(path.name + SUSPECT_SUFFIX).touch()
    found, recovered = opened_again(path, season.folder)
    assert len(found) == KEPT + LOST
    assert recovered is None
    assert names(path) == {path.name}


def test_what_is_no_json_any_more_costs_that_play_and_not_the_file(path: Path, season: Season) -> None:
    path.write_bytes(season.whole.replace(b'{"columns":[{', b'{"columns";[{'))
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), season.folder)
    with closing(store):
        assert recovered is None
        assert damage.find(store)
        assert plays_of(store) == []
    assert not path.with_name(path.name + SUSPECT_SUFFIX).exists()


def emptied(path: Path) -> None:
    """Leave a database of this version in which nothing was entered, but a setting and the host's code."""
    with opened(path) as store:
        store.set("theme", "dark")
        access.join_code(store, access.HOST_CODE)


def without_its_log(path: Path) -> None:
    """Leave what is in the file alone when a program is killed soon after its first start."""
    there = path.with_name("there.sqlite3")
    with opened(there) as store:
        finished(store)
        path.write_bytes(there.read_bytes())
    there.unlink()


@pytest.mark.parametrize("loss", [emptied, without_its_log, Path.touch])
def test_an_emptied_file_is_recovered(path: Path, season: Season, loss: Callable[[Path], None]) -> None:
    loss(path)
    recovered = assert_recovered(path, season)
    assert recovered.emptied
    first, second, access_notice = map(str, recovered.summary())
    assert first == f"The file with your plays was empty; it is kept as {recovered.aside}."
    assert "20 plays: what was entered later is missing" in second
    assert "join again" in access_notice


@pytest.mark.parametrize("loss", [emptied, Path.unlink])
def test_the_newest_backup_with_something_in_it_is_taken_for_an_emptied_file(
    path: Path, season: Season, tmp_path: Path, loss: Callable[[Path], None]
) -> None:
    folder = tmp_path / "backups"
    shutil.copytree(season.folder, folder)
    emptied(path)
    backups.backup(path, folder, BACKED_UP + timedelta(days=1))
    loss(path)
    found, recovered = opened_again(path, folder)
    assert tuple(found) == season.plays
    assert recovered is not None
    assert recovered.at == BACKED_UP


def test_who_begins_anew_on_purpose_is_left_alone(path: Path, season: Season, tmp_path: Path) -> None:
    """A backup without anything was put back: that is not undone at the next start, nor after the next backup."""
    folder = tmp_path / "backups"
    shutil.copytree(season.folder, folder)
    path.write_bytes(season.whole)
    nothing_yet = backups.backups(folder)[-1]
    with opened(path) as store:
        backups.restore(store, nothing_yet, folder, BACKED_UP + timedelta(days=1))
    assert opened_again(path, folder) == ([], None)
    backups.backup(path, folder, BACKED_UP + timedelta(days=2))
    assert opened_again(path, folder) == ([], None)
    with opened(path) as store:
        play = finished(store)
        backups.backup(store, folder, BACKED_UP + timedelta(days=3))
    path.write_bytes(b"")
    found, recovered = opened_again(path, folder)
    assert found == [play.id]
    assert recovered is not None


def test_where_only_other_tables_are_filled_nothing_is_recovered(path: Path, season: Season) -> None:
    with opened(path) as store:
        store.keep("carpe-diem", "villas", "3", 1)
    assert opened_again(path, season.folder) == ([], None)


def test_what_recovers_a_file_lets_nobody_in(path: Path, season: Season, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    path.write_bytes(season.whole)
    token = access.new_token()
    with opened(path) as store:
        secret = access.join_code(store, access.HOST_CODE).secret
        access.redeem(store, secret, token)
    shutil.copyfile(path, folder / "tessera-20240301-193000-000250.sqlite3")  # as an earlier version would
    path.write_bytes(cut(season.whole))
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    with closing(store):
        assert recovered is not None
        assert access.device_with_token(store, token) is None
        assert access.join_code(store, access.HOST_CODE).secret != secret
