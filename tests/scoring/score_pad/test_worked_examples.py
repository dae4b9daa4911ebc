"""The examples of the contract: points by line, and places. Whole sheets lie in `tests/golden`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from storage.documents import codec
from tests.scoring.score_pad.pads import places, result

GOLDEN = Path(__file__).parents[2] / "golden" / "score-pad"

SHEETS = {
    "farm": (
        {"Anna": [2, 13, 2, 0, 3, 1, 12], "Ben": [-1, 10, 2, -3, 3, 0, 15], "Clara": [4, 1, 3, 0, 0, 0, 8]},
        [("Anna", 1, "points"), ("Ben", 2, "points"), ("Clara", 3, "")],
    ),
    "fewest": ({"Anna": [12, -2], "Ben": [10, 0]}, [("Ben", 1, "handicap"), ("Anna", 2, "")]),
    "regions": (
        {"Anna": [13, 10, 0, 0], "Ben": [23, 0, 0, 0], "Clara": [23, 0, 0, 0]},
        [("Clara", 1, "crowns"), ("Ben", 2, "largest"), ("Anna", 3, "")],
    ),
    "rounds": (
        {"Anna": [80], "Ben": [80], "Clara": [0]},
        [("Anna", 1, "points"), ("Ben", 1, "points"), ("Clara", 3, "")],
    ),
    "bids": (
        {"Anna": [30], "Ben": [10], "Clara": [0]},
        [("Anna", 1, "points"), ("Ben", 2, "points"), ("Clara", 3, "")],
    ),
    "bids-zero": ({"Anna": [50], "Ben": [50]}, [("Anna", 1, ""), ("Ben", 1, "")]),
    "lowest": (
        {"Anna": [9, 4, 1, 7, 8, 0, 0], "Ben": [16, 4, 0, 0, 4, 35, 0], "Clara": [1, 0, 0, 0, 0, 0, 0]},
        [("Clara", 1, "science"), ("Ben", 2, "points"), ("Anna", 3, "")],
    ),
    "majority-two": ({"Anna": [20, 5, 1, 11], "Ben": [19, 5, 1, 15]}, [("Ben", 1, "points"), ("Anna", 2, "")]),
    "majority-three": (
        {"Anna": [20, 6, 2, 11], "Ben": [19, 6, 2, 15], "Clara": [18, 4, 0, 19]},
        [("Ben", 1, "points"), ("Clara", 2, "points"), ("Anna", 3, "")],
    ),
    "majority-level-second": (
        {"Anna": [20, 7, 3, 11], "Ben": [19, 3, 0, 15], "Clara": [18, 3, 0, 19]},
        [("Anna", 1, "points"), ("Clara", 2, "points"), ("Ben", 3, "")],
    ),
    "marked-clear": (
        {"Anna": [12], "Ben": [10], "Clara": [29]},
        [("Ben", 1, "points"), ("Anna", 2, "points"), ("Clara", 3, "")],
    ),
    "marked-double": (
        {"Anna": [17], "Ben": [34], "Clara": [29]},
        [("Anna", 1, "points"), ("Clara", 2, "points"), ("Ben", 3, "")],
    ),
    "marked-take": (
        {"Anna": [7], "Ben": [22], "Clara": [-29]},
        [("Ben", 1, "points"), ("Anna", 2, "points"), ("Clara", 3, "")],
    ),
    "members": (
        {"North and South": [70], "East and West": [60]},
        [("North and South", 1, "points"), ("East and West", 2, "")],
    ),
    "together": ({"Anna": [3], "Ben": [5]}, [("Anna", 2, ""), ("Ben", 2, "")]),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_pad_of_the_contract_comes_out_as_it_says(name: str) -> None:
    some: Any = codec.parse((GOLDEN / f"{name}.json").read_bytes())
    points, standings = SHEETS[name]
    columns = result(some)["columns"]
    assert {column["player"]: [line["points"] for line in column["lines"]] for column in columns} == points
    assert places(some) == standings
