"""Strategies of Little Town: boards and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from scoring.little_town import state as little_town
from scoring.little_town.board import terrain
from scoring.little_town.data import HOUSES, TILES, WORKERS
from tests.strategies import names

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn


@st.composite
def town_boards(draw: DrawFn) -> Any:
    """A side of the board, or rows with as much grass as on one of them."""
    row = st.text("....FML", min_size=little_town.BOARD_COLUMNS, max_size=little_town.BOARD_COLUMNS)
    rows = st.lists(row, min_size=little_town.BOARD_ROWS, max_size=little_town.BOARD_ROWS).map(tuple)
    return draw(st.one_of(st.sampled_from(little_town.Side), rows))


@st.composite
def towns(draw: DrawFn) -> little_town.Table:
    """A table of Little Town without problems."""
    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    board = draw(town_boards())
    land = terrain(little_town.Table(players=(), board=board))
    grass = draw(st.permutations([cell for cell, shown in land.items() if shown is little_town.Terrain.GRASS]))
    market = draw(st.permutations([tile for tile, printed in TILES.items() for _ in range(printed.number)]))
    houses = draw(st.permutations([name for name in called for _ in range(HOUSES[len(called)])]))
    workers = draw(st.permutations([name for name in called for _ in range(WORKERS[len(called)])]))
    number = min(draw(st.integers(0, len(houses))), len(grass))
    placed = draw(st.integers(0, len(workers)))
    left = dict.fromkeys(little_town.Cube, little_town.CUBES_OF_A_KIND)
    players = []
    for name in called:
        cubes = {cube: draw(st.integers(0, left[cube])) for cube in little_town.Cube}
        left = {cube: left[cube] - cubes[cube] for cube in little_town.Cube}
        score, coins = draw(st.integers(-99, 300)), draw(st.integers(0, 40))
        players.append(little_town.Player(name=name, score=score, coins=coins, cubes=cubes))
    return little_town.Table(
        players=tuple(players),
        board=board,
        buildings=tuple(
            little_town.Building(tile=tile, cell=cell, owner=owner)
            for tile, cell, owner in zip(market, grass[:number], houses, strict=False)
        ),
        workers=tuple(
            little_town.Worker(cell=cell, owner=owner)
            for cell, owner in zip(grass[number:], workers[:placed], strict=False)
        ),
        round=draw(st.integers(1, little_town.LAST_ROUND)),
        castle_counts=draw(st.sampled_from(little_town.Whose)),
        cathedral_counts=draw(st.sampled_from(little_town.Whose)),
        watchtower_workers_block=draw(st.booleans()),
        coins_feed=draw(st.booleans()),
    )
