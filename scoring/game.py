"""The record of a game, with its checks, their reports, and the drawings of its boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoring.problems import Problem, T
from scoring.sheet import Column, Criterion, Sheet, standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scoring.messages import Message


A = TypeVar("A")


R = TypeVar("R")


# -- games


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check says to people: sentences, a table under a heading, notes below it; each may be empty."""

    sentences: tuple[Message, ...] = ()
    heading: tuple[str, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Generic[T, A, R]):
    """A question about a table.

    `ask` is the dataclass of the question, `limits` what the question and the table together can make impossible (paths
    of the question begin with `ask.`), `answer` works it out, `report` says it to people, `rulings` names what was
    decided where the rulebook is silent.
    """

    key: str
    title: str
    ask: type[A]
    limits: tuple[Callable[[T, A], Iterable[Problem]], ...]
    answer: Callable[[T, A], R]
    report: Callable[[T, A, R], Report]
    rulings: Callable[[T, A, R], tuple[Message, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A drawing of what lies before a player, as lines of text, with a short one for narrow screens."""

    title: str
    drawing: tuple[str, ...]
    short: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[T]):
    """Everything that the program needs to know of a game.

    `rules` maps the id of each line to its title, in the order of the sheet; `variant` says in words which edition or
    expansion a table plays; `columns` scores a whole table at once, so
    that majorities can look at all players; `criteria` may differ by edition, and need not begin with points; `limits`
    say of each part of a state what is impossible in it; `unscorable` what a score needs beyond that.
    """

    key: str
    title: str
    editions: tuple[str, ...]
    players: tuple[int, int]
    source: str
    table: type[T]
    rules: Mapping[str, str]
    variant: Callable[[T], str]
    columns: Callable[[T], tuple[Column, ...]]
    criteria: Callable[[T], tuple[Criterion[T], ...]]
    limits: Mapping[type, tuple[Callable[[Any], Iterable[Problem]], ...]]
    unscorable: Callable[[T], Iterable[Problem]]
    checks: tuple[Check[T, Any, Any], ...]
    rulings: Callable[[T, Sheet], tuple[Message, ...]]
    decided: tuple[Message, ...]
    boards: Callable[[T], tuple[Board, ...]]

    def score(self, table: T) -> Sheet:
        """Score a table that has no problems."""
        columns = self.columns(table)
        return Sheet(columns=columns, standings=standings(table, columns, self.criteria(table)))
