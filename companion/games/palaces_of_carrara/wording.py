"""The cards of the expansion in words: what each asks for, and what it gives at the end."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

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
from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, Cards, ObjectCard, TopCard
from scoring.palaces_of_carrara.wording import BONUS_CARDS, BUILDING_CARDS, OBJECT_CARDS, TOP_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Card = TopCard | ObjectCard | BuildingCard | BonusCard

_COLORS: Final = tuple(field.name for field in fields(Cards))

TITLES: Final = dict(
    zip(
        _COLORS,
        ("Top card (brown)", "Object card (purple)", "Building card (gray)", "Bonus points card (green)"),
        strict=True,
    )
)
"""What the cards are called, by their color."""

CARDS: Final[Mapping[str, tuple[Card, ...]]] = dict(
    zip(_COLORS, (tuple(TopCard), tuple(ObjectCard), tuple(BuildingCard), tuple(BonusCard)), strict=True)
)
"""The cards of each color."""


def asked(card: Card, players: int) -> Message:
    """Return what a card is about: the objective for this number of players, or what the bonus points card scores.

    >>> str(asked(TopCard.BUILDINGS, 3)), str(asked(BonusCard.PISA_MASSA, 3))
    ('7 buildings', 'Pisa and Massa')
    """
    if isinstance(card, TopCard):
        return counted(TOP_NEEDS[card][players], *TOP_CARDS[card])
    if isinstance(card, ObjectCard):
        return counted(OBJECT_NEEDS[card][players], *OBJECT_CARDS[card])
    if isinstance(card, BuildingCard):
        return counted(BUILDING_NEEDS[card][players], *BUILDING_CARDS[card])
    return say("{what}", what=BONUS_CARDS[card])


def at_the_end(card: Card) -> Message:
    """Return what a card gives at the end.

    >>> str(at_the_end(ObjectCard.QUADRUPLET))
    'at the end 2, 3, 4, 5 and 6 alike give 3, 6, 10, 15 and 21 points, each other object 1'
    """
    if isinstance(card, TopCard):
        coins = say("at the end a point for each {rate} coins", rate=COINS_FOR_A_POINT_WITH_CARD)
        return coins if card is TopCard.COINS else say("nothing at the end")
    return _ENDS[card]


def _each(points: int, what: str) -> Message:
    return say("at the end {points} points for each {what}, each other object 1", points=points, what=what)


def _rising(points: Mapping[int, int], what: str) -> Message:
    sentence = "at the end {numbers} {what} give {points} points, each other object 1"
    return say(sentence, numbers=tuple(points), what=what, points=tuple(points.values()))


def _by_city(what: str, points: Iterable[int]) -> Message:
    return say("at the end, for {what} from Livorno to Lerici: {points} points", what=what, points=tuple(points))


_ENDS: Final[Mapping[Card, Message]] = {
    ObjectCard.OBJECTS: say("at the end {points} points for each object", points=EACH_OBJECT),
    ObjectCard.THREE_PAIRS: _each(EACH_PAIR, "pair"),
    ObjectCard.TWO_TRIPLETS: _each(EACH_TRIPLET, "triplet"),
    ObjectCard.QUADRUPLET: _rising(ALIKE, "alike"),
    ObjectCard.PAIR_AND_QUADRUPLET: _each(EACH_PAIR_AND_QUADRUPLET, "pair with a quadruplet"),
    ObjectCard.FOUR_DIFFERENT: _rising(DIFFERENT, "different ones"),
    ObjectCard.TWO_GROUPS_OF_THREE: _each(EACH_GROUP_OF_THREE, "group of 3 different ones"),
    ObjectCard.PAIRS_MULTIPLIED: say(
        "at the end the sizes of the {groups} largest groups alike are multiplied, each other object 1",
        groups=GROUPS_MULTIPLIED,
    ),
    BuildingCard.COST_TOTAL: say("at the end the costs of all buildings"),
    **{
        card: _by_city(f"each {size} buildings in a city,", points.values())
        for card, (size, points) in IN_A_CITY.items()
    },
    BuildingCard.COST_8: _by_city("each building of cost 8", GREAT_BUILDING.values()),
    BuildingCard.LAND: say("at the end {points} points for each land building", points=EACH_LAND_BUILDING),
    BuildingCard.CITY: say("at the end {points} points for each city building", points=EACH_CITY_BUILDING),
    BuildingCard.CITIES_MULTIPLIED: say(
        "at the end the {cities} largest numbers of buildings in a city are multiplied", cities=GROUPS_MULTIPLIED
    ),
    BuildingCard.LAND_CITY_PAIRS: say("at the end the costs of land and city buildings in pairs"),
    **{
        card: say("at the end each of them is scored once more, whatever was scored in play")
        for card in BonusCard
        if card not in MAJORITIES
    },
    BonusCard.REGION_MAJORITIES: say(
        "at the end {points} points each for Livorno, Pisa and Lucca, and for the other three",
        points=MAJORITIES[BonusCard.REGION_MAJORITIES][0][1],
    ),
    BonusCard.CITY_MAJORITIES: _by_city(
        "the highest cost in a city,", (points for _, points in MAJORITIES[BonusCard.CITY_MAJORITIES])
    ),
}

BASE: Final[Mapping[str, Card]] = dict(zip(TITLES, BASE_CARDS, strict=False))
"""The objectives that the board of the base game prints, by the color of the card that takes their place."""
