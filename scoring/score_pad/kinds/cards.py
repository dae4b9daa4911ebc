"""Cards that score one another, by what they are and do in their deck (contract, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, ClassVar, Final, Literal

from scoring.fields import WHERE_SET, Between, Length
from scoring.messages import Message, as_typed, counted, say, wordless
from scoring.problems import UNREADABLE, Problem, for_each, is_legible
from scoring.score_pad.choices import choice_text, choices_in, held_of, unanswered
from scoring.score_pad.deck import (
    MAX_LYING,
    Card,
    CardKey,
    Decision,
    Deck,
    all_tags,
    deck_of_parts,
    in_catalogues,
    is_in_play,
    is_of,
    name_of,
)
from scoring.score_pad.kinds.category import (
    ROUND_RANGE,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    number_in,
    number_misfits,
)
from scoring.score_pad.tableau import BLANKED, Tableau, tableau

MAX_PARTS: Final = 12
"""The most parts of a deck that are played with."""

DECIDED: Final = Between(0, 1)
"""The range of what is entered for a choice."""


def parts_of_the_deck(category: Cards) -> Iterator[Problem]:
    """The parts that are played with are parts of the deck, each once."""
    seen: set[str] = set()

    def is_part(index: int, part: str) -> Iterator[Problem]:
        if part not in (category.deck.parts or {}):
            yield Problem(path=f"parts[{index}]", message=say('"{key}" is not in the deck', key=part))
        elif part in seen:
            yield Problem(path=f"parts[{index}]", message=say("{key} stands there already", key=part))
        seen.add(part)

    yield from for_each(category.parts, is_part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Category):
    """Cards that score one another, by what they are and do in their deck; or the points that somebody counted.

    An entry is a number, or an object: how many of each card lie before the player, by the key of the card; what was
    asked, by `CARD.ASK`; and 1 for what the player decided, by `CARD.TARGET` or `CARD.TARGET.SUIT`.
    """

    kind: Literal[Kind.CARDS] = Kind.CARDS
    deck: Annotated[Deck, "the cards of the game"]
    parts: Annotated[tuple[CardKey, ...], Length(0, MAX_PARTS), "the parts of the deck that are played with"] = field(
        default=(), metadata=WHERE_SET
    )

    shape: ClassVar = Shape(ranges=(ROUND_RANGE,), of_cards=True)
    limits: ClassVar = (parts_of_the_deck,)
    compares: ClassVar = True

    @property
    def in_play(self) -> Deck:
        """The deck with the parts that are played with, as all functions on decks want it."""
        return deck_of_parts(self.deck, self.parts)

    @property
    def keys_in_play(self) -> frozenset[str]:
        """The keys of the cards that are played with, also of a deck that is not wholly legible."""
        return frozenset(card.key for card in self.deck.cards if is_in_play(card, self.parts))

    @property
    def each_more(self) -> int:
        return 1

    def entry_worth(self, points: int, _entry: Entry | None) -> Entry:
        return points

    def tableaux(self, entries: Sequence[Entry | None]) -> tuple[Tableau | None, ...]:
        """Return what the cards of each player are worth and why, in seat order, `None` for who entered none."""
        lying = [cards_in(entry) for entry in entries]
        return tuple(
            tableau(self.in_play, cards, [*lying[:seat], *lying[seat + 1 :]]) if isinstance(entry, Mapping) else None
            for seat, (entry, cards) in enumerate(zip(entries, lying, strict=True))
        )

    def scored(self, entries: Sequence[Entry | None], _names: Sequence[str]) -> Sequence[Scored]:
        """The cards score one another; a number is what somebody counted."""
        return [
            self._counted(entry) if worth is None else (worth.points, self._reason(worth, cards_in(entry)))
            for entry, worth in zip(entries, self.tableaux(entries), strict=True)
        ]

    def _counted(self, entry: Entry | None) -> Scored:
        number = number_in(entry)
        return number, say("{points} entered", points=number)

    def _reason(self, worth: Tableau, lying: Mapping[str, int]) -> Message:
        """Return what was not answered, why each card gives or costs points, the most first, and each choice."""
        deck = self.in_play
        reasons = [*unanswered(deck, lying)]
        reasons += [
            say(
                "{what}: {value}",
                what=wordless("{card} {points}", card=name_of(deck, card.key), points=card.points),
                value=card.because,
            )
            for card in sorted(worth.cards, key=lambda card: -abs(card.points))
            if card.points
        ]
        reasons += [
            say("{what}: {value}", what=name_of(deck, card.key), value=card.because)
            for card in worth.cards
            if card.because is BLANKED
        ]
        reasons += [choice_text(deck, choice) for choice in worth.choices]
        reasons += [say("{card}: not decided", card=name_of(deck, key)) for key in worth.undecided]
        if not reasons:
            return say("no points") if worth.cards else say("no cards")
        parts = {f"part_{at}": reason for at, reason in enumerate(reasons)}
        return wordless("; ".join(f"{{{part}}}" for part in parts), **parts)

    def of_cards(self, worths: Sequence[Tableau | None], keys: Sequence[str]) -> Sequence[Scored]:
        """Return the points of each player's tableau for some cards alone, or for what cards are worth together."""
        return [self._of_cards(worth or Tableau(0, ()), keys) for worth in worths]

    def _of_cards(self, worth: Tableau, keys: Sequence[str]) -> Scored:
        cards = tuple(card for card in worth.cards if card.key in keys)
        choices = tuple(choice for choice in worth.choices if choice.key in keys)
        points = sum(card.points for card in cards)
        return points, self._reason(replace(worth, cards=cards, choices=choices, undecided=()), {})

    def rulings(self, entries: Sequence[Entry | None]) -> Iterator[Message]:
        deck = self.in_play
        lying = [[laid.tags for laid in held_of(deck, cards_in(entry))] for entry in entries]
        for ruling in deck.rulings:
            if any(all(any(is_of(of, tags) for tags in held) for of in ruling.where) for held in lying):
                yield in_catalogues(deck, ruling.text, " ruling")

    def doubts(self, entries: Sequence[Entry | None], names: Sequence[str]) -> Iterator[Message]:
        """Yield where there are more cards than the game has, and what players have to decide themselves."""
        lying, deck = [cards_in(entry) for entry in entries], self.in_play
        yield from filter(None, (too_many_copies(deck, lying, card.key) for card in deck.cards))
        yield from self.unanswered(entries, names)
        of_hand = [card for card in deck.cards if not deck.suits or card.wild or {*deck.suits} & {*card.tags}]
        for name, cards, worth in zip(names, lying, self.tableaux(entries), strict=True):
            number = sum(cards.get(card.key, 0) for card in of_hand)
            if number and deck.hand is not None and not min(deck.hand) <= number <= max(deck.hand):
                yield _hand_text(name, number, min(deck.hand), max(deck.hand))
            if worth is not None and worth.undecided:
                cards_named = tuple(name_of(deck, key) for key in worth.undecided)
                yield say(
                    "{player}: decide for {cards}, there are too many combinations to try",
                    player=name,
                    cards=cards_named,
                )
            for card in _decided_in_vain(deck, cards, worth) if worth is not None else ():
                words = {"player": name, "card": name_of(deck, card.key)}
                yield say("{player}: the choice for {card} is not possible, so it does not count", **words)

    def unanswered(self, entries: Sequence[Entry | None], names: Sequence[str]) -> Iterator[Message]:
        for name, entry in zip(names, entries, strict=True):
            for question in unanswered(self.in_play, cards_in(entry)):
                yield say("{what}: {value}", what=name, value=question)

    def misfits(self, entry: Entry) -> Iterator[tuple[str, Message]]:
        """Yield why cards do not fit the deck, or a number is none."""
        if not isinstance(entry, Mapping):
            yield from number_misfits(entry, ROUND_RANGE)
            return
        cards, name_in = {card.key: card for card in self.deck.cards}, _names_before_checks(self.deck)
        lying = sum(number for key, number in entry.items() if key in cards and number is not UNREADABLE)
        if lying > MAX_LYING:
            yield "", say("{number} cards: at most {most} belong here", number=lying, most=MAX_LYING)
        for key, number in entry.items():
            name, *rest = key.split(".")
            if name not in cards:
                yield f".{key}", say('"{key}" is not in the deck', key=name)
            elif not is_in_play(cards[name], self.parts):
                part = name_in(cards[name].part or "")
                yield f".{key}", say("{card} belongs to {part}: tick that part", card=name_in(name), part=part)
            elif rest and number is not UNREADABLE:
                yield from ((f".{key}", message) for message in self._unasked(entry, cards, key, number, name_in))
        lying_with_asked = lying + sum(
            entry[key]
            for card in cards.values()
            for ask in card.asks
            if not ask.of_cards and entry.get(key := f"{card.key}.{ask.key}", UNREADABLE) is not UNREADABLE
        )
        if lying <= MAX_LYING < lying_with_asked:
            values = {"number": lying_with_asked, "most": MAX_LYING}
            yield "", say("{number} with what the cards ask: at most {most} belong here", **values)

    def _unasked(
        self, entry: Mapping[str, int], cards: Mapping[str, Card], key: str, number: int, name_in: NameIn
    ) -> Iterator[Message]:
        """Yield why a number is not asked, or is none of those that can be."""
        name, *rest = key.split(".")
        card, lying = cards[name], entry.get(name, 0)
        ask = next((ask for ask in card.asks if [ask.key] == rest), None)
        if ask is None and not self._can_be(entry, cards, card, rest):
            yield say('"{key}" is no question about {card}', key=".".join(rest), card=name_in(name))
        elif number and not lying:
            yield say("there is no {card} here, so nothing is asked about it", card=name_in(name))
        elif ask is None:
            yield from (message for _, message in number_misfits(number, DECIDED))
            if number and key in choices_in(card, entry)[1:]:
                yield say("{card} stands for something already", card=name_in(name))
            if not self._is_meant(cards, card, rest[0]):
                yield say("{card} cannot be {target}", card=name_in(name), target=name_in(rest[0]))
        elif ask.of_cards and number > lying:
            yield say("{number}: at most {most} of {what}", number=number, most=lying, what=name_in(name))

    def _can_be(self, entry: Mapping[str, int], cards: Mapping[str, Card], card: Card, rest: Sequence[str]) -> bool:
        """Return whether somebody can decide a thing for a card: what it copies, is, clears or changes into a suit."""
        target, *suit = rest
        if card.wild is None or target not in cards or target == card.key:
            return False
        if card.wild.act is Decision.CHANGE:
            return len(suit) == 1 and suit[0] in self.deck.suits and bool(entry.get(target, 0))
        return not suit and (card.wild.act is Decision.BE or bool(entry.get(target, 0)))

    def _is_meant(self, cards: Mapping[str, Card], card: Card, target: str) -> bool:
        """Return whether a card that can be another one can be this one; others are what lies there in the end."""
        if card.wild is None or card.wild.act is not Decision.BE:
            return True
        return is_of(card.wild.of, all_tags(cards[target])) and is_in_play(cards[target], self.parts)


