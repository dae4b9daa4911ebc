"""Opening the store in spite of a damaged or emptied file, which is set aside.

Where an index alone is damaged, or where the file does something by itself, a copy of its rows replaces it, else the
newest good backup.
"""

from __future__ import annotations

import shutil
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, counted, say
from storage.backup import backups, mending
from storage.database import copies, sqlite_files
from storage.database.connections import DatabaseUrl, file_url, parse_url, sqlite_file
from storage.database.errors import DAMAGED_FILE, DamagedDatabaseError, StoreError
from storage.database.row_check import TABLES
from storage.database.sqlite_files import SUSPECT_SUFFIX, Journal
from storage.repositories import history
from storage.repositories.history import Filter
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from storage.backup.salvage import TableAfter

MAX_CHECKED_BYTES: Final = 64 << 20
"""Files up to this size are checked at every start, which takes some tenths of a second; in bytes."""

MAX_EXAMINED_PLAYS: Final = 5_000
"""Up to this number of plays all rows are examined at every start, which takes some tenths of a second."""

NEEDED_AT_START: Final = ("settings", "copies", *sorted(backups.ACCESS))
"""The tables without which the app does not start, examined at every start."""

RECOVERED_SETTING: Final = "recovered"
"""The setting that holds the recovery notice until a player dismisses it."""

_MAX_NAMED_PLAYS: Final = 3
"""The most missing plays that are listed by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What replaced a damaged file, and what is missing since.

    `aside` is the new path of the damaged file, `None` if there was no file; `at` is the moment of the backup. `plays`
    is the number of plays now, `recorded` the number in the damaged file and `missing` those of them that are lost;
    both are `None` if the damaged file is unreadable. It was `emptied` if nothing was in it. It was `rebuilt` if only
    indexes were damaged, or if something in the file ran by itself, which Tessera did not make (`foreign`): then
    nothing is missing, and `at` is the moment when that was done.
    """

    aside: str | None
    at: datetime
    plays: int
    recorded: int | None
    missing: tuple[str, ...] | None
    emptied: bool = False
    rebuilt: bool = False
    foreign: bool = False

    def summary(self) -> tuple[Message, ...]:
        """Return the notice for players, with times of this machine's zone."""
        if self.foreign:
            message = say(
                "The file with your plays had parts that Tessera did not make, and that ran by themselves. What was "
                "entered was copied into a new file; the old one is kept as {aside}.",
                aside=self.aside,
            )
            return (message, backups.ACCESS_NOTICE)
        if self.rebuilt:
            message = say(
                "An index in the file with your plays was damaged and built anew. Nothing is missing; the damaged file "
                "is kept as {aside}.",
                aside=self.aside,
            )
            return (message,)
        at = f"{self.at.astimezone():%Y-%m-%d %H:%M}"
        if self.aside is None:
            first = say("The file with your plays was gone.")
        else:
            first = say("The file with your plays was empty or damaged; it is kept as {aside}.", aside=self.aside)
        second = counted(
            self.plays,
            "The backup of {at}, with {number} play, took its place: anything entered later is missing.",
            "The backup of {at}, with {number} plays, took its place: anything entered later is missing.",
            at=at,
        )
        return (first, second, backups.ACCESS_NOTICE, *self._missing_summary())

    def _missing_summary(self) -> tuple[Message, ...]:
        if self.emptied:
            return ()
        if self.missing is None:
            return (
                ()
                if self.aside is None
                else (say("The damaged file cannot be read, so plays may be missing as well."),)
            )
        if not self.missing:
            return (say("The damaged file names no play that is missing here; check the tables in play."),)
        named = "; ".join(self.missing[:_MAX_NAMED_PLAYS]) + (" …" if len(self.missing) > _MAX_NAMED_PLAYS else "")
        more = counted(
            len(self.missing),
            "The damaged file names {number} play that is missing here: {named}.",
            "The damaged file names {number} plays that are missing here: {named}.",
            named=named,
        )
        return (more,)


