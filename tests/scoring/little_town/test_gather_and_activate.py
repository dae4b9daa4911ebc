"""Gather and Activate: what a worker gathers, which buildings it may activate, and what they take and give."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from scoring.little_town.actions import Swap, gather, gathering, use
from scoring.little_town.board import reserve
from scoring.little_town.checks import CHECKS, a_worker_is_left, square_is_empty_grass
from scoring.little_town.data import TILES, Stock, Works
from scoring.little_town.moves import activate, end_turn, leave_residence, put_worker, use_residence
from scoring.little_town.state import Building, Cube, GatherAsk, Player, Side, Table, Tile, Visit, Worker
from tests.scoring.little_town import strategies
from tests.scoring.little_town.boards import MEADOW, empty_grass, player, town
from tests.strategies import examples

WOOD, STONE, FISH, WHEAT = Cube
GATHER = CHECKS[0]


def resources(table: Table, cell: str) -> tuple[int, int, int]:
    gathered = gathering(table, "Cathy", cell).resources
    assert list(gathered) == [WOOD, STONE, FISH]
    return gathered[WOOD], gathered[STONE], gathered[FISH]


LAND = """
F L M
. . F
. F L
"""


def test_gather_resources_from_the_eight_squares_around_each_for_itself() -> None:
    assert resources(town(LAND), "B2") == (3, 1, 2)


def test_gather_resources_not_from_farther_squares() -> None:
    assert resources(town(LAND), "A2") == (2, 0, 1)
    assert resources(town(LAND), "F5") == (0, 0, 0)


@pytest.mark.parametrize(("held", "left"), [(12, 3), (13, 2), (15, 0), (16, 0)])
def test_gather_resources_as_far_as_the_reserve_goes(held: int, left: int) -> None:
    table = town(LAND, player(wood=held - 1), player("Hank", wood=1))
    assert reserve(table)[WOOD] == left
    assert resources(table, "B2") == (left, 1, 2)


def test_gather_resources_on_the_printed_boards() -> None:
    players = (player(), player("Hank"))
    assert resources(Table(players=players, board=Side.ONE), "E1") == (0, 1, 1)
    assert resources(Table(players=players, board=Side.ONE), "B2") == (1, 1, 1)
    assert resources(Table(players=players, board=Side.TWO), "C6") == (0, 1, 0)


BUILDINGS = """
wf2 pi1 st1
.   .   rs2
cs1 wt2 ca1
"""


def test_activate_a_building_each_around_with_its_fee_by_rows() -> None:
    assert [
        (building.cell, building.tile, building.owner, building.fee)
        for building in gathering(town(BUILDINGS), "Cathy", "B2").buildings
    ] == [("A1", Tile.WHEAT_FIELD, "Hank", 1), ("B1", Tile.PIER, "Cathy", 0)]


def test_activate_a_building_those_that_do_nothing_then_are_left_out() -> None:
    assert {tile for tile, printed in TILES.items() if printed.works is not Works.ACTIVATED} == {
        Tile.STATUE,
        Tile.CASTLE,
        Tile.WATCHTOWER,
        Tile.CATHEDRAL,
        Tile.RESIDENCE,
    }


def test_an_empty_grass_square_is_asked_for_as_it_is_offered() -> None:
    table = town("F *1 wf2\n. . L")
    grass = empty_grass(table)
    assert len(grass) == 54 - 4
    assert gathering(table, "Cathy", "B2") == gather(table, GatherAsk(player="Cathy", cell="B2"))


@given(strategies.towns())
@examples(30)
def test_what_is_offered_can_be_asked_and_is_never_more_than_the_reserve(table: Table) -> None:
    name = table.players[0].name
    for cell in empty_grass(table):
        brings = gathering(table, name, cell)
        assert not list(square_is_empty_grass(table, GatherAsk(player=name, cell=cell)))
        assert all(0 <= brings.resources[cube] <= reserve(table)[cube] for cube in brings.resources)
        assert sum(brings.resources.values()) + len(brings.buildings) <= 8


def refused(table: Table, cell: str, name: str = "Cathy") -> list[tuple[str, str]]:
    ask = GatherAsk(player=name, cell=cell)
    return [(problem.path, str(problem.message)) for limit in GATHER.limits for problem in limit(table, ask)]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("A1", "A1: forest, but empty grass is needed"),
        ("B1", "B1: a building stands there already"),
        ("C1", "C1: a worker stands there already"),
    ],
)
def test_a_worker_is_put_on_empty_grass(cell: str, message: str) -> None:
    assert refused(town("F bn2 *2"), cell) == [("ask.cell", message)]


@pytest.mark.parametrize(("players", "workers"), [(2, 5), (3, 4), (4, 3)])
def test_a_worker_must_be_left(players: int, workers: int) -> None:
    seated = tuple(player(name) for name in ("Cathy", "Hank", "Nick", "Sophie")[:players])
    table = Table(
        players=seated,
        board=MEADOW,
        workers=tuple(Worker(cell=f"A{row}", owner="Cathy") for row in range(1, workers + 1)),
    )
    message = f"Cathy has no worker left: all {workers} workers are on the board"
    assert refused(table, "I6") == [("ask.player", message)]
    assert refused(table, "I6", "Hank") == []


def test_with_an_impossible_number_of_players_nobody_knows_how_many_workers_there_are() -> None:
    table = Table(players=(player(),), board=MEADOW)
    assert list(a_worker_is_left(table, GatherAsk(player="Cathy", cell="A1"))) == []


def test_who_asks_sits_at_the_table() -> None:
    assert refused(town(""), "A1", "cathy") == [
        ("ask.player", '"cathy" is not at this table: the players are Cathy and Hank')
    ]


def told(table: Table, cell: str) -> tuple[list[str], list[list[str]]]:
    ask = GatherAsk(player="Cathy", cell=cell)
    answer = GATHER.answer(table, ask)
    report = GATHER.report(table, ask, answer)
    assert GATHER.rulings(table, ask, answer) == ()
    return [str(sentence) for sentence in report.sentences], [[str(value) for value in row] for row in report.rows]


def test_a_worker_with_nothing_around() -> None:
    assert told(town(""), "E5") == (["Cathy gathers nothing on E5.", "No building to activate."], [])


def test_a_worker_for_whom_the_reserve_is_too_small() -> None:
    table = town(LAND, player(wood=14, fish=15), player("Hank"))
    assert told(table, "B2")[0] == [
        "Cathy gathers 1 wood and 1 stone on B2.",
        "The reserve has no more wood and fish.",
        "No building to activate.",
    ]


def test_a_worker_between_terrain_and_buildings() -> None:
    assert told(town("F fa2\n. sh1"), "A2") == (
        ["Cathy gathers 1 wood on A2."],
        [
            ["fair", "B1", "Hank", "1", "1 wood, 1 stone, 1 fish and 1 wheat", "7 points"],
            ["shop", "B2", "Cathy", "0", "2 cubes of your choice", "2 cubes of your choice"],
        ],
    )


def used(tile: str, seat: int, **holding: Any) -> tuple[Any, ...]:
    table = town(f"{tile}{seat}", player(**holding), player("Hank"))
    activation = use(table, "Cathy", table.buildings[0])
    return activation.fee, dict(activation.paid.cubes), activation.paid.coins, activation.paid.short, activation.gained


def test_the_pier_gives_2_fish_and_the_gold_mine_2_coins() -> None:
    assert used("pi", 1) == (0, {}, 0, 0, Stock(cubes={FISH: 2}))
    assert used("gm", 1) == (0, {}, 0, 0, Stock(coins=2))


def test_the_restaurant_takes_a_fish_and_a_wheat_for_4_points() -> None:
    assert used("re", 1, fish=1, wheat=3) == (0, {FISH: 1, WHEAT: 1}, 0, 0, Stock(points=4))


def test_another_players_building_costs_a_coin_first() -> None:
    assert used("ch", 2, coins=4) == (1, {}, 3, 0, Stock(points=5))
    assert used("ch", 2, coins=3) == (1, {}, 3, 1, Stock(points=5))


def test_coins_stand_in_for_what_is_missing() -> None:
    assert used("re", 1, fish=1, coins=3) == (0, {FISH: 1}, 3, 0, Stock(points=4))


def in_turn(table: Table, seat: int = 0) -> Table:
    """The table in the turn of a player who has activated nothing yet."""
    return replace(table, visit=Visit(seat=seat, cell="I6"))


def test_a_cube_may_be_kept_and_coins_paid_for_it() -> None:
    table = in_turn(town("re2", player(fish=1, wheat=1, coins=4), player("Hank")))
    after = activate(table, 0, table.buildings[0], kept={WHEAT: 1})
    assert (after.players[0].cubes, after.players[0].coins, after.players[0].score) == ({FISH: 0, WHEAT: 1}, 0, 4)


def test_a_building_gives_no_more_than_the_reserve_holds() -> None:
    assert used("cp", 1, wood=13, coins=1) == (0, {}, 1, 0, Stock(cubes={WOOD: 2}))


def test_the_shop_swaps_what_its_user_chose() -> None:
    table = in_turn(town("sh1", player(wood=2), player("Hank", stone=14)))
    shop = table.buildings[0]
    swap = Swap(takes=Stock(cubes={WOOD: 2}), gives=Stock(cubes={STONE: 1, WHEAT: 1}))
    assert use(table, "Cathy", shop).gained == Stock()
    assert use(table, "Cathy", shop, swap).gained.cubes == {STONE: 1, WHEAT: 1}
    after = activate(table, 0, shop, swap)
    assert after.players[0].cubes == {WOOD: 0, STONE: 1, WHEAT: 1}


def test_a_worker_put_on_the_board_takes_its_cubes() -> None:
    after = put_worker(town(LAND, player(wood=1), player("Hank")), 0, "B2")
    assert after.workers == (Worker(cell="B2", owner="Cathy"),)
    assert after.players == (player(wood=4, stone=1, fish=2), player("Hank"))
    assert after.visit == Visit(seat=0, cell="B2", gathered={WOOD: 3, STONE: 1, FISH: 2})
    assert put_worker(after, 1, "B2") is after


def test_an_activation_pays_its_owner_and_scores() -> None:
    table = in_turn(town("br2", player(coins=2, wheat=1), player("Hank", coins=5)))
    after = activate(table, 0, table.buildings[0])
    assert after.players == (player(score=3, coins=1, wheat=0), player("Hank", coins=6))


def test_an_own_building_costs_nobody_a_coin() -> None:
    table = in_turn(town("bo1"))
    assert activate(table, 0, table.buildings[0]).players == (player(coins=3), player("Hank"))


@pytest.mark.parametrize(
    "tile", [tile for tile in Tile if TILES[tile].works is Works.ACTIVATED and tile is not Tile.SHOP]
)
def test_every_activation_is_booked_as_printed(tile: Tile) -> None:
    rich = Player(name="Cathy", score=0, coins=9, cubes=dict.fromkeys(Cube, 4))
    built = Building(tile=tile, cell="A1", owner="Cathy")
    table = in_turn(Table(players=(rich, player("Hank")), board=MEADOW, buildings=(built,)))
    after = activate(table, 0, built).players[0]
    takes, gives = TILES[tile].takes, TILES[tile].gives
    assert after.coins - rich.coins == gives.coins - takes.coins
    assert after.score == gives.points
    for cube in Cube:
        assert after.cubes[cube] - 4 == gives.cubes.get(cube, 0) - takes.cubes.get(cube, 0)


@given(strategies.towns())
@examples(30)
def test_no_activation_makes_or_loses_coins_and_cubes_unaccounted(table: Table) -> None:
    before = sum(player.coins for player in table.players)
    for building, (seat, who) in product(table.buildings, enumerate(table.players)):
        activation = use(table, who.name, building)
        if activation.paid.short or building.tile is Tile.SHOP:
            continue
        after = activate(in_turn(table, seat), seat, building)
        assert sum(player.coins for player in after.players) == before - activation.paid.coins + activation.gained.coins
        assert all(number >= 0 for number in reserve(after).values())


TWO_TO_ACTIVATE = """
pi2 .   gm1
.   .   .
.   F   .
"""


def test_activate_a_building_each_once_for_a_worker_and_the_turn_is_over_after_the_last() -> None:
    table = put_worker(town(TWO_TO_ACTIVATE, player(coins=1), player("Hank")), 0, "B2")
    pier, mine = table.buildings
    once = activate(table, 0, pier)
    assert once.visit == Visit(seat=0, cell="B2", gathered={WOOD: 1}, used=("A1",))
    assert (activate(once, 0, pier), activate(once, 1, mine)) == (once, once)
    over = activate(once, 0, mine)
    assert (over.visit, over.turn) == (None, 1)
    assert over.players == (player(wood=1, stone=0, fish=2, coins=2), player("Hank", coins=1))
    assert activate(over, 0, pier) is over
    assert end_turn(once, 0) == replace(once, visit=None, turn=1)


def test_gather_and_activate_a_turn_is_over_at_once_where_nothing_can_be_paid() -> None:
    for picture in ("F", "F\n. . pi2", "F\n. . st1"):
        over = put_worker(town(picture, turn=1), 0, "B2")
        assert (over.visit, over.turn, over.players[0].cubes[WOOD]) == (None, 1, 1)


def test_gather_and_activate_is_only_entered_where_no_count_is_kept() -> None:
    table = town(LAND, books=False)
    assert put_worker(table, 0, "B2") == replace(table, workers=(Worker(cell="B2", owner="Cathy"),))


def test_special_buildings_the_residence_takes_what_lies_around_it_and_is_no_turn() -> None:
    used = use_residence(town("F rs2 pi1", player(), player("Hank", coins=1)))
    assert used.visit == Visit(seat=1, cell="B1", gathered={WOOD: 1})
    after = activate(used, 1, used.buildings[1])
    assert after.visit == Visit(seat=1, cell="B1", gathered={WOOD: 1}, used=("C1",))
    assert after.players == (player(coins=1), player("Hank", wood=1, stone=0, fish=2, coins=0))
    assert leave_residence(after) == replace(after, settled=True, visit=None)


def test_special_buildings_without_a_residence_or_its_owner_nobody_uses_one() -> None:
    strange = Building(tile=Tile.RESIDENCE, cell="B1", owner="Zoe")
    for table in (town(""), replace(town(""), buildings=(strange,))):
        assert use_residence(table) is table
