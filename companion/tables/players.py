"""The players of a table by id: in its steps, ids stand wherever the table has names or seats.

So a player who is called or seated otherwise is the same one in all steps, and one who goes takes along what is theirs.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from companion.tables.state import Extras, Stored, TableState
from scoring.fields import in_play_fields
from storage.documents import codec
from storage.documents.fields import Field, NameField, SeatField, SeatTextField
from storage.documents.records import (
    CountsField,
    EitherField,
    KindField,
    ListField,
    NullableField,
    RecordField,
    record_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scoring.game import Game

    Turn = Callable[[Field, Any], Any]

TABLE: Final = "table"
EXTRAS: Final = "extras"
"""Where the two parts of a table stand in its steps."""

PLAYERS: Final = f"{TABLE}/players"
"""Where each player stands by id in the steps of a table."""

_IDS: Final = "ids"

_MORE: Final = "more"
"""Where entries stand that a list has after those of the players."""

_GONE: Final = object()
"""What stands for a piece whose player is gone."""


def ids_of(ids: Sequence[int] | None, players: int) -> list[int]:
    """Return the ids of so many players in seat order, then of those who are gone; `ids` are those of the extras."""
    return [*(ids or range(players))]


def by_id(game: Game[Any], stored: Stored) -> dict[str, Any]:
    """Return a stored table as one JSON object with the players by id."""
    players = stored[TABLE]["players"]
    ids = ids_of(stored[EXTRAS].get(_IDS), len(players))
    seated = _Seated(ids[: len(players)], [player["name"] for player in players])
    whole = {name: seated.by_id(shape, stored[name]) for name, shape in _shapes(game.table).items()}
    whole[EXTRAS][_IDS] = ids
    return whole


def by_seat(
    game: Game[Any],
    whole: Mapping[str, Any],
    former: Mapping[str, Any] | None = None,
    fresh: Mapping[str, Any] | None = None,
) -> Stored:
    """Return a table with the players by id as it is stored.

    Players who do not stand among the ids sit last. What is missing of a player is as in the `former` table, or as in a
    `fresh` one, which also says how long a list is that goes on after the players. What only concerns a player who is
    gone goes as well; where somebody must have something, the player has it who sat next in the former table.
    """
    players = {number: player for number, player in whole[TABLE]["players"].items() if "name" in player}  # whole
    ids = [*dict.fromkeys((*whole[EXTRAS][_IDS], *map(int, players)))]
    seats, gone = ([number for number in ids if (str(number) in players) is sits] for sits in (True, False))
    around = ids if former is None else former[EXTRAS][_IDS]
    seated = _Seated(seats, [players[str(number)]["name"] for number in seats], around)
    tables = [table for table in (former, fresh) if table is not None]
    stored = {
        name: seated.by_seat(shape, whole[name], [table[name] for table in tables], anew=fresh is not None)
        for name, shape in _shapes(game.table).items()
    }
    stored[EXTRAS][_IDS] = [*seats, *gone]
    if stored[EXTRAS][_IDS] == [*range(len(seats))]:
        del stored[EXTRAS][_IDS]
    return stored


def _shapes(table: type[Any]) -> dict[str, RecordField]:
    """Return the fields of the two parts of a stored table."""
    return {TABLE: record_of(table, in_play=True), EXTRAS: record_of(Extras)}


class _Seated:
    """Who sits at a table: the ids and names in seat order, and the ids as they sat there before."""

    def __init__(self, ids: Sequence[int], names: Sequence[str], former: Sequence[int] = ()) -> None:
        self._seats = {number: seat for seat, number in enumerate(ids)}
        self._ids = ids
        self._names = names
        self._numbers = dict(zip(names, ids, strict=True))
        self._former = former

    def by_id(self, shape: RecordField, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record by seat as one by id."""
        turned = {name: _turned(shape.fields[name], value, self._to_id) for name, value in record.items()}
        for name, value in turned.items():
            if _is_per_player(shape.fields[name], name):
                more = {_MORE: value[len(self._ids) :]} if len(value) > len(self._ids) else {}
                turned[name] = dict(zip(map(str, self._ids), value, strict=False)) | more
        return turned

    def by_seat(
        self, shape: RecordField, record: Mapping[str, Any], others: Sequence[Mapping[str, Any]], *, anew: bool = False
    ) -> dict[str, Any]:
        """Return a record by id as one by seat; what is missing of a player is in `others`."""
        turned: dict[str, Any] = {}
        for name, value in record.items():
            field = shape.fields[name]
            if _is_per_player(field, name):
                entries = self._entries(value, [spare.get(name, {}) for spare in others], anew=anew)
                turned[name] = [_turned(field.entry, entry, self._to_seat) for entry in entries]
                continue
            part = _turned(field, value, self._to_seat)
            if part is not _GONE or name not in shape.optional:
                turned[name] = self._next_to(value) if part is _GONE else part
        return turned

    def _entries(self, held: Mapping[str, Any], others: Sequence[Mapping[str, Any]], *, anew: bool) -> list[Any]:
        if not held:
            return []
        blank = type(next(iter(held.values())))()
        entries = [
            next((spare[str(number)] for spare in (held, *others) if str(number) in spare), blank)
            for number in self._ids
        ]
        more = held.get(_MORE, [])
        if anew:
            left = [entry for number, entry in held.items() if number != _MORE and int(number) not in self._seats]
            more = [*more, *left][: len(others[-1].get(_MORE, ()))]
        return [*entries, *more]

    def _to_id(self, field: Field, value: Any) -> Any:  # noqa: ANN401 - any JSON
        match field:
            case SeatField():
                return self._ids[value]
            case SeatTextField():
                seat, _, words = value.partition(" ")
                return f"{self._ids[int(seat)]} {words}"
        return self._numbers.get(value, value)

    def _to_seat(self, field: Field, value: Any) -> Any:  # noqa: ANN401 - any JSON
        match field:
            case SeatField():
                return self._seats.get(value, _GONE)
            case SeatTextField():
                number, _, words = value.partition(" ")
                seat = self._seats.get(int(number), _GONE)
                return _GONE if seat is _GONE else f"{seat} {words}"
        if isinstance(value, str):  # nobody at the table
            return value
        return self._names[self._seats[value]] if value in self._seats else _GONE

    def _next_to(self, gone: int) -> int:
        """Return the seat of the player who sat next after one who is gone."""
        at = self._former.index(gone) if gone in self._former else 0
        after = (*self._former[at:], *self._former, *self._ids)
        return next(self._seats[number] for number in after if number in self._seats)


