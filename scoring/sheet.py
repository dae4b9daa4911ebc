"""What every game speaks: messages, lines, columns, criteria, standings, problems, checks, and the record of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

T = TypeVar("T")
A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people: a template and its values, so that it can be told in another language.

    Values are texts, numbers, other messages, or tuples of these, which read as a list.

    >>> str(say("{who} has {what}", who="Nick", what=(counted(1, "coin", "coins"), "2 bread")))
    'Nick has 1 coin and 2 bread'
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.template.format_map({name: _spoken(value) for name, value in self.values.items()})


def _spoken(value: object) -> object:
    if isinstance(value, tuple):
        *most, last = [str(_spoken(part)) for part in value] or ["nothing"]
        return f"{', '.join(most)} and {last}" if most else last
    return value


def say(template: str, /, **values: object) -> Message:
    """Return the message that puts `values` into `template`."""
    return Message(template, values)


def counted(number: int, one: str, many: str) -> Message:
    """Return a number with its noun: `1 coin`, `2 coins`; the nouns may hold values of their own no more."""
    return Message("{number} " + (one if abs(number) == 1 else many), {"number": number})


# -- scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one rule gives one player: `points`, why, the squares that earned them, and where the rule is printed."""

    rule: str
    points: int
    because: Message
    ref: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One player's lines, in the order of the game's rules."""

    player: str
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines, in points; it is never stored."""
        return sum(line.points for line in self.lines)


class Wanted(Enum):
    """Which end of a criterion is the better one."""

    MOST = "most"
    FEWEST = "fewest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(Generic[T]):
    """One step of finding the winner: a figure for each player, and which end of it wins.

    `figure` takes the table, the seat (0 is the first player) and that player's column.
    """

    name: str
    title: str
    wanted: Wanted
    figure: Callable[[T, int, Column], int]
    ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's place, 1 for the best.

    `decided_by` names the first criterion that sets them apart from the next lower players ("" for those in last
    place), `because` says it with the figures.
    """

    place: int
    player: str
    total: int
    decided_by: str
    because: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A scored table: columns in seat order, standings from best to worst."""

    columns: tuple[Column, ...]
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has the first place, alone or with others."""
        return tuple(standing.player for standing in self.standings if standing.place == 1)


def standings(table: T, columns: tuple[Column, ...], criteria: tuple[Criterion[T], ...]) -> tuple[Standing, ...]:
    """Rank the players by the criteria, one after the other.

    Players level on every criterion share a place, in seat order, and the next place is skipped (1, 1, 3).
    """
    figures = [tuple(c.figure(table, seat, column) for c in criteria) for seat, column in enumerate(columns)]

    def merit(seat: int) -> tuple[int, ...]:
        return tuple(
            -figure if criterion.wanted is Wanted.MOST else figure
            for figure, criterion in zip(figures[seat], criteria, strict=True)
        )

    order = sorted(range(len(columns)), key=merit)
    result: list[Standing] = []
    for rank, seat in enumerate(order):
        level_with_previous = rank > 0 and figures[order[rank - 1]] == figures[seat]
        level = tuple(columns[other].player for other in order if other != seat and figures[other] == figures[seat])
        lower = next((other for other in order[rank:] if figures[other] != figures[seat]), None)
        if lower is not None:
            decided_by, because = _decision(criteria, figures[seat], figures[lower])
        else:
            decided_by, because = "", say("last place")
        if level:
            because = say("level with {level} on everything, the place is shared", level=level)
        result.append(
            Standing(
                place=result[-1].place if level_with_previous else rank + 1,
                player=columns[seat].player,
                total=columns[seat].total,
                decided_by=decided_by,
                because=because,
            )
        )
    return tuple(result)


def _decision(
    criteria: tuple[Criterion[T], ...], mine: tuple[int, ...], theirs: tuple[int, ...]
) -> tuple[str, Message]:
    """Return the name of the criterion that sets two players apart, and the sentence that says so."""
    number = next(number for number, (one, other) in enumerate(zip(mine, theirs, strict=True)) if one != other)
    criterion, one, other = criteria[number], mine[number], theirs[number]
    level = [criterion.title for criterion in criteria[:number]]
    values = {"wanted": criterion.wanted.value, "title": criterion.title, "one": one, "other": other}
    if not level:
        return criterion.name, say("{wanted} {title}: {one} to {other}", **values)
    return criterion.name, say("level on {level}; {wanted} {title}: {one} to {other}", level=tuple(level), **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why something is not a possible state: the path of the field, a sentence, and the squares it is about.

    Where a rule of the game reports it, `path` counts from the part of the state that the rule looks at.
    """

    path: str
    message: Message
    cells: tuple[str, ...] = ()


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

    `bgg_id` is its number at BoardGameGeek, where that is known; `rules` maps the id of each line to its title, in the order of the sheet; `variant` says in words which edition or
    expansion a table plays; `columns` scores a whole table at once, so
    that majorities can look at all players; `criteria` may differ by edition, and need not begin with points; `limits`
    say of each part of a state what is impossible in it; `unscorable` what a score needs beyond that.
    """

    key: str
    title: str
    bgg_id: int | None = None
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