def too_many_copies(deck: Deck, lying: Sequence[Mapping[str, int]], key: str) -> Message | None:
    """Return that more of a card lie at the table than the game has, `None` where that is not so."""
    number = sum(cards.get(key, 0) for cards in lying)
    most = next((card.copies for card in deck.cards if card.key == key), 0)
    if not most or number <= most:
        return None
    return say("{card}: {number} at the table, the game has {most}", card=name_of(deck, key), number=number, most=most)


def _hand_text(player: str, number: int, least: int, most: int) -> Message:
    """Return that a hand of somebody has more or fewer cards than it should."""
    values = {"player": player, "most": most if least == most else say("{first} to {last}", first=least, last=most)}
    return counted(
        number, "{player}: {number} card, a hand has {most}", "{player}: {number} cards, a hand has {most}", **values
    )


def _decided_in_vain(deck: Deck, entry: Mapping[str, int], worth: Tableau) -> Iterator[Card]:
    """Yield the cards for which something is entered that cannot be decided as the cards lie there."""
    chosen = {choice.entry for choice in worth.choices}
    for card in deck.cards:
        if card.wild is not None and card.key not in worth.undecided and not chosen.issuperset(choices_in(card, entry)):
            yield card


NameIn = Callable[[str], Message]
"""What something of a deck is called, by its key."""


def _names_before_checks(deck: Deck) -> NameIn:
    """Return what things of a deck are called that may not be legible: then they are called by their keys."""
    legible = cache(lambda: is_legible(deck))
    return lambda key: name_of(deck, key) if legible() else as_typed(key)


def cards_in(entry: Entry | None) -> Mapping[str, int]:
    """Return how many of each card lie before a player, nothing for who entered none."""
    return entry if isinstance(entry, Mapping) else {}
