"""Plays for export: one batch in memory at a time, and only the columns that a format needs."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Text, select, type_coerce
from sqlmodel import col
from sqlmodel import select as select_rows

from storage.database.checksums import COLUMN
from storage.database.models import PhotoRow, PlaceRow, PlayRevisionRow, PlayRow, SeatRow
from storage.documents import codec
from storage.exchange.files import with_progress
from storage.exchange.record import PhotoRecord
from storage.repositories.history import BATCH_PLAYS, Cursor, count, next_batch
from storage.repositories.photos import PHOTO, PHOTO_ID
from storage.repositories.play_content import NOTED, UNTIMED, Participant, PlayBrief, StoredPlay
from storage.repositories.play_rows import PARTICIPANT_COLUMNS, PARTICIPANT_FIELDS
from storage.repositories.values import from_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Row
    from sqlmodel import Session

    from storage.exchange.files import Progress
    from storage.repositories.history import Filter
    from storage.repositories.tables import Store

_PLAIN_COLUMNS: Final = tuple(
    name for name in PlayRow.model_fields if name not in {"document", "extras", "sheet", COLUMN}
)
"""The columns of a play that hold no JSON."""

_FACTS: Final = tuple(field.name for field in fields(PlayBrief) if field.name in _PLAIN_COLUMNS)
"""Those of them that a line has."""


def results(
    store: Store, play_filter: Filter, progress: Progress | None, documents_of: str = ""
) -> Iterator[StoredPlay]:
    """Yield plays with their sheets, and of the extras only whether their time is known, and notes.

    Only those of the game `documents_of` have their documents.
    """
    return with_progress(_results(store, play_filter, documents_of), count(store, play_filter), progress)


def _results(store: Store, play_filter: Filter, documents_of: str) -> Iterator[StoredPlay]:
    documents = ("document",) if documents_of else ()
    for rows, players in _batches(store, play_filter, "extras", "sheet", *documents):
        for row in rows:
            short = {name: getattr(row, name) for name in _PLAIN_COLUMNS}
            short |= {"place": row.where or "", "players": tuple(Participant(**values) for values in players[row.id])}
            short["extras"] = {UNTIMED: True} if f'"{UNTIMED}":true' in row.extras else {}
            if f'"{NOTED}":' in row.extras:
                short["extras"] |= {name: value for name, value in json.loads(row.extras).items() if name == NOTED}
            is_asked = documents_of and row.document is not None and f'"{documents_of}"' in row.document
            document = json.loads(row.document) if is_asked else None
            yield StoredPlay(**short, document=document, sheet=json.loads(row.sheet))


def lines(store: Store, play_filter: Filter, head: Callable[[str], dict[str, Any]]) -> Iterator[tuple[bytes, ...]]:
    """Yield plays as lines of JSON, each with the lines of its earlier versions and its photos.

    The lines begin with the fields that `head` returns for their kind. Stored JSON is copied as it is.
    """
    begin = codec.to_json(head("play"))[:-1]
    written: set[str] = set()
    for rows, players in _batches(store, play_filter, "document", "extras", "sheet"):
        versions = _versions(store, [row.id for row in rows if row.revision > 1], head("version"))
        for row in rows:
            facts = {name: getattr(row, name) for name in _FACTS}
            plain = {name: _plain(value) for name, value in facts.items() if value is not None}
            plain |= {"title": row.title if row.title.strip() else row.game, "place": row.where or ""}
            plain["players"] = players[row.id]
            document = "" if row.document is None else f',"document":{row.document}'
            stored = f',"extras":{row.extras}{document},"sheet":{row.sheet}}}\n'
            line = b"".join((begin, b",", codec.to_json(plain)[1:-1], stored.encode()))
            yield line, *versions[row.id], *_photos(store, (row.extras, *versions[row.id]), head("photo"), written)


def _plain(value: object) -> object:
    return codec.plain(value) if isinstance(value, datetime) else value


def _versions(store: Store, play_ids: Sequence[str], head: dict[str, Any]) -> Mapping[str, list[bytes]]:
    """Return the lines of the earlier versions of plays."""
    lines_of: defaultdict[str, list[bytes]] = defaultdict(list)
    if not play_ids:
        return lines_of
    asked = select_rows(PlayRevisionRow).where(col(PlayRevisionRow.play_id).in_(play_ids))
    with store.reading() as session:
        rows = session.exec(asked.order_by(col(PlayRevisionRow.play_id), col(PlayRevisionRow.number))).all()
    for row in rows:
        line = codec.to_json(head | {"at": codec.plain(row.at), "what": row.what, "play": row.play})
        lines_of[row.play_id].append(line + b"\n")
    return lines_of


def _photos(store: Store, texts: Iterable[str | bytes], head: dict[str, Any], written: set[str]) -> Iterator[bytes]:
    """Yield the lines of the photos that extras and versions name, but of those `written` before."""
    words = [text if isinstance(text, str) else text.decode() for text in texts]
    named = {number for text in words if f'"{PHOTO}"' in text for number in PHOTO_ID.findall(text)} - written
    if not named:
        return
    with store.reading() as session:
        rows = session.exec(select_rows(PhotoRow).where(col(PhotoRow.id).in_(named)).order_by(PhotoRow.id)).all()
    for row in rows:
        written.add(row.id)
        yield codec.to_json(head | codec.plain(from_row(PhotoRecord, row))) + b"\n"


def _batches(
    store: Store,
    play_filter: Filter,
    *stored: str,
) -> Iterator[tuple[Sequence[Row[Any]], Mapping[str, list[dict[str, Any]]]]]:
    """Yield batches of plays, with their JSON as text, and the players of each play."""
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
            rows = session.connection().execute(next_batch(asked, play_filter, after, BATCH_PLAYS)).all()
            players = _players(session, [row.id for row in rows])
        yield rows, players
        if len(rows) < BATCH_PLAYS:
            return
        after = Cursor(rows[-1].finished, rows[-1].id)


def _players(session: Session, play_ids: Sequence[str]) -> Mapping[str, list[dict[str, Any]]]:
    asked = select(col(SeatRow.play_id), *(getattr(SeatRow, name) for name in PARTICIPANT_COLUMNS))
    ordered = asked.where(col(SeatRow.play_id).in_(play_ids)).order_by(col(SeatRow.play_id), col(SeatRow.seat))
    players: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for play_id, *values in session.connection().execute(ordered):
        facts = zip(PARTICIPANT_FIELDS, values, strict=True)
        players[play_id].append({name: value for name, value in facts if value is not None})
    return players
