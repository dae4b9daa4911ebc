"""What lies before a player, as it counts: cards with the name and the tags that they have or take on by a choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Final

from scoring.score_pad.deck import Amount, CardPoints, Decision, all_tags, is_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scoring.score_pad.deck import Card, CardWorth, Deck

MAX_ARRANGEMENTS: Final = 5000
"""The most arrangements of choices that are worked out; beyond them players say what some cards are."""


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
    """What was decided for a card: which card it copies, is, changes or clears, and the suit that this becomes.

    `entry` is the key under which it is entered with 1 by whoever decides it.
    """

    key: str
    decision: Decision
    target: str
    suit: str = ""

    @property
    def entry(self) -> str:
        """The key of the choice in an entry."""
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
    order = list(Decision)
    wild = [(order.index(laid.card.wild.act), at) for at, laid in enumerate(held) if laid.card and laid.card.wild]
    waiting = [at for _, at in sorted(wild)]
    start = Arranged(held)
    numbers = {at: 1 + sum(1 for _ in _options(deck, start, at, entry)) for at in waiting}
    undecided: list[int] = []
    while True:
        if prod(numbers[at] for at in waiting) <= MAX_ARRANGEMENTS:
            ends = list(islice(_decided(deck, start, tuple(waiting), entry), MAX_ARRANGEMENTS + 1))
            if len(ends) <= MAX_ARRANGEMENTS:
                return ends, tuple(held[at].name for at in sorted(undecided))
        undecided.append(max(waiting, key=lambda at: numbers[at]))
        waiting.remove(undecided[-1])


def options(deck: Deck, entry: Mapping[str, int], key: str) -> tuple[Choice, ...]:
    """Return what can be entered for a card that lies there and waits for a choice, in the order of the deck."""
    start = Arranged(held_of(deck, {part: number for part, number in entry.items() if "." not in part}))
    at = next((at for at, laid in enumerate(start.held) if laid.name == key), None)
    if at is None:
        return ()
    return tuple(dict.fromkeys(after.choices[-1] for after in _all_options(deck, start, at, alike=True)))


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
    key = laid.card.key if laid.card is not None else ""
    return any(number and part.startswith(f"{key}.") for part, number in entry.items())


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
            tags = frozenset((card.key, *suits.intersection(card.tags)))
            yield _with(now, index, replace(mine, name=card.key, tags=tags), Choice(key, decision, card.key))
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
    return replace(now, held=(*now.held[:at], laid, *now.held[at + 1 :]), choices=(*now.choices, choice))


def _different(deck: Deck, held: Sequence[Held], of: tuple[str, ...], *, alike: bool) -> Iterator[Card]:
    """Yield the cards that one could be, without those of which a card before them says as much to all others."""
    said = {laid.name for laid in held} | {*deck.suits} | {key for rule in _rules(deck, held) for key in _said(rule)}
    said |= _said_beside_points(held)
    seen: set[frozenset[str]] = set()
    for card in deck.cards:
        tags = all_tags(card)
        if is_of(of, tags) and (alike or tags & said not in seen):
            seen.add(tags & said)
            yield card


def _different_suits(deck: Deck, held: Sequence[Held]) -> tuple[str, ...]:
    """Return the suits of which a card says something, and the first of all others, which are alike to all cards."""
    rules = list(_rules(deck, held))
    if any(amount in {Amount.SUITS, Amount.ALIKE} for rule in rules for amount in _amounts(rule)):
        return deck.suits
    said = {key for rule in rules for key in _said(rule)} | _said_beside_points(held)
    others = [suit for suit in deck.suits if suit not in said]
    return tuple(suit for suit in deck.suits if suit in said or suit in others[:1])


def _rules(deck: Deck, held: Sequence[Held]) -> Iterator[CardWorth]:
    own = (points for card in _cards(held) for points in card.points)
    for points in (*own, *(shared.points for shared in deck.shared)):
        yield points
        if isinstance(points, CardPoints) and points.otherwise is not None:
            yield points.otherwise


def _cards(held: Sequence[Held]) -> Iterable[Card]:
    """Return the cards that lie there, and those whose penalties they have."""
    return {id(card): card for laid in held for card in (laid.card, laid.penalties) if card}.values()


def _amounts(rule: CardWorth) -> Iterable[Amount]:
    return (rule.amount, *(needs.amount for needs in rule.when))


def _said(rule: CardWorth) -> Iterator[str]:
    """Yield the keys of which a rule says something."""
    for of in (rule.of or (), *(needs.of for needs in rule.when)):
        yield from (key.removeprefix("-") for key in of)


def _said_beside_points(held: Sequence[Held]) -> set[str]:
    """Return the keys of which cards say something in what blanks, clears and chooses."""
    cards = _cards(held)
    ofs = [rule.of for card in cards for rule in (*card.blanks, *card.blanked, *card.clears)]
    ofs += [card.wild.of for card in cards if card.wild]
    return {key.removeprefix("-") for of in ofs for key in of}
