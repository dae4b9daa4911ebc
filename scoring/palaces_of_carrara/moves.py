"""The setup; the moves, each from one table to the next; the wheel, and what a player can choose from.

Moves refuse nothing: `scoring_action.refused`, `cities` and the limits say whether one is allowed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from scoring.fields import AMOUNT_RANGE
from scoring.game import SEATS, SetupItem, setup_items
from scoring.messages import Message, counted, say, wordless
from scoring.palaces_of_carrara import data
from scoring.palaces_of_carrara.board import (
    BuildingTile,
    buildings_named,
    category,
    for_sale,
    objects_of,
    same_tile,
    tile_key,
    value,
    worth,
)
from scoring.palaces_of_carrara.rules import column
from scoring.palaces_of_carrara.scoring_action import NAMES, Gain, gain, refused, taken
from scoring.palaces_of_carrara.state import (
    GREAT_COST,
    SCORE_RANGE,
    SMALL_COSTS,
    Building,
    Cards,
    City,
    Color,
    Kind,
    Location,
    Object,
    Player,
    Scored,
    Table,
    What,
)
from scoring.palaces_of_carrara.wording import building_in_city, given
from scoring.players import with_player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.palaces_of_carrara.state import CitiesAsk, WheelAsk


class Section(Enum):
    """A section of the check list."""

    MIDDLE = say("In the middle")
    EVERYBODY = say("Everybody takes")
    START = say("Who begins")


_MIDDLE: Final = {
    "boards": say("the game board and the Objectives board"),
    "wheel": say("the wheel, its section {section} at the arrow", section=data.START_SECTION),
    "blocks": say(
        "{blocks} block of each color on section I of the wheel, the rest in the bag", blocks=data.BLOCKS_ON_SECTION_1
    ),
    "buildings": say(
        "{tiles} building tiles shuffled: {shown} face up on the board, the rest face down beside it",
        tiles=len(SMALL_COSTS) * len(Kind),
        shown=data.BUILDINGS_ON_SHOW,
    ),
    "objects": say(
        "{objects} objects by type: 1 of each on its space of the board, the other {others} of each beside it",
        objects=data.OBJECTS_OF_A_TYPE * len(Object),
        others=data.OBJECTS_OF_A_TYPE - 1,
    ),
    "coins": say("the coins as a bank, the 50/100 point markers beside the board"),
}

_EXPANSION: Final = {
    "great-buildings": say(
        "{tiles} buildings of cost {cost} face up beside the board", tiles=len(Kind), cost=GREAT_COST
    ),
    "upgrade-tiles": say("{tiles} upgrade tiles beside the board", tiles=len(Location)),
    "cards": say(
        "cards shuffled by color, one of each face up on the Objectives board: {brown} brown, {purple} purple, "
        "{gray} gray, {green} green; in a first game those numbered {number}",
        **data.CARDS_IN_A_PILE,
        number=data.FIRST_EXPANSION_NUMBER,
    ),
}

_EVERYBODY: Final = {
    "player-board": say("1 player board, the side with trees in the lower right-hand corner, and 1 screen"),
    "coins-each": say("coins worth {coins} behind the screen", coins=data.START_COINS),
    "scoring-markers": say(
        "{all} scoring markers of one color: 1 on space 0 of the scoring track, {markers} in front of you",
        all=data.SCORING_MARKERS + 1,
        markers=data.SCORING_MARKERS,
    ),
}

_CATEGORY_SIDE: Final = say("1 player board, the side with the building category spaces, and 1 screen")


def setup(players: int, *, expansion: bool = False) -> tuple[SetupItem, ...]:
    """Return the check list for 2 to 4 players, in the order in which it is worked off. Rulebook, Game Setup.

    >>> [str(item.message) for item in setup(2) if item.key.startswith("block-")]
    ['Starting player: 1 black block behind the screen', 'Second player: 1 blue block behind the screen']
    """
    middle = {**_MIDDLE, **_EXPANSION} if expansion else _MIDDLE
    everybody = {**_EVERYBODY, "player-board": _CATEGORY_SIDE} if expansion else _EVERYBODY
    sections = ((Section.MIDDLE, middle), (Section.EVERYBODY, everybody), (Section.START, _start(players)))
    return setup_items(sections)


def _start(players: int) -> Mapping[str, Message]:
    blocks = {
        f"block-{seat}": say("{seat}: {block} behind the screen", seat=name, block=counted(1, *color.noun.forms))
        for seat, (name, color, _) in enumerate(zip(SEATS, data.START_BLOCKS, range(players), strict=False), start=1)
    }
    first = say("give the start player token to whoever begins; by the rulebook that is the last to visit or see Italy")
    return {"starting-player": first, **blocks}


def laid_out(names: Sequence[str], *, objects_of: Mapping[Kind, Object] | None = None) -> Table:
    """Return the table of 2 to 4 players, named in seat order, before the first turn. Rulebook, Game Setup."""
    players = tuple(
        Player(name=name, score=0, coins=data.START_COINS, blocks={color: 1})
        for name, color in zip(names, data.START_BLOCKS, strict=False)
    )
    return Table(players=players, expansion=False, upgrades={}, objects_of=objects_of or {})


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelCost:
    """What some blocks cost in a section."""

    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptingCities:
    """The cities that accept some blocks, in the order of the board."""

    cities: tuple[City, ...]


def price(section: int, color: Color) -> int:
    """Return what a block costs in a section: 1 less in each, never below 0. Rulebook, Action I: Buy blocks.

    >>> [price(section, Color.GREEN) for section in (1, 2, 3, 4, 5, 6)]
    [3, 2, 1, 0, 0, 0]
    """
    return max(data.FIRST_PRICES[color] - (section - 1), 0)


def cost_of_blocks(section: int, blocks: Mapping[Color, int]) -> int:
    """Return the coins for some blocks of one section. Rulebook, Action I: Buy blocks."""
    return sum(number * price(section, color) for color, number in blocks.items())


def wheel(_table: Table, ask: WheelAsk) -> WheelCost:
    """Return the cost of the blocks of a question."""
    return WheelCost(coins=cost_of_blocks(ask.section, ask.blocks))


def cities(_table: Table, ask: CitiesAsk) -> AcceptingCities:
    """Return the cities that accept all blocks of a question. Rulebook, Action II."""
    used = {color for color, number in ask.blocks.items() if number}
    return AcceptingCities(cities=tuple(city for city in City if used.issubset(data.ACCEPTED[city])))


COLORS_OF_CARDS: Final = tuple(field.name for field in fields(Cards))
"""The colors of the four cards on the Objectives board: brown, purple, gray, green."""


def _end_turn(table: Table, seat: int) -> Table:
    """Let the next player in seat order play. Rulebook, Playing the Game."""
    return replace(table, turn=(seat + 1) % len(table.players))


def buy_blocks(table: Table, seat: int, section: int, blocks: Mapping[Color, int]) -> Table:
    """Take blocks of one section of the wheel behind the screen and pay for them. Rulebook, Action I: Buy blocks."""
    player = table.players[seat]
    more = {color: player.blocks.get(color, 0) + blocks.get(color, 0) for color in Color}
    paid = with_player(
        table, seat, blocks=more, coins=AMOUNT_RANGE.clamp(player.coins - cost_of_blocks(section, blocks))
    )
    return _end_turn(paid, seat)


def take_coins(table: Table, seat: int) -> Table:
    """Take the coins for a player who cannot pay a block. Rulebook, Action I, special situation 2."""
    coins = AMOUNT_RANGE.clamp(table.players[seat].coins + data.CANNOT_PAY_COINS)
    return _end_turn(with_player(table, seat, coins=coins), seat)


def build(table: Table, seat: int, building: Building, blocks: Mapping[Color, int]) -> Table:
    """Place a building and return the blocks that it costs to the bag. Rulebook, Action II: Build buildings."""
    buildings = (*table.players[seat].buildings, building)
    return _end_turn(_pay(with_player(table, seat, buildings=buildings), seat, blocks), seat)


def improve(table: Table, seat: int, old: Building, new: Building, blocks: Mapping[Color, int]) -> Table:
    """Replace a player's building by a dearer one for the difference in blocks; its tile leaves the game.

    Nothing changes where the player does not have it any more. Expansion, Improving a building.
    """
    buildings = table.players[seat].buildings
    there = next((lying for lying in buildings if same_tile(lying, old)), None)
    if there is None:
        return table
    instead = with_player(table, seat, buildings=tuple(new if lying is there else lying for lying in buildings))
    left = replace(_pay(instead, seat, blocks), gone=(*table.gone, tile_key(old.kind, old.cost)))
    return _end_turn(left, seat)


def lay_upgrade(table: Table, seat: int, location: Location) -> Table:
    """Lay an upgrade tile on a city or category of a player. Expansion, Upgrade Tiles."""
    return with_player(table, seat, upgrades=(*table.players[seat].upgrades, location))


def score(table: Table, seat: int, what: What, name: str) -> Table:
    """Score a kind, a city or a category, and lay a marker there. Rulebook, Action III: Score."""
    player = table.players[seat]
    paid = gain(table, player, what, name)
    after = with_player(
        table,
        seat,
        score=SCORE_RANGE.clamp(player.score + paid.points),
        coins=AMOUNT_RANGE.clamp(player.coins + paid.coins),
        objects={
            object_type: player.objects.get(object_type, 0) + paid.objects.get(object_type, 0) for object_type in Object
        },
        scored=(*player.scored, Scored(what=what, name=name)),
    )
    return _end_turn(after, seat)


def buy_object(table: Table, seat: int, object_type: Object) -> Table:
    """Buy an object that lies on the board, after any action; one that was sold meanwhile stays sold.

    Rulebook, Additional purchase.
    """
    if object_type not in for_sale(table):
        return table
    player = table.players[seat]
    objects = {**player.objects, object_type: player.objects.get(object_type, 0) + 1}
    bought = with_player(table, seat, objects=objects, coins=AMOUNT_RANGE.clamp(player.coins - data.OBJECT_PRICE))
    return replace(bought, sold=(*(table.sold or ()), object_type))


def announce_end(table: Table, seat: int) -> Table:
    """Announce the end with all three objectives, and book the points. Rulebook, The End of the Game."""
    points = SCORE_RANGE.clamp(table.players[seat].score + data.ANNOUNCING_POINTS)
    return replace(with_player(table, seat, score=points), announced=seat)


def take_announcement_back(table: Table) -> Table:
    """Take the announcement of the end back with its points; anybody may announce it again."""
    if table.announced is None:
        return table
    points = max(table.players[table.announced].score - data.ANNOUNCING_POINTS, 0)
    return replace(with_player(table, table.announced, score=points), announced=None)


def picked_cards(table: Table) -> dict[str, Any]:
    """Return the cards picked so far, by color."""
    of = table if table.cards is None else table.cards
    cards = {color: getattr(of, color) for color in COLORS_OF_CARDS}
    return {color: card for color, card in cards.items() if card is not None}


def pick_card(table: Table, color: str, card: object) -> Table:
    """Lay a card on the Objectives board; with the fourth card all of them count."""
    cards = {**picked_cards(table), color: card}
    return replace(table, cards=Cards(**cards) if len(cards) == len(COLORS_OF_CARDS) else None, **cards)


def _pay(table: Table, seat: int, blocks: Mapping[Color, int]) -> Table:
    held = table.players[seat].blocks
    left = {color: AMOUNT_RANGE.clamp(held.get(color, 0) - blocks.get(color, 0)) for color in Color}
    return with_player(table, seat, blocks=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringChoice:
    """A scoring action: what it pays, and why it is not allowed (`refused`, empty where it is).

    `final` is the change of the player's total if the game ended right after it.
    """

    what: What
    name: str
    gain: Gain
    final: int
    refused: tuple[Message, ...]


def scoring_choices(table: Table, seat: int) -> tuple[ScoringChoice, ...]:
    """Return every scoring action of a player: kinds, cities, with the expansion categories. Rulebook, Action III."""
    possible = (What.KIND, What.CITY, What.CATEGORY) if table.expansion else (What.KIND, What.CITY)
    return tuple(scoring_choice(table, seat, what, name) for what in possible for name in NAMES[what])


def scoring_choice(table: Table, seat: int, what: What, name: str) -> ScoringChoice:
    """Return what one scoring action would bring."""
    after = score(table, seat, what, name)
    before = column(table, table.players[seat]).total
    return ScoringChoice(
        what=what,
        name=name,
        gain=gain(table, table.players[seat], what, name),
        final=column(after, after.players[seat]).total - before,
        refused=tuple(problem.message for problem in refused(table, seat, what, name)),
    )


def reckoning(table: Table, seat: int, what: What, name: str) -> tuple[Message, ...]:
    """Return the working of a scoring action: what each building pays, then the objects that the supply lacks.

    Rulebook, Action III; Expansion, Building Category Spaces.
    """
    built = buildings_named(table.players[seat], what, name)
    each = tuple(_paid(table, seat, building, name if what is not What.KIND else building.city) for building in built)
    return each if what is What.CATEGORY else (*each, *_lacking(table, built))


def _paid(table: Table, seat: int, building: Building, location: str) -> Message:
    worth_each = value(table, table.players[seat], Location(location))
    paid = worth(building.cost, worth_each)
    each = given(worth_each.points, worth_each.coins)
    factor = wordless("({value})", value=each) if worth_each.points and worth_each.coins else each
    product = wordless(
        "{cost} × {value} = {paid}", cost=building.cost, value=factor, paid=given(paid.points, paid.coins)
    )
    return say("{what}: {value}", what=building_in_city(building), value=product)


def _lacking(table: Table, built: tuple[Building, ...]) -> tuple[Message, ...]:
    belongs, there = objects_of(table), taken(table, built)
    missing = Counter(belongs[building.kind] for building in built) - Counter(there)
    return tuple(
        say("{objects} not taken: the supply has no more", objects=counted(number, *object_type.noun.forms))
        for object_type, number in missing.items()
    )


def unbuilt(table: Table) -> tuple[BuildingTile, ...]:
    """Return the building tiles that nobody has built and none are known to be out of the game, by kind and cost."""
    built = {(building.kind, building.cost) for player in table.players for building in player.buildings}
    costs = (*SMALL_COSTS, GREAT_COST) if table.expansion else SMALL_COSTS
    return tuple(
        BuildingTile(kind=kind, cost=cost, category=category(kind))
        for kind in Kind
        for cost in costs
        if (kind, cost) not in built and tile_key(kind, cost) not in table.gone
    )


def free_upgrades(table: Table) -> tuple[Location, ...]:
    """Return the upgrade tiles that nobody has; none without the expansion. Expansion, Upgrade Tiles."""
    held = {location for player in table.players for location in player.upgrades}
    return tuple(location for location in Location if location not in held) if table.expansion else ()
