"""Games by the keys of their plays: what is known of a pad, and plays that were put under another game.

A play of a pad has the key `score-pad:<id of the pad>`, and the pad in its document. A play of a game that nobody
scores here has a key made from elsewhere, and a document only where it came with a score sheet, as a pad.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Text, func, type_coerce
from sqlmodel import col, select

from scoring import GAMES
from scoring.messages import say
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.state import Pad
from scoring.score_pad.titles import titles_of
from storage.database.errors import StoreError
from storage.database.models import CopyRow, LineRow, PlayRow, SettingRow
from storage.documents.records import record_of
from storage.repositories.values import MERGE_PREFIX, PAD_PREFIX, by_letter, folded, game_key, stale

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlmodel import Session

    from scoring.messages import Message
    from scoring.problems import Problem
    from storage.repositories.tables import Store

PADS: Final = "pads"
"""The part of my copy of the score pad that holds the pads that are kept, by id."""

_AT_ONCE: Final = 500
"""The number of plays that are looked up at once."""

_LAST_FIRST: Final = (col(PlayRow.finished).desc(), col(PlayRow.id).desc())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game with plays: its number of plays outside the bin, and the days of the first and the last one."""

    key: str
    title: str
    plays: int
    first: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGame:
    """What is known of a game: the titles of its lines by rule, in the order of the sheet, and its number elsewhere.

    `pad` is the one that is kept, else that of the last play; `None` where there is neither.
    """

    key: str
    rules: Mapping[str, Message] = field(default_factory=dict)
    bgg_id: int | None = None
    pad: Pad | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMerge:
    """Plays of a game that were put `into` another one: their ids, each with the title that it had."""

    source: str
    title: str
    into: str
    at: datetime
    plays: Mapping[str, str]


def is_of_pad(key: str) -> bool:
    """Return whether a key is that of a pad's plays.

    >>> is_of_pad("score-pad:0f8f"), is_of_pad("score-pad"), is_of_pad("bgg-13")
    (True, True, False)
    """
    return game_key(key) == SCORE_PAD.key


def recorded_pad_key(game: str) -> str:
    """Return the key of the pad that is made from the score sheets of a game which nobody scores here."""
    return f"{PAD_PREFIX}sheets-{sha256(game.encode()).hexdigest()[:16]}"


def read_pad(value: object) -> Pad | None:
    """Return a pad from JSON; `None` where it cannot be read."""
    problems: list[Problem] = []
    pad: Pad = record_of(Pad).read(value, None, problems)
    return None if problems else pad


def pad_in(document: object) -> Pad | None:
    """Return the pad in the document of a play, `None` where there is none."""
    table = document.get("table") if isinstance(document, dict) else None
    return read_pad(table.get("pad")) if isinstance(table, dict) else None


def kept_pads(store: Store) -> dict[str, Pad]:
    """Return the pads that are kept, by the keys of their plays."""
    asked = select(CopyRow).where(CopyRow.game == SCORE_PAD.key, CopyRow.part == PADS).order_by(col(CopyRow.key))
    with store.reading() as session:
        read = {f"{PAD_PREFIX}{row.key}": read_pad(row.value) for row in session.exec(asked).all()}
    return {key: pad for key, pad in read.items() if pad is not None}


def titles_of_pads(session: Session) -> set[str]:
    """Return the folded titles of the pads that are kept, and of those that were played."""
    kept = session.exec(select(CopyRow.value).where(CopyRow.game == SCORE_PAD.key, CopyRow.part == PADS)).all()
    played = session.exec(select(PlayRow.title).where(col(PlayRow.game).startswith(PAD_PREFIX)).distinct()).all()
    titles = (value.get("title", "") for value in kept if isinstance(value, dict))
    return {folded(title) for title in (*titles, *played)}


