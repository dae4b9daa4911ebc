"""Build a Building: what is paid with cubes and coins, which squares, tiles and houses are left."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.little_town.actions import Price, build, price, tiles_by_price
from scoring.little_town.board import tiles_left, tiles_offered
from scoring.little_town.checks import CHECKS, a_house_is_left
from scoring.little_town.data import TILES
from scoring.little_town.moves import construct
from scoring.little_town.rules import columns
from scoring.little_town.state import BuildAsk, Building, Cube, Player, Table, Tile
from scoring.players import player_of
from tests.scoring.little_town.boards import MEADOW, player, town
from tests.strategies import examples

WOOD, STONE, FISH, WHEAT = Cube
BUILD = CHECKS[2]


def test_the_barn_costs_4_wood_and_scores_6_points() -> None:
    assert price(player(wood=5), Tile.BARN) == Price(points=6, cubes={WOOD: 4}, coins=0, affordable=True, short=0)


def test_substituting_coins_3_for_each_missing_cube_and_never_more_than_needed() -> None:
    assert price(player(wood=2, coins=7), Tile.BARN) == Price(
        points=6, cubes={WOOD: 2}, coins=6, affordable=True, short=0
    )


def test_what_is_too_dear_says_how_many_coins_are_missing() -> None:
    assert price(player(stone=1, coins=4), Tile.TAVERN) == Price(
        points=7, cubes={STONE: 1}, coins=9, affordable=False, short=5
    )


@pytest.mark.parametrize(("coins", "short"), [(6, 0), (5, 1), (0, 6)])
def test_the_residence_costs_coins(coins: int, short: int) -> None:
    assert price(player(coins=coins, wood=9), Tile.RESIDENCE) == Price(
        points=2, cubes={}, coins=6, affordable=not short, short=short
    )


def test_coins_stand_in_whatever_the_reserve_holds() -> None:
    table = town("", player(coins=3), player("Hank", wood=15))
    assert build(table, BuildAsk(player="Cathy", tile=Tile.WHEAT_FIELD, cell="A1")).affordable


@given(
    st.sampled_from(Tile), st.integers(0, 25), st.fixed_dictionaries({cube.value: st.integers(0, 5) for cube in Cube})
)
@examples(150)
def test_no_other_payment_takes_fewer_coins(tile: Tile, coins: int, cubes: dict[str, Any]) -> None:
    builder = player(coins=coins, **cubes)
    cost = TILES[tile].cost
    ways = product(*(range(min(builder.cubes[cube], cost.cubes.get(cube, 0)) + 1) for cube in Cube))
    fewest = min(cost.coins + 3 * (sum(cost.cubes.values()) - sum(paid)) for paid in ways)
    offer = price(builder, tile)
    assert offer.coins == fewest
    assert (offer.affordable, offer.short) == (fewest <= coins, max(fewest - coins, 0))
    assert all(0 < number <= builder.cubes[cube] for cube, number in offer.cubes.items())


def test_prices_of_all_tiles_that_are_not_on_the_board() -> None:
    fields = " ".join(["wf1"] * 5)
    table = town(f"{fields} bn2")
    assert [tile for tile in Tile if not tiles_left(table, tile)] == [Tile.WHEAT_FIELD, Tile.BARN]
    assert price(player_of(table, "Cathy"), Tile.CASTLE) == Price(
        points=0, cubes={}, coins=18, affordable=False, short=18
    )


def refused(table: Table, tile: Tile, cell: str, name: str = "Cathy") -> list[tuple[str, str]]:
    ask = BuildAsk(player=name, tile=tile, cell=cell)
    return [(problem.path, str(problem.message)) for limit in BUILD.limits for problem in limit(table, ask)]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("A1", "A1: lake, but empty grass is needed"),
        ("B1", "B1: a building stands there already"),
        ("C1", "C1: a worker stands there already"),
    ],
)
def test_a_building_is_put_on_empty_grass(cell: str, message: str) -> None:
    assert refused(town("L bn2 *2"), Tile.WELL, cell) == [("ask.cell", message)]


def test_a_tile_must_be_left() -> None:
    assert refused(town("bn2"), Tile.BARN, "I6") == [("ask.tile", "no barn is left: built on A1")]
    fields = town("wf2 wf2 wf2 wf1 wf1")
    assert refused(fields, Tile.WHEAT_FIELD, "I6") == [
        ("ask.tile", "no wheat field is left: built on A1, B1, C1, D1 and E1")
    ]
    assert refused(town("wf2 wf2 wf2 wf1"), Tile.WHEAT_FIELD, "I6") == []


@pytest.mark.parametrize(("players", "houses"), [(2, 7), (3, 6), (4, 6)])
def test_a_house_must_be_left(players: int, houses: int) -> None:
    seated = tuple(player(name) for name in ("Cathy", "Hank", "Nick", "Sophie")[:players])
    built = tuple(
        Building(tile=tile, cell=f"{letter}1", owner="Hank")
        for tile, letter in zip(list(Tile)[:houses], "ABCDEFG", strict=False)
    )
    table = Table(players=seated, board=MEADOW, buildings=built)
    message = f"Hank has no house left: all {houses} houses are on the board"
    assert refused(table, Tile.SHOP, "I6", "Hank") == [("ask.player", message)]
    assert refused(table, Tile.SHOP, "I6") == []


def test_with_an_impossible_number_of_players_nobody_knows_how_many_houses_there_are() -> None:
    table = Table(players=(player(),), board=MEADOW)
    assert list(a_house_is_left(table, BuildAsk(player="Cathy", tile=Tile.SHOP, cell="A1"))) == []


def told(builder: Player, tile: Tile) -> tuple[list[str], list[str]]:
    table, ask = town("", builder, player("Hank")), BuildAsk(player="Cathy", tile=tile, cell="G4")
    answer = BUILD.answer(table, ask)
    report, rulings = BUILD.report(table, ask, answer), BUILD.rulings(table, ask, answer)
    return [str(sentence) for sentence in report.sentences], [str(ruling) for ruling in rulings]


COINS = "Coins stand in for cubes whatever the reserve holds."


def test_a_building_that_can_be_paid() -> None:
    assert told(player(stone=2, wheat=1, coins=9), Tile.TAVERN) == (
        ["Cathy pays 2 stone, 1 wheat and 3 coins for the tavern on G4 and scores 7 points."],
        [COINS],
    )
    assert told(player(stone=2, wheat=2), Tile.TAVERN) == (
        ["Cathy pays 2 stone and 2 wheat for the tavern on G4 and scores 7 points."],
        [],
    )
    assert told(player(coins=6), Tile.RESIDENCE) == (
        ["Cathy pays 6 coins for the residence on G4 and scores 2 points."],
        [],
    )


def test_a_building_that_is_too_dear() -> None:
    assert told(player(wood=1, coins=2), Tile.GOLD_MINE) == (
        ["Cathy cannot pay 1 wood and 3 coins for the gold mine on G4 (4 points): 1 coin is missing."],
        [COINS],
    )
    assert "2 coins are missing" in told(player(wood=1, coins=1), Tile.GOLD_MINE)[0][0]


def test_a_building_is_paid_put_on_the_board_and_scored() -> None:
    table = construct(town("", player(score=1, wood=3, coins=4), player("Hank")), 0, Tile.BARN, "C2")
    assert table.buildings == (Building(tile=Tile.BARN, cell="C2", owner="Cathy"),)
    assert table.players[0] == player(score=7, wood=0, coins=1)
    assert (table.site, table.turn) == ((1, 0), 1)
    assert construct(table, 1, Tile.WELL, "C2") is table


def test_a_building_is_only_entered_where_no_count_is_kept() -> None:
    table = town("", books=False)
    castle = Building(tile=Tile.CASTLE, cell="C3", owner="Hank")
    assert construct(table, 1, Tile.CASTLE, "C3") == replace(table, buildings=(castle,))
    assert tiles_by_price(table, 1) == (dict.fromkeys(Tile), {})


def test_the_market_all_tiles_are_offered_until_it_is_known() -> None:
    fields = " ".join(["wf1"] * 5)
    table = town(f"{fields} we1")
    assert set(Tile) - set(tiles_offered(table)) == {Tile.WELL, Tile.WHEAT_FIELD}
    twelve = tuple(tile for tile in Tile if tile is not Tile.WHEAT_FIELD)[:12]
    assert tiles_offered(replace(table, market=twelve[1:])) == tiles_offered(table)
    with_market = town("we1", market=twelve)
    assert tiles_offered(with_market) == (Tile.WHEAT_FIELD, *(tile for tile in twelve if tile is not Tile.WELL))


def test_tiles_that_cannot_be_paid_come_by_what_is_lacking() -> None:
    affordable, too_dear = tiles_by_price(town("", player(wood=4), player("Hank")), 0, {WOOD: 1})
    assert set(affordable) == {tile for tile in Tile if set(TILES[tile].cost.cubes) == {WOOD}} - {Tile.BARN, Tile.FAIR}
    shorts = [asked.short for asked in too_dear.values()]
    assert shorts == sorted(shorts)
    assert {*affordable, *too_dear} == set(Tile)


def worth(table: Table, tile: Tile, cell: str) -> dict[str, int]:
    """By how many points everybody's total changes where Cathy builds on a square."""
    after = columns(construct(table, 0, tile, cell))
    return {new.player: new.total - old.total for new, old in zip(after, columns(table), strict=True)}


