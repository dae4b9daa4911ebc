"""The help page of each game, on the way from a table and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from companion.games import KITS
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import of_host, on_phone, seated

if TYPE_CHECKING:
    from tests.companion.headless import Headless

MAX_WORDS: Final = 80
"""The most words of a help page, all that stands on it."""


@pytest.mark.parametrize("game", list(KITS))
def test_every_game_says_how_it_is_entered_and_played(app: Headless, game: str) -> None:
    screen = of_host(app, f"/help/{game}")
    page = KITS[game].help_page
    assert all(screen.has(str(line)) for line in (*page.enter, *page.rules))
    assert len(" ".join(screen.names).split()) <= MAX_WORDS


def test_it_leads_back_to_the_table_also_on_a_phone(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    setup = f"/table/{live.id}/setup/0"
    hosts = (of_host(app, route) for route in (setup, f"/seating/{live.id}"))
    for screen in (*hosts, on_phone(app, seated(app, live, 0), setup)):
        screen.tap("How it works")
        assert screen.route == f"/help/carpe-diem/{live.id}"
        screen.follow()
        screen.tap("Back")
        assert screen.route.startswith(f"/table/{live.id}")


def test_another_game_has_none(app: Headless) -> None:
    assert of_host(app, "/help/chess").has("This is not here any more; it may have been finished, deleted or merged.")
