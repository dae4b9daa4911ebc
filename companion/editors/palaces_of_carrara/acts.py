"""What players do at a table of The Palaces of Carrara, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from companion.evening import with_player
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.data import ACCEPTED, ANNOUNCING_POINTS
from scoring.palaces_of_carrara.preview import BuildingTile, unbuilt
from scoring.palaces_of_carrara.state import (
    GREAT_COST,
    Building,
    Cards,
    City,
    Color,
    Location,
    Scored,
    Table,
    Value,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.editors.palaces_of_carrara.beside import CarraraBeside
    from companion.evening import Evening
    from scoring.palaces_of_carrara.state import Kind, Player

    Round = Evening[Table, CarraraBeside]
    Act = Callable[[Round], Round]

COLORS_OF_CARDS: Final = tuple(field.name for field in fields(Cards))
"""The colors of the four cards on the Objectives board: brown, purple, gray, green."""


def player_of(evening: Round, seat: int) -> Player:
    """Return the player in a seat."""
    return evening.table.players[seat]


def booked(step: Callable[..., Table], *args: Any) -> Act:  # noqa: ANN401 - what the step takes
    """Return a step of the rules as one of the evening."""
    return lambda evening: replace(evening, table=step(evening.table, *args))


# -- buildings


def same_tile(building: Building, other: Building | BuildingTile) -> bool:
    """Return whether two are the same tile: there is one of each kind and cost."""
    return (building.kind, building.cost) == (other.kind, other.cost)


def tile_key(kind: Kind, cost: int) -> str:
    """Return the name under which a building tile counts as gone."""
    return f"{kind.value} {cost}"


def tiles_left(evening: Round) -> tuple[BuildingTile, ...]:
    """Return the building tiles that can still be built: neither built by anybody nor improved out of the game."""
    gone = set(evening.beside.gone)
    return tuple(tile for tile in unbuilt(evening.table) if tile_key(tile.kind, tile.cost) not in gone)


def build(seat: int, building: Building, blocks: Mapping[Color, int]) -> Act:
    """Build a tile, and pay the blocks that are counted here."""
    return booked(moves.built, seat, building, blocks)


def improve(seat: int, old: Building, new: Building, blocks: Mapping[Color, int]) -> Act:
    """Put a dearer building in the place of one, which goes out of the game."""

    def act(evening: Round) -> Round:
        buildings = player_of(evening, seat).buildings
        number = next((number for number, one in enumerate(buildings) if same_tile(one, old)), None)
        if number is None:
            return evening
        gone = (*evening.beside.gone, tile_key(old.kind, old.cost))
        table = moves.improved(evening.table, seat, number, new, blocks)
        return replace(evening, table=table, beside=replace(evening.beside, gone=gone))

    return act


def move(seat: int, building: Building, city: City) -> Act:
    """Put a building that was laid by mistake above another city."""

    def act(evening: Round) -> Round:
        buildings = player_of(evening, seat).buildings
        moved = tuple(replace(one, city=city) if same_tile(one, building) else one for one in buildings)
        return with_player(evening, seat, buildings=moved)

    return act


def take_off(seat: int, building: Building) -> Act:
    """Take a building that was laid by mistake off the board."""

    def act(evening: Round) -> Round:
        left = tuple(one for one in player_of(evening, seat).buildings if not same_tile(one, building))
        return with_player(evening, seat, buildings=left)

    return act


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


def upgrade(seat: int, place: Location, value: Value) -> Act:
    """Lay an upgrade tile, with what it prints."""

    def act(evening: Round) -> Round:
        table = moves.upgraded(evening.table, seat, place)
        return replace(evening, table=replace(table, upgrades={**table.upgrades, place: value}))

    return act


def value_upgrade(place: Location, value: Value) -> Act:
    """Say what an upgrade tile prints."""
    return lambda evening: replace(
        evening, table=replace(evening.table, upgrades={**evening.table.upgrades, place: value})
    )


def give_back(seat: int, place: Location) -> Act:
    """Take an upgrade tile that was laid by mistake off the board."""

    def act(evening: Round) -> Round:
        left = tuple(one for one in player_of(evening, seat).upgrades if one is not place)
        return with_player(evening, seat, upgrades=left)

    return act


# -- scoring


def mark(seat: int, what: What, name: str) -> Act:
    """Lay a scoring marker without booking what it pays."""
    laid = Scored(what=what, name=name)
    return lambda evening: with_player(evening, seat, scored=(*player_of(evening, seat).scored, laid))


def unmark(seat: int, one: Scored) -> Act:
    """Take a scoring marker back; what it paid stays."""

    def act(evening: Round) -> Round:
        left = tuple(other for other in player_of(evening, seat).scored if other != one)
        return with_player(evening, seat, scored=left)

    return act


def announce(seat: int) -> Act:
    """Announce the end of the game: 5 points, once in a game."""

    def act(evening: Round) -> Round:
        if evening.beside.announced is not None:
            return evening
        table = moves.announced(evening.table, seat)
        return replace(evening, table=table, beside=replace(evening.beside, announced=seat))

    return act


def withdraw(evening: Round) -> Round:
    """Take the announcement of the end back, with its points: play goes on, and another may announce it."""
    seat = evening.beside.announced
    if seat is None:
        return evening
    score = max(player_of(evening, seat).score - ANNOUNCING_POINTS, 0)
    after = with_player(evening, seat, score=score)
    return replace(after, beside=replace(after.beside, announced=None))


# -- the cards on the Objectives board


def picked(evening: Round) -> dict[str, Any]:
    """Return the cards that were picked so far, by color."""
    cards = {color: getattr(evening.beside, color) for color in COLORS_OF_CARDS}
    if evening.table.cards is not None:
        cards = {color: getattr(evening.table.cards, color) for color in COLORS_OF_CARDS}
    return {color: card for color, card in cards.items() if card is not None}


def pick(color: str, card: object) -> Act:
    """Lay a card on the Objectives board; with the fourth one all of them count."""

    def act(evening: Round) -> Round:
        cards = {**picked(evening), color: card}
        whole = Cards(**cards) if len(cards) == len(COLORS_OF_CARDS) else None
        table = replace(evening.table, cards=whole)
        return replace(evening, table=table, beside=replace(evening.beside, **cards))

    return act


# -- the stock


def with_blocks(seat: int, color: Color, number: int) -> Act:
    """Say how many blocks of a color lie behind a screen."""
    return lambda evening: with_player(evening, seat, blocks={**player_of(evening, seat).blocks, color: number})


def with_object(seat: int, one: Any, number: int) -> Act:  # noqa: ANN401 - an object
    """Say how many objects of a type lie behind a screen."""
    return lambda evening: with_player(evening, seat, objects={**player_of(evening, seat).objects, one: number})
