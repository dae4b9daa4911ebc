"""What The Palaces of Carrara adds to the app apart from its rules: its help, and my copy.

My copy has the values of the upgrade tiles, and the objects of the buildings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.kit import AS_IF_OVER, CopyPart, GameKit, HelpPage, KnownValue, by_name
from companion.tables.state import Extras, PlayerStyle, TableState, with_table
from scoring.fields import Keys, in_words
from scoring.messages import Message, counted, say, titled
from scoring.palaces_of_carrara import data
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.moves import COLORS_OF_CARDS, laid_out, setup
from scoring.palaces_of_carrara.state import (
    BonusCard,
    BuildingCard,
    Cards,
    Color,
    Kind,
    Location,
    Object,
    ObjectCard,
    TopCard,
    Value,
)
from scoring.palaces_of_carrara.wording import BONUS_CARDS, BUILDING_CARDS, OBJECT_CARDS, TOP_CARDS, given
from storage.documents.records import field_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.palaces_of_carrara.actions import CarraraTable
    from companion.tables.my_copy import MyCopy
    from scoring.palaces_of_carrara.moves import ScoringChoice
    from scoring.sheet import Column

    Card = TopCard | ObjectCard | BuildingCard | BonusCard


GAME: Final = "palaces-of-carrara"

RULEBOOK: Final = say("Rulebook of the expansion, Upgrade Tiles, example")
"""Where the rulebook prints the values of some upgrade tiles."""

UPGRADES: Final[CopyPart[Location, Value]] = CopyPart(
    game=GAME,
    name="upgrade",
    title=say("Upgrade tiles"),
    entries=field_of(Mapping[Location, Value]),
    words=lambda location, value: say(
        "{what}: {value}", what=location.noun.name, value=given(value.points, value.coins)
    ),
    printed=tuple(
        KnownValue(key=location, value=value, printed=RULEBOOK) for location, value in data.KNOWN_UPGRADES.items()
    ),
)

OBJECTS: Final[CopyPart[Kind, Object]] = CopyPart(
    game=GAME,
    name="object_of",
    title=say("Objects of the buildings"),
    entries=field_of(Annotated[Mapping[Kind, Object], Keys(data.OBJECTS_UNSURE)]),
    words=lambda kind, shown: say("{what}: {value}", what=kind.noun.title, value=shown.noun.name),
)

COPY_PARTS: Final = by_name(UPGRADES, OBJECTS)


def objects_known(copies: MyCopy) -> dict[Kind, Object]:
    """Return the objects on the buildings of my copy, `{}` until all of them are entered."""
    shown = OBJECTS.values(copies)
    return shown if len(set(shown.values())) == len(data.OBJECTS_UNSURE) else {}


def objects_supposed(entered: Mapping[Kind, Object]) -> dict[Kind, Object]:
    """Return the objects of the kinds that no rulebook names: the known ones, else our guess."""
    return {kind: entered.get(kind, data.OBJECTS_OF[kind]) for kind in data.OBJECTS_UNSURE}


def with_exchange(objects: Mapping[Kind, Object], kind: Kind, wooden: Object) -> dict[Kind, Object]:
    """Return the objects after a kind took one from another kind, which gets the old object in exchange.

    >>> with_exchange({Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}, Kind.VILLA, Object.FLAG)
    {<Kind.CASTELLO: 'castello'>: <Object.CUP: 'cup'>, <Kind.VILLA: 'villa'>: <Object.FLAG: 'flag'>}
    """
    moved = {wooden: objects[kind], objects[kind]: wooden}
    return {holder: moved.get(before, before) for holder, before in objects.items()}


def has_unsure_objects(state: CarraraTable, seat: int) -> bool:
    """Return whether a player has built a kind whose object nobody has entered at this table."""
    built = {building.kind for building in state.table.players[seat].buildings}
    return bool(built.intersection(data.OBJECTS_UNSURE).difference(state.table.objects_of))


async def keep_objects(copies: MyCopy, objects: Mapping[Kind, Object]) -> None:
    """Keep the objects on the buildings of my copy."""
    for kind, wooden in objects.items():
        await OBJECTS.keep(copies, kind, wooden)


def with_objects(state: CarraraTable, objects: Mapping[Kind, Object]) -> CarraraTable:
    """Set the objects on the buildings at a table."""
    return with_table(state, objects_of=dict(objects))


HELP: Final = HelpPage(
    enter=(say("Wheel: tap blocks to buy. Board: tap a city to build."),),
    rules=(
        say("Each turn: buy, build or score."),
        say("Buy: turn the wheel, fill it to eleven, take blocks of one section."),
        say(
            "Score at most six times: each kind once, or a city nobody has scored. A building pays its cost times its "
            "city’s value, and an object."
        ),
        say("With all three objectives met you may announce the end: 5 points."),
    ),
)


BASE, EXPANSION = "base", "expansion"


BEHIND_A_SCREEN: Final = frozenset({"objects", "coins"})
"""The rules of the sheet that count what is behind the screen of a player."""


def open_points(state: CarraraTable, column: Column) -> int:
    """Return the points of a player that lie open; all of them where nothing is hidden."""
    hidden = BEHIND_A_SCREEN if state.table.secret else frozenset()
    return sum(line.points for line in column.lines if line.rule not in hidden)


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> CarraraTable:
    """Return the table before the first turn; the cards of the expansion are picked at the table."""
    table = replace(laid_out(names, objects_of=objects_known(copies)), sold=())
    if variant == EXPANSION:
        table = replace(table, expansion=True, upgrades=UPGRADES.values(copies))
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def with_variant(state: CarraraTable, variant: str, copies: MyCopy) -> CarraraTable:
    """Return a table with or without the expansion; without it nothing is left of its cards."""
    if variant == EXPANSION:
        return with_table(state, expansion=True, upgrades=UPGRADES.values(copies))
    return with_table(state, expansion=False, upgrades={}, cards=None, **dict.fromkeys(COLORS_OF_CARDS))


PALACES_OF_CARRARA: Final = GameKit(
    game=GAME,
    mark="palazzo",
    variants={BASE: titled(say("base game")), EXPANSION: titled(say("with the expansion"))},
    begin=begin,
    help_page=HELP,
    variant_of=lambda state: EXPANSION if state.table.expansion else BASE,
    with_variant=with_variant,
    setup=lambda state: setup(len(state.table.players), expansion=state.table.expansion),
    copy_parts=COPY_PARTS,
    margins=margins,
    begins_with=AS_IF_OVER,
    fields={"track": "score", "blocks": "blocks"},
    open_points=open_points,
    unused=lambda state: frozenset() if state.table.expansion else frozenset({"bonus"}),
    blank={"coins": 0, "blocks": {}},
    turn=lambda state: state.table.turn,
)


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
        return counted(data.TOP_NEEDS[card][players], *TOP_CARDS[card])
    if isinstance(card, ObjectCard):
        return counted(data.OBJECT_NEEDS[card][players], *OBJECT_CARDS[card])
    if isinstance(card, BuildingCard):
        return counted(data.BUILDING_NEEDS[card][players], *BUILDING_CARDS[card])
    return BONUS_CARDS[card]


def end_text(card: Card) -> Message:
    """Return the points that a card gives at the end of the game, in words.

    >>> str(end_text(ObjectCard.QUADRUPLET))
    'at the end 2, 3, 4, 5 and 6 give 3, 6, 10, 15 and 21 points, other objects 1'
    """
    if isinstance(card, TopCard):
        coins = say("at the end a point for every {rate} coins", rate=data.COINS_FOR_A_POINT_WITH_CARD)
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
    ObjectCard.OBJECTS: _each(data.EACH_OBJECT),
    ObjectCard.THREE_PAIRS: _each_and_others(data.EACH_PAIR),
    ObjectCard.TWO_TRIPLETS: _each_and_others(data.EACH_TRIPLET),
    ObjectCard.QUADRUPLET: _by_number(data.ALIKE),
    ObjectCard.PAIR_AND_QUADRUPLET: _each_and_others(data.EACH_PAIR_AND_QUADRUPLET),
    ObjectCard.FOUR_DIFFERENT: _by_number(data.DIFFERENT),
    ObjectCard.TWO_GROUPS_OF_THREE: _each_and_others(data.EACH_GROUP_OF_THREE),
    ObjectCard.PAIRS_MULTIPLIED: say(
        "at the end the sizes of the {groups} largest groups are multiplied, other objects 1",
        groups=data.GROUPS_MULTIPLIED,
    ),
    BuildingCard.COST_TOTAL: say("at the end the costs of all buildings"),
    **{card: _by_city(points.values()) for card, (_, points) in data.IN_A_CITY.items()},
    BuildingCard.COST_8: _by_city(data.GREAT_BUILDING.values()),
    BuildingCard.LAND: _each(data.EACH_LAND_BUILDING),
    BuildingCard.CITY: _each(data.EACH_CITY_BUILDING),
    BuildingCard.CITIES_MULTIPLIED: say(
        "at the end the {cities} largest numbers in a city are multiplied", cities=data.GROUPS_MULTIPLIED
    ),
    BuildingCard.LAND_CITY_PAIRS: say("at the end the costs of land and city buildings in pairs"),
    **{card: say("at the end each is scored once more") for card in BonusCard if card not in data.MAJORITIES},
    BonusCard.REGION_MAJORITIES: say(
        "at the end {points} points each for Livorno, Pisa and Lucca, and for the other three",
        points=data.MAJORITIES[BonusCard.REGION_MAJORITIES][0][1],
    ),
    BonusCard.CITY_MAJORITIES: _by_city(points for _, points in data.MAJORITIES[BonusCard.CITY_MAJORITIES]),
}

BASE_OBJECTIVES: Final[Mapping[str, Card]] = dict(zip(CARD_TITLES, data.BASE_CARDS, strict=False))
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
