"""A deck: its cards, and how they score one another. Attribute names are field names of documents.

A card has its tags and, as one more tag, its own key; that is all that other cards see of it, and all that a card
that stands for another one takes on. A deck is data: no card has code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from scoring.fields import DECKS, WHERE_SET, Between, KeyPattern, Length, Pattern, PersonalName
from scoring.messages import Message, as_typed, language, say, with_commas, wordless

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CARDS, MAX_TAGS, MAX_RULINGS, MAX_RULES, MAX_STEPS = 400, 60, 20, 6, 40
"""The most cards, tags and rulings of a deck, rules of a card, and values of steps apart from that of 0."""

MAX_WILD, MAX_BLANKED, MAX_LYING = 12, 40, 250
"""The most cards of a deck with a choice, and with a need to count, and the most cards before a player."""

CARD_WORTH_RANGE, NUMBER_RANGE, COPIES_RANGE = Between(-999, 999), Between(-999, 999), Between(0, 99)
"""The ranges of what one thing is worth, of the number on a card, and of how many lie there or are needed."""

NAME: Final = PersonalName(60)
"""How long the names of cards and tags may be."""

OF_LANGUAGES: Final = KeyPattern(r"[a-z]{2,3}(?:[_-][0-9A-Za-z]{1,8})?", say("the code of a language, such as de,"))

OF_WORDS: Final = KeyPattern(r"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40})?", say("a key of the deck, or KEY.ASK,"))
"""The keys of what has a name: a tag, a card, a part, what is asked of a card, or a rule that cards share."""

OF_CARDS: Final = KeyPattern(r"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}", say("a card, or CARD.ASK or CARD.TARGET,"))
"""The keys of what is entered: a card, what is asked of it, or what it copies, is, changes or clears."""

CardKey = Annotated[str, Pattern("[a-z0-9_]{1,40}", say("1 to 40 characters of a to z, 0 to 9 and _"))]
Which = Annotated[str, Pattern("-?[a-z0-9_]{1,40}", say("the key of a tag or a card, with - before it all but these"))]
Names = Annotated[Mapping[str, Annotated[str, NAME]], OF_WORDS]

Of = Annotated[tuple[Which, ...], Length(0, 20)]
"""Which cards: those with any of these tags, all where none is named, and none of those with a - before them."""

Value = Annotated[int, CARD_WORTH_RANGE]
Steps = Annotated[tuple[Value, ...], Length(2, 1 + MAX_STEPS), "what 0, 1, 2, … are worth, then as the last"]


class Amount(StrEnum):
    """What is counted of some cards; of sets, suits and runs each one is worth something by itself."""

    CARDS = "cards"
    NAMES = "names"
    SUM = "sum"
    HIGHEST = "highest"
    SETS = "sets"
    SUITS = "suits"
    RUNS = "runs"
    ALIKE = "alike"


class Decision(StrEnum):
    """What a player decides for a card when it counts."""

    COPY = "copy"
    BE = "be"
    CHANGE = "change"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What must hold: at least or at most so many of some cards, or nobody has more of them; otherwise at least one."""

    of: Of
    amount: Amount = field(default=Amount.CARDS, metadata=WHERE_SET)
    at_least: Annotated[int | None, COPIES_RANGE] = None
    at_most: Annotated[int | None, COPIES_RANGE] = None
    most: bool = field(default=False, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWorth:
    """What a card is worth: so much for each of some cards, or by steps; without `of` so much by itself."""

    each: Value = field(default=0, metadata=WHERE_SET)
    steps: Steps | None = None
    of: Annotated[Of | None, "of which cards, all where the list is empty"] = None
    amount: Amount = field(default=Amount.CARDS, metadata=WHERE_SET)
    per: Annotated[int, Between(1, 99), "how many of them count once"] = field(default=1, metadata=WHERE_SET)
    other: Annotated[bool, "whether the card itself is not counted"] = field(default=False, metadata=WHERE_SET)
    once: Annotated[bool, "whether all copies of the card count once"] = field(default=False, metadata=WHERE_SET)
    penalty: Annotated[bool, "whether it can be cleared"] = field(default=False, metadata=WHERE_SET)
    when: Annotated[tuple[Needs, ...], Length(0, 4)] = field(default=(), metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPoints(CardWorth):
    """What a card is worth, and what counts instead where not all holds that it needs."""

    otherwise: CardWorth | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanks:
    """Which cards do not count because of this one."""

    of: Of
    other: bool = field(default=False, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clears:
    """The penalties of which cards do not hold; with a word only what they say about that tag."""

    of: Of
    word: CardKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wild:
    """What a player decides: which card it copies, is, changes or clears, and of which ones.

    The best choice counts; nobody need enter it.
    """

    act: Decision
    of: Of = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A number that the cards alone do not say, such as how many of them lie at a tree: so many more with its tags."""

    key: CardKey
    tags: Annotated[tuple[CardKey, ...], Length(1, 4)]
    of_cards: Annotated[bool, "whether it is at most the number of copies"] = field(default=True, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card: what it is, and what it does to the points."""

    key: CardKey
    name: Annotated[str, NAME]
    part: Annotated[CardKey | None, "the part of the deck that it comes with, such as an expansion"] = None
    counts_as: Annotated[CardKey | None, "the card of which it is one more, where names or copies are counted"] = None
    tags: Annotated[tuple[CardKey, ...], Length(0, 8)] = ()
    number: Annotated[int, NUMBER_RANGE] = field(default=0, metadata=WHERE_SET)
    copies: Annotated[int, COPIES_RANGE, "how many the game has, 0 where it does not matter"] = field(
        default=1, metadata=WHERE_SET
    )
    points: Annotated[tuple[CardPoints, ...], Length(0, MAX_RULES)] = field(default=(), metadata=WHERE_SET)
    blanks: Annotated[tuple[Blanks, ...], Length(0, MAX_RULES)] = field(default=(), metadata=WHERE_SET)
    blanked: Annotated[tuple[Needs, ...], Length(0, MAX_RULES), "when it does not count: any of these"] = field(
        default=(), metadata=WHERE_SET
    )
    clears: Annotated[tuple[Clears, ...], Length(0, MAX_RULES)] = field(default=(), metadata=WHERE_SET)
    wild: Wild | None = None
    asks: Annotated[tuple[Ask, ...], Length(0, MAX_RULES)] = field(default=(), metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What some cards are worth together, whichever they are."""

    key: CardKey
    name: Annotated[str, NAME]
    points: CardPoints


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRuling:
    """How something is counted that sources disagree about, for whoever has a card of each of some groups."""

    text: Annotated[str, PersonalName(200)]
    where: Annotated[tuple[Of, ...], Length(1, 4)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The cards of a game. Keys of tags, parts, cards and shared rules differ."""

    library: ClassVar = DECKS

    key: Annotated[
        Annotated[str, Pattern("[a-z0-9-]{1,40}", say("1 to 40 characters of a to z, 0 to 9 and -"))] | None,
        "the pad on the shelf as whose words the catalogues have its names",
    ] = None
    tags: Annotated[Names, "the names of the tags that people read"]
    parts: Annotated[Names | None, "the names of the parts that not everybody plays with, such as expansions"] = None
    suits: Annotated[tuple[CardKey, ...], Length(0, 20), "the tags of which every card has one"] = field(
        default=(), metadata=WHERE_SET
    )
    numbers_count: Annotated[bool, "whether the number on a card is points"] = field(default=False, metadata=WHERE_SET)
    hand: Annotated[tuple[int, ...] | None, Length(2, 2), "the fewest and the most cards that somebody has"] = None
    cards: Annotated[tuple[Card, ...], Length(1, MAX_CARDS)]
    shared: Annotated[tuple[Shared, ...], Length(0, MAX_RULES)] = field(default=(), metadata=WHERE_SET)
    rulings: Annotated[tuple[DeckRuling, ...], Length(0, MAX_RULINGS)] = field(default=(), metadata=WHERE_SET)
    words: Annotated[
        Mapping[str, Names] | None,
        OF_LANGUAGES,
        "names in other languages, by the code of the language and the key of the tag, the card or KEY.ASK",
    ] = None

    def __hash__(self) -> int:
        """Return the hash of the first cards: names have none, and most decks differ there."""
        return hash(tuple(card.key for card in self.cards[:8]))


@lru_cache(maxsize=32)
def deck_of_parts(deck: Deck, parts: tuple[str, ...]) -> Deck:
    """Return a deck that is legible with the cards that are always there, and those of some of its parts."""
    return replace(deck, cards=tuple(card for card in deck.cards if is_in_play(card, parts)))


def is_in_play(card: Card, parts: Sequence[str]) -> bool:
    """Return whether a card is always there, or with some parts of its deck."""
    return card.part is None or card.part in parts


def name_of(deck: Deck, key: str) -> Message:
    """Return what a card, a tag, a part, a shared rule or a question (KEY.ASK) is called, in the reader's language.

    The deck is legible: it is kept, and compared with decks of other documents.
    """
    name = (deck.words or {}).get(language(), {}).get(key)
    english = _names_of(deck).get(key, key)
    return in_catalogues(deck, english) if name is None else as_typed(name)


def lack_of(deck: Deck, needs: Needs) -> Message:
    """Return what does not hold that a card needs."""
    names = [name_of(deck, key) for key in needs.of if key[0] != "-"]
    what, number = with_commas(names), needs.at_least or 1
    if needs.most:
        return say("another player has more ({what})", what=what)
    if needs.at_most == 0:
        return say("only without {what}", what=what)
    if not names or needs.at_most is not None or needs.amount not in {Amount.CARDS, Amount.NAMES}:
        return say("not fulfilled")
    if needs.amount is Amount.NAMES:
        return say("needs {number} different ({what})", number=number, what=what)
    if len(names) > 1:
        return say("needs {number} of {what}", number=number, what=what)
    return say("needs {what}", what=what if number == 1 else wordless("{number} × {what}", number=number, what=what))


def in_catalogues(deck: Deck, english: str, of: str = "") -> Message:
    """Return words of a deck, which the catalogues have in other languages where it is one of the shelf."""
    if deck.key is None or {*"{}"} & {*english}:
        return as_typed(english)
    return Message(english, {}, context=f"{deck.key}{of}")


@lru_cache(maxsize=32)
def _names_of(deck: Deck) -> Mapping[str, str]:
    asked = {f"{card.key}.{ask.key}": (ask.tags or (ask.key,))[0] for card in deck.cards for ask in card.asks}
    names = {**deck.tags, **(deck.parts or {}), **{shared.key: shared.name for shared in deck.shared}}
    names |= {card.key: card.name for card in deck.cards}
    return {**names, **{key: names.get(tag, tag) for key, tag in asked.items()}}


@lru_cache(maxsize=4096)
def tags_of(of: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tags of which a card has one that is meant, and those of which it has none."""
    return frozenset(key for key in of if key[0] != "-"), frozenset(key[1:] for key in of if key[0] == "-")


@lru_cache(maxsize=8192)
def is_of(of: tuple[str, ...], tags: frozenset[str]) -> bool:
    """Return whether something with these tags is one of the cards that are meant.

    >>> [is_of(("land", "-mountain"), frozenset(tags)) for tags in (("land",), ("land", "mountain"), ("army",))]
    [True, False, False]
    """
    any_of, without = tags_of(of)
    return (not any_of or not any_of.isdisjoint(tags)) and without.isdisjoint(tags)


def all_tags(card: Card) -> frozenset[str]:
    """Return the tags of a card, of which its own key is one, and that of the card as which it counts."""
    return frozenset((card.key, card.counts_as or card.key, *card.tags))
