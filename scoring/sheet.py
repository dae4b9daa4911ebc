"""A scored table: lines, columns, criteria and standings; what decided a game, and by how little.

A statement about that is found by scoring the table that it speaks of: one thing more or fewer, everything else
unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scoring.fields import Number


T = TypeVar("T")

LEFT_EARLY: Final = "left_early"
"""What decided where somebody left early, and so stands behind all who stayed."""

MISSING: Final = "–"
"""What is shown in the place of a number that nobody entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The points of one player by one rule: why, the squares that earned them, and where the rule is printed.

    `entered` means that the points were entered instead of worked out, `blank` that they are 0 because nothing was.
    What was `counted` and is worth no points has a number of its own, for ties. Where it `lacks` a value that nobody
    has entered, the points are those without it.
    """

    rule: str
    points: int
    because: Message
    ref: Message
    cells: tuple[str, ...] = ()
    entered: bool = False
    blank: bool = False
    counted: int | None = None
    lacks: bool = False

    @property
    def figure(self) -> int | str:
        """The points as people read them; what is worth none stands in brackets, and a ? for what is not known.

        >>> [Line(rule="food", points=0, because=say(""), ref=say(""), counted=counted).figure for counted in (None, 2)]
        [0, '(2)']
        >>> [Line(rule="villas", points=sure, because=say(""), ref=say(""), lacks=True).figure for sure in (0, 7)]
        ['?', '7+?']
        """
        if self.lacks:
            return f"{self.points}+?" if self.points else "?"
        if self.counted is not None:
            return f"({self.counted})"
        return MISSING if self.blank else self.points


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One player's lines, in the order of the game's rules."""

    player: str
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines, in points; it is never stored."""
        return sum(line.points for line in self.lines)


AS_ENTERED: Final = say("as entered, not checked")
"""The reason of a line whose points were entered."""


def with_entered(column: Column, entered: Mapping[str, int] | None) -> Column:
    """Return a column in which points that were entered, by rule, stand for what was worked out."""
    if not entered:
        return column
    lines = (
        replace(line, points=entered[line.rule], because=AS_ENTERED, cells=(), entered=True, lacks=False)
        if line.rule in entered
        else line
        for line in column.lines
    )
    return replace(column, lines=tuple(lines))


class Winner(StrEnum):
    """Who wins: who has the most or the fewest points, or all together or nobody."""

    MOST = "most"
    FEWEST = "fewest"
    TOGETHER = "together"


class Outcome(StrEnum):
    """How a game ended that all play together."""

    WON = "won"
    LOST = "lost"


OUTCOMES: Final[Mapping[Outcome, Message]] = {Outcome.WON: say("Won"), Outcome.LOST: say("Lost")}
"""How a game ended that all play together."""


class Better(StrEnum):
    """Which figure of a criterion is the better one."""

    MOST = "most"
    FEWEST = "fewest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(Generic[T]):
    """One step of finding the winner: a figure for each player, and whether the most or the fewest wins.

    `figure` takes the table, the seat (0 is the first player) and that player's column. One that is not `named` is left
    out where a sentence says what players are level on.
    """

    name: str
    title: Message
    better: Better
    figure: Callable[[T, int, Column], int]
    ref: Message
    named: bool = True


def most_points(ref: Message) -> Criterion[Any]:
    """Return the criterion that the highest total wins, printed at `ref`."""
    return Criterion(
        name="points",
        title=say("points"),
        better=Better.MOST,
        figure=lambda _table, _seat, column: column.total,
        ref=ref,
    )


def by_number(number: Number, better: Better, ref: Message) -> Criterion[Any]:
    """Return the criterion of a number of each player, printed at `ref`."""
    return Criterion(
        name=number.field,
        title=number.name,
        better=better,
        figure=lambda table, seat, _column: number.of(table.players[seat]),
        ref=ref,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's place, 1 for the best.

    `decided_by` is the first criterion that separates the player from the next lower ones ("" in last place),
    `because` gives its figures.
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
        """The names of the players in first place."""
        return tuple(standing.player for standing in self.standings if standing.place == 1)

    def works_out(self, rule: str, player: str = "") -> bool:
        """Return whether the points of a rule are worked out, and not entered, for a player, or for anybody."""
        columns = (column for column in self.columns if player in (column.player, ""))
        return any(line.rule == rule and not line.entered for column in columns for line in column.lines)


def of_members(sheet: Sheet, table: object) -> Sheet:
    """Return a sheet as histories count it: with the column and the place of a team for each of its members."""
    players = getattr(table, "players", ())
    teams = {player.name: getattr(player, "members", None) or (player.name,) for player in players}
    return Sheet(
        columns=tuple(replace(column, player=name) for column in sheet.columns for name in teams[column.player]),
        standings=tuple(replace(place, player=name) for place in sheet.standings for name in teams[place.player]),
    )


def standings(table: T, columns: tuple[Column, ...], criteria: tuple[Criterion[T], ...]) -> tuple[Standing, ...]:
    """Rank the players by the criteria, one after the other.

    Players level on every criterion share a place, in seat order; the next place is skipped (1, 1, 3).
    """
    figures = [tuple(c.figure(table, seat, column) for c in criteria) for seat, column in enumerate(columns)]

    def merit(seat: int) -> tuple[int, ...]:
        return tuple(
            -figure if criterion.better is Better.MOST else figure
            for figure, criterion in zip(figures[seat], criteria, strict=True)
        )

    order = sorted(range(len(columns)), key=merit)
    result: list[Standing] = []
    for rank, seat in enumerate(order):
        level_with_previous = rank > 0 and figures[order[rank - 1]] == figures[seat]
        level = tuple(columns[rival].player for rival in order if rival != seat and figures[rival] == figures[seat])
        lower = next((rival for rival in order[rank:] if figures[rival] != figures[seat]), None)
        if len(columns) == 1:
            decided_by, because = "", say("alone at the table")
        elif lower is not None:
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


_MOST: Final = say("most {title}: {one} to {other}")
_FEWEST: Final = say("fewest {title}: {one} to {other}")
_THEN_MOST: Final = say("level on {level}; most {title}: {one} to {other}")
_THEN_FEWEST: Final = say("level on {level}; fewest {title}: {one} to {other}")


def _decision(
    criteria: tuple[Criterion[T], ...], mine: tuple[int, ...], theirs: tuple[int, ...]
) -> tuple[str, Message]:
    """Return the name of the criterion that separates two players, and a sentence with its figures."""
    number = next(number for number, (own, rival) in enumerate(zip(mine, theirs, strict=True)) if own != rival)
    criterion, own, rival = criteria[number], mine[number], theirs[number]
    level = tuple(criterion.title for criterion in criteria[:number] if criterion.named)
    values = {"title": criterion.title, "one": own, "other": rival}
    if not level:
        first = _MOST if criterion.better is Better.MOST else _FEWEST
        return criterion.name, replace(first, values=values)
    then = _THEN_MOST if criterion.better is Better.MOST else _THEN_FEWEST
    return criterion.name, replace(then, values={"level": level, **values})


def tie_break(standing: Standing) -> tuple[Message, tuple[int, int]] | None:
    """Return what was counted where a player was level with the next lower one, and both figures.

    `None` where the first criterion decided, or nobody knows the figures.
    """
    because = standing.because
    if because.template not in {_THEN_MOST.template, _THEN_FEWEST.template}:
        return None
    values: Mapping[str, Any] = because.values
    return values["title"], (values["one"], values["other"])


def ended_together(players: tuple[str, ...], *, lost: bool) -> Message:
    """Return how a game ended that these played together.

    >>> str(ended_together(("Anna", "Ben"), lost=True)), str(ended_together(("Anna",), lost=False))
    ('Anna and Ben lost', 'Anna won')
    """
    if lost:
        return counted(len(players), "{players} lost", "{players} lost", players=players)
    return counted(len(players), "{players} won", "{players} won", players=players)


MAX_STATEMENTS: Final = 3
"""The most statements about one player."""

CLOSE: Final = 10
"""The most points between two players that are close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Generic[T]):
    """One thing that could have been otherwise, and the table on which it is."""

    what: Message
    table: T


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a change would have brought, and by how many points."""

    size: int
    message: Message


class Share(IntEnum):
    """A player's share of the win."""

    NONE = 0
    SHARED = 1
    SOLE = 2


