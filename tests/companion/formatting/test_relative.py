"""How moments are said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from companion.formatting.relative import relative_time
from companion.system.clock import now

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
