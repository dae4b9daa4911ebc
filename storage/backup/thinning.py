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


def kept(found: Iterable[Backup], now: datetime) -> frozenset[Backup]:
    """Return the backups to keep, given the newest first: that, all of two days, 12 daily, 10 weekly and 9 monthly.

    The last backup of each day, week and month is kept; days are those of the zone of `now`. Those of the future, which
    a wrong clock has dated, take the place of no other: they are thinned for themselves, from their last day back.
    """
    listed = tuple(found)
    future = [one for one in listed if one.at > now]
    past = [one for one in listed if one.at <= now]
    ahead = max((one.at for one in future), default=now).astimezone(now.tzinfo)
    return frozenset((*_thinned(past, now), *_thinned(future, ahead), *listed[:1]))


def _thinned(found: Iterable[Backup], now: datetime) -> list[Backup]:
    left = sorted(found, key=lambda one: (one.at, one.number), reverse=True)
    kept = list(takewhile(lambda one: now - one.at < KEEP_ALL_FOR, left))
    left = left[len(kept) :]
    for period, most in ((_day, MAX_DAILY), (_week, MAX_WEEKLY), (_month, MAX_MONTHLY)):
        chosen: dict[tuple[int, ...], Backup] = {}
        for one in left:
            at = period(one.at.astimezone(now.tzinfo))
            if at not in chosen and len(chosen) == most:
                break
            chosen[at] = max(chosen.get(at, one), one, key=lambda each: (each.number, each.at))
        kept += chosen.values()
        left = [one for one in left if chosen and period(one.at.astimezone(now.tzinfo)) < min(chosen)]
    return kept


def _day(time: datetime) -> tuple[int, ...]:
    return (time.date().toordinal(),)


def _week(time: datetime) -> tuple[int, ...]:
    return tuple(time.isocalendar()[:2])


def _month(time: datetime) -> tuple[int, ...]:
    return (time.year, time.month)


def thin(folder: Path, now: datetime) -> tuple[Backup, ...]:
    """Delete the backups that need not be kept, and unfinished files; return the deleted backups."""
    found = backups(folder)
    good, damaged = ([one for one in found if one.whole is whole] for whole in (True, False))
    staying = (*kept(good, now), *kept(damaged, now))  # each for itself, so that damage pushes out nothing good
    removed = tuple(one for one in found if one not in staying)
    for one in removed:
        with suppress(OSError):
            one.path.unlink()
    with suppress(OSError):
        for path in folder.glob(f"*{sqlite_files.PART_SUFFIX}*"):
            # the folder of a restore stays: the next one makes it anew
            if path.is_file() and now.timestamp() - path.stat().st_mtime > PART_MAX_AGE.total_seconds():
                path.unlink()
    return removed
