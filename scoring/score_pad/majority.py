"""Points for those who have the most of something, or the fewest (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say
from scoring.score_pad.arithmetic import rounded_down
from scoring.score_pad.state import Ties, at_number
from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.score_pad.state import Majority

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


def majority(category: Majority, held: Sequence[int], names: Sequence[str], seat: int) -> tuple[int, Message]:
    """The values go to those who have the most, the second most, …; `held` is what everybody has, in seat order.

    Whoever has less than `least` has no place. Players who are level take as many places as they are, unless ranks have
    no gaps. `level` says what those get who are level for a place, `ties` where it does not.
    """
    mine = held[seat]
    if category.least is not None and mine < category.least:
        return 0, say("{number}: a place needs at least {least}", number=mine, least=category.least)
    others = tuple(names[at] for at, number in enumerate(held) if number == mine and at != seat)
    place = _places_before(category, held, mine)
    rank: dict[str, object] = {"number": mine, "others": others, "place": place + 1}
    values = at_number(category.values, len(held))[place : place + 1 + len(others)]
    levels = () if category.level is None else at_number(category.level, len(held))
    if others and place < len(levels):
        pay = levels[place]
        return _for_each(pay[min(len(others), len(pay)) - 1], _named(category, place, rank))
    if not values:
        return 0, _without_value(rank, level=bool(others))
    rank = _named(category, place, rank)
    if others:
        return _level(category.ties, values, rank, 1 + len(others))
    return values[0], say("{number} is {most}: {value}", value=values[0], **rank)


def _places_before(category: Majority, held: Sequence[int], mine: int) -> int:
    """Return how many places are taken before somebody's: one a player, or one a number where ranks have no gaps."""
    better = [number for number in held if (number > mine if category.wanted is Better.MOST else number < mine)]
    return len(set(better)) if category.ties is Ties.NEXT else len(better)


def _named(category: Majority, place: int, rank: Mapping[str, object]) -> dict[str, object]:
    return {**rank, "most": PLACES[category.wanted][place]}


def _level(ties: Ties, values: Sequence[int], rank: Mapping[str, object], players: int) -> tuple[int, Message]:
    """Return what each of several players gets who are level for places with these values."""
    if ties is Ties.SHARE:
        return _shared(values, rank, players)
    if ties is Ties.NONE:
        return 0, say("{number}, level for {most} with {others}: nothing for any of them", **rank)
    return _for_each(values[0], rank)


def _for_each(value: int, rank: Mapping[str, object]) -> tuple[int, Message]:
    return value, say("{number}, level for {most} with {others}: {value} for each", value=value, **rank)


def _without_value(rank: Mapping[str, object], *, level: bool) -> Message:
    if level:
        return say("{number}, level with {others} in place {place}: worth nothing", **rank)
    return say("{number} is in place {place}: worth nothing", **rank)


def _shared(values: Sequence[int], rank: Mapping[str, object], players: int) -> tuple[int, Message]:
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
