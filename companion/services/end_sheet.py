"""The end sheet: a number for each line of the sheet and each player, typed or worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Self, get_args, get_type_hints

from companion.formatting.numbers import read_sum
from companion.games import KITS
from companion.services.kept_pads import parts_played_with
from companion.tables.state import TableState, with_player
from storage.repositories import history, plays
from storage.repositories.values import game_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.game import Game
    from scoring.messages import Message
    from scoring.sheet import Column
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

    State = TableState[Any]

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
