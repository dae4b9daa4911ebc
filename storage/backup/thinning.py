"""How backups are thinned: all of two days are kept, then daily, weekly and monthly ones."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from storage.backup.backups import backups
from storage.database import sqlite_files

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

    from storage.backup.backups import Backup


KEEP_ALL_FOR: Final = timedelta(days=2)
"""The time for which every backup is kept."""

PART_MAX_AGE: Final = timedelta(days=1)
"""The age from which an unfinished file is deleted: nobody can still be writing it."""

MAX_DAILY: Final = 12

MAX_WEEKLY: Final = 10

MAX_MONTHLY: Final = 9
"""The numbers of days, weeks and months before that of which the last backup is kept."""


def kept(every: Iterable[Backup], now: datetime) -> frozenset[Backup]:
    """Return the backups to keep, given the newest first: that, all of two days, 12 daily, 10 weekly and 9 monthly.

    The last backup of each day, week and month is kept; days are those of the zone of `now`. Those of the future, which
    a wrong clock has dated, take the place of no other: they are thinned for themselves, from their last day back.
    """
    listed = tuple(every)
    future = [backup for backup in listed if backup.at > now]
    past = [backup for backup in listed if backup.at <= now]
    ahead = max((backup.at for backup in future), default=now).astimezone(now.tzinfo)
    return frozenset((*_thinned(past, now), *_thinned(future, ahead), *listed[:1]))


def _thinned(every: Iterable[Backup], now: datetime) -> list[Backup]:
    left = sorted(every, key=lambda backup: (backup.at, backup.number), reverse=True)
    kept = list(takewhile(lambda backup: now - backup.at < KEEP_ALL_FOR, left))
    left = left[len(kept) :]
    for period, most in ((_day, MAX_DAILY), (_week, MAX_WEEKLY), (_month, MAX_MONTHLY)):
        chosen: dict[tuple[int, ...], Backup] = {}
        for backup in left:
            at = period(backup.at.astimezone(now.tzinfo))
            if at not in chosen and len(chosen) == most:
                break
            chosen[at] = max(chosen.get(at, backup), backup, key=lambda each: (each.number, each.at))
        kept += chosen.values()
        left = [backup for backup in left if chosen and period(backup.at.astimezone(now.tzinfo)) < min(chosen)]
    return kept


def _day(time: datetime) -> tuple[int, ...]:
    return (time.date().toordinal(),)


def _week(time: datetime) -> tuple[int, ...]:
    return tuple(time.isocalendar()[:2])


def _month(time: datetime) -> tuple[int, ...]:
    return (time.year, time.month)


def thin(folder: Path, now: datetime) -> tuple[Backup, ...]:
    """Delete the backups that need not be kept, and unfinished files; return the deleted backups."""
    every = backups(folder)
    good, damaged = ([backup for backup in every if backup.whole is whole] for whole in (True, False))
    staying = (*kept(good, now), *kept(damaged, now))  # each for itself, so that damage pushes out nothing good
    removed = tuple(backup for backup in every if backup not in staying)
    for backup in removed:
        with suppress(OSError):
            backup.path.unlink()
    with suppress(OSError):
        for path in folder.glob(f"*{sqlite_files.PART_SUFFIX}*"):
            # the folder of a restore stays: the next one makes it anew
            if path.is_file() and now.timestamp() - path.stat().st_mtime > PART_MAX_AGE.total_seconds():
                path.unlink()
    return removed
