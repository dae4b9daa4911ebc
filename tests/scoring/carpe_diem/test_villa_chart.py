"""The villa chart: its keys, and what a villa is worth."""

from __future__ import annotations

import pytest

from scoring.carpe_diem.villa_chart import Chimneys, VillaChart


@pytest.mark.parametrize("key", ["1", "3", "5+", "999", "999+"])
def test_a_key_is_read_and_written_the_same(key: str) -> None:
    assert Chimneys.read(key).key == key


@pytest.mark.parametrize("key", ["", "0", "03", "-3", "1000", "6++", "+", " 4", "4\n", "many", "٤"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="is not the key of an entry of the villa chart"):
        Chimneys.read(key)


def test_entries_are_sorted_by_their_chimneys() -> None:
    chart = VillaChart.read({"10+": 30, "2": 2, "1": 1})
    assert [chimneys.key for chimneys, _ in chart.entries] == ["1", "2", "10+"]
    assert (chart.highest, VillaChart.read({}).highest) == (10, 0)


def test_only_an_entry_with_more_covers_more_chimneys() -> None:
    chart = VillaChart.read({"1": 1, "3+": 9})
    assert [chart.points(chimneys) for chimneys in range(6)] == [0, 1, None, 9, 9, 9]
