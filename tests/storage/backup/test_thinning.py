"""Which backups are kept as time goes by."""

from __future__ import annotations

import os
from collections import defaultdict
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hypothesis import given
from hypothesis import strategies as some

from storage.backup import backups
from storage.backup.backups import KEEP_ALL_FOR, MAX_DAILY, MAX_MONTHLY, MAX_WEEKLY, Backup

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

moments = some.integers(0, 2 * 365 * 24 * 60).map(
    lambda minutes: datetime(2023, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
many = some.lists(moments, max_size=80) | some.lists(
    some.integers(0, 900).map(lambda hours: datetime(2024, 6, 1, tzinfo=UTC) - timedelta(hours=17 * hours)),
    max_size=200,
)
zones = some.integers(-12 * 4, 14 * 4).map(lambda quarters: timezone(timedelta(minutes=15 * quarters)))
nows = some.builds(lambda time, zone: time.astimezone(zone), moments, zones)


def last_of_each(times: Sequence[datetime], form: str, most: int) -> list[datetime]:
    """The last moment of each of the newest days, weeks or months that there are."""
    groups: dict[str, list[datetime]] = defaultdict(list)
    for time in times:
        groups[time.strftime(form)].append(time)
    return [max(groups[name]) for name in sorted(groups, reverse=True)[:most]]


def kept_times(times: Sequence[datetime], now: datetime) -> tuple[datetime, ...]:
    """The moments of the backups that are kept of those of these moments, newest first."""
    all_backups = [backup(time) for time in sorted(set(times), reverse=True)]
    return tuple(sorted((kept_backup.at for kept_backup in backups.kept(all_backups, now)), reverse=True))


def backup(at: datetime, number: int = 0) -> Backup:
    return Backup(path=Path(f"{at:%Y%m%d-%H%M%S-%f}"), at=at, size=0, number=number)


def judged(times: Sequence[datetime], now: datetime) -> set[datetime]:
    """What is kept, said once more in another way."""
    future = [time for time in times if time > now]
    kept = judged(future, max(future).astimezone(now.tzinfo)) if future else set()
    local_times = [time.astimezone(now.tzinfo) for time in times if time <= now]
    recent = {time for time in local_times if now - time < KEEP_ALL_FOR}
    kept |= recent
    left = [time for time in local_times if time not in recent]
    for form, most in (("%Y-%m-%d", MAX_DAILY), ("%G-%V", MAX_WEEKLY), ("%Y-%m", MAX_MONTHLY)):
        chosen = last_of_each(left, form, most)
        kept.update(chosen)
        oldest = min((time.strftime(form) for time in chosen), default="")
        left = [time for time in left if time.strftime(form) < oldest]
    return kept


@given(many, nows)
def test_what_is_kept_is_what_was_promised(times: list[datetime], now: datetime) -> None:
    assert set(kept_times(times, now)) == judged(times, now) | set(sorted(times)[-1:])


@given(many, nows)
def test_the_newest_and_all_of_two_days_are_kept(times: list[datetime], now: datetime) -> None:
    kept = kept_times(times, now)
    assert set(kept) <= set(times)
    assert list(kept) == sorted(set(kept), reverse=True)
    assert kept[:1] == tuple(sorted(times, reverse=True)[:1])
    recent = {time for time in times if timedelta(0) <= now - time < timedelta(days=2)}
    assert recent <= set(kept)
    future = [time for time in times if time > now]
    assert len(kept) <= len(recent) + 12 + 10 + 9 + len([time for time in kept if time > now])
    ahead = max(future, default=now).astimezone(now.tzinfo)
    assert {time for time in kept if time > now} == set(kept_times(future, ahead))


@given(many, nows, some.randoms(use_true_random=False))
def test_thinning_twice_or_in_another_order_changes_nothing(
    times: list[datetime], now: datetime, chance: Random
) -> None:
    kept = kept_times(times, now)
    assert kept_times(kept, now) == kept
    chance.shuffle(times)
    assert kept_times([*times, *times], now) == kept


LAST_WEEKS: Final = [
    "2024-12-31",
    "2024-12-30",
    "2024-12-29",
    "2024-12-28",
    "2024-12-27",
    "2024-12-26",
    "2024-12-25",
    "2024-12-24",
    "2024-12-23",
    "2024-12-22",
    "2024-12-21",
    "2024-12-20",
    "2024-12-19",
    "2024-12-18",
    "2024-12-17",
    "2024-12-15",
    "2024-12-08",
    "2024-12-01",
    "2024-11-24",
    "2024-11-17",
    "2024-11-10",
    "2024-11-03",
    "2024-10-27",
    "2024-10-20",
    "2024-10-13",
]
"""Of a backup each evening of 2024, those of the last days and Sundays that are kept in its last night."""

WHOLE_YEAR: Final = [
    *LAST_WEEKS,
    "2024-09-30",
    "2024-08-31",
    "2024-07-31",
    "2024-06-30",
    "2024-05-31",
    "2024-04-30",
    "2024-03-31",
    "2024-02-29",
]
"""A backup each evening of 2024, thinned for the first time in its last night."""

DAY_BY_DAY: Final = [
    *LAST_WEEKS,
    "2024-09-29",
    "2024-08-25",
    "2024-07-28",
    "2024-06-30",
    "2024-05-26",
    "2024-04-28",
    "2024-03-31",
    "2024-02-25",
]
"""The same, thinned each evening: of a month that is long ago the last Sunday is left, of a week its Sunday."""


def evenings_of(year: int) -> list[datetime]:
    first = datetime(year, 1, 1, 21, tzinfo=UTC)
    return [first + timedelta(days=day) for day in range(366)]


def test_of_a_whole_year_this_is_kept() -> None:
    kept = kept_times(evenings_of(2024), datetime(2024, 12, 31, 22, tzinfo=UTC))
    assert [f"{time:%Y-%m-%d}" for time in kept] == WHOLE_YEAR


def test_of_a_year_that_is_thinned_each_evening_this_is_kept() -> None:
    kept: tuple[datetime, ...] = ()
    for evening in evenings_of(2024):
        kept = kept_times([*kept, evening, evening - timedelta(hours=1)], evening + timedelta(hours=1))
    two_days = [time for time in kept if evening + timedelta(hours=1) - time < KEEP_ALL_FOR]
    assert [time.hour for time in two_days] == [21, 20, 21, 20]
    assert [f"{time:%Y-%m-%d}" for time in kept if time.hour == 21] == DAY_BY_DAY
    assert len(kept) == len(DAY_BY_DAY) + 2


def test_what_a_day_is_depends_on_where_somebody_is() -> None:
    times = [datetime(2024, 5, 10, hour, tzinfo=UTC) for hour in (9, 11)]
    now = datetime(2024, 5, 20, tzinfo=UTC)
    assert [time.hour for time in kept_times(times, now)] == [11]
    assert [time.hour for time in kept_times(times, now.astimezone(timezone(timedelta(hours=14))))] == [11, 9]


def test_of_a_day_on_which_the_clock_was_wrong_the_backup_that_was_made_last_is_kept() -> None:
    day = datetime(2024, 5, 10, tzinfo=UTC)
    wrong, right = backup(day + timedelta(hours=20), 1), backup(day + timedelta(hours=9), 2)
    kept = backups.kept((backup(day + timedelta(days=9), 3), right, wrong), day + timedelta(days=10))
    assert {kept_backup.number for kept_backup in kept} == {2, 3}


def test_the_backup_that_was_made_last_is_kept_whatever_its_date() -> None:
    lost = backup(datetime(1970, 1, 1, 1, tzinfo=UTC), 99)
    later_one = backup(datetime(1970, 1, 1, 2, tzinfo=UTC), 98)
    now = datetime(2024, 12, 31, 22, tzinfo=UTC)
    evenings = [backup(evening, number) for number, evening in reversed(tuple(enumerate(evenings_of(2024), 1)))]
    assert lost in backups.kept((lost, later_one, *evenings), now)


def test_a_clock_that_lost_the_date_costs_no_more_than_the_right_one() -> None:
    evenings = evenings_of(2024)
    lost = datetime(1970, 1, 1, tzinfo=UTC)
    assert {f"{time:%Y-%m-%d}" for time in kept_times(evenings, lost)} == {
        f"{time:%Y-%m-%d}" for time in kept_times(evenings, evenings[-1])
    }


def test_a_folder_is_thinned_and_swept(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    now = datetime.now(UTC)
    year = [now - timedelta(days=day, hours=1) for day in range(365)]
    for time in year:
        (folder / f"tessera-{time:%Y%m%d-%H%M%S-%f}.sqlite3").touch()
    for name, age in (
        ("old.sqlite3.part", 2),
        ("old.sqlite3.part-journal", 2),
        ("new.sqlite3.part", 0),
        ("notes.txt", 2),
    ):
        (folder / name).touch()
        os.utime(folder / name, times=(now.timestamp() - age * 86_400,) * 2)
    (folder / "restoring.part").mkdir()
    os.utime(folder / "restoring.part", times=(0, 0))
    removed = backups.thin(folder, now)
    assert {play.at for play in removed} == set(year) - set(kept_times(year, now))
    assert {backup.at for backup in backups.backups(folder)} == set(kept_times(year, now))
    assert {"notes.txt", "new.sqlite3.part", "restoring.part"} == {
        file.name for file in folder.iterdir() if not file.name.startswith("tessera")
    }
    assert backups.thin(folder, now) == ()
