"""How backups are thinned: all of two days are kept, then daily, weekly and monthly ones."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from storage.backup.backups import Backup, backups
from storage.database import sqlite_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


KEEP_ALL_FOR: Final = timedelta(days=2)
"""The time for which every backup is kept."""

PART_MAX_AGE: Final = timedelta(days=1)
"""The age from which an unfinished file is deleted: nobody can still be writing it."""

MAX_DAILY: Final = 12

MAX_WEEKLY: Final = 10

MAX_MONTHLY: Final = 9
"""The numbers of days, weeks and months before that of which the last backup is kept."""


def kept_times(times: Iterable[datetime], now: datetime) -> tuple[datetime, ...]:
    """Return the backups to keep, newest first: all of two days, then 12 daily, 10 weekly and 9 monthly ones.

    The last backup of each day, week and month is kept; days are those of the zone of `now`.
    """
    left = sorted(set(times), reverse=True)
    kept = list(takewhile(lambda time: now - time < KEEP_ALL_FOR, left))
    left = left[len(kept) :]
    for period, most in ((_day, MAX_DAILY), (_week, MAX_WEEKLY), (_month, MAX_MONTHLY)):
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
    """Delete the backups that need not be kept, and unfinished files; return the deleted backups."""
    found = backups(folder)
    kept = set(kept_times([one.at for one in found], now))
    removed = tuple(one for one in found if one.at not in kept)
    for one in removed:
        with suppress(OSError):
            one.path.unlink()
    with suppress(OSError):
        for path in folder.glob(f"*{sqlite_files.PART_SUFFIX}*"):
            if now.timestamp() - path.stat().st_mtime > PART_MAX_AGE.total_seconds():
                path.unlink()  # the folder of a restore stays: the next one makes it anew
    return removed
