"""The moves: each takes a table and returns the table after it.

They refuse nothing: `scoring_action.refused`, `wheel` and the limits say whether a move is allowed.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from scoring.fields import AMOUNT_RANGE
from scoring.palaces_of_carrara.board import for_sale, same_tile, tile_key
from scoring.palaces_of_carrara.data import ANNOUNCING_POINTS, CANNOT_PAY_COINS, OBJECT_PRICE
from scoring.palaces_of_carrara.scoring_action import gain
from scoring.palaces_of_carrara.state import SCORE_RANGE, Building, Cards, Color, Location, Object, Scored, Table, What
from scoring.palaces_of_carrara.wheel import cost_of_blocks
from scoring.players import with_player

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    coins = AMOUNT_RANGE.clamp(table.players[seat].coins + CANNOT_PAY_COINS)
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
    bought = with_player(table, seat, objects=objects, coins=AMOUNT_RANGE.clamp(player.coins - OBJECT_PRICE))
    return replace(bought, sold=(*(table.sold or ()), object_type))


def announce_end(table: Table, seat: int) -> Table:
    """Announce the end with all three objectives, and book the points. Rulebook, The End of the Game."""
    points = SCORE_RANGE.clamp(table.players[seat].score + ANNOUNCING_POINTS)
    return replace(with_player(table, seat, score=points), announced=seat)


def take_announcement_back(table: Table) -> Table:
    """Take the announcement of the end back with its points; anybody may announce it again."""
    if table.announced is None:
        return table
    points = max(table.players[table.announced].score - ANNOUNCING_POINTS, 0)
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