def share(won: tuple[str, ...], name: str) -> Share:
    """Return a player's share of the win among the names of the winners."""
    if name not in won:
        return Share.NONE
    return Share.SOLE if len(won) == 1 else Share.SHARED


def rivals(sheet: Sheet, seat: int) -> tuple[str, ...]:
    """Return the names of the other winners, or for a sole winner the player who comes next."""
    name = sheet.columns[seat].player
    return tuple(winner for winner in sheet.winners if winner != name) or (sheet.standings[1].player,)


def gap(sheet: Sheet, seat: int) -> int:
    """Return by how many points a player is ahead of the rivals; below 0 the player is behind."""
    rival = rivals(sheet, seat)[0]
    theirs = next(column.total for column in sheet.columns if column.player == rival)
    return sheet.columns[seat].total - theirs


def up_to(most: int, template: str, many: str, changed: Callable[[int], T]) -> Iterator[Change[T]]:
    """Yield the changes by 1 to `most` of something, with its `forms` for one and for many."""
    for number in range(1, most + 1):
        yield Change(what=counted(number, template, many), table=changed(number))


def first_effect(
    sheet: Sheet,
    seat: int,
    changes: Iterable[Change[T]],
    score: Callable[[T], Sheet],
    meaning: Callable[[T, Sheet], Message | None],
) -> Effect | None:
    """Score the changed tables in turn, and return the first change that means something to a player.

    `meaning` says what a changed table with its sheet means, or `None` where it means nothing; the change itself goes
    into its sentence as `change`.
    """
    for change in changes:
        after = score(change.table)
        meant = meaning(change.table, after)
        if meant is not None:
            size = abs(after.columns[seat].total - sheet.columns[seat].total)
            message = replace(meant, values={**meant.values, "change": change.what})
            return Effect(size=size, message=message)
    return None


