"""What was not entered on a pad: it counts as 0, and the sheet says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.problems import problems_in
from scoring.score_pad.game import deciding_gaps, gap_text
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
    assert lines(ROUNDS, [13, 4], [5], None) == [(17, "13 + 4"), (5, "5: 1 of 2 rounds entered"), (0, "no rounds")]


def test_only_what_takes_a_number_and_has_none_is_blank() -> None:
    tick, cubes = category("tick", "castle", worth=5), category("count", "cubes", each=2)
    some = document(STROKES, ROUNDS, tick, cubes, entries=[{"strokes": 0}, {"rounds": [0], "cubes": 3}])
    read = codec.read_table(some)
    columns = read.game.score(read.table).columns
    assert [[line.figure for line in column.lines] for column in columns] == [[0, "–", 0, "–"], ["–", 0, 0, 6]]


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


HANDS = {rule: category("marked", "hands", rule=rule) for rule in ("double", "clear", "take")}
TILES = category("marked", "hands", rule="take", lose=True)


def test_who_lacks_a_round_that_somebody_closes_wins_with_the_fewest_points_and_it_is_said() -> None:
    entries = [{"hands": [[10, True], [20, False]]}, {"hands": [[15, False]]}, {}]
    some = document(HANDS["double"], entries=entries, winner="fewest")
    assert rulings(some) == [
        "Rounds are missing for Ben and Clara in Hands: they count as 0.",
        "Nobody closed round 2: each number counts there as it was entered.",
    ]
    assert deciding(some) == ["Rounds are missing for Clara in Hands: they count as 0."]


def test_what_a_rival_has_is_filled_in_without_the_mark() -> None:
    """Ben would win with 9 to 5, had he won the second round in the place of Anna; but she did."""
    entries = [{"hands": [[4, False], [0, True]]}, {"hands": [[0, True]]}, {"hands": [[0, False], [5, False]]}]
    some = document(HANDS["take"], entries=entries)
    assert rulings(some) == ["Rounds are missing for Ben in Hands: they count as 0."]
    assert deciding(some) == []


NOBODY_CLOSED = "Nobody closed round 1: each number counts there as it was entered."


@pytest.mark.parametrize(
    ("hands", "entries", "said", "decides"),
    [
        (HANDS["double"], ([10, False], [15, False]), NOBODY_CLOSED, False),
        (HANDS["double"], ([10, False], [10, False]), NOBODY_CLOSED, True),
        (HANDS["clear"], ([10, False], [15, False]), NOBODY_CLOSED, False),
        (HANDS["clear"], ([10, False], [10, False]), NOBODY_CLOSED, True),
        (HANDS["take"], ([0, False], [120, False]), "Nobody won round 1: nobody gets anything there.", True),
        (TILES, ([0, False], [12, False]), "Nobody won round 1: nobody gets anything there.", True),
        (TILES, ([17, False], [3, False]), "", False),
        (HANDS["double"], ([10, True], [15, False]), "", False),
    ],
)
def test_a_round_that_nobody_closed_is_said(hands: Any, entries: Any, said: str, *, decides: bool) -> None:
    winner = "most" if hands["rule"] == "take" else "fewest"
    some = document(hands, entries=[{"hands": [entry]} for entry in entries], winner=winner)
    assert rulings(some) == ([said] if said else [])
    assert deciding(some) == ([said] if decides else [])


def test_each_of_several_rounds_that_nobody_closed_may_decide_alone() -> None:
    """Ben wins if he closed the first round, and not if he closed both: in the second one 10 are added."""
    clear = category("marked", "hands", rule="clear", add=10)
    entries = [{"hands": [[10, False], [18, False]]}, {"hands": [[5, False], [24, False]]}]
    some = document(clear, entries=entries, winner="fewest")
    assert (
        rulings(some) == deciding(some) == ["Nobody closed rounds 1 and 2: each number counts there as it was entered."]
    )


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


@pytest.mark.parametrize(
    ("cards", "bids", "said"),
    [
        ("round", ([[1, 1]], [[1, 1]], [[0, 0]]), ["Bids, Round 1: 2 made, but there was only 1 trick."]),
        ("round", ([[1, 0]], [[1, 0]]), ["Bids, Round 1: 0 made of 1 trick."]),
        ("round", ([[1, 1], [0, 2]], [[0, 0], [1, 1]]), ["Bids, Round 2: 3 made, but there were only 2 tricks."]),
        ([7], ([[7, 4], [1, 1]], [[0, 2], [3, 9]]), ["Bids, Round 1: 6 made of 7 tricks."]),
        ([7], ([[7, 5]], [[0, 2]]), []),
        (None, ([[7, 4]], [[0, 2]]), []),
    ],
)
def test_tricks_that_do_not_add_up_to_the_cards_are_said(cards: object, bids: Any, said: list[str]) -> None:
    worth = {"made": {"per_made": 10}, "missed": {}, **({} if cards is None else {"cards": cards})}
    assert rulings(document(category("bids", "bids", **worth), entries=[{"bids": each} for each in bids])) == said


def test_the_tricks_of_a_round_that_is_not_complete_need_not_add_up() -> None:
    bidding = category("bids", "bids", made={"per_made": 10}, missed={}, cards="round")
    some = document(bidding, entries=[{"bids": [[1, 1], [2, 1]]}, {"bids": [[0, 0]]}])
    assert rulings(some) == ["Rounds are missing for Ben in Bids: they count as 0."]


def test_at_a_table_a_bid_for_the_round_to_come_is_within_its_cards_too() -> None:
    of_two_rounds = category("bids", "bids", made={"per_made": 10}, missed={}, cards=[7, 3])
    read = codec.read_table(document(of_two_rounds, entries=[{"bids": [[7, 7]]}]))
    table = replace(read.table, bids=({"bids": 4},))
    assert not problems_in(table, read.game.limits)
    (problem,) = problems_in(table, read.game.limits_at_table)
    assert problem.path == "bids[0].bids"
    assert str(problem.message) == "Anna, Bids, Round 2: 4: a whole number from 0 to 3 belongs here"


BIRDS, MARKED = category("count", "birds", each=1), category("marked", "marked", rule="double")


@pytest.mark.parametrize(
    ("kind", "entries", "said"),
    [
        (BIRDS, [{"birds": 9999}, {"birds": 25}], ["Birds, Anna: 9999? Look again."]),
        (BIRDS, [{"birds": 25}, {"birds": 251}], ["Birds, Ben: 251? Look again."]),
        (BIRDS, [{"birds": 25}, {"birds": 250}], []),
        (BIRDS, [{"birds": 200}, {"birds": 1}], []),
        (BIRDS, [{"birds": 9999}, {"birds": 0}], []),
        (BIRDS, [{"birds": 9999}], []),
        (STROKES, [{"strokes": -550}, {"strokes": 12}], ["Strokes, Anna: -550? Look again."]),
        (ROUNDS, [{"rounds": [1500]}, {"rounds": [20]}], []),
        (ROUNDS, [{"rounds": [15, 2500]}, {"rounds": [20, 31]}], ["Rounds, Anna: 2500? Look again."]),
        (
            MARKED,
            [{"marked": [[5, True], [990, False]]}, {"marked": [[4, False], [9, True]]}],
            ["Marked, Anna: 990? Look again."],
        ),
    ],
)
def test_a_number_with_a_digit_too_many_is_asked_about(
    kind: dict[str, Any], entries: list[dict[str, Any]], said: list[str]
) -> None:
    assert rulings(document(kind, entries=entries)) == said


@pytest.mark.parametrize(
    ("entries", "ends", "said"),
    [
        (([15, 100], [20, 31]), {}, ["Rounds, Anna: 100? Look again."]),
        (([15, 99], [20, 31]), {}, []),
        (([15, 120], [20, 110]), {}, []),
        (([120], [20]), {}, []),
        (([15, 100], [20, 31]), {"category": "birds"}, []),
    ],
)
def test_a_round_that_alone_reaches_the_end_is_asked_about(entries: Any, ends: dict[str, str], said: list[str]) -> None:
    rounds = [{"rounds": entry} for entry in entries]
    assert rulings(document(ROUNDS, BIRDS, entries=rounds, ends={"at": 100, **ends})) == said
