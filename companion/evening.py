"""A table as it is played: what lies on it (the document of the contract), and what Tessera knows beside that."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from itertools import chain, cycle, repeat
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from storage import codec
from storage.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.game import Game
    from scoring.problems import Problem

T = TypeVar("T")
B = TypeVar("B", bound="Beside")


class Colour(StrEnum):
    """The colour of a player."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"


class Shape(StrEnum):
    """The shape of a player, so that nobody is told apart by colour alone."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """The look of a player; the name stands in the document."""

    colour: Colour
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is kept of a table beside its document; a game adds fields of its own.

    `seats` are in the order of the table's players; `ticked` are the entries of the set-up list that are done;
    `checked` the rules of the sheet that were gone through at the end.
    """

    seats: tuple[Seat, ...]
    ticked: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening(Generic[T, B]):
    """A table of a game in play: all that is saved, and all that undo brings back."""

    table: T
    beside: B


Stored = tuple[dict[str, Any], dict[str, Any]]
"""The two JSON objects that are stored of a table: the document of the contract, and what is beside it."""


def documents(game: Game[Any], evening: Evening[Any, Any]) -> Stored:
    """Return what is stored of a table."""
    return codec.table_document(game, evening.table), codec.plain(evening.beside)


def documents_after(evening: Evening[Any, Any], before: Evening[Any, Any], stored: Stored) -> Stored:
    """Return what is stored of a table; what is `stored` of it before is taken over where nothing has changed."""
    document, beside = stored
    table = _plain_after(evening.table, before.table, document["table"])
    return {**document, "table": table}, _plain_after(evening.beside, before.beside, beside)


def _plain_after(value: object, before: object, was: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return what `codec.plain` does, which `was` the answer for `before`."""
    if value is before:
        return was
    if isinstance(was, dict) and type(value) is type(before) and is_dataclass(value):
        parts = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {
            name: _plain_after(part, getattr(before, name), was.get(name)) for name, part in parts if part is not None
        }
    if isinstance(value, tuple) and isinstance(before, tuple) and len(value) == len(before):
        return [_plain_after(*parts) for parts in zip(value, before, was, strict=True)]
    return codec.plain(value)


def evening_of(
    game: Game[Any], beside: type[B], stored: tuple[Mapping[str, Any], Mapping[str, Any]]
) -> Evening[Any, B]:
    """Return the table that was stored; a board that breaks a rule of the game is one, too.

    Raises:
        codec.DocumentError: the stored objects do not have the fields of this version.

    """
    document, known = stored
    problems: list[Problem] = []
    table = record_of(game.table).read(document["table"], None, problems)
    read = record_of(beside).read(dict(known), None, problems)
    if problems:
        raise codec.DocumentError(problems)
    return Evening(table=table, beside=read)


def ticked(these: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Return a list of ticks with one more, or with one less where it was ticked."""
    return tuple(other for other in these if other != one) if one in these else (*these, one)


def with_player(evening: Evening[Any, B], seat: int, **values: object) -> Evening[Any, B]:
    """Return the table with fields of one player changed."""
    players = list(evening.table.players)
    players[seat] = replace(players[seat], **values)
    return replace(evening, table=replace(evening.table, players=tuple(players)))


LOOKS: Final = tuple(Seat(colour=colour, shape=shape) for colour, shape in zip(Colour, Shape, strict=True))
"""A look for each seat, where nobody chose another."""


def look_of(colour: str, shape: str) -> Seat | None:
    """Return the look that was kept of somebody; nothing where none was, or none of this version."""
    if colour not in set(Colour) or shape not in set(Shape):
        return None
    return Seat(colour=Colour(colour), shape=Shape(shape))


def looks(number: int, kept: Sequence[Mapping[str, str]] = ()) -> tuple[Seat, ...]:
    """Return a look for each of so many players: the one that was kept, else that of the seat.

    Where more play than there are colours, they come again with the next shape.

    >>> [f"{seat.colour} {seat.shape}" for seat in looks(6, [{"colour": "blue", "shape": "circle"}])[3:]]
    ['yellow diamond', 'red square', 'green triangle']
    """
    shapes = tuple(Shape)
    own = (
        Seat(colour=look.colour, shape=shapes[(seat + seat // len(LOOKS)) % len(shapes)])
        for seat, look in zip(range(number), cycle(LOOKS), strict=False)
    )
    chosen = (look_of(one.get("colour", ""), one.get("shape", "")) for one in kept)
    return tuple(one or other for one, other in zip(chain(chosen, repeat(None)), own, strict=False))
