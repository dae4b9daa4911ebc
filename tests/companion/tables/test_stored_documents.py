"""What is stored of a table after a change: as if all of it were written anew, only faster."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.games.carpe_diem import actions
from companion.tables.state import stored_after, stored_of, toggle_tick, with_player
from scoring.carpe_diem.state import FountainCard, FrameGoal, Good, Kind
from tests.companion.carpe_diem_tables import player_with, table_state, tile

if TYPE_CHECKING:
    from companion.tables.attempt import Transition

BEFORE = actions.with_goal(
    table_state(
        player_with("Anna", tile("C4", "pond E"), tile("D4", "pond W", "villa N2")), player_with("Ben", stack=1)
    ),
    0,
    None,
    FrameGoal(kind=Kind.POND, points=3, line="C"),
)
CHANGES: dict[str, Transition] = {
    "nothing": lambda state: state,
    "a number": lambda state: with_player(state, 0, coins=3),
    "what was nothing": lambda state: with_player(state, 1, goods={Good.FISH: 2}),
    "a part less": lambda state: actions.remove(state, 0, "D4"),
    "a part more": lambda state: actions.lay(state, 1, tile("D3", "market")),
    "another in its place": lambda state: actions.move(state, 0, "C4", tile("C3", "pond S")),
    "nothing in place of a part": lambda state: actions.count_only(state, 0),
    "a part that was nothing": lambda state: with_player(
        state, 0, fountain_cards=(FountainCard(kind=Kind.POND, points=2),)
    ),
    "what is beside the table": lambda state: replace(
        state, extras=replace(state.extras, ticked=toggle_tick(state.extras.ticked, "writs"))
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_after_a_change_all_is_stored_as_it_is(name: str) -> None:
    after = CHANGES[name](BEFORE)
    assert stored_after(after, BEFORE, stored_of(BEFORE)) == stored_of(after)
    assert stored_after(BEFORE, after, stored_of(after)) == stored_of(BEFORE)


def test_what_has_not_changed_is_not_written_again() -> None:
    stored = stored_of(BEFORE)
    after = stored_after(with_player(BEFORE, 0, coins=3), BEFORE, stored)
    players, before = after["table"]["players"], stored["table"]["players"]
    assert after["extras"] is stored["extras"]
    assert players[1] is before[1]
    assert players[0]["district"] is before[0]["district"]
