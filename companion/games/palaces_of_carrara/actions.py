"""What players do at a table of The Palaces of Carrara: each action is a pure function from one state to the next."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final

from companion.tables.permissions import RefusedError
from companion.tables.state import with_extras, with_player, with_table
from scoring.messages import say
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.board import supply
from scoring.palaces_of_carrara.data import ACCEPTED, ANNOUNCING_POINTS, FIRST_EXPANSION_CARDS
from scoring.palaces_of_carrara.preview import BuildingTile, unbuilt
from scoring.palaces_of_carrara.state import (
    BLOCKS_OF_A_COLOR,
    GREAT_COST,
    Building,
    Cards,
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
    from collections.abc import Callable, Mapping

    from companion.games.palaces_of_carrara.extras import CarraraExtras
    from companion.tables.state import TableState
    from scoring.palaces_of_carrara.state import Kind, Player

    CarraraTable = TableState[Table, CarraraExtras]
    Transition = Callable[[CarraraTable], CarraraTable]

COLORS_OF_CARDS: Final = tuple(field.name for field in fields(Cards))
"""The colors of the four cards on the Objectives board: brown, purple, gray, green."""


def transition(step: Callable[..., Table], *args: Any) -> Transition:  # noqa: ANN401 - what the step takes
    """Return the transition of a whole table that a step of the rules makes of its document."""
    return lambda state: replace(state, table=step(state.table, *args))


def same_tile(building: Building, other: Building | BuildingTile) -> bool:
    """Return whether two are the same tile; there is one tile of each kind and cost."""
    return (building.kind, building.cost) == (other.kind, other.cost)


def tile_key(kind: Kind, cost: int) -> str:
    """Return the name of a tile in `CarraraExtras.gone`, such as `villa 3`."""
    return f"{kind.value} {cost}"


def tiles_left(state: CarraraTable) -> tuple[BuildingTile, ...]:
    """Return the building tiles that are neither built nor out of the game."""
    gone = set(state.extras.gone)
    return tuple(tile for tile in unbuilt(state.table) if tile_key(tile.kind, tile.cost) not in gone)


def action(seat: int, step: Transition) -> Transition:
    """Return the action of a turn, after which the next player in seat order plays. Rulebook, Playing the Game."""

    def apply(state: CarraraTable) -> CarraraTable:
        after = step(state)
        return state if after is state else with_extras(after, turn=(seat + 1) % len(state.table.players))

    return apply


def buy_blocks(seat: int, section: int, blocks: Mapping[Color, int]) -> Transition:
    """Buy blocks of a section of the wheel."""
    return action(seat, transition(moves.blocks_bought, seat, section, blocks))


def take_coins(seat: int) -> Transition:
    """Take coins instead of blocks that cannot be paid."""
    return action(seat, transition(moves.coins_taken, seat))


def build(seat: int, building: Building, blocks: Mapping[Color, int]) -> Transition:
    """Build a tile, and pay these blocks."""
    return action(seat, transition(moves.built, seat, building, blocks))


def improve(seat: int, old: Building, new: Building, blocks: Mapping[Color, int]) -> Transition:
    """Put a dearer building in the place of an old one, which leaves the game."""

    def apply(state: CarraraTable) -> CarraraTable:
        buildings = state.table.players[seat].buildings
        number = next((number for number, one in enumerate(buildings) if same_tile(one, old)), None)
        if number is None:
            return state
        gone = (*state.extras.gone, tile_key(old.kind, old.cost))
        table = moves.improved(state.table, seat, number, new, blocks)
        return with_extras(replace(state, table=table), gone=gone)

    return action(seat, apply)


def move_building(seat: int, building: Building, city: City) -> Transition:
    """Move a building to another city: a correction."""

    def apply(state: CarraraTable) -> CarraraTable:
        buildings = state.table.players[seat].buildings
        moved = tuple(replace(one, city=city) if same_tile(one, building) else one for one in buildings)
        return with_player(state, seat, buildings=moved)

    return apply


def take_building_off(seat: int, building: Building) -> Transition:
    """Take a building off the board: a correction."""

    def apply(state: CarraraTable) -> CarraraTable:
        left = tuple(one for one in state.table.players[seat].buildings if not same_tile(one, building))
        return with_player(state, seat, buildings=left)

    return apply


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


def lay_upgrade(seat: int, location: Location, value: Value) -> Transition:
    """Lay an upgrade tile that prints this value."""

    def apply(state: CarraraTable) -> CarraraTable:
        laid = replace(state, table=moves.upgraded(state.table, seat, location))
        return with_upgrade_value(location, value)(laid)

    return apply


def with_upgrade_value(location: Location, value: Value) -> Transition:
    """Set the value that an upgrade tile prints."""
    return lambda state: with_table(state, upgrades={**state.table.upgrades, location: value})


def give_upgrade_back(seat: int, location: Location) -> Transition:
    """Take an upgrade tile off the board: a correction."""

    def apply(state: CarraraTable) -> CarraraTable:
        left = tuple(one for one in state.table.players[seat].upgrades if one is not location)
        return with_player(state, seat, upgrades=left)

    return apply


def lay_marker(seat: int, what: What, name: str) -> Transition:
    """Lay a scoring marker that pays nothing: a correction."""
    laid = Scored(what=what, name=name)
    return lambda state: with_player(state, seat, scored=(*state.table.players[seat].scored, laid))


def take_marker_back(seat: int, one: Scored) -> Transition:
    """Take a scoring marker back; its points, coins and objects stay."""

    def apply(state: CarraraTable) -> CarraraTable:
        left = tuple(other for other in state.table.players[seat].scored if other != one)
        return with_player(state, seat, scored=left)

    return apply


def announce_end(seat: int) -> Transition:
    """Announce the end of the game for 5 points; refused where somebody has announced it."""

    def apply(state: CarraraTable) -> CarraraTable:
        if state.extras.announced is not None:
            name = state.table.players[state.extras.announced].name
            raise RefusedError(say("{name} has announced the end.", name=name))
        table = moves.announced(state.table, seat)
        return with_extras(replace(state, table=table), announced=seat)

    return apply


def withdraw_announcement(state: CarraraTable) -> CarraraTable:
    """Take the announcement of the end back with its points; anybody may announce it again."""
    seat = state.extras.announced
    if seat is None:
        return state
    score = max(state.table.players[seat].score - ANNOUNCING_POINTS, 0)
    after = with_player(state, seat, score=score)
    return with_extras(after, announced=None)


def for_sale(state: CarraraTable) -> tuple[Object, ...]:
    """Return the objects that lie on the board: one of each type until it is sold, never refilled.

    Rulebook, Setup, Additional purchase. Where sales were not recorded, one of each type that nobody can have emptied.
    """
    sold = state.extras.sold or ()
    left = supply(state.table)
    return tuple(one for one in Object if one not in sold and left[one] > 0)


def known_for_sale(state: CarraraTable) -> tuple[Object, ...]:
    """Return the objects known to lie on the board; none where sales were not recorded."""
    return () if state.extras.sold is None else for_sale(state)


def buy_object(seat: int, one: Object) -> Transition:
    """Buy an object that lies on the board, which is not refilled; one that was sold meanwhile stays sold."""

    def apply(state: CarraraTable) -> CarraraTable:
        if one not in for_sale(state):
            return state
        bought = replace(state, table=moves.object_bought(state.table, seat, one))
        return with_extras(bought, sold=(*(state.extras.sold or ()), one))

    return apply


def with_sold(one: Object) -> Transition:
    """Turn whether an object was sold from the board: a correction."""

    def apply(state: CarraraTable) -> CarraraTable:
        sold = set(state.extras.sold or ()) ^ {one}
        return with_extras(state, sold=tuple(other for other in Object if other in sold))

    return apply


def with_secret(*, secret: bool) -> Transition:
    """Hide coins, blocks and objects until the end, or show them."""
    return lambda state: with_extras(state, secret=secret)


def score(seat: int, what: What, name: str) -> Transition:
    """Score, and take objects from the supply next to the board alone where the sales are known."""

    def apply(state: CarraraTable) -> CarraraTable:
        return replace(state, table=moves.scored(state.table, seat, what, name, known_for_sale(state)))

    return action(seat, apply)


def picked_cards(state: CarraraTable) -> dict[str, Any]:
    """Return the cards picked so far, by color."""
    cards = {color: getattr(state.extras, color) for color in COLORS_OF_CARDS}
    if state.table.cards is not None:
        cards = {color: getattr(state.table.cards, color) for color in COLORS_OF_CARDS}
    return {color: card for color, card in cards.items() if card is not None}


def pick_card(color: str, card: object) -> Transition:
    """Lay a card on the Objectives board; with the fourth card all of them count."""

    def apply(state: CarraraTable) -> CarraraTable:
        cards = {**picked_cards(state), color: card}
        whole = Cards(**cards) if len(cards) == len(COLORS_OF_CARDS) else None
        return with_extras(with_table(state, cards=whole), **cards)

    return apply


def pick_first_game_cards(state: CarraraTable) -> CarraraTable:
    """Lay the four cards of a first game with the expansion on the Objectives board."""
    cards = FIRST_EXPANSION_CARDS
    return with_extras(with_table(state, cards=cards), **{color: getattr(cards, color) for color in COLORS_OF_CARDS})


def with_blocks(seat: int, color: Color, number: int) -> Transition:
    """Set the number of blocks of a color behind the screen of a seat."""
    return lambda state: with_player(state, seat, blocks={**state.table.players[seat].blocks, color: number})


def with_object(seat: int, one: Any, number: int) -> Transition:  # noqa: ANN401 - an object
    """Set the number of objects of a type behind the screen of a seat."""
    return lambda state: with_player(state, seat, objects={**state.table.players[seat].objects, one: number})


@dataclass(frozen=True, slots=True, kw_only=True)
class BlocksBasket:
    """The blocks that a player is about to buy, all of one section of the wheel (1 to 6, 0 while empty)."""

    section: int = 0
    blocks: Mapping[Color, int] = field(default_factory=dict)


def basket_with(basket: BlocksBasket, section: int, color: Color) -> BlocksBasket:
    """Return the basket with one more block; blocks of another section leave it."""
    before = basket.blocks if basket.section == section else {}
    return BlocksBasket(section=section, blocks={**before, color: before.get(color, 0) + 1})


def basket_without(basket: BlocksBasket, color: Color) -> BlocksBasket:
    """Return the basket with one block of a color less; the section is open again once it is empty."""
    left = {one: number - (one is color) for one, number in basket.blocks.items() if number > (one is color)}
    return BlocksBasket(section=basket.section, blocks=left) if left else BlocksBasket()


def blocks_left(table: Table, color: Color) -> int:
    """Return the number of blocks of a color that no player has."""
    return BLOCKS_OF_A_COLOR - sum(player.blocks.get(color, 0) for player in table.players)
