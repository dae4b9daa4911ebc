"""A damaged table made again from its steps: each has a checksum of its own, and the first has the whole table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from sqlalchemy import column
from sqlmodel import col, select

from storage.backup.record_rows import delete_rows, equals, rows_of, untyped, write_row
from storage.database.checksums import checksum, covered, is_whole
from storage.database.column_types import json_text
from storage.database.dump import bare_table
from storage.database.models import PlayRow, RevisionRow
from storage.database.row_check import TABLES, Record
from storage.documents.changes import Change, read_changes
from storage.documents.codec import DocumentError
from storage.repositories.values import TableStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from sqlmodel import Session

TableAfter: TypeAlias = "Callable[[str, dict[str, Any], Sequence[Change]], dict[str, Any]]"
"""Returns the content of a table of a game after some changes, read strictly.

It raises `DocumentError`, `LookupError`, `TypeError` or `ValueError` where that cannot be.
"""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The row of a table after the last of the steps that follow one another intact; `whole` if none came later."""

    row: Mapping[str, Any]
    whole: bool

    @property
    def at(self) -> datetime:
        """The moment of the last step."""
        moment: datetime = self.row["changed"]
        return moment

    def write(self, session: Session) -> None:
        """Write the row, and delete the steps that came later."""
        connection, (table, number) = session.connection(), (self.row["id"], self.row["revision"])
        write_row(connection, bare_table(TABLES["tables"]), self.row)
        delete_rows(connection, "revisions", equals("table_id", table), column("number") > number)


def replayed(
    session: Session, record: Record, stored: Mapping[str, Sequence[Sequence[Any]]], table_after: TableAfter
) -> Replayed | None:
    """Return a damaged table as its steps have it; `None` where they do not tell, or where the record is no table."""
    if record.table != "tables":
        return None
    (table,) = record.key
    steps = rows_of(session.connection(), untyped("revisions"), equals("table_id", table))
    intact = {step["number"]: step["kind"] for step in steps if is_whole([*step.values()])}
    first = max((number for number, kind in intact.items() if kind == "begin"), default=0)
    last = next(number for number in count(first) if number not in intact) - 1
    numbers = [number for number in intact if number <= last]
    of_table = select(RevisionRow).where(RevisionRow.table_id == table, col(RevisionRow.number).in_(numbers))
    rows = session.exec(of_table.order_by(col(RevisionRow.number))).all()
    with suppress(DocumentError, LookupError, TypeError, ValueError):
        ((begun,), *more) = (row.changes for row in rows if row.number >= first)
        changes = [change for of_step in more for change in read_changes(of_step)]
        content = table_after(begun["game"], begun["content"], changes)
        damaged = next(iter(stored.get("tables", ())), ())
        status = _meant(damaged, "state", statuses := get_args(TableStatus))
        row = {
            "id": table,
            "game": begun["game"],
            "content": json_text(content),
            "revision": last,
            "state": status if status in statuses else "finished" if _is_over(session, table) else "running",
            "created": rows[0].at,
            "changed": rows[-1].at,
        }
        numbers = [_meant(damaged, "revision", (last,)), *(step["number"] for step in steps)]
        return Replayed(row, whole=max(number for number in numbers if isinstance(number, int)) == last)
    return None


def _is_over(session: Session, table: str) -> bool:
    """Return whether there is a play of a table, which is not in play again."""
    play = select(PlayRow.id).where(PlayRow.table_id == table, col(PlayRow.reopened).is_(False))
    return session.exec(play).first() is not None


def _meant(row: Sequence[Any], column: str, values: Sequence[Any]) -> Any:  # noqa: ANN401 - what a cell holds
    """Return what stood in a damaged cell: the value with which the checksum is right, else what stands there."""
    cells = dict(zip(covered(TABLES["tables"]), row, strict=False))
    right = (value for value in values if cells and checksum((cells | {column: value}).values()) == row[-1])
    return next(right, cells.get(column))
