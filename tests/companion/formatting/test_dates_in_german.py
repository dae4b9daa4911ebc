"""Days, times and durations as they are typed and shown in German."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

import pytest

from companion.formatting.dates import day_text, read_days, read_minutes, read_time, span_text
from companion.formatting.languages import catalogue
from scoring.messages import reading

if TYPE_CHECKING:
    from collections.abc import Iterator

TODAY: Final = date(2025, 3, 7)


@pytest.fixture(autouse=True)
def _in_german() -> Iterator[None]:
    with reading(catalogue("de")):
        yield


@pytest.mark.parametrize("month", range(1, 13))
def test_a_day_can_be_typed_as_it_is_shown(month: int) -> None:
    day = date(2024, month, 9)
    assert read_days(day_text(day), TODAY) == (day, day)
    assert read_days(span_text(day.isoformat(), day.isoformat()), TODAY) == (day, day)


def test_days_are_shown_in_german() -> None:
    assert (day_text(TODAY), span_text("2024-12-01", "2024-12-01")) == ("7. März 2025", "1. Dez. 2024")


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("heute", "2025-03-07", "2025-03-07"),
        ("Gestern", "2025-03-06", "2025-03-06"),
        ("dieses Jahr", "2025-01-01", "2025-12-31"),
        ("Letztes  Jahr", "2024-01-01", "2024-12-31"),
        ("7. märz 2025", "2025-03-07", "2025-03-07"),
        ("7.Mai 2025", "2025-05-07", "2025-05-07"),
        ("7. 3. 2025", "2025-03-07", "2025-03-07"),
        ("Oktober 2024", "2024-10-01", "2024-10-31"),
        ("7 March 2025", "2025-03-07", "2025-03-07"),
        ("yesterday", "2025-03-06", "2025-03-06"),
    ],
)
def test_days_are_read_in_german_and_in_english(typed: str, first: str, last: str) -> None:
    assert read_days(typed, TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


def test_what_is_no_day_is_none() -> None:
    assert (read_days("30. Februar 2025", TODAY), read_days("7. Mäuse 2025", TODAY)) == (None, None)


def test_times_and_durations_may_have_german_units() -> None:
    assert str(read_time("21.30 Uhr")) == "21:30:00"
    assert read_minutes("1 Std. 20 Min.") == read_minutes("1 h 20 min")
