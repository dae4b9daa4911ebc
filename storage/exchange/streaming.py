"""Plays for export: one batch in memory at a time, and only the columns that a format needs."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import Text, select, type_coerce
from sqlmodel import col
from sqlmodel import select as select_rows

from storage.database.models import PhotoRow, PlaceRow, PlayRevisionRow, PlayRow, SeatRow
from storage.documents import codec
from storage.exchange.record import PROGRESS_INTERVAL
from storage.repositories.history import BATCH_PLAYS, Cursor, next_batch
from storage.repositories.photos import PHOTO, PHOTO_ID
from storage.repositories.play_content import SeatEntry, StoredPlay, beginning
from storage.repositories.values import readable, whole_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Row
    from sqlmodel import Session

    from storage.exchange.record import Progress
    from storage.repositories.history import Filter
    from storage.repositories.tables import Store

T = TypeVar("T")

_PLAIN_COLUMNS: Final = (
    "id",
    "table_id",
    "game",
    "title",
    "edition",
    "begun",
    "finished",
    "day",
    "place_id",
    "note",
    "source",
    "revision",
    "edited",
    "reopened",
    "removed",
    "import_id",
)
"""The columns of a play that hold no JSON."""


def with_progress(entries: Iterable[T], total: int, progress: Progress | None) -> Iterator[T]:
    """Yield entries, and report progress now and then and at the end."""
    number = 0
    for number, entry in enumerate(entries, start=1):
        yield entry
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(number, total)
    if progress is not None:
        progress(number, total)


def results(store: Store, wanted: Filter) -> Iterator[StoredPlay]:
    """Yield plays with their sheets, but without documents and extras."""
    for rows, seats in _batches(store, wanted, "sheet"):
        for row in rows:
            short = {name: getattr(row, name) for name in _PLAIN_COLUMNS}
            short |= {"begun": beginning(row.begun, row.finished)}
            entries = tuple(map(SeatEntry._make, seats[row.id]))
            yield StoredPlay(
                **short, document=None, extras={}, sheet=json.loads(row.sheet), place=row.where, seats=entries
            )


def lines(store: Store, wanted: Filter, head: Callable[[str], dict[str, Any]]) -> Iterator[tuple[bytes, ...]]:
    """Yield plays as lines of JSON, each with the lines of its earlier versions and its photos.

    The lines begin with the fields that `head` returns for their kind. Stored JSON is copied as it is.
    """
    begin, begin_version = codec.to_json(head("play"))[:-1], codec.to_json(head("version"))[:-1]
    written: set[str] = set()
    for rows, seats in _batches(store, wanted, "document", "extras", "sheet"):
        versions = _versions(store, [row.id for row in rows if row.revision > 1], begin_version)
        for row in rows:
            begun = beginning(row.begun, row.finished)
            fields = {
                "id": row.id,
                "source": row.source,
                "revision": row.revision,
                "edited": _moment(row.edited),
                "removed": _moment(row.removed),
                "game": row.game,
                "title": row.title if row.title.strip() else row.game,
                "edition": row.edition,
                "begun": _moment(begun),
                "finished": _moment(row.finished),
                "day": row.day,
                "place": readable(row.where or ""),
                "note": row.note,
                "players": [
                    {
                        "id": player_id,
                        "name": name,
                        "total": total,
                        "place": place,
                        "won": won,
                        "position": position,
                    }
                    for _, player_id, name, total, place, won, position in seats[row.id]
                ],
            }
            stored = f',"document":{row.document or "null"},"extras":{row.extras},"sheet":{row.sheet}}}\n'
            line = b"".join((begin, b",", codec.to_json(fields)[1:-1], stored.encode()))
            yield line, *versions[row.id], *_photos(store, (row.extras, *versions[row.id]), head("photo"), written)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _versions(store: Store, play_ids: Sequence[str], begin: bytes) -> Mapping[str, list[bytes]]:
    """Return the lines of the earlier versions of plays."""
    found: defaultdict[str, list[bytes]] = defaultdict(list)
    if not play_ids:
        return found
    asked = select_rows(PlayRevisionRow).where(col(PlayRevisionRow.play_id).in_(play_ids))
    with store.reading() as session:
        rows = whole_rows(session, asked.order_by(col(PlayRevisionRow.play_id), col(PlayRevisionRow.number)))
    for row in rows:
        fields = {"play": row.play_id, "number": row.number, "at": _moment(row.at), "what": row.what}
        line = codec.to_json(fields | {"content": row.content})
        found[row.play_id].append(b"".join((begin, b",", line[1:], b"\n")))
    return found


def _photos(store: Store, texts: Iterable[str | bytes], head: dict[str, Any], written: set[str]) -> Iterator[bytes]:
    """Yield the lines of the photos that extras and versions name, but of those `written` before."""
    words = [text if isinstance(text, str) else text.decode() for text in texts]
    named = {number for text in words if f'"{PHOTO}"' in text for number in PHOTO_ID.findall(text)} - written
    if not named:
        return
    with store.reading() as session:
        rows = whole_rows(session, select_rows(PhotoRow).where(col(PhotoRow.id).in_(named)).order_by(PhotoRow.id))
    for row in rows:
        written.add(row.id)
        yield codec.to_json(head | {"id": row.id, "at": _moment(row.at), "picture": row.picture}) + b"\n"


def _batches(
    store: Store,
    wanted: Filter,
    *stored: str,
) -> Iterator[tuple[Sequence[Row[Any]], dict[str, list[tuple[Any, ...]]]]]:
    """Yield batches of plays, with their JSON as text, and the seats of each play."""
    columns = [getattr(PlayRow, name) for name in _PLAIN_COLUMNS]
    as_text = [type_coerce(getattr(PlayRow, name), Text).label(name) for name in stored]
    asked = (
        select(col(PlaceRow.name).label("where"), *columns, *as_text)
        .select_from(PlayRow)
        .join(PlaceRow, col(PlaceRow.id) == col(PlayRow.place_id), isouter=True)
    )
    after: Cursor | None = None
    while True:
        with store.reading() as session:
            rows = session.connection().execute(next_batch(store, asked, wanted, after, BATCH_PLAYS)).all()
            seats = _seats(session, [row.id for row in rows])
        yield rows, seats
        if len(rows) < BATCH_PLAYS:
            return
        after = Cursor(rows[-1].finished, rows[-1].id)


def _seats(session: Session, play_ids: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
    asked = select(col(SeatRow.play_id), *(getattr(SeatRow, name) for name in SeatEntry._fields))
    ordered = asked.where(col(SeatRow.play_id).in_(play_ids)).order_by(col(SeatRow.play_id), col(SeatRow.seat))
    seats: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for play_id, *seat in session.connection().execute(ordered):
        seats[play_id].append(tuple(seat))
    return seats