def test_sites_a_castle_is_worth_most_among_own_houses() -> None:
    table = town(". wf1 .\nbn1 . .\n. . .", player(stone=6), player("Hank"))
    assert worth(table, Tile.CASTLE, "A1") == worth(table, Tile.CASTLE, "B2") == {"Cathy": 8, "Hank": 0}
    assert worth(table, Tile.CASTLE, "C1") == {"Cathy": 4, "Hank": 0}
    assert worth(table, Tile.CASTLE, "I6") == {"Cathy": 0, "Hank": 0}


def test_sites_a_house_blocks_a_watchtower() -> None:
    table = town("wt2", player(wood=1), player("Hank"))
    assert worth(table, Tile.WHEAT_FIELD, "B2") == {"Cathy": 3, "Hank": -2}
    assert worth(table, Tile.WHEAT_FIELD, "C3") == {"Cathy": 3, "Hank": 0}


def test_substituting_coins_for_cubes_that_a_player_keeps() -> None:
    cathy = player(coins=7, wood=3)
    assert price(cathy, Tile.BARN, {Cube.WOOD: 2}) == Price(
        points=6, cubes={Cube.WOOD: 1}, coins=9, affordable=False, short=2
    )
    assert price(cathy, Tile.WHEAT_FIELD, {Cube.WOOD: 4}) == price(cathy, Tile.WHEAT_FIELD, {Cube.WOOD: 3})
    built = construct(town("", cathy, player("Hank")), 0, Tile.WHEAT_FIELD, "A1", {Cube.WOOD: 3})
    assert (built.players[0].coins, built.players[0].cubes[Cube.WOOD]) == (4, 3)
