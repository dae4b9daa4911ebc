"""The record of The Palaces of Carrara, with its rulings and the drawings of its player boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Board, Game
from scoring.messages import Message, say, tr
from scoring.palaces_of_carrara.board import buildings_named, scored_by, standing_in, value
from scoring.palaces_of_carrara.data import KNOWN_UPGRADES, MAJORITIES, OBJECTS_OF, OBJECTS_UNSURE, TWO_CITIES_OF
from scoring.palaces_of_carrara.limits import LIMITS
from scoring.palaces_of_carrara.rules import bonus, columns, compares_players, ties
from scoring.palaces_of_carrara.state import RULES, BonusCard, BuildingCard, City, Location, ObjectCard, Table, What
from scoring.palaces_of_carrara.wording import building_name, given

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.palaces_of_carrara.state import Building, Kind, Object, Player, Value
    from scoring.sheet import Sheet


FOOT = 3
"""Lines below the buildings: the name of the city, and its value."""

LEGEND: Final = say("CAPITALS: scored by this player, *: upgrade tile")


def boards(table: Table) -> tuple[Board, ...]:
    """Return a drawing of each player board, in seat order."""
    return tuple(
        Board(title=player.name, drawing=(*draw(table, player), str(LEGEND)), short=listed(table, player))
        for player in table.players
    )


def draw(table: Table, player: Player) -> tuple[str, ...]:
    """Return the lines of a drawing: the buildings of each city above it, the dearest on top, and its value."""
    columns = [_column(table, player, city) for city in City]
    highest = max(len(column) for column in columns)
    filled = [[""] * (highest - len(column)) + column for column in columns]
    widths = [max(map(len, column)) for column in filled]
    lines = [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*filled, strict=True)
    ]
    return (*lines[:-FOOT], "─" * (sum(widths) + 2 * (len(widths) - 1)), *lines[-FOOT:])


def _column(table: Table, player: Player, city: City) -> list[str]:
    """Return what stands above a city, its name, and what it is worth."""
    worth = value(table, player, Location(city))
    values = [str(given(points, coins)) for points, coins in ((worth.points, 0), (0, worth.coins)) if points or coins]
    return [*_stack(player, city), _named(player, city), *values, *[""] * (FOOT - 1 - len(values))]


def listed(table: Table, player: Player) -> tuple[str, ...]:
    """Return the cities as lines of text, for screens too narrow for the drawing."""
    return (*(_line(table, player, city) for city in City), str(LEGEND))


def _line(table: Table, player: Player, city: City) -> str:
    worth = value(table, player, Location(city))
    standing = ", ".join(_stack(player, city)) or tr("nothing built")
    return f"{_named(player, city)}, {given(worth.points, worth.coins)}: {standing}"


def _stack(player: Player, city: City) -> list[str]:
    """Return the buildings of a city, the dearest first."""
    standing = sorted(standing_in(player, city), key=lambda building: (-building.cost, building.kind))
    return [_building(player, building) for building in standing]


def _building(player: Player, building: Building) -> str:
    name = str(building_name(building))
    return name.upper() if building.kind in scored_by(player, What.KIND) else name


def _named(player: Player, city: City) -> str:
    name = str(city.noun.name)
    name = name.upper() if city in scored_by(player, What.CITY) else name
    return f"{name}*" if Location(city) in player.upgrades else name


SUPPLY: Final = say(
    "When scoring, you take an object as long as the table holds fewer than six of its type, even the one for sale "
    "on the board."
)


BONUS_COINS: Final = say("The coins of the bonus points card join the player's coins before they become points.")


BEST_CHOICE: Final = say(
    "Where the bonus points card leaves a choice, the option with the highest total counts, then the one with the "
    "most bonus points."
)


NO_MINIMUM: Final = say("The bonus points card scores cities and kinds however many buildings stand there.")


MAJORITY_OF_NOTHING: Final = say("Nobody has the highest total cost where nobody has built.")


KIND_UNDIVIDED: Final = say("Where pairs are multiplied, all objects of a kind are one group, never divided.")


BEST_SETS: Final = say("Sets of different objects are made up so that they are worth the most.")


DEAREST_PAIRS: Final = say("Land and city buildings are paired from the most expensive down.")


OBJECTS_SUPPOSED: Final = say(
    "Until somebody says what the tiles show, the cathedrale brings the cup, the castello the flag, the villa the coat "
    "of arms."
)


RULINGS: Final = (
    SUPPLY,
    BONUS_COINS,
    BEST_CHOICE,
    NO_MINIMUM,
    MAJORITY_OF_NOTHING,
    KIND_UNDIVIDED,
    BEST_SETS,
    DEAREST_PAIRS,
    OBJECTS_SUPPOSED,
)
"""The rulings of the game, by default."""


def upgrade_as_printed(location: Location, value: Value) -> Message:
    """Return the message with the value that an upgrade tile of this copy prints."""
    return say(
        "As printed on the upgrade tile of this copy, {location}: {value} for each block of building cost.",
        location=location.noun.name,
        value=given(value.points, value.coins),
    )


def objects_as_shown(shown: Mapping[Kind, Object]) -> Message:
    """Return the message with the objects that the building tiles of this copy show."""
    each = tuple(
        say("the {kind} brings the {object}", kind=kind.noun.name, object=shown[kind].noun.name) for kind in shown
    )
    return say("As the building tiles of this copy show, {each}.", each=each)


def objects_supposed(table: Table) -> Message:
    """Return the ruling about the objects that this copy's tiles were not said to show; there is one at least."""
    kinds = [kind for kind in OBJECTS_UNSURE if kind not in table.objects_of]
    if len(kinds) == len(OBJECTS_UNSURE):
        return OBJECTS_SUPPOSED
    each = tuple(
        say("the {kind} brings the {object}", kind=kind.noun.name, object=OBJECTS_OF[kind].noun.name) for kind in kinds
    )
    return say("Until somebody says what the tile shows, {each}.", each=each)


