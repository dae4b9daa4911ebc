"""Lines written: a play as one JSON object, and everything as JSON Lines.

A line names its kind: `{"tessera": "play", "format": 1, …}`, or `"copy"` for an entry of my copy of a game.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlmodel import select

from storage.database.models import CopyRow
from storage.documents import codec
from storage.exchange.streaming import lines, with_progress
from storage.exchange.tessera_jsonl.lines import FORMAT, KIND_FIELD
from storage.repositories.history import Filter, count
from storage.repositories.play_content import content_of, plain_content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.exchange.record import Progress
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store


def play_document(play: StoredPlay) -> dict[str, Any]:
    """Return a play as one JSON object; reading it returns the play."""
    head = {KIND_FIELD: "play", "format": FORMAT, "id": play.id, "source": play.source, "revision": play.revision}
    return head | plain_content(content_of(play))


def export_play(play: StoredPlay) -> bytes:
    """Return one play as a file."""
    return json.dumps(play_document(play), ensure_ascii=False, indent=1).encode(errors="replace") + b"\n"


def export_jsonl(
    store: Store,
    wanted: Filter,
    write: Callable[[bytes], object],
    progress: Progress | None = None,
) -> int:
    """Write plays as JSON Lines, a batch in memory at a time, and copies if there is no filter; count the plays."""
    number, total = 0, count(store, wanted)
    every = lines(store, wanted, {KIND_FIELD: "play", "format": FORMAT})
    for number, line in enumerate(with_progress(every, total, progress), start=1):  # noqa: B007 - it is returned
        write(line)
    if wanted == Filter():
        for copy in _copies(store):
            write(codec.to_json(copy) + b"\n")
    return number


def _copies(store: Store) -> Iterator[dict[str, Any]]:
    with store.reading() as session:
        rows = session.exec(select(CopyRow).order_by(CopyRow.game, CopyRow.part, CopyRow.key)).all()
    for row in rows:
        fields = {"game": row.game, "part": row.part, "key": row.key, "value": row.value}
        yield {KIND_FIELD: "copy", "format": FORMAT} | fields
