"""What a game says of itself: its set-up list and its help page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft
import pytest

from companion.games import KITS
from companion.ui.screens.setup_list import SetUpList
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import of_host, on_phone, seated

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
    assert screen.has("You begin with points by seat.")
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


def test_the_way_to_the_table_is_the_main_one(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(SetUpList, live)
    assert screen.find("Go to the table", ft.FilledButton)
    screen.tap("Go to the table")
    assert screen.route == f"/table/{live.id}"


MAX_WORDS: Final = 80
"""The most words of a help page, all that stands on it."""


@pytest.mark.parametrize("game", list(KITS))
def test_every_game_says_how_it_is_entered_and_played(app: Headless, game: str) -> None:
    screen = of_host(app, f"/help/{game}")
    page = KITS[game].help_page
    assert all(screen.has(str(line)) for line in (*page.enter, *page.rules))
    assert len(" ".join(screen.names).split()) <= MAX_WORDS


def test_it_leads_back_to_where_it_was_opened_also_on_a_phone(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    setup = f"/table/{live.id}/setup/0"
    seating = f"/seating/{live.id}"
    screens = [(of_host(app, origin), origin) for origin in (setup, seating)]
    for screen, origin in (*screens, (on_phone(app, seated(app, live, 0), setup), setup)):
        screen.tap("How it works")
        assert screen.route.startswith(f"/help/carpe-diem/{live.id}/")
        screen.follow()
        screen.tap("Back")
        assert screen.route == origin


def test_another_game_has_none(app: Headless) -> None:
    assert of_host(app, "/help/chess").has("This is not here any more; it may have been finished, deleted or merged.")
