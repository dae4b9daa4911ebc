"""Annotations for the fields of extras that name seats or have an entry for each player, and the check of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """The number is that of a seat at the table, from 0."""


@dataclass(frozen=True, slots=True)
class SeatFirst:
    """The text begins with the number of a seat and a space."""


@dataclass(frozen=True, slots=True)
class PerPlayer:
    """The list has an entry for each player; it may be empty, or go on with others, where that is said."""

    may_be_empty: bool = False
    may_go_on: bool = False

    def allows(self, length: int, players: int) -> bool:
        """Return whether a list of this length fits a table of so many players."""
        if self.may_be_empty and length == 0:
            return True
        return length >= players if self.may_go_on else length == players


Seat = Annotated[int, SeatNumber()]
"""The number of a seat."""

SeatText = Annotated[str, SeatFirst()]
"""The number of a seat, a space, and more words."""


def fits_players(extras: Any, players: int) -> bool:  # noqa: ANN401 - the extras of any game
    """Return whether all annotated fields of a record, and of the records in it, fit a table of so many players."""
    return all(_fits(getattr(extras, name), hint, players) for name, hint in _hints(type(extras)).items())


def _hints(record: type[Any]) -> dict[str, Any]:
    return get_type_hints(record, include_extras=True)


def _fits(value: Any, hint: Any, players: int) -> bool:  # noqa: ANN401 - any field
    if value is None:
        return True
    if is_dataclass(value):
        return fits_players(value, players)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner, *annotations = args
        return all(_allowed(value, annotation, players) for annotation in annotations) and _fits(value, inner, players)
    if isinstance(value, tuple):
        return all(_fits(part, args[0], players) for part in value)
    if isinstance(value, Mapping):
        return all(_fits(part, args[1], players) for part in value.values())
    return all(_fits(value, part, players) for part in args)  # those of a union


def _allowed(value: Any, annotation: object, players: int) -> bool:  # noqa: ANN401 - any field
    match annotation:
        case SeatNumber():
            return value in range(players)
        case SeatFirst():
            return value.partition(" ")[0] in map(str, range(players))
        case PerPlayer():
            return annotation.allows(len(value), players)
    return True


class _GoneError(Exception):
    """The seat that a value names is not there any more."""


def reseated(extras: Any, seats: Sequence[int | None], fresh: Any, players: int) -> Any:  # noqa: ANN401 - any game's
    """Return extras for other seats: `seats` are the former ones of `players` players, `None` for a new player.

    `fresh` are the extras of a table that the same players begin: a new player's entries come from there. What only
    concerns a player who is gone goes as well; where somebody must have something, the next player has it.
    """
    to = {seat: at for at, seat in enumerate(seats) if seat is not None}
    hints = _hints(type(extras))
    changed: dict[str, Any] = {}
    for name, value in _values(extras):
        entries = next((one for one in _annotations(hints[name]) if isinstance(one, PerPlayer)), None)
        if entries is not None:
            changed[name] = _entries(value, getattr(fresh, name), seats, players)
            continue
        try:
            changed[name] = _moved(value, hints[name], to)
        except _GoneError:
            changed[name] = None if type(None) in get_args(hints[name]) else _next(value, to)
    return replace(extras, **changed)


def with_entries_of(extras: Any, seat: int, other: Any, of: int) -> Any:  # noqa: ANN401 - any game's
    """Return extras in which what belongs to a seat is what `other` extras have for their seat `of`.

    That are the entries in lists for each player, and entries that name the seat beside other things. A number of a
    seat alone, as in an order, belongs to the table; so do the styles of the players.
    """
    hints = _hints(type(extras))
    changed: dict[str, Any] = {}
    for name, value in _values(extras):
        theirs = getattr(other, name)
        if any(isinstance(one, PerPlayer) for one in _annotations(hints[name])):
            changed[name] = value if name == _STYLES else _with_entry(value, seat, theirs, of, len(extras.seats))
        elif isinstance(value, tuple) and isinstance(theirs, tuple) and get_args(hints[name]):
            hint = get_args(hints[name])[0]
            mine = tuple(one for one in value if _seat_named(one, hint) == seat)
            came = tuple(_moved(one, hint, {of: seat}) for one in theirs if _seat_named(one, hint) == of)
            if mine != came:
                changed[name] = (*(one for one in value if _seat_named(one, hint) != seat), *came)
    return replace(extras, **changed)


_STYLES: Final = "seats"
"""The field with the colours and shapes of the players."""


def _with_entry(value: tuple[Any, ...], seat: int, theirs: tuple[Any, ...], of: int, players: int) -> tuple[Any, ...]:
    """Return the entries of the players with another one for a seat; in a list without entries all have nothing."""
    if value and theirs:
        return (*value[:seat], theirs[of], *value[seat + 1 :])
    entry = theirs[of] if theirs else type(value[0])() if value else None
    if not entry and not value:
        return value
    return tuple(
        entry if at == seat else (value[at] if value else type(theirs[0])()) for at in range(len(value) or players)
    )


def _seat_named(value: Any, hint: Any) -> int | None:  # noqa: ANN401 - any entry
    """Return the seat that an entry names beside other things, `None` where it names none."""
    if SeatFirst() in _annotations(hint):
        return int(value.partition(" ")[0])
    if not is_dataclass(value):
        return None
    named = (name for name, inner in _hints(type(value)).items() if SeatNumber() in _annotations(inner))
    return next((getattr(value, name) for name in named), None)


def _values(record: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any record
    return ((field.name, getattr(record, field.name)) for field in fields(record))


def _annotations(hint: Any) -> tuple[object, ...]:  # noqa: ANN401 - any hint
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _entries(
    value: tuple[Any, ...], fresh: tuple[Any, ...], seats: Sequence[int | None], players: int
) -> tuple[Any, ...]:
    """Return the entries of the players in their new order; a list that goes on with others keeps its length."""
    if not value:
        return ()
    own = tuple(_entry(fresh, at, value) if seat is None else value[seat] for at, seat in enumerate(seats))
    others = (*value[players:], *(value[seat] for seat in range(players) if seat not in seats))
    return (*own, *others[: max(len(fresh) - len(seats), 0)])


def _entry(fresh: tuple[Any, ...], seat: int, value: tuple[Any, ...]) -> Any:  # noqa: ANN401 - any entry
    """Return the entry of a new player, which is nothing where a table begins without entries."""
    return fresh[seat] if seat < len(fresh) else type(value[0])()


def _moved(value: Any, hint: Any, to: Mapping[int, int]) -> Any:  # noqa: ANN401 - any field
    """Return a value for other seats.

    Raises:
        _GoneError: it names a seat that is not there any more.

    """
    if is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        return replace(value, **{name: _moved(part, hints[name], to) for name, part in _values(value)})
    origin, args = get_origin(hint), get_args(hint)
    if value is None or not args:
        return value
    if origin is Annotated:
        return _moved_as(_moved(value, args[0], to), args[1:], to)
    if isinstance(value, tuple):
        return tuple(_moved_parts(value, args[0], to))
    if isinstance(value, Mapping):
        return {key: _moved(part, args[1], to) for key, part in value.items()}
    inner = next((part for part in args if get_origin(part) is not None), None)
    return value if inner is None else _moved(value, inner, to)


def _moved_as(value: Any, annotations: Sequence[object], to: Mapping[int, int]) -> Any:  # noqa: ANN401 - any field
    for annotation in annotations:
        match annotation:
            case SeatNumber():
                value = _seat(value, to)
            case SeatFirst():
                number, _, words = value.partition(" ")
                value = f"{_seat(int(number), to)} {words}"
    return value


def _moved_parts(values: tuple[Any, ...], hint: Any, to: Mapping[int, int]) -> Iterator[Any]:  # noqa: ANN401 - any hint
    for value in values:
        try:
            moved = _moved(value, hint, to)
        except _GoneError:
            continue
        yield moved


def _seat(seat: int, to: Mapping[int, int]) -> int:
    if seat not in to:
        raise _GoneError
    return to[seat]


def _next(seat: int, to: Mapping[int, int]) -> int:
    """Return the seat of the player who sat next after one who is gone."""
    return to[min(to, key=lambda other: (other < seat, other))]
