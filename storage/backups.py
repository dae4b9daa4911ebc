"""Backups: a checked copy of everything for each of some moments, thinned with time, put back when it is needed.

A backup is a database of SQLite of its own, also where PostgreSQL keeps the plays; its name says from when it is.
"""

from __future__ import annotations

import re
import shutil
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from scoring.messages import say
from storage import copying, files
from storage.database import Database
from storage.migrations import HEAD
from storage.reports import StoreError
from storage.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from storage.store import Store

FOLDER: Final = "backups"
"""How the folder of backups is called, beside the database."""

NAME: Final = re.compile(r"tessera-(\d{8}-\d{6}-\d{6})\.sqlite3")

ALL_OF: Final = timedelta(days=2)
"""How long every backup is kept."""

LEFT_OVER: Final = timedelta(days=1)
"""How old a half-made file must be to be swept away: nobody can be at it any more."""

DAILY: Final = 12
WEEKLY: Final = 10
MONTHLY: Final = 9
"""For how many days, weeks and months before that the last backup of each is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup: its file, the moment from which it is, and how large it is in bytes."""

    path: Path
    at: datetime
    size: int


def backup(of: Store | Path | Connection, folder: Path, now: datetime) -> Backup:
    """Keep everything as it is now in a folder, checked; where nothing changed, the last backup does.

    Others may go on writing meanwhile. A path is that of a database of SQLite; a connection to one of another kind
    gives what it sees in its transaction.

    Raises:
        StoreError: there is no new backup, and nothing else has changed.

    """
    newest = next(iter(backups(folder)), None)
    target = _named(folder, now)
    if isinstance(of, Connection):
        copying.written(of, target)
    elif isinstance(of, Path):
        files.copied(of, target)
    elif of.file is not None:
        files.copied(of.file, target)
    else:
        with of.reading() as session:
            copying.written(session.connection(), target)
    made = Backup(path=target, at=_moment(target.name), size=target.stat().st_size)
    if newest is None or not _holds_the_same(newest, made):
        return made
    with suppress(OSError):
        made.path.unlink()
    return newest


def _holds_the_same(before: Backup, made: Backup) -> bool:
    try:
        return files.same(before.path, made.path)
    except OSError:  # such as another program that thinned it out meanwhile
        return False


def _named(folder: Path, now: datetime) -> Path:
    """Return the first name from a moment on that no backup has."""
    while True:
        path = folder / f"tessera-{now.astimezone(UTC):{files.MOMENT}}.sqlite3"
        if not path.exists():
            return path
        now += timedelta(microseconds=1)


def _moment(name: str) -> datetime:
    named = NAME.fullmatch(name)
    if named is None:
        raise ValueError(name)
    return datetime.strptime(named[1], files.MOMENT).replace(tzinfo=UTC)


def backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups of a folder, the newest first; what is not called like one is left out."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(ValueError, OSError):
                found.append(Backup(path=path, at=_moment(path.name), size=path.stat().st_size))
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def faults(backup: Backup) -> tuple[str, ...]:
    """Return why a backup cannot be put back, in a few words each; nothing where it can."""
    try:
        found = files.faults(backup.path)
        if found:
            return found
        revision = files.revision_of(backup.path)
        lacking = _lacking(backup.path) if revision == HEAD else ()
    except StoreError as error:
        return (str(error),)
    if revision is None:
        return ("it holds nothing of Tessera's",)
    if lacking:
        return lacking
    return () if Database.takes(revision) else ("it was written by a newer version of Tessera",)


def _lacking(path: Path) -> tuple[str, ...]:
    """Return what every file of this version has and this one has not."""
    with files.asking(path) as asked:
        there = {
            (table.name, column)
            for table in Row.metadata.sorted_tables
            for _, column, *_ in asked.execute(f"PRAGMA table_info({table.name})")
        }
    wanted = ((table.name, column.name) for table in Row.metadata.sorted_tables for column in table.columns)
    return tuple(f"it has no {column} of {table}" for table, column in wanted if (table, column) not in there)


def newest_good(folder: Path) -> Backup | None:
    """Return the newest backup that can be put back."""
    return next((one for one in backups(folder) if not faults(one)), None)


# -- thinning


def thinned(times: Iterable[datetime], now: datetime) -> tuple[datetime, ...]:
    """Return which backups are kept, the newest first: all of two days, then 12 daily, 10 weekly and 9 monthly ones.

    The last one of a day, week or month is kept; `now` says in which zone a day is one.
    """
    left = sorted(set(times), reverse=True)
    kept = list(takewhile(lambda time: now - time < ALL_OF, left))
    left = left[len(kept) :]
    for period, most in ((_day, DAILY), (_week, WEEKLY), (_month, MONTHLY)):
        chosen: dict[tuple[int, ...], datetime] = {}
        for time in left:
            if period(time.astimezone(now.tzinfo)) not in chosen and len(chosen) == most:
                break
            chosen.setdefault(period(time.astimezone(now.tzinfo)), time)
        kept += chosen.values()
        last = min(chosen.values(), default=None)
        left = [time for time in left if last is not None and _before(time, last, period, now)]
    return tuple(kept)


def _before(time: datetime, last: datetime, period: Callable[[datetime], tuple[int, ...]], now: datetime) -> bool:
    """Return whether a moment lies before the day, week or month of another."""
    return period(time.astimezone(now.tzinfo)) < period(last.astimezone(now.tzinfo))


def _day(time: datetime) -> tuple[int, ...]:
    return (time.date().toordinal(),)


def _week(time: datetime) -> tuple[int, ...]:
    return tuple(time.isocalendar()[:2])


def _month(time: datetime) -> tuple[int, ...]:
    return (time.year, time.month)


def thin(folder: Path, now: datetime) -> tuple[Backup, ...]:
    """Remove the backups that are not kept any more, and what was never made to the end; return what was removed."""
    found = backups(folder)
    kept = set(thinned([one.at for one in found], now))
    removed = tuple(one for one in found if one.at not in kept)
    for one in removed:
        with suppress(OSError):
            one.path.unlink()
    with suppress(OSError):
        for path in folder.glob(f"*{files.PART}*"):
            if now.timestamp() - path.stat().st_mtime > LEFT_OVER.total_seconds():
                path.unlink()  # the folder of a restore is made anew by the next one
    return removed


# -- put back


def restore(store: Store, chosen: Backup, folder: Path, now: datetime) -> Backup:
    """Have everything be as it was when the chosen backup was made; what is there now is backed up first, and returned.

    Whoever holds something that was read before must read it again.

    Raises:
        StoreError: the backup cannot be put back, or what is there cannot be backed up; nothing has changed.

    """
    found = faults(chosen)
    if found:
        message = "the backup {file} cannot be put back ({what}): choose another one"
        raise StoreError(say(message, file=str(chosen.path), what=found[0]))
    before = backup(store, folder, now)
    with _beside(folder) as place:
        new = place / chosen.path.name
        with files.made(new):
            shutil.copyfile(chosen.path, new)
            with closing(Database(f"sqlite:///{new.as_posix()}")):
                pass  # brought up to this version
            store.become(new)
    return before


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """Make a folder for a while, on the disk that has the backups."""
    place = folder / f"restoring{files.PART}"
    shutil.rmtree(place, ignore_errors=True)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
