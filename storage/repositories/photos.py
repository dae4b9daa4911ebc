"""Photos of tables: each kept once, named in the extras of tables and plays, and dropped with the last that names it.

The name is made from the bytes of the photo. Undo, corrections and imports thus turn a short name, as they turn a note.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Text, delete, type_coerce
from sqlmodel import Session, col, select

from storage.database.models import PhotoRow, PlayRevisionRow, PlayRow, RevisionRow, TableRow
from storage.repositories.values import batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from storage.repositories.tables import Store

PHOTO: Final = "photo"
"""The field of the extras that names a photo."""

MAX_PHOTO_BYTES: Final = 300_000
"""The size of the largest photo that is kept, as a JPEG."""

PHOTO_ID: Final = re.compile(r"[0-9a-f]{32}")
"""What names a photo: the first half of its SHA-256."""


def photo_id(picture: bytes) -> str:
    """Return the id of a photo."""
    return sha256(picture).hexdigest()[:32]


def photo_of(extras: Mapping[str, Any]) -> str | None:
    """Return the id of the photo that extras name, or `None`."""
    named = extras.get(PHOTO)
    return named if isinstance(named, str) and PHOTO_ID.fullmatch(named) else None


def keep(store: Store, picture: bytes) -> str:
    """Store a JPEG unless it is here already, and return its id; extras that name it keep it from being dropped."""
    number = photo_id(picture)
    with store.writing() as session:
        if session.get(PhotoRow, number) is None:
            session.add(PhotoRow(id=number, picture=b64encode(picture).decode(), at=store.now()))
    return number


def photo(store: Store, number: str) -> str | None:
    """Return a photo as base64, `None` if it is not here."""
    with store.reading() as session:
        row = session.get(PhotoRow, number)
        return None if row is None else row.picture


def named(session: Session, play_id: str, table_id: str | None) -> frozenset[str]:
    """Return what may be ids of photos in a play, its earlier versions, and its table with its steps."""
    plays = (PlayRow.extras, PlayRow.id), (PlayRevisionRow.play, PlayRevisionRow.play_id)
    tables = (TableRow.content, TableRow.id), (RevisionRow.changes, RevisionRow.table_id)
    ids: set[str] = set()
    for places, owner in ((plays, play_id), (tables, table_id)):
        for where, key in places:
            text = _text(where)
            asked = select(text).where(col(key) == owner, text.contains(PHOTO))
            for words in session.connection().execute(asked).scalars():
                ids |= set(PHOTO_ID.findall(words))
    return frozenset(ids)


def drop_unnamed(session: Session, numbers: Iterable[str]) -> None:
    """Delete those of these photos that nothing names any more."""
    session.flush()
    for some in batches(numbers):
        for number in session.exec(select(PhotoRow.id).where(col(PhotoRow.id).in_(some))).all():
            if not any(_is_named(session, number, where) for where in _WHERE):
                session.connection().execute(delete(PhotoRow).where(col(PhotoRow.id) == number))


_WHERE: Final = (PlayRow.extras, PlayRevisionRow.play, TableRow.content, RevisionRow.changes)
"""The columns that name photos."""


def _is_named(session: Session, number: str, where: Any) -> bool:  # noqa: ANN401 - a column of JSON
    asked = select(_text(where)).where(_text(where).contains(number)).limit(1)
    return session.connection().execute(asked).first() is not None


def _text(column: Any) -> ColumnElement[str]:  # noqa: ANN401 - a column of JSON
    """Return a column of JSON as the text that is stored."""
    return type_coerce(column, Text())
