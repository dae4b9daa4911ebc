"""Drawings of player boards as text: the cities side by side with what stands above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Board
from scoring.messages import say, tr
from scoring.palaces_of_carrara.board import scored_by, standing_in, value
from scoring.palaces_of_carrara.state import City, Location, What
from scoring.palaces_of_carrara.wording import building_name, given

if TYPE_CHECKING:
    from scoring.palaces_of_carrara.state import Building, Player, Table


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
