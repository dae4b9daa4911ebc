"""Games by the keys of their plays: what is known of a pad, who wins, and where plays were put under another game.

A play of a pad has the key `score-pad:<id of the pad>`, and the pad in its document. A play of a game that nobody
scores here has a key made from elsewhere, and a document only where it came with a score sheet, as a pad.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Text, case, func, not_, type_coerce
from sqlmodel import Session, col, select

from scoring import GAMES
from scoring.score_pad import Pad, titles_of
from scoring.sheet import Winner
from storage.database.models import CopyRow, LineRow, PlayRow, SeatRow, SettingRow
from storage.documents.records import record_of
from storage.repositories.values import MERGE_PREFIX, PAD_GAME, PAD_PREFIX, by_letter, folded, game_key

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from scoring.messages import Message
    from scoring.problems import Problem
    from storage.repositories.tables import Store

BY_TOTAL: Final = (Winner.MOST, Winner.FEWEST)
"""The ways to win that totals decide."""

PADS: Final = "pads"
"""The part of my copy of the score pad that holds the pads that are kept, by id."""

WINNERS: Final = "winners"
"""The part of my copy of the score pad that says whether the most or the fewest points win in a game, by its key."""

MAX_BGG_ID: Final = 999_999_999
"""The largest number of a game at BoardGameGeek."""

_BGG_PREFIX: Final = "bgg-"

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

    `pad` is the one that is kept, else that of the last play; `None` where there is neither. `winner` is whether the
    most or the fewest points win, `None` where nothing says it.
    """

    key: str
    rules: Mapping[str, Message] = field(default_factory=dict)
    bgg_id: int | None = None
    pad: Pad | None = None
    winner: Winner | None = None

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win."""
        return self.winner is Winner.FEWEST


def is_of_pad(key: str) -> bool:
    """Return whether a key is that of a pad's plays.

    >>> is_of_pad("score-pad:0f8f"), is_of_pad("score-pad"), is_of_pad("bgg-13")
    (True, True, False)
    """
    return game_key(key) == PAD_GAME


def recorded_pad_key(game: str) -> str:
    """Return the key of the pad that is made from the score sheets of a game which nobody scores here."""
    return f"{PAD_PREFIX}sheets-{sha256(game.encode()).hexdigest()[:16]}"


def bgg_key(number: int | None) -> str:
    """Return the key of a game from elsewhere by its number at BoardGameGeek, "" where it has none."""
    return f"{_BGG_PREFIX}{number}" if number else ""


def bgg_id_of(game: KnownGame) -> int | None:
    """Return the number of a game at BoardGameGeek, or `None`."""
    return game.bgg_id or bgg_id_in(game.key)


def bgg_id_in(key: str) -> int | None:
    """Return the number at BoardGameGeek from which a key was made, or `None`.

    >>> bgg_id_in("bgg-230802"), bgg_id_in("other-azul")
    (230802, None)
    """
    number = key.removeprefix(_BGG_PREFIX)
    fits = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_BGG_ID))
    return int(number) if fits and number != key else None


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
    asked = select(CopyRow).where(CopyRow.game == PAD_GAME, CopyRow.part == PADS).order_by(col(CopyRow.key))
    with store.reading() as session:
        read = {f"{PAD_PREFIX}{row.key}": read_pad(row.value) for row in session.exec(asked).all()}
    return {key: pad for key, pad in read.items() if pad is not None}


def titles_of_pads(session: Session) -> set[str]:
    """Return the folded titles of the pads that are kept, and of those that were played."""
    kept = session.exec(select(CopyRow.value).where(CopyRow.game == PAD_GAME, CopyRow.part == PADS)).all()
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


def winner_key(key: str) -> tuple[str, str, str]:
    """Return the key of the entry that says whether the most or the fewest points win in a game."""
    return PAD_GAME, WINNERS, key


def winner_of(
    session: Session, key: str, said: Winner | None = None, marked: Mapping[Winner, int] | None = None
) -> Winner | None:
    """Return whether the most or the fewest points win in a game, `None` where nothing says it.

    The pad that is kept says it, else what came with its plays (or is `said` now), else the pad of the last one, else
    plays that mark who won: so many `marked` ones of a file, or those here.
    """
    key = resolved(session, key)
    if key in GAMES and not is_of_pad(key):
        return Winner.MOST
    pad, row = kept_pad(session, key), session.get(CopyRow, winner_key(key))
    if pad is None and row is not None and row.value in BY_TOTAL:
        return Winner(row.value)
    if pad is None and said is not None:
        return said
    pad = pad or _last_pad(session, key)
    if pad is not None:
        return pad.winner
    numbers = marked or _marked(session, key)
    return clear_winner(most=numbers[Winner.MOST], fewest=numbers[Winner.FEWEST])


def _marked(session: Session, key: str) -> Mapping[Winner, int]:
    """Return in how many plays of a game those who won have the most points, and in how many the fewest."""
    total, won = col(SeatRow.total), col(SeatRow.won)
    totals = (
        select(
            func.min(case((won, total))).label("least_won"),
            func.max(case((won, total))).label("most_won"),
            func.min(case((not_(won), total))).label("least_lost"),
            func.max(case((not_(won), total))).label("most_lost"),
        )
        .join(PlayRow, col(PlayRow.id) == col(SeatRow.play_id))
        .where(PlayRow.game == key, col(PlayRow.removed).is_(None))
        .group_by(col(SeatRow.play_id))
        .subquery()
    )
    by_most = func.count(case((totals.c.least_won > totals.c.most_lost, 1)))
    by_fewest = func.count(case((totals.c.most_won < totals.c.least_lost, 1)))
    most, fewest = session.connection().execute(select(by_most, by_fewest).select_from(totals)).one()
    return {Winner.MOST: most, Winner.FEWEST: fewest}


def clear_winner(*, most: int, fewest: int) -> Winner | None:
    """Return what wins by so many plays that somebody won with the most points, and with the fewest: all agree.

    >>> clear_winner(most=0, fewest=3), clear_winner(most=1, fewest=3), clear_winner(most=0, fewest=0)
    (<Winner.FEWEST: 'fewest'>, None, None)
    """
    if bool(most) == bool(fewest):
        return None
    return Winner.MOST if most else Winner.FEWEST


def times_played(store: Store) -> dict[str, tuple[int, datetime]]:
    """Return the number of plays of each game outside the bin, and the end of its last one, by its key."""
    asked = select(PlayRow.game, func.count(), func.max(col(PlayRow.finished)))
    kept = asked.where(col(PlayRow.removed).is_(None)).group_by(col(PlayRow.game))
    with store.reading() as session:
        return {key: (plays, last) for key, plays, last in session.exec(kept).all()}


def games_with_plays(session: Session) -> set[str]:
    """Return the keys of the games with plays outside the bin."""
    return set(session.exec(select(PlayRow.game).where(col(PlayRow.removed).is_(None)).distinct()).all())


def known_game(store: Store, key: str) -> KnownGame:
    """Return what is known of a game; the categories of a pad have the title of the last play that had them."""
    game = None if is_of_pad(key) else GAMES.get(key)
    if game is not None:
        return KnownGame(key=key, rules=game.rules, bgg_id=game.bgg_id, winner=Winner.MOST)
    with store.reading() as session:
        kept, last = kept_pad(session, key), _last_pad(session, key)
        pad, winner = kept or last, winner_of(session, key)
        if pad is None:
            return KnownGame(key=key, winner=winner)
        titles = _titles(session, key, last)
    others = {category: title for category, title in titles_of(pad).items() if category not in titles}
    return KnownGame(key=key, rules=titles | others, bgg_id=pad.bgg, pad=pad, winner=winner)


_PLACED: Final = "placed games"


def forget_placed(session: Session) -> None:
    """Have games looked up anew after plays were put elsewhere."""
    session.flush()
    session.info.pop(_PLACED, None)


def placed(session: Session, key: str, title: str) -> tuple[str, str]:
    """Return the key and title of a game here: those of another one, if its plays were put there."""
    places: dict[str, tuple[str, str]] = session.info.setdefault(_PLACED, {})
    if key not in places:
        key_here = resolved(session, key)
        places[key] = (key, "") if key_here == key else (key_here, title_of_game(session, key_here) or title)
    key_here, title_here = places[key]
    return key_here, title_here or title


def resolved(session: Session, key: str) -> str:
    """Return the game that holds the plays of a game: itself, until they are put elsewhere."""
    seen = {key}
    while True:
        rows = session.exec(select(SettingRow).where(SettingRow.key == f"{MERGE_PREFIX}{key}")).all()
        if not rows or rows[0].value["into"] in seen:
            return key
        key = rows[0].value["into"]
        seen.add(key)


def title_of_game(session: Session, key: str) -> str | None:
    """Return the title of a game: of the pad that is kept, else of the last play; `None` where there is neither."""
    pad = kept_pad(session, key)
    return _last_title(session, key) if pad is None else pad.title


def _last_title(session: Session, key: str) -> str | None:
    """Return the title of the last play of a game; those in the bin count where there are no others."""
    titles = select(PlayRow.title).where(PlayRow.game == key).order_by(*_LAST_FIRST).limit(1)
    return session.exec(titles.where(col(PlayRow.removed).is_(None))).first() or session.exec(titles).first()


def kept_pad(session: Session, key: str) -> Pad | None:
    """Return the pad of a game that is kept, `None` where none is."""
    number = key.removeprefix(PAD_PREFIX)
    asked = select(CopyRow).where(CopyRow.game == PAD_GAME, CopyRow.part == PADS, CopyRow.key == number)
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
