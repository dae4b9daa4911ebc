"""What is kept by key: the entries of copies of games, and the settings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, select

from storage.database.engine import Database
from storage.database.models import CopyRow, SettingRow
from storage.database.sqlite_files import Journal
from storage.repositories.values import MERGE_PREFIX, CopyEntry, Counted, from_row

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from storage.database.connections import DatabaseUrl


class KeptValues(Database):
    """The database with a clock, and with what is kept by key."""

    def __init__(
        self,
        url: DatabaseUrl,
        clock: Callable[[], datetime],
        before_upgrade: Callable[[Database], object] | None = None,
        journal: Journal = Journal.WAL,
    ) -> None:
        """Open a database as `Database` does, with a clock whose moments have a zone."""
        super().__init__(url, before_upgrade, journal)
        self._clock = clock

    def now(self) -> datetime:
        """Return the present moment, with its zone."""
        return self._clock()

    def copies(self, game: str) -> tuple[CopyEntry, ...]:
        """Return the entries of somebody's copy of a game, by part and key."""
        with self.reading() as session:
            entries = select(CopyRow).where(CopyRow.game == game).order_by(CopyRow.part, CopyRow.key)
            rows = session.exec(entries).all()
            return tuple(from_row(CopyEntry, row) for row in rows)

    def keep(self, game: str, part: str, key: str, value: object) -> None:
        """Store an entry of a copy; any JSON."""
        with self.writing() as session:
            session.connection().execute(delete(CopyRow).where(*_is_entry(game, part, key)))
            session.add(CopyRow(game=game, part=part, key=key, value=value, at=self._clock()))
            self.announce(session, "copy", game)

    def drop(self, game: str, part: str, key: str) -> None:
        """Delete an entry of a copy."""
        with self.writing() as session:
            session.connection().execute(delete(CopyRow).where(*_is_entry(game, part, key)))
            self.announce(session, "copy", game)

    def _count(self, session: Session, game: str, counted: Counted) -> None:
        """Add 1 to the number kept for each key, as often as it occurs; a missing one counts as 0."""
        now = self._clock()
        for key, times in Counter(counted.keys).items():
            row = session.get(CopyRow, (game, counted.part, key), with_for_update=True)
            if row is None:
                session.add(CopyRow(game=game, part=counted.part, key=key, value=times, at=now))
            else:
                row.value, row.at = row.value + times, now
        self.announce(session, "copy", game)

    def settings(self) -> dict[str, Any]:
        """Return the settings, but not the plays that were put under another game, which may be many."""
        asked = select(SettingRow).where(~col(SettingRow.key).startswith(MERGE_PREFIX, autoescape=True))
        with self.reading() as session:
            return {row.key: row.value for row in session.exec(asked).all()}

    def set(self, key: str, value: object) -> None:
        """Store a setting; any JSON."""
        with self.writing() as session:
            session.connection().execute(delete(SettingRow).where(col(SettingRow.key) == key))
            session.add(SettingRow(key=key, value=value))
            self.announce(session, "setting", key)


def _is_entry(game: str, part: str, key: str) -> tuple[ColumnElement[bool], ...]:
    return col(CopyRow.game) == game, col(CopyRow.part) == part, col(CopyRow.key) == key
