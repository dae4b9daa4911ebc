"""Moments in the words that people use for them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from babel.dates import format_date, format_datetime, format_time

from companion.formatting.languages import locale
from scoring.messages import say, tr

if TYPE_CHECKING:
    from datetime import tzinfo


_NAMED_DAYS: Final = {timedelta(): say("today"), timedelta(days=1): say("yesterday")}


def relative_time(moment: datetime, at: datetime, zone: tzinfo | None = None) -> str:
    """Return a moment in words as of the later moment `at`, in `zone`, or in the zone of this machine.

    Both moments have a time zone.

    >>> from datetime import UTC
    >>> end = datetime(2025, 3, 7, 20, 15, tzinfo=UTC)
    >>> [relative_time(end, end + timedelta(hours=hours), UTC) for hours in (2, 4)]
    ['today, 20:15', 'yesterday, 20:15']
    >>> [relative_time(end, end + timedelta(days=days), UTC) for days in (40, 400)]
    ['Fri 7 Mar, 20:15', '7 Mar 2025']
    """
    then, today = moment.astimezone(zone), at.astimezone(zone).date()
    if today - then.date() in _NAMED_DAYS:
        return f"{relative_day(then.date(), today)}, {format_time(then, 'HH:mm', locale=locale())}"
    if then.year == today.year:
        return format_datetime(then, tr("EEE d MMM, HH:mm"), locale=locale())
    return relative_day(then.date(), today)


def relative_day(day: date, today: date) -> str:
    """Return a day in words as of the later day `today`.

    >>> relative_day(date(2025, 3, 6), date(2025, 3, 7)), relative_day(date(2025, 1, 31), date(2025, 3, 7))
    ('yesterday', '31 Jan 2025')
    """
    named = _NAMED_DAYS.get(today - day)
    return format_date(day, tr("d MMM y"), locale=locale()) if named is None else str(named)
