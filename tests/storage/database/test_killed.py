"""The program is killed at any moment, again and again: what was acknowledged is there, and nothing by halves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import func
from sqlmodel import select

from storage.backup import backups, recovery
from storage.database import migrations, sqlite_files
from storage.database.models import JournalRow, LineRow, PlayRevisionRow, PlayRow, SeatRow
from storage.repositories import history, people
from storage.repositories.history import Filter
from tests.storage.database.entering import IMPORTED, PLAYS_EACH, Round, line_of, opened, prepared, states
from tests.storage.stores import LATER_STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.repositories.tables import Store

ROOT: Final = Path(__file__).parents[3]
KILLS: Final = int(os.environ.get("TESSERA_KILLS", "8"))
"""How often the program is killed at each thing it does; each week more often."""

LATER: Final = {"migrations": (2, 0.12), "restores": (3, 0.05), "recoveries": (3, 0.05)}
"""After less than how many entries it is killed, and within how many seconds then: about what an entry takes."""

SOON: Final = (4, 0.03)


class Killer:
    """Has a program enter things, and kills it."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program

    def said(self, round_: Round) -> list[Any]:
        """What was acknowledged until the end."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(line_of(round_))
        self._program.stdin.flush()
        said: list[Any] = json.loads(self._program.stdout.readline())
        faults = [what["fault"] for what in said if isinstance(what, dict) and "fault" in what]
        assert not faults, faults[0]
        return said


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    command = [sys.executable, "-m", "tests.storage.database.entering"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as program:
        try:
            yield Killer(program)
        finally:
            assert program.stdin is not None
            program.stdin.close()
            program.wait(30)


def steps_are_there(folder: Path, acknowledged: list[Any]) -> None:
    with opened(folder) as store:
        for said in acknowledged[-1:]:
            table = store.table(said["table"])
            assert table is not None
            assert table.revision >= said["revision"]
            assert table.content["table"]["coins"] == table.revision
            step = store.turnable(table.id, "Cathy")[0]
            assert step is not None
            assert step.number == table.revision


def plays_are_there(folder: Path, acknowledged: list[Any]) -> None:
    """Every play that was acknowledged, with its correction; of every play all that belongs to it."""
    with opened(folder) as store:
        kept = {play.id: play for play in history.stream(store, Filter())}
        for said in acknowledged:
            assert kept[said["play"]].revision >= said["revision"]
        for play in kept.values():
            assert {seat.name for seat in play.players} == {column["player"] for column in play.sheet["columns"]}
        assert sums(store, SeatRow.total) == sums(store, LineRow.points)
        assert len(store.tables()) <= KILLS  # one that was begun, and not finished yet
        with store.reading() as session:
            kept_before = session.exec(select(PlayRevisionRow.play_id, PlayRevisionRow.number)).all()
        assert {(play.id, 1) for play in kept.values() if play.revision == 2} == set(kept_before)


def sums(store: Store, figure: Any) -> dict[str, int]:
    row = figure.class_
    with store.reading() as session:
        return dict(session.exec(select(row.play_id, func.sum(figure)).group_by(row.play_id)).all())


def imports_are_there(folder: Path, acknowledged: list[Any]) -> None:
    """Of each file that was taken in all plays, and no file by halves."""
    with opened(folder) as store, store.reading() as session:
        parts = select(JournalRow.import_id, func.count()).where(JournalRow.kind == "plays")
        counted = dict(session.exec(parts.group_by(JournalRow.import_id)).all())
        assert set(counted.values()) <= {IMPORTED}
        assert len(counted) >= len(acknowledged)
        there = set(session.exec(select(PlayRow.id)).all())
    assert {name for names in acknowledged for name in names} <= there


def old_plays_are_there(folder: Path, acknowledged: list[Any]) -> None:
    """Whatever step a file stands at, it has all plays; its backups can be put back."""
    copies = sorted(folder.glob("*.copy"))
    assert len(copies) >= len(acknowledged)
    for place in copies[-2:]:
        file = place / "tessera.sqlite3"
        done = place.name in acknowledged
        assert sqlite_files.version_of(file) in ({3} if done else {1, 3})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(migrations, "STEPS", LATER_STEPS)
            with opened(place) as store:
                assert history.count(store, Filter()) == 5
                assert history.count(store, Filter(removed=True)) == 1
                assert len(people.players(store, hidden=True)) == 10
        assert sqlite_files.integrity_problems(file) == ()
    good_backups(folder)


def backups_are_there(folder: Path, acknowledged: list[Any]) -> None:
    kept = {good.path.name for good in good_backups(folder)}
    assert {said["backup"] for said in acknowledged} <= kept
    for said in acknowledged[-1:]:
        copy = folder / "copy"
        copy.mkdir(exist_ok=True)
        (copy / "tessera.sqlite3").write_bytes((folder / "backups" / said["backup"]).read_bytes())
        with opened(copy) as store:
            assert store.settings()["number"] == said["number"]


def good_backups(folder: Path) -> tuple[backups.Backup, ...]:
    """The backups, of which every one can be put back; those that were looked at before are not looked at again."""
    seen = folder / "looked-at"
    seen.mkdir(exist_ok=True)
    kept_backups = backups.backups(folder / "backups")
    for kept_backup in kept_backups:
        if not (seen / kept_backup.path.name).exists():
            assert backups.restore_problems(kept_backup) == ()
            (seen / kept_backup.path.name).touch()
    return kept_backups


def one_of_two_states_is_there(folder: Path, acknowledged: list[Any]) -> None:
    with opened(folder) as store:
        state = store.settings()["state"]
        assert history.count(store, Filter()) == (state + 1) * PLAYS_EACH
        assert len(list(history.stream(store, Filter()))) == (state + 1) * PLAYS_EACH
        assert sums(store, SeatRow.total) == sums(store, LineRow.points)
    assert set(acknowledged) <= {0, 1}
    good_backups(folder)
    assert all(backups.restore_problems(state) == () for state in states(folder))


def damaged_files_are_whole_again(folder: Path, acknowledged: list[Any]) -> None:
    damaged = (folder / "damaged").read_bytes()
    assert all(said["recovered"] for said in acknowledged)
    for place in sorted(folder.glob("*.copy"))[-2:]:
        file = place / "tessera.sqlite3"
        store, _ = recovery.open_store(f"sqlite:///{file}", lambda: states(folder)[0].at, folder / "backups")
        assert history.count(store, Filter()) == 2 * PLAYS_EACH
        notice = recovery.pending_notice(store.settings())
        store.close()
        assert notice is not None
        assert Path(str(notice.aside)).read_bytes() == damaged
        assert all(copy.read_bytes() == damaged for copy in place.glob("tessera-damaged-*.sqlite3"))


JUDGES: Final[dict[str, Callable[[Path, list[Any]], None]]] = {
    "steps": steps_are_there,
    "tables": plays_are_there,
    "imports": imports_are_there,
    "migrations": old_plays_are_there,
    "backups": backups_are_there,
    "restores": one_of_two_states_is_there,
    "recoveries": damaged_files_are_whole_again,
}


@pytest.mark.parametrize("doing", JUDGES)
def test_what_was_acknowledged_outlives_a_kill_at_any_moment(killer: Killer, tmp_path: Path, doing: str) -> None:
    prepared(tmp_path)
    chance = Random(doing)
    entries, seconds = LATER.get(doing, SOON)
    acknowledged: list[Any] = []
    for _ in range(KILLS):
        after = chance.randrange(entries)
        round_ = Round(doing=doing, folder=str(tmp_path), after=after, seconds=chance.uniform(0, seconds))
        said = killer.said(round_)
        assert len(said) >= after
        acknowledged += said
        assert sqlite_files.integrity_problems(tmp_path / "tessera.sqlite3") == ()
        JUDGES[doing](tmp_path, acknowledged)
    assert acknowledged
