"""Sentences of the screens of The Palaces of Carrara: cards of the expansion, buildings, scoring actions, blocks."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from scoring.fields import in_words
from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.data import (
    ALIKE,
    BASE_CARDS,
    BUILDING_NEEDS,
    COINS_FOR_A_POINT_WITH_CARD,
    DIFFERENT,
    EACH_CITY_BUILDING,
    EACH_GROUP_OF_THREE,
    EACH_LAND_BUILDING,
    EACH_OBJECT,
    EACH_PAIR,
    EACH_PAIR_AND_QUADRUPLET,
    EACH_TRIPLET,
    GREAT_BUILDING,
    GROUPS_MULTIPLIED,
    IN_A_CITY,
    MAJORITIES,
    OBJECT_NEEDS,
    TOP_NEEDS,
)
from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, Cards, Color, ObjectCard, TopCard
from scoring.palaces_of_carrara.wording import (
    BONUS_CARDS,
    BUILDING_CARDS,
    OBJECT_CARDS,
    TOP_CARDS,
    given,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.palaces_of_carrara.moves import ScoringChoice

    Card = TopCard | ObjectCard | BuildingCard | BonusCard

_COLORS: Final = tuple(field.name for field in fields(Cards))

CARD_TITLES: Final = dict(
    zip(
        _COLORS,
        (
            say("Top card (brown)"),
            say("Object card (purple)"),
            say("Building card (gray)"),
            say("Bonus points card (green)"),
        ),
        strict=True,
    )
)
"""The titles of the cards, by color."""

CARDS: Final[Mapping[str, tuple[Card, ...]]] = dict(
    zip(_COLORS, (tuple(TopCard), tuple(ObjectCard), tuple(BuildingCard), tuple(BonusCard)), strict=True)
)
"""The cards of each color."""


def card_text(card: Card, players: int) -> Message:
    """Return the objective on a card for this number of players, or what the bonus points card scores.

    >>> str(card_text(TopCard.BUILDINGS, 3)), str(card_text(BonusCard.PISA_MASSA, 3))
    ('7 buildings', 'Pisa and Massa')
    """
    if isinstance(card, TopCard):
        return counted(TOP_NEEDS[card][players], *TOP_CARDS[card])
    if isinstance(card, ObjectCard):
        return counted(OBJECT_NEEDS[card][players], *OBJECT_CARDS[card])
    if isinstance(card, BuildingCard):
        return counted(BUILDING_NEEDS[card][players], *BUILDING_CARDS[card])
    return BONUS_CARDS[card]


def end_text(card: Card) -> Message:
    """Return the points that a card gives at the end of the game, in words.

    >>> str(end_text(ObjectCard.QUADRUPLET))
    'at the end 2, 3, 4, 5 and 6 give 3, 6, 10, 15 and 21 points, other objects 1'
    """
    if isinstance(card, TopCard):
        coins = say("at the end a point for every {rate} coins", rate=COINS_FOR_A_POINT_WITH_CARD)
        return coins if card is TopCard.COINS else say("nothing at the end")
    return _END_TEXTS[card]


def _each(points: int) -> Message:
    """Return the points for each of what a card counts."""
    return say("at the end {points} points each", points=points)


def _each_and_others(points: int) -> Message:
    return say("at the end {points} points each, other objects 1", points=points)


def _by_number(points: Mapping[int, int]) -> Message:
    """Return the points for so many of what a card counts."""
    return say(
        "at the end {numbers} give {points} points, other objects 1",
        numbers=tuple(points),
        points=tuple(points.values()),
    )


def _by_city(points: Iterable[int]) -> Message:
    return say("at the end {points} points each, from Livorno to Lerici", points=tuple(points))


_END_TEXTS: Final[Mapping[Card, Message]] = {
    ObjectCard.OBJECTS: _each(EACH_OBJECT),
    ObjectCard.THREE_PAIRS: _each_and_others(EACH_PAIR),
    ObjectCard.TWO_TRIPLETS: _each_and_others(EACH_TRIPLET),
    ObjectCard.QUADRUPLET: _by_number(ALIKE),
    ObjectCard.PAIR_AND_QUADRUPLET: _each_and_others(EACH_PAIR_AND_QUADRUPLET),
    ObjectCard.FOUR_DIFFERENT: _by_number(DIFFERENT),
    ObjectCard.TWO_GROUPS_OF_THREE: _each_and_others(EACH_GROUP_OF_THREE),
    ObjectCard.PAIRS_MULTIPLIED: say(
        "at the end the sizes of the {groups} largest groups are multiplied, other objects 1",
        groups=GROUPS_MULTIPLIED,
    ),
    BuildingCard.COST_TOTAL: say("at the end the costs of all buildings"),
    **{card: _by_city(points.values()) for card, (_, points) in IN_A_CITY.items()},
    BuildingCard.COST_8: _by_city(GREAT_BUILDING.values()),
    BuildingCard.LAND: _each(EACH_LAND_BUILDING),
    BuildingCard.CITY: _each(EACH_CITY_BUILDING),
    BuildingCard.CITIES_MULTIPLIED: say(
        "at the end the {cities} largest numbers in a city are multiplied", cities=GROUPS_MULTIPLIED
    ),
    BuildingCard.LAND_CITY_PAIRS: say("at the end the costs of land and city buildings in pairs"),
    **{card: say("at the end each is scored once more") for card in BonusCard if card not in MAJORITIES},
    BonusCard.REGION_MAJORITIES: say(
        "at the end {points} points each for Livorno, Pisa and Lucca, and for the other three",
        points=MAJORITIES[BonusCard.REGION_MAJORITIES][0][1],
    ),
    BonusCard.CITY_MAJORITIES: _by_city(points for _, points in MAJORITIES[BonusCard.CITY_MAJORITIES]),
}

BASE_OBJECTIVES: Final[Mapping[str, Card]] = dict(zip(CARD_TITLES, BASE_CARDS, strict=False))
"""The objectives on the board of the base game, by the color of the card that replaces them in the expansion."""


def gain_text(choice: ScoringChoice) -> Message:
    """Return the points, coins and objects that a scoring action pays."""
    return say("{text}", text=(given(choice.gain.points, choice.gain.coins), *in_words(choice.gain.objects)))


def blocks_named(blocks: Mapping[Color, int]) -> Message:
    """Return blocks in words, the dearest first.

    >>> str(blocks_named({Color.BLACK: 1, Color.GREEN: 2}))
    '2 green blocks and 1 black block'
    """
    return say("{text}", text=in_words({color: blocks.get(color, 0) for color in Color}))
