"""The end of a table: the end sheet, a number for each line and player, typed or worked out; or the final scoring.

The final scoring goes step by step: its rules, and the tab on which a problem is mended.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Self, get_args, get_type_hints

from companion.formatting.numbers import read_sum
from companion.games import KITS
from companion.services.kept_pads import parts_played_with
from companion.tables.state import TableState, with_player
from scoring.messages import Message, say
from storage.repositories import history, plays
from storage.repositories.values import game_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.game import Game
    from scoring.sheet import Column
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

    State = TableState[Any]
    from scoring.problems import Problem


MAX_DIGITS: Final = 8
"""The most digits that can be typed: one more than any number has, so that a number that is too large is refused."""


MAX_TYPED: Final = 40
"""The most characters of a sum, apart from its last number."""

PLUS, MINUS, SIGN, BACK = "+-±<"
"""The keys other than digits that change what is typed: `±` turns the sign of the last number."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A place on the end sheet: the key of its row, and a seat."""

    row: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row of the end sheet: a line of the sheet, or what breaks a tie between the players on `seats`.

    `line` is its place among the lines of a column, `None` where it is no line. `field` is the field of a player that
    has its number, `None` where a number that is typed stands for what is worked out. Where it is not `typed`, the
    number is only shown.
    """

    key: str
    title: Message
    seats: tuple[int, ...]
    line: int | None = None
    field: str | None = None
    typed: bool = True

    @property
    def heading(self) -> str:
        """The title with a capital letter."""
        words = str(self.title)
        return f"{words[:1].upper()}{words[1:]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellNumber:
    """The number in a cell; it `stands` there where somebody typed it, else it is worked out."""

    points: int
    stands: bool


def has_end_sheet(game: Game[Any]) -> bool:
    """Return whether points can be entered for a line of a game's sheet instead of being worked out."""
    (players, *_) = get_args(get_type_hints(game.table)["players"])
    return "entered" in get_type_hints(players)


def sheet_rows(game: Game[Any], state: State, columns: Sequence[Column]) -> tuple[SheetRow, ...]:
    """Return the lines of the sheet as rows, then what breaks the ties that the columns leave."""
    fields = KITS[game.key].fields
    seats = tuple(range(len(columns)))
    lines = tuple(
        SheetRow(key=rule, title=title, seats=seats, line=line, field=fields.get(rule))
        for line, (rule, title) in enumerate(game.rules.items())
    )
    taken = {row.field for row in lines}
    return (*lines, *(row for row in _ties(game, state, columns) if row.field not in taken))


def _ties(game: Game[Any], state: State, columns: Sequence[Column]) -> Iterator[SheetRow]:
    """Yield a row for each criterion that players are compared by, where it rests on a field of theirs."""
    fields = KITS[game.key].fields
    with_points = tuple(seat for seat, column in enumerate(columns) if column.total)
    level = [with_points]  # nobody is asked before there are points
    for criterion in game.criteria(state.table):
        figures = [criterion.figure(state.table, seat, column) for seat, column in enumerate(columns)]
        field = fields.get(criterion.name)
        if field is not None and level:
            yield SheetRow(
                key=criterion.name,
                title=criterion.title,
                seats=tuple(sorted(seat for group in level for seat in group)),
                field=field,
                typed=isinstance(getattr(state.table.players[0], field), int),
            )
        level = [same for group in level for same in _level(group, figures) if len(same) > 1]


