"""Sentences of the screens of The Palaces of Carrara: cards of the expansion, buildings, scoring actions, blocks."""

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
from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, Cards, Color, Kind, ObjectCard, TopCard, What
from scoring.palaces_of_carrara.wording import (
    BONUS_CARDS,
    BUILDING_CARDS,
    CITIES,
    OBJECT_CARDS,
    TOP_CARDS,
    given,
    objects_named,
    scorable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.messages import Message
    from scoring.palaces_of_carrara.preview import BuildingTile, ScoringChoice
    from scoring.palaces_of_carrara.state import Building

    Card = TopCard | ObjectCard | BuildingCard | BonusCard

_COLORS: Final = tuple(field.name for field in fields(Cards))

CARD_TITLES: Final = dict(
    zip(
        _COLORS,
        ("Top card (brown)", "Object card (purple)", "Building card (gray)", "Bonus points card (green)"),
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
    return say("{what}", what=BONUS_CARDS[card])


def end_text(card: Card) -> Message:
    """Return the points that a card gives at the end of the game, in words.

    >>> str(end_text(ObjectCard.QUADRUPLET))
    'at the end 2, 3, 4, 5 and 6 alike give 3, 6, 10, 15 and 21 points, each other object 1'
    """
    if isinstance(card, TopCard):
        coins = say("at the end a point for each {rate} coins", rate=COINS_FOR_A_POINT_WITH_CARD)
        return coins if card is TopCard.COINS else say("nothing at the end")
    return _END_TEXTS[card]


def _points_for_each(points: int, what: str) -> Message:
    return say("at the end {points} points for each {what}, each other object 1", points=points, what=what)


def _rising_points(points: Mapping[int, int], what: str) -> Message:
    sentence = "at the end {numbers} {what} give {points} points, each other object 1"
    return say(sentence, numbers=tuple(points), what=what, points=tuple(points.values()))


def _points_by_city(what: str, points: Iterable[int]) -> Message:
    return say("at the end, for {what} from Livorno to Lerici: {points} points", what=what, points=tuple(points))


_END_TEXTS: Final[Mapping[Card, Message]] = {
    ObjectCard.OBJECTS: say("at the end {points} points for each object", points=EACH_OBJECT),
    ObjectCard.THREE_PAIRS: _points_for_each(EACH_PAIR, "pair"),
    ObjectCard.TWO_TRIPLETS: _points_for_each(EACH_TRIPLET, "triplet"),
    ObjectCard.QUADRUPLET: _rising_points(ALIKE, "alike"),
    ObjectCard.PAIR_AND_QUADRUPLET: _points_for_each(EACH_PAIR_AND_QUADRUPLET, "pair with a quadruplet"),
    ObjectCard.FOUR_DIFFERENT: _rising_points(DIFFERENT, "different ones"),
    ObjectCard.TWO_GROUPS_OF_THREE: _points_for_each(EACH_GROUP_OF_THREE, "group of 3 different ones"),
    ObjectCard.PAIRS_MULTIPLIED: say(
        "at the end the sizes of the {groups} largest groups alike are multiplied, each other object 1",
        groups=GROUPS_MULTIPLIED,
    ),
    BuildingCard.COST_TOTAL: say("at the end the costs of all buildings"),
    **{
        card: _points_by_city(f"each {size} buildings in a city,", points.values())
        for card, (size, points) in IN_A_CITY.items()
    },
    BuildingCard.COST_8: _points_by_city("each building of cost 8", GREAT_BUILDING.values()),
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
    BonusCard.CITY_MAJORITIES: _points_by_city(
        "the highest cost in a city,", (points for _, points in MAJORITIES[BonusCard.CITY_MAJORITIES])
    ),
}

BASE_OBJECTIVES: Final[Mapping[str, Card]] = dict(zip(CARD_TITLES, BASE_CARDS, strict=False))
"""The objectives on the board of the base game, by the color of the card that replaces them in the expansion."""


def kind_title(kind: Kind) -> str:
    """Return the name of a kind with a capital."""
    return kind.value.capitalize()


def building_name(building: Building | BuildingTile) -> str:
    """Return the name of a building tile: its kind and cost."""
    return f"{building.kind.value} {building.cost}"


def building_in_city(building: Building) -> str:
    """Return the name of a building with its city."""
    return f"{building_name(building)} in {CITIES[building.city]}"


def scorable_title(what: What, name: str) -> str:
    """Return the title of a scoring action.

    >>> scorable_title(What.KIND, "porta"), scorable_title(What.CATEGORY, "land")
    ('Porta', 'Land buildings')
    """
    return name.capitalize() if what is What.KIND else str(scorable(what, name)).removeprefix("the ").capitalize()


def gain_text(choice: ScoringChoice) -> Message:
    """Return the points, coins and objects that a scoring action pays."""
    return say("{paid}", paid=(given(choice.gain.points, choice.gain.coins), *objects_named(choice.gain.objects)))


def blocks_named(blocks: Mapping[Color, int]) -> Message:
    """Return blocks in words, the dearest first.

    >>> str(blocks_named({Color.BLACK: 1, Color.GREEN: 2}))
    '2 green and 1 black'
    """
    return say("{blocks}", blocks=tuple(f"{blocks[color]} {color.value}" for color in Color if blocks.get(color, 0)))
