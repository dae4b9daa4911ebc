"""The object card (purple): what a collection of objects is worth at the end, and how far its objective is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from scoring.fields import in_words
from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.data import (
    ALIKE,
    DIFFERENT,
    EACH_GROUP_OF_THREE,
    EACH_OBJECT,
    EACH_PAIR,
    EACH_PAIR_AND_QUADRUPLET,
    EACH_TRIPLET,
    GROUPS_MULTIPLIED,
    LEFT_OVER_OBJECT,
)
from scoring.palaces_of_carrara.state import Object, ObjectCard
from scoring.palaces_of_carrara.wording import OBJECT_CARDS, multiplied

PAIR, TRIPLET, QUADRUPLET = 2, 3, 4
"""The numbers of identical objects in each."""

GROUP = 3
"""The number of different objects in a group."""

Held = Mapping[Object, int]
"""Objects of a player; what is missing counts 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The result of a card for some objects: points, why, and how many objects it does not consider."""

    points: int
    because: tuple[Message, ...]
    left_over: int


def number_of(held: Held) -> int:
    """Return how many objects there are."""
    return sum(held.values())


def kinds(held: Held) -> int:
    """Return how many different objects there are."""
    return sum(number > 0 for number in held.values())


def groups_alike(held: Held, size: int) -> int:
    """Return how many groups of identical objects there are, pairs or triplets; six alike are three pairs."""
    return sum(number // size for number in held.values())


def most_alike(held: Held) -> int:
    """Return the largest number of identical objects."""
    return max(held.values(), default=0)


def pairs_with_quadruplets(held: Held) -> int:
    """Return how many pairs have a quadruplet of their own.

    A quadruplet takes two pairs from its kind, whichever kind it is, so no choice matters.

    >>> pairs_with_quadruplets({Object.BOOK: 6, Object.CUP: 5})
    1
    """
    quadruplets = sum(number >= QUADRUPLET for number in held.values())
    return min(quadruplets, groups_alike(held, PAIR) // (1 + QUADRUPLET // PAIR))


def groups_of_three(held: Held) -> int:
    """Return into how many groups of three different objects a collection can be divided.

    That many groups are possible where the kinds, each at most once a group, fill all places.

    >>> groups_of_three({Object.BOOK: 6, Object.CUP: 2, Object.FLAG: 1, Object.GATE: 1})
    2
    """
    most = number_of(held) // GROUP
    return next(
        groups
        for groups in range(most, -1, -1)
        if sum(min(number, groups) for number in held.values()) >= GROUP * groups
    )


def different_sets(held: Held) -> tuple[int, ...]:
    """Return the sizes of the sets of different objects that are worth most, largest first.

    Each set in turn takes one object of every kind left. Every further object of a set adds at least as much as the one
    before, so one larger and one smaller set are worth more than two of equal size.
    """
    return tuple(sum(number >= height for number in held.values()) for height in range(1, most_alike(held) + 1))


def objects(held: Held) -> Collection:
    """Every object counts. Rulebook, Final Scoring."""
    number = number_of(held)
    return Collection(points=EACH_OBJECT * number, because=_each(ObjectCard.OBJECTS, number, EACH_OBJECT), left_over=0)


def three_pairs(held: Held) -> Collection:
    """Points for each pair. Expansion, Object Cards."""
    return _groups(ObjectCard.THREE_PAIRS, held, groups_alike(held, PAIR), EACH_PAIR, PAIR)


def two_triplets(held: Held) -> Collection:
    """Points for each triplet. Expansion, Object Cards."""
    return _groups(ObjectCard.TWO_TRIPLETS, held, groups_alike(held, TRIPLET), EACH_TRIPLET, TRIPLET)


def pair_and_quadruplet(held: Held) -> Collection:
    """Points for each pair with a quadruplet. Expansion, Object Cards."""
    combined = pairs_with_quadruplets(held)
    card = ObjectCard.PAIR_AND_QUADRUPLET
    return _groups(card, held, combined, EACH_PAIR_AND_QUADRUPLET, PAIR + QUADRUPLET)


def two_groups_of_three(held: Held) -> Collection:
    """Points for each group of three different objects. Expansion, Object Cards."""
    return _groups(ObjectCard.TWO_GROUPS_OF_THREE, held, groups_of_three(held), EACH_GROUP_OF_THREE, GROUP)


def quadruplet(held: Held) -> Collection:
    """Points for identical objects, more for more of a kind. Expansion, Object Cards."""
    alike = {object_type: number for object_type, number in held.items() if number in ALIKE}
    because = tuple(
        say("{points} for {what}", points=ALIKE[number], what=counted(number, *object_type.noun.forms))
        for object_type, number in alike.items()
    )
    return Collection(
        points=sum(ALIKE[number] for number in alike.values()),
        because=because,
        left_over=number_of(held) - sum(alike.values()),
    )


def four_different(held: Held) -> Collection:
    """Points for sets of different objects, more for larger ones. Expansion, Object Cards."""
    sets = [size for size in different_sets(held) if size in DIFFERENT]
    because = tuple(say("{points} for {size} different ones", points=DIFFERENT[size], size=size) for size in sets)
    return Collection(
        points=sum(DIFFERENT[size] for size in sets), because=because, left_over=number_of(held) - sum(sets)
    )


def pairs_multiplied(held: Held) -> Collection:
    """Up to three of the largest groups of identical objects are multiplied. Expansion, Object Cards.

    A kind is one group and never divided (a ruling); without a group there is no product.
    """
    groups = {object_type: number for object_type, number in held.items() if number >= PAIR}
    largest = dict(sorted(groups.items(), key=lambda group: -group[1])[:GROUPS_MULTIPLIED])
    product = prod(largest.values()) if largest else 0
    because: tuple[Message, ...] = ()
    if largest:
        because = (say("{points} for {what}", points=product, what=multiplied(in_words(largest))),)
    return Collection(points=product, because=because, left_over=number_of(held) - sum(largest.values()))


def _groups(card: ObjectCard, held: Held, number: int, points: int, size: int) -> Collection:
    """Return what so many groups of one size are worth."""
    return Collection(
        points=points * number, because=_each(card, number, points), left_over=number_of(held) - size * number
    )


def _each(card: ObjectCard, number: int, points: int) -> tuple[Message, ...]:
    if not number:
        return ()
    what = counted(number, *OBJECT_CARDS[card])
    return (say("{points} for {what} ({each} each)", points=points * number, what=what, each=points),)


COLLECTIONS: Final[Mapping[ObjectCard, Callable[[Held], Collection]]] = {
    ObjectCard.OBJECTS: objects,
    ObjectCard.THREE_PAIRS: three_pairs,
    ObjectCard.TWO_TRIPLETS: two_triplets,
    ObjectCard.QUADRUPLET: quadruplet,
    ObjectCard.PAIR_AND_QUADRUPLET: pair_and_quadruplet,
    ObjectCard.FOUR_DIFFERENT: four_different,
    ObjectCard.TWO_GROUPS_OF_THREE: two_groups_of_three,
    ObjectCard.PAIRS_MULTIPLIED: pairs_multiplied,
}
"""What each object card gives at the end."""

COUNTED: Final[Mapping[ObjectCard, Callable[[Held], int]]] = {
    ObjectCard.OBJECTS: number_of,
    ObjectCard.THREE_PAIRS: lambda held: groups_alike(held, PAIR),
    ObjectCard.TWO_TRIPLETS: lambda held: groups_alike(held, TRIPLET),
    ObjectCard.QUADRUPLET: most_alike,
    ObjectCard.PAIR_AND_QUADRUPLET: pairs_with_quadruplets,
    ObjectCard.FOUR_DIFFERENT: kinds,
    ObjectCard.TWO_GROUPS_OF_THREE: groups_of_three,
    ObjectCard.PAIRS_MULTIPLIED: lambda held: groups_alike(held, PAIR),
}
"""What the objective of each object card counts."""


def collected(card: ObjectCard, held: Held) -> Collection:
    """Return the worth of a collection at the end, including objects that the card does not consider.

    >>> collected(ObjectCard.THREE_PAIRS, {Object.BOOK: 3}).points
    6
    """
    made = COLLECTIONS[card](held)
    if not made.left_over:
        return made
    points = LEFT_OVER_OBJECT * made.left_over
    others = counted(
        made.left_over,
        "{points} for {number} object beyond that",
        "{points} for {number} objects beyond that",
        points=points,
    )
    because = (*made.because, others)
    if not made.because:
        named = in_words(held)
        because = (say("{points} for {objects} alone", points=points, objects=named),)
    return Collection(points=made.points + points, because=because, left_over=made.left_over)