def smallest_first(name: str, effects: Iterable[Effect | None]) -> tuple[Message, ...]:
    """Return what would have changed where a player stands: the smallest difference first, at most three."""
    ranked = sorted((effect for effect in effects if effect is not None), key=lambda effect: effect.size)
    return tuple(say("{what}: {value}.", what=name, value=effect.message) for effect in ranked[:MAX_STATEMENTS])


def outcome(now: tuple[str, ...], name: str, before: Share) -> Message:
    """Return what a change would have meant to a player whose share of the win was another one before.

    The change itself is put in later, as `change`.
    """
    after = share(now, name)
    if after is Share.NONE:
        return say("{change} would have let {winners} win", winners=now)
    if after is Share.SHARED:
        return SHARED_WIN
    return WON_ALONE if before is Share.SHARED else WON


WON: Final = say("{change} would have won the game")
WON_ALONE: Final = say("{change} would have won alone")
SHARED_WIN: Final = say("{change} would have meant a shared win")
"""What a change would have meant, without the change."""


def of_close_seats(sheet: Sheet, statements: Callable[[int], Iterable[Message]]) -> tuple[Message, ...]:
    """Return the statements about everybody who was close, in the order of their places, and then about the winners.

    A gap is told once: what is said of a player who came close is not said again of the winner.
    """
    seats = {column.player: seat for seat, column in enumerate(sheet.columns)}
    names = sorted((standing.player for standing in sheet.standings), key=lambda name: name in sheet.winners)
    of_pair: dict[frozenset[str], int] = {}
    for name in names:
        if abs(gap(sheet, seats[name])) <= CLOSE:
            of_pair.setdefault(frozenset({name, *rivals(sheet, seats[name])}), seats[name])
    return tuple(message for seat in of_pair.values() for message in statements(seat))
