"""Plays as small as can be, finished at a table or written as they came from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from storage.repositories import plays
from storage.repositories.play_content import Participant, Play, plain_sheet
from storage.repositories.play_rows import insert_play
from tests.storage.stores import START, coins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

GAME = "carpe-diem"


def seated(totals: Mapping[str, int | None]) -> tuple[Participant, ...]:
    """Players in the order of their seats, by name with total; who has as much as another has the same place."""
    points = [-1 if total is None else total for total in totals.values()]
    places = [1 + sum(rival > own for rival in points) for own in points]
    return tuple(
        Participant(name=name, total=total, place=place, won=place == 1, position=seat)
        for seat, ((name, total), place) in enumerate(zip(totals.items(), places, strict=True))
    )


def sheet(totals: Mapping[str, int]) -> dict[str, Any]:
    """A sheet on which everybody has all points for villas, but one for bread."""
    plain = plain_sheet(seated(totals))
    for column in plain["columns"]:
        column["lines"] = [{"rule": "villas", "points": column["total"] - 1}, {"rule": "bread", "points": 1}]
    return plain


def finished(store: Store, totals: Mapping[str, int] | None = None, game: str = GAME) -> StoredPlay:
    """A table that was begun, and finished at once."""
    return plays.finish(store, store.begin(game, coins(0)).id, sheet(totals or {"Cathy": 9, "Nick": 5}))


def content(totals: Mapping[str, int | None], days: int = 0, **fields: Any) -> Play:
    """A plain result of so many days after the first."""
    players = seated(totals)
    same: dict[str, Any] = {"id": "", "game": "catan", "title": "Catan", "sheet": plain_sheet(players)}
    return Play(**{**same, "finished": START + timedelta(days=days), "players": players, **fields})


def written(store: Store, play: Play, *, source: str = "elsewhere:1", play_id: str = "") -> StoredPlay:
    """A play that came from elsewhere."""
    with store.writing() as session:
        row = insert_play(session, store.now(), replace(play, id=play_id or uuid4().hex, source=source))
    return kept(store, row.id)


def kept(store: Store, play_id: str) -> StoredPlay:
    play = plays.play(store, play_id)
    assert play is not None
    return play