def played_games(store: Store) -> tuple[PlayedGame, ...]:
    """Return the games with plays outside the bin, each with the title of its last play, by title."""
    kept = col(PlayRow.removed).is_(None)
    day = col(PlayRow.day)
    asked = select(PlayRow.game, func.count(), func.min(day), func.max(day)).where(kept).group_by(col(PlayRow.game))
    with store.reading() as session:
        games = [
            PlayedGame(key=key, title=_last_title(session, key) or key, plays=plays, first=first, last=last)
            for key, plays, first, last in session.exec(asked).all()
        ]
    return tuple(sorted(games, key=lambda game: (by_letter(game.title), game.key)))


def times_played(store: Store) -> dict[str, int]:
    """Return the number of plays of each game outside the bin, by its key."""
    kept = select(PlayRow.game, func.count()).where(col(PlayRow.removed).is_(None)).group_by(col(PlayRow.game))
    with store.reading() as session:
        return dict(session.exec(kept).all())


def known_game(store: Store, key: str) -> KnownGame:
    """Return what is known of a game; the categories of a pad have the title of the last play that had them."""
    game = None if is_of_pad(key) else GAMES.get(key)
    if game is not None:
        return KnownGame(key=key, rules=game.rules, bgg_id=game.bgg_id)
    with store.reading() as session:
        kept, last = _kept_pad(session, key), _last_pad(session, key)
        pad = kept or last
        if pad is None:
            return KnownGame(key=key)
        titles = _titles(session, key, last)
    others = {category: title for category, title in titles_of(pad).items() if category not in titles}
    return KnownGame(key=key, rules=titles | others, bgg_id=pad.bgg, pad=pad)


def merge_games(store: Store, source: str, into: str, title: str | None = None) -> GameMerge:
    """Put all plays of a game under a pad; plays of it that come later follow them.

    Their sheets, totals and documents stay as they are. A pad that is neither kept nor played yet has this `title`.

    Raises:
        StaleError: there is no such game, or no such pad.
        StoreError: they are under one game already, or one of the two has rules of its own.

    """
    now = store.now()
    with store.writing() as session:
        into = _resolved(session, into)
        title = _title(session, into) or title
        rows = session.exec(select(PlayRow).where(PlayRow.game == source).with_for_update()).all()
        if title is None or not rows:
            raise stale()
        if source == into:
            raise StoreError(say("these plays belong to {title} already", title=title))
        if not is_of_pad(into) or (source in GAMES and not is_of_pad(source)):
            raise StoreError(
                say("plays can only be put under a pad, and plays of a game with rules stay where they are")
            )
        kept = session.get(SettingRow, f"{MERGE_PREFIX}{source}", with_for_update=True)
        before = {} if kept is None else kept.value["plays"]
        merge = GameMerge(
            source=source,
            title=max(rows, key=lambda row: (row.finished, row.id)).title,
            into=into,
            at=now,
            plays=before | {row.id: row.title for row in rows},
        )
        for row in rows:
            row.game, row.title = into, title
        value = {"title": merge.title, "into": into, "at": now.isoformat(), "plays": dict(merge.plays)}
        session.merge(SettingRow(key=f"{MERGE_PREFIX}{source}", value=value))
    return merge


def unmerge_games(store: Store, source: str) -> None:
    """Take the plays of a game out of the one that they were put under; plays that came later stay there.

    From now on the game stays by itself, as one that was put under itself.

    Raises:
        StaleError: they are under no other game any more.

    """
    with store.writing() as session:
        kept = session.get(SettingRow, f"{MERGE_PREFIX}{source}", with_for_update=True)
        if kept is None or kept.value["into"] == source:
            raise stale()
        destination, titles = _resolved(session, source), kept.value["plays"]
        ids = sorted(titles)
        for first in range(0, len(ids), _AT_ONCE):
            asked = select(PlayRow).where(
                col(PlayRow.id).in_(ids[first : first + _AT_ONCE]), PlayRow.game == destination
            )
            for row in session.exec(asked.with_for_update()).all():
                row.game, row.title = source, titles[row.id]
        kept.value = kept.value | {"into": source, "plays": {}}


