"""The types of columns that every database stores alike: JSON as text, moments in UTC."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import DateTime, Text
from sqlalchemy.orm import LoaderCallableStatus
from sqlalchemy.types import TypeDecorator

from storage.database.errors import DAMAGED_ROW, DamagedDatabaseError
from storage.documents.codec import to_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Dialect


@dataclass(frozen=True, slots=True)
class EncodedJson:
    """A value that is JSON text already, so that a large one is encoded once for its row and for the checksum."""

    text: str

    @classmethod
    def of(cls, value: object) -> EncodedJson:
        """Encode a value."""
        return cls(to_json(value).decode())


class JsonText(TypeDecorator[Any]):
    """JSON as text, the same in every database; nothing is `null`."""

    impl = Text
    cache_ok = True
    should_evaluate_none = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ANN401, ARG002, D102
        return json_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002, D102
        try:
            return None if value is None else json.loads(value)
        except (TypeError, ValueError, RecursionError):
            raise DamagedDatabaseError(DAMAGED_ROW) from None

    def compare_values(self, x: Any, y: Any) -> bool:  # noqa: ANN401, D102 - for Python, 1 and true are the same
        return y is not LoaderCallableStatus.NO_VALUE and to_json(x) == to_json(y)


def json_text(value: object) -> str:
    """Return the text that a value is stored as."""
    return (value if isinstance(value, EncodedJson) else EncodedJson.of(value)).text


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: with a zone in Python, in UTC in the database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:  # noqa: D102
        read = self.impl_instance.result_processor(dialect, coltype)
        in_utc = self.process_result_value

        def checked(value: Any) -> Any:  # noqa: ANN401 - text, where the database knows no moments
            if value is None:
                return None
            try:
                return in_utc(value if read is None else read(value), dialect)
            except (TypeError, ValueError):
                raise DamagedDatabaseError(DAMAGED_ROW) from None

        return checked
