"""Cards that score one another, by what they are and do in their deck (contract, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from scoring.fields import WHERE_SET, Between, Length
from scoring.messages import Message, as_typed, counted, say, wordless
from scoring.problems import UNREADABLE, Limits, Problem, for_each, is_legible
from scoring.score_pad.deck import (
    MAX_BLANKED,
    MAX_LYING,
    MAX_TAGS,
    MAX_WILD,
    Amount,
    Blanks,
    Card,
    CardKey,
    CardPoints,
    CardWorth,
    Clears,
    Decision,
    Deck,
    Needs,
    Shared,
    all_tags,
    choices_in,
    deck_of_parts,
    held_of,
    in_catalogues,
    is_in_play,
    is_of,
    name_of,
    tags_of,
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
    too_many,
)
from scoring.score_pad.tableau import BLANKED, Tableau, choice_text, tableau

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAMED: Final = 4
"""The most cards that a problem names."""

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
            self._counted(entry) if worth is None else (worth.points, self._reason(worth))
            for entry, worth in zip(entries, self.tableaux(entries), strict=True)
        ]

    def _counted(self, entry: Entry | None) -> Scored:
        number = number_in(entry)
        return number, say("{points} entered", points=number)

    def _reason(self, worth: Tableau) -> Message:
        """Return the points and the reason of each card that gives or costs some, the most first, and each choice."""
        deck = self.in_play
        reasons = [
            wordless(
                "{card} {points}: {because}", card=name_of(deck, card.key), points=card.points, because=card.because
            )
            for card in sorted(worth.cards, key=lambda card: -abs(card.points))
            if card.points
        ]
        reasons += [
            wordless("{card}: {because}", card=name_of(deck, card.key), because=card.because)
            for card in worth.cards
            if card.because is BLANKED
        ]
        reasons += [choice_text(deck, choice) for choice in worth.choices]
        reasons += [say("{card}: not decided", card=name_of(deck, key)) for key in worth.undecided]
        if not reasons:
            return say("no points") if worth.cards else say("no cards")
        parts = {f"part_{at}": reason for at, reason in enumerate(reasons)}
        return wordless("; ".join(f"{{{part}}}" for part in parts), **parts)

    def rulings(self, entries: Sequence[Entry | None]) -> Iterator[Message]:
        deck = self.in_play
        lying = [[laid.tags for laid in held_of(deck, cards_in(entry))] for entry in entries]
        for ruling in deck.rulings:
            if any(all(any(is_of(of, tags) for tags in held) for of in ruling.where) for held in lying):
                yield in_catalogues(deck, ruling.text, " ruling")

    def doubts(self, entries: Sequence[Entry | None], names: Sequence[str]) -> Iterator[Message]:
        """Yield where there are more cards than the game has, and what players have to decide themselves."""
        lying, deck = [cards_in(entry) for entry in entries], self.in_play
        for card in deck.cards:
            number = sum(cards.get(card.key, 0) for cards in lying)
            if card.copies and number > card.copies:
                words = {"card": name_of(deck, card.key), "number": number, "most": card.copies}
                yield say("{card}: {number} at the table, the game has {most}", **words)
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


def _hand_text(player: str, number: int, least: int, most: int) -> Message:
    """Return that a hand of somebody has more or fewer cards than it should."""
    if least == most:
        return counted(
            number,
            "{player}: {number} card, a hand has {most}",
            "{player}: {number} cards, a hand has {most}",
            player=player,
            most=most,
        )
    return counted(
        number,
        "{player}: {number} card, a hand has {least} to {most}",
        "{player}: {number} cards, a hand has {least} to {most}",
        player=player,
        least=least,
        most=most,
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


def keys_differ(deck: Deck) -> Iterator[Problem]:
    """No key is that of two things."""
    seen = {*deck.tags, *(deck.parts or {})}

    def is_new(field_: str) -> Callable[[int, Card | Shared], Iterator[Problem]]:
        def limit(index: int, entry: Card | Shared) -> Iterator[Problem]:
            if entry.key in seen:
                yield Problem(path=f"{field_}[{index}].key", message=say('"{key}" is taken already', key=entry.key))
            seen.add(entry.key)

        return limit

    yield from for_each(deck.cards, is_new("cards"))
    yield from for_each(deck.shared, is_new("shared"))


def few_tags_and_choices(deck: Deck) -> Iterator[Problem]:
    """A deck has so many tags at most, and so many cards for which players decide something."""
    if len(deck.tags) > MAX_TAGS:
        yield Problem(path="tags", message=too_many(len(deck.tags), MAX_TAGS))
    wild = sum(card.wild is not None for card in deck.cards)
    if wild > MAX_WILD:
        message = say("{number} cards with a choice: at most {most} belong here", number=wild, most=MAX_WILD)
        yield Problem(path="cards", message=message)
    blanked = sum(bool(card.blanked) for card in deck.cards)
    if blanked > MAX_BLANKED:
        message = say("{number} cards that may not count: at most {most} belong here", number=blanked, most=MAX_BLANKED)
        yield Problem(path="cards", message=message)


def names_what_it_has(deck: Deck) -> Iterator[Problem]:
    """Everything that is named is a tag, a card or a part of the deck."""
    keys = frozenset((*deck.tags, *(card.key for card in deck.cards)))

    def of_card(index: int, card: Card) -> Iterator[Problem]:
        for where, key in _named(card):
            yield from _unknown(f"cards[{index}].{where}", key, keys)
        if card.part is not None and card.part not in (deck.parts or {}):
            message = say('"{key}" is not in the deck', key=card.part)
            yield Problem(path=f"cards[{index}].part", message=message)

    def of_shared(index: int, shared: Shared) -> Iterator[Problem]:
        for where, key in _named_in(shared.points, "points"):
            if key.removeprefix("-") == shared.key:
                yield Problem(path=f"shared[{index}].{where}", message=say("{name} names itself", name=shared.name))
            else:
                yield from _unknown(f"shared[{index}].{where}", key, keys)

    for index, ruling in enumerate(deck.rulings):
        named = ((f"where[{at}][{place}]", key) for at, of in enumerate(ruling.where) for place, key in enumerate(of))
        for where, key in named:
            yield from _unknown(f"rulings[{index}].{where}", key, keys)
    yield from for_each(deck.suits, lambda index, suit: _unknown(f"suits[{index}]", suit, frozenset(deck.tags)))
    yield from for_each(deck.cards, of_card)
    yield from for_each(deck.shared, of_shared)


def _unknown(path: str, key: str, keys: frozenset[str]) -> Iterator[Problem]:
    if key.removeprefix("-") not in keys:
        yield Problem(path=path, message=say('"{key}" is no tag and no card', key=key))


def _named(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what a card names, with the path from the card."""
    if card.counts_as is not None:
        yield "counts_as", card.counts_as
    yield from ((f"tags[{at}]", key) for at, key in enumerate(card.tags))
    for index, points in enumerate(card.points):
        yield from _named_in(points, f"points[{index}]")
    lists: Mapping[str, Sequence[Blanks | Needs | Clears]] = {
        "blanks": card.blanks,
        "blanked": card.blanked,
        "clears": card.clears,
    }
    for field_, rules in lists.items():
        for index, rule in enumerate(rules):
            yield from ((f"{field_}[{index}].of[{at}]", key) for at, key in enumerate(rule.of))
    yield from ((f"clears[{index}].word", rule.word) for index, rule in enumerate(card.clears) if rule.word is not None)
    if card.wild is not None:
        yield from ((f"wild.of[{at}]", key) for at, key in enumerate(card.wild.of))
    for index, ask in enumerate(card.asks):
        yield from ((f"asks[{index}].tags[{at}]", key) for at, key in enumerate(ask.tags))


