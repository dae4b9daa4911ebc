"""The history: plays by the page, searched, filtered, counted, and streamed in batches."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from sqlalchemy import ColumnElement, Select, func, literal, or_, tuple_
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from storage.database.columns import UtcDateTime
from storage.database.models import (
    AliasRow,
    CopyRow,
    DeletedPlayRow,
    PlaceRow,
    PlayerRow,
    PlayRevisionRow,
    PlayRow,
    SeatRow,
    SettingRow,
    ShownVersionRow,
    WrittenNameRow,
)
from storage.repositories.play_content import ListedPlay, StoredPlay
from storage.repositories.play_rows import players_of, stored_plays
from storage.repositories.values import MERGE_PREFIX, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from storage.repositories.tables import Store

MAX_WORDS: Final = 100
"""How many words of a text are looked for at most: a query has room for so many conditions."""

BATCH_PLAYS: Final = 200
"""The number of plays that are in memory while all are streamed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A filter of plays; a default leaves that field open.

    Each word of `text`, of long ones of the beginning, occurs in the game, the place, the note or a name; `since` and
    `until` are days such as 2024-03-01, both included; `outcome` is that of `player_id`, and ignored without one;
    `removed` selects the plays in the bin.
    """

    text: str = ""
    game: str | None = None
    player_id: str | None = None
    place_id: str | None = None
    since: str | None = None
    until: str | None = None
    outcome: Literal["won", "lost"] | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last play of a page, after which the next page begins."""

    finished: datetime
    id: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of plays; `after` is where the next one begins, `None` at the end."""

    plays: tuple[ListedPlay, ...]
    after: Cursor | None


_ORDER: Final = (col(PlayRow.finished).desc(), col(PlayRow.id).desc())

_BRIEF: Final = tuple(name for name in ListedPlay.__dataclass_fields__ if name not in {"place", "players", "early"})
"""The columns that a list needs: all but documents and sheets."""

_SHOWN: Final = ("place", *_BRIEF)

_BRIEFLY: Final = (
    select(PlaceRow.name.label("place"), *(getattr(PlayRow, name) for name in _BRIEF))  # type: ignore[attr-defined]
    .select_from(PlayRow)
    .join(PlaceRow, col(PlaceRow.id) == col(PlayRow.place_id), isouter=True)
    .order_by(*_ORDER)
)
"""The query of every page, built once."""


def page(store: Store, play_filter: Filter, limit: int, after: Cursor | None = None) -> Page:
    """Return a page of plays that match a filter, latest first."""
    asked = _BRIEFLY.where(*_conditions(play_filter, after)).limit(limit + 1)
    with store.reading() as session:
        rows = [dict(zip(_SHOWN, row, strict=True)) for row in session.connection().execute(asked).all()]
        shown = rows[:limit]
        players = players_of(session, [row["id"] for row in shown])
    plays = tuple(ListedPlay(**row | {"place": row["place"] or ""}, players=players[row["id"]]) for row in shown)
    more = len(rows) > limit and shown
    return Page(plays, Cursor(shown[-1]["finished"], shown[-1]["id"]) if more else None)


def with_ids(store: Store, ids: Sequence[str]) -> tuple[StoredPlay, ...]:
    """Return the plays with these ids, with all that is known of them."""
    with store.reading() as session:
        return stored_plays(session, session.exec(select(PlayRow).where(col(PlayRow.id).in_(ids))).all())


def count(store: Store, play_filter: Filter) -> int:
    """Return the number of plays that match a filter."""
    with store.reading() as session:
        return session.exec(select(func.count()).select_from(PlayRow).where(*_conditions(play_filter))).one()


def stream(store: Store, play_filter: Filter) -> Iterator[StoredPlay]:
    """Yield all plays that match a filter, latest first, with one batch in memory at a time."""
    after: Cursor | None = None
    while True:
        asked = select(PlayRow).where(*_conditions(play_filter, after)).order_by(*_ORDER).limit(BATCH_PLAYS)
        with store.reading() as session:
            plays = stored_plays(session, session.exec(asked).all())
        yield from plays
        if len(plays) < BATCH_PLAYS:
            return
        after = Cursor(plays[-1].finished, plays[-1].id)


def fingerprint(store: Store) -> tuple[object, ...]:
    """Return what differs after anything was written that a file of everything holds, as far as few rows tell it."""
    numbers = (PlayRow, PlayRevisionRow, DeletedPlayRow, AliasRow, PlayerRow, PlaceRow, CopyRow)
    latest = (func.max(ShownVersionRow.version), func.max(PlayerRow.seen))
    written = (func.sum(CopyRow.checksum), func.sum(WrittenNameRow.checksum))  # a clock may have been wrong
    merges = select(func.sum(SettingRow.checksum)).where(col(SettingRow.key).startswith(MERGE_PREFIX, autoescape=True))
    with store.reading() as session:
        counted = [session.exec(select(func.count()).select_from(kind)).one() for kind in numbers]
        facts = [session.exec(select(fact)).one() for fact in (*latest, *written)]
        return (*counted, *facts, session.exec(merges).one())


def next_batch(asked: Select[Any], play_filter: Filter, after: Cursor | None, limit: int) -> Select[Any]:
    """Return a query restricted to the next plays that match a filter, in the order of `stream`."""
    return asked.where(*_conditions(play_filter, after)).order_by(*_ORDER).limit(limit)


def matching(play_filter: Filter) -> Select[Any]:
    """Return the query for the ids of the plays that match a filter."""
    return select(PlayRow.id).where(*_conditions(play_filter))


def _conditions(play_filter: Filter, after: Cursor | None = None) -> list[ColumnElement[bool]]:
    removed = col(PlayRow.removed)
    conditions: list[ColumnElement[bool]] = [removed.is_not(None) if play_filter.removed else removed.is_(None)]
    if play_filter.game is not None:
        conditions.append(col(PlayRow.game) == play_filter.game)
    if play_filter.place_id is not None:
        conditions.append(col(PlayRow.place_id) == play_filter.place_id)
    if play_filter.since is not None:
        conditions.append(col(PlayRow.day) >= play_filter.since)
    if play_filter.until is not None:
        conditions.append(col(PlayRow.day) <= play_filter.until)
    if play_filter.player_id is not None:
        conditions.append(_played(play_filter.player_id, play_filter.outcome))
    if after is not None:
        last = tuple_(literal(after.finished, UtcDateTime()), literal(after.id))
        conditions.append(tuple_(col(PlayRow.finished), col(PlayRow.id)) < last)
    return [*conditions, *(_says(word) for word in play_filter.text.split()[:MAX_WORDS])]


def _played(player_id: str, outcome: Literal["won", "lost"] | None) -> ColumnElement[bool]:
    seat = select(SeatRow.seat).where(SeatRow.play_id == PlayRow.id, SeatRow.player_id == player_id)
    if outcome is not None:
        seat = seat.where(col(SeatRow.won).is_(outcome == "won"))
    if outcome == "lost":
        others = aliased(SeatRow)
        at_table = select(others.seat).where(others.play_id == SeatRow.play_id)
        has_winner = at_table.where(col(others.won)).exists()
        seat = seat.where(or_(has_winner, ~at_table.where(others.place == 1).exists()))
    return seat.exists()


def _says(word: str) -> ColumnElement[bool]:
    """Return the condition that a word occurs in the game, place or note of a play, or in a player's name."""
    aliases = select(AliasRow.target).where(_is_called(col(AliasRow.folded), word))
    players = select(PlayerRow.id).where(
        or_(_is_called(col(PlayerRow.folded), word), col(PlayerRow.id).in_(aliases.where(AliasRow.kind == "player")))
    )
    places = select(PlaceRow.id).where(
        or_(_is_called(col(PlaceRow.folded), word), col(PlaceRow.id).in_(aliases.where(AliasRow.kind == "place")))
    )
    seated = select(SeatRow.play_id).where(or_(col(SeatRow.player_id).in_(players), _has(col(SeatRow.name), word)))
    return or_(
        _has(col(PlayRow.title), word),
        _has(col(PlayRow.note), word),
        col(PlayRow.place_id).in_(places),
        col(PlayRow.id).in_(seated),
    )


def _is_called(column: Any, word: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column of folded names
    """Return the condition that a folded name contains a word."""
    return or_(*(column.contains(name, autoescape=True) for name in stored_foldings(word)))


def _has(column: Any, word: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column of text
    """Return the condition that a text contains a word; SQLite ignores case in ASCII only, so spellings are tried."""
    forms = {word} if word.isascii() else {unicodedata.normalize(form, word) for form in ("NFC", "NFD")} | {word}
    cases = (str, str.lower, str.upper, str.capitalize)
    spellings = sorted(forms if word.isascii() else {case(form) for form in forms for case in cases})
    return or_(*(column.icontains(spelling, autoescape=True) for spelling in spellings))
