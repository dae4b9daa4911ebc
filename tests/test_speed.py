"""The guard against what has become slow; speed itself is measured by the benchmarks."""

from __future__ import annotations

import pytest

from tests.benchmarks import slower_than_recorded

RECORDED = {"a tap": [1.2, 1.5], "a start": [1.1]}


@pytest.mark.parametrize(
    ("measured", "what"),
    [
        ({"a tap": [2.4, 3.0], "a start": [0.4]}, []),
        ({"a tap": [1.2, 3.1], "a start": [1.1]}, ["a tap: 3.1 times what runs beside it, and 1.5 times was recorded"]),
        ({"a tap": [1.2, 1.5]}, ["a start: not measured, see the benchmarks' README"]),
        ({**RECORDED, "a page": [2.0]}, ["a page: not recorded, see the benchmarks' README"]),
    ],
)
def test_a_ratio_is_at_most_twice_what_was_recorded(measured: dict[str, list[float]], what: list[str]) -> None:
    assert list(slower_than_recorded(measured, RECORDED)) == what
