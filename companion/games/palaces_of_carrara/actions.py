"""What players do at a table of The Palaces of Carrara: each action is a pure function from one state to the next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.tables.access import RefusedError
from companion.tables.state import TableState, with_player, with_table
from scoring.messages import say
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.board import same_tile
from scoring.palaces_of_carrara.data import ACCEPTED, FIRST_EXPANSION_CARDS
from scoring.palaces_of_carrara.scoring_action import refused
from scoring.palaces_of_carrara.state import (
    GREAT_COST,
    Building,
    City,
    Color,
    Location,
    Object,
    Scored,
    Table,
    Value,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.palaces_of_carrara.state import Player

    CarraraTable = TableState[Table]


def move_building(state: CarraraTable, seat: int, building: Building, city: City) -> CarraraTable:
    """Move a building to another city: a correction."""
    buildings = state.table.players[seat].buildings
    moved = tuple(replace(lying, city=city) if same_tile(lying, building) else lying for lying in buildings)
    return with_player(state, seat, buildings=moved)


def take_building_off(state: CarraraTable, seat: int, building: Building) -> CarraraTable:
    """Take a building off the board: a correction."""
    left = tuple(lying for lying in state.table.players[seat].buildings if not same_tile(lying, building))
    return with_player(state, seat, buildings=left)


def cheapest_payment(blocks: Mapping[Color, int], city: City, cost: int) -> dict[Color, int]:
    """Return the cheapest blocks that pay a building: the lowest colors that the city accepts, `{}` for too few blocks.

    >>> cheapest_payment({Color.RED: 2, Color.WHITE: 1, Color.BLACK: 3}, City.LUCCA, 2) == {Color.RED: 2}
    True
    """
    paid: dict[Color, int] = {}
    for color in reversed(ACCEPTED[city]):
        number = min(blocks.get(color, 0), cost - sum(paid.values()))
        if number:
            paid[color] = number
    return paid if sum(paid.values()) == cost else {}


def upgrades_due(player: Player) -> int:
    """Return the number of upgrade tiles that a player may still take: one for each building of cost 8."""
    return max(sum(building.cost == GREAT_COST for building in player.buildings) - len(player.upgrades), 0)


def lay_upgrade(state: CarraraTable, seat: int, location: Location, value: Value) -> CarraraTable:
    """Lay an upgrade tile that prints this value."""
    laid = replace(state, table=moves.lay_upgrade(state.table, seat, location))
    return with_upgrade_value(laid, location, value)


def with_upgrade_value(state: CarraraTable, location: Location, value: Value) -> CarraraTable:
    """Set the value that an upgrade tile prints."""
    return with_table(state, upgrades={**state.table.upgrades, location: value})


def give_upgrade_back(state: CarraraTable, seat: int, location: Location) -> CarraraTable:
    """Take an upgrade tile off the board: a correction."""
    left = tuple(upgrade for upgrade in state.table.players[seat].upgrades if upgrade is not location)
    return with_player(state, seat, upgrades=left)


def score(state: CarraraTable, seat: int, what: What, name: str) -> CarraraTable:
    """Score a kind, a city or a category; refused where somebody has scored it on another phone meanwhile."""
    for problem in refused(state.table, seat, what, name):
        raise RefusedError(problem.message)
    return replace(state, table=moves.score(state.table, seat, what, name))


def lay_marker(state: CarraraTable, seat: int, what: What, name: str) -> CarraraTable:
    """Lay a scoring marker that pays nothing: a correction."""
    laid = Scored(what=what, name=name)
    return with_player(state, seat, scored=(*state.table.players[seat].scored, laid))


def take_marker_back(state: CarraraTable, seat: int, marker: Scored) -> CarraraTable:
    """Take a scoring marker back; its points, coins and objects stay."""
    left = tuple(kept for kept in state.table.players[seat].scored if kept != marker)
    return with_player(state, seat, scored=left)


def announce_end(state: CarraraTable, seat: int) -> CarraraTable:
    """Announce the end of the game for 5 points; refused where somebody has announced it."""
    if state.table.announced is not None:
        name = state.table.players[state.table.announced].name
        raise RefusedError(say("{name} has announced the end.", name=name))
    return replace(state, table=moves.announce_end(state.table, seat))


def toggle_sold(state: CarraraTable, object_type: Object) -> CarraraTable:
    """Turn whether an object was sold from the board: a correction."""
    sold = set(state.table.sold or ()) ^ {object_type}
    return with_table(state, sold=tuple(kept for kept in Object if kept in sold))


def with_secret(state: CarraraTable, *, secret: bool) -> CarraraTable:
    """Hide coins, blocks and objects until the end, or show them."""
    return with_table(state, secret=secret)


def pick_first_game_cards(state: CarraraTable) -> CarraraTable:
    """Lay the four cards of a first game with the expansion on the Objectives board."""
    cards = FIRST_EXPANSION_CARDS
    return with_table(state, cards=cards, **{color: getattr(cards, color) for color in moves.COLORS_OF_CARDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class BlocksBasket:
    """The blocks that a player is about to buy, all of one section of the wheel (1 to 6, 0 while empty)."""

    section: int = 0
    blocks: Mapping[Color, int] = field(default_factory=dict)


def with_block(basket: BlocksBasket, section: int, color: Color) -> BlocksBasket:
    """Return the basket with one more block; blocks of another section leave it."""
    before = basket.blocks if basket.section == section else {}
    return BlocksBasket(section=section, blocks={**before, color: before.get(color, 0) + 1})


def without_block(basket: BlocksBasket, color: Color) -> BlocksBasket:
    """Return the basket with one block of a color less; the section is open again once it is empty."""
    left = {held: number - (held is color) for held, number in basket.blocks.items() if number > (held is color)}
    return BlocksBasket(section=basket.section, blocks=left) if left else BlocksBasket()