def _level(seats: Sequence[int], figures: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the seats that have the same figure."""
    for _, same in groupby(sorted(seats, key=lambda seat: figures[seat]), key=lambda seat: figures[seat]):
        yield tuple(same)


def cell_number(game: Game[Any], state: State, columns: Sequence[Column], row: SheetRow, seat: int) -> CellNumber:
    """Return the number in a cell of a row."""
    if row.line is None:
        criterion = next(criterion for criterion in game.criteria(state.table) if criterion.name == row.key)
        points = criterion.figure(state.table, seat, columns[seat])
        return CellNumber(points=points, stands=points != 0)
    line = columns[seat].lines[row.line]
    return CellNumber(points=line.points, stands=line.entered or (row.field is not None and line.points != 0))


def with_number(game: Game[Any], state: State, row: SheetRow, seat: int, number: int | None) -> State:
    """Put a number into a cell; `None` takes it out, and what lies on the table counts again.

    Where only the end is entered, a 0 in a field is entered as well: else it would be a number that is missing.
    """
    if row.field is not None:
        put = KITS[game.key].put.get(row.field)
        points = number or 0
        state = with_player(state, seat, **{row.field: points}) if put is None else put(state, seat, points)
        if number != 0 or row.line is None or not state.extras.only_end:
            number = None
    if number is None:
        return _without(state, seat, row.key)
    return with_player(state, seat, entered={**(state.table.players[seat].entered or {}), row.key: number})


def _without(state: State, seat: int, rule: str) -> State:
    """Return the table without the points that were entered for a rule."""
    entered = state.table.players[seat].entered or {}
    left = {name: points for name, points in entered.items() if name != rule}
    return with_player(state, seat, entered=left or None)


def typed_number(typed: str) -> int | None:
    """Return the number that was typed, `None` where nothing was.

    A minus behind a single number is its sign.

    >>> typed_number("17"), typed_number("-4"), typed_number("4-"), typed_number("-"), typed_number("")
    (17, -4, -4, None, None)
    >>> typed_number("6+10+6"), typed_number("20-3"), typed_number("20-3-")
    (22, 17, 17)
    """
    if typed.endswith(MINUS) and typed[:-1].isdecimal():
        return -int(typed[:-1])
    return read_sum(typed.rstrip(PLUS + MINUS))


def with_key(typed: str, key: str) -> str:
    """Return what is typed after another key: a digit, `+` or `-` of a sum, `±`, or `<`, which takes the last one away.

    >>> with_key("1", "7"), with_key("-17", "<"), with_key("12345678", "9"), with_key("0", "4"), with_key("123+0", "6")
    ('17', '-1', '12345678', '4', '123+6')
    >>> with_key("6", "+"), with_key("6+", "+"), with_key("6+", "-"), with_key("20", "-"), with_key("", "-")
    ('6+', '6+', '6-', '20-', '-')
    >>> with_key("17", "±"), with_key("-17", "±"), with_key("6+17", "±"), with_key("6-", "±"), with_key("", "±")
    ('-17', '17', '6-17', '6+', '-')
    """
    before, sign, digits = _last_term(typed)
    if key == BACK:
        return typed[:-1]
    if key == SIGN:
        sign = PLUS if sign == MINUS and before else "" if sign == MINUS else MINUS
    elif key in (PLUS, MINUS):
        if len(typed) >= MAX_TYPED:
            return typed
        if digits:
            before, sign, digits = typed, key, ""
        elif before or key == MINUS:
            sign = key
    elif len(digits) < MAX_DIGITS:
        digits = digits.removeprefix("0") + key
    return before + sign + digits


def _last_term(typed: str) -> tuple[str, str, str]:
    """Return what stands before the last term of a sum, and the sign and the digits of that."""
    at = max(typed.rfind(PLUS), typed.rfind(MINUS))
    return (typed[:at], typed[at], typed[at + 1 :]) if at >= 0 else ("", "", typed)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTable:
    """What was chosen at the table of a game: whether only the end was entered, and of a pad the parts of its decks.

    `parts` are `None` where that table had no deck.
    """

    only_end: bool = False
    parts: tuple[str, ...] | None = None

    @classmethod
    def of(cls, table: object, extras: Mapping[str, Any]) -> Self:
        """Return what was chosen at a table, as it is stored."""
        return cls(only_end=bool(extras.get("only_end")), parts=parts_played_with(table))

    @classmethod
    def of_play(cls, play: StoredPlay) -> Self:
        """Return what was chosen at the table of a play."""
        return cls.of((play.document or {}).get("table"), play.extras)


def last_table(store: Store, game: str) -> LastTable:
    """Return what was chosen at the table of a game that was begun or finished last."""
    running = [table for table in store.tables() if table.game == game]
    tables = [(table.created, LastTable.of(table.content["table"], table.content["extras"])) for table in running]
    for listed in history.page(store, history.Filter(game=game), 1).plays:
        play = plays.play(store, listed.id)
        tables += [] if play is None else [(play.finished, LastTable.of_play(play))]
    return max(tables, key=itemgetter(0))[1] if tables else LastTable()


def with_only_end(game: str, state: State) -> State:
    """Make a table before the first turn one of which only the end is entered."""
    for seat in range(len(state.table.players)):
        state = with_player(state, seat, **KITS[game_key(game)].blank)
    return replace(state, extras=replace(state.extras, only_end=True))


Tabs = Mapping[str, Collection[str]]
"""The rules of the sheet and the fields of a player that are entered on each tab, by its key; the first tab first."""

SETTLE: Final = "settle"
"""The step before all others, where something is still to be settled."""

UNSETTLED: Final = say("Settle this first")

NOBODY: Final = say("No points")

NOTHING: Final = "nothing"
"""The step before the last one: the rules that give nobody a point."""

RESULT: Final = "result"
"""The last step: the whole sheet, and who won."""

_FIELD: Final = re.compile(r"\w+")
_SEAT: Final = re.compile(r"players\[(\d+)\]\.?(\w*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringStep:
    """A step of the final scoring; `done` where it was checked."""

    key: str
    title: Message
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemLocation:
    """A problem at the table with the seat of its player and the key of the tab that mends it, `None` where unknown.

    `field` is the name of what is entered there, "" where it is the player as a whole.
    """

    problem: Problem
    seat: int | None
    tab: str | None
    field: str


def scoring_steps(rules: Mapping[str, Message], checked: Iterable[str], *, unsettled: bool) -> tuple[ScoringStep, ...]:
    """Return the steps: what is still to be settled, each of these rules by its title, and the result."""
    done = frozenset(checked)
    steps = (ScoringStep(key=rule, title=title, done=rule in done) for rule, title in rules.items())
    before = (ScoringStep(key=SETTLE, title=UNSETTLED),) if unsettled else ()
    return (*before, *steps, ScoringStep(key=RESULT, title=say("Result")))


def rules_to_check(rules: Mapping[str, Message], columns: Sequence[Column]) -> Mapping[str, Message]:
    """Return the rules that have a step of their own; all that give nobody a point have the last step."""
    empty = [rule for rule in empty_rules(columns) if rule in rules]
    return {rule: title for rule, title in rules.items() if rule not in empty} | ({NOTHING: NOBODY} if empty else {})


def empty_rules(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the rules of a sheet that give nobody a point, as far as all is known."""
    rows = zip(*(column.lines for column in columns), strict=True)
    return tuple(row[0].rule for row in rows if not any(line.points or line.cells or line.lacks for line in row))


def checked_rules(ticks: Sequence[str], columns: Sequence[Column]) -> frozenset[str]:
    """Return the rules that were checked and kept their points; with `NOTHING` once all rules of that step were."""
    rules = [line.rule for line in columns[0].lines]
    done = frozenset(rule for rule in rules if rule in ticks or _tick(rule, columns) in ticks)
    return done | {NOTHING} if done.issuperset(empty_rules(columns)) else done


def with_ticks(ticks: Sequence[str], key: str, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the ticks with those of a step, which hold its points."""
    return (*without_ticks(ticks, key, columns), *(_tick(rule, columns) for rule in _rules_of(key, columns)))


def without_ticks(ticks: Sequence[str], key: str, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the ticks without those of a step."""
    return tuple(tick for tick in ticks if tick.partition("=")[0] not in _rules_of(key, columns))


def _rules_of(key: str, columns: Sequence[Column]) -> tuple[str, ...]:
    return empty_rules(columns) if key == NOTHING else (key,)


def _tick(rule: str, columns: Sequence[Column]) -> str:
    points = (line.points for column in columns for line in column.lines if line.rule == rule)
    return f"{rule}={','.join(map(str, points))}"


def first_unchecked(walk: Sequence[ScoringStep]) -> str:
    """Return the key of the first step that is not done.

    >>> title = say("Items")
    >>> first_unchecked((ScoringStep(key="items", title=title, done=True), ScoringStep(key=RESULT, title=title)))
    'result'
    """
    return next(step.key for step in walk if not step.done)


def where_entered(problem: Problem, tabs: Tabs) -> ProblemLocation:
    """Return the player of a problem and the tab that mends it; without a player, the tab of the field alone."""
    player = _SEAT.search(problem.path)
    if player is None:
        field = _FIELD.match(problem.path)
        tab = next((key for key, entered in tabs.items() if field is not None and field[0] in entered), None)
        return ProblemLocation(problem=problem, seat=None, tab=tab, field="" if field is None else field[0])
    seat, name = player.groups()
    return ProblemLocation(problem=problem, seat=int(seat), tab=tab_for(name, tabs), field=name)


def tab_for(name: str, tabs: Tabs) -> str:
    """Return the key of the tab on which a rule or a field is entered, else of the first tab."""
    return next((key for key, entered in tabs.items() if name in entered), next(iter(tabs)))
