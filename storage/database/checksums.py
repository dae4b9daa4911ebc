"""Checksums of rows: kept with each row when it is written, and compared when it is read.

A checksum is the CRC-32 of the values of a row as SQLite stores them. It finds every change of up to 32 neighbouring
bits and misses one of four thousand million others: enough for a disk that forgets, in half of the time and of the room
of a cryptographic hash. Against somebody who writes into the file on purpose no hash beside the data helps.
"""

from __future__ import annotations

import zlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Table

COLUMN: Final = "checksum"
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
    return tuple(column.name for column in table.columns if column.name != COLUMN)


def is_whole(row: Sequence[Any]) -> bool:
    """Return whether the checksum that comes last in a row is that of the values before it."""
    return row[-1] is not None and checksum(row[:-1]) == row[-1]
