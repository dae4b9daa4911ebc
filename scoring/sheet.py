"""What every game speaks: messages, lines, columns, criteria, standings, problems, checks, and the record of a game."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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


# -- problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why something is not a possible state: the path of the field, a sentence, and the squares it is about.

    Where a rule of the game reports it, `path` counts from the part of the state that the rule looks at.
    """

    path: str
    message: Message
    cells: tuple[str, ...] = ()


class UnreadableError(Exception):
    """A rule asked for a value that could not be read."""


class _Unreadable:
    """Stands for a value that could not be read; any use of it ends the rule that asks."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise UnreadableError

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python's own tools ask for these, no rule does
            raise AttributeError(name)
        raise UnreadableError

    __iter__ = __len__ = __bool__ = __contains__ = __getitem__ = _refuse
    __eq__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = _refuse


UNREADABLE: Any = _Unreadable()
"""What a reader puts where a value could not be read, so that all other rules can still be applied."""


def is_legible(part: object) -> bool:
    """Return whether everything in a part of a state could be read."""
    if isinstance(part, tuple):
        return all(is_legible(entry) for entry in part)
    if is_dataclass(part):
        return all(is_legible(getattr(part, field.name)) for field in fields(part))
    return part is not UNREADABLE


def for_each(entries: Iterable[T], limit: Callable[[int, T], Iterable[Problem]]) -> Iterator[Problem]:
    """Apply a limit to each entry with its index, passing over those that could not be read."""
    for index, entry in enumerate(entries):
        try:
            yield from limit(index, entry)
        except UnreadableError:
            continue


def join_path(path: str, key: str | int) -> str:
    """Return the path of a field (`str`) or an entry (`int`) of what lies at `path`.

    >>> join_path(join_path("players", 1), "goods")
    'players[1].goods'
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path and key and not key.startswith("[") else path + key


def problems_in(state: object, limits: Mapping[type, tuple[Callable[[Any], Iterable[Problem]], ...]]) -> list[Problem]:
    """Return everything that the limits of a game find in a state, part by part, with paths from its root.

    A limit that needs a value which could not be read is passed over; the others are not.
    """
    found: list[Problem] = []
    sought = frozenset(limits)
    waiting: list[tuple[object, Path]] = [(state, None)]
    while waiting:
        part, path = waiting.pop()
        kind = part.__class__
        if isinstance(part, tuple):
            waiting += [(part[index], (path, index)) for index in range(len(part) - 1, -1, -1)]
            continue
        for limit in limits.get(kind, ()):
            try:
                for problem in limit(part):
                    found.append(replace(problem, path=join_path(path_text(path), problem.path)))  # noqa: PERF401
            except UnreadableError:
                continue
        waiting += [(getattr(part, name), (path, name)) for name in _holders(kind, sought)]
    return found


Path = tuple["Path", str | int] | None
"""Where a value stands: the path of what holds it and its key there; `None` is the root."""


def path_text(path: Path) -> str:
    """Return a path as people read it.

    >>> path_text((((None, "players"), 1), "name"))
    'players[1].name'
    """
    if path is None:
        return ""
    rest, key = path
    return join_path(path_text(rest), key)


_HOLDERS: dict[tuple[type, frozenset[type]], tuple[str, ...]] = {}


def _holders(of: type, sought: frozenset[type]) -> tuple[str, ...]:
    """Return the fields of a dataclass that can hold what is sought, last first; anything else has none."""
    known = _HOLDERS.get((of, sought))
    if known is None:
        hints = get_type_hints(of) if is_dataclass(of) else {}
        known = tuple(name for name in reversed(hints) if _can_hold(hints[name], sought))
        _HOLDERS[of, sought] = known
    return known


def _can_hold(hint: Any, sought: frozenset[type]) -> bool:  # noqa: ANN401 - a type, or what typing makes of one
    if is_dataclass(hint):
        return hint in sought or any(_can_hold(inner, sought) for inner in get_type_hints(hint).values())
    return any(_can_hold(part, sought) for part in get_args(hint))


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
    rulings: Callable[[T, A], tuple[Message, ...]]


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
    decided: tuple[str, ...]
    boards: Callable[[T], tuple[Board, ...]]

    def score(self, table: T) -> Sheet:
        """Score a table that has no problems."""
        columns = self.columns(table)
        return Sheet(columns=columns, standings=standings(table, columns, self.criteria(table)))
