"""Days, times and durations that are typed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from companion.formatting.dates import minutes_between, read_days, read_minutes, read_time

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
