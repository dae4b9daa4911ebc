"""What no deck can be: its limits (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say
from scoring.problems import Limits, Problem, for_each
from scoring.score_pad.deck import (
    MAX_BLANKED,
    MAX_TAGS,
    MAX_WILD,
    Amount,
    Blanks,
    Card,
    CardPoints,
    CardWorth,
    Clears,
    Decision,
    Deck,
    Needs,
    Shared,
    all_tags,
    tags_of,
)
from scoring.score_pad.kinds.category import too_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

MAX_NAMED: Final = 4
"""The most cards that a problem names."""


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
