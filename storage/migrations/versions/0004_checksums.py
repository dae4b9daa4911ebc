"""A checksum in each row, so that a row that was damaged is noticed when it is read."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
from alembic import op

if TYPE_CHECKING:
    from collections.abc import Iterator

revision = "0004"
down_revision = "0003"

BATCH: Final = 500
"""The number of rows that are in memory at a time."""

_KEYS: Final = {
    "tables": ("id",),
    "revisions": ("table_id", "number"),
    "imports": ("id",),
    "places": ("id",),
    "players": ("id",),
    "aliases": ("kind", "folded"),
    "plays": ("id",),
    "seats": ("play_id", "seat"),
    "lines": ("play_id", "seat", "rule"),
    "play_revisions": ("play_id", "number"),
    "copies": ("game", "part", "key"),
    "settings": ("key",),
    "doors": ("id",),
    "phones": ("id",),
    "guests": ("table_id", "phone_id"),
}
"""The primary key of each table."""

_OTHERS: Final = {
    "tables": ("game", "document", "beside", "revision", "state", "created", "changed"),
    "revisions": ("author", "label", "changes", "at", "kind", "state"),
    "imports": ("at", "what", "undone"),
    "places": ("name", "folded", "seen", "import_id"),
    "players": ("name", "folded", "colour", "shape", "seen", "hidden", "import_id"),
    "aliases": ("name", "target"),
    "plays": (
        *("table_id", "game", "title", "edition", "begun", "finished", "day", "place_id", "note", "source"),
        *("revision", "edited", "reopened", "removed", "import_id", "beside", "sheet", "document"),
    ),
    "seats": ("player_id", "name", "total", "place", "won", "position"),
    "lines": ("points",),
    "play_revisions": ("at", "what", "content", "import_id"),
    "copies": ("value", "at"),
    "settings": ("value",),
    "doors": ("secret", "locked"),
    "phones": ("token", "host", "settings", "seen"),
    "guests": ("seat", "wants", "since"),
}
"""The other columns, in the order in which the checksum covers them after the key."""

_MOMENTS: Final = {"created", "changed", "at", "undone", "seen", "begun", "finished", "edited", "removed", "since"}
_JSON: Final = {"document", "changes", "beside", "sheet", "content", "value", "settings"}
_NUMBERS: Final = {"revision", "number", "hidden", "reopened", "seat", "total", "place", "won", "position", "points"}
_NUMBERS_TOO: Final = {"locked", "host", "wants"}
_MAY_LACK: Final = {"undone", "import_id", "table_id", "begun", "place_id", "edited", "removed", "document", "total"}
_MAY_LACK_TOO: Final = {"position", "wants", "seat"}


def upgrade() -> None:
    """Add the column, and fill it; a row that cannot be read gets none."""
    connection = op.get_bind()
    for table, key in _KEYS.items():
        op.add_column(table, sa.Column("checksum", sa.BigInteger(), nullable=True))
        columns = (*key, *_OTHERS[table])
        of = sa.table(table, *map(sa.column, (*columns, "checksum")))
        same = [of.c[name] == sa.bindparam(f"of_{name}") for name in key]
        fill = sa.update(of).where(*same).values(checksum=sa.bindparam("sum"))
        for rows in _batches(connection, table, columns, key):
            sums = [(row, _checksum(columns, row)) for row in rows]
            filled = [
                {f"of_{name}": value for name, value in zip(key, row, strict=False)} | {"sum": number}
                for row, number in sums
                if number is not None
            ]
            if filled:
                connection.execute(fill, filled)


def _batches(
    connection: sa.Connection, table: str, columns: tuple[str, ...], key: tuple[str, ...]
) -> Iterator[list[tuple[object, ...]]]:
    """Yield the rows of a table as the driver returns them, in the order of the key."""
    of = sa.table(table, *map(sa.column, columns))
    keys = sa.tuple_(*(of.c[name] for name in key))
    asked = sa.select(*of.c).order_by(*keys.clauses).limit(BATCH)
    rows = connection.execute(asked).all()
    yield [tuple(row) for row in rows]
    while len(rows) == BATCH:
        last = next(row[: len(key)] for row in reversed(rows) if all(map(_is_text_or_number, row[: len(key)])))
        rows = connection.execute(asked.where(keys > sa.tuple_(*map(sa.literal, last)))).all()
        yield [tuple(row) for row in rows]


def _checksum(columns: tuple[str, ...], row: tuple[object, ...]) -> int | None:
    """Return the checksum of a row, or `None` if a value is none of its column."""
    values = [_as_stored(value) for value in row]
    if not all(map(_is_readable, columns, values)):
        return None
    return zlib.crc32("\0".join("\x1a" if value is None else str(value) for value in values).encode())


def _as_stored(value: object) -> object:
    """Return a value as SQLite stores it: a moment as text in UTC, a truth as a number."""
    if isinstance(value, datetime):
        moment = value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo is not None else value
        return moment.isoformat(" ", "microseconds")
    return int(value) if isinstance(value, bool) else value


def _is_text_or_number(value: object) -> bool:
    """Return whether a database takes a value; the bytes of a damaged text are none."""
    try:
        return isinstance(value, int) or (isinstance(value, str) and value.encode() is not None)
    except UnicodeEncodeError:
        return False


def _is_readable(column: str, value: object) -> bool:
    if value is None:
        return column in _MAY_LACK | _MAY_LACK_TOO
    if column in _NUMBERS | _NUMBERS_TOO:
        return isinstance(value, int)
    if not isinstance(value, str) or not _is_text_or_number(value):
        return False
    try:
        if column in _JSON:
            json.loads(value)
        elif column in _MOMENTS:
            datetime.fromisoformat(value)
    except (ValueError, RecursionError):
        return False
    return True