def open_store(
    url: DatabaseUrl, clock: Callable[[], datetime], folder: Path, journal: Journal = Journal.WAL
) -> tuple[Store, Recovered | None]:
    """Open the store; mend a damaged file, or replace it or an emptied one by the newest good backup, and report that.

    No other program may have the file open. `journal` is that of a file.

    Raises:
        StoreError: it cannot be opened, or the file is damaged and there is no good backup; the file is as it was.

    """
    address = parse_url(url)
    file = sqlite_file(address)
    if file is None:
        return Store(url, clock, backups.before_upgrade(folder)), None

    def opening(path: Path) -> Store:
        return Store(file_url(path), clock, backups.before_upgrade(folder), journal)

    damaged = _damage(file, folder)
    newest = None
    with suppress(StoreError):  # opening it says why it cannot be read
        newest = backups.entered_before(file, folder)
    if newest is None:
        if damaged is None:
            try:
                return Store(url, clock, backups.before_upgrade(folder), journal), None
            except DamagedDatabaseError as error:
                damaged = error
        if not _is_missing(file):
            with suppress(StoreError):  # a table is damaged, too
                return _rebuilt(file, opening, clock)
        newest = backups.newest_good(folder)
        if newest is None:
            raise damaged
    return _recovered(file, opening, clock(), newest)


def pending_notice(settings: Mapping[str, Any]) -> Recovered | None:
    """Return the recovery that no player has taken note of yet, from the settings of a store, or `None`."""
    kept = settings.get(RECOVERED_SETTING)
    if not kept:
        return None
    missing = None if kept["missing"] is None else tuple(kept["missing"])
    at = datetime.fromisoformat(kept["at"])
    return Recovered(
        aside=kept["aside"],
        at=at,
        plays=kept["plays"],
        recorded=kept["told"],
        missing=missing,
        emptied=kept.get("emptied", False),
        rebuilt=kept.get("rebuilt", False),
        foreign=kept.get("foreign", False),
    )


def open_whole(
    url: DatabaseUrl,
    clock: Callable[[], datetime],
    folder: Path,
    table_after: TableAfter,
    journal: Journal = Journal.WAL,
) -> tuple[Store, tuple[Message, ...]]:
    """Open the store as `open_store` does, and mend its damaged rows; return what players are to know of both.

    Of many plays the rows are examined only where a backup, the doctor or whoever read one has met a damaged one.

    Raises:
        StoreError: as `open_store` does.

    """
    file = sqlite_file(parse_url(url))
    suspect = None if file is None else file.with_name(file.name + SUSPECT_SUFFIX)
    is_suspect = suspect is not None and suspect.exists()
    store, recovered = open_store(url, clock, folder, journal)
    said: tuple[Message, ...] = () if recovered is None else recovered.summary()
    with suppress(StoreError):  # such as a full disk: what is whole can be read all the same
        is_few = is_suspect or recovered is not None or history.count(store, Filter()) <= MAX_EXAMINED_PLAYS
        said += mending.mend(store, folder, table_after, TABLES if is_few else NEEDED_AT_START)
        if suspect is not None:
            suspect.unlink(missing_ok=True)
    return store, said


def _is_missing(file: Path) -> bool:
    return not file.exists() or not file.stat().st_size


def _damage(file: Path, folder: Path) -> DamagedDatabaseError | None:
    """Return what is wrong with a file; `None` if it is whole, or if opening it will tell."""
    suspect = file.with_name(file.name + SUSPECT_SUFFIX)
    try:
        if _is_missing(file):
            message = say(
                "{file} is empty or gone, and no backup is good: put a good one in its place, or remove all backups",
                file=str(file),
            )
            return DamagedDatabaseError(message) if backups.backups(folder) else None
        unsure = suspect.exists() or sqlite_files.was_interrupted(file)
        if not unsure and file.stat().st_size > MAX_CHECKED_BYTES:
            return None
        problems = sqlite_files.integrity_problems(file)
    except (OSError, StoreError):
        return None
    if problems:
        return DamagedDatabaseError(DAMAGED_FILE.error(str(file), problems[0]).message)
    return None


