"""What building on each square would change, for choosing between squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.little_town.board import empty_grass
from scoring.little_town.booking import constructed
from scoring.little_town.rules import columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.state import Table, Tile


def sites(table: Table, player: str, tile: Tile) -> Mapping[str, Mapping[str, int]]:
    """Return by how many points a tile on each empty grass square would change everybody's total, by rows.

    The totals are those of a game that ends now: coins paid are fewer points, and a house may stand in the view of a
    watchtower or beside a castle.
    """
    before = _totals(table)
    changes = {}
    for cell in empty_grass(table):
        after = _totals(constructed(table, player, tile, cell))
        changes[cell] = {name: after[name] - before[name] for name in before}
    return changes


def _totals(table: Table) -> dict[str, int]:
    return {column.player: column.total for column in columns(table)}
