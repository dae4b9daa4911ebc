"""The guard against what has become slow; speed itself is measured by the benchmarks."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from storage.backup import doctor
from storage.repositories import history
from storage.repositories.history import Filter
from tests.benchmarks import Row, slower_than_recorded
from tests.benchmarks.evenings import fill, opened

if TYPE_CHECKING:
    from pathlib import Path

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
    rows = [Row(name, "", "", "", tuple(ratios)) for name, ratios in measured.items()]
    assert list(slower_than_recorded(rows, RECORDED)) == what


def test_what_no_machine_changes_is_hardly_more_than_was_recorded() -> None:
    row = Row("a tap", "", "", "", (1.25, 1.6), allowed=1.05)
    assert list(slower_than_recorded([row], {"a tap": [1.2, 1.5]})) == [
        "a tap: 1.6 times what runs beside it, and 1.5 times was recorded"
    ]


def test_the_plays_that_are_measured_are_whole(tmp_path: Path) -> None:
    file = tmp_path / "evenings.sqlite3"
    fill(file, 20)
    with closing(opened(file)) as store:
        assert 0 < sum(1 for _ in history.stream(store, Filter())) <= 20
        findings = doctor.examine_open(store, tmp_path, lambda: datetime.now(UTC))
        assert [finding.message for finding in findings if finding.kind == "fault"] == []
