"""Stores with something in them, and backups of them."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from storage.backup import backups
from storage.repositories import history, people
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from tests.storage.sample_plays import content, finished, written
from tests.storage.stores import START, Clock, coins, opened, paid

if TYPE_CHECKING:
    from pathlib import Path

    from storage.backup.backups import Backup
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.values import StoredTable

LATER: Final = START + timedelta(days=1)


def held(store: Store) -> tuple[list[StoredPlay], tuple[StoredTable, ...], list[str]]:
    """What somebody sees of a store."""
    return list(history.stream(store, Filter())), store.tables(), [player.name for player in people.players(store)]


def held_by(file: Path) -> tuple[list[StoredPlay], tuple[StoredTable, ...], list[str]]:
    with closing(Store(f"sqlite:///{file}", Clock())) as store:
        return held(store)


def filled(store: Store) -> None:
    finished(store)
    written(store, content({"Zoë": 30, "Nick": None}, place="Home", note="“late”; 'long'"))
    running = store.begin("carpe-diem", coins(0, looks=["red"]))
    store.save(running, paid(running, 7), coins(7, looks=["red"]))
    store.keep("carpe-diem", "villas", "3", {"chimneys": [1, 2]})
    store.set("language", "en")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def made_of(path: Path, folder: Path, days: int = 0) -> Backup:
    with opened(path) as store:
        finished(store)
        return backups.backup(store, folder, START + timedelta(days=days))


def cut(backup: Backup) -> None:
    backup.path.write_bytes(backup.path.read_bytes()[: backup.size // 2])
