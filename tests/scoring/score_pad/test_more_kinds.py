"""The kinds for the games on the shelf, and their arithmetic (contract, section 7, more kinds)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.score_pad.kinds.category import at_number
from tests.scoring.score_pad.pads import category, document, line, lines, result

TREES: dict[str, Any] = {"values": [0, 1, 3, 7]}
WIZARD: dict[str, Any] = {"made": {"base": 20, "per_made": 10}, "missed": {"per_off": -10}}
SKULL_KING: dict[str, Any] = {
    "made": {"per_bid": 20},
    "missed": {"per_off": -10},
    "zero": {"per_card": 10},
    "zero_missed": {"per_card": -10},
    "cards": "round",
}
SPADES: dict[str, Any] = {
    "made": {"per_bid": 10},
    "over": {"per_bid": 10, "per_off": 1},
    "missed": {"per_bid": -10},
    "zero": {"base": 100},
    "zero_missed": {"base": -100},
}


def derived(derived_category: dict[str, Any], entries: dict[str, Any]) -> tuple[int, str]:
    """The points and the reason of a category that is worked out from three others."""
    others = (
        category("steps", "tablet", values=[0, 1, 4, 9]),
        category("count", "wheel", each=5),
        category("rounds", "cards"),
    )
    (column,) = result(document(derived_category, *others, entries=[entries]))["columns"]
    return column["lines"][0]["points"], column["lines"][0]["because"]


@pytest.mark.parametrize(("players", "value"), [(1, 100), (2, 100), (3, 100), (4, 80), (5, 80), (12, 80)])
def test_of_values_by_number_the_largest_not_above_holds_and_the_smallest_for_fewer(players: int, value: int) -> None:
    assert at_number({"4": 80, "2": 100}, players) == value
    assert at_number(7, players) == 7


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (3, (7, "3 is worth 7")),
        (4, (11, "7 + 1 × 4: 4 is 3 and 1")),
        (9999, (7 + 9996 * 4, "7 + 9996 × 4: 9999 is 3 and 9996")),
    ],
)
def test_each_one_beyond_the_steps_adds_to_the_last_value(entry: int, expected: Any) -> None:
    assert line(category("steps", **TREES, beyond={"each": 4}), entry) == expected


@pytest.mark.parametrize(
    ("beyond", "entry", "expected"),
    [
        ("last", [1, 3, 4], (15, "1 + 7 + 7 for 1, 3 and 4")),
        ("again", [4, 0], (8, "8 + 0 for 4 and 0")),
        ({"each": -2}, [5], (3, "3 for 5")),
        ("last", [], (0, "no numbers")),
        ("last", None, (0, "no numbers")),
    ],
)
def test_lookups_are_the_sum_of_what_steps_would_give_for_each(beyond: Any, entry: Any, expected: Any) -> None:
    assert line(category("lookups", **TREES, beyond=beyond), entry) == expected


@pytest.mark.parametrize(
    ("times", "entry", "expected"),
    [
        (10, [3, 4], (70, "(3 + 4) × 10")),
        (-1, [20, -10], (-10, "(20 - 10) × -1")),
        (2, [5], (10, "5 × 2")),
        (1, [3, 4], (7, "3 + 4")),
        (10, [], (0, "no rounds")),
    ],
)
def test_the_sum_of_rounds_counts_so_many_times(times: int, entry: Any, expected: Any) -> None:
    assert line(category("rounds", times=times), entry) == expected


@pytest.mark.parametrize(
    ("takes", "rounds", "expected"),
    [
        (WIZARD, [[2, 2]], (40, "bid 2, made 2: 20 + 2 × 10")),
        (WIZARD, [[0, 0], [2, 0], [1, 3]], (-20, None)),
        (WIZARD, [[0, 1]], (-10, "bid 0, made 1: 1 × -10")),
        (SKULL_KING, [[1, 1], [0, 0]], (40, "bid 1, made 1: 1 × 20; bid 0, made 0: 2 × 10")),
        (SKULL_KING, [[1, 1, 30]], (50, "bid 1, made 1: 1 × 20 + 30")),
        (SKULL_KING, [[1, 1, -20]], (0, "bid 1, made 1: 1 × 20 - 20")),
        (SKULL_KING, [[1, 0, 30]], (-10, "bid 1, made 0: 1 × -10, without the bonus of 30")),
        (SKULL_KING, [[0, 1, 30]], (-10, "bid 0, made 1: 1 × -10, without the bonus of 30")),
        (SPADES, [[4, 4]], (40, "bid 4, made 4: 4 × 10")),
        (SPADES, [[4, 6]], (42, "bid 4, made 6: 4 × 10 + 2 × 1")),
        (SPADES, [[4, 6, 5]], (47, "bid 4, made 6: 4 × 10 + 2 × 1 + 5")),
        (SPADES, [[4, 3]], (-40, "bid 4, made 3: 4 × -10")),
        (SPADES, [[0, 0]], (100, "bid 0, made 0: 100")),
        (SPADES, [[0, 2]], (-100, "bid 0, made 2: -100")),
        ({"made": {}, "missed": {}}, [[1, 1]], (0, "bid 1, made 1: 0")),
        (WIZARD, [], (0, "no rounds")),
        (WIZARD, None, (0, "no rounds")),
    ],
)
def test_a_round_of_bids_is_worth_what_its_case_says(takes: Any, rounds: Any, expected: Any) -> None:
    points, because = line(category("bids", **takes), rounds)
    assert (points, because if expected[1] else None) == expected


def test_nothing_bid_and_something_made_goes_by_over_where_zero_missed_is_absent_and_its_bonus_counts() -> None:
    takes: dict[str, Any] = {"made": {}, "missed": {"base": -1}, "over": {"base": 3}}
    assert line(category("bids", **takes), [[0, 1, 5]]) == (8, "bid 0, made 1: 3 + 5")


@pytest.mark.parametrize(("cards", "expected"), [("round", 1 + 2 + 3), ([7, 8], 15), (None, 0)])
def test_the_cards_of_a_round_are_its_number_or_those_of_the_list(cards: Any, expected: int) -> None:
    takes = {"made": {"per_card": 1}, "missed": {}} | ({} if cards is None else {"cards": cards})
    assert line(category("bids", **takes), [[1, 1]] * 3)[0] == expected


def test_who_has_fewer_rounds_of_bids_than_others_is_told_so() -> None:
    assert lines(category("bids", **WIZARD), [[0, 0], [1, 1]], [[0, 0]])[1] == (
        20,
        "bid 0, made 0: 20 + 0 × 10: 1 of 2 rounds entered",
    )


@pytest.mark.parametrize(
    ("takes", "entries", "expected"),
    [
        ({"by": "entry", "worth": 7}, {"tablet": 3, "wheel": 1}, (7, "the lowest of Tablet 3, Wheel 1: 1 × 7")),
        ({}, {"tablet": 3, "wheel": 1}, (5, "the lowest of Tablet 9, Wheel 5: 5")),
        ({"worth": -2}, {"tablet": 1}, (0, "the lowest of Tablet 1, Wheel 0: 0 × -2")),
        ({"counted": True}, {"tablet": 3, "wheel": 2, "one": 4}, (36, "the lowest of Tablet 9, Wheel 10: 9 × 4")),
        ({"counted": True}, {"tablet": 3, "wheel": 2}, (0, "nothing entered")),
        (
            {"counted": True, "worth": 3},
            {"tablet": 2, "wheel": 2, "one": 5},
            (60, "the lowest of Tablet 4, Wheel 10: 4 × 3 × 5"),
        ),
    ],
)
def test_the_lowest_counts_its_worth_and_as_often_as_was_entered(takes: Any, entries: Any, expected: Any) -> None:
    assert derived(category("lowest", of=["tablet", "wheel"], **takes), entries) == expected


@pytest.mark.parametrize(
    ("of", "entries", "expected"),
    [
        (["tablet", "wheel"], {"tablet": 3, "wheel": 2}, (35, "Tablet 9 + Wheel 10 = 19, at least 19: 35")),
        (["tablet", "wheel"], {"tablet": 2, "wheel": 2}, (0, "Tablet 4 + Wheel 10 = 14, less than 19")),
        (["cards"], {"cards": [20, -1]}, (35, "Cards 19, at least 19: 35")),
    ],
)
def test_a_bonus_is_its_worth_where_the_points_are_enough(of: Any, entries: Any, expected: Any) -> None:
    assert derived(category("bonus", of=of, at_least=19, worth=35), entries) == expected


def marked(*entries: Any, **takes: Any) -> list[tuple[int, str]]:
    """What a single round is worth for those who took part in it."""
    return lines(category("marked", **takes), *([entry] for entry in entries))


@pytest.mark.parametrize(
    ("entries", "negatives", "expected"),
    [
        ([[5, True], [7, False]], False, [(5, "closed the round: 5"), (7, "7")]),
        ([[5, True], [5, False]], False, [(10, "closed the round: 2 × 5"), (5, "5")]),
        ([[5, True], [7, False], [4, False]], False, [(10, "closed the round: 2 × 5"), (7, "7"), (4, "4")]),
        ([[5, True]], False, [(5, "closed the round: 5")]),
        ([[-2, True], [-3, False]], False, [(-2, "closed the round: -2"), (-3, "-3")]),
        ([[-2, True], [-3, False]], True, [(-4, "closed the round: 2 × -2"), (-3, "-3")]),
        ([[5, False], [4, False]], False, [(5, "5"), (4, "4")]),
    ],
)
def test_the_marked_number_is_doubled_unless_all_others_are_larger(entries: Any, negatives: Any, expected: Any) -> None:
    assert marked(*entries, rule="double", negatives=negatives) == expected


@pytest.mark.parametrize(
    ("entries", "add", "expected"),
    [
        ([[5, True], [7, False]], 10, [(0, "closed the round with 5, nobody has less: 0"), (7, "7")]),
        ([[5, True], [5, False]], 10, [(0, "closed the round with 5, nobody has less: 0"), (5, "5")]),
        ([[5, True], [4, False]], 10, [(15, "closed the round: 5 + 10"), (4, "4")]),
        ([[5, True], [4, False]], 0, [(5, "closed the round: 5"), (4, "4")]),
        ([[5, True]], 10, [(0, "closed the round with 5, nobody has less: 0")]),
    ],
)
def test_the_marked_number_is_cleared_unless_somebody_has_less(entries: Any, add: int, expected: Any) -> None:
    assert marked(*entries, rule="clear", add=add) == expected


@pytest.mark.parametrize(
    ("entries", "lose", "expected"),
    [
        ([[5, True], [7, False], [9, False]], False, [(16, "won the round: 7 + 9"), (0, "0: 7 goes to Anna"), None]),
        ([[5, True], [7, False]], True, [(7, "won the round: 7"), (-7, "7 lost to Anna")]),
        ([[0, False], [120, False]], False, [(0, "0: nobody won the round"), (0, "0: nobody won the round")]),
        (
            [[17, False], [3, False]],
            True,
            [(-17, "17 lost, nobody won the round"), (-3, "3 lost, nobody won the round")],
        ),
        ([[5, True]], True, [(0, "won the round alone: 0")]),
    ],
)
def test_the_marked_player_takes_the_numbers_of_the_others(entries: Any, lose: Any, expected: Any) -> None:
    player_lines = marked(*entries, rule="take", lose=lose)
    assert [line for line, says in zip(player_lines, expected, strict=True) if says] == [
        line for line in expected if line
    ]


def test_whose_list_is_shorter_took_no_part_in_the_round() -> None:
    doubling = category("marked", rule="double")
    assert lines(doubling, [[5, False], [3, True]], [[4, True], [9, False]], [[1, False]], None) == [
        (8, "5; closed the round: 3"),
        (17, "closed the round: 2 × 4; 9"),
        (1, "1: 1 of 2 rounds entered"),
        (0, "no rounds"),
    ]


def majority(*held: Any, **takes: Any) -> list[tuple[int, str]]:
    return lines(category("majority", **takes), *held)


HABITATS = {"values": {"2": [2], "3": [3, 1]}, "level": {"2": [[1]], "3": [[2, 1], [0]]}}


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ([5, 3], [2, 0]),
        ([5, 5], [1, 1]),
        ([6, 4, 2], [3, 1, 0]),
        ([6, 6, 4], [2, 2, 0]),
        ([6, 6, 6], [1, 1, 1]),
        ([6, 6, 6, 6], [1, 1, 1, 1]),
        ([6, 4, 4, 1], [3, 0, 0, 0]),
        ([9, 4, 2, 2], [3, 1, 0, 0]),
        ([9], [2]),
    ],
)
def test_a_majority_by_number_of_players_with_a_table_for_those_who_are_level(held: Any, points: Any) -> None:
    assert [line[0] for line in majority(*held, **HABITATS)] == points


def test_a_place_without_a_list_goes_by_ties() -> None:
    assert [line[0] for line in majority(9, 4, 4, values=[9, 5, 2], level=[[7]], ties="all")] == [9, 5, 5]
    assert majority(4, 4, values=[9], level=[[7]])[0] == (7, "4, level for the most with Ben: 7 for each")


def test_a_place_can_be_worth_something_for_those_who_are_level_alone() -> None:
    assert [line[0] for line in majority(9, 4, 4, values=[9], level=[[7], [3]])] == [9, 3, 3]


def test_with_next_each_gets_the_value_of_the_rank_and_ranks_have_no_gaps() -> None:
    assert majority(4, 4, 2, 1, values=[5, 3], ties="next") == [
        (5, "4, level for the most with Ben: 5 for each"),
        (5, "4, level for the most with Anna: 5 for each"),
        (3, "2 is the second most: 3"),
        (0, "1 is in place 3: worth nothing"),
    ]


def test_where_the_fewest_win_the_smallest_entry_stands_first_and_everybody_has_a_place() -> None:
    assert majority(4, None, 0, 2, values=[6, 2, -3], wanted="fewest") == [
        (0, "4 is in place 4: worth nothing"),
        (4, "nothing entered: 0, level for the fewest with Clara: 6 + 2 shared by 2"),
        (4, "0, level for the fewest with Ben: 6 + 2 shared by 2"),
        (-3, "2 is the third fewest: -3"),
    ]


@pytest.mark.parametrize(
    ("values", "points", "because"),
    [
        ([-5, -2], -3, "-5 + -2 shared by 2, rounded up"),
        ([-5, -1], -3, "-5 + -1 shared by 2"),
        ([5, -4], 0, "5 + -4 shared by 2, rounded down"),
        ([4, -4], 0, "4 + -4 shared by 2"),
    ],
)
def test_what_is_shared_is_divided_towards_zero(values: Any, points: int, because: str) -> None:
    assert majority(1, 1, values=values)[0] == (points, f"1, level for the most with Ben: {because}")


def test_numbers_go_to_ten_million() -> None:
    assert line(category("points"), 9_999_999)[0] == 9_999_999
    assert line(category("marked", rule="double"), [[9_999_999, False]])[0] == 9_999_999
