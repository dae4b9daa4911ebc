"""End of the Game, entry by entry: each line of the sheet, the winner, the rulings that applied."""

from __future__ import annotations

import pytest
from hypothesis import given

from scoring import GAMES
from scoring.little_town.board import terrain
from scoring.little_town.rules import columns
from scoring.little_town.state import BOARD_SQUARES, Player, Side, Table, Terrain, Tile, Whose
from tests.scoring.little_town import strategies
from tests.scoring.little_town.boards import player, town
from tests.strategies import examples

GAME = GAMES["little-town"]


def scored(rule: str, table: Table, seat: int = 0) -> tuple[int, str, tuple[str, ...]]:
    line = next(line for line in columns(table)[seat].lines if line.rule == rule)
    assert line.ref.english.startswith("Rulebook, End of the Game")
    return line.points, str(line.because), line.cells


@pytest.mark.parametrize("score", [0, 76, -3])
def test_the_score_track_counts_as_it_is_and_may_be_below_0(score: int) -> None:
    table = town("", player(score=score), player("Hank"))
    assert scored("track", table) == (score, f"on {score} of the score track", ())


AROUND_THE_CASTLE = """
bn1 .   wf1 pi2
.   cs1 ba2 sh1
.   *1  br1 .
"""


def test_the_castle_counts_its_owners_houses_around_it() -> None:
    assert scored("castle", town(AROUND_THE_CASTLE)) == (12, "3 own houses around B2, 4 each", ("A1", "C1", "C3"))


def test_the_castle_gives_others_nothing() -> None:
    assert scored("castle", town(AROUND_THE_CASTLE), seat=1) == (0, "no castle", ())


def test_the_castle_may_count_the_houses_of_all_players() -> None:
    assert scored("castle", town(AROUND_THE_CASTLE, castle_counts=Whose.ANY)) == (
        16,
        "4 houses around B2, 4 each",
        ("A1", "C1", "C2", "C3"),
    )


def test_the_castle_with_a_single_house() -> None:
    assert scored("castle", town("cs1 wf1")) == (4, "1 own house around A1, 4 each", ("B1",))


def test_the_castle_does_not_count_itself() -> None:
    assert scored("castle", town(". . .\n. cs1 .", castle_counts=Whose.ANY)) == (0, "0 houses around B2, 4 each", ())


AROUND_THE_TOWER = """
.   F   M
*2  wt2 .
L   bn1 .
"""


def test_the_watchtower_counts_empty_grass_around_it() -> None:
    assert scored("watchtower", town(AROUND_THE_TOWER), seat=1) == (
        6,
        "3 empty grass squares around B2, 2 each",
        ("A1", "C2", "C3"),
    )
    assert scored("watchtower", town(AROUND_THE_TOWER)) == (0, "no watchtower", ())


def test_the_watchtower_may_count_squares_with_a_worker() -> None:
    assert scored("watchtower", town(AROUND_THE_TOWER, watchtower_workers_block=False), seat=1) == (
        8,
        "4 empty grass squares around B2, 2 each",
        ("A1", "A2", "C2", "C3"),
    )


def test_the_watchtower_in_a_corner_sees_three_squares() -> None:
    assert scored("watchtower", town("wt1"))[0] == 6


@given(strategies.towns())
@examples(60)
def test_castle_and_watchtower_count_as_when_all_squares_are_looked_at(table: Table) -> None:
    def near(first: str, second: str) -> bool:
        return first != second and max(abs(ord(first[0]) - ord(second[0])), abs(int(first[1]) - int(second[1]))) == 1

    at = {building.tile: building for building in table.buildings}
    workers = {worker.cell for worker in table.workers} if table.watchtower_workers_block else set()
    taken = {building.cell for building in table.buildings} | workers
    for seat, who in enumerate(table.players):
        castle, tower = at.get(Tile.CASTLE), at.get(Tile.WATCHTOWER)
        houses = sum(
            near(building.cell, castle.cell)
            for building in table.buildings
            if castle is not None
            and castle.owner == who.name
            and (table.castle_counts is Whose.ANY or building.owner == who.name)
        )
        grass = sum(
            near(cell, tower.cell) and terrain(table)[cell] is Terrain.GRASS and cell not in taken
            for cell in BOARD_SQUARES
            if tower is not None and tower.owner == who.name
        )
        assert scored("castle", table, seat)[0] == 4 * houses
        assert scored("watchtower", table, seat)[0] == 2 * grass


@pytest.mark.parametrize(
    ("coins", "points", "because"),
    [
        (0, 0, "no coins"),
        (1, 0, "1 coin, a point for every 3"),
        (2, 0, "2 coins, a point for every 3"),
        (3, 1, "3 coins, a point for every 3"),
        (17, 5, "17 coins, a point for every 3"),
        (9999, 3333, "9999 coins, a point for every 3"),
    ],
)
def test_each_set_of_three_coins_gives_a_point(coins: int, points: int, because: str) -> None:
    assert scored("coins", town("", player(coins=coins), player("Hank"))) == (points, because, ())


def placed(*players: Player) -> list[tuple[int, str, str]]:
    return [
        (standing.place, standing.player, standing.decided_by) for standing in GAME.score(town("", *players)).standings
    ]


def test_most_points_win() -> None:
    assert placed(player("Cathy", score=4), player("Hank", score=3, coins=6)) == [
        (1, "Hank", "points"),
        (2, "Cathy", ""),
    ]


def test_a_tie_is_a_shared_victory() -> None:
    assert placed(player("Cathy", score=5), player("Hank", score=2, coins=9), player("Nick")) == [
        (1, "Cathy", "points"),
        (1, "Hank", "points"),
        (3, "Nick", ""),
    ]


def ruled(table: Table) -> list[str]:
    return [str(ruling) for ruling in GAME.rulings(table, GAME.score(table))]


TRACK = "The score track includes the last feeding and the objectives."


def test_a_sheet_names_the_rulings_it_rests_on() -> None:
    assert ruled(town("bn1")) == [TRACK]
    assert ruled(town("wt1")) == [TRACK]
    assert ruled(town("cs1")) == [TRACK, "The castle counts its owner's other houses."]
    assert ruled(town("cs1", castle_counts=Whose.ANY)) == [
        TRACK,
        "At this table the castle counts the houses of all players.",
    ]
    assert ruled(town("wt1 *2")) == [TRACK, "For the watchtower, a square with a worker is not empty."]
    assert ruled(town("wt1 *2", watchtower_workers_block=False)) == [
        TRACK,
        "At this table a square with a worker is empty for the watchtower.",
    ]


@pytest.mark.parametrize(
    ("board", "said"),
    [(Side.ONE, "side 1 of the board"), (Side.TWO, "side 2 of the board"), (("." * 9,) * 6, "a board as entered")],
)
def test_a_sheet_says_which_board_is_played_on(board: Side | tuple[str, ...], said: str) -> None:
    assert str(GAME.variant(Table(players=(player(), player("Hank")), board=board))) == said
