"""What a game gets that brings nothing but its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.plain_game import plain_kit, with_value
from companion.tables.my_copy import MyCopy
from companion.tables.state import STYLES, TableState
from scoring import GAMES
from storage.documents.codec import plain
from tests.companion.little_town_tables import house, table_state

if TYPE_CHECKING:
    from companion.games.kit import GameKit

with_rules = pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.rules])


def begun(kit: GameKit) -> TableState[Any]:
    nowhere: Any = None
    return kit.begin(("Anna", "Ben"), STYLES[:2], kit.variant_of(nowhere), MyCopy(nowhere, kit.game, ()))


@with_rules
def test_every_game_can_begin_with_its_rules_alone(key: str) -> None:
    state = begun(plain_kit(GAMES[key]))
    assert [player.name for player in state.table.players] == ["Anna", "Ben"]
    assert [column.player for column in GAMES[key].columns(state.table)] == ["Anna", "Ben"]


def test_a_piece_is_changed_wherever_it_lies_by_now() -> None:
    state = table_state(buildings=(house("barn", "C3"), house("pier", "D3")))
    seen = plain(state.table)

    def change(latest: TableState[Any]) -> TableState[Any]:
        return with_value(GAMES["little-town"], latest, seen, ("buildings", 1, "owner"), lambda _: "Ben")

    assert change(state).table.buildings[1] == house("pier", "D3", "Ben")
    fewer = table_state(buildings=(house("pier", "D3"),))
    assert change(fewer).table.buildings == (house("pier", "D3", "Ben"),)
    elsewhere = table_state(buildings=(house("barn", "C3"), house("pier", "F6")))
    assert change(elsewhere).table.buildings[1] == house("pier", "F6", "Ben")
    gone = table_state(buildings=(house("barn", "C3"),))
    assert change(gone) is gone


def test_an_entry_is_left_alone_where_its_list_is_another_one_by_now() -> None:
    rows = ("." * 9,) * 6
    state = table_state(board=rows)
    seen = plain(state.table)

    def change(latest: TableState[Any]) -> TableState[Any]:
        return with_value(GAMES["little-town"], latest, seen, ("board", 1), lambda _: "F" * 9)

    assert change(state).table.board[1] == "F" * 9
    printed = table_state()
    assert change(printed) is printed


def test_a_value_that_cannot_be_read_changes_nothing() -> None:
    state = table_state()
    assert with_value(GAMES["little-town"], state, plain(state.table), ("round",), lambda _: 9) is state
