"""What holds for every table of Little Town."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from tests.scoring.little_town import strategies
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.little_town.state import Table

GAME = GAMES["little-town"]


@given(strategies.towns(), st.randoms(use_true_random=False))
@examples(40)
def test_the_order_of_players_buildings_and_workers_changes_nothing_but_the_order(
    table: Table, chance: st.DataObject
) -> None:
    seats, buildings, workers = list(range(len(table.players))), list(table.buildings), list(table.workers)
    for some in (seats, buildings, workers):
        chance.shuffle(some)  # type: ignore[attr-defined]
    turned = replace(
        table, players=tuple(table.players[seat] for seat in seats), buildings=tuple(buildings), workers=tuple(workers)
    )
    before, after = GAME.score(table), GAME.score(turned)
    assert after.columns == tuple(before.columns[seat] for seat in seats)
    assert {(standing.player, standing.place) for standing in after.standings} == {
        (standing.player, standing.place) for standing in before.standings
    }


@given(strategies.towns())
@examples(30)
def test_every_drawing_can_be_shown(table: Table) -> None:
    (board,) = GAME.boards(table)
    assert len({len(str(line)) for line in board.drawing[1:-1]}) == 1
