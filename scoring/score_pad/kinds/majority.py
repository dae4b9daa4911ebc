"""Points for those who have the most of something, or the fewest (contract, section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from scoring.fields import WHERE_SET, Between, Length
from scoring.messages import Message, say
from scoring.problems import UNREADABLE, Problem
from scoring.score_pad.kinds.category import (
    BY_NUMBER,
    FOR_NO_NUMBER,
    MAX_PLAYERS,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    Worth,
    at_number,
    number_in,
    rounded_down,
)
from scoring.sheet import Better

MAX_PLACES: Final = 6
"""The most values of a majority."""

MAX_LEVEL: Final = MAX_PLAYERS - 1
"""The most numbers of players who can be level, from two on."""

LEAST_RANGE, LEVEL_RANGE = Between(0, 99), Between(-999, 999)
"""The ranges of how many take a place, and of what each of those gets who are level for one."""

THE_MOST: Final = (
    say("the most"),
    say("the second most"),
    say("the third most"),
    say("the fourth most"),
    say("the fifth most"),
    say("the sixth most"),
)
"""The places of a majority that can be worth points."""

THE_FEWEST: Final = (
    say("the fewest"),
    say("the second fewest"),
    say("the third fewest"),
    say("the fourth fewest"),
    say("the fifth fewest"),
    say("the sixth fewest"),
)
"""The places of a majority that can be worth points, where the fewest win."""

PLACES: Final[Mapping[Better, tuple[Message, ...]]] = {Better.MOST: THE_MOST, Better.FEWEST: THE_FEWEST}


class Ties(StrEnum):
    """What players get who are level for a place of a majority."""

    SHARE = "share"
    ALL = "all"
    NONE = "none"
    NEXT = "next"


PlaceValues: TypeAlias = Annotated[tuple[Worth, ...], Length(1, MAX_PLACES)]
"""The points for the most, the second most, …."""

LevelValues: TypeAlias = Annotated[
    tuple[Annotated[tuple[Annotated[int, LEVEL_RANGE], ...], Length(1, MAX_LEVEL)], ...], Length(1, MAX_PLACES)
]
"""For each place what each of two players gets who are level for it, each of three, …."""

Values: TypeAlias = PlaceValues | Annotated[Mapping[str, PlaceValues], BY_NUMBER]
Levels: TypeAlias = LevelValues | Annotated[Mapping[str, LevelValues], BY_NUMBER]


def values_for_some_number(category: Majority) -> Iterator[Problem]:
    """Values by number of players say what holds for one number at least."""
    for name in ("values", "level"):
        if getattr(category, name) == {}:
            yield Problem(path=name, message=FOR_NO_NUMBER)


def ranks_without_gaps_need_no_level(category: Majority) -> Iterator[Problem]:
    """Where ranks have no gaps, each player gets the value of the rank, whoever is level."""
    if category.ties is Ties.NEXT and category.level is not None:
        message = say("with next, each gets the value of the rank: remove level, or choose other ties")
        yield Problem(path="level", message=message)


def fewest_need_no_least(category: Majority) -> Iterator[Problem]:
    """Where the fewest win, everybody has a place."""
    if category.wanted is Better.FEWEST and category.least is not None and category.least is not UNREADABLE:
        yield Problem(path="least", message=say("where the fewest win, everybody has a place: remove least"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Majority(Category):
    """Points for those who have the most of something, or the fewest.

    Where the fewest win, everybody has a place, and `least` is `None`.
    """

    kind: Literal[Kind.MAJORITY] = Kind.MAJORITY
    values: Annotated[Values, "the points for the most, the second most, …; or these by the number of players"]
    ties: Annotated[
        Ties,
        "what those get who are level: their share of the values, all the best one, nothing, "
        "or that of their rank, where ranks have no gaps",
    ] = Ties.SHARE
    least: Annotated[
        int | None, LEAST_RANGE, "how many are needed for a place, 1 unless it is said; with 0 all have one"
    ] = None
    wanted: Annotated[Better, "which is the better one"] = field(default=Better.MOST, metadata=WHERE_SET)
    level: Annotated[
        Levels | None,
        "for each place what each of 2, 3, … players gets who are level for it; or these by the number of players",
    ] = None

    shape: ClassVar = Shape()
    limits: ClassVar = (values_for_some_number, ranks_without_gaps_need_no_level, fewest_need_no_least)
    compares: ClassVar = True

    def __post_init__(self) -> None:
        """Let one be needed for a place where the most win."""
        if self.least is None and self.wanted is Better.MOST:
            object.__setattr__(self, "least", 1)

    def scored(self, entries: Sequence[Entry | None], names: Sequence[str]) -> Sequence[Scored]:
        """The values go to those who have the most, the second most, …."""
        held = [number_in(entry) for entry in entries]
        return [self.among(held, names, seat) for seat in range(len(held))]

    def among(self, held: Sequence[int], names: Sequence[str], seat: int) -> Scored:
        """Return what a player gets; `held` is what everybody has, in seat order.

        Whoever has less than `least` has no place. Players who are level take as many places as they are, unless ranks
        have no gaps. `level` says what those get who are level for a place, `ties` where it does not.
        """
        mine = held[seat]
        if self.least is not None and mine < self.least:
            return 0, say("{number}: a place needs at least {least}", number=mine, least=self.least)
        others = tuple(names[at] for at, number in enumerate(held) if number == mine and at != seat)
        place = self._places_before(held, mine)
        rank: dict[str, object] = {"number": mine, "others": others, "place": place + 1}
        values = at_number(self.values, len(held))[place : place + 1 + len(others)]
        levels = () if self.level is None else at_number(self.level, len(held))
        if others and place < len(levels):
            pay = levels[place]
            return _for_each(pay[min(len(others), len(pay)) - 1], self._named(place, rank))
        if not values:
            return 0, _without_value(rank, level=bool(others))
        rank = self._named(place, rank)
        if others:
            return _level(self.ties, values, rank, 1 + len(others))
        return values[0], say("{number} is {most}: {value}", value=values[0], **rank)

    def _places_before(self, held: Sequence[int], mine: int) -> int:
        """Return how many places are taken before somebody's: one a player, or a number where ranks have no gaps."""
        better = [number for number in held if (number > mine if self.wanted is Better.MOST else number < mine)]
        return len(set(better)) if self.ties is Ties.NEXT else len(better)

    def _named(self, place: int, rank: Mapping[str, object]) -> dict[str, object]:
        return {**rank, "most": PLACES[self.wanted][place]}


