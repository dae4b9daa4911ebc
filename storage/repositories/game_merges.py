"""Plays of a game that were put under a pad, and back: who won is judged by the pad where nobody knew it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlmodel import Session, col, select

from scoring import GAMES
from scoring.messages import say
from scoring.sheet import Winner
from storage.database.errors import StoreError
from storage.database.models import CopyRow, PlayRow, Row, SettingRow, TableRow
from storage.documents.codec import plain
from storage.repositories import games, versions
from storage.repositories.play_content import Play, StoredPlay, has_all_totals, judged
from storage.repositories.play_rows import stored_plays
from storage.repositories.play_versions import rewrite_play, text_digest, versions_of
from storage.repositories.values import MERGE_PREFIX, batches, stale

if TYPE_CHECKING:
    from scoring.score_pad import Pad
    from storage.repositories.tables import Store

Note: TypeAlias = Callable[[type[Row], Sequence[str], Mapping[str, Any] | None, Mapping[str, Any]], object]
"""A function that notes the columns of a row that change, by its table and key: what they were, and are."""

BY_THE_PAD: Final = say("who won, by the pad").english

_TICK: Final = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMerge:
    """Plays of a game that were put `into` another one: their ids, each with the title that it had.

    `judged` is how many of them have other winners since, because the pad says whether the most or the fewest win.
    """

    source: str
    title: str
    into: str
    at: datetime
    plays: Mapping[str, str]
    judged: int = 0


def merge_games(store: Store, source: str, into: str) -> GameMerge:
    """Put all plays of a game under a pad; plays of it that come later follow them.

    Their sheets, totals and documents stay as they are.

    Raises:
        StaleError: there is no such game, or no such pad.
        StoreError: they are under one game already, or one of the two has rules of its own.

    """
    with store.writing() as session:
        return merge(session, store.now(), source, into)


def merge(
    session: Session, now: datetime, source: str, into: str, pad: Pad | None = None, note: Note = lambda *_: None
) -> GameMerge:
    """Put plays under a pad as `merge_games` does, in the transaction of a session, and note what that changes.

    A `pad` is the one of `into` where none is kept here.
    """
    into = games.resolved(session, into)
    kept_here = games.kept_pad(session, into)
    title = games.title_of_game(session, into) or (None if pad is None else pad.title)
    rows = session.exec(select(PlayRow).where(PlayRow.game == source).with_for_update()).all()
    if title is None or not rows:
        raise stale()
    if source == into:
        raise StoreError(say("these plays belong to {title} already", title=title))
    if not games.is_of_pad(into) or (source in GAMES and not games.is_of_pad(source)):
        raise StoreError(say("plays can only be put under a pad, and plays of a game with rules stay where they are"))
    winner = games.winner_of(session, into) if pad is None or kept_here is not None else pad.winner
    made = _put(
        rows,
        GameMerge(source=source, title="", into=into, at=_later(session, source, now), plays={}),
        into,
        title,
        note,
    )
    if kept_here is None:
        _keep_winner(session, now, into, winner, note)
    return _noted(session, replace(made, judged=_judge(session, now, rows, winner, note)), note)


def _put(rows: Sequence[PlayRow], made: GameMerge, into: str, title: str, note: Note) -> GameMerge:
    """Put plays under a pad, and return the merge with the titles that they had."""
    titles = {row.id: row.title for row in rows}
    for row in rows:
        after = {"game": into, "title": title or row.title}
        note(PlayRow, [row.id], {"game": row.game, "title": row.title}, after)
        row.game, row.title = into, title or row.title
    last = max(rows, key=lambda row: (row.finished, row.id), default=None)
    return replace(made, plays=titles, title=made.title if last is None else titles[last.id])


def _noted(session: Session, made: GameMerge, note: Note) -> GameMerge:
    """Keep a merge with the plays of those before it, and return it as it is kept."""
    key = f"{MERGE_PREFIX}{made.source}"
    kept, before = session.get(SettingRow, key, with_for_update=True), None
    if kept is not None:
        before, earlier = {"value": kept.value}, _merge_of(kept)
        title = made.title or earlier.title
        plays = {} if made.into == made.source else {**earlier.plays, **made.plays}
        made = replace(made, title=title, plays=plays, judged=earlier.judged + made.judged)
    note(SettingRow, [key], before, {"value": _value_of(made)})
    session.merge(SettingRow(key=key, value=_value_of(made)))
    games.forget_placed(session)
    return made


def is_news(session: Session, source: str, into: str, at: datetime) -> bool:
    """Return whether another device put a game under a pad, or took it out, later than anybody here."""
    kept = _kept_merge(session, source)
    if (kept is not None and kept.at >= at) or not (games.is_of_pad(into) or into == source):
        return False
    if source in GAMES and not games.is_of_pad(source):
        return False
    back = _way_back(session, source, into)
    return back is None or back.at < at


def adopt_merge(session: Session, now: datetime, merge: GameMerge, title: str, note: Note) -> tuple[int, int]:
    """Put plays under a pad as another device did, or take them out.

    Return how many those are, and of how many of them the pad says who won.
    """
    if merge.into == merge.source:
        kept = _kept_merge(session, merge.source)
        taken = 0 if kept is None or kept.into == merge.source else _take_out(session, kept, note)
        _noted(session, merge, note)
        return taken, 0
    back = _way_back(session, merge.source, merge.into)
    if back is not None:  # of two games that were put under each other, the later one counts
        _take_out(session, back, note)
        _noted(session, replace(back, into=back.source, at=back.at + _TICK, judged=0), note)
    into = games.resolved(session, merge.into)
    rows = session.exec(select(PlayRow).where(PlayRow.game == merge.source).with_for_update()).all()
    winner = games.winner_of(session, into)
    made = _put(rows, merge, into, games.title_of_game(session, into) or title, note)
    judged_plays = _judge(session, now, rows, winner, note)
    _noted(session, replace(made, judged=judged_plays), note)
    return len(rows), judged_plays


def is_apart(session: Session, source: str) -> bool:
    """Return whether a game was taken out of one that it was put under."""
    kept = _kept_merge(session, source)
    return kept is not None and kept.into == source


def _way_back(session: Session, source: str, into: str) -> GameMerge | None:
    """Return the merge that leads from a pad back to the game that is to be put under it."""
    seen = {source}
    while into not in seen:
        seen.add(into)
        kept = _kept_merge(session, into)
        if kept is None or kept.into == into:
            return None
        if kept.into == source:
            return kept
        into = kept.into
    return None


def _later(session: Session, source: str, now: datetime) -> datetime:
    """Return the present moment, but later than when anybody put the game elsewhere, by any clock."""
    kept = _kept_merge(session, source)
    return now if kept is None else max(now, kept.at + _TICK)


def _kept_merge(session: Session, source: str) -> GameMerge | None:
    kept = session.get(SettingRow, f"{MERGE_PREFIX}{source}", with_for_update=True)
    return None if kept is None else _merge_of(kept)


def join(
    session: Session,
    now: datetime,
    note: Note = lambda *_: None,
    *,
    ready: Callable[[str], Pad | None],
    keys: Iterable[str] | None = None,
) -> int:
    """Put the plays of games from elsewhere under their pads; return of how many these say who won.

    The pads are those with `keys`, else all that were begun here. One that is `ready` has the plays with its number at
    BoardGameGeek, one that was made from score sheets those of its game, unless they were separated.
    """
    played, judged_plays = games.games_with_plays(session), 0
    begun = played | set(session.exec(select(TableRow.game).where(TableRow.state == "running")).all())
    # a game that was taken out of one that it was put under stays out
    elsewhere = played - {merge.source for merge in _kept_merges(session) if merge.into == merge.source}
    for key in filter(games.is_of_pad, sorted(begun) if keys is None else keys):
        pad = ready(key)
        key_at_bgg = "" if pad is None else games.bgg_key(pad.bgg)
        for source in sorted(elsewhere - {key}):
            if source == key_at_bgg or games.recorded_pad_key(source) == key:
                judged_plays += merge(session, now, source, key, pad, note).judged
                elsewhere -= {source}
    return judged_plays


def _keep_winner(session: Session, now: datetime, into: str, winner: Winner | None, note: Note) -> None:
    """Keep that the fewest points win by a pad that is not kept here itself."""
    key = games.winner_key(into)
    if winner is Winner.FEWEST and session.get(CopyRow, key) is None:
        session.add(CopyRow(game=key[0], part=key[1], key=key[2], value=winner.value, at=now))
        note(CopyRow, key, None, {"value": winner.value})


def _judge(session: Session, now: datetime, rows: Sequence[PlayRow], winner: Winner | None, note: Note) -> int:
    """Judge by their totals the plays whose winner nobody knows, or is the loser, and return how many those are.

    What was corrected here stays as it is.
    """
    if winner not in {Winner.MOST, Winner.FEWEST}:
        return 0
    session.flush()
    fewest, number = winner is Winner.FEWEST, 0
    open_rows = [row for row in rows if row.edited is None]
    for some in batches(open_rows):
        for row, play in zip(some, stored_plays(session, some), strict=True):
            if _is_to_be_judged(play, fewest=fewest):
                before = row.revision
                by_pad = _by_the_pad(session, play, fewest=fewest)
                rewrite_play(session, now, row, by_pad, BY_THE_PAD, is_made_here=False)
                note(PlayRow, [row.id], {"revision": before}, {"revision": row.revision})
                number += 1
    return number


def _by_the_pad(session: Session, play: StoredPlay, *, fewest: bool) -> Play:
    """Return a play as the totals say who won: the same version on every device."""
    _, before = versions_of(session, play)
    after = judged(before, fewest=fewest)
    stamp = versions.next_stamp(0, [before.version])
    name = versions.name_from(stamp, before.version, text_digest(after), versions.BY_A_PAD)
    return replace(after, version=name, follows=before.version)


def _is_to_be_judged(play: Play, *, fewest: bool) -> bool:
    """Return whether the totals of a play say who won, and nothing else does.

    Version 1.0 took the most points for the best in a list of BoardGameGeek that marks nobody.
    """
    if not has_all_totals(play.players):
        return False
    if play.is_unknown:
        return play.document is None or play.is_recorded
    won = [player.won for player in play.players]
    is_of_list = play.source.startswith("bgg:") and play.document is None
    return fewest and is_of_list and won == [player.won for player in judged(play, fewest=False).players]


def unmerge_games(store: Store, source: str) -> None:
    """Take the plays of a game out of the one that they were put under; plays that came later stay there.

    From now on the game stays by itself, as one that was put under itself.

    Raises:
        StaleError: they are under no other game any more.

    """
    with store.writing() as session:
        kept = _kept_merge(session, source)
        if kept is None or kept.into == source:
            raise stale()
        _take_out(session, kept, lambda *_: None)
        _noted(session, replace(kept, into=source, at=_later(session, source, store.now()), judged=0), lambda *_: None)


def _take_out(session: Session, merge: GameMerge, note: Note) -> int:
    """Take the plays of a game out of the one that they were put under; return how many those are."""
    destination, taken = games.resolved(session, merge.source), 0
    for some in batches(sorted(merge.plays)):
        asked = select(PlayRow).where(col(PlayRow.id).in_(some), PlayRow.game == destination)
        for row in session.exec(asked.with_for_update()).all():
            after = {"game": merge.source, "title": merge.plays[row.id]}
            note(PlayRow, [row.id], {"game": row.game, "title": row.title}, after)
            row.game, row.title = merge.source, merge.plays[row.id]
            taken += 1
    return taken


def merges(session: Session) -> Iterator[tuple[GameMerge, str]]:
    """Yield the games that were put under a pad, or were taken out again, each with the title of that pad."""
    for merge in _kept_merges(session):
        yield merge, games.title_of_game(session, games.resolved(session, merge.source)) or ""


def merges_into(store: Store, key: str) -> tuple[GameMerge, ...]:
    """Return the games whose plays were put under a game, the last one first."""
    with store.reading() as session:
        merges = [
            merge for merge in _kept_merges(session) if merge.source != key == games.resolved(session, merge.source)
        ]
    return tuple(sorted(merges, key=lambda merge: (merge.at, merge.source), reverse=True))


def _kept_merges(session: Session) -> list[GameMerge]:
    asked = select(SettingRow).where(col(SettingRow.key).startswith(MERGE_PREFIX, autoescape=True))
    return [_merge_of(row) for row in session.exec(asked.order_by(SettingRow.key)).all()]


def _value_of(merge: GameMerge) -> dict[str, Any]:
    """Return what is kept of a merge, as a setting: version 1 did, and the journals of its imports name it there."""
    value: dict[str, Any] = plain(merge)
    del value["source"]
    return value


def _merge_of(row: SettingRow) -> GameMerge:
    at = datetime.fromisoformat(row.value["at"])
    return GameMerge(**row.value | {"source": row.key.removeprefix(MERGE_PREFIX), "at": at})
