"""The plates that are proposed at the end of a round, and who begins the next one in words."""

from __future__ import annotations

from companion.games.little_town.round_end import (
    Plate,
    next_round_text,
    usual_plate,
    with_bought,
    with_fish,
    with_wheat,
)
from tests.companion.little_town_tables import player, table_state


def test_a_plate_never_feeds_more_than_there_are() -> None:
    table = table_state(player("Anna", fish=2, wheat=4, coins=9), player("Ben")).table
    usual = usual_plate(table, table.players[0])
    assert usual == Plate(fish=2, wheat=3, bought=0)
    assert with_wheat(usual, 4, 5) == Plate(fish=1, wheat=4, bought=0)
    assert with_bought(usual, 3, 5) == Plate(fish=2, wheat=0, bought=3)
    assert with_fish(Plate(fish=0, wheat=3, bought=2), 1, 5) == Plate(fish=1, wheat=3, bought=1)
    assert usual_plate(table, table.players[1]) == Plate(fish=0, wheat=0, bought=1)


def test_why_somebody_else_begins_the_last_round() -> None:
    seated = (player("Anna", score=4), player("Ben", score=9), player("Cleo", score=1))
    assert (
        str(next_round_text(table_state(*seated, round=3).table))
        == "Cleo has the fewest points of three players and begins the last round"
    )
    assert str(next_round_text(table_state(*seated, round=2).table)) == "Ben begins round 3"