def _is_per_player(field: Field, name: str) -> TypeGuard[ListField]:
    return isinstance(field, ListField) and (name == "players" or field.per_player is not None)


def _turned(field: Field, value: Any, turn: Turn) -> Any:  # noqa: ANN401, PLR0911 - any JSON
    """Return a value in which each player is named in another way, `_GONE` where the one who must be named is gone."""
    if value is None or not _names_players(field):
        return value
    match field:
        case ListField():
            return [part for entry in value if (part := _turned(field.entry, entry, turn)) is not _GONE]
        case RecordField():
            parts = {name: _turned(field.fields[name], part, turn) for name, part in value.items()}
            kept = {name: part for name, part in parts.items() if part is not _GONE or name not in field.optional}
            return _GONE if _GONE in kept.values() else kept
        case KindField():
            return _turned(field.kinds[value[field.tag]], value, turn)
        case CountsField():
            parts = {key: _turned(field.value, part, turn) for key, part in value.items()}
            return {key: part for key, part in parts.items() if part is not _GONE}
        case NullableField():
            inner = _turned(field.shape, value, turn)
            return None if inner is _GONE else inner
        case EitherField():
            return _turned(field.shapes[type(value)], value, turn)
    return turn(field, value)


@cache
def _names_players(field: Field) -> bool:
    """Return whether anything in a field says whose it is."""
    if isinstance(field, NameField):
        return field.of_player
    return isinstance(field, (SeatField, SeatTextField)) or any(map(_names_players, _inner(field)))


def _inner(field: Field) -> tuple[Field, ...]:
    """Return the fields that a field is made of."""
    match field:
        case RecordField():
            return tuple(field.fields.values())
        case KindField():
            return tuple(field.kinds.values())
        case EitherField():
            return tuple(field.shapes.values())
        case ListField(entry=inner) | CountsField(value=inner) | NullableField(shape=inner):
            return (inner,)
    return ()


