"""Setup, paragraph by paragraph: what is laid out for two, three and four players, and what the tiles print."""

from __future__ import annotations

import pytest

from scoring.little_town.board import houses_left, reserve, terrain, workers_left
from scoring.little_town.data import BOARDS, TILES, Works
from scoring.little_town.limits import LIMITS
from scoring.little_town.moves import Section, laid_out, setup
from scoring.little_town.state import Cube, Side, Terrain, Tile
from scoring.problems import problems_in
from tests.scoring.little_town.boards import NAMES

NUMBERS = (2, 3, 4)


def told(players: int) -> dict[str, str]:
    return {item.key: str(item.message) for item in setup(players)}


@pytest.mark.parametrize(("players", "workers", "houses", "cards"), [(2, 5, 7, 4), (3, 4, 6, 3), (4, 3, 6, 2)])
def test_setup_pieces_by_number_of_players(players: int, workers: int, houses: int, cards: int) -> None:
    assert told(players)["workers"] == f"{workers} workers of one color"
    assert told(players)["houses"] == f"{houses} houses of that color"
    assert told(players)["objectives"] == f"{cards} objective cards, face down"
    assert told(players)["coins"] == "3 coins, where all can see them"


def test_setup_the_market() -> None:
    assert told(2)["wheat-fields"] == "the 5 wheat fields in one stack"
    assert told(2)["market-tiles"] == (
        "the other building tiles shuffled, and 12 of them laid on the open spots; in a first game the 12 with a bird"
    )


@pytest.mark.parametrize("players", NUMBERS)
def test_setup_the_list_is_in_order_and_every_key_is_there_once(players: int) -> None:
    items = setup(players)
    assert list(dict.fromkeys(item.section for item in items)) == list(Section)
    sections = [item.section for item in items]
    assert sections == sorted(sections, key=[*Section].index)
    assert len({item.key for item in items}) == len(items)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("players", NUMBERS)
def test_the_table_at_the_start_has_no_problems(players: int, side: Side) -> None:
    table = laid_out(NAMES[:players], side)
    assert problems_in(table, LIMITS) == []
    assert (table.board, table.round) == (side, 1)
    assert [(player.name, player.score, player.coins, player.cubes) for player in table.players] == [
        (name, 0, 3, {}) for name in NAMES[:players]
    ]
    assert reserve(table) == dict.fromkeys(Cube, 15)
    assert (workers_left(table, "Cathy"), houses_left(table, "Cathy")) == {2: (5, 7), 3: (4, 6), 4: (3, 6)}[players]


def test_there_are_29_building_tiles() -> None:
    assert set(TILES) == set(Tile)
    assert sum(printed.number for printed in TILES.values()) == 29


def test_every_tile_costs_something_and_has_an_effect_points_or_both() -> None:
    for printed in TILES.values():
        cost = sum(printed.cost.cubes.values()) + printed.cost.coins
        assert cost > 0
        assert not printed.cost.points
        gives = sum(printed.gives.cubes.values()) + printed.gives.coins + printed.gives.points + printed.gives.of_choice
        assert (gives > 0) is (printed.works is Works.ACTIVATED)


def test_the_statue_has_points_instead_of_an_effect_and_the_cathedral_the_most() -> None:
    assert (TILES[Tile.STATUE].cost, TILES[Tile.STATUE].points) == (TILES[Tile.WAREHOUSE].cost, 10)
    assert TILES[Tile.CATHEDRAL].points == max(printed.points for printed in TILES.values())


@pytest.mark.parametrize("side", Side)
def test_the_printed_boards_have_nine_columns_six_rows_and_every_terrain(side: Side) -> None:
    land = terrain(laid_out(NAMES[:2], side))
    assert [len(row) for row in BOARDS[side]] == [9] * 6
    assert len(land) == 54
    assert set(land.values()) == set(Terrain)
