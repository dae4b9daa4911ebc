"""The Market tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.little_town import actions
from companion.ui.editors.little_town.market import MarketTab
from scoring.little_town.board import tiles_offered
from scoring.little_town.data import FIRST_GAME_TILES
from scoring.little_town.state import Tile
from tests.companion.little_town_tables import begun, house, player, table_state
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


TWELVE = tuple(tile for tile in Tile if tile is not Tile.WHEAT_FIELD)[:12]


def name_of(screen: Screen, tile: Tile) -> str:
    return next(name for name in screen.names if name.startswith(f"{tile.noun.title}: "))


def test_the_market_is_ticked_in_the_order_of_the_tiles(app: Headless) -> None:
    live = begun(app, table_state())
    screen = app.show(MarketTab, live, 0)
    assert screen.says("Once it is entered, only what lies there is offered.")
    screen.tap("Enter the market")
    listed = [name_of(screen, tile) for tile in Tile if tile is not Tile.WHEAT_FIELD]
    assert [name for name in screen.names if name in listed] == listed
    assert "Barn: 4 wood, 6 points" in listed
    for tile in TWELVE:
        screen.tap(name_of(screen, tile))
    assert screen.says("12 of 12 ticked")
    screen.tap("Save")
    assert live.state.table.market == TWELVE
    assert tiles_offered(live.state.table) == (Tile.WHEAT_FIELD, *TWELVE)
    assert not screen.says("Castle")
    screen.tap("Edit")
    screen.tap("Cancel")
    assert live.state.table.market == TWELVE


def test_what_was_ticked_stays_when_the_tab_is_left(app: Headless) -> None:
    live = begun(app, table_state())
    screen = of_host(app, f"/table/{live.id}/market/0")
    screen.tap("Enter the market")
    for tile in TWELVE[:5]:
        screen.tap(name_of(screen, tile))
    screen.tap("Town")
    screen.follow()
    assert live.state.table.market == TWELVE[:5]


def test_what_another_phone_has_ticked_meanwhile_stays(app: Headless) -> None:
    live = begun(app, table_state())
    screen = app.show(MarketTab, live, 0)
    screen.tap("Enter the market")
    screen.tap(name_of(screen, TWELVE[0]))
    app.run(live.change("Market", lambda state: actions.with_market(state, frozenset(TWELVE[1:3]))))
    screen.tap("Save")
    assert live.state.table.market == TWELVE[:3]


def test_the_market_of_a_first_game_takes_one_tap(app: Headless) -> None:
    live = begun(app, table_state())
    screen = app.show(MarketTab, live, 0)
    screen.tap("Enter the market")
    screen.tap(name_of(screen, Tile.CATHEDRAL))
    screen.tap("First game: the 12 with a bird")
    assert screen.says("12 of 12 ticked")
    screen.tap("Save")
    assert live.state.table.market == tuple(tile for tile in Tile if tile in FIRST_GAME_TILES)
    with_a_bird = "castle warehouse chapel statue barn shop quarry workshop bakery grocery gold-mine well"
    assert set(live.state.table.market) == set(with_a_bird.split())


def test_until_the_twelfth_tile_is_ticked_every_tile_is_offered(app: Headless) -> None:
    live = begun(app, table_state())
    screen = app.show(MarketTab, live, 0)
    screen.tap("Enter the market")
    for tile in TWELVE[1:]:
        screen.tap(name_of(screen, tile))
    assert screen.says("11 of 12 ticked. Until it is 12, every tile is offered.")
    screen.tap("Save")
    assert live.state.table.market == TWELVE[1:]
    assert tiles_offered(live.state.table) == tuple(Tile)
    assert screen.says("11 of 12 ticked. Until it is 12")
    screen.tap("Enter the market")
    screen.tap(name_of(screen, TWELVE[0]))
    screen.tap(name_of(screen, Tile.CASTLE))
    assert screen.says("13 of 12 ticked. Until it is 12")
    screen.tap(name_of(screen, Tile.CASTLE))
    screen.tap("Save")
    assert live.state.table.market == TWELVE


def test_the_market_says_who_can_pay_what_and_who_built_it(app: Headless) -> None:
    built = (house("wheat-field", "C3"), house("wheat-field", "C4"), house("barn", "C5", "Ben"))
    live = begun(app, table_state(player("Anna", coins=2), player("Ben"), buildings=built))
    screen = app.show(MarketTab, live, 0)
    assert screen.has(
        "Wheat field, 3 left: 1 wood, 3 points. gives 1 wheat. Built: Anna on C3 and C4. "
        "Anna lacks 1 wood (or 1 more coin)"
    )
    assert screen.has("Barn: 4 wood, 6 points. turns 2 wheat into 5 points. Built: Ben on C5")
