"""The Track tab: pieces and tiles of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.formatting.text import sentence
from companion.ui.editors.mayor.track import TrackTab
from tests.companion.mayor_tables import begun, citizen, holding, standings, table_state
from tests.scoring.mayor.tables import AMENITY, tile

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def test_a_piece_is_moved_by_tapping_it_and_then_a_space(app: Headless) -> None:
    live = begun(app, table_state(citizen("Anna", 4), citizen("Ben", 12, 61)))
    screen = app.show(TrackTab, live, 0)
    assert screen.has("4, Anna's Citizen; 12, Ben's Citizen; 25, Anna's Banker; 50, Ben's Banker on 61")
    screen.tap("Anna's Citizen on 4")
    assert screen.has("Tap the space for Anna's Citizen.")
    screen.tap("12, Ben's Citizen")
    assert standings(live)[0] == (12, 25, 0)
    assert screen.says("12, Anna's Citizen, Ben's Citizen;")
    assert str(live.undo_state.undo) == "Anna's Citizen on 12"
    assert not screen.says("Tap the space for")


@pytest.mark.parametrize(
    ("name", "index", "value"), [("Citizen: points", 0, 7), ("Banker: gold", 1, 70), ("Tiles to place", 2, 3)]
)
def test_every_number_is_entered(app: Headless, name: str, index: int, value: int) -> None:
    live = begun(app, table_state(citizen("Anna"), citizen("Ben")))
    screen = app.show(TrackTab, live, 1)
    screen.type_into(name, str(value))
    assert standings(live)[1][index] == value
    screen.tap(f"{name}, −1")
    assert standings(live)[1][index] == value - 1
    screen.type_into(name, "x")
    assert screen.says(f"{name}: a whole number from 0 to")


def test_known_tiles_are_listed_and_taken_away(app: Headless) -> None:
    live = begun(app, holding(table_state(citizen("Anna"), citizen("Ben")), 0, tile("bank", "red N o"), AMENITY))
    screen = app.show(TrackTab, live, 0)
    assert not screen.enabled("Tiles to place, −1")
    screen.tap("Remove Civic Amenity")
    assert live.state.table.held[0] == (tile("bank", "red N o"),)
    assert standings(live)[0][2] == 1
    app.run(live.undo())
    assert live.state.table.held[0] == (tile("bank", "red N o"), AMENITY)
    empty = app.show(TrackTab, live, 1)
    assert not empty.says("Remove")


def test_a_second_mayor_is_a_problem_where_it_stands(app: Headless) -> None:
    live = begun(app, table_state(citizen("Anna", 51), citizen("Ben", 52)))
    problem = sentence(live.problems[0].message)
    assert app.show(TrackTab, live, 1).has(problem)
    assert not app.show(TrackTab, live, 0).has(problem)
