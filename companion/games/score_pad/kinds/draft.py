"""What is typed while a pad is made: its draft, and how numbers and titles are read from it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoring.messages import Message, say
from scoring.score_pad.kinds import AnyCategory, Beyond, By, Kind, Ties
from scoring.score_pad.kinds.category import too_many, whole_number
from scoring.score_pad.state import Ends
from scoring.sheet import Better, Winner
from storage.documents.fields import NameField

if TYPE_CHECKING:
    from scoring.fields import Between, PersonalName
    from scoring.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesDraft:
    """The values of a majority as they were typed: for the places, and for each place what those get who are level.

    They hold from so many `players` on, "" for any number.
    """

    players: str = ""
    values: str = ""
    level: tuple[str, ...] = ()

    def path(self, name: str, *more: int) -> str:
        """Return the name of one of the fields among those of its category."""
        return ".".join([name, *([self.players] if self.players else []), *map(str, more)])


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryDraft:
    """A category as it was typed; numbers are texts, and fields of other kinds stay for when they are chosen again.

    Where nothing is typed for `per`, `times` and `least` they are 1, and so is the `worth` of the lowest; `zero` is 0,
    and so is the `worth` of a tick that `wins` or `loses`.

    `number` tells it apart while it is being made; `key` is its key on the pad, "" for a new one. `values` are the
    values of steps from 1 on, or of a majority unless there are `places`; `zero` is what 0 is worth. With `by_level`
    those who are level get values of their own. `of` are the numbers of the categories that it is worked out from.
    `kept` is a category that says more than can be typed, and stays as it is apart from its title.
    """

    number: int
    key: str = ""
    title: str = ""
    kind: Kind = Kind.POINTS
    low: str = ""
    high: str = ""
    each: str = ""
    per: str = ""
    worth: str = ""
    wins: bool = False
    loses: bool = False
    only: bool = False
    times: str = ""
    values: str = ""
    zero: str = ""
    beyond: Beyond = Beyond.LAST
    ties: Ties = Ties.SHARE
    least: str = ""
    wanted: Better = Better.MOST
    places: tuple[PlacesDraft, ...] = ()
    by_level: bool = False
    of: tuple[int, ...] = ()
    by: By = By.POINTS
    counted: bool = False
    at_least: str = ""
    heading: str | None = None
    kept: AnyCategory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakDraft:
    """A tie-break by the number of a category, and of those that are added to it."""

    category: int
    added: tuple[int, ...] = ()
    wanted: Better = Better.MOST
    by: By = By.POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PadDraft:
    """A pad as it was typed; `ends` stays where it says more than how many points end the game, which are typed."""

    title: str = ""
    winner: Winner = Winner.MOST
    fewest: str = ""
    most: str = ""
    bgg: str = ""
    categories: tuple[CategoryDraft, ...] = field(default_factory=lambda: (CategoryDraft(number=1),))
    tie_breaks: tuple[TieBreakDraft, ...] = ()
    ends_at: str = ""
    ends: Ends | None = None


def is_blank(category: CategoryDraft) -> bool:
    """Return whether nothing was typed of a category: it is left out of the pad."""
    return category == CategoryDraft(number=category.number)


def unless(number: int, usual: int | None) -> str:
    """Return a number as it is typed: not at all where it is the usual one."""
    return "" if number == usual else str(number)


def joined(values: Any) -> str:  # noqa: ANN401 - any sequence of numbers
    """Return numbers as a list of them is typed."""
    return ", ".join(map(str, values))


@dataclass(slots=True)
class Reading:
    """Problems by the path of the field in the draft, found while it is read; what is `missing` was not typed yet."""

    problems: dict[str, Message]
    missing: set[str]

    def refuse(self, path: str, message: Message) -> None:
        """Note what is wrong with a field, unless that is known."""
        self.problems.setdefault(path, message)

    def number(self, path: str, typed: str, allowed: Between, absent: int | None = None) -> int:
        """Return a number that was typed; where nothing was, the one for `absent`."""
        words = typed.strip().replace("−", "-")
        if not words and absent is not None:
            return absent
        read = _whole(words)
        if read is not None and allowed.low <= read <= allowed.high:
            return read
        self.refuse(path, _no_number(words, allowed))
        if not words:
            self.missing.add(path)
        return allowed.clamp(0)

    def numbers(self, path: str, typed: str, allowed: Between, most: int) -> tuple[int, ...]:
        """Return a list of numbers that was typed."""
        words = split_numbers(typed)
        wrong = next((word for word in words if not _is_allowed(word, allowed)), None)
        if not words:
            self.refuse(path, _no_number("", allowed))
            self.missing.add(path)
        elif wrong is not None:
            self.refuse(path, _no_number(wrong, allowed))
        elif len(words) > most:
            self.refuse(path, too_many(len(words), most))
        else:
            return tuple(map(int, words))
        return (0,)

    def title(self, path: str, typed: str, name: PersonalName) -> str:
        """Return a title that was typed."""
        problems: list[Problem] = []
        read: str = NameField(name).read(typed, None, problems)
        if not typed.strip():
            self.refuse(path, say("Type a title."))
            self.missing.add(path)
        elif problems:
            self.refuse(path, problems[0].message)
        return typed if problems else read


def _whole(words: str) -> int | None:
    fits = re.fullmatch("-?[0-9]{1,9}", words, re.ASCII)
    return int(words) if fits else None


def _is_allowed(word: str, allowed: Between) -> bool:
    read = _whole(word)
    return read is not None and allowed.low <= read <= allowed.high


def split_numbers(typed: str) -> tuple[str, ...]:
    """Return the numbers of a list, typed with commas, semicolons or spaces between them.

    >>> split_numbers("3, 6;10  −2")
    ('3', '6', '10', '-2')
    """
    return tuple(word for word in re.split(r"[\s,;/]+", typed.replace("−", "-")) if word)


def _no_number(words: str, allowed: Between) -> Message:
    expected = whole_number(allowed)
    if not words:
        return say("missing: {expected} belongs here", expected=expected)
    shown = words if len(words) <= 12 else f"{words[:12]}…"  # noqa: PLR2004 - what fits in a field
    return say("{value}: {expected} belongs here", value=shown, expected=expected)