def score_rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on, and what this copy of the game prints."""
    return (*_of_the_cards(table, sheet), *_of_the_copy(table))


def _of_the_cards(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    if table.cards is None:
        return ()
    purple, gray, green = table.cards.purple, table.cards.gray, table.cards.green
    choice = green in (BonusCard.TWO_CITIES, BonusCard.TWO_KINDS)
    applies = (
        (BEST_SETS, "objects", purple is ObjectCard.FOUR_DIFFERENT),
        (KIND_UNDIVIDED, "objects", purple is ObjectCard.PAIRS_MULTIPLIED),
        (DEAREST_PAIRS, "buildings", gray is BuildingCard.LAND_CITY_PAIRS),
        (BEST_CHOICE, "bonus", choice),
        (NO_MINIMUM, "bonus", choice or green in TWO_CITIES_OF),
        (BONUS_COINS, "coins", any(bonus(table, player).coins for player in table.players)),
        (MAJORITY_OF_NOTHING, "bonus", any(_nobody_built_in(table, cities) for cities, _ in MAJORITIES.get(green, ()))),
    )
    return tuple(ruling for ruling, rule, rests_on_it in applies if rests_on_it and sheet.works_out(rule))


def _of_the_copy(table: Table) -> tuple[Message, ...]:
    """Return what the tiles of this copy print beyond the rulebook, as far as a score rests on it."""
    held = {location for player in table.players for location in player.upgrades}
    upgrades = tuple(
        upgrade_as_printed(location, value)
        for location, value in table.upgrades.items()
        if location in held and value != KNOWN_UPGRADES.get(location)
    )
    scored = {kind for player in table.players for kind in _kinds_scored(player)}
    unsure = [kind for kind in OBJECTS_UNSURE if kind in scored]
    named: dict[Kind, Object] = {kind: table.objects_of[kind] for kind in unsure if kind in table.objects_of}
    shown = (objects_as_shown(named),) if named else ()
    supposed = (objects_supposed(table),) if len(named) < len(unsure) else ()
    return (*upgrades, *shown, *supposed)


def _kinds_scored(player: Player) -> Iterator[Kind]:
    """Return the kinds of the buildings that brought a player objects; categories bring none."""
    for scored in player.scored:
        if scored.what is not What.CATEGORY:
            yield from (building.kind for building in buildings_named(player, scored.what, scored.name))


def _nobody_built_in(table: Table, cities: tuple[City, ...]) -> bool:
    return not any(standing_in(player, *cities) for player in table.players)


PALACES_OF_CARRARA: Final[Game[Table]] = Game(
    key="palaces-of-carrara",
    title="The Palaces of Carrara",
    name=say("The Palaces of Carrara"),
    bgg_id=129948,
    editions=("first (2012), with or without the expansion in its envelope",),
    edition_hint=say("The first edition (2012) is known, not that of 2022 with statues and monuments."),
    source=say("rulebook of 2012 with that of the expansion (a scan)"),
    table=Table,
    rules=RULES,
    variant=lambda table: say("with the expansion") if table.expansion else say("base game"),
    work_out=columns,
    compares=compares_players,
    criteria=ties,
    limits=LIMITS,
    checks_at="scoring.palaces_of_carrara.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)
