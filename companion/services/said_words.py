"""The words in which scores are said, in the reader's language and in English: numbers, and what stands beside them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.games.said_entries import VALUE_WORDS, Takes
from scoring.messages import say_in
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.messages import Message

NUMBERS: Final = (
    say_in("said numbers", "zero, one, two, three, four, five, six, seven, eight, nine"),
    say_in(
        "said numbers",
        "ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen",
    ),
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
    return by_letter(words.replace("-", "").replace(" ", ""))[0]


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
