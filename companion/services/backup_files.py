"""A backup that was chosen as a file: what it holds, and putting it in place of what is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.system import now
from scoring.messages import Message, say
from storage.backup import backups
from storage.database import copies
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from storage.backup.backups import Backup
    from storage.repositories.tables import Store


def look_into(content: bytes, folder: Path) -> tuple[int, int, Message | None]:
    """Return how many plays and how many tables in play a chosen backup holds, and what of it would not come along.

    Raises:
        StoreError: it cannot be restored.

    """
    with backups.given_file(content, folder) as chosen:
        problems = backups.restore_problems(chosen)
        if problems:
            raise StoreError(say("it cannot be restored: {problem}", problem=problems[0]))
        return *backups.counts(chosen.path), copies.left_behind(chosen.path)


def restore_listed(store: Store, chosen: Backup, folder: Path) -> Message | None:
    """Replace what a store holds by a backup; return the sentence on what of it did not come along, or `None`."""
    backups.restore(store, chosen, folder, now())
    return copies.left_behind(chosen.path)


def restore_file(store: Store, content: bytes, folder: Path) -> Backup:
    """Replace what a store holds by a file that was chosen; return the backup of what it held."""
    with backups.given_file(content, folder) as chosen:
        return backups.restore(store, chosen, folder, now())
