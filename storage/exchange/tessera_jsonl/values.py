"""Values in a line: moments, and JSON that every database can store."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Final

from scoring.messages import Message, say
from scoring.problems import Problem
from storage.documents.fields import shown
from storage.exchange.record import is_plausible

MAX_DEPTH: Final = 40
"""The deepest nesting of JSON that is not checked here."""

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
"""The characters that no database can store in a text."""


def moment_or_none(text: str | None, field: str, problems: list[Problem]) -> datetime | None:
    """Return the moment of a field, `None` where it is absent; text that is no moment becomes a problem."""
    return None if text is None else moment_in(text, field, problems)


def moment_in(text: str, field: str, problems: list[Problem]) -> datetime:
    """Return the moment of a field, in UTC; text that is no moment becomes a problem."""
    try:
        written = datetime.fromisoformat(text)
        moment = datetime.min.replace(tzinfo=UTC) if written.tzinfo is None else written.astimezone(UTC)
    except (ValueError, OverflowError):
        moment = datetime.min.replace(tzinfo=UTC)
    if not is_plausible(moment):
        message = say("{value}: a date and time such as 2024-03-01T19:31:00+00:00 belongs here", value=shown(text))
        problems.append(Problem(path=field, message=message))
    return moment


def storable(value: object, field: str, problems: list[Problem]) -> Any:  # noqa: ANN401 - any JSON
    """Return JSON that every database can store, and note what it cannot."""
    reason = _unstorable(value, MAX_DEPTH)
    if reason is not None:
        problems.append(Problem(path=field, message=reason))
        return {}
    return value


def _unstorable(value: object, depth: int) -> Message | None:
    """Return why a value cannot be stored, or `None`."""
    if depth == 0:
        return say("nested too deeply: nothing from Tessera has so many levels")
    if isinstance(value, dict):
        parts = [*value, *value.values()]
    elif isinstance(value, list):
        parts = value
    elif isinstance(value, str):
        bad = _UNSTORABLE.search(value)
        return None if bad is None else say("U+{code} cannot be kept: take it out", code=f"{ord(bad[0]):04X}")
    else:
        fits = value is None or isinstance(value, (bool, int)) or (isinstance(value, float) and abs(value) < 1e300)  # noqa: PLR2004
        return None if fits else say("{value}: a smaller number belongs here", value=shown(value))
    return next((why for part in parts if (why := _unstorable(part, depth - 1)) is not None), None)
