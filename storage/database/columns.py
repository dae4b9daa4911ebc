"""Columns as every database stores them: JSON as text, moments in UTC; and the checksum of each row.

A checksum is kept with each row when it is written, and compared when it is read. It is the CRC-32 of the values of the
row as SQLite stores them. It finds every change of up to 32 neighbouring bits and misses one of four thousand million
others: enough for a disk that forgets, in half of the time and of the room of a cryptographic hash. Against somebody
who writes into the file on purpose no hash beside the data helps.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import DateTime, Dialect, Table, Text
from sqlalchemy.orm import LoaderCallableStatus
from sqlalchemy.types import TypeDecorator

from storage.database.errors import DAMAGED_ROW, DamagedDatabaseError
from storage.documents.codec import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


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


CHECKSUM: Final = "checksum"
"""The column of every table that holds the checksum of the row."""

_NOTHING: Final = "\x1a"
"""What stands for nothing: no text of ours has this character."""


def checksum(values: Iterable[object]) -> int | None:
    """Return the checksum of the values of a row, in the order of `covered`; `None` if no row holds such values.

    >>> checksum(["a", 5]) == checksum(["a", 6])
    False
    >>> checksum([datetime(2024, 3, 1, 19, 30, tzinfo=UTC), True]) == checksum(["2024-03-01 19:30:00.000000", 1])
    True
    >>> checksum([b"what SQLite keeps of anything"])
    """
    try:
        texts = [
            value if type(value) is str else str(value) if type(value) is int else _as_text(value) for value in values
        ]
    except TypeError:
        return None
    return zlib.crc32("\0".join(texts).encode(errors="surrogatepass"))


def _as_text(value: object) -> str:
    """Return a value as the text of what SQLite stores: a moment in UTC, a truth as a number.

    Raises:
        TypeError: no row holds such a value.

    """
    if value is None:
        return _NOTHING
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, datetime):
        moment = value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo is not None else value
        return moment.isoformat(" ", "microseconds")
    raise TypeError


def covered(table: Table) -> tuple[str, ...]:
    """Return the names of the columns that a checksum covers: all but itself."""
    return tuple(column.name for column in table.columns if column.name != CHECKSUM)


def is_whole(row: Sequence[Any]) -> bool:
    """Return whether the checksum that comes last in a row is that of the values before it."""
    return row[-1] is not None and checksum(row[:-1]) == row[-1]
