"""A deck, and what lies before a player of it, by each choice. Attribute names are field names of documents.

A card has its tags and, as one more tag, its own key; that is all that other cards see of it, and all that a card
that stands for another one takes on. A deck is data: no card has code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from scoring.fields import DECKS, WHERE_SET, Between, KeyPattern, Length, Pattern, PersonalName
from scoring.messages import Message, as_typed, language, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_CARDS, MAX_TAGS, MAX_RULINGS, MAX_RULES, MAX_STEPS = 400, 60, 20, 6, 40
"""The most cards, tags and rulings of a deck, rules of a card, and values of steps apart from that of 0."""

MAX_WILD, MAX_BLANKED, MAX_LYING = 12, 40, 250
"""The most cards of a deck with a choice, and with a need to count, and the most cards before a player."""

CARD_WORTH_RANGE, NUMBER_RANGE, COPIES_RANGE = Between(-999, 999), Between(-999, 999), Between(0, 99)
"""The ranges of what one thing is worth, of the number on a card, and of how many lie there or are needed."""

MAX_ARRANGEMENTS: Final = 5000
"""The most arrangements of choices that are worked out; beyond them players say what some cards are."""

MAX_COMPARISONS: Final = 500_000
"""How often cards are compared for that: where more than ten lie, fewer arrangements are worked out."""

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
    cards: Annotated[tuple[Card, ...], Length(1, MAX_CARDS, reads_all=False)]
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


@dataclass(frozen=True, slots=True)
class Held:
    """So many copies of a card, with its name and tags, its number, and the card whose penalties it has.

    `card` is `None` for what a player said in answer to a question: it has tags alone.
    """

    card: Card | None
    name: str
    tags: frozenset[str]
    count: int = 1
    number: int = 0
    penalties: Card | None = None

    @property
    def has_penalty(self) -> bool:
        """Whether there is anything about it that can be cleared."""
        of = self.penalties
        return of is not None and bool(of.blanks or of.blanked or any(points.penalty for points in of.points))


@dataclass(frozen=True, slots=True)
class Choice:
    """What was decided for a card: which card it copies, is, changes or clears, and the suit that this becomes."""

    key: str
    decision: Decision
    target: str
    suit: str = ""

    @property
    def entry(self) -> str:
        """The key under which it is entered, with 1, by whoever decides it."""
        return ".".join(filter(None, (self.key, self.target, self.suit)))


@dataclass(frozen=True, slots=True)
class Arranged:
    """What the cards are by some choices, the places of those whose penalties are cleared, and the choices."""

    held: tuple[Held, ...]
    cleared: frozenset[int] = frozenset()
    choices: tuple[Choice, ...] = ()


def held_of(deck: Deck, entry: Mapping[str, int]) -> tuple[Held, ...]:
    """Return what lies there, in the order of the deck, and behind it what was asked."""
    lying = [card for card in deck.cards if entry.get(card.key, 0)]
    asked = [(ask, entry.get(f"{card.key}.{ask.key}", 0)) for card in lying for ask in card.asks]
    return (
        *(Held(card, card.counts_as or card.key, all_tags(card), entry[card.key], card.number, card) for card in lying),
        *(Held(None, ask.tags[0], frozenset(ask.tags), number) for ask, number in asked if number),
    )


def arrangements(deck: Deck, entry: Mapping[str, int]) -> tuple[list[Arranged], tuple[str, ...]]:
    """Return what the cards are by every choice that can make a difference, and which ones players have to decide.

    The first arrangement has no choice. What the entry says is decided. Where there would be more than 5,000, those
    cards stay as they are that have the most choices.
    """
    held = held_of(deck, entry)
    decided = {key: number for key, number in entry.items() if "." in key}
    order = list(Decision)
    wild = [(order.index(laid.card.wild.act), at) for at, laid in enumerate(held) if laid.card and laid.card.wild]
    waiting = [at for _, at in sorted(wild)]
    start = Arranged(held)
    numbers = {at: 1 + sum(1 for _ in _options(deck, start, at, decided)) for at in waiting}
    most = max(1, min(MAX_ARRANGEMENTS, MAX_COMPARISONS // max(1, len(held) ** 2)))
    undecided: list[int] = []
    while True:
        if prod(numbers[at] for at in waiting) <= most:
            ends = list(islice(_decided(deck, start, tuple(waiting), decided), most + 1))
            if len(ends) <= most:
                return ends, tuple(laid.card.key for at, laid in enumerate(held) if at in undecided and laid.card)
        undecided.append(max(waiting, key=lambda at: numbers[at]))
        waiting.remove(undecided[-1])


def options(deck: Deck, entry: Mapping[str, int], key: str) -> tuple[Choice, ...]:
    """Return what can be entered for a card that lies there and waits for a choice, in the order of the deck."""
    start = Arranged(held_of(deck, {part: number for part, number in entry.items() if "." not in part}))
    at = next((at for at, laid in enumerate(start.held) if laid.card and laid.card.key == key), None)
    if at is None:
        return ()
    return tuple(dict.fromkeys(after.choices[-1] for after in _all_options(deck, start, at, alike=True)))


def choices_in(card: Card, entry: Mapping[str, int]) -> list[str]:
    """Return the keys of what an entry says was decided for a card: what the card asks is nothing of that."""
    asked = {f"{card.key}.{ask.key}" for ask in card.asks}
    return [key for key, number in entry.items() if number and key.startswith(f"{card.key}.") and key not in asked]


def _decided(deck: Deck, now: Arranged, waiting: tuple[int, ...], entry: Mapping[str, int]) -> Iterator[Arranged]:
    if not waiting:
        yield now
        return
    index, *later = waiting
    after = tuple(_options(deck, now, index, entry))
    if not _is_answered(now.held[index], entry) or not after:
        yield from _decided(deck, now, tuple(later), entry)
    for option in after:
        yield from _decided(deck, option, tuple(later), entry)


def _is_answered(laid: Held, entry: Mapping[str, int]) -> bool:
    return laid.card is not None and bool(choices_in(laid.card, entry))


def _options(deck: Deck, now: Arranged, index: int, entry: Mapping[str, int]) -> Iterator[Arranged]:
    """Yield what the cards are by each choice for one of them; where one is entered, by that alone."""
    if not _is_answered(now.held[index], entry):
        yield from _all_options(deck, now, index, alike=False)
        return
    yield from (after for after in _all_options(deck, now, index, alike=True) if entry.get(after.choices[-1].entry, 0))


def _all_options(deck: Deck, now: Arranged, index: int, *, alike: bool) -> Iterator[Arranged]:
    """Yield what the cards are by each choice for one of them; `alike` with those that make no difference."""
    mine, suits = now.held[index], frozenset(deck.suits)
    if mine.card is None or mine.card.wild is None:
        return
    key, decision, of = mine.card.key, mine.card.wild.act, mine.card.wild.of
    if decision is Decision.BE:
        for card in _different(deck, now.held, of, alike=alike):
            name = card.counts_as or card.key
            tags = frozenset((card.key, name, *suits.intersection(card.tags)))
            yield _with(now, index, replace(mine, name=name, tags=tags), Choice(key, decision, card.key))
        return
    become = deck.suits if alike else _different_suits(deck, now.held)
    for at, laid in enumerate(now.held):
        if at == index or laid.card is None or not is_of(of, laid.tags):
            continue
        choice = Choice(key, decision, laid.card.key)
        if decision is Decision.COPY:
            yield _with(now, index, replace(laid, card=mine.card, count=mine.count), choice)
        elif decision is Decision.CLEAR and laid.has_penalty:
            yield replace(now, cleared=now.cleared | {at}, choices=(*now.choices, choice))
        elif decision is Decision.CHANGE:
            yield from (
                _with(now, at, replace(laid, tags=laid.tags - suits | {suit}), replace(choice, suit=suit))
                for suit in become
                if suit not in laid.tags
            )


def _with(now: Arranged, at: int, laid: Held, choice: Choice) -> Arranged:
    return Arranged((*now.held[:at], laid, *now.held[at + 1 :]), now.cleared, (*now.choices, choice))


def _different(deck: Deck, held: Sequence[Held], of: tuple[str, ...], *, alike: bool) -> Iterator[Card]:
    """Yield the cards that one could be, without those of which a card before them says as much to all others."""
    said = _said(deck, held)[0] | {laid.name for laid in held} | {*deck.suits}
    seen: set[frozenset[str]] = set()
    for card in deck.cards:
        tags = all_tags(card)
        if is_of(of, tags) and (alike or tags & said not in seen):
            seen.add(tags & said)
            yield card


def _different_suits(deck: Deck, held: Sequence[Held]) -> tuple[str, ...]:
    """Return the suits of which a card says something, and the first of all others, which are alike to all cards."""
    said, by_suits = _said(deck, held)
    others = [suit for suit in deck.suits if suit not in said]
    return tuple(suit for suit in deck.suits if by_suits or suit in said or suit in others[:1])


def _said(deck: Deck, held: Sequence[Held]) -> tuple[set[str], bool]:
    """Return the keys of which the cards that lie there say something, and whether they count by suits."""
    cards = {id(card): card for laid in held for card in (laid.card, laid.penalties) if card}.values()
    rules: list[CardWorth] = [points for card in cards for points in card.points]
    rules += [shared.points for shared in deck.shared]
    rules += [rule.otherwise for rule in rules if isinstance(rule, CardPoints) and rule.otherwise]
    needs = [need for rule in rules for need in rule.when] + [need for card in cards for need in card.blanked]
    ofs = [rule.of or () for rule in rules] + [need.of for need in needs]
    ofs += [part.of for card in cards for parts in (card.blanks, card.clears) for part in parts]
    ofs += [card.wild.of for card in cards if card.wild]
    counted = {rule.amount for rule in rules} | {need.amount for need in needs}
    return {key.removeprefix("-") for of in ofs for key in of}, bool(counted & {Amount.SUITS, Amount.ALIKE})
