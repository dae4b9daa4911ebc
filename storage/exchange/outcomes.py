"""Plain results: winners and totals of plays of which nothing else is known.

Where nobody is marked, the totals say who won, once it is known whether the most or the fewest win.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from scoring.messages import Message, counted, forms, say
from scoring.sheet import Winner
from storage.documents.fields import shown
from storage.exchange.files import UnfitError
from storage.exchange.plain_values import shortened
from storage.exchange.record import MAX_NAME_LENGTH, GameWinner, Incoming, PlayRecord
from storage.repositories.games import BY_TOTAL, clear_winner, winner_of
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.play_content import MAX_PLAYERS, MAX_TOTAL, Participant
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlmodel import Session

_NUMBER: Final = r"[0-9]{1,10}(?:[.,]0{0,2})?"
"""A whole number, perhaps with a dot or a comma behind it, and nothing behind that."""

_SUM: Final = re.compile(rf"[+\s-]*{_NUMBER}(?:\s*[+-][+\s-]*{_NUMBER}){{0,99}}[+\s-]*")

_PART: Final = re.compile(rf"([+-]?)\s*({_NUMBER})")

_AFTER_ALL: Final = 1_000_000
"""A number beyond every rank and seat."""

_ANONYMOUS: Final = re.compile(r"anonymous player(?: \(\d{1,2}\))?", re.ASCII | re.IGNORECASE)
"""What BG Stats calls whoever is anonymous where it posts a play, with the number of several."""

UNNAMED: Final = "Somebody"
"""The name of a player without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOutcome:
    """A player's result in a file; `rank` is the place given there, `seat` orders the players at the table."""

    id: str | None = None
    name: str
    total: int | None
    won: bool
    rank: int | None = None
    seat: int | None = None
    starts: bool = False


@lru_cache(4096)
def parts_in(text: str) -> tuple[int, ...] | None:
    """Return the numbers that are added in a text; `None` if one of them is no whole number.

    BG Stats counts what is there: a sign at the end adds nothing, of several signs the last one counts, and a dot
    behind a number is a slip of the thumb.

    >>> parts_in("87"), parts_in("12+5 - 3"), parts_in("86+84+"), parts_in("0--0-3"), parts_in("31,00")
    ((87,), (12, 5, -3), (86, 84), (0, 0, -3), (31,))
    >>> parts_in("10."), parts_in("6+6.+8"), parts_in("6,0 + 8,")
    ((10,), (6, 6, 8), (6, 8))
    >>> parts_in("1.000"), parts_in("13.5"), parts_in("6 8"), parts_in("49-46ish"), parts_in("")
    (None, None, None, None, None)
    """
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if _SUM.fullmatch(text) is None:
        return None
    return tuple(int(sign + re.split("[.,]", number)[0]) for sign, number in _PART.findall(text))


def points_in(text: str) -> int | None:
    """Return the points in a text, also a sum; `None` if it is no whole number, or too large."""
    parts = parts_in(text)
    total = None if parts is None else sum(parts)
    return total if total is not None and abs(total) <= MAX_TOTAL else None


def participants(outcomes: Sequence[PlayerOutcome], warnings: list[Message]) -> tuple[Participant, ...]:
    """Return the players of a plain result, in the given order.

    Winners share the first place; the others follow by the rank given, then by total; fewer is better if the winners
    have the fewest. Where nobody has won, the ranks given are the places. Equal names get numbers; a warning says where
    one was too long. Whom BG Stats calls anonymous is nobody's friend, also in a play that it posted elsewhere.
    """
    positions = _positions(outcomes)
    kept = [shortened(outcome.name, MAX_NAME_LENGTH, say("Name"), warnings) for outcome in outcomes]
    names = _distinct_names([name or UNNAMED for name in kept])
    return tuple(
        Participant(
            id=outcome.id or (ANONYMOUS_ID if _ANONYMOUS.fullmatch(name) else ""),
            name=name,
            total=outcome.total,
            place=place,
            won=outcome.won,
            position=position,
        )
        for outcome, name, place, position in zip(outcomes, names, _places(outcomes), positions, strict=True)
    )


Result = Literal["marked", "scores", "unknown", "left out"]
"""How it is known who won: somebody is marked, the scores say it, nobody knows, or it stays out of rates there."""


def judged(outcomes: Sequence[PlayerOutcome], *, fewest: bool = False) -> tuple[list[PlayerOutcome], Result]:
    """Return the players with their winners, and how those are known.

    Where nobody is marked, the best total wins, if everybody has one and they are not all level.
    """
    if any(outcome.won for outcome in outcomes):
        return list(outcomes), "marked"
    totals = [outcome.total for outcome in outcomes if outcome.total is not None]
    if len(totals) < len(outcomes) or len({*totals}) == 1:
        return [replace(outcome, rank=1) for outcome in outcomes], "unknown"
    best = min(totals) if fewest else max(totals)
    return [replace(outcome, won=outcome.total == best) for outcome in outcomes], "scores"