def _named_in(points: CardWorth, path: str) -> Iterator[tuple[str, str]]:
    yield from ((f"{path}.of[{at}]", key) for at, key in enumerate(points.of or ()))
    for index, needs in enumerate(points.when):
        yield from ((f"{path}.when[{index}].of[{at}]", key) for at, key in enumerate(needs.of))
    if isinstance(points, CardPoints) and points.otherwise is not None:
        yield from _named_in(points.otherwise, f"{path}.otherwise")


def suits_where_they_count(deck: Deck) -> Iterator[Problem]:
    """What counts by suits needs suits."""

    def of_card(index: int, card: Card) -> Iterator[Problem]:
        for at, points in enumerate(card.points):
            yield from _by_suits(points, f"cards[{index}].points[{at}]")
        for at, needs in enumerate(card.blanked):
            yield from _by_suits(needs, f"cards[{index}].blanked[{at}]")
        if card.wild is not None and card.wild.act is Decision.CHANGE:
            yield Problem(path=f"cards[{index}].wild", message=WITHOUT_SUITS)

    if not deck.suits:
        yield from for_each(deck.cards, of_card)
        yield from for_each(deck.shared, lambda index, shared: _by_suits(shared.points, f"shared[{index}].points"))


WITHOUT_SUITS: Final = say("this counts by suits: the deck has none")


