"""Plays to be exchanged, made from a golden sheet and from plain results."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from scoring.sheet import of_members
from storage.documents import codec
from storage.exchange import reading
from storage.exchange.importing import carry_out
from storage.exchange.planning import plan
from storage.repositories.history import Filter
from storage.repositories.play_content import Participant, Play, participants_of, plain_sheet
from storage.repositories.play_rows import insert_play
from storage.repositories.plays import play as stored_play

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.exchange.past_imports import Import
    from storage.exchange.planning import Plan
    from storage.exchange.record import Incoming
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

GOLDEN = Path(__file__).parents[2] / "golden/little-town/castle-watchtower-and-a-shared-win.json"
END = datetime(2024, 3, 1, 21, 30, 5, 250, tzinfo=UTC)


def number(index: int) -> str:
    return UUID(int=index).hex


def scored(*, note: str = "", place: str = "Home") -> Play:
    """A play of Little Town with all that lay on the table; Cathy and others share the win."""
    return scored_from(json.loads(GOLDEN.read_text()), note=note, place=place)


def scored_from(document: dict[str, Any], *, note: str = "", place: str = "Home") -> Play:
    read = codec.read_table(document)
    sheet = codec.score_result(read.game, of_members(read.game.score(read.table), read.table))
    looks = [{"colour": "red", "shape": "circle"}] * len(read.table.players)
    return Play(
        id="",
        game=read.game.key,
        title=read.game.title,
        document=codec.table_document(read.game, read.table),
        extras={"seats": looks},
        sheet=sheet,
        begun=END - timedelta(minutes=47),
        finished=END,
        place=place,
        note=note,
        players=participants_of(sheet),
    )


def plain(
    totals: dict[str, int | None], *, game: str = "bgg-230802", title: str = "Azul", days: int = 0, note: str = ""
) -> Play:
    """A plain result; who has most won."""
    best = max((total for total in totals.values() if total is not None), default=None)
    players = tuple(
        Participant(
            name=name,
            total=total,
            place=1 + sum((points or 0) > (total or 0) for points in totals.values()),
            won=total == best,
            position=position,
        )
        for position, (name, total) in enumerate(totals.items())
    )
    return Play(
        id="",
        game=game,
        title=title,
        sheet=plain_sheet(players),
        finished=END + timedelta(days=days),
        note=note,
        players=players,
    )


def keep(store: Store, play: Play, play_id: str, source: str = "") -> None:
    """Put a play into a store, as if it had been played there."""
    with store.writing() as session:
        insert_play(session, store.now(), replace(play, id=play_id, source=source))


def kept(store: Store, content: Play, play_id: str = number(1), source: str = "") -> StoredPlay:
    """The play as it is stored."""
    keep(store, content, play_id, source)
    stored = stored_play(store, play_id)
    assert stored is not None
    return stored


def exported(export: Callable[..., int], store: Store, play_filter: Filter | None = None) -> bytes:
    file = io.BytesIO()
    export(store, play_filter or Filter(), file.write)
    return file.getvalue()


def line(play: Play, play_id: str, **changes: Any) -> dict[str, Any]:
    return {"tessera": "play", "format": 1, **codec.plain(replace(play, id=play_id))} | changes


def jsonl(*lines: dict[str, Any]) -> bytes:
    return b"".join(codec.to_json(line) + b"\n" for line in lines)


def read(data: bytes, name: str = "file") -> Incoming:
    return reading.read(data, name)


def take_in(store: Store, data: bytes) -> Import:
    return carry_out(store, planned(store, data), "a file")


def planned(store: Store, data: bytes) -> Plan:
    return plan(store, read(data))


def problems_of(incoming: Incoming) -> list[tuple[str, str]]:
    return [(problem.path, str(problem.message)) for problem in incoming.problems]


def rows_of(data: bytes) -> list[dict[str, str]]:
    """The rows of a table as we write it."""
    text = data.decode()
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def written(rows: list[dict[str, str]], separator: str = ",") -> bytes:
    """A table of rows, as somebody else writes it."""
    file = io.StringIO()
    table = csv.DictWriter(file, list(rows[0]), delimiter=separator)
    table.writeheader()
    table.writerows(rows)
    return file.getvalue().encode()
