"""The Stock tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.ui.editors.palaces_of_carrara.stock import Stock
from scoring.palaces_of_carrara.state import Color, Object
from tests.companion.carrara_tables import base, first, shown
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from tests.companion.headless import Headless


@pytest.mark.parametrize(("name", "field"), [("Points on the track", "score"), ("Coins", "coins")])
def test_points_and_coins_are_entered(app: Headless, name: str, field: str) -> None:
    live, screen = shown(app, Stock, base(player()), 0)
    screen.type_into(name, "17")
    assert getattr(first(live), field) == 17
    assert live.undo_state.undo == f"Nick, {name.lower()}: 17"


def test_blocks_and_objects_are_counted(app: Headless) -> None:
    live, screen = shown(app, Stock, base(player()), 0)
    screen.tap("Red blocks: one more")
    screen.tap("Coats of arms: one more")
    assert first(live).blocks == {Color.RED: 1}
    assert first(live).objects == {Object.COAT_OF_ARMS: 1}
    assert screen.says("1 block in all")


def test_too_many_pieces_are_said_where_they_are_entered(app: Headless) -> None:
    state = base(player(objects="4 cup"), player("Ben", objects="4 cup"))
    _, screen = shown(app, Stock, state, 1)
    assert screen.says("8 cups at the table: there are 6 of each.")