def separated_games(store: Store) -> frozenset[str]:
    """Return the games that were taken out of one that they were put under."""
    asked = select(SettingRow).where(col(SettingRow.key).startswith(MERGE_PREFIX, autoescape=True))
    with store.reading() as session:
        merges = map(_merge_of, session.exec(asked).all())
        return frozenset(merge.source for merge in merges if merge.into == merge.source)


def merges_into(store: Store, key: str) -> tuple[GameMerge, ...]:
    """Return the games whose plays were put under a game, the last one first."""
    asked = select(SettingRow).where(col(SettingRow.key).startswith(MERGE_PREFIX, autoescape=True))
    with store.reading() as session:
        merges = [_merge_of(row) for row in session.exec(asked).all()]
        into_it = [merge for merge in merges if merge.source != key == _resolved(session, merge.source)]
    return tuple(sorted(into_it, key=lambda merge: (merge.at, merge.source), reverse=True))


def placed(session: Session, key: str, title: str) -> tuple[str, str]:
    """Return the key and title of a game here: those of another one, if its plays were put there."""
    places: dict[str, tuple[str, str]] = session.info.setdefault("placed games", {})
    if key not in places:
        key_here = _resolved(session, key)
        places[key] = (key, "") if key_here == key else (key_here, _title(session, key_here) or title)
    key_here, title_here = places[key]
    return key_here, title_here or title


def _merge_of(row: SettingRow) -> GameMerge:
    value = row.value
    return GameMerge(
        source=row.key.removeprefix(MERGE_PREFIX),
        title=value["title"],
        into=value["into"],
        at=datetime.fromisoformat(value["at"]),
        plays=value["plays"],
    )


def _resolved(session: Session, key: str) -> str:
    """Return the game that holds the plays of a game: itself, until they are put elsewhere."""
    seen = {key}
    while True:
        rows = session.exec(select(SettingRow).where(SettingRow.key == f"{MERGE_PREFIX}{key}")).all()
        if not rows or rows[0].value["into"] in seen:
            return key
        key = rows[0].value["into"]
        seen.add(key)


def _title(session: Session, key: str) -> str | None:
    """Return the title of a game: of the pad that is kept, else of the last play; `None` where there is neither."""
    pad = _kept_pad(session, key)
    return _last_title(session, key) if pad is None else pad.title


def _last_title(session: Session, key: str) -> str | None:
    """Return the title of the last play of a game; those in the bin count where there are no others."""
    titles = select(PlayRow.title).where(PlayRow.game == key).order_by(*_LAST_FIRST).limit(1)
    return session.exec(titles.where(col(PlayRow.removed).is_(None))).first() or session.exec(titles).first()


def _kept_pad(session: Session, key: str) -> Pad | None:
    number = key.removeprefix(PAD_PREFIX)
    asked = select(CopyRow).where(CopyRow.game == SCORE_PAD.key, CopyRow.part == PADS, CopyRow.key == number)
    rows = [] if number == key else session.exec(asked).all()
    return read_pad(rows[0].value) if rows else None


def _titles(session: Session, key: str, last: Pad | None) -> dict[str, Message]:
    """Return the title of each category of a pad's plays: that of the last play which had it."""
    titles = {} if last is None else titles_of(last)
    rules = select(LineRow.rule).join(PlayRow, col(PlayRow.id) == col(LineRow.play_id)).where(PlayRow.game == key)
    for rule in sorted(set(session.exec(rules.distinct()).all()) - titles.keys()):
        pad = _last_pad(session, key, rule)
        titles |= {} if pad is None else {rule: titles_of(pad)[rule]}
    return titles


def _last_pad(session: Session, key: str, rule: str | None = None) -> Pad | None:
    """Return the pad of the last play of a game, or of the last one with a line."""
    document = col(PlayRow.document)
    asked: Any = select(document).where(
        PlayRow.game == key, col(PlayRow.removed).is_(None), type_coerce(document, Text) != "null"
    )
    if rule is not None:
        lines = select(LineRow.rule).where(LineRow.play_id == PlayRow.id, LineRow.rule == rule)
        asked = asked.where(lines.exists())
    return pad_in(session.exec(asked.order_by(*_LAST_FIRST).limit(1)).first())
