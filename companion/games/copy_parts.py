"""The parts of a game's copies: the values that are known of them, and how those are read and worded.

Entries of one's own copy were checked when they were entered; those that come in from elsewhere are checked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoring import GAMES
from scoring.messages import counted
from scoring.problems import problems_in
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.tables.my_copy import MyCopy
    from scoring.messages import Message
    from scoring.problems import Problem

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownValue(Generic[V]):
    """A value of a copy by its key; `printed` says where the rulebook prints it, `None` where it was entered."""

    key: str
    value: V
    printed: Message | None = None

    @property
    def is_mine(self) -> bool:
        """Whether it was entered from my copy."""
        return self.printed is None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedValue:
    """A value that a copy prints, in words; `worth` is "" where `what` says all of it.

    Two values are `about` the same place of a copy, and differ where they say something else.
    """

    about: str
    what: Message | str
    worth: Message | str = ""

    def __str__(self) -> str:
        what, worth = str(self.what), str(self.worth)
        if not worth:
            return what
        return f"{what}{' ' if what.endswith('?') else ': '}{worth}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPart:
    """A part of a copy: its title, how an entry is read, and the entries known here, by key.

    `read` returns `None` for an entry that this version cannot read. `known_here` has the values of the rulebook as
    well, unless mine replace them.
    """

    title: Message
    read: Callable[[str, Any], PrintedValue | None]
    known_here: Callable[[MyCopy], Iterable[tuple[str, Any]]]


def entered_values(part: str) -> Callable[[MyCopy], Iterable[tuple[str, Any]]]:
    """Return `known_here` for a part of which the rulebook prints nothing."""
    return lambda copies: copies.part(part).items()


def plain_values(entries: Iterable[KnownValue[Any]]) -> Iterable[tuple[str, Any]]:
    """Return known values as JSON, by key."""
    return ((entry.key, plain(entry.value)) for entry in entries)


def with_mine(
    printed: Iterable[KnownValue[V]], copies: MyCopy, part: str, read: Callable[[str, Any], V | None]
) -> tuple[KnownValue[V], ...]:
    """Return the values of a part: those of the rulebook, replaced and followed by those of my copy.

    An entry that this version cannot read is left out, and stays stored.
    """
    read_values = ((key, read(key, value)) for key, value in copies.part(part).items())
    mine = (KnownValue(key=key, value=value) for key, value in read_values if value is not None)
    return tuple({entry.key: entry for entry in (*printed, *mine)}.values())


def read_value(of: type[V], value: Any, game: str) -> V | None:  # noqa: ANN401 - any JSON
    """Return a value of this type from JSON, `None` where it cannot be read or breaks a limit of the game."""
    problems: list[Problem] = []
    read: V = record_of(of).read(value, None, problems)
    return None if problems or problems_in(read, GAMES[game].limits) else read


def whole_number(value: object) -> int | None:
    """Return a whole number from JSON, `None` where it is something else.

    >>> whole_number(3), whole_number(True), whole_number("3")
    (3, None, None)
    """
    return value if type(value) is int else None


def is_number(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - any JSON
    """Return whether JSON is a whole number within a range, both ends included."""
    return type(value) is int and least <= value <= most


def points_text(number: int) -> Message:
    """Return a number of points in words.

    >>> print(points_text(1), points_text(3), sep=", ")
    1 point, 3 points
    """
    return counted(number, "{number} point", "{number} points")