def _level(ties: Ties, values: Sequence[int], rank: Mapping[str, object], players: int) -> Scored:
    """Return what each of several players gets who are level for places with these values."""
    if ties is Ties.SHARE:
        return _shared(values, rank, players)
    if ties is Ties.NONE:
        return 0, say("{number}, level for {most} with {others}: nothing for any of them", **rank)
    return _for_each(values[0], rank)


def _for_each(value: int, rank: Mapping[str, object]) -> Scored:
    return value, say("{number}, level for {most} with {others}: {value} for each", value=value, **rank)


def _without_value(rank: Mapping[str, object], *, level: bool) -> Message:
    if level:
        return say("{number}, level with {others} in place {place}: worth nothing", **rank)
    return say("{number} is in place {place}: worth nothing", **rank)


def _shared(values: Sequence[int], rank: Mapping[str, object], players: int) -> Scored:
    """The values of the places that players take together are divided among them, towards zero."""
    total = sum(values)
    share, rest = divmod(abs(total), players)
    rank = {**rank, "values": " + ".join(map(str, values)), "players": players}
    because = say("{number}, level for {most} with {others}: {values} shared by {players}", **rank)
    if not rest:
        return share if total > 0 else -share, because
    if total > 0:
        return share, rounded_down(because)
    return -share, say("{sum}, rounded up", sum=because)
