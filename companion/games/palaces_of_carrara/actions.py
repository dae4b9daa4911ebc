"""What players do at a table of The Palaces of Carrara, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from companion.tables.state import with_player
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.data import ACCEPTED, ANNOUNCING_POINTS
from scoring.palaces_of_carrara.preview import BuildingTile, unbuilt
from scoring.palaces_of_carrara.state import (
    GREAT_COST,
    Building,
    Cards,
    City,
    Color,
    Place,
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

    Round = TableState[Table, CarraraExtras]
    Transition = Callable[[Round], Round]

COLORS_OF_CARDS: Final = tuple(field.name for field in fields(Cards))
"""The colors of the four cards on the Objectives board: brown, purple, gray, green."""


def player_of(state: Round, seat: int) -> Player:
    """Return the player in a seat."""
    return state.table.players[seat]


def booked(step: Callable[..., Table], *args: Any) -> Transition:  # noqa: ANN401 - what the step takes
    """Return a step of the rules as one of the evening."""
    return lambda state: replace(state, table=step(state.table, *args))


# -- buildings


def same_tile(building: Building, other: Building | BuildingTile) -> bool:
    """Return whether two are the same tile: there is one of each kind and cost."""
    return (building.kind, building.cost) == (other.kind, other.cost)


def tile_key(kind: Kind, cost: int) -> str:
    """Return the name under which a building tile counts as gone."""
    return f"{kind.value} {cost}"


def tiles_left(state: Round) -> tuple[BuildingTile, ...]:
    """Return the building tiles that can still be built: neither built by anybody nor improved out of the game."""
    gone = set(state.extras.gone)
    return tuple(tile for tile in unbuilt(state.table) if tile_key(tile.kind, tile.cost) not in gone)


def build(seat: int, building: Building, blocks: Mapping[Color, int]) -> Transition:
    """Build a tile, and pay the blocks that are counted here."""
    return booked(moves.built, seat, building, blocks)


def improve(seat: int, old: Building, new: Building, blocks: Mapping[Color, int]) -> Transition:
    """Put a dearer building in the place of one, which goes out of the game."""

    def apply(state: Round) -> Round:
        buildings = player_of(state, seat).buildings
        number = next((number for number, one in enumerate(buildings) if same_tile(one, old)), None)
        if number is None:
            return state
        gone = (*state.extras.gone, tile_key(old.kind, old.cost))
        table = moves.improved(state.table, seat, number, new, blocks)
        return replace(state, table=table, extras=replace(state.extras, gone=gone))

    return apply


def move(seat: int, building: Building, city: City) -> Transition:
    """Put a building that was laid by mistake above another city."""

    def apply(state: Round) -> Round:
        buildings = player_of(state, seat).buildings
        moved = tuple(replace(one, city=city) if same_tile(one, building) else one for one in buildings)
        return with_player(state, seat, buildings=moved)

    return apply


def take_off(seat: int, building: Building) -> Transition:
    """Take a building that was laid by mistake off the board."""

    def apply(state: Round) -> Round:
        left = tuple(one for one in player_of(state, seat).buildings if not same_tile(one, building))
        return with_player(state, seat, buildings=left)

    return apply


def payment(held: Mapping[Color, int], city: City, cost: int) -> dict[Color, int]:
    """Return the blocks to pay with that are dearest to nobody: the lowest colors that the city accepts.

    Nothing where the blocks held do not suffice.

    >>> payment({Color.RED: 2, Color.WHITE: 1, Color.BLACK: 3}, City.LUCCA, 2) == {Color.RED: 2}
    True
    """
    paid: dict[Color, int] = {}
    for color in reversed(ACCEPTED[city]):
        number = min(held.get(color, 0), cost - sum(paid.values()))
        if number:
            paid[color] = number
    return paid if sum(paid.values()) == cost else {}


# -- upgrade tiles


def upgrades_due(player: Player) -> int:
    """Return how many upgrade tiles a player may still take: one for each building of cost 8."""
    return max(sum(building.cost == GREAT_COST for building in player.buildings) - len(player.upgrades), 0)


def upgrade(seat: int, place: Place, value: Value) -> Transition:
    """Lay an upgrade tile, with what it prints."""

    def apply(state: Round) -> Round:
        table = moves.upgraded(state.table, seat, place)
        return replace(state, table=replace(table, upgrades={**table.upgrades, place: value}))

    return apply


def value_upgrade(place: Place, value: Value) -> Transition:
    """Say what an upgrade tile prints."""
    return lambda state: replace(state, table=replace(state.table, upgrades={**state.table.upgrades, place: value}))


def give_back(seat: int, place: Place) -> Transition:
    """Take an upgrade tile that was laid by mistake off the board."""

    def apply(state: Round) -> Round:
        left = tuple(one for one in player_of(state, seat).upgrades if one is not place)
        return with_player(state, seat, upgrades=left)

    return apply


# -- scoring


def mark(seat: int, what: What, name: str) -> Transition:
    """Lay a scoring marker without booking what it pays."""
    laid = Scored(what=what, name=name)
    return lambda state: with_player(state, seat, scored=(*player_of(state, seat).scored, laid))


def unmark(seat: int, one: Scored) -> Transition:
    """Take a scoring marker back; what it paid stays."""

    def apply(state: Round) -> Round:
        left = tuple(other for other in player_of(state, seat).scored if other != one)
        return with_player(state, seat, scored=left)

    return apply


def announce(seat: int) -> Transition:
    """Announce the end of the game: 5 points, once in a game."""

    def apply(state: Round) -> Round:
        if state.extras.announced is not None:
            return state
        table = moves.announced(state.table, seat)
        return replace(state, table=table, extras=replace(state.extras, announced=seat))

    return apply


def withdraw(state: Round) -> Round:
    """Take the announcement of the end back, with its points: play goes on, and another may announce it."""
    seat = state.extras.announced
    if seat is None:
        return state
    score = max(player_of(state, seat).score - ANNOUNCING_POINTS, 0)
    after = with_player(state, seat, score=score)
    return replace(after, extras=replace(after.extras, announced=None))


# -- the cards on the Objectives board


def picked(state: Round) -> dict[str, Any]:
    """Return the cards that were picked so far, by color."""
    cards = {color: getattr(state.extras, color) for color in COLORS_OF_CARDS}
    if state.table.cards is not None:
        cards = {color: getattr(state.table.cards, color) for color in COLORS_OF_CARDS}
    return {color: card for color, card in cards.items() if card is not None}


def pick(color: str, card: object) -> Transition:
    """Lay a card on the Objectives board; with the fourth one all of them count."""

    def apply(state: Round) -> Round:
        cards = {**picked(state), color: card}
        whole = Cards(**cards) if len(cards) == len(COLORS_OF_CARDS) else None
        table = replace(state.table, cards=whole)
        return replace(state, table=table, extras=replace(state.extras, **cards))

    return apply


# -- the stock


def with_blocks(seat: int, color: Color, number: int) -> Transition:
    """Say how many blocks of a color lie behind a screen."""
    return lambda state: with_player(state, seat, blocks={**player_of(state, seat).blocks, color: number})


def with_object(seat: int, one: Any, number: int) -> Transition:  # noqa: ANN401 - an object
    """Say how many objects of a type lie behind a screen."""
    return lambda state: with_player(state, seat, objects={**player_of(state, seat).objects, one: number})
