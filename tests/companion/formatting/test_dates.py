"""Days, times and durations that are typed, and how moments are said."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from companion.formatting.dates import (
    day_text,
    minutes_between,
    read_days,
    read_minutes,
    read_time,
    relative_time,
    short_day,
)
from companion.formatting.languages import catalogue
from companion.system import now
from scoring.messages import reading

TODAY = date(2025, 3, 7)


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("2024-03-01", "2024-03-01", "2024-03-01"),
        (" 1.3.2024 ", "2024-03-01", "2024-03-01"),
        ("01/03/2024", "2024-03-01", "2024-03-01"),
        ("2023-02", "2023-02-01", "2023-02-28"),
        ("2023", "2023-01-01", "2023-12-31"),
        ("Yesterday", "2025-03-06", "2025-03-06"),
        ("last year", "2024-01-01", "2024-12-31"),
    ],
)
def test_a_day_a_month_or_a_year(typed: str, first: str, last: str) -> None:
    assert read_days(typed, TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize("typed", ["", "soon", "2024-13", "2023-02-29", "0000", "0000-01", "1-3-24", "٢٠٢٤"])
def test_what_is_no_day(typed: str) -> None:
    assert read_days(typed, TODAY) is None


@pytest.mark.parametrize(("code", "said"), [("en", "1 March 2024"), ("fr", "1er mars 2024"), ("it", "1 marzo 2024")])
def test_the_first_of_a_month_is_said_as_in_the_language_and_read_so(code: str, said: str) -> None:
    first = date(2024, 3, 1)
    with reading(catalogue(code)):
        assert day_text(first) == said
        assert [read_days(words, TODAY) for words in (said, short_day(first))] == [(first, first)] * 2


def test_times() -> None:
    assert read_time(" 00:00 ") == time(0, 0)
    assert read_time("23:59") == time(23, 59)
    assert [read_time(typed) for typed in ("24:00", "12:60", "12", "1:2", "")] == [None] * 5


def test_durations() -> None:
    assert [read_minutes(typed) for typed in ("90 min", "2:05", "0", "2h30")] == [90, 125, 0, 150]
    assert [read_minutes(typed) for typed in ("", "-5", "1.5", "an hour")] == [None] * 4


def test_a_play_that_begins_after_its_end_has_no_duration() -> None:
    end = datetime(2025, 3, 7, 21, tzinfo=UTC)
    assert minutes_between(end - timedelta(minutes=80, seconds=59), end) == 80
    assert minutes_between(end + timedelta(minutes=1), end) is None
    assert minutes_between(None, end) is None


NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (NOON, "today, 12:00"),
        (datetime(2026, 3, 1, 0, 0, tzinfo=UTC), "today, 00:00"),
        (datetime(2026, 2, 28, 23, 59, tzinfo=UTC), "yesterday, 23:59"),
        (datetime(2026, 2, 27, 23, 59, tzinfo=UTC), "Fri 27 Feb, 23:59"),
        (datetime(2026, 1, 1, 9, 5, tzinfo=UTC), "Thu 1 Jan, 09:05"),
        (datetime(2025, 12, 31, 9, 5, tzinfo=UTC), "31 Dec 2025"),
    ],
)
def test_days_near_by_have_names_and_those_of_other_years_no_time(moment: datetime, said: str) -> None:
    assert relative_time(moment, NOON, UTC) == said


def test_new_years_eve_was_yesterday_on_new_years_day() -> None:
    first = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    assert relative_time(first - timedelta(hours=1), first, UTC) == "yesterday, 23:30"


def test_days_change_at_midnight_where_one_is() -> None:
    east = timezone(timedelta(hours=2))
    assert relative_time(datetime(2026, 2, 28, 22, 30, tzinfo=UTC), NOON, east) == "today, 00:30"


def test_without_a_zone_it_is_that_of_this_machine() -> None:
    local_noon = NOON.astimezone()
    assert relative_time(NOON, NOON) == f"today, {local_noon:%H:%M}"


def test_now_is_now() -> None:
    assert abs(now() - datetime.now(UTC)) < timedelta(minutes=1)
