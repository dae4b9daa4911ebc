"""What the doctor finds: said in sentences, and nothing is changed by it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import create_engine, inspect

from storage.backup import backups, doctor
from storage.database import migrations
from storage.database.models import PlayRow
from storage.documents import codec
from storage.repositories import plays
from tests.storage.backup.season import PAGE, Season, opened_again, root_page
from tests.storage.sample_plays import content, finished, written
from tests.storage.stores import LATER_STEPS, START, Clock, coins, lay_out, opened, stamped, url_of

if TYPE_CHECKING:
    from storage.repositories.tables import Store

GOLDEN: Final = Path(__file__).parents[2] / "golden" / "carpe-diem" / "nick-villas.json"
DOCUMENT: Final[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))


def kept(folder: Path) -> dict[Path, bytes]:
    """All that lies in a folder, but the empty log that reading leaves."""
    every = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file() and not file.name.endswith("-shm")}
    return {file: data for file, data in every.items() if data or not file.name.endswith("-wal")}


def found(path: Path, folder: Path, days: int = 0) -> list[tuple[str, str]]:
    """What is found so many days later, which leaves all files as they are."""
    clock = Clock()
    clock.now += timedelta(days=days)
    before = kept(path.parent)
    findings = doctor.examine(url_of(path), folder, clock)
    assert kept(path.parent) == before
    return [(finding.kind, str(finding.message)) for finding in findings]


def faults(path: Path, folder: Path) -> list[str]:
    return [message for kind, message in found(path, folder) if kind == "fault"]


def totals() -> dict[str, int | None]:
    """What the rules give for the document."""
    read = codec.read_table(DOCUMENT)
    return {column.player: column.total for column in read.game.score(read.table).columns}


def scored(store: Store, more: int = 0, day: int = 0, **fields: Any) -> None:
    """Keep a play with its document, of which everybody has so much more than the rules give."""
    kept = {name: (total or 0) + more for name, total in totals().items()}
    same: dict[str, Any] = {"game": "carpe-diem", "title": "Carpe Diem", "document": DOCUMENT}
    written(store, content(kept, days=day, **{**same, **fields}))


def step(path: Path) -> list[str]:
    """The tables that there are, and the step at which they stand."""
    engine = create_engine(url_of(path))
    with engine.connect() as connection:
        names = inspect(connection).get_table_names()
        stamped = connection.exec_driver_sql("SELECT number FROM tessera_version") if names else ()
        said = [*sorted(names), *(str(row[0]) for row in stamped)]
    engine.dispose()
    return said


def test_a_database_with_nothing_in_it_stays_empty(path: Path, folder: Path) -> None:
    (_, first), *_ = found(path, folder)
    assert first.endswith(("Tessera makes it when you open the app.", "It holds no Tessera data yet."))
    assert step(path) == []


@pytest.mark.parametrize(("version", "kind"), [(1, "note"), (9999, "fault")])
def test_a_database_of_another_version_stays_as_it_is(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, version: int, kind: str
) -> None:
    with opened(path):
        pass
    engine = create_engine(url_of(path))
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE tessera_version SET number = {version}")  # noqa: S608
    engine.dispose()
    monkeypatch.setattr(migrations, "STEPS", LATER_STEPS)
    before = step(path)
    assert [finding for finding, said in found(path, folder) if " version" in said] == [kind]
    assert not any("It holds" in said for _, said in found(path, folder))
    assert step(path) == before


@pytest.mark.usefixtures("on_both")
def test_a_store_with_a_backup_is_as_it_should_be(path: Path, folder: Path) -> None:
    with opened(path) as store:
        scored(store)
        scored(store, day=1)
        written(store, content({"Cathy": 3, "Nick": None}))
        plays.remove(store, finished(store).id)
        store.begin("carpe-diem", coins(0))
        backups.backup(store, folder, START)
    findings = found(path, folder)
    assert {kind for kind, _ in findings} == {"good"}
    messages = [message for _, message in findings]
    assert "It holds 3 plays, 1 that were deleted, and 1 table in play." in messages
    assert "2 plays with a document have the same totals under today's rules." in messages
    assert any(message.startswith(f"{folder} has 1 backup, ") for message in messages)
    assert "The newest is from 2024-03-01 19:30, 0 days ago." in messages


def test_the_file_is_told_with_its_size(path: Path, folder: Path) -> None:
    with opened(path):
        pass
    findings = found(path, folder)
    assert findings[:2] == [
        ("good", f"{path} takes up {doctor.size_text(path.stat().st_size)}."),
        ("good", "The file is intact, and everything it refers to is there."),
    ]
    assert findings[-1] == ("note", f"There is no backup in {folder} yet; one is made after each finished play.")


def test_a_store_may_be_examined_while_it_is_used(path: Path, folder: Path) -> None:
    with opened(path) as store:
        finished(store)
        messages = [message for _, message in found(path, folder)]
        assert "It holds 1 play, 0 that were deleted, and 0 tables in play." in messages
        assert finished(store).players


def test_what_is_not_there_is_not_made(path: Path, folder: Path) -> None:
    assert found(path, folder)[0] == ("note", f"There is no {path} yet; Tessera makes it when you open the app.")
    assert not path.exists()
    assert not folder.exists()


def test_a_play_that_has_other_points_by_the_rules_is_told(path: Path, folder: Path) -> None:
    with opened(path) as store:
        scored(store, more=1, day=2)
        scored(store)
    now = ", ".join(f"{name} {total}" for name, total in totals().items())
    then = ", ".join(f"{name} {(total or 0) + 1}" for name, total in totals().items())
    day = f"{START + timedelta(days=2):%Y-%m-%d}"
    findings = found(path, folder)
    assert ("note", f"Carpe Diem of {day} was kept as {then}; today's rules give {now}.") in findings
    assert not any("under today's rules" in message for _, message in findings)


def test_of_many_such_plays_some_are_named(path: Path, folder: Path) -> None:
    with opened(path) as store:
        for day in range(7):
            scored(store, more=3, day=day)
    messages = [message for _, message in found(path, folder)]
    assert sum("was kept as" in message for message in messages) == doctor.MAX_NAMED == 5
    assert "The same goes for 2 more plays." in messages


def test_a_document_that_cannot_be_read_is_told(path: Path, folder: Path) -> None:
    with opened(path) as store:
        scored(store, document={"game": "carpe-diem", "format": 1, "table": {"coins": 3}})
        scored(store, document={"game": "tomorrow"}, game="tomorrow", title="Tomorrow")
    notes = [message for kind, message in found(path, folder) if kind == "note" and "backup" not in message]
    (said,) = notes
    assert said.startswith("Carpe Diem of 2024-03-01 cannot be read: ")


LOST: Final = "This is damaged: the play of Carpe Diem, 2024-03-01."


def test_what_is_another_number_now_is_told(path: Path, folder: Path) -> None:
    assert fault_after(path, folder, "revision = 2") == LOST
    with opened(path) as store:
        backups.backup(store, folder, START)
    (note,) = [message for kind, message in found(path, folder) if kind == "note" and "has 1 damaged row;" in message]
    assert note.startswith("tessera-20240301-193000-000250-damaged.sqlite3 has")


@pytest.mark.usefixtures("on_both")
def test_what_is_no_json_any_more_is_told(path: Path, folder: Path) -> None:
    assert fault_after(path, folder, "sheet = '{\"columns'") == LOST


@pytest.mark.parametrize("moment", ["'2024-13-01'", "'yesterday'", "20240301"])
def test_what_is_no_moment_any_more_is_told(path: Path, folder: Path, moment: str) -> None:
    assert fault_after(path, folder, f"finished = {moment}") == LOST


def fault_after(path: Path, folder: Path, damage: str) -> str:
    """Return the one fault that is found after a play was damaged."""
    with opened(path) as store:
        scored(store)
        with store.writing() as session:
            session.connection().exec_driver_sql(f"UPDATE {PlayRow.__tablename__} SET {damage}")  # noqa: S608
    (fault,) = [finding for finding in doctor.examine(url_of(path), folder, Clock()) if finding.kind == "fault"]
    return str(fault.message)


def test_how_far_it_is_is_told(path: Path, folder: Path) -> None:
    with opened(path) as store:
        for day in range(3):
            scored(store, day=day)
    steps: list[tuple[int, int]] = []
    doctor.examine(url_of(path), folder, Clock(), lambda done, every: steps.append((done, every)))
    assert steps == [(1, 3), (2, 3), (3, 3)]


def test_a_damaged_file_is_a_fault_and_left_alone(path: Path, folder: Path) -> None:
    with opened(path) as store:
        finished(store)
        backups.backup(store, folder, START)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    findings = found(path, folder)
    assert findings[1][0] == "fault"
    assert findings[1][1].startswith("This is damaged: ")
    assert ("note", "Open the app: it puts the newest good backup in its place and keeps the damaged file.") in findings
    assert not any("It holds" in message for _, message in findings)
    assert any("has 1 backup" in message for _, message in findings)


def test_a_damaged_index_is_a_fault_that_opening_mends(path: Path, season: Season) -> None:
    """The doctor, the start and a backup examine alike."""
    damaged = bytearray(season.whole)
    damaged[root_page(season.whole, "ix_plays_shown") * PAGE - 3] ^= 0x01
    path.write_bytes(damaged)
    folder = path.parent / "backups"
    findings = found(path, folder)
    assert findings[1][0] == "fault"
    assert (
        "note",
        "Open the app: it copies what was entered into a new file and keeps this one; nothing is missing.",
    ) in findings
    assert path.read_bytes() == damaged
    opened_again(path, folder)
    assert faults(path, folder) == []


def test_rows_that_name_what_is_not_there_are_a_fault(path: Path, folder: Path) -> None:
    with opened(path) as store:
        for _ in range(9):
            finished(store)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM plays")
    assert faults(path, folder) == ["This is damaged: a row of plays."] * 9


def test_what_is_no_database_is_a_fault(path: Path, folder: Path) -> None:
    path.write_text("no database\n" * 1000)
    assert faults(path, folder) == ["This is damaged: file is not a database."]


@pytest.mark.usefixtures("later")
def test_a_file_of_an_older_version_is_told_and_not_brought_up(path: Path, folder: Path) -> None:
    lay_out(path)
    findings = found(path, folder)
    assert findings[2] == ("note", "It belongs to an older version; opening the app backs it up and updates it.")
    assert not folder.exists()


def test_a_file_of_a_newer_version_is_a_fault(path: Path, folder: Path) -> None:
    with opened(path):
        pass
    stamped(path, 9999)
    assert faults(path, folder) == ["It was written by a newer version of Tessera: install that version."]


def test_a_file_with_nothing_of_ours_is_told(path: Path, folder: Path) -> None:
    path.touch()
    assert ("note", "It holds no Tessera data yet.") in found(path, folder)


@pytest.mark.parametrize("left", ["no file", "0 bytes", "no rows"])
def test_a_file_with_nothing_in_it_beside_backups_is_a_fault(path: Path, folder: Path, left: str) -> None:
    with opened(path) as store:
        finished(store)
        made = backups.backup(store, folder, START)
    path.unlink()
    if left == "0 bytes":
        path.touch()
    elif left == "no rows":
        with opened(path):
            pass
    said = f'There is nothing in "{path}", but there is in {made.path.name}: open the app to restore that backup.'
    assert faults(path, folder) == [said]


def test_a_backup_of_the_future_is_told(path: Path, folder: Path) -> None:
    with opened(path) as store:
        scored(store)
        ahead = backups.backup(store, folder, START + timedelta(days=900))
        scored(store, day=1)
        backups.backup(store, folder, START)
    notes = [message for kind, message in found(path, folder) if kind == "note"]
    assert notes == [
        (
            f"{ahead.path.name} is dated in the future because a clock was wrong; "
            "backups made after it still count as newer."
        )
    ]
    assert ("good", "The newest is from 2024-03-01 19:30, 0 days ago.") in found(path, folder)


def test_an_address_of_no_database_is_a_fault(folder: Path) -> None:
    (fault, note) = doctor.examine("nonsense", folder, Clock())
    assert (fault.kind, note.kind) == ("fault", "note")
    assert "no database address" in str(fault.message)


def test_backups_are_looked_at_one_by_one(path: Path, folder: Path) -> None:
    with opened(path) as store:
        for day in range(3):
            finished(store)
            backups.backup(store, folder, START + timedelta(days=day))
    newest, middle, _ = backups.backups(folder)
    middle.path.write_bytes(middle.path.read_bytes()[: middle.size // 2])
    newest.path.write_bytes(b"")
    said = faults(path, folder)
    assert [message.split()[0] for message in said] == [middle.path.name, newest.path.name]
    assert all("cannot be restored: " in message for message in said)
    assert said[1].endswith("it holds no Tessera data")


@pytest.mark.parametrize(("days", "kind"), [(14, "good"), (15, "note")])
def test_an_old_backup_is_told(path: Path, folder: Path, days: int, kind: str) -> None:
    with opened(path) as store:
        backups.backup(store, folder, START)
    assert (kind, f"The newest is from 2024-03-01 19:30, {days} days ago.") in found(path, folder, days)


@pytest.mark.parametrize(
    ("size", "said"),
    [(1, "1 byte"), (999, "999 bytes"), (1_000, "1 kB"), (272_384, "272 kB"), (5_400_000_000, "5.4 GB")],
)
def test_sizes_are_said_as_people_read_them(size: int, said: str) -> None:
    assert doctor.size_text(size) == said
