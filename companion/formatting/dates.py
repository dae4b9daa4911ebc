"""Days, times and durations as people type and read them."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Final

from babel.dates import format_date, format_datetime, format_time, get_month_names

from companion.formatting.languages import ENGLISH_CODE, locale
from scoring.messages import Message, counted, say, tr, tr_in

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[date, date]

_HOUR: Final = 60
_DAY: Final = 24 * _HOUR
_YEAR: Final = 12

TODAY: Final = say("today")
YESTERDAY: Final = say("yesterday")
THIS_YEAR: Final = say("This year")
LAST_YEAR: Final = say("Last year")


def read_days(typed: str, today: date) -> Span | None:
    """Return the first and the last day of a typed day, month or year, `None` where it is none of these.

    Words are read in English and in the language of the reader.

    >>> [str(day) for day in read_days("2024-02", date(2025, 3, 7))]
    ['2024-02-01', '2024-02-29']
    >>> read_days("1 March 2024", date(2025, 3, 7)) == read_days("1 mar 2024", date(2025, 3, 7))
    True
    >>> read_days("February 2024", date(2025, 3, 7)) == read_days("2024-02", date(2025, 3, 7))
    True
    >>> read_days("1st of March, 2024", date(2025, 3, 7)) == read_days("1 de mar de 2024", date(2025, 3, 7))
    True
    >>> read_days("This year", date(2025, 3, 7)) == read_days("2025", date(2025, 3, 7))
    True
    >>> read_days("7.3.2025", date(2025, 3, 7)) == read_days("today", date(2025, 3, 7))
    True
    >>> read_days("2025-02-30", date(2025, 3, 7)) is None
    True
    """
    words = " ".join(typed.lower().split())
    for named, (first, last) in (
        (TODAY, (today, today)),
        (YESTERDAY, (today - timedelta(days=1),) * 2),
        (THIS_YEAR, year(today.year)),
        (LAST_YEAR, year(today.year - 1)),
    ):
        if words in {str(named).lower(), named.english.lower()}:
            return first, last
    try:
        return _worded(words) or _numbered(words)
    except ValueError:
        return None


def _worded(words: str) -> Span | None:
    """Return the days of a month that is named, whole or by three letters and more.

    Raises:
        ValueError: there is no such day.

    """
    match = re.fullmatch(
        r"(?:(\d{1,2})(?:\.|º|er|st|nd|rd|th)?\s*)?(?:of\s+|de\s+)?([^\W\d_]{3,})\.?,?\s+(?:de\s+|del\s+)?(\d{4})",
        words,
    )
    number = match and next((number for name, number in _months() if name.startswith(match[2])), None)
    if not match or not number:
        return None
    return _numbered(f"{match[3]}-{number}" + (f"-{match[1]}" if match[1] else ""))


def _months() -> Iterator[tuple[str, int]]:
    """Yield the names of the months as they are typed, each with its number: the reader's, then the English ones."""
    for of in (locale(), ENGLISH_CODE):
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, locale=of).items():
                yield name.lower(), number


def _numbered(words: str) -> Span | None:
    """Return the days that numbers name.

    Raises:
        ValueError: there is no such day.

    """
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", words, re.ASCII):
        day = date(*(int(part) for part in match.groups()))
        return day, day
    if match := re.fullmatch(r"(\d{1,2})[./]\s*(\d{1,2})[./]\s*(\d{4})", words, re.ASCII):
        day = date(*(int(part) for part in reversed(match.groups())))
        return day, day
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})", words, re.ASCII):
        first = date(int(match[1]), int(match[2]), 1)
        return first, first.replace(day=monthrange(first.year, first.month)[1])
    return year(int(words)) if re.fullmatch(r"\d{4}", words, re.ASCII) else None


def year(number: int) -> Span:
    """Return the first and the last day of a year.

    Raises:
        ValueError: there is no such year.

    """
    return date(number, 1, 1), date(number, _YEAR, 31)


def span_text(since: str | None, until: str | None) -> str:
    """Return a span of ISO days in words, both days included.

    >>> span_text(None, None), span_text("2024-01-01", "2024-12-31")
    ('All time', '2024')
    >>> span_text("2024-03-01", None), span_text(None, "2024-03-01")
    ('From 1 Mar 2024', 'Until 1 Mar 2024')
    >>> span_text("2024-03-01", "2024-03-01"), span_text("2024-02-01", "2024-03-01")
    ('1 Mar 2024', '1 Feb 2024 – 1 Mar 2024')
    """
    first, last = (None if day is None else date.fromisoformat(day) for day in (since, until))
    if last is None:
        return tr("All time") if first is None else tr("From {day}", day=short_day(first))
    if first is None:
        return tr("Until {day}", day=short_day(last))
    if (first, last) == year(first.year):
        return str(first.year)
    return short_day(first) if first == last else f"{short_day(first)} – {short_day(last)}"


