"""How moments are said on the screen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from babel.dates import format_date, format_datetime, format_time

if TYPE_CHECKING:
    from datetime import tzinfo


LOCALE: Final = "en_GB"


_NAMED_DAYS: Final = {timedelta(): "today", timedelta(days=1): "yesterday"}


def when(moment: datetime, at: datetime, zone: tzinfo | None = None) -> str:
    """Return when something was, as one says it `at` a later moment.

    Both moments have a zone; they are said in `zone`, that of this machine where none is given.

    >>> from datetime import UTC
    >>> evening = datetime(2025, 3, 7, 20, 15, tzinfo=UTC)
    >>> when(evening, evening + timedelta(hours=2), UTC), when(evening, evening + timedelta(hours=4), UTC)
    ('today, 20:15', 'yesterday, 20:15')
    >>> when(evening, evening + timedelta(days=40), UTC), when(evening, evening + timedelta(days=400), UTC)
    ('Fri 7 Mar, 20:15', '7 Mar 2025')
    """
    then, today = moment.astimezone(zone), at.astimezone(zone).date()
    day = _NAMED_DAYS.get(today - then.date())
    if day is not None:
        return f"{day}, {format_time(then, 'HH:mm', locale=LOCALE)}"
    if then.year == today.year:
        return format_datetime(then, "EEE d MMM, HH:mm", locale=LOCALE)
    return format_date(then, "d MMM y", locale=LOCALE)
