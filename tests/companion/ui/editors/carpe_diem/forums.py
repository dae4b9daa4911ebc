"""Tables with cards in the forum, and the screen that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.carpe_diem import forum as steps
from companion.ui.core.context import Viewport
from companion.ui.editors.carpe_diem.forum import ForumTab
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.moves import laid_out as first_table
from scoring.carpe_diem.state import Good
from tests.companion.carpe_diem_tables import begun, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import Card, Player
    from tests.companion.headless import Headless, Screen

HERBS, FISH = KNOWN_FORUM_CARDS[0].card, KNOWN_FORUM_CARDS[2].card
ROW = {"A1": HERBS, "B1": FISH, "C1": HERBS, "D1": FISH}


def table(app: Headless, cards: Mapping[str, Card], *players: Player) -> LiveTable:
    """A table with cards in the forum; Anna holds herbs, Ben fish and lies ahead, where nobody else sits there."""
    seated = players or (
        player_with("Anna", goods={Good.HERBS: 4}, prestige=1),
        player_with("Ben", goods={Good.FISH: 6}, prestige=3),
    )
    state: CarpeDiemTable = table_state(*seated, forum=first_table(("Anna", "Ben")).forum)
    for square, card in cards.items():
        state = steps.with_card(state, square, card)
    return begun(app, state)


def shown(app: Headless, live: LiveTable, **viewport: Any) -> Screen:
    return app.show(ForumTab, live, 0, viewport=Viewport(**viewport))
