"""What each kind of category is worth, and its arithmetic (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scoring.messages import say
from scoring.score_pad.deck import Card, Deck
from scoring.score_pad.kinds import Cards, Category, Count, Kind, Lookups, Points, Products, Rounds, Tick
from tests.scoring.score_pad.pads import category, document, line, lines, result

if TYPE_CHECKING:
    from scoring.score_pad.kinds.category import Entry


@pytest.mark.parametrize(
    ("takes", "entry", "expected"),
    [
        ({}, 12, (12, "12 entered")),
        ({}, -9999, (-9999, "-9999 entered")),
        ({}, 9999, (9999, "9999 entered")),
        ({"low": -9999, "high": -9999}, -9999, (-9999, "-9999 entered")),
        ({"low": 9999, "high": 9999}, 9999, (9999, "9999 entered")),
        ({"low": -5, "high": 5}, 5, (5, "5 entered")),
        ({"low": 3, "high": 9}, None, (0, "nothing entered")),
    ],
)
def test_points_are_the_entry_and_0_where_it_is_absent(takes: Any, entry: Any, expected: Any) -> None:
    assert line(category("points", **takes), entry) == expected


@pytest.mark.parametrize(
    ("takes", "entry", "expected"),
    [
        ({"each": 4}, 3, (12, "3 × 4")),
        ({"each": 4}, None, (0, "nothing entered")),
        ({"each": -3}, 2, (-6, "2 × -3")),
        ({"each": 0}, 9999, (0, "9999 × 0")),
        ({"each": 1, "per": 3}, 8, (2, "2 × 1: 8 ÷ 3, rounded down")),
        ({"each": 5, "per": 3}, 9, (15, "3 × 5: 9 ÷ 3")),
        ({"each": -2, "per": 3}, 2, (0, "0 × -2: 2 ÷ 3, rounded down")),
    ],
)
def test_count_is_each_for_every_full_per(takes: Any, entry: Any, expected: Any) -> None:
    assert line(category("count", **takes), entry) == expected


@pytest.mark.parametrize(
    ("worth", "entry", "expected"),
    [
        (10, True, (10, "10, ticked")),
        (-4, True, (-4, "-4, ticked")),
        (10, False, (0, "not ticked")),
        (10, None, (0, "not ticked")),
    ],
)
def test_tick_is_its_worth_where_true(worth: int, entry: Any, expected: Any) -> None:
    assert line(category("tick", worth=worth), entry) == expected


@pytest.mark.parametrize(
    ("takes", "entry", "expected"),
    [
        ({"values": [-1, 2, 5]}, None, (-1, "nothing entered: 0 is worth -1")),
        ({"values": [-1, 2, 5]}, 1, (2, "1 is worth 2")),
        ({"values": [-1, 2, 5]}, 2, (5, "2 is worth 5")),
        ({"values": [-1, 2, 5]}, 9999, (5, "9999 is worth 5, as 2 is")),
        ({"values": [0, 2, 5], "beyond": "again"}, 0, (0, "0 is worth 0")),
        ({"values": [0, 2, 5], "beyond": "again"}, 2, (5, "2 is worth 5")),
        ({"values": [0, 2, 5], "beyond": "again"}, 4, (10, "2 × 5: 4 is 2 × 2")),
        ({"values": [0, 2, 5], "beyond": "again"}, 5, (12, "2 × 5 + 2: 5 is 2 × 2 and 1")),
        ({"values": [0, 7], "beyond": "again"}, 3, (21, "3 × 7: 3 is 3 × 1")),
    ],
)
def test_steps_are_their_value_and_beyond_the_last_one_it_again(takes: Any, entry: Any, expected: Any) -> None:
    assert line(category("steps", **takes), entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ([20, -10, 30], (40, "20 - 10 + 30")),
        ([-5], (-5, "-5")),
        ([0, 0], (0, "0 + 0")),
        ([], (0, "no rounds")),
        (None, (0, "no rounds")),
    ],
)
def test_rounds_are_their_sum(entry: Any, expected: Any) -> None:
    assert line(category("rounds"), entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ([[5, 2], [3, 1]], (13, "5 × 2 + 3 × 1")),
        ([[6, 0]], (0, "6 × 0")),
        ([], (0, "no pairs")),
        (None, (0, "no pairs")),
    ],
)
def test_products_are_the_sum_of_the_products(entry: Any, expected: Any) -> None:
    assert line(category("products"), entry) == expected


def majority(*held: Any, **takes: Any) -> list[tuple[int, str]]:
    return lines(category("majority", **takes), *held)


def test_majority_goes_to_the_most_the_second_most_and_so_on() -> None:
    assert majority(2, 5, None, 3, 1, values=[7, 4, 1]) == [
        (1, "2 is the third most: 1"),
        (7, "5 is the most: 7"),
        (0, "nothing entered"),
        (4, "3 is the second most: 4"),
        (0, "1 is in place 4: worth nothing"),
    ]


def test_majority_has_no_place_for_less_than_the_least() -> None:
    assert majority(2, 3, values=[5, 2], least=3) == [(0, "2: a place needs at least 3"), (5, "3 is the most: 5")]


def test_majority_from_0_on_has_a_place_for_who_has_nothing() -> None:
    assert majority(5, 0, None, values=[5, 2], ties="all", least=0) == [
        (5, "5 is the most: 5"),
        (2, "0, level for the second most with Clara: 2 for each"),
        (2, "nothing entered: 0, level for the second most with Ben: 2 for each"),
    ]


def test_majority_shared_adds_the_values_of_the_places_that_are_taken_and_rounds_down() -> None:
    assert majority(4, 4, 2, values=[5, 2, 1]) == [
        (3, "4, level for the most with Ben: 5 + 2 shared by 2, rounded down"),
        (3, "4, level for the most with Anna: 5 + 2 shared by 2, rounded down"),
        (1, "2 is the third most: 1"),
    ]
    assert majority(4, 4, values=[5, 1])[0] == (3, "4, level for the most with Ben: 5 + 1 shared by 2")


def test_majority_shared_counts_a_place_beyond_the_values_as_nothing() -> None:
    assert majority(9, 4, 4, 4, values=[5, 2])[1:] == [
        (0, "4, level for the second most with Clara and Dora: 2 shared by 3, rounded down"),
        (0, "4, level for the second most with Ben and Dora: 2 shared by 3, rounded down"),
        (0, "4, level for the second most with Ben and Clara: 2 shared by 3, rounded down"),
    ]


def test_majority_for_all_gives_each_the_best_value_and_skips_the_next() -> None:
    assert majority(4, 4, 2, values=[5, 3, 1], ties="all") == [
        (5, "4, level for the most with Ben: 5 for each"),
        (5, "4, level for the most with Anna: 5 for each"),
        (1, "2 is the third most: 1"),
    ]


def test_majority_for_none_gives_nothing_to_any_and_skips_the_next() -> None:
    assert majority(4, 2, 4, values=[5, 3, 1], ties="none") == [
        (0, "4, level for the most with Clara: nothing for any of them"),
        (1, "2 is the third most: 1"),
        (0, "4, level for the most with Anna: nothing for any of them"),
    ]


@pytest.mark.parametrize("ties", ["share", "all", "none"])
def test_majority_is_worth_nothing_for_who_is_level_beyond_the_values(ties: str) -> None:
    assert majority(3, 2, 2, values=[5], ties=ties) == [
        (5, "3 is the most: 5"),
        (0, "2, level with Clara in place 2: worth nothing"),
        (0, "2, level with Ben in place 2: worth nothing"),
    ]


def test_a_line_is_that_of_its_category_in_the_order_of_the_pad() -> None:
    some = document(category("tick", "last", worth=1), category("rounds", "first"), title=" My game ")
    (column,) = result(some)["columns"]
    assert column["lines"] == [
        {"rule": "last", "points": 0, "because": "not ticked", "cells": [], "ref": "My game"},
        {"rule": "first", "points": 0, "because": "no rounds", "cells": [], "ref": "My game"},
    ]


def test_a_category_whose_kind_says_nothing_more_is_worth_nothing_and_refuses_nothing() -> None:
    category, title = Category(key="sheep", title="Sheep", kind=Kind.POINTS), say("Sheep")
    assert category.worked_out({"sheep": 3}, {}, {}) == (0, say("nothing entered"))
    assert not [*category.misfits(3), *category.marked_in(3), *category.unfinished((3,))]
    assert (category.with_marks(3, (0,)), category.as_taken_over((3,)), category.entry_worth(3, 3)) == (3, (3,), None)
    assert category.unfinished_text((0,), title) == title
    assert not category.is_taken_off


@pytest.mark.parametrize(
    ("category", "points", "entry", "worth"),
    [
        (Points(key="sheep", title="Sheep"), -3, None, -3),
        (Count(key="sheep", title="Sheep", each=-2, per=3), -6, None, 9),
        (Count(key="sheep", title="Sheep", each=0), 6, None, 0),
        (Tick(key="sheep", title="Sheep", worth=4), 4, None, True),
        (Rounds(key="sheep", title="Sheep"), 7, None, (7,)),
        (Rounds(key="sheep", title="Sheep"), 7, (3, 4), (3, 4)),
        (Products(key="sheep", title="Sheep"), 7, None, None),
        (Cards(key="sheep", title="Sheep", deck=Deck(tags={}, cards=(Card(key="ram", name="Ram"),))), 7, None, 7),
    ],
)
def test_points_that_were_recorded_are_worth_an_entry(
    category: Category, points: int, entry: Entry | None, worth: Entry | None
) -> None:
    assert category.entry_worth(points, entry) == worth


@pytest.mark.parametrize(
    ("category", "taken_off"),
    [
        (Count(key="sheep", title="Sheep", each=-1), True),
        (Count(key="sheep", title="Sheep", each=-1, per=2), False),
        (Rounds(key="sheep", title="Sheep", times=-1), True),
        (Rounds(key="sheep", title="Sheep"), False),
    ],
)
def test_a_number_may_just_be_taken_off(category: Category, *, taken_off: bool) -> None:
    assert category.is_taken_off is taken_off


def test_a_list_that_is_not_played_in_rounds_has_one_cell() -> None:
    assert [kind.shape.in_one_cell for kind in (Lookups, Products, Rounds, Points)] == [True, True, False, False]
