"""Numbers as they are said: the words from zero to a hundred, in English and in German."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def _numbered(words: str, first: int, step: int = 1) -> dict[str, int]:
    """Return words with the numbers that they stand for."""
    return {word: first + step * place for place, word in enumerate(words.split())}


_ENGLISH_ONES: Final = _numbered("one two three four five six seven eight nine", 1)
_ENGLISH_TENS: Final = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)

_GERMAN_ONES: Final = _numbered("ein zwei drei vier fünf sechs sieben acht neun", 1) | {"zwo": 2, "fuenf": 5}
_GERMAN_TENS: Final = _numbered("zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10) | {
    "fuenfzig": 50
}


def _with_ones(tens: Mapping[str, int], ones: Mapping[str, int], template: str) -> dict[str, int]:
    """Return the numbers that a ten and a one make, as the template words them."""
    return {
        template.format(ten=ten, one=unit): number + more for ten, number in tens.items() for unit, more in ones.items()
    }


NUMBERS: Final[Mapping[str, int]] = {
    **_numbered("zero one two three four five six seven eight nine ten", 0),
    **_numbered("eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 11),
    **_ENGLISH_TENS,
    **_with_ones(_ENGLISH_TENS, _ENGLISH_ONES, "{ten} {one}"),
    **dict.fromkeys(("hundred", "a hundred", "one hundred"), 100),
    **_numbered("null eins zwei drei vier fünf sechs sieben acht neun zehn", 0),
    **_numbered("elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn", 11),
    "zwoelf": 12,
    "fuenfzehn": 15,
    **_GERMAN_ONES,
    **_GERMAN_TENS,
    **_with_ones(_GERMAN_TENS, _GERMAN_ONES, "{one}und{ten}"),
    **_with_ones(_GERMAN_TENS, _GERMAN_ONES, "{one} und {ten}"),
    **dict.fromkeys(("hundert", "einhundert", "ein hundert"), 100),
}
"""The numbers by their words, with ss for ß."""

MAX_WORDS: Final = 3
"""The most words of a number."""


def number_at(words: Sequence[str]) -> tuple[int, int] | None:
    """Return the number that some words begin with, and of how many of them it is; `None` where they begin with none.

    >>> number_at(["zwölf", "Ben"]), number_at(["twenty", "one"]), number_at(["ein", "und", "zehn"]), number_at(["An"])
    ((12, 1), (21, 2), (1, 1), None)
    >>> number_at(["Thirty-three"]), number_at(["ein", "und", "dreißig"]), number_at(["hundert"])
    ((33, 1), (31, 3), (100, 1))
    """
    for length in range(min(MAX_WORDS, len(words)), 0, -1):
        said = " ".join(words[:length]).casefold().replace("-", " ")
        if said in NUMBERS:
            return NUMBERS[said], length
    return None
