"""What was not entered on a pad: it counts as 0, and the sheet says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.problems import problems_in
from scoring.score_pad.gaps import deciding_gaps, gap_text
from storage.documents import codec
from tests.scoring.score_pad.pads import category, document, line, lines, places

STROKES, ROUNDS = category("points", "strokes"), category("rounds", "rounds")


def rulings(some: dict[str, Any]) -> list[str]:
    read = codec.read_table(some)
    return [str(ruling) for ruling in read.game.rulings(read.table, read.game.score(read.table))]


def deciding(some: dict[str, Any]) -> list[str]:
    read = codec.read_table(some)
    return [str(gap_text(gap, read.table)) for gap in deciding_gaps(read.table)]


def test_who_was_forgotten_wins_with_the_fewest_points_and_it_is_said() -> None:
    some = document(STROKES, entries=[{"strokes": 41}, {}, {"strokes": 38}], winner="fewest")
    assert places(some) == [("Ben", 1, "points"), ("Clara", 2, "points"), ("Anna", 3, "")]
    said = ["Nothing was entered for Ben in Strokes: it counts as 0."]
    assert (rulings(some), deciding(some)) == (said, said)


def test_a_round_fewer_is_said_of_the_player_alone() -> None:
    some = document(ROUNDS, entries=[{"rounds": [13, 4]}, {"rounds": [5]}, {"rounds": [9, 9]}], winner="fewest")
    said = ["Rounds are missing for Ben in Rounds: they count as 0."]
    assert (rulings(some), deciding(some)) == (said, said)
    once_more = document(ROUNDS, entries=[{"rounds": [13, 4]}, {"rounds": [30]}, {"rounds": [9, 9]}], winner="fewest")
    assert deciding(once_more) == []
    assert lines(ROUNDS, [13, 4], [5], None) == [
        (17, "13 + 4"),
        (5, "5: 1 of 2 rounds entered"),
        (0, "no rounds"),
    ]


@pytest.mark.parametrize(
    ("entries", "winner", "decides"),
    [
        ([{"strokes": 41}, {}], "most", True),
        ([{"strokes": 41}, {"strokes": 0}], "fewest", False),
        ([{}, {}], "fewest", False),
        ([{"strokes": 41}], "fewest", False),
    ],
)
def test_only_what_decides_is_asked(entries: list[dict[str, Any]], winner: str, *, decides: bool) -> None:
    assert bool(deciding(document(STROKES, entries=entries, winner=winner))) is decides


def test_a_gap_that_cannot_change_who_won_is_said_and_not_asked() -> None:
    some = document(STROKES, category("count", "coins", each=1), entries=[{"strokes": 41, "coins": 3}, {"strokes": 7}])
    assert rulings(some) == ["Nothing was entered for Ben in Coins: it counts as 0."]
    assert deciding(some) == []


def test_a_tick_that_nobody_set_is_no_gap() -> None:
    some = document(category("tick", "castle", worth=10), entries=[{"castle": True}, {}])
    assert rulings(some) == []


@pytest.mark.parametrize(
    ("category", "says"),
    [
        (STROKES, (0, "nothing entered")),
        (category("count", each=2), (0, "nothing entered")),
        (category("majority", values=[5]), (0, "nothing entered")),
        (category("steps", values=[-1, 2]), (-1, "nothing entered: 0 is worth -1")),
        (category("tick", worth=3), (0, "not ticked")),
        (category("products"), (0, "no pairs")),
    ],
)
def test_the_line_says_that_nothing_is_entered(category: dict[str, Any], says: tuple[int, str]) -> None:
    assert line(category, None) == says


@pytest.mark.parametrize(
    ("cards", "bids", "said"),
    [
        ("round", [[1, 0], [0, 2], [2, 2]], []),
        ("round", [[1, 2]], ["Anna, Bids, Round 1: 2: a whole number from 0 to 1 belongs here"]),
        ([7, 3], [[7, 7], [4, 3]], ["Anna, Bids, Round 2: 4: a whole number from 0 to 3 belongs here"]),
        ([7], [[7, 7], [8, 9]], []),
        (None, [[99, 99]], []),
    ],
)
def test_more_tricks_than_cards_in_a_document_are_said(cards: object, bids: list[Any], said: list[str]) -> None:
    worth = {"made": {"per_made": 10}, "missed": {}, **({} if cards is None else {"cards": cards})}
    assert rulings(document(category("bids", "bids", **worth), STROKES, entries=[{"bids": bids}])) == said


def test_at_a_table_a_bid_for_the_round_to_come_is_within_its_cards_too() -> None:
    of_two_rounds = category("bids", "bids", made={"per_made": 10}, missed={}, cards=[7, 3])
    read = codec.read_table(document(of_two_rounds, entries=[{"bids": [[7, 7]]}]))
    table = replace(read.table, bids=({"bids": 4},))
    assert not problems_in(table, read.game.limits)
    (problem,) = problems_in(table, read.game.limits_at_table)
    assert problem.path == "bids[0].bids"
    assert str(problem.message) == "Anna, Bids, Round 2: 4: a whole number from 0 to 3 belongs here"
