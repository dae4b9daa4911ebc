"""Annotations for the fields of extras that name seats or have an entry for each player, and the check of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """The number is that of a seat at the table, from 0."""


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
        case PerPlayer():
            return annotation.allows(len(value), players)
    return True
