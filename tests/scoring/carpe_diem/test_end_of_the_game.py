"""The end of the game, paragraph by paragraph: each line of the sheet, the tie-breaks of both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring import GAMES
from scoring.carpe_diem.rules import column
from scoring.carpe_diem.state import (
    District,
    Edition,
    Feature,
    FountainCard,
    FrameGoal,
    Good,
    Kind,
    Player,
    Tally,
    Tile,
)
from scoring.carpe_diem.villa_chart import VillaChart
from tests.scoring.carpe_diem.boards import district, player, table

if TYPE_CHECKING:
    from scoring.sheet import Line

GAME = GAMES["carpe-diem"]
CHART = {"3": 3, "5": 7}


def line(rule: str, of: Player, chart: dict[str, int] | None = None) -> Line:
    return next(line for line in column(of, VillaChart.read(chart or {})).lines if line.rule == rule)


def scored(rule: str, of: Player, chart: dict[str, int] | None = None) -> tuple[int, str]:
    scored_line = line(rule, of, chart)
    return scored_line.points, str(scored_line.because)


def tally(**fields: object) -> Tally:
    return Tally(**{"counts": {}, "villas": (), "chimneys": 0} | fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("points", "because"),
    [
        (44, "44 points on the cards"),
        (1, "1 point on the cards"),
        (0, "0 points on the cards"),
        (-4, "a debt of 4 points"),
    ],
)
def test_victory_point_cards_count_as_they_are_and_may_be_a_debt(points: int, because: str) -> None:
    assert scored("victory_cards", player(victory_cards=points)) == (points, because)


def test_items_on_resource_board_are_halved_and_rounded_down() -> None:
    goods = {Good.FISH: 2, Good.HERBS: 1}
    assert scored("items", player(goods=goods, coins=1, bread=2, stored_tiles=1)) == (
        3,
        "3 goods, 1 coin, 2 bread and 1 stored tile: 7 items, halved and rounded down",
    )


def test_items_on_resource_board_one_alone_is_worth_nothing() -> None:
    assert scored("items", player(coins=1)) == (0, "1 coin: 1 item, halved and rounded down")


def test_items_on_resource_board_none_left() -> None:
    assert scored("items", player()) == (0, "nothing left")


def test_prestige_bar_gives_the_number_of_the_space() -> None:
    assert scored("prestige", player(prestige=17)) == (17, "on space 17")


def ponds(cells: tuple[tuple[str, str], ...]) -> District:
    return District(
        tiles=tuple(Tile(cell=cell, features=(Feature(kind=Kind.POND, opens=opens),)) for cell, opens in cells)
    )


COMPLETED_POND = ponds((("C3", "S"), ("C4", "NE"), ("D4", "W")))
OPEN_POND = ponds((("C3", "S"), ("C4", "NE")))


@pytest.mark.parametrize(
    ("line_on_the_frame", "cells"),
    [("C", ("C3", "C4")), ("D", ("D4",)), ("3", ("C3",)), ("4", ("C4", "D4")), ("B", ()), ("5", ())],
)
def test_frame_achievements_the_line_meets_a_completed_structure(
    line_on_the_frame: str, cells: tuple[str, ...]
) -> None:
    goal = FrameGoal(kind=Kind.POND, points=4, line=line_on_the_frame)
    scored_line = line("frame", player(district=COMPLETED_POND, frame=(goal,)))
    assert (scored_line.points, scored_line.cells) == (4 if cells else 0, cells)


@pytest.mark.parametrize(
    ("built", "kind", "on", "missed"),
    [
        (OPEN_POND, Kind.POND, "C", "pond along column C (not completed)"),
        (COMPLETED_POND, Kind.GARDEN, "4", "garden along row 4 (none built)"),
        (COMPLETED_POND, Kind.POND, "6", "pond along row 6 (not on that line)"),
    ],
)
def test_frame_achievements_say_what_is_missing(built: District, kind: Kind, on: str, missed: str) -> None:
    goal = FrameGoal(kind=kind, points=4, line=on)
    assert scored("frame", player(district=built, frame=(goal,))) == (0, f"nothing; not met: {missed}")


def test_frame_achievements_each_goal_counts_once() -> None:
    goals = (FrameGoal(kind=Kind.POND, points=4, line="C"), FrameGoal(kind=Kind.POND, points=3, line="4"))
    assert scored("frame", player(district=COMPLETED_POND, frame=goals)) == (
        7,
        "4 for pond along column C and 3 for pond along row 4",
    )


def test_frame_achievements_of_a_tally_count_where_they_are_met() -> None:
    goals = (FrameGoal(kind=Kind.POND, points=4, met=True), FrameGoal(kind=Kind.VILLA, points=3, met=False))
    assert scored("frame", player(tally=tally(counts={Kind.POND: 1}), frame=goals)) == (4, "4 for pond; not met: villa")


def test_frame_achievements_without_goals() -> None:
    assert scored("frame", player()) == (0, "no frame goals")


def test_fountain_cards_give_points_for_every_completed_structure_of_the_kind() -> None:
    cards = (FountainCard(kind=Kind.MERCHANT, points=2), FountainCard(kind=Kind.GARDEN, points=3))
    counts = {Kind.MERCHANT: 3, Kind.GARDEN: 1}
    assert scored("fountains", player(tally=tally(counts=counts), fountain_cards=cards)) == (
        9,
        "2 × 3 merchants and 3 × 1 garden",
    )


def test_fountain_cards_of_the_same_kind_both_count() -> None:
    cards = (FountainCard(kind=Kind.MARKET, points=2),) * 2
    assert scored("fountains", player(tally=tally(counts={Kind.MARKET: 4}), fountain_cards=cards))[0] == 16


def test_fountain_cards_count_villas_of_any_size() -> None:
    cards = (FountainCard(kind=Kind.VILLA, points=2),)
    assert scored("fountains", player(tally=tally(villas=(0, 9), chimneys=9), fountain_cards=cards))[0] == 4


def test_fountain_cards_light_the_structures_of_their_kind() -> None:
    scored_line = line(
        "fountains", player(district=COMPLETED_POND, fountain_cards=(FountainCard(kind=Kind.POND, points=2),))
    )
    assert (scored_line.points, scored_line.cells) == (2, ("C3", "C4", "D4"))


def test_fountain_cards_none_held() -> None:
    assert scored("fountains", player()) == (0, "no fountain cards")


@pytest.mark.parametrize(
    ("chart", "chimneys", "value"),
    [
        (CHART, 0, 0),
        (CHART, 3, 3),
        (CHART, 5, 7),
        (CHART, 4, None),
        (CHART, 6, None),
        ({"3": 3, "5+": 7}, 5, 7),
        ({"3": 3, "5+": 7}, 999, 7),
        ({"3": 3, "5+": 7}, 4, None),
        ({}, 1, None),
    ],
)
def test_villas_are_worth_what_the_chart_gives(chart: dict[str, int], chimneys: int, value: int | None) -> None:
    assert VillaChart.read(chart).points(chimneys) == value


VILLAS = """
        A           B           C           D
  ┌───────────┬───────────┬───────────┬───────────┐
  │           │           │           │           │
