"""What holds for every table of The Palaces of Carrara."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.palaces_of_carrara.rules import objectives
from tests.scoring.palaces_of_carrara import strategies
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.palaces_of_carrara.state import Table

GAME = GAMES["palaces-of-carrara"]


@given(strategies.tables(), st.randoms(use_true_random=False))
@examples(60)
def test_the_order_of_players_and_of_entries_changes_nothing(some: Table, chance: st.DataObject) -> None:
    def shuffled(entries: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(entries, key=lambda _: chance.random()))  # type: ignore[attr-defined]

    seats = list(range(len(some.players)))
    chance.shuffle(seats)  # type: ignore[attr-defined]
    entered = [
        replace(player, buildings=shuffled(player.buildings), scored=shuffled(player.scored)) for player in some.players
    ]
    turned = replace(some, players=tuple(entered[seat] for seat in seats))
    before, after = GAME.score(some), GAME.score(turned)
    assert [(column.player, column.total) for column in after.columns] == [
        (before.columns[seat].player, before.columns[seat].total) for seat in seats
    ]
    assert {(standing.player, standing.place, standing.decided_by) for standing in after.standings} == {
        (standing.player, standing.place, standing.decided_by) for standing in before.standings
    }


@given(strategies.tables())
@examples(60)
def test_who_has_all_that_is_needed_may_announce_the_end(some: Table) -> None:
    for player in objectives(some).players:
        three = (player.brown, player.purple, player.gray)
        assert player.may_announce == all(each.have >= each.need for each in three)
