"""What happens at the table, each step from one table to the next.

Nothing is refused here: whether a step is allowed, `scoring_action.refused`, `wheel` and the limits tell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scoring.fields import MAX_INTEGER
from scoring.palaces_of_carrara.data import ANNOUNCING_POINTS, CANNOT_PAY_COINS, OBJECT_PRICE
from scoring.palaces_of_carrara.scoring_action import gain
from scoring.palaces_of_carrara.state import Building, Color, Object, Place, Scored, Table, What
from scoring.palaces_of_carrara.wheel import cost_of_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping


MAX_SCORE: Final = 999
"""The most points that a document holds for a player."""


def blocks_bought(table: Table, seat: int, section: int, blocks: Mapping[Color, int]) -> Table:
    """Take blocks of one section of the wheel behind the screen and pay for them. Rulebook, Action I: Buy blocks."""
    player = table.players[seat]
    more = {color: player.blocks.get(color, 0) + blocks.get(color, 0) for color in Color}
    return _with(table, seat, blocks=more, coins=_amount(player.coins - cost_of_blocks(section, blocks)))


def coins_taken(table: Table, seat: int) -> Table:
    """Take the coins for a player who cannot pay a block. Rulebook, Action I, special situation 2."""
    return _with(table, seat, coins=_amount(table.players[seat].coins + CANNOT_PAY_COINS))


def built(table: Table, seat: int, building: Building, blocks: Mapping[Color, int]) -> Table:
    """Place a building and return the blocks that it costs to the bag. Rulebook, Action II: Build buildings."""
    player = table.players[seat]
    return _paid(_with(table, seat, buildings=(*player.buildings, building)), seat, blocks)


def improved(table: Table, seat: int, number: int, building: Building, blocks: Mapping[Color, int]) -> Table:
    """Replace a player's building by a dearer one for the difference in blocks. Expansion, Improving a building."""
    buildings = list(table.players[seat].buildings)
    buildings[number] = building
    return _paid(_with(table, seat, buildings=tuple(buildings)), seat, blocks)


def upgraded(table: Table, seat: int, place: Place) -> Table:
    """Lay an upgrade tile on a city or category of a player. Expansion, Upgrade Tiles."""
    return _with(table, seat, upgrades=(*table.players[seat].upgrades, place))


def scored(table: Table, seat: int, what: What, name: str) -> Table:
    """Score a kind, a city or a category, and lay a marker there. Rulebook, Action III: Score."""
    player = table.players[seat]
    paid = gain(table, player, what, name)
    return _with(
        table,
        seat,
        score=min(player.score + paid.points, MAX_SCORE),
        coins=_amount(player.coins + paid.coins),
        objects={one: player.objects.get(one, 0) + paid.objects.get(one, 0) for one in Object},
        scored=(*player.scored, Scored(what=what, name=name)),
    )


def object_bought(table: Table, seat: int, one: Object) -> Table:
    """Buy an object that lies on the board, after any action. Rulebook, Additional purchase."""
    player = table.players[seat]
    objects = {**player.objects, one: player.objects.get(one, 0) + 1}
    return _with(table, seat, objects=objects, coins=_amount(player.coins - OBJECT_PRICE))


def announced(table: Table, seat: int) -> Table:
    """Book the points for announcing the end with all three objectives. Rulebook, The End of the Game."""
    return _with(table, seat, score=min(table.players[seat].score + ANNOUNCING_POINTS, MAX_SCORE))


def _paid(table: Table, seat: int, blocks: Mapping[Color, int]) -> Table:
    held = table.players[seat].blocks
    left = {color: _amount(held.get(color, 0) - blocks.get(color, 0)) for color in Color}
    return _with(table, seat, blocks=left)


def _with(table: Table, seat: int, **changed: Any) -> Table:  # noqa: ANN401 - any field of a player
    players = list(table.players)
    players[seat] = replace(players[seat], **changed)
    return replace(table, players=tuple(players))


def _amount(number: int) -> int:
    return min(max(number, 0), MAX_INTEGER)
