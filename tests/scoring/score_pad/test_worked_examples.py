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
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_pad_of_the_contract_comes_out_as_it_says(name: str) -> None:
    some: Any = codec.parse((GOLDEN / f"{name}.json").read_bytes())
    points, standings = SHEETS[name]
    columns = result(some)["columns"]
    assert {one["player"]: [line["points"] for line in one["lines"]] for one in columns} == points
    assert places(some) == standings
