"""What Little Town adds to the app: its set-up list, and what was close."""

from __future__ import annotations

from companion.games.little_town.kit import LITTLE_TOWN
from scoring import GAMES
from tests.companion.little_town_tables import NAMES, player, table_state


def test_the_set_up_list_is_for_this_number_of_players() -> None:
    words = [str(item.message) for item in LITTLE_TOWN.setup(table_state(*(player(name) for name in NAMES)))]
    assert "3 workers of one color" in words


def test_what_was_close_is_said_of_each_player() -> None:
    table = table_state(player("Anna", score=3), player("Ben", score=1)).table
    said = [str(message) for message in LITTLE_TOWN.margins(table, GAMES["little-town"].score(table))]
    assert said[0].startswith("Ben: ")
