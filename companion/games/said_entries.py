"""What is said of a player in a row of a sheet: a number, a tick, a list, pairs, or bids; and the words for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.messages import Message, say, say_in, with_commas, wordless
from storage.repositories.values import base_letters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class Takes(Enum):
    """What a row takes of each player; nothing where it is worked out from others."""

    NUMBER = auto()
    TICK = auto()
    LIST = auto()
    PAIRS = auto()
    BIDS = auto()
    CARDS = auto()
    NOTHING = auto()


Place = tuple[int, ...]
"""The place of a number in an entry: that in a list, or of a pair and in it, or `BID`, `MADE` or `BONUS`; else none.

Of cards it is the place in the deck, none for their points.
"""

BID, MADE, BONUS = range(3)
"""The numbers of a round of bids."""

BID_NAMES: Final[Mapping[int, Message]] = {BID: say("bid"), MADE: say("made"), BONUS: say("bonus")}
"""What each number of a round of bids is."""


class Piece(NamedTuple):
    """A piece of what is said."""

    kind: str
    words: str


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


NO_NAMES: Final[Mapping[int, str]] = {}


def value_text(takes: Takes, numbers: Mapping[Place, int], cards: Mapping[int, str] = NO_NAMES) -> object:
    """Return the numbers of an entry in words; `cards` are the names of cards by their places.

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
        case Takes.CARDS:
            return tuple(f"{number} × {cards[place[0]]}" if place else f"{number}" for place, number in numbers.items())
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


NUMBERS: Final = (
    say_in("said numbers", "zero, one, two, three, four, five, six, seven, eight, nine"),
    say_in("said numbers", "ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen"),
    say_in(
        "said numbers",
        "twenty, twenty-one, twenty-two, twenty-three, twenty-four, twenty-five, twenty-six, twenty-seven, "
        "twenty-eight, twenty-nine",
    ),
    say_in(
        "said numbers",
        "thirty, thirty-one, thirty-two, thirty-three, thirty-four, thirty-five, thirty-six, thirty-seven, "
        "thirty-eight, thirty-nine",
    ),
    say_in(
        "said numbers",
        "forty, forty-one, forty-two, forty-three, forty-four, forty-five, forty-six, forty-seven, "
        "forty-eight, forty-nine",
    ),
    say_in(
        "said numbers",
        "fifty, fifty-one, fifty-two, fifty-three, fifty-four, fifty-five, fifty-six, fifty-seven, "
        "fifty-eight, fifty-nine",
    ),
    say_in(
        "said numbers",
        "sixty, sixty-one, sixty-two, sixty-three, sixty-four, sixty-five, sixty-six, sixty-seven, "
        "sixty-eight, sixty-nine",
    ),
    say_in(
        "said numbers",
        "seventy, seventy-one, seventy-two, seventy-three, seventy-four, seventy-five, seventy-six, seventy-seven, "
        "seventy-eight, seventy-nine",
    ),
    say_in(
        "said numbers",
        "eighty, eighty-one, eighty-two, eighty-three, eighty-four, eighty-five, eighty-six, eighty-seven, "
        "eighty-eight, eighty-nine",
    ),
    say_in(
        "said numbers",
        "ninety, ninety-one, ninety-two, ninety-three, ninety-four, ninety-five, ninety-six, ninety-seven, "
        "ninety-eight, ninety-nine",
    ),
    say_in("said numbers", "hundred / a hundred / one hundred"),
)
"""The numbers from 0 to 100, each in all ways to say it."""

SIGNS: Final = {"-": say_in("said words", "minus"), "+": say_in("said words", "plus")}

FILLERS: Final = say_in("said words", "and, has, have, had, got, gets, with, for, points, point, pts, trick, tricks")
"""Words that people put between names and numbers."""

MAX_WORDS: Final = 4
"""The most words of a number, as in quatre vingt dix neuf."""

TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def spoken(words: str) -> str:
    """Return words as they are compared: without case, accents, hyphens and spaces.

    >>> spoken("Twenty-one"), spoken("fünf und zwanzig")
    ('twentyone', 'funfundzwanzig')
    """
    return base_letters(words.replace("-", "").replace(" ", ""))


def spellings(words: str) -> set[str]:
    """Return words as they are compared in both ways to spell their umlauts.

    >>> sorted(spellings("Für"))
    ['fuer', 'fur']
    """
    return {spoken(words), spoken(words.casefold().translate(TWO_LETTERS))}


@dataclass(frozen=True, slots=True)
class SaidWords:
    """What words stand for, as they are compared: numbers, signs, parts of a value; fillers stand for nothing."""

    numbers: Mapping[str, int]
    signs: Mapping[str, str]
    values: Mapping[Takes, Mapping[str, str]]
    fillers: frozenset[str]

    def number_at(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Return the number that some words begin with, and of how many of them it is; `None` where it is none.

        >>> said_words().number_at(["Twenty", "one"]), said_words().number_at(["Thirty-three", "a"])
        ((21, 2), (33, 1))
        """
        for length in range(min(MAX_WORDS, len(words)), 0, -1):
            number = self.numbers.get(spoken("".join(words[:length])))
            if number is not None:
                return number, length
        return None


def said_words() -> SaidWords:
    """Return the words of the reader's language, and those of English."""
    values = [message for by_kind in VALUE_WORDS.values() for message in by_kind.values()]
    messages = (*NUMBERS, *SIGNS.values(), *values, FILLERS)
    return _in_both(tuple((message.template, str(message)) for message in messages))


@lru_cache(maxsize=8)
def _in_both(worded: tuple[tuple[str, str], ...]) -> SaidWords:
    """Return the words of English and of a reader, whose messages are given by their templates."""
    reader = dict(worded)
    english = {template: template for template in reader}

    def words(message: Message) -> Iterator[str]:
        for said in (english, reader):
            for word in said[message.template].split(","):
                yield from spellings(word)

    return SaidWords(
        numbers=dict(_numbers(english)) | dict(_numbers(reader)),
        signs={word: sign for sign, message in SIGNS.items() for word in words(message)},
        values={
            takes: {word: kind for kind, message in by_kind.items() for word in words(message)}
            for takes, by_kind in VALUE_WORDS.items()
        },
        fillers=frozenset(words(FILLERS)),
    )


def _numbers(said: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the words of numbers in a language, with what they are."""
    in_order = (ways for message in NUMBERS for ways in said[message.template].split(","))
    for number, ways in enumerate(in_order):
        for way in ways.split("/"):
            yield from ((word, number) for word in spellings(way))
