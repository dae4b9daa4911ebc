"""The record of a game, with its checks, their reports, the drawings of its boards, and its list for the setup."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from scoring.fields import document_fields
from scoring.messages import Message, say
from scoring.sheet import Column, Criterion, Sheet, Standing, standings, with_entered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from enum import Enum

    from scoring.problems import Limits, Problem


T = TypeVar("T")
A = TypeVar("A")
R = TypeVar("R")


def _nothing(*_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check says to people: sentences, a table under a heading, notes below it; each may be empty."""

    sentences: tuple[Message, ...] = ()
    heading: tuple[Message, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Generic[T, A, R]):
    """A question about a table.

    `ask` is the dataclass of the question. `limits` find what the question and the table together make impossible;
    paths of the question begin with `ask.`. `answer` works the answer out, `report` puts it into sentences, `rulings`
    names the rulings that it rests on.
    """

    key: str
    title: Message
    ask: type[A]
    answer: Callable[[T, A], R]
    report: Callable[[T, A, R], Report]
    limits: tuple[Callable[[T, A], Iterable[Problem]], ...] = ()
    rulings: Callable[[T, A, R], tuple[Message, ...]] = _nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A drawing of what lies before a player, as lines of text, and a short one for narrow screens."""

    title: str | Message
    drawing: tuple[str | Message, ...]
    short: tuple[str | Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[T]):
    """Everything that the program needs to know about a game.

    `title` is the English one, as files have it, `name` that of the reader's language. `players` are the fewest and the
    most. `rules` maps the id of each line to its title, in the order of the sheet; it is empty where each table has
    lines of its own, which `of_table` puts in, with all else that only the table says. `headings` are what a line and
    those after it stand under, by the id of that line. `work_out` scores a whole table at once, because majorities look
    at all players, and knows nothing of lines that were entered; `compares` says whether points of somebody at a table
    depend on the other players, as those of a majority do. `criteria` may differ by edition and need not begin with
    points; `places` ranks the players by them. `limits` find what is impossible in each part of a state,
    `limits_at_table` also what documents may hold and nobody enters at a table; `unscorable` is what a score needs
    beyond that. `rulings` names the rulings that a score rests on, `all_rulings` lists those of the game. `checks_at`
    is the module of its checks, and their name there. `variant` names the edition or expansion of a table,
    `edition_hint` says how to tell which one a copy is, or which is not known; `bgg_id` is the number at BoardGameGeek,
    where it is known.
    """

    key: str
    title: str
    name: Message
    source: Message
    table: type[T]
    rules: Mapping[str, Message]
    work_out: Callable[[T], tuple[Column, ...]]
    criteria: Callable[[T], tuple[Criterion[T], ...]]
    limits: Limits
    more_limits_at_table: Limits = field(default_factory=dict)
    headings: Mapping[str, Message] = field(default_factory=dict)
    boards: Callable[[T], tuple[Board, ...]] = _nothing
    editions: tuple[str, ...] = ()
    edition_hint: Message | None = None
    bgg_id: int | None = None
    players: tuple[int, int] = (2, 4)
    variant: Callable[[T], Message | None] = lambda _table: None
    unscorable: Callable[[T], Iterable[Problem]] = _nothing
    checks_at: str | None = None
    rulings: Callable[[T, Sheet], tuple[Message, ...]] = _nothing
    all_rulings: tuple[Message, ...] = ()
    of_table: Callable[[Game[T], T], Game[T]] = lambda game, _table: game
    compares: Callable[[T], bool] = lambda _table: True
    places: Callable[[T, tuple[Column, ...], tuple[Criterion[T], ...]], tuple[Standing, ...]] = standings

    @property
    def limits_at_table(self) -> Limits:
        """What cannot be entered at a table."""
        kinds = self.limits.keys() | self.more_limits_at_table.keys()
        return {kind: (*self.more_limits_at_table.get(kind, ()), *self.limits.get(kind, ())) for kind in kinds}

    @property
    def checks(self) -> tuple[Check[T, Any, Any], ...]:
        """The questions that can be asked about a table, loaded when they are first asked for."""
        checks: tuple[Check[T, Any, Any], ...] = resolve_name(self.checks_at) if self.checks_at else ()
        return checks

    def at(self, table: T) -> Game[T]:
        """Return the game as a table has it, with the title and the lines of a pad; most are the same at all tables."""
        return self.of_table(self, table)

    def columns(self, table: T) -> tuple[Column, ...]:
        """Return the column of each player: what the rules give, or what was entered instead, where that can be."""
        players: tuple[Any, ...] = cast("Any", table).players
        return tuple(
            with_entered(column, getattr(player, "entered", None))
            for column, player in zip(self.work_out(table), players, strict=True)
        )

    def columns_after(self, table: T, before: T, columns: tuple[Column, ...]) -> tuple[Column, ...]:
        """Return the column of each player, where `columns` are those of the table `before`.

        Where nobody is compared with the others, only the players who are not the same objects as before are scored.
        """
        changed = changed_seats(table, before)
        if changed is None or self.compares(table):
            return self.columns(table)
        after = list(columns)
        if changed:
            players: tuple[Any, ...] = cast("Any", table).players
            alone = replace(cast("Any", table), players=tuple(players[seat] for seat in changed))
            for seat, column in zip(changed, self.columns(alone), strict=True):
                after[seat] = column
        return tuple(after)

    def score(self, table: T) -> Sheet:
        """Score a table that has no problems."""
        columns = self.columns(table)
        return Sheet(columns=columns, standings=self.places(table, columns, self.criteria(table)))


def changed_seats(table: object, before: object) -> tuple[int, ...] | None:
    """Return the seats whose players are not the same objects as before; `None` where anything else differs."""
    names = document_fields(type(table))
    if any(getattr(table, name) is not getattr(before, name) for name in names if name != "players"):
        return None
    players, were = cast("Any", table).players, cast("Any", before).players
    if len(players) != len(were):
        return None
    return tuple(seat for seat, player in enumerate(players) if player is not were[seat])


SEATS: Final = (say("Starting player"), say("Second player"), say("Third player"), say("Fourth player"))
"""The names of the seats, in seat order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupItem:
    """One entry of the check list: its section, and a key that stays the same when the words change.

    The value of a section is its heading.
    """

    key: str
    section: Enum
    message: Message


def setup_items(sections: Iterable[tuple[Enum, Mapping[str, Message]]]) -> tuple[SetupItem, ...]:
    """Return the entries of a check list from its sections, each with its messages by key, in their order."""
    return tuple(
        SetupItem(key=key, section=section, message=message)
        for section, messages in sections
        for key, message in messages.items()
    )
