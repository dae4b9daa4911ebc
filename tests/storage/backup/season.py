"""A season of plays with its backups, and a damaged file of it that is recovered."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from storage.backup import recovery
from storage.database import sqlite_files
from storage.repositories import history
from storage.repositories.history import Filter
from tests.storage.stores import START, Clock

if TYPE_CHECKING:
    from storage.backup.recovery import Recovered
    from storage.repositories.tables import Store

PAGE: Final = 4096
KEPT: Final = 20
LOST: Final = 3
BACKED_UP: Final = START + timedelta(days=30)
NO_DATABASE: Final = b"no database at all\n" * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A whole file of some plays, and a folder whose newest backup has all but the last of them."""

    whole: bytes
    folder: Path
    plays: tuple[str, ...]


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
    titles, recovered = opened_again(path, season.folder)
    assert tuple(titles) == season.plays
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


def assert_rebuilt(path: Path, season: Season) -> Recovered:
    """Open a file with a damaged index: it is kept as it was, and all that was entered is there."""
    damaged = path.read_bytes()
    plays, recovered = opened_again(path, season.folder)
    assert len(plays) == KEPT + LOST
    assert recovered is not None
    assert recovered.rebuilt
    aside = Path(str(recovered.aside))
    assert aside.read_bytes() == damaged
    assert sqlite_files.integrity_problems(path) == ()
    assert names(path) == {path.name, aside.name}
    return recovered


def root_page(whole: bytes, name: str) -> int:
    """Return the number of the page, from 1, where the rows of a table, or an index, begin."""
    with closing(sqlite3.connect(":memory:")) as file:
        file.deserialize(whole[:18] + b"\x01\x01" + whole[20:])  # as one without a log, which memory cannot have
        (page,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return int(page)


def indexes_of(whole: bytes) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as file:
        file.deserialize(whole[:18] + b"\x01\x01" + whole[20:])
        return [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name")]


def cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]
