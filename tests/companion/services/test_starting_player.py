"""The draw of who begins."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.services.starting_player import draw_starting_player, highlight_order, rotated


def test_chance_decides_alone() -> None:
    assert [draw_starting_player(4, chance) for chance in (lambda _: 0, lambda seats: seats - 1)] == [0, 3]


def test_every_seat_can_be_drawn_and_no_other() -> None:
    assert {draw_starting_player(3) for _ in range(400)} == {0, 1, 2}


@given(st.lists(st.integers(), min_size=1, max_size=4, unique=True), st.data())
def test_nobody_changes_places(players: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(players) - 1))
    turned = rotated(players, first)
    assert turned[0] == players[first]
    neighbours = set(zip(players, [*players[1:], players[0]], strict=True))
    assert set(zip(turned, [*turned[1:], turned[0]], strict=True)) == neighbours


@given(st.integers(1, 4), st.data())
def test_the_light_stops_at_the_winner_after_it_was_everywhere(players: int, data: st.DataObject) -> None:
    winner = data.draw(st.integers(0, players - 1))
    lit = highlight_order(players, winner)
    assert lit[-1] == winner
    assert set(lit) == set(range(players))
    assert all(after == (before + 1) % players for before, after in pairwise(lit))
