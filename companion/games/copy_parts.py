"""What copies of games print, part by part: which entries this version can read, and how they are said.

What was entered here was checked as it was entered; what comes from elsewhere is checked by this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from scoring import GAMES
from scoring.messages import counted
from scoring.problems import problems_in
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.tables.my_copy import MyCopy
    from scoring.problems import Problem

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedValue:
    """What is printed at one place of a copy: which place that is, what stands there in words, and its `worth`.

    The worth is "" where the words say all of it. Two prints are `about` the same place, and differ where they read
    otherwise.
    """

    about: str
    what: str
    worth: str = ""

    def __str__(self) -> str:
        if not self.worth:
            return self.what
        return f"{self.what}{' ' if self.what.endswith('?') else ': '}{self.worth}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPart:
    """A part of a copy: its title, what reads an entry (`None` where it cannot be), and what is known of it here.

    What is known has the values of the rulebook, too, where mine do not stand in their place.
    """

    title: str
    read: Callable[[str, Any], PrintedValue | None]
    known: Callable[[MyCopy], Iterable[tuple[str, Any]]]


def entered_values(part: str) -> Callable[[MyCopy], Iterable[tuple[str, Any]]]:
    """Return what is known of a part about which no rulebook says anything."""
    return lambda copies: copies.part(part).items()


def read_value(of: type[V], value: Any, game: str) -> V | None:  # noqa: ANN401 - any JSON
    problems: list[Problem] = []
    read: V = record_of(of).read(value, None, problems)
    return None if problems or problems_in(read, GAMES[game].limits) else read


def is_number(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - any JSON
    return type(value) is int and least <= value <= most


def points_text(number: int) -> str:
    return str(counted(number, "point", "points"))
