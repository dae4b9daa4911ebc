"""Lines written: a play as one JSON object, and everything as JSON Lines.

A line names its kind: `{"tessera": "play", "format": 1, …}`. The README of `storage/exchange` describes them all, and
says what a file does not hold.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from sqlmodel import col, select

from scoring.score_pad.state import Winner
from storage.database.models import (
    AliasRow,
    CopyRow,
    PlaceRow,
    PlayerRow,
    PlayRow,
    SeatRow,
    SettingRow,
)
from storage.documents import codec
from storage.exchange.files import with_progress
from storage.exchange.record import CARRIED_SETTINGS, CopyRecord, GameWinner, SettingRecord
from storage.exchange.streaming import lines
from storage.exchange.tessera_jsonl.reader import FORMAT, KIND_FIELD, KINDS
from storage.repositories.games import winner_of
from storage.repositories.history import Filter, count, matching
from storage.repositories.people import is_somebody
from storage.repositories.play_content import play_of
from storage.repositories.values import from_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlmodel import Session

    from storage.exchange.files import Progress
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

_EVERYTHING: Final = Filter()


def play_document(play: StoredPlay) -> dict[str, Any]:
    """Return a play as one JSON object, without its earlier versions; reading it returns the play."""
    return {**_head("play"), **codec.plain(play_of(play))}


def export_play(play: StoredPlay) -> bytes:
    """Return one play as a file."""
    return json.dumps(play_document(play), ensure_ascii=False, indent=1).encode(errors="replace") + b"\n"


def export_jsonl(
    store: Store,
    play_filter: Filter,
    write: Callable[[bytes], object],
    progress: Progress | None = None,
) -> int:
    """Write plays as JSON Lines, a batch in memory at a time; return their number.

    Each play comes with its earlier versions and its photos, and before all plays come their friends and places.
    Without a filter, everything is written that a file can hold: the bin, copies and settings as well, and friends who
    never played. What is known to be damaged is left out.
    """
    scopes = (play_filter, Filter(removed=True)) if play_filter == _EVERYTHING else (play_filter,)
    number, total = 0, sum(count(store, scope) for scope in scopes)
    for line in _people(store, play_filter):
        write(codec.to_json(line) + b"\n")
    plays = (play for scope in scopes for play in lines(store, scope, _head))
    for number, play in enumerate(with_progress(plays, total, progress), start=1):  # noqa: B007 - it is returned
        for part in play:
            write(part)
    if play_filter == _EVERYTHING:
        for line in (*_copies(store), *_settings(store)):
            write(codec.to_json(line) + b"\n")
    else:
        for line in _winners(store, play_filter):
            write(codec.to_json(line) + b"\n")
    return number


def _head(kind: str) -> dict[str, Any]:
    return {KIND_FIELD: kind, "format": FORMAT}


def _people(store: Store, play_filter: Filter) -> Iterator[dict[str, Any]]:
    """Yield the friends and the places of plays, or all of them without a filter."""
    players, places = select(PlayerRow).where(is_somebody()), select(PlaceRow)
    if play_filter != _EVERYTHING:
        of_plays = matching(play_filter)
        players = players.where(
            col(PlayerRow.id).in_(select(SeatRow.player_id).where(col(SeatRow.play_id).in_(of_plays)))
        )
        places = places.where(col(PlaceRow.id).in_(select(PlayRow.place_id).where(col(PlayRow.id).in_(of_plays))))
    with store.reading() as session:
        friends = session.exec(players.order_by(col(PlayerRow.folded))).all()
        rooms = session.exec(places.order_by(col(PlaceRow.folded))).all()
        names = _aliases(session)
    for kind, rows in (("player", friends), ("place", rooms)):
        named = KINDS[kind]
        for row in rows:
            yield _head(kind) | codec.plain(from_row(named, row, aliases=tuple(names[kind, row.id])))


def _aliases(session: Session) -> Mapping[tuple[str, str], list[str]]:
    names: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in session.exec(select(AliasRow).order_by(col(AliasRow.folded))).all():
        names[row.kind, row.target].append(row.name)
    return names


def _copies(store: Store) -> Iterator[dict[str, Any]]:
    with store.reading() as session:
        rows = session.exec(select(CopyRow).order_by(CopyRow.game, CopyRow.part, CopyRow.key)).all()
    for row in rows:
        yield _head("copy") | codec.plain(from_row(CopyRecord, row))


def _winners(store: Store, play_filter: Filter) -> Iterator[dict[str, Any]]:
    """Yield the games of plays in which the fewest points win, as entries of my copy."""
    asked = select(PlayRow.game).where(col(PlayRow.id).in_(matching(play_filter))).distinct().order_by(PlayRow.game)
    with store.reading() as session:
        fewest = [game for game in session.exec(asked).all() if winner_of(session, game) is Winner.FEWEST]
    for game in fewest:
        yield _head("copy") | codec.plain(GameWinner.of(game, Winner.FEWEST))


def _settings(store: Store) -> Iterator[dict[str, Any]]:
    asked = select(SettingRow).where(col(SettingRow.key).in_(CARRIED_SETTINGS)).order_by(SettingRow.key)
    with store.reading() as session:
        rows = session.exec(asked).all()
    for row in rows:
        yield _head("setting") | codec.plain(from_row(SettingRecord, row))
