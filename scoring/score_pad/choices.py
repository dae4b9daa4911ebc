"""What lies before a player of a deck, what the cards ask, and each choice that they leave to the player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say
from scoring.score_pad.deck import Amount, CardPoints, Decision, all_tags, is_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.score_pad.deck import Ask, Card, CardWorth, Deck

MAX_ARRANGEMENTS: Final = 5000
"""The most arrangements of choices that are worked out; beyond them players say what some cards are."""

MAX_COMPARISONS: Final = 500_000
"""How often cards are compared for that: where more than ten lie, fewer arrangements are worked out."""


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


MAX_ASKED: Final = 99
"""The largest number that a card asks, where that is not a number of its copies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A number that a card asks: its key in the entry, the card, the question, the most it can be, and the answer.

    It `is_open` while nobody has answered it, unless other answers account for all copies of the card.
    """

    key: str
    card: str
    question: Message
    most: int
    answer: int | None
    is_open: bool


def asked_of(deck: Deck, entry: Mapping[str, int]) -> tuple[Asked, ...]:
    """Return the numbers that the cards ask that lie there, only where they can be more than 0.

    What a card asks by the key of a card or a tag, such as what it lies on, can be where one of these lies there.
    """
    return tuple(
        Asked(
            key=key,
            card=card.key,
            question=_question(name_of(deck, card.key), name_of(deck, key), of_cards=ask.of_cards),
            most=most,
            answer=entry.get(key),
            is_open=key not in entry and not (ask.of_cards and _answers(card, entry) >= entry[card.key]),
        )
        for card in deck.cards
        for ask in card.asks
        if (key := f"{card.key}.{ask.key}") and (most := _most_asked(deck, entry, card, ask))
    )


def _question(card: Message, what: Message, *, of_cards: bool) -> Message:
    """Return what a card asks: of how many of its copies something holds, or how many of something there are."""
    if of_cards:
        return say("{card}, {what}: how many?", card=card, what=what)
    return say("{what}: how many?", what=what)


def _most_asked(deck: Deck, entry: Mapping[str, int], card: Card, ask: Ask) -> int:
    number = entry.get(card.key, 0)
    named = ask.key in deck.tags or any(lying.key == ask.key for lying in deck.cards)
    there = (lying for lying in deck.cards if ask.key in (lying.key, *lying.tags) and lying.key in entry)
    if not number or (named and next(there, None) is None):
        return 0
    return number if ask.of_cards else MAX_ASKED


def _answers(card: Card, entry: Mapping[str, int]) -> int:
    """Return of how many copies of a card answers say what they are: a bee is at one tree alone."""
    return sum(entry.get(f"{card.key}.{ask.key}", 0) for ask in card.asks if ask.of_cards)


def unanswered(deck: Deck, entry: Mapping[str, int]) -> Iterator[Message]:
    """Yield the questions of cards that nobody has answered."""
    for asked in (asked for asked in asked_of(deck, entry) if asked.is_open):
        yield say("{question} Nobody answered, so it counts as 0", question=asked.question)


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


def choice_text(deck: Deck, choice: Choice) -> Message:
    """Return what was decided for a card in words."""
    words = {"card": name_of(deck, choice.key), "target": name_of(deck, choice.target)}
    match choice.decision:
        case Decision.COPY:
            return say("{card} copies {target}", **words)
        case Decision.BE:
            return say("{card} is {target}", **words)
        case Decision.CLEAR:
            return say("{card} clears {target}", **words)
    return say("{card} turns {target} into {suit}", suit=name_of(deck, choice.suit), **words)


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