def _by_suits(rule: CardWorth | Needs, path: str) -> Iterator[Problem]:
    """Yield where something is counted by suits: by a rule, by what it needs, or by what counts instead."""
    if rule.amount in {Amount.SUITS, Amount.ALIKE}:
        yield Problem(path=path, message=WITHOUT_SUITS)
    if isinstance(rule, CardWorth):
        for index, needs in enumerate(rule.when):
            yield from _by_suits(needs, f"{path}.when[{index}]")
    if isinstance(rule, CardPoints) and rule.otherwise is not None:
        yield from _by_suits(rule.otherwise, f"{path}.otherwise")


def nothing_blanks_itself(deck: Deck) -> Iterator[Problem]:
    """A card does not blank itself, nor do cards blank one another in a circle: none of them could count."""
    held = {tag: 0 for card in deck.cards for tag in all_tags(card)}
    for index, card in enumerate(deck.cards):
        for tag in all_tags(card):
            held[tag] |= 1 << index
    every = (1 << len(deck.cards)) - 1
    blanked = [0] * len(deck.cards)
    for index, card in enumerate(deck.cards):
        for at, blanks in enumerate(card.blanks):
            any_of, without = tags_of(blanks.of)
            of = _joined(held, any_of) if any_of else every
            of &= every ^ _joined(held, without)
            if of >> index & 1 and not blanks.other:
                message = say("{card} blanks itself: write other, or name the cards", card=card.name)
                yield Problem(path=f"cards[{index}].blanks[{at}]", message=message)
            blanked[index] |= of & (every ^ 1 << index)
    circle = _circle(blanked)
    if circle:
        names: tuple[str | Message, ...] = tuple(deck.cards[index].name for index in circle[:MAX_NAMED])
        if len(circle) > MAX_NAMED:
            names = (*names, say("{number} more", number=len(circle) - MAX_NAMED))
        yield Problem(
            path=f"cards[{circle[0]}].blanks",
            message=say("{cards} blank one another in a circle: none of them could count", cards=names),
        )


def _joined(held: Mapping[str, int], tags: Iterable[str]) -> int:
    joined = 0
    for tag in tags:
        joined |= held.get(tag, 0)
    return joined


def _circle(blanked: Sequence[int]) -> list[int]:
    """Return cards each of which blanks the next one, and the last the first, nothing where there are none."""
    left = [index for index, of in enumerate(blanked) if of]
    among = sum(1 << index for index in left)
    while stay := [index for index in left if blanked[index] & among]:
        if len(stay) == len(left):
            break
        left, among = stay, sum(1 << index for index in stay)
    if not stay:
        return []
    way = [stay[0]]
    while True:
        after = next(index for index in stay if blanked[way[-1]] >> index & 1)
        if after in way:
            return sorted(way[way.index(after) :])
        way.append(after)


def worth_something(points: CardWorth) -> Iterator[Problem]:
    """A rule has steps or is worth so much each, not both; only what is counted has steps."""
    if points.steps is not None and (points.each or points.per != 1):
        yield Problem(path="each", message=say("with steps nothing is worth so much each"))
    if points.steps is not None and points.of is None:
        yield Problem(path="of", message=say("missing: {expected} belongs here", expected=say("what the steps count")))


def one_need(needs: Needs) -> Iterator[Problem]:
    """Who needs the most needs no number."""
    if needs.most and (needs.at_least is not None or needs.at_most is not None):
        yield Problem(path="most", message=say("a number of them, or the most of all: not both"))
    elif needs.at_least is not None and needs.at_most is not None and needs.at_least > needs.at_most:
        yield Problem(path="at_most", message=say("less than {number}", number=needs.at_least))


DECK_LIMITS: Final[Limits] = {
    Deck: (keys_differ, few_tags_and_choices, names_what_it_has, suits_where_they_count, nothing_blanks_itself),
    CardPoints: (worth_something,),
    CardWorth: (worth_something,),
    Needs: (one_need,),
}