def fits_players(state: TableState[Any]) -> bool:
    """Return whether a table names no seat but those of its players, and has an entry for each where it must."""
    shape, in_play = record_of(type(state.table), in_play=True), codec.plain_in_play(state.table)
    players = len(state.table.players)
    ids = ids_of(state.extras.ids, players)
    seats: list[int] = []

    def turn(field: Field, value: Any) -> Any:  # noqa: ANN401 - any JSON
        seats.append(int(value.partition(" ")[0]) if isinstance(field, SeatTextField) else value)
        return value

    for name, value in in_play.items():
        _turned(shape.fields[name], value, turn)
    lists = [(shape.fields[name], value) for name, value in in_play.items()]
    rules = [(field.per_player, len(value)) for field, value in lists if isinstance(field, ListField)]
    return (
        all(0 <= seat < players for seat in seats)
        and len(state.extras.seats) == players
        and len(set(ids)) == len(ids) >= players
        and all(rule.allows(length, players) for rule, length in rules if rule is not None)
    )


def with_owners(game: Game[Any], table: Any, names: Mapping[str, str | None]) -> Any:  # noqa: ANN401 - any game's
    """Return a table with the pieces of players who are called otherwise, and without those of nobody."""

    def turn(_field: Field, value: str) -> Any:  # noqa: ANN401 - a name, or that it is gone
        name = names.get(value, value)
        return _GONE if name is None else name

    for name in players_named_in(game.table):
        field = record_of(game.table).fields[name]
        part = _turned(field, codec.plain(getattr(table, name)), turn)
        table = replace(table, **{name: None if part in (None, _GONE) else field.read(part, None, [])})
    return table


def players_named_in(table: type[Any]) -> tuple[str, ...]:
    """Return the fields of a game's table in which pieces name their players."""
    return tuple(name for name, field in record_of(table).fields.items() if _names_players(field))


def with_entries_of(state: TableState[Any], seat: int, source: TableState[Any], of: int) -> TableState[Any]:
    """Return a table on which what only a table in play has of a seat is that of the seat `of` at another table.

    That is its entry in each list with an entry for each player, and all entries that name the seat and more. The
    number of a seat alone, as in an order, belongs to the table.
    """
    shape = record_of(type(state.table), in_play=True)

    def turn(field: Field, value: Any) -> Any:  # noqa: ANN401 - any JSON
        words = value.partition(" ")[2] if isinstance(field, SeatTextField) else None
        to = seat if (value if words is None else int(value.partition(" ")[0])) == of else _NOBODY
        return to if words is None else f"{to} {words}"

    mine, theirs = codec.plain_in_play(state.table), codec.plain_in_play(source.table)
    for name in in_play_fields(type(state.table)):
        field = shape.fields[name]
        if not isinstance(field, ListField):
            continue
        entries, came = mine.get(name, []), _turned(field, theirs.get(name, []), turn)
        if field.per_player is not None:
            entry = came[of] if came else None
            if entry or entries:
                mine[name] = _with_entry(entries, seat, entry, len(state.table.players))
        else:
            own, new = ([entry for entry in some if _player_of(field.entry, entry) == seat] for some in (entries, came))
            if own != new:
                mine[name] = [*(entry for entry in entries if entry not in own), *new]
    read = {name: shape.fields[name].read(value, None, []) for name, value in mine.items()}
    return replace(state, table=replace(state.table, **read))


_NOBODY: Final = -1
"""The seat of players of another table."""


def _with_entry(entries: Sequence[Any], seat: int, entry: Any, players: int) -> list[Any]:  # noqa: ANN401 - any JSON
    """Return the entries of the players with another one for a seat; `None` and what is missing become nothing."""
    blank = type((*entries, entry)[0])()
    held = [*entries] or [blank] * players
    held[seat] = blank if entry is None else entry
    return held


def _player_of(field: Field, value: Any) -> int | None:  # noqa: ANN401 - any JSON
    """Return the seat that an entry names together with more, `None` where it names none."""
    if isinstance(field, SeatTextField):
        return int(value.partition(" ")[0])
    fields = field.fields.items() if isinstance(field, RecordField) else ()
    return next((value.get(name) for name, part in fields if isinstance(part, SeatField)), None)