def lost_together(outcomes: Sequence[PlayerOutcome]) -> list[PlayerOutcome]:
    """Return the players of a play that nobody won: all are second."""
    return [replace(outcome, rank=2) for outcome in outcomes]


def _places(outcomes: Sequence[PlayerOutcome]) -> list[int]:
    """Return the place of each player; the ranks of a play that nobody won are its places."""
    ranks = [outcome.rank for outcome in outcomes if outcome.rank is not None]
    if len(ranks) == len(outcomes) and not any(outcome.won for outcome in outcomes):
        return ranks
    merits = _merits(outcomes)
    return [1 + sum(rival < merit for rival in merits) for merit in merits]


def _merits(outcomes: Sequence[PlayerOutcome]) -> list[tuple[bool, int, bool, int]]:
    """Return the sort keys of the players, best first."""
    won = [outcome.total for outcome in outcomes if outcome.won and outcome.total is not None]
    lost = [outcome.total for outcome in outcomes if not outcome.won and outcome.total is not None]
    fewest = bool(won and lost) and max(won) < min(lost)
    return [
        (False, 0, False, 0)
        if outcome.won
        else (True, outcome.rank or _AFTER_ALL, outcome.total is None, (outcome.total or 0) * (1 if fewest else -1))
        for outcome in outcomes
    ]


def _positions(outcomes: Sequence[PlayerOutcome]) -> list[int | None]:
    """Return the positions at the table as far as they are known; 0 is the starting player."""
    seats = [outcome.seat for outcome in outcomes]
    if None not in seats and len(set(seats)) == len(seats):
        order = sorted(seat for seat in seats if seat is not None)
        return [None if seat is None else order.index(seat) for seat in seats]
    began = sum(outcome.starts for outcome in outcomes)
    return [0 if outcome.starts and began == 1 else None for outcome in outcomes]


def _distinct_names(names: Sequence[str]) -> list[str]:
    """Return the names, with numbers added to repeated ones."""
    taken: set[str] = set()
    apart: list[str] = []
    for name in names:
        number, own = 1, name
        while folded(own) in taken:
            number += 1
            ending = f" ({number})"
            own = f"{name[: MAX_NAME_LENGTH - len(ending)]}{ending}"
        taken.add(folded(own))
        apart.append(own)
    return apart


MAX_MINUTES: Final = 7 * 24 * 60
"""The longest play that is believed, in minutes."""

NO_SCORE: Final = say("the score {score} of {name} is not a whole number: left out")


def check_players(number: int, path: str) -> None:
    """Refuse a play with no players, or too many.

    Raises:
        UnfitError: there are no players, or too many.

    """
    if not 1 <= number <= MAX_PLAYERS:
        message = say("{number} players are named: 1 to {most} belong here", number=number, most=MAX_PLAYERS)
        raise UnfitError(message, path)


def total_or_warning(text: str, name: str, warnings: list[Message]) -> int | None:
    """Return the points in a text; leave out anything else with a warning."""
    total = points_in(text)
    if total is None and text.strip():
        warnings.append(replace(NO_SCORE, values={"score": shown(text), "name": shown(name)}))
    return total


def whole_number(text: str, most: int) -> int | None:
    """Return a number from 0 to `most`, or `None` for any other text.

    >>> whole_number(" 7 ", 10), whole_number("11", 10), whole_number("-1", 10), whole_number("", 10)
    (7, None, None, None)
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))):
        return None
    return int(digits) if int(digits) <= most else None


_REMARKS: Final[Mapping[Result, tuple[str, str]]] = {
    "scores": forms(
        "In {number} play nobody is marked as the winner: whoever has the best score has won.",
        "In {number} plays nobody is marked as the winner: whoever has the best score has won.",
    ),
    "unknown": forms(
        "Who won {number} play is not known: it counts as played, but for no rate.",
        "Who won {number} plays is not known: they count as played, but for no rate.",
    ),
    "left out": forms(
        "{number} play is marked there not to count for wins: it counts as played, but for no rate.",
        "{number} plays are marked there not to count for wins: they count as played, but for no rate.",
    ),
}


def result_remarks(results: Mapping[Result, int]) -> list[Message]:
    """Return a sentence on each way in which winners were found, or not, in plays that mark none."""
    return [counted(results[result], *words) for result, words in _REMARKS.items() if results.get(result)]


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
    records = tuple(_with_winner(record, winners) if record.unjudged else record for record in incoming.records)
    undecided = [record for record in records if record.unjudged]
    number = sum(record.unjudged for record in incoming.records) - len(undecided)
    remarks = (*incoming.remarks, *result_remarks({"scores": number}), *_undecided(undecided))
    return replace(incoming, records=records, remarks=remarks)


def _with_winner(record: PlayRecord, winners: Mapping[str, Winner | None]) -> PlayRecord:
    """Return a play that marks no winner with the one whom its totals name, if that is known of its game."""
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
