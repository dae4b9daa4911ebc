"""The worked examples of the rulebook; each comes out as printed there. Whole sheets lie in `tests/golden`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scoring.little_town.data import TILES, Stock
from scoring.little_town.moves import construct
from scoring.little_town.state import Cube, Tile
from scoring.players import seat_of
from storage.documents import codec

GOLDEN = Path(__file__).parents[2] / "golden" / "little-town"


def answer(name: str) -> dict[str, Any]:
    read = codec.read_check(codec.parse((GOLDEN / f"{name}.json").read_bytes()))
    plain_answer: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
    return plain_answer


def test_build_a_building_the_barn_takes_4_wood_and_the_pawn_moves_6_spaces() -> None:
    assert answer("barn-for-4-wood") == {"points": 6, "cubes": {"wood": 4}, "coins": 0, "affordable": True, "short": 0}
    read = codec.read_check(codec.parse((GOLDEN / "barn-for-4-wood.json").read_bytes()))
    table = construct(read.table, seat_of(read.table, read.ask.player), read.ask.tile, read.ask.cell)
    cathy = table.players[0]
    assert (cathy.score, cathy.cubes[Cube.WOOD]) == (9 + 6, 1)


def test_activate_a_building_the_pier_the_gold_mine_the_shop_and_the_restaurant() -> None:
    assert TILES[Tile.PIER].gives == Stock(cubes={Cube.FISH: 2})
    assert TILES[Tile.GOLD_MINE].gives == Stock(coins=2)
    assert TILES[Tile.SHOP].takes == TILES[Tile.SHOP].gives == Stock(of_choice=2)
    assert TILES[Tile.RESTAURANT].takes == Stock(cubes={Cube.FISH: 1, Cube.WHEAT: 1})
    assert TILES[Tile.RESTAURANT].gives == Stock(points=4)
    assert answer("pier-mine-shop-and-restaurant") == {
        "resources": {"wood": 1, "stone": 0, "fish": 0},
        "buildings": [
            {"cell": "B4", "tile": "pier", "owner": "Nick", "fee": 0},
            {"cell": "C4", "tile": "shop", "owner": "Nick", "fee": 0},
            {"cell": "D4", "tile": "gold-mine", "owner": "Sophie", "fee": 1},
            {"cell": "B5", "tile": "restaurant", "owner": "Sophie", "fee": 1},
        ],
    }


def test_substituting_coins_3_for_each_cube() -> None:
    assert answer("barn-for-wood-and-coins")["coins"] == 6


def test_feed_the_workers_3_points_lost_for_each_unfed() -> None:
    assert [
        (player["name"], player["unfed"], player["points"]) for player in answer("cathedral-and-feeding")["players"]
    ] == [("Cathy", 0, 4), ("Hank", 1, -3), ("Nick", 0, 0)]


def test_end_of_the_game_tied_players_share_the_victory() -> None:
    read = codec.read_table(codec.parse((GOLDEN / "castle-watchtower-and-a-shared-win.json").read_bytes()))
    standings = read.game.score(read.table).standings
    assert [(standing.place, standing.player, standing.total) for standing in standings] == [
        (1, "Nick", 53),
        (1, "Sophie", 53),
        (3, "Cathy", 40),
        (4, "Hank", -1),
    ]