3 │        vi1│vi2     mk │           │           │
  │           │           │           │           │
  └───────────┴───────────┴───────────┴───────────┘
"""


def test_villas_light_the_squares_that_earned_points() -> None:
    board = district(
        """
        A           B           C           D
  ┌───────────┬───────────┬───────────┬───────────┐
  │           │           │           │           │
3 │        vi1│vi2        │         vi│vi         │
  │           │           │           │           │
  └───────────┴───────────┴───────────┴───────────┘
"""
    )
    scored_line = line("villas", player(district=board), CHART)
    assert (scored_line.points, scored_line.cells, str(scored_line.because)) == (
        3,
        ("A3", "B3"),
        "3 for 3 chimneys and 0 for 0 chimneys",
    )


def test_villas_that_are_incomplete_give_nothing() -> None:
    assert scored("villas", player(tally=tally(chimneys=8)), CHART) == (0, "no completed villa")


def standings(*players: Player, edition: Edition) -> list[tuple[int, str, str]]:
    sheet = GAME.score(table(*players, edition=edition))
    return [(standing.place, standing.player, standing.decided_by) for standing in sheet.standings]


def test_end_of_the_game_most_points_win() -> None:
    for edition in Edition:
        players = (player("Nick", victory_cards=10), player("Hank", victory_cards=11))
        assert standings(*players, edition=edition) == [(1, "Hank", "points"), (2, "Nick", "")]


def test_end_of_the_game_second_edition_most_writs_left_break_a_tie() -> None:
    players = (
        player("Nick", victory_cards=9, prestige=1, writs_left=3),
        player("Hank", victory_cards=10, writs_left=2),
    )
    assert standings(*players, edition=Edition.SECOND) == [(1, "Nick", "writs_left"), (2, "Hank", "")]


def test_end_of_the_game_second_edition_lowest_on_the_bar_breaks_the_next_tie() -> None:
    players = (player("Nick", victory_cards=9, prestige=1), player("Hank", victory_cards=10))
    assert standings(*players, edition=Edition.SECOND) == [(1, "Hank", "prestige"), (2, "Nick", "")]


def test_end_of_the_game_second_edition_the_win_is_shared_when_all_is_level() -> None:
    players = (player("Nick", stack=1), player("Hank"))
    assert standings(*players, edition=Edition.SECOND) == [(1, "Nick", ""), (1, "Hank", "")]


def test_end_of_the_game_first_edition_last_on_the_bar_breaks_a_tie_whatever_the_writs() -> None:
    players = (player("Nick", victory_cards=9, prestige=1, writs_left=9), player("Hank", victory_cards=10))
    assert standings(*players, edition=Edition.FIRST) == [(1, "Hank", "prestige"), (2, "Nick", "")]


def test_end_of_the_game_first_edition_the_space_counts_before_the_pile() -> None:
    players = (player("Nick", victory_cards=9, prestige=1, stack=3), player("Hank", victory_cards=8, prestige=2))
    assert standings(*players, edition=Edition.FIRST) == [(1, "Nick", "prestige"), (2, "Hank", "")]


def test_end_of_the_game_first_edition_on_one_space_the_marker_beneath_wins() -> None:
    players = (player("Nick", prestige=4, stack=1, writs_left=9), player("Hank", prestige=4, stack=0))
    assert standings(*players, edition=Edition.FIRST) == [(1, "Hank", "stack"), (2, "Nick", "")]


def rulings(*players: Player, edition: Edition = Edition.SECOND) -> list[str]:
    seated = table(*players, edition=edition)
    return [str(ruling) for ruling in GAME.rulings(seated, GAME.score(seated))]


def test_rulings_name_a_debt_a_shared_win_and_the_tie_break_of_the_first_edition() -> None:
    assert rulings(player("Nick", victory_cards=1), player("Hank", victory_cards=2)) == []
    assert rulings(player("Nick", victory_cards=-1), player("Hank")) == ["Victory point cards may go below 0 (a debt)."]
    assert rulings(player("Nick"), player("Hank")) == ["Players who are level on all criteria share the win."]
    assert rulings(player("Nick"), player("Hank", victory_cards=1), edition=Edition.FIRST) == [
        "First edition: of the players last on the prestige bar, on one space, the lower marker wins a tie."
    ]
