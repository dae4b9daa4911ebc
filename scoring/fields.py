"""Annotations for the fields of a game's state.

The state of a game is a tree of frozen dataclasses whose attributes carry the field names of the documents. `Annotated`
adds what a type alone does not say: the range of a number, the squares of a board, the length of a list, what people
call the field, and in plain text its meaning. Documents are read, written and described from these types, and screens
take their words and drawings from them, so a new game needs no code of its own for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Final, Protocol, Self, TypeVar, get_args, get_type_hints

from scoring.messages import Message, as_typed, counted, say, titled

T = TypeVar("T")
K = TypeVar("K", bound="NounKey")

MAX_INTEGER: Final = 9999
"""The largest absolute value of an integer without a narrower range (contract, section 1)."""


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `low` to `high`, both allowed."""

    low: int
    high: int

    def clamp(self, number: int) -> int:
        """Return the number in this range that is nearest.

        >>> Between(0, 9).clamp(-1), Between(0, 9).clamp(4), Between(0, 9).clamp(10)
        (0, 4, 9)
        """
        return min(max(number, self.low), self.high)


AMOUNT_RANGE: Final = Between(0, MAX_INTEGER)
"""The range of an amount."""


UNTITLED: Final = as_typed("")
"""The title of a noun that is titled by its name."""


@dataclass(frozen=True, slots=True)
class Noun:
    """What a field or a key is called: in the middle of a sentence, and where nothing comes before it.

    The title is the name with a capital letter unless it has other words. `forms` are the templates for so many of it,
    `mark` names the drawing beside it.

    >>> print(Noun(say("villa chart")).title)
    Villa chart
    """

    name: Message
    title: Message = UNTITLED
    forms: tuple[str, str] = ("", "")
    mark: str = ""

    def __post_init__(self) -> None:
        """Make the title of the name where there is none."""
        if self.title == UNTITLED:
            object.__setattr__(self, "title", titled(self.name))


def proper_noun(name: str) -> Noun:
    """Return the noun of something that has the same name in every language, wherever it stands in a sentence."""
    return Noun(as_typed(name), as_typed(name))


@dataclass(frozen=True, slots=True)
class Number(Noun):
    """What a number in a field is called, and the range in which people enter it: that of the field unless narrower.

    `in_the_box` is how many there are for all players. Rules and screens go through the numbers of a `group`. `field`
    is the name of the field, which `nouns_of` fills in; with a `key` it is the number under that key in the field.
    """

    range: Between = AMOUNT_RANGE
    in_the_box: int | None = None
    group: str = ""
    field: str = ""
    key: str | None = None

    def of(self, record: object) -> int:
        """Return the number that a record has there, 0 where it has none."""
        held = getattr(record, self.field)
        return (held if self.key is None else held.get(self.key)) or 0

    def put(self, record: T, number: int) -> T:
        """Return a record with another number there; under a key, 0 takes the key away."""
        value: object = number
        if self.key is not None:
            numbers = {**getattr(record, self.field), self.key: number}
            value = {key: held for key, held in numbers.items() if held}
        changed: Any = record
        after: T = replace(changed, **{self.field: value})
        return after


class NounKey(StrEnum):
    """Keys of an object, or other members of a closed set, each with what it is called.

    The drawing of a member, if it has one, bears its text as a name, or another one.
    """

    noun: Noun

    def __new__(cls, value: str, *nouns: Noun) -> Self:
        """Make a member of a text and its noun; a member is found again by its text alone."""
        (named,) = nouns
        member = str.__new__(cls, value)
        member._value_ = value
        member.noun = replace(named, mark=named.mark or value)
        return member


def in_words(numbers: Mapping[K, int]) -> tuple[Message, ...]:
    """Return so many of each key in words, without those of which there are none."""
    return tuple(counted(number, *key.noun.forms) for key, number in numbers.items() if number)


@cache
def nouns_of(record: type) -> Mapping[str, Noun]:
    """Return what the fields of a record are called that have a noun, in their order."""
    hints = get_type_hints(record, include_extras=True)
    extras = {field.name: get_args(hints[field.name])[1:] for field in fields(record)}
    return {
        name: _of_field(noun, name, among) for name, among in extras.items() for noun in among if isinstance(noun, Noun)
    }


def _of_field(noun: Noun, field: str, extras: tuple[object, ...]) -> Noun:
    if not isinstance(noun, Number):
        return noun
    of_documents = next((extra for extra in extras if isinstance(extra, Between)), AMOUNT_RANGE)
    return replace(noun, field=field, range=of_documents if noun.range is AMOUNT_RANGE else noun.range)


def numbers_of(record: type, group: str | None = None) -> Mapping[str, Number]:
    """Return the numbers of a record by their fields, those of a group where one is named."""
    numbers = {name: noun for name, noun in nouns_of(record).items() if isinstance(noun, Number)}
    return {name: number for name, number in numbers.items() if group in (None, number.group)}