def _recovered(
    file: Path, opening: Callable[[Path], Store], now: datetime, backup: backups.Backup
) -> tuple[Store, Recovered]:
    emptied = file.exists() and not file.stat().st_size
    with suppress(StoreError):
        emptied = emptied or not backups.is_entered(file)
    in_file = _plays_of(file)
    plays = _plays_of(backup.path) or {}
    gone = sorted((what for play, what in (in_file or {}).items() if play not in plays), reverse=True)
    recovered = Recovered(
        aside=str(sqlite_files.aside_path(file, now)) if file.exists() else None,
        at=backup.at,
        plays=len(plays),
        recorded=None if in_file is None else len(in_file),
        missing=None if in_file is None else tuple(f"{game}, {day}" for day, game in gone),
        emptied=emptied,
    )

    def write(new: Path) -> None:
        copies.copy_rows(backup.path, new)
        backups.remove_access(new, backup.number)
        _keep_notice(opening(new), recovered)

    _replace(file, now, write)
    return opening(file), recovered


def _rebuilt(file: Path, opening: Callable[[Path], Store], clock: Callable[[], datetime]) -> tuple[Store, Recovered]:
    """Replace a file by a copy of its rows, where indexes alone are damaged or something in it runs by itself.

    Raises:
        StoreError: a table is damaged, too; the file is as it was.

    """
    copy = file.with_name(f"{file.name}-rebuilt")
    try:
        rebuild_indexes(file, copy)
        now, plays = clock(), len(_plays_of(copy) or {})
        recovered = Recovered(
            aside=str(sqlite_files.aside_path(file, now)),
            at=now,
            plays=plays,
            recorded=plays,
            missing=(),
            rebuilt=True,
            foreign=copies.running(file) is not None,
        )

        def write(new: Path) -> None:
            shutil.copyfile(copy, new)
            if recovered.foreign:
                backups.remove_access(new, sqlite_files.sequence_number(copy))
            _keep_notice(opening(new), recovered)

        _replace(file, now, write)
    finally:
        copy.unlink(missing_ok=True)
    return opening(file), recovered


def rebuild_indexes(file: Path, copy: Path) -> None:
    """Make a copy of a damaged file with new indexes, in which all rows are whole.

    Where something in the file ran by itself, the rows that it wrote are mended afterwards.

    Raises:
        StoreError: there is no such copy.

    """
    copies.rebuild_indexes(file, copy)
    if backups.file_problems(copy) or (copies.running(file) is None and backups.damaged_rows(copy)):
        raise DamagedDatabaseError(say("{file} has damaged rows, too", file=str(file)))


def _keep_notice(store: Store, recovered: Recovered) -> None:
    """Store the notice in a new file before it replaces the old one, so that no crash can lose it."""
    with closing(store):
        store.set(RECOVERED_SETTING, _plain(recovered))


def _replace(file: Path, now: datetime, write: Callable[[Path], None]) -> None:
    sqlite_files.replace_file(file, now, write)
    with suppress(OSError):
        file.with_name(file.name + SUSPECT_SUFFIX).unlink(missing_ok=True)


def _plain(recovered: Recovered) -> dict[str, Any]:
    missing = None if recovered.missing is None else list(recovered.missing)
    return {
        "aside": recovered.aside,
        "at": recovered.at.isoformat(),
        "plays": recovered.plays,
        "told": recovered.recorded,
        "missing": missing,
        "emptied": recovered.emptied,
        "rebuilt": recovered.rebuilt,
        "foreign": recovered.foreign,
    }


def _plays_of(file: Path) -> dict[str, tuple[str, str]] | None:
    """Return the day and game of each play in a file, by id, as far as it is readable; `None` if it is not."""
    if not file.exists():
        return None
    plays: dict[str, tuple[str, str]] = {}
    with suppress(StoreError), sqlite_files.open_read_only(file) as asked, closing(asked.cursor()) as cursor:
        if not sqlite_files.has_table(asked, "plays"):
            return None
        cursor.execute("SELECT id, game, finished FROM plays WHERE removed IS NULL")
        for play, game, finished in cursor:
            plays[str(play)] = (str(finished)[:10], str(game))
        return plays
    return plays or None
