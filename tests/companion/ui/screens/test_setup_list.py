"""The set-up list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.screens.setup_list import SetUpList
from tests.companion.carpe_diem_tables import laid_out

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


WRITS = "9 writs, one on each writ space of the district"


def ticks(screen: Screen) -> dict[str, bool]:
    """What is on the list, and whether it is ticked."""
    lines = [
        control for control, _ in screen.controls() if isinstance(control, ft.Semantics) and control.checked is not None
    ]
    return {str(line.label): bool(line.checked) for line in lines}


def test_the_list_is_that_of_this_number_of_players(app: Headless) -> None:
    screen = app.show(SetUpList, laid_out(app, "Anna", "Ben", "Cleo"))
    assert "Third player: 13 points on cards" in ticks(screen)
    assert "Fourth player: 11 points on cards" not in ticks(screen)
    assert screen.has("Everybody takes")
    assert screen.has(f"0 of {len(ticks(screen))} done")


def test_a_tick_is_saved_and_can_be_taken_back(app: Headless) -> None:
    live = laid_out(app)
    screen, second_screen = app.show(SetUpList, live), app.show(SetUpList, live)
    screen.tap(WRITS)
    assert ticks(screen)[WRITS]
    assert ticks(second_screen)[WRITS]
    assert screen.has(f"1 of {len(ticks(screen))} done")
    second_screen.tap(WRITS)
    assert not ticks(screen)[WRITS]
    app.run(live.undo())
    assert ticks(screen)[WRITS]


def test_when_all_is_done_the_way_to_the_table_says_so(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(SetUpList, live)
    assert screen.has("Go to the table")
    for words in ticks(screen):
        screen.tap(words)
    screen.tap("Go to the table")
    assert screen.route == f"/table/{live.id}"
