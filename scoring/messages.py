"""Sentences for people: templates with values, worded in the language of whoever reads them.

A message keeps its template and values; `str` words it for the reader of the moment. Templates are English and stand in
the catalogues of all other languages.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import reduce
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ENGLISH: Final = NullTranslations()
"""The catalogue of the language that templates are written in."""

_CATALOGUE: Final[ContextVar[NullTranslations]] = ContextVar("_CATALOGUE", default=ENGLISH)


def read_by(catalogue: NullTranslations) -> None:
    """Word messages from a catalogue from now on, in this thread or task and in those that it begins."""
    _CATALOGUE.set(catalogue)


@contextmanager
def reading(catalogue: NullTranslations) -> Iterator[None]:
    """Word messages from a catalogue within the block."""
    before = _CATALOGUE.set(catalogue)
    try:
        yield
    finally:
        _CATALOGUE.reset(before)


def language() -> str:
    """Return the code of the language in which messages are worded now."""
    return _CATALOGUE.get().info().get("language") or "en"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people: a template and its values.

    Values are texts, numbers, other messages, or tuples of these, which read as a list. `many` is the template for
    numbers that take a plural, and the value `number` says which. `context` tells apart templates that are the same in
    English and not elsewhere.

    >>> str(say("{who} has {what}", who="Nick", what=(counted(1, "{number} coin", "{number} coins"), "2 bread")))
    'Nick has 1 coin and 2 bread'
    """

    template: str
    values: Mapping[str, object]
    many: str = ""
    context: str = ""

    def __str__(self) -> str:
        """Return the sentence in the language of the reader."""
        values = {name: _listed(value) if isinstance(value, tuple) else value for name, value in self.values.items()}
        return self._worded(_CATALOGUE.get()).format_map(values)

    def __format__(self, spec: str) -> str:
        """Return the sentence within another one; with the spec `capital` it begins with a capital letter."""
        words = str(self)
        return words[:1].upper() + words[1:] if spec == "capital" else format(words, spec)

    def __hash__(self) -> int:
        """Return the hash of the template: values may have none."""
        return hash((self.template, self.many, self.context))

    def _worded(self, catalogue: NullTranslations) -> str:
        """Return the template in the language of a catalogue."""
        if self.many:
            number: Any = self.values["number"]
            if self.context:
                return catalogue.npgettext(self.context, self.template, self.many, abs(number))
            return catalogue.ngettext(self.template, self.many, abs(number))
        if self.context:
            return catalogue.pgettext(self.context, self.template)
        return catalogue.gettext(self.template) if self.template else ""

    @property
    def english(self) -> str:
        """The sentence in English, as documents and files have it, whoever reads."""
        with reading(ENGLISH):
            return str(self)


_BEGINS_WITH_I: Final = re.compile("h?[ií](?![aáeéoóuú])", re.IGNORECASE)
"""The vowel alone: Spanish says "agua y hielo"."""

_BEGINS_WITH_E: Final = re.compile("[eéè](?!d)", re.IGNORECASE)
"""Italian says "Anna e Edoardo"."""


def _listed(parts: tuple[object, ...]) -> str:
    """Return parts as a list.

    Spanish and Italian have another word for "and" before the vowel that the word is: "Ana e Inés", "Anna ed Elena".

    >>> _listed(()), _listed(("bread",)), _listed(("bread", "fish", "herbs"))
    ('nothing', 'bread', 'bread, fish and herbs')
    """
    if not parts:
        return tr("nothing")
    *most, last = (_listed(part) if isinstance(part, tuple) else str(part) for part in parts)
    if not most:
        return last
    listed, *rest = most
    for part in rest:
        listed = tr("{first}, {second}", first=listed, second=part)
    if _BEGINS_WITH_I.match(last):
        return tr_in("before an i", "{first} and {second}", first=listed, second=last)
    if _BEGINS_WITH_E.match(last):
        return tr_in("before an e", "{first} and {second}", first=listed, second=last)
    return tr("{first} and {second}", first=listed, second=last)


def say(template: str, /, **values: object) -> Message:
    """Return the message that puts `values` into `template`; it is worded when it is read."""
    return Message(template, values)


def tr(template: str, /, **values: object) -> str:
    """Return a sentence worded at once, for the reader of the moment."""
    return str(Message(template, values))


def say_in(context: str, template: str, /, **values: object) -> Message:
    """Return a message whose words mean something of their own in this context."""
    return Message(template, values, context=context)


def tr_in(context: str, template: str, /, **values: object) -> str:
    """Return words that mean something of their own in this context, for the reader of the moment."""
    return str(Message(template, values, context=context))


def counted(number: int, template: str, many: str, /, **values: object) -> Message:
    """Return a message that depends on a number, which is its value `number`: `1 coin`, `2 coins`.

    >>> str(counted(2, "{who} has {number} coin", "{who} has {number} coins", who="Nick"))
    'Nick has 2 coins'
    """
    return Message(template, {"number": number, **values}, many)


def points_text(number: int) -> Message:
    """Return a number of points in words.

    >>> print(points_text(1), points_text(3), sep=", ")
    1 point, 3 points
    """
    return counted(number, "{number} point", "{number} points")


def with_commas(parts: Iterable[Message]) -> Message:
    """Return parts with commas between them, an empty message where there are none.

    >>> str(with_commas((say("red"), say("north"), say("inner"))))
    'red, north, inner'
    """
    first, *others = tuple(parts) or (as_typed(""),)
    return reduce(lambda listed, part: say("{first}, {second}", first=listed, second=part), others, first)


def forms(template: str, many: str) -> tuple[str, str]:
    """Return the templates of `counted` for a table of words, so that catalogues have them."""
    return template, many


TURNS: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""The characters that turn the direction of what follows, as the inside of a class of `re`."""

_STEERING: Final = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{TURNS}]")
"""What ends a line, steers a terminal, or cannot be written; joiners, flags and spaces of any width are words."""


def printable(text: str) -> str:
    r"""Return a text on one line, which steers nothing.

    >>> ascii(printable("A\nB")), ascii(printable("\U0001f469\u200d\U0001f680"))
    ("'A\\ufffdB'", "'\\U0001f469\\u200d\\U0001f680'")
    """
    return _STEERING.sub("\ufffd", text)


def on_one_line(text: str) -> str:
    r"""Return a text on one line, which steers nothing, without needless spaces.

    >>> on_one_line(" own  the\x7fcastle")
    'own the castle'
    """
    return " ".join(_STEERING.sub(" ", text).split())


def as_typed(text: str) -> Message:
    """Return what somebody typed, which reads the same in every language."""
    return Message("{text}", {"text": text})


def wordless(template: str, /, **values: object) -> Message:
    """Return a message of values and signs alone, which reads the same in every language.

    >>> print(wordless("{number} × {what}", number=2, what=say("villa")))
    2 × villa
    """
    return Message(template, values)


def titled(name: Message) -> Message:
    """Return words as they stand where nothing comes before them, with a capital letter.

    >>> print(titled(say("frame goal")))
    Frame goal
    """
    return wordless("{name:capital}", name=name)