def short_day(day: date) -> str:
    """Return a day in few words.

    >>> short_day(date(2025, 3, 7))
    '7 Mar 2025'
    """
    return format_date(day, _with_day(tr("d MMM y"), day), locale=locale())


def _with_day(pattern: str, day: date) -> str:
    """Return the pattern of a day, which some languages write otherwise on the first of a month: "1er mars"."""
    return re.sub(r"\bd\b", tr_in("first of a month", "d"), pattern, count=1) if day.day == 1 else pattern


def day_text(day: date) -> str:
    """Return a day in words, as `read_days` reads it.

    >>> day_text(date(2025, 3, 7))
    '7 March 2025'
    """
    return format_date(day, _with_day(tr("d MMMM y"), day), locale=locale())


def typed_as(*examples: object) -> Message:
    """Return the sentence on what is typed otherwise."""
    return say("Type it like this: {example}.", example=" · ".join(map(str, examples)))


def day_wanted(*, whole: bool = False) -> Message:
    """Return how a day is typed, and where it need not be a `whole` one, a month or a year.

    >>> print(day_wanted(whole=True))
    Type it like this: 1 March 2024.
    """
    day = day_text(date(2024, 3, 1))
    return typed_as(day) if whole else typed_as(day, format_date(date(2024, 3, 1), tr("MMMM y"), locale=locale()), 2024)


TIME_WANTED: Final = typed_as("21:30")
DURATION_WANTED: Final = typed_as("80", "1:20")


def full_date_time(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return a moment in words with its year and time, in `zone`, or in the zone of this machine.

    >>> from datetime import UTC
    >>> full_date_time(datetime(2025, 3, 7, 20, 15, tzinfo=UTC), UTC)
    'Fri 7 March 2025, 20:15'
    """
    then = moment.astimezone(zone)
    return format_datetime(then, _with_day(tr("EEE d MMMM y, HH:mm"), then), locale=locale())


def read_time(typed: str) -> time | None:
    """Return a typed time, `None` where it is none.

    >>> read_time("9:05"), read_time("21.30"), read_time("25:00")
    (datetime.time(9, 5), datetime.time(21, 30), None)
    """
    match = re.fullmatch(r"(\d{1,2})[:.](\d{2})(?:\s*uhr)?", typed.strip().lower(), re.ASCII)
    if not match:
        return None
    hour, minute = int(match[1]), int(match[2])
    return time(hour, minute) if hour * _HOUR < _DAY and minute < _HOUR else None


def read_minutes(typed: str) -> int | None:
    """Return the minutes of a typed duration, `None` where it is none.

    >>> read_minutes("80"), read_minutes("1:20"), read_minutes("1 h 20 min"), read_minutes("long")
    (80, 80, 80, None)
    """
    match = re.fullmatch(
        r"(?:(\d{1,3})\s*(?::|h|std\.?)\s*)?(\d{1,5})\s*(?:m|min\.?)?", typed.strip().lower(), re.ASCII
    )
    return int(match[1] or 0) * _HOUR + int(match[2]) if match else None


def duration_text(minutes: int) -> str:
    """Return a duration in words.

    >>> [duration_text(minutes) for minutes in (0, 45, 80, 120, 60 * 24, 60 * 80)]
    ['less than a minute', '45 min', '1 h 20 min', '2 h', '1 day', '3 days']
    """
    if minutes < 1:
        return tr("less than a minute")
    if minutes >= _DAY:
        return str(counted(minutes // _DAY, "{number} day", "{number} days"))
    hours, left = divmod(minutes, _HOUR)
    if not hours:
        return tr("{minutes} min", minutes=left)
    whole = tr("{hours} h", hours=hours)
    return f"{whole} {tr('{minutes} min', minutes=left)}" if left else whole


def minutes_between(begun: datetime | None, finished: datetime) -> int | None:
    """Return the whole minutes between two moments, `None` where the first is unknown or later than the second."""
    if begun is None or begun > finished:
        return None
    return (finished - begun) // timedelta(minutes=1)


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
        return format_datetime(then, _with_day(tr("EEE d MMM, HH:mm"), then), locale=locale())
    return relative_day(then.date(), today)


def relative_day(day: date, today: date) -> str:
    """Return a day in words as of the later day `today`.

    >>> relative_day(date(2025, 3, 6), date(2025, 3, 7)), relative_day(date(2025, 1, 31), date(2025, 3, 7))
    ('yesterday', '31 Jan 2025')
    """
    named = _NAMED_DAYS.get(today - day)
    return short_day(day) if named is None else str(named)
