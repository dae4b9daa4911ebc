"""The limits: what is impossible on a table of The Palaces of Carrara, part by part."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.board import called, objects_of
from scoring.palaces_of_carrara.data import OBJECTS_OF, OBJECTS_OF_A_TYPE, SCORING_MARKERS
from scoring.palaces_of_carrara.scoring_action import NAMES, scored_already
from scoring.palaces_of_carrara.state import (
    BLOCKS_OF_A_COLOR,
    GREAT_COST,
    SMALL_COSTS,
    Building,
    Cards,
    Category,
    City,
    Color,
    Kind,
    Object,
    Player,
    ScoreAsk,
    Scored,
    Table,
    What,
)
from scoring.players import names_differ, within_supply
from scoring.problems import Limits, Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scoring.fields import NounKey
    from scoring.palaces_of_carrara.state import Location


UPGRADES_BELONG: Final = say("upgrade tiles belong to the expansion")


def costs_as_printed(building: Building) -> Iterator[Problem]:
    """A building costs 1 to 5, or 8. Rulebook, The Building Types; Expansion, Action II."""
    if building.cost not in (*SMALL_COSTS, GREAT_COST):
        message = say("{cost}: a building costs 1 to 5, or 8 with the expansion", cost=building.cost)
        yield Problem(path="cost", message=message)


def name_is_one_of_what(scored: Scored | ScoreAsk) -> Iterator[Problem]:
    """A kind, a city or a category bears the name of one. Rulebook, Action III."""
    if scored.name not in NAMES[scored.what]:
        names = ", ".join(NAMES[scored.what])
        message = say("“{name}”: one of {names} belongs here", name=scored.name, names=names)
        yield Problem(path="name", message=message)


def cards_with_the_expansion(table: Table) -> Iterator[Problem]:
    """The expansion is played with four cards, the base game with the objectives printed on the board."""
    if table.expansion and table.cards is None:
        message = say("missing: with the expansion a card of each color lies on the Objectives board")
        yield Problem(path="cards", message=message)
    if not table.expansion and isinstance(table.cards, Cards):
        message = say("cards belong to the expansion: the base game has the three objectives of its board")
        yield Problem(path="cards", message=message)


def upgrade_values_with_the_expansion(table: Table) -> Iterator[Problem]:
    """Upgrade tiles belong to the expansion. Expansion, Upgrade Tiles."""
    if not table.expansion and table.upgrades:
        yield Problem(path="upgrades", message=UPGRADES_BELONG)


def expansion_pieces(table: Table) -> Iterator[Problem]:
    """Buildings of cost 8, categories and upgrade tiles belong to the expansion."""
    if table.expansion:
        return

    def pieces_of(seat: int, player: Player) -> Iterator[Problem]:
        def small(index: int, building: Building) -> Iterator[Problem]:
            if building.cost == GREAT_COST:
                message = say("{cost}: buildings of cost 8 belong to the expansion", cost=building.cost)
                yield Problem(path=f"players[{seat}].buildings[{index}].cost", message=message)

        def no_category(index: int, scored: Scored) -> Iterator[Problem]:
            if scored.what is What.CATEGORY:
                message = say("category: the building category spaces belong to the expansion")
                yield Problem(path=f"players[{seat}].scored[{index}].what", message=message)

        def no_upgrade(index: int, location: Location) -> Iterator[Problem]:
            name = location.noun.name
            message = say("{what}: {value}", what=name, value=UPGRADES_BELONG)
            yield Problem(path=f"players[{seat}].upgrades[{index}]", message=message)

        yield from for_each(player.buildings, small)
        yield from for_each(player.scored, no_category)
        yield from for_each(player.upgrades, no_upgrade)

    yield from for_each(table.players, pieces_of)


def _of_every_player(
    table: Table, field: str, limit: Callable[[str, str | Message, Any], Iterable[Problem]]
) -> Iterator[Problem]:
    """Apply a limit to each entry in a field of every player, with its path and the name of the player."""

    def of_player(seat: int, player: Player) -> Iterator[Problem]:
        path, name = f"players[{seat}].{field}", called(seat, player)
        yield from for_each(getattr(player, field), lambda index, entry: limit(f"{path}[{index}]", name, entry))

    yield from for_each(table.players, of_player)


def each_building_once(table: Table) -> Iterator[Problem]:
    """Of each kind there is one building of each cost. Rulebook, The Building Types."""
    built: dict[tuple[str, int], str | Message] = {}

    def is_new(path: str, player: str | Message, building: Building) -> Iterator[Problem]:
        tile = (building.kind, building.cost)
        if tile in built:
            message = say(
                "the {kind} of cost {cost} appears twice: {owner} has built it already",
                kind=building.kind.noun.name,
                cost=building.cost,
                owner=built[tile],
            )
            yield Problem(path=path, message=message)
        built.setdefault(tile, player)

    yield from _of_every_player(table, "buildings", is_new)


def blocks_of_each_color(table: Table) -> Iterator[Problem]:
    """There are seven blocks of each color. Rulebook, Components and Game Setup."""
    yield from _within_supply(table, "blocks", Color, BLOCKS_OF_A_COLOR)


def objects_of_each_type(table: Table) -> Iterator[Problem]:
    """There are six objects of each type. Rulebook, Components and Game Setup."""
    yield from _within_supply(table, "objects", Object, OBJECTS_OF_A_TYPE)


def _within_supply(table: Table, field: str, kinds: Iterable[Color | Object], most: int) -> Iterator[Problem]:
    def too_many(kind: Color | Object, held: int, _player: Player) -> Message:
        return say("{held} at the table: there are {most} of each", held=counted(held, *kind.noun.forms), most=most)

    for kind in kinds:
        yield from within_supply(table, field, kind, most, partial(too_many, kind))


def six_scorings(player: Player) -> Iterator[Problem]:
    """A player has six scoring markers. Rulebook, Action III."""
    for index in range(SCORING_MARKERS, len(player.scored)):
        message = say("scoring {number}: a player has {most} markers", number=index + 1, most=SCORING_MARKERS)
        yield Problem(path=f"scored[{index}]", message=message)


def each_kind_and_category_once(player: Player) -> Iterator[Problem]:
    """A player scores each kind and each category once. Rulebook, The player scores a type of building."""
    seen: set[tuple[What, str]] = set()

    def is_new(index: int, scored: Scored) -> Iterator[Problem]:
        entry = (scored.what, scored.name)
        if scored.what is not What.CITY and entry in seen:
            keys = Kind if scored.what is What.KIND else Category
            message = say("{what}: a player scores this once", what=_called(keys, scored.name))
            yield Problem(path=f"scored[{index}]", message=message)
        seen.add(entry)

    yield from for_each(player.scored, is_new)


def each_city_once(table: Table) -> Iterator[Problem]:
    """A city is scored once in the game. Rulebook, The player scores a city."""
    seen: dict[str, str | Message] = {}

    def is_new(path: str, player: str | Message, scored: Scored) -> Iterator[Problem]:
        if scored.what is not What.CITY:
            return
        if scored.name in seen:
            yield Problem(path=path, message=scored_already(_called(City, scored.name), seen[scored.name]))
        seen.setdefault(scored.name, player)

    yield from _of_every_player(table, "scored", is_new)


def _called(keys: type[NounKey], name: str) -> str | Message:
    """Return what people call something, or its name in the document where that is none."""
    return keys(name).noun.name if name in set(keys) else name


def each_upgrade_once(table: Table) -> Iterator[Problem]:
    """There is one upgrade tile for each location. Expansion, Upgrade Tiles."""
    seen: dict[str, str | Message] = {}

    def is_new(path: str, player: str | Message, location: Location) -> Iterator[Problem]:
        if location in seen:
            name = location.noun.name
            message = say("{location}: {player} has this upgrade tile", location=name, player=seen[location])
            yield Problem(path=path, message=message)
        seen.setdefault(location, player)

    yield from _of_every_player(table, "upgrades", is_new)


def upgrades_are_valued(table: Table) -> Iterator[Problem]:
    """The value of an upgrade tile is printed on it and has to be entered. Expansion, Upgrade Tiles."""

    def is_valued(path: str, _player: str | Message, location: Location) -> Iterator[Problem]:
        if location not in table.upgrades:
            message = say("{location}: enter in upgrades what is printed on this tile", location=location.noun.name)
            yield Problem(path=path, message=message)

    if table.expansion:
        yield from _of_every_player(table, "upgrades", is_valued)


def six_different_objects(table: Table) -> Iterator[Problem]:
    """Each kind of building has an object of its own. Rulebook, The Building Types."""
    belongs = objects_of(table)
    named = tuple(table.objects_of)
    for index, kind in enumerate(named):
        others = (*(unnamed for unnamed in OBJECTS_OF if unnamed not in named), *named[:index])
        rival = next((rival for rival in others if belongs[rival] is belongs[kind]), None)
        if rival is not None:
            message = say(
                "{object} belongs to {rival}: each kind has an object of its own",
                object=belongs[kind].noun.name,
                rival=rival.noun.name,
            )
            yield Problem(path=f"objects_of.{kind}", message=message)


LIMITS: Final[Limits] = {
    Table: (
        names_differ,
        cards_with_the_expansion,
        upgrade_values_with_the_expansion,
        expansion_pieces,
        each_building_once,
        blocks_of_each_color,
        objects_of_each_type,
        each_city_once,
        each_upgrade_once,
        upgrades_are_valued,
        six_different_objects,
    ),
    Player: (six_scorings, each_kind_and_category_once),
    Building: (costs_as_printed,),
    Scored: (name_is_one_of_what,),
    ScoreAsk: (name_is_one_of_what,),
}
