"""The worked examples of the rulebook; each comes out as printed there. Whole sheets lie in `tests/golden`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scoring.carpe_diem.building_phase import merchant
from scoring.carpe_diem.state import Good
from storage.documents import codec

GOLDEN = Path(__file__).parents[2] / "golden" / "carpe-diem"


def visit(name: str) -> dict[str, Any]:
    read = codec.read_check(codec.parse((GOLDEN / f"{name}.json").read_bytes()))
    answer: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
    return answer


def line(name: str, player: str, rule: str) -> dict[str, Any]:
    read = codec.read_table(codec.parse((GOLDEN / f"{name}.json").read_bytes()))
    sheet = codec.score_result(read.game, read.game.score(read.table))
    column = next(column for column in sheet["columns"] if column["player"] == player)
    line_entry: dict[str, Any] = next(line for line in column["lines"] if line["rule"] == rule)
    return line_entry


def card(answer: dict[str, Any], number: int) -> dict[str, Any]:
    visit_entry: dict[str, Any] = next(visit for visit in answer["visits"] if visit["card"] == number)
    return visit_entry


def gained(points: int = 0, coins: int = 0, bread: int = 0, prestige: int = 0) -> dict[str, int]:
    return {"points": points, "coins": coins, "bread": bread, "prestige": prestige}


def test_a_and_b_cards_sophie_receives_24_points() -> None:
    met = card(visit("sophie-24-points"), 0)
    assert (met["paid_sets"], met["bread_sets"], met["gained"]) == (2, 1, gained(points=24))
    assert met["paid"] == {"herbs": 2, "chicken": 1, "fish": 2, "coins": 3, "bread": 3}


def test_c_cards_nick_receives_3_bread_and_2_coins_and_2_steps_for_seven_chimneys() -> None:
    answer = visit("nick-seven-chimneys")
    assert card(answer, 0)["gained"] == gained(bread=3)
    assert card(answer, 1)["gained"] == gained(coins=2, prestige=2)


def test_d_cards_hank_receives_7_points_and_2_coins_and_2_bread_for_seven_landscapes() -> None:
    answer = visit("hank-seven-landscapes")
    assert card(answer, 0)["gained"] == gained(points=7)
    assert card(answer, 1)["gained"] == gained(coins=2, bread=2)


def test_forum_phase_cathy_loses_4_points_and_keeps_her_2_fish() -> None:
    answer = visit("cathy-loses-4")
    assert (card(answer, 0)["gained"], card(answer, 0)["paid"]) == (gained(points=-4), {})
    assert answer["items_left"] == 2


def test_granary_four_chimneys_and_three_bread_meet_the_card_three_times() -> None:
    met = card(visit("chimneys-and-three-bread"), 0)
    assert (met["owned_sets"], met["bread_sets"], met["gained"]["points"]) == (2, 1, 9)


def test_villas_nick_receives_17_points() -> None:
    assert line("nick-villas", "Nick", "villas")["points"] == 17


def test_frame_achievements_cathy_achieves_4_and_3() -> None:
    achieved = line("cathy-frame", "Cathy", "frame")
    assert (achieved["points"], achieved["cells"]) == (7, ["C3", "D3", "C4"])
    assert "pond along column D (not completed) and garden along row 2 (not on that line)" in achieved["because"]


@pytest.mark.parametrize("goods", [{Good.FISH: 1, Good.CHICKEN: 1, Good.GRAPES: 2}])
def test_merchant_nick_receives_5_coins_for_4_goods(goods: dict[Good, int]) -> None:
    assert merchant(goods).coins == 5
