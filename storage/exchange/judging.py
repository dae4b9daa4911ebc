"""Who won plays in which nobody is marked: their totals say it, once it is known whether the most or the fewest win."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.messages import counted, forms
from scoring.sheet import Winner
from storage.exchange.outcomes import result_remarks
from storage.exchange.record import GameWinner
from storage.repositories.games import BY_TOTAL, clear_winner, winner_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlmodel import Session

    from scoring.messages import Message
    from storage.exchange.play_record import PlayRecord
    from storage.exchange.record import Incoming
    from storage.repositories.play_content import Participant

MAX_NAMED_GAMES: Final = 5
"""How many games the remark names."""

_UNDECIDED: Final = forms(
    "In {number} play nobody is marked as the winner, and nothing says whether the most or the fewest points win in "
    "{games}: it counts as played, but for no rate, until the game has a pad.",
    "In {number} plays nobody is marked as the winner, and nothing says whether the most or the fewest points win in "
    "{games}: they count as played, but for no rate, until the game has a pad.",
)


def with_winners(session: Session, incoming: Incoming) -> Incoming:
    """Return a file with the winners of plays that mark none, as far as they are known, and remarks that say so.

    A pad here says whether the most or the fewest win, else the shelf or the file, else plays of the game that mark who
    won: those of the file, else those here.
    """
    games = {record.game for record in incoming.records if record.unjudged}
    if not games:
        return incoming
    said = {record.key: Winner(record.value) for record in incoming.values if isinstance(record, GameWinner)}
    marked = _marked(record for record in incoming.records if record.game in games and not record.unjudged)
    winners = {game: winner_of(session, game, said.get(game), marked.get(game)) for game in games}
    records = tuple(_judged(record, winners) if record.unjudged else record for record in incoming.records)
    undecided = [record for record in records if record.unjudged]
    number = sum(record.unjudged for record in incoming.records) - len(undecided)
    remarks = (*incoming.remarks, *result_remarks({"scores": number}), *_undecided(undecided))
    return replace(incoming, records=records, remarks=remarks)


def _judged(record: PlayRecord, winners: Mapping[str, Winner | None]) -> PlayRecord:
    winner = winners[record.game]
    return record.judged(fewest=winner is Winner.FEWEST) if winner in BY_TOTAL else record


def _marked(records: Iterable[PlayRecord]) -> Mapping[str, Counter[Winner]]:
    """Return in how many plays of each game those who won have the most points, or the fewest."""
    numbers: defaultdict[str, Counter[Winner]] = defaultdict(Counter)
    for record in records:
        winner = _as_marked(record.without_texts().players)
        if winner is not None:
            numbers[record.game][winner] += 1
    return numbers


def _as_marked(players: Sequence[Participant]) -> Winner | None:
    """Return whether those who won have more points than all others, or fewer."""
    won = [player.total for player in players if player.won and player.total is not None]
    lost = [player.total for player in players if not player.won and player.total is not None]
    if not (won and lost):
        return None
    return clear_winner(most=min(won) > max(lost), fewest=max(won) < min(lost))


def _undecided(records: Sequence[PlayRecord]) -> list[Message]:
    titles = tuple(dict.fromkeys(record.title for record in records))
    more = ("…",) if titles[MAX_NAMED_GAMES:] else ()
    return [counted(len(records), *_UNDECIDED, games=(*titles[:MAX_NAMED_GAMES], *more))] if records else []
