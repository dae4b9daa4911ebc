"""The moves: each takes a table and returns the table after it.

They refuse nothing: `scoring_action.refused`, `wheel` and the limits say whether a move is allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.fields import AMOUNT_RANGE
from scoring.palaces_of_carrara.data import ANNOUNCING_POINTS, CANNOT_PAY_COINS, OBJECT_PRICE
from scoring.palaces_of_carrara.scoring_action import gain
from scoring.palaces_of_carrara.state import SCORE_RANGE, Building, Color, Location, Object, Scored, Table, What
from scoring.palaces_of_carrara.wheel import cost_of_blocks
from scoring.players import with_player

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def blocks_bought(table: Table, seat: int, section: int, blocks: Mapping[Color, int]) -> Table:
    """Take blocks of one section of the wheel behind the screen and pay for them. Rulebook, Action I: Buy blocks."""
    player = table.players[seat]
    more = {color: player.blocks.get(color, 0) + blocks.get(color, 0) for color in Color}
    return with_player(
        table, seat, blocks=more, coins=AMOUNT_RANGE.clamp(player.coins - cost_of_blocks(section, blocks))
    )


def coins_taken(table: Table, seat: int) -> Table:
    """Take the coins for a player who cannot pay a block. Rulebook, Action I, special situation 2."""
    return with_player(table, seat, coins=AMOUNT_RANGE.clamp(table.players[seat].coins + CANNOT_PAY_COINS))


def built(table: Table, seat: int, building: Building, blocks: Mapping[Color, int]) -> Table:
    """Place a building and return the blocks that it costs to the bag. Rulebook, Action II: Build buildings."""
    player = table.players[seat]
    return _paid(with_player(table, seat, buildings=(*player.buildings, building)), seat, blocks)


def improved(table: Table, seat: int, number: int, building: Building, blocks: Mapping[Color, int]) -> Table:
    """Replace a player's building by a dearer one for the difference in blocks. Expansion, Improving a building."""
    buildings = list(table.players[seat].buildings)
    buildings[number] = building
    return _paid(with_player(table, seat, buildings=tuple(buildings)), seat, blocks)


def upgraded(table: Table, seat: int, location: Location) -> Table:
    """Lay an upgrade tile on a city or category of a player. Expansion, Upgrade Tiles."""
    return with_player(table, seat, upgrades=(*table.players[seat].upgrades, location))


def scored(table: Table, seat: int, what: What, name: str, for_sale: Collection[Object] = ()) -> Table:
    """Score a kind, a city or a category, and lay a marker there. Rulebook, Action III: Score."""
    player = table.players[seat]
    paid = gain(table, player, what, name, for_sale)
    return with_player(
        table,
        seat,
        score=SCORE_RANGE.clamp(player.score + paid.points),
        coins=AMOUNT_RANGE.clamp(player.coins + paid.coins),
        objects={one: player.objects.get(one, 0) + paid.objects.get(one, 0) for one in Object},
        scored=(*player.scored, Scored(what=what, name=name)),
    )


def object_bought(table: Table, seat: int, one: Object) -> Table:
    """Buy an object that lies on the board, after any action. Rulebook, Additional purchase."""
    player = table.players[seat]
    objects = {**player.objects, one: player.objects.get(one, 0) + 1}
    return with_player(table, seat, objects=objects, coins=AMOUNT_RANGE.clamp(player.coins - OBJECT_PRICE))


def announced(table: Table, seat: int) -> Table:
    """Book the points for announcing the end with all three objectives. Rulebook, The End of the Game."""
    return with_player(table, seat, score=SCORE_RANGE.clamp(table.players[seat].score + ANNOUNCING_POINTS))


def _paid(table: Table, seat: int, blocks: Mapping[Color, int]) -> Table:
    held = table.players[seat].blocks
    left = {color: AMOUNT_RANGE.clamp(held.get(color, 0) - blocks.get(color, 0)) for color in Color}
    return with_player(table, seat, blocks=left)