def numbers_under(keys: type[K], field: str, limits: Between) -> dict[K, Number]:
    """Return the number under each key in a field; `limits` are the range in which people enter it."""
    nouns = ((key, key.noun) for key in keys)
    return {
        key: Number(noun.name, noun.title, noun.forms, noun.mark, range=limits, field=field, key=key)
        for key, noun in nouns
    }


@dataclass(frozen=True, slots=True)
class Length:
    """A list of `least` to `most` entries; as many again are read, so that their problems are known."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several texts; `what` describes them."""

    texts: tuple[str, ...]
    what: Message | str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text that matches a whole regular expression; `what` describes it, `example` is one to begin with."""

    pattern: str
    what: Message | str
    example: str = ""


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """Keys of an object that match a whole regular expression; `what` describes them."""

    pattern: str
    what: Message | str


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that an object may have."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Without:
    """Members of an enumeration that are not keys of this object, and where they belong instead."""

    members: tuple[str, ...]
    instead: Message | str


@dataclass(frozen=True, slots=True)
class PersonalName:
    """A name of 1 to `most` characters after trimming, none of them a control character.

    With `of_player` it is the name of somebody at the table, exactly as there.
    """

    most: int = 40
    of_player: bool = False


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """The number is that of a seat at the table, from 0."""


@dataclass(frozen=True, slots=True)
class SeatFirst:
    """The text begins with the number of a seat and a space."""


@dataclass(frozen=True, slots=True)
class PerPlayer:
    """The list has an entry for each player; it may be empty, or go on with others, where that is said."""

    may_be_empty: bool = False
    may_go_on: bool = False

    def allows(self, length: int, players: int) -> bool:
        """Return whether a list of this length fits a table of so many players.

        >>> [PerPlayer(may_be_empty=True).allows(length, 2) for length in (0, 1, 2)]
        [True, False, True]
        """
        if self.may_be_empty and length == 0:
            return True
        return length >= players if self.may_go_on else length == players


@dataclass(frozen=True, slots=True)
class OrNull:
    """A field that may be `null`. Elsewhere `null` is a problem; it never means absent."""


class Shelf(Protocol):
    """What has records that documents may name."""

    def find(self, name: str) -> object | None:
        """Return the record with this name, `None` where there is none."""

    def name(self, record: Any) -> str | None:  # noqa: ANN401 - of any kind
        """Return the name by which a record is found again, `None` where it has none."""


class Library:
    """Records that documents may name instead of holding them, such as the decks of games on the shelf.

    `shelf` opens the shelf on which whoever has their files keeps them; without one documents name nothing.
    """

    def __init__(self) -> None:
        """Begin without a shelf."""
        self.shelf: Callable[[], Shelf | None] = lambda: None

    def find(self, name: str) -> object | None:
        """Return the record with this name, `None` where there is none."""
        shelf = self.shelf()
        return None if shelf is None else shelf.find(name)

    def name(self, record: object) -> str | None:
        """Return the name by which a record is found again, `None` where it has none."""
        shelf = self.shelf()
        return None if shelf is None else shelf.name(record)


DECKS: Final = Library()
"""The decks of games on the shelf."""


_IN_PLAY: Final = "in play"

IN_PLAY: Final = {_IN_PLAY: True}
"""Marks a field that only a table in play has: no document of the contract has it."""


_WHERE_SET: Final = "where set"

WHERE_SET: Final = {_WHERE_SET: True}
"""Marks a field that documents have only where it is not the default: earlier versions did not have the field."""


_FIELDS: Final[dict[type, tuple[tuple[str, ...], tuple[str, ...], Mapping[str, object]]]] = {}


def document_fields(record: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a record that documents have."""
    return _fields(record)[0]


def in_play_fields(record: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a record that only a table in play has.

    >>> in_play_fields(Between)
    ()
    """
    return _fields(record)[1]


def unwritten_defaults(record: type[Any]) -> Mapping[str, object]:
    """Return the defaults of the fields that documents have only where they are set, by their names."""
    return _fields(record)[2]


def _fields(record: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...], Mapping[str, object]]:
    if record not in _FIELDS:
        every = fields(record)
        in_play = tuple(field.name for field in every if _IN_PLAY in field.metadata)
        of_documents = tuple(field.name for field in every if field.name not in in_play)
        unwritten = {field.name: field.default for field in every if _WHERE_SET in field.metadata}
        _FIELDS[record] = of_documents, in_play, unwritten
    return _FIELDS[record]


Amount = Annotated[int, AMOUNT_RANGE]
"""A number of things."""

Name = Annotated[str, PersonalName()]
"""The name of a player or a card."""

Owner = Annotated[str, PersonalName(of_player=True)]
"""The name of the player at the table whose piece it is."""

Seat = Annotated[int, SeatNumber()]
"""The number of a seat."""

SeatText = Annotated[str, SeatFirst()]
"""The number of a seat, a space, and more words."""

Entered = Annotated[
    Mapping[str, Annotated[int, Between(-999, 9999)]] | None,
    Noun(say("points entered by hand"), say("Points entered by hand")),
    "points by rule that stand for that line of the sheet; nothing is checked, and nothing else counts for it",
]
"""The points of lines that were entered, where nothing is worked out."""
