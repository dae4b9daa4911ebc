"""The Market tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.little_town import actions
from companion.ui.editors.little_town.market import MarketTab
from scoring.little_town.state import Tile
from tests.companion.little_town_tables import begun, house, player, table_state

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def test_the_market_is_ticked_once(app: Headless) -> None:
    live = begun(app, table_state())
    screen = app.show(MarketTab, live, 0)
    assert screen.says("Which tiles were laid out?")
    screen.tap("Enter the market")
    screen.tap("Barn: 4 wood")
    screen.tap("Well: 1 wood and 1 stone")
    assert screen.says("2 of 12 ticked")
    screen.tap("That is the market")
    assert actions.tiles_offered(live.state) == (Tile.WHEAT_FIELD, Tile.WELL, Tile.BARN)
    assert not screen.says("Tavern")
    screen.tap("Change the market")
    screen.tap("Leave it as it was")
    assert live.state.extras.market == (Tile.WELL, Tile.BARN)


def test_the_market_says_who_can_pay_what_and_who_built_it(app: Headless) -> None:
    built = (house("wheat-field", "C3"), house("wheat-field", "C4"), house("barn", "C5", "Ben"))
    live = begun(app, table_state(player("Anna", coins=2), player("Ben"), buildings=built))
    screen = app.show(MarketTab, live, 0)
    assert screen.says("What is lacking is counted in coins: 3 stand in for any cube.")
    assert screen.has(
        "Wheat field, 3 left: 1 wood, 3 points. gives 1 wheat. Built by Anna on C3 and C4. Anna lacks 1 coin"
    )
    assert screen.has("Barn: 4 wood, 6 points. turns 2 wheat into 5 points. Built by Ben on C5")
