"""The damaged records of the store: known to all screens, put back from a backup, or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from companion.system.clock import now
from companion.tables.observers import Observers
from scoring.messages import say
from storage.backup import row_recovery
from storage.database.errors import StoreError
from storage.repositories import damage, history
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import datetime
    from pathlib import Path

    from companion.tables.store_worker import StoreWorker
    from storage.backup.backups import Backup
    from storage.repositories.damage import Damage
    from storage.repositories.tables import Store

T = TypeVar("T")

MAX_PLAYS_AT_START: Final = 5_000
"""Up to this number of plays all rows are compared when the app starts, which takes some tenths of a second."""


class DamagedRecords:
    """What is damaged, held once for all screens."""

    def __init__(self, worker: StoreWorker, folder: Path) -> None:
        """Know of nothing yet; backups lie in `folder`."""
        self._worker = worker
        self._folder = folder
        self._found: tuple[Damage, ...] = ()
        self.observers: Observers[[]] = Observers()

    def of(self, kinds: Collection[str], key: tuple[object, ...] = ()) -> tuple[Damage, ...]:
        """Return what is damaged of these tables; with a key, only what that begins."""
        return tuple(one for one in self._found if one.kind in kinds and one.record.key[: len(key)] == key)

    def examine_at_start(self) -> None:
        """Compare all rows before the app is served, unless there are many."""
        self._found = self._worker.run_blocking(_found_at_start)

    async def examine(self) -> None:
        """Compare all rows with their checksums, and notify the observers."""
        self._found = await self._worker.run(_found)
        self.observers.notify()

    async def put_back(self, lost: Damage) -> Backup | None:
        """Put a record back from the newest backup that has it whole; return that, `None` if there is none.

        Raises:
            StoreError: nothing has changed; the record may have been written anew since it was found.

        """
        try:
            return await self._worker.run(_if_damaged, row_recovery.put_back, lost, self._folder)
        finally:
            await self.examine()

    async def remove(self, lost: Damage) -> None:
        """Remove a record for good.

        Raises:
            StoreError: nothing has changed; the record may have been written anew since it was found.

        """
        try:
            await self._worker.run(_if_damaged, row_recovery.remove, lost, self._folder)
        finally:
            await self.examine()


def _found(store: Store) -> tuple[Damage, ...]:
    return damage.drop_access(store, damage.find(store))


def _if_damaged(store: Store, act: Callable[[Store, Damage, Path, datetime], T], lost: Damage, folder: Path) -> T:
    """Put back or remove a record, unless it was written anew since it was found to be damaged.

    Raises:
        StoreError: nothing has changed.

    """
    if lost.record not in {one.record for one in damage.find(store)}:
        raise StoreError(say("{name} is intact again: nothing was changed", name=str(lost.name)))
    return act(store, lost, folder, now())


def _found_at_start(store: Store) -> tuple[Damage, ...]:
    return _found(store) if history.count(store, Filter()) <= MAX_PLAYS_AT_START else ()
