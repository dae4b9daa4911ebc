"""Game Play: whose turn it is, and the workers that are still placed."""

from __future__ import annotations

from dataclasses import replace

from scoring.little_town.moves import (
    next_seat,
    seat_to_place,
    turns_are_kept,
    with_site,
    workers_at_hand,
    workers_at_site,
    workers_to_place,
)
from scoring.little_town.state import Visit
from tests.scoring.little_town.boards import NAMES, player, town

THREE = town("*1", *(player(name) for name in NAMES[:3]))


def test_each_player_has_workers_on_the_board_at_the_construction_site_and_at_hand() -> None:
    assert (workers_at_hand(THREE, 0), workers_to_place(THREE)) == (3, 11)
    at_site = with_site(THREE, 1, 2)
    assert [workers_at_site(at_site, seat) for seat in range(3)] == [0, 2, 0]
    assert (workers_at_hand(at_site, 1), workers_to_place(at_site)) == (2, 9)
    assert workers_at_hand(with_site(THREE, 0, 4), 0) == 0


def test_each_player_in_turn_clockwise_who_has_a_worker() -> None:
    assert [next_seat(THREE, seat) for seat in range(3)] == [1, 2, 0]
    table = with_site(THREE, 1, 4)
    assert [next_seat(table, seat) for seat in range(3)] == [2, 2, 0]
    none = replace(table, site=(3, 4, 4))
    assert (workers_to_place(none), next_seat(none, 0)) == (0, 1)


def test_while_a_turn_is_not_over_the_player_after_it_places_the_next_worker() -> None:
    assert seat_to_place(replace(THREE, turn=1)) == 1
    assert seat_to_place(replace(THREE, turn=1, visit=Visit(seat=1, cell="A1"))) == 2


def test_turns_are_kept_until_all_workers_are_placed() -> None:
    placed = replace(THREE, site=(3, 4, 4))
    assert turns_are_kept(THREE)
    assert not turns_are_kept(placed)
    assert turns_are_kept(replace(placed, visit=Visit(seat=0, cell="A1")))
    assert not turns_are_kept(replace(THREE, books=False))
