"""What is said of a player in a row of a sheet: a number, a tick, a list, pairs, or a bid and what was made of it."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say, say_in, with_commas, wordless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class Takes(Enum):
    """What a row takes of each player; nothing where it is worked out from others."""

    NUMBER = auto()
    TICK = auto()
    LIST = auto()
    PAIRS = auto()
    BIDS = auto()
    NOTHING = auto()


Place = tuple[int, ...]
"""The place of a number in an entry: that in a list, or of a pair and in it, or `BID`, `MADE` or `BONUS`; else none."""

BID, MADE, BONUS = range(3)
"""The numbers of a round of bids."""

BID_NAMES: Final[Mapping[int, Message]] = {BID: say("bid"), MADE: say("made"), BONUS: say("bonus")}
"""What each number of a round of bids is."""

Piece = tuple[str, str]
"""A piece of what is said: its kind and its words."""

GO_ON: Final = (Takes.LIST, Takes.PAIRS, Takes.BIDS)
"""Rows in which what follows a comma may still be that of the same player."""

VALUE_WORDS: Final[Mapping[Takes, Mapping[str, Message]]] = {
    Takes.TICK: {"yes": say_in("said words", "yes, ticked"), "no": say_in("said words", "no")},
    Takes.PAIRS: {"times": say_in("said words", "x, times, by")},
    Takes.BIDS: {
        "bid": say_in("said words", "bid, bids, said, says"),
        "made": say_in("said words", "made, makes, took, takes, won"),
        "bonus": say_in("said words", "bonus"),
        "of": say_in("said words", "of"),
    },
}
"""The words that belong to the value in a row, by what they stand for."""

EXPECTED: Final[Mapping[Takes, Message]] = {
    Takes.NUMBER: say("{number}: one number or sum for each player"),
    Takes.TICK: say("{number}: yes or no belongs here"),
    Takes.LIST: say("{number}: numbers such as 3, 5, 2 belong here"),
    Takes.PAIRS: say("{number}: pairs such as 5 × 2 belong here"),
    Takes.BIDS: say("{number}: write “bid 2, made 3”, or “3 of 2”"),
}
"""What is said of a value that a row does not take."""

YES_OR_NO: Final = say("{name}: yes or no?")

WORKED_OUT: Final = say("{name}: worked out from other lines, nothing is entered there")


TICKED: Final = say("ticked")
NOT_TICKED: Final = say("not ticked")


def value_text(takes: Takes, numbers: Mapping[Place, int]) -> object:
    """Return the numbers of an entry in words.

    >>> str(value_text(Takes.BIDS, {(1,): 3, (0,): 2}))
    'bid 2, made 3'
    """
    match takes:
        case Takes.TICK:
            return TICKED if numbers[()] else NOT_TICKED
        case Takes.LIST:
            return tuple(map(str, numbers.values()))
        case Takes.PAIRS:
            return tuple(f"{numbers[index, 0]} × {numbers[index, 1]}" for index in range(len(numbers) // 2))
        case Takes.BIDS:
            parts = sorted(numbers.items())
            return with_commas(
                wordless("{what} {number}", what=BID_NAMES[at], number=number) for (at,), number in parts
            )
    return numbers[()]


def places_in(takes: Takes, pieces: Sequence[Piece]) -> Mapping[Place, int] | None:
    """Return the numbers of an entry by their places, `None` where the row takes no such thing.

    A bid that is said without a word is the only number: what it is, the round says.

    >>> places_in(Takes.BIDS, [("number", "2"), ("of", "von"), ("number", "3")])
    {(1,): 2, (0,): 3}
    """
    words = list(_words(pieces))
    return None if "?" in words else _READERS[takes](" ".join(words))


def _words(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the words of an entry: numbers, the kinds of all other words, and `?` for what no list takes."""
    minus = ""
    for kind, words in pieces:
        if kind == "number":
            yield f"{minus}{int(words)}"
            minus = ""
        elif kind == "odd":
            yield from words.split(",") if re.fullmatch(r"\d{1,9}(,\d{1,9})+", words) else "?"
        elif (kind, words) == ("sign", "-"):
            minus = words
        elif words == "-":
            yield "?"
        elif words != "+":
            yield kind


def _tick(said: str) -> Mapping[Place, int] | None:
    ticked = {"yes": 1, "1": 1, "no": 0, "0": 0}.get(said)
    return None if ticked is None else {(): ticked}


def _list(said: str) -> Mapping[Place, int] | None:
    if re.fullmatch(r"-?\d+(?: -?\d+)*", said) is None:
        return None
    return {(index,): int(number) for index, number in enumerate(said.split())}


def _pairs(said: str) -> Mapping[Place, int] | None:
    if re.fullmatch(r"-?\d+ times -?\d+(?: -?\d+ times -?\d+)*", said) is None:
        return None
    pairs = enumerate(re.findall(r"(-?\d+) times (-?\d+)", said))
    return {(index, factor): int(number) for index, pair in pairs for factor, number in enumerate(pair)}


_BID_PARTS: Final = {"bid": BID, "made": MADE, "bonus": BONUS}


def _bid(said: str) -> Mapping[Place, int] | None:
    if re.fullmatch(r"-?\d+", said):
        return {(): int(said)}
    said = re.sub(r"^(-?\d+) of (-?\d+)", r"made \1 bid \2", said)
    said = re.sub(r"^(bid -?\d+) (-?\d+)", r"\1 made \2", said)
    name = "(?:bid|made|bonus)"
    if re.fullmatch(rf"-?\d+ {name}(?: -?\d+ {name})*", said):
        numbers = [(part, number) for number, part in re.findall(r"(-?\d+) (\w+)", said)]
    elif re.fullmatch(rf"{name} -?\d+(?: {name} -?\d+)*", said):
        numbers = re.findall(r"(\w+) (-?\d+)", said)
    else:
        return None
    places: dict[Place, int] = {(_BID_PARTS[part],): int(number) for part, number in numbers}
    return places if len(places) == len(numbers) else None


_READERS: Final[Mapping[Takes, Callable[[str], Mapping[Place, int] | None]]] = {
    Takes.TICK: _tick,
    Takes.LIST: _list,
    Takes.PAIRS: _pairs,
    Takes.BIDS: _bid,
}
